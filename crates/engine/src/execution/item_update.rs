//! Applies an update to one item, for UpdateItem and for transactions.

use std::sync::Arc;

use dynalab_expressions::{BoundUpdate, project_paths};
use dynalab_types::Item;
use dynalab_types::size::ITEM_SIZE_MAX_BYTES;
use dynalab_types::wire::{NESTING_LEVELS_MAX, ValueError};

use crate::database::table::{Table, TableDefinition};
use crate::error::{DynamoError, KeyError, ValidationError};
use crate::execution::item_keys::{check_key_paths, check_updated_index_keys};
use crate::execution::item_write::check_updated_item_size;
use crate::request::legacy::attribute_updates::AttributeUpdates;
use crate::request::return_values::ReturnValues;

#[derive(Clone, Debug)]
pub(crate) struct ItemUpdate {
    /// `None` creates the item with its key only.
    pub expression: Option<BoundUpdate>,
    /// True if the request used AttributeUpdates.
    pub by_attribute: bool,
}

impl ItemUpdate {
    pub(crate) fn check_keys_untouched(&self, definition: &TableDefinition) -> Result<(), DynamoError> {
        let written = self.expression.iter().flat_map(|update| update.attributes_written());
        match written.into_iter().find(|attribute| definition.key.contains(attribute)) {
            Some(attribute) => Err(KeyError::UpdateOfKey { attribute: attribute.to_owned() }.into()),
            None => {
                check_key_paths(definition, self.expression.iter().flat_map(|update| update.written_paths()))
            }
        }
    }

    /// Checks the size of an update expression before the condition is evaluated.
    pub(crate) fn check_statement_size(&self) -> Result<(), DynamoError> {
        let statement_bytes = self.expression.as_ref().map_or(0, BoundUpdate::statement_bytes);
        if !self.by_attribute && statement_bytes > ITEM_SIZE_MAX_BYTES {
            return Err(KeyError::UpdatedItemTooLarge.into());
        }
        Ok(())
    }

    /// Returns the item after the update. Returns `None` if there is no item and the update only removes.
    pub(crate) fn apply(
        &self,
        table: &Table,
        key: &Item,
        before: Option<&Arc<Item>>,
    ) -> Result<Option<Arc<Item>>, DynamoError> {
        let Some(update) = &self.expression else {
            // An update without an expression creates the item with its key only.
            return Ok(Some(before.cloned().unwrap_or_else(|| Arc::new(key.clone()))));
        };
        if before.is_none() && update.only_removes() {
            return Ok(None);
        }
        let base: &Item = before.map_or(key, |item| item);
        let told = |error| if self.by_attribute { AttributeUpdates::error(error) } else { error };
        let mut after = update.apply(base).map_err(|error| ValidationError::Update(told(error)))?;
        if after.values().any(|value| value.depth() > NESTING_LEVELS_MAX) {
            return Err(ValidationError::Value(ValueError::TooDeep).into());
        }
        check_updated_index_keys(table, &after)?;
        check_updated_item_size(&after)?;
        after.shrink_to_fit();
        Ok(Some(Arc::new(after)))
    }

    pub(crate) fn attributes(
        &self,
        wanted: ReturnValues,
        before: Option<&Arc<Item>>,
        after: Option<&Arc<Item>>,
    ) -> Option<Arc<Item>> {
        let fragments = |item: Option<&Arc<Item>>| {
            let paths = self.expression.iter().flat_map(|update| update.written_paths()).collect::<Vec<_>>();
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
