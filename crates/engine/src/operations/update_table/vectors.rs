//! UpdateTable's changes of vector indexes: creates or deletes one at a time.

use dynalab_types::ScalarType;

use crate::database::change::Change;
use crate::database::scheduler::Work;
use crate::database::table::{Table, TableDefinition, TableStatus};
use crate::error::{
    DynamoError, IndexError, LimitError, TableError, TableState, ValidationError, VectorError,
};
use crate::execution::table_action::TableAction;
use crate::operations::update_table::UpdateTable;
use crate::registry::vector_index::VectorIndexDefinition;
use crate::registry::vector_index::lifecycle::record;
use crate::registry::vector_index::requested::{
    RequestedVectorIndex, VectorIndexUpdate, check_vector_indexes,
};
use crate::request::fields::Fields;
use crate::response::table_description::TableDescription;

/// The requested change.
pub enum VectorChange {
    Create(VectorIndexDefinition),
    Delete(VectorIndexDefinition),
}

/// The member VectorIndexUpdates.
#[derive(Clone, Debug, Default)]
pub struct VectorUpdates {
    updates: Vec<VectorIndexUpdate>,
}

impl VectorUpdates {
    /// Reads the member VectorIndexUpdates.
    pub fn decode(fields: &mut Fields) -> VectorUpdates {
        let updates = fields.list("VectorIndexUpdates", VectorIndexUpdate::decode);
        VectorUpdates { updates: updates.unwrap_or_default() }
    }

    /// Returns whether an index is created.
    pub(crate) fn creates(&self) -> bool {
        self.updates.iter().any(|update| update.create.is_some())
    }

    pub(crate) fn count(&self) -> usize {
        self.updates.len()
    }

    pub(crate) fn actions(&self) -> impl Iterator<Item = TableAction<'_>> {
        self.updates.iter().flat_map(|update| {
            let create = update.create.iter().map(|index| TableAction::CreateIndex(&index.name));
            create.chain(update.delete.iter().map(|name| TableAction::DeleteIndex(name)))
        })
    }

    fn is_deletion_of(&self, index: &VectorIndexDefinition) -> bool {
        let mut deleted = self.updates.iter().filter_map(|update| update.delete.as_deref());
        deleted.any(|name| name == index.name.as_ref())
    }
}

impl UpdateTable {
    /// Returns the change. A table with vector indexes must be on demand, and it creates one index at a time.
    ///
    /// # Errors
    /// An index is invalid, exists already or does not exist, or the request has several changes.
    pub fn change_vectors(
        &self,
        after: &mut TableDefinition,
        table: &Table,
    ) -> Result<Option<VectorChange>, DynamoError> {
        let billing = after.pending.as_ref().map_or(after.billing, |pending| pending.billing);
        check_vector_indexes(billing, table.vectors.definitions(), &after.indexes)?;
        if self.online_operations() == 0 {
            return Ok(None);
        }
        let is_busy = |index: &VectorIndexDefinition| index.status != TableStatus::Active;
        let mut indexes = table.vectors.definitions();
        if indexes.any(|index| is_busy(index) && !self.vector_updates.is_deletion_of(index)) {
            return Err(DynamoError::Limit(LimitError::OneOnlineIndexOperation));
        }
        let Some(update) = self.vector_updates.updates.first() else { return Ok(None) };
        let change = match (&update.create, &update.delete) {
            (Some(requested), _) => VectorChange::Create(self.create_vector(after, table, requested)?),
            (None, Some(name)) => VectorChange::Delete(deleted(table, name)?),
            (None, None) => return Err(TableError::NothingToUpdate.into()),
        };
        after.status = TableStatus::Updating;
        Ok(Some(change))
    }

    fn create_vector(
        &self,
        after: &mut TableDefinition,
        table: &Table,
        requested: &RequestedVectorIndex,
    ) -> Result<VectorIndexDefinition, DynamoError> {
        let known = after.index(&requested.name).is_some() || table.vectors.get(&requested.name).is_some();
        if known {
            return Err(IndexError::AlreadyExists.into());
        }
        // The definitions of this request and of the table.
        let mut definitions: Vec<(String, ScalarType)> = self.definitions.clone().unwrap_or_default();
        for (name, scalar_type) in &after.attribute_definitions {
            if !definitions.iter().any(|(defined, _)| defined.as_str() == name.as_ref()) {
                definitions.push((name.to_string(), *scalar_type));
            }
        }
        let index = requested.bind(&after.key, &definitions, false)?;
        let billing = after.pending.as_ref().map_or(after.billing, |pending| pending.billing);
        let all = table.vectors.definitions().chain(std::iter::once(&index));
        check_vector_indexes(billing, all, &after.indexes).map_err(|error| match error.validation() {
            Some(ValidationError::Table(TableError::Vector(VectorError::TooManyIndexes))) => {
                LimitError::TooManyVectorIndexes.into()
            }
            _ => error,
        })?;
        for element in &index.search_schema {
            let attribute = &element.attribute;
            if !after.attribute_definitions.iter().any(|(defined, _)| *defined == attribute.name) {
                after.attribute_definitions.push((attribute.name.clone(), attribute.scalar_type));
            }
        }
        Ok(index)
    }
}

fn deleted(table: &Table, name: &str) -> Result<VectorIndexDefinition, DynamoError> {
    match table.vectors.get(name).map(|index| &index.definition) {
        // DynamoDB's error calls the index a table here.
        None => Err(DynamoError::TableNotFound { table: name.to_owned() }),
        Some(index) if index.status == TableStatus::Deleting => {
            Err(DynamoError::IndexInUse { index: name.to_owned(), state: TableState::BeingDeleted })
        }
        Some(index) => Ok(VectorIndexDefinition { status: TableStatus::Deleting, ..index.clone() }),
    }
}

impl VectorChange {
    /// Returns the change of the index's record.
    pub fn record(&self, table: &str) -> Change {
        let (VectorChange::Create(index) | VectorChange::Delete(index)) = self;
        record(table, index)
    }

    /// Returns the scheduled work. The table is ACTIVE again before a new index is filled.
    pub fn work(&self, after: &TableDefinition) -> Vec<Work> {
        let table = after.reference();
        match self {
            VectorChange::Create(index) => vec![
                Work::FinishTableChange { table: table.clone() },
                Work::FinishIndexCreate { table, index: index.name.clone() },
            ],
            VectorChange::Delete(index) => {
                vec![Work::FinishIndexDelete { table, index: index.name.clone() }]
            }
        }
    }

    /// Returns the description of the table with the change.
    pub fn described(&self, description: TableDescription) -> TableDescription {
        match self {
            VectorChange::Create(index) => description.with_new(std::slice::from_ref(index)),
            VectorChange::Delete(index) => description.without(&index.name),
        }
    }
}
