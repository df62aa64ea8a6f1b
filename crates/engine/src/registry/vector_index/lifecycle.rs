//! The scheduled work of vector indexes: they become ACTIVE or are deleted.

use dynalab_types::Timestamp;

use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::{Scheduler, Work};
use crate::database::table::{Table, TableStatus};
use crate::execution::lifecycle::definition_after_index;
use crate::registry::vector_index::{VectorIndexDefinition, definition_codec};

/// Returns the change that stores a definition in the registry.
pub fn record(table: &str, index: &VectorIndexDefinition) -> Change {
    Change::record(index.record_key(table), Some(definition_codec::bytes_of(index)))
}

/// Returns the changes of scheduled work, if it is about a vector index.
pub fn perform(work: &Work, table: &Table, scheduler: &Scheduler, at: Timestamp) -> Option<WriteSet> {
    let (Work::FinishIndexCreate { index, .. } | Work::FinishIndexDelete { index, .. }) = work else {
        return None;
    };
    let found = &table.vectors.get(index)?.definition;
    let name = &table.definition.name;
    let mut definition = definition_after_index(table, scheduler, at);
    let change = match work {
        Work::FinishIndexCreate { .. } => {
            record(name, &VectorIndexDefinition { status: TableStatus::Active, ..found.clone() })
        }
        _ => {
            let others = || table.vectors.definitions().filter(|other| other.name != found.name);
            let is_used = |attribute: &str| {
                definition.key.contains(attribute)
                    || definition.indexes.iter().any(|index| index.key.contains(attribute))
                    || others().any(|other| other.searched(attribute).is_some())
            };
            let mut declared = definition.attribute_definitions.clone();
            declared.retain(|(attribute, _)| is_used(attribute));
            definition.attribute_definitions = declared;
            Change::record(found.record_key(name), None)
        }
    };
    let mut writes = WriteSet::from_change(Change::alter_table(definition));
    writes.changes.push(change);
    Some(writes)
}
