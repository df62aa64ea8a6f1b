//! UpdateItem: changes attributes of one item in place, or makes the item.

use std::sync::Arc;

use dynalab_expressions::{BoundCondition, BoundUpdate, project_paths};
use dynalab_types::Item;
use dynalab_types::wire::{NESTING_LEVELS_MAX, ValueError};

use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, ValidationError};
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::item_keys::{bytes_of_key, check_updated_index_keys};
use crate::item_write::{ItemWrite, check_updated_item_size};
use crate::json_writer::ObjectWriter;
use crate::legacy::attribute_updates::AttributeUpdates;
use crate::legacy::legacy_error;
use crate::operations::{Operation, Step};
use crate::plan::{Plan, Source};
use crate::return_values::ReturnValues;
use crate::table::TableDefinition;
use crate::trace::EventKind;
use crate::write_request::{WriteRequest, WriteResponse};

#[derive(Clone, Debug)]
pub struct UpdateItem {
    key: Item,
    update: Option<String>,
    attribute_updates: Option<AttributeUpdates>,
    write: WriteRequest,
}

struct Bound {
    update: Option<BoundUpdate>,
    /// The update came as AttributeUpdates.
    by_attribute: bool,
    condition: Option<BoundCondition>,
}

impl UpdateItem {
    fn bind(&self) -> Result<Bound, DynamoError> {
        let mut update = None;
        let condition = self.write.bind(&[("UpdateExpression", self.update.is_some())], |aliases| {
            let bind = |text| dynalab_expressions::update(text, aliases);
            update = self
                .update
                .as_deref()
                .map(bind)
                .transpose()
                .map_err(|error| self.write.parameters.error(error))?;
            if let Some(updates) = &self.attribute_updates {
                update = updates.bind().map_err(|error| legacy_error(self.write.layer, error))?;
            }
            Ok(())
        })?;
        Ok(Bound { update, by_attribute: self.attribute_updates.is_some(), condition })
    }
}

impl Bound {
    fn check_keys_untouched(&self, definition: &TableDefinition) -> Result<(), DynamoError> {
        let written = self.update.iter().flat_map(|update| update.attributes_written());
        match written.into_iter().find(|attribute| definition.key.contains(attribute)) {
            Some(attribute) => Err(ValidationError::UpdateOfKey { attribute: attribute.to_owned() }.into()),
            None => Ok(()),
        }
    }

    /// The item after the update; none when the update only removes and there is nothing to remove from.
    fn apply(&self, key: &Item, before: Option<&Arc<Item>>) -> Result<Option<Arc<Item>>, DynamoError> {
        let Some(update) = &self.update else {
            // An update of nothing makes the item, with its key alone.
            return Ok(Some(before.cloned().unwrap_or_else(|| Arc::new(key.clone()))));
        };
        if before.is_none() && update.only_removes() {
            return Ok(None);
        }
        let base: &Item = before.map_or(key, |item| item);
        let told = |error| if self.by_attribute { AttributeUpdates::error(error) } else { error };
        let mut after = update
            .apply(base)
            .map_err(|error| DynamoError::Validation(ValidationError::Update(told(error))))?;
        if after.values().any(|value| value.depth() > NESTING_LEVELS_MAX) {
            return Err(ValidationError::Value(ValueError::TooDeep).into());
        }
        after.shrink_to_fit();
        Ok(Some(Arc::new(after)))
    }

    fn attributes(
        &self,
        wanted: ReturnValues,
        before: Option<&Arc<Item>>,
        after: Option<&Arc<Item>>,
    ) -> Option<Arc<Item>> {
        let fragments = |item: Option<&Arc<Item>>| {
            let paths = self.update.iter().flat_map(|update| update.written_paths()).collect::<Vec<_>>();
            let fragments = project_paths(&paths, item?);
            if fragments.is_empty() { None } else { Some(Arc::new(fragments)) }
        };
        match wanted {
            ReturnValues::None => None,
            ReturnValues::AllOld => before.cloned(),
            ReturnValues::AllNew => after.cloned(),
            ReturnValues::UpdatedOld => fragments(before),
            ReturnValues::UpdatedNew => fragments(after),
        }
    }
}

impl Operation for UpdateItem {
    const NAME: &'static str = "UpdateItem";
    const LAYER: RequestLayer = RequestLayer::Enveloping;
    type Response = WriteResponse;

    fn decode(fields: &mut Fields) -> UpdateItem {
        fields.require("Key");
        UpdateItem {
            write: WriteRequest::decode(fields, &["AttributeUpdates", "Expected", "ConditionalOperator"]),
            key: fields.item("Key").unwrap_or_default(),
            update: fields.text("UpdateExpression"),
            attribute_updates: AttributeUpdates::decode(fields),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        let bound = self.bind()?;
        let definition = &database.table(table_name_of(&self.write.table))?.definition;
        bound.check_keys_untouched(definition)?;
        bytes_of_key(&definition.key, &self.key)?;
        let source = Source { table: definition.name.clone(), index: None };
        Ok(Plan::OneItem { source, key: self.key.clone() })
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<WriteResponse>, DynamoError> {
        let bound = self.bind()?;
        let table = context.table(table_name_of(&self.write.table))?;
        let definition = &table.definition;
        bound.check_keys_untouched(definition)?;
        let key = bytes_of_key(&definition.key, &self.key)?;
        context.trace.emit(|| {
            EventKind::Planned(Plan::OneItem {
                source: Source { table: definition.name.clone(), index: None },
                key: self.key.clone(),
            })
        });
        context.trace_route(table, key.as_slice());
        let before = table.items.get(&key);
        self.write.check_condition(context, table, bound.condition.as_ref(), before, 0)?;
        let after = bound.apply(&self.key, before)?;
        if let Some(after) = &after {
            check_updated_index_keys(definition, after)?;
            check_updated_item_size(after)?;
        }
        let attributes = bound.attributes(self.write.return_values, before, after.as_ref());
        let writes = ItemWrite { table, key, before: before.cloned(), after }.settle(context);
        let response = self.write.response(context, table, &self.key, attributes);
        Ok(Step::Done(response, writes))
    }

    fn encode(response: &WriteResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
