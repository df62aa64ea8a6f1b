//! The charge of a write in vector indexes: bytes, in addition to the units of the table.

use std::sync::Arc;

use dynalab_engine::database::charges::VectorCharge;
use dynalab_engine::database::table::Table;
use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::trace::EventKind;
use dynalab_types::Item;

use crate::complete::Context;

/// The minimum charge in bytes of a search, and of each index that a write changes.
pub const REQUEST_BYTES_MIN: u64 = 1024;

/// Charges the write of one item.
pub(crate) fn charge_write(
    context: &mut Context,
    table: &Table,
    before: Option<&Arc<Item>>,
    after: Option<&Arc<Item>>,
) {
    for index in table.vectors.definitions() {
        let entry_bytes = |item: &Arc<Item>| index.vector_of(item).map(|_| index.entry_size_bytes(item));
        let (before_bytes, after_bytes) = (before.and_then(entry_bytes), after.and_then(entry_bytes));
        let Some(bytes) = after_bytes.or(before_bytes) else { continue };
        if before_bytes.is_some() && after_bytes.is_some() && same_entry(index, before, after) {
            continue;
        }
        let key = &table.definition.key;
        let item = after.or(before);
        context.trace.emit_item(|| EventKind::IndexWrote {
            index: index.name.clone(),
            key: item.map(|item| key.key_of(item)).unwrap_or_default(),
            before_bytes,
            after_bytes,
        });
        let table = table.definition.name.clone();
        let bytes = bytes.max(REQUEST_BYTES_MIN);
        context.charges.add_vector_write(VectorCharge { table, index: index.name.clone(), bytes });
    }
}

fn same_entry(index: &VectorIndexDefinition, before: Option<&Arc<Item>>, after: Option<&Arc<Item>>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => index.projected.same_entry(before, after),
        _ => false,
    }
}
