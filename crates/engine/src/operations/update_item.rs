//! UpdateItem: changes attributes of one item, or creates the item.

use dynalab_expressions::BoundCondition;
use dynalab_types::{Item, KeyBytes};

use crate::database::Database;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::item_update::ItemUpdate;
use crate::execution::item_write::{ItemWrite, WriteService};
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::Plan;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::legacy::attribute_updates::AttributeUpdates;
use crate::request::legacy::legacy_error;
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::ResourceAccess;
use crate::request::write_request::{WriteRequest, WriteResponse};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "UpdateItem";
/// In the order in which DynamoDB lists them.
const LEGACY: &[&str] = &["AttributeUpdates", "Expected", "ConditionalOperator"];

/// An UpdateItem request.
#[derive(Clone, Debug)]
pub struct UpdateItem {
    key: Item,
    update: Option<String>,
    attribute_updates: Option<AttributeUpdates>,
    write: WriteRequest,
    /// True in a Region that judges the finished item only, not the statement.
    is_flat: bool,
}

/// The key and the bound update of an UpdateItem request.
#[derive(Clone, Debug)]
pub struct PlannedUpdate {
    key: KeyBytes,
    bound: Bound,
}

#[derive(Clone, Debug)]
struct Bound {
    update: ItemUpdate,
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
        let by_attribute = self.attribute_updates.is_some();
        let update = ItemUpdate { expression: update, by_attribute };
        if !self.is_flat {
            update.check_statement_size()?;
        }
        Ok(Bound { update, condition })
    }
}

impl UpdateItem {
    /// Reads the request in the older layer, which reports all problems of the members. DynamoDB reads a request without a key so,
    /// and in some Regions every one.
    fn decode_older(fields: &mut Fields) -> UpdateItem {
        if fields.manner.checks.older_writes {
            // The depth of expression values is not checked, only that of the finished item.
            fields.manner.expression_levels_max = usize::MAX;
        }
        let write = WriteRequest::decode_older(fields, LEGACY);
        fields.require("Key");
        UpdateItem {
            write,
            key: fields.item("Key").unwrap_or_default(),
            update: fields.text("UpdateExpression"),
            attribute_updates: AttributeUpdates::decode(fields, true),
            is_flat: fields.manner.checks.older_writes,
        }
    }

    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let mut touched = self.write.resource_accesses(NAME, &self.key);
        touched.add_expression(self.update.as_deref(), &self.write.parameters);
        touched.add_attribute_names(self.attribute_updates.iter().flat_map(|updates| updates.names()));
        vec![touched]
    }
}

impl<S: WriteService> Operation<S> for UpdateItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Enveloping;
    const ONE_VIOLATION: bool = true;
    const ACCESS: Access<Self> = Access::Items(UpdateItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.write.table];
    type Response = WriteResponse;

    fn decode(fields: &mut Fields) -> UpdateItem {
        if !fields.has("Key") || fields.manner.checks.older_writes {
            return UpdateItem::decode_older(fields);
        }
        UpdateItem {
            write: WriteRequest::decode(fields, LEGACY),
            key: fields.item("Key").unwrap_or_default(),
            update: fields.text("UpdateExpression"),
            attribute_updates: AttributeUpdates::decode(fields, false),
            is_flat: false,
        }
    }

    type Planned = PlannedUpdate;

    fn plan(&self, database: &Database) -> Result<PlannedUpdate, DynamoError> {
        let bound = self.bind()?;
        let definition = &database.table(table_name_of(&self.write.table))?.definition;
        bound.update.check_keys_untouched(definition)?;
        Ok(PlannedUpdate { key: bytes_of_key(&definition.key, &self.key)?, bound })
    }

    fn describe(&self, _: &PlannedUpdate, database: &Database) -> Result<Plan, DynamoError> {
        self.write.describe(&self.key, database)
    }

    fn step(
        &mut self,
        PlannedUpdate { key, bound }: &mut PlannedUpdate,
        context: &mut Context<S>,
    ) -> Result<Step<WriteResponse>, DynamoError> {
        let (table, before) = self.write.begin(context, &self.key, key)?;
        let before = before.as_ref();
        self.write.check_condition(context, table, key, bound.condition.as_ref(), before, 0)?;
        let after = bound.update.apply(table, &self.key, before)?;
        let attributes = bound.update.attributes(self.write.return_values, before, after.as_ref());
        let writes = ItemWrite { table, key: key.clone(), before: before.cloned(), after }.settle(context)?;
        let response = self.write.response(context, table, &self.key, attributes);
        Ok(Step::Done(response, writes))
    }

    fn encode(response: &WriteResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
