//! Vector indexes in UpdateTable of the core, which leaves them to the complete engine.

use crate::agenda::Work;
use crate::change::Change;
use crate::error::DynamoError;
use crate::fields::Fields;
use crate::operations::update_table::UpdateTable;
use crate::table::{Table, TableDefinition};
use crate::table_description::TableDescription;

/// There are none.
#[derive(Clone, Debug)]
pub(super) struct VectorUpdates;

impl VectorUpdates {
    pub(super) fn decode(_: &mut Fields) -> VectorUpdates {
        VectorUpdates
    }

    pub(super) fn count(&self) -> usize {
        0
    }
}

/// So there is nothing to change.
pub(super) enum VectorChange {}

impl UpdateTable {
    pub(super) fn change_vectors(
        &self,
        _: &mut TableDefinition,
        _: &Table,
    ) -> Result<Option<VectorChange>, DynamoError> {
        Ok(None)
    }
}

impl VectorChange {
    pub(super) fn record(&self, _: &str) -> Change {
        match *self {}
    }

    pub(super) fn work(&self, _: &TableDefinition) -> Vec<Work> {
        match *self {}
    }

    pub(super) fn described(&self, _: TableDescription) -> TableDescription {
        match *self {}
    }
}
