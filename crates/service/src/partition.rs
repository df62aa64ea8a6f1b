//! Partitions and capacity: the partition of a key, the capacity of each partition, and splits.

pub(crate) mod admission;
mod capacity_description;
mod describe;
mod growth;
mod history;
pub(crate) mod item_draws;
mod map_codec;
mod page_draws;
mod resource;
mod scan_charge;
mod split;
mod state;

use dynalab_capacity::partition_map::PartitionMap;
use dynalab_capacity::partitions::{on_demand_partitions, provisioned_partitions};
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::table::{BillingMode, IndexDefinition, IndexKind, Table};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::Malformed;

pub(crate) use admission::{Admission, Draw};
pub(crate) use capacity_description::describe_capacity;
pub(crate) use describe::describe_partitions;
pub(crate) use history::check_history;
pub(crate) use page_draws::PageDraws;
pub(crate) use resource::Resource;
pub(crate) use scan_charge::least_units;
pub(crate) use state::PartitionState;

/// Returns the partitions of a table or global index. With limits on, these are the current ones. Otherwise they are those of a
/// new table. Returns `None` if there is no such table or global index.
pub fn map_of(database: &Database, table: &str, index: Option<&str>) -> Option<PartitionMap> {
    let table = database.find(table)?;
    let index = match index {
        Some(name) => Some(table.definition.index(name).filter(|index| index.kind == IndexKind::Global)?),
        None => None,
    };
    let key = map_key(&table.definition.name, index);
    Some(map_of_bytes(table, index, database.record(&key).map(AsRef::as_ref)))
}

/// Returns the partitions of a table.
pub(crate) fn map_of_table(database: &Database, table: &Table) -> PartitionMap {
    let kept = database.record(&map_key(&table.definition.name, None));
    map_of_bytes(table, None, kept.map(AsRef::as_ref))
}

/// Returns the changes that delete the records of a deleted global index.
pub(crate) fn forget_index(database: &Database, table: &Table, index: &str) -> Vec<Change> {
    let is_its = |key: &RecordKey| match key.kind {
        RecordKind::PARTITIONS
        | RecordKind::THROUGHPUT
        | RecordKind::INDEX_BUSY
        | RecordKind::INDEX_BACKFILL => key.name.as_ref() == index,
        RecordKind::CAPACITY_HISTORY => history::is_of_index(key, index),
        RecordKind::PARTITION => key.name.rsplit_once('/').is_some_and(|(of, _)| of == index),
        _ => false,
    };
    let records = database.registry().of_table(&table.definition.name).filter(|key| is_its(key));
    records.map(|key| Change::record(key.clone(), None)).collect()
}

/// Returns the key of the record with the partitions of a table or global index.
pub(crate) fn map_key(table: &str, index: Option<&IndexDefinition>) -> RecordKey {
    RecordKey::of_table(RecordKind::PARTITIONS, table, index.map_or("", |index| &index.name))
}

pub(crate) fn map_of_bytes(
    table: &Table,
    index: Option<&IndexDefinition>,
    bytes: Option<&[u8]>,
) -> PartitionMap {
    let kept = bytes.and_then(|bytes| map_codec::read(bytes).checked());
    kept.unwrap_or_else(|| PartitionMap::even(initial_count(table, index)))
}

/// Reads the partitions from a record.
pub(crate) fn read_map(bytes: &[u8]) -> Result<PartitionMap, Malformed> {
    map_codec::read(bytes)
}

/// Returns the initial number of partitions. DynamoDB does not show it. This is the number in its documentation.
fn initial_count(table: &Table, index: Option<&IndexDefinition>) -> u64 {
    let definition = &table.definition;
    let (throughput, warm) = match index {
        None => (&definition.throughput, &definition.warm),
        Some(index) => (&index.throughput, &index.warm),
    };
    let size_bytes = match index {
        None => table.size_bytes,
        Some(index) => table.index_rows(&index.name).map_or(0, |rows| rows.size_bytes),
    };
    let units = warm.units(definition.billing, throughput);
    let for_warm = on_demand_partitions(units.read, units.write, size_bytes);
    match definition.billing {
        BillingMode::PayPerRequest => for_warm,
        BillingMode::Provisioned => {
            for_warm.max(provisioned_partitions(throughput.read, throughput.write, size_bytes))
        }
    }
}
