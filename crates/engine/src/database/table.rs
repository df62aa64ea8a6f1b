//! A table: its definition, its items in the order of their key bytes, and the entries of its indexes.

pub mod settings;
pub mod tags;
pub mod warm_throughput;

use std::sync::Arc;

use dynalab_types::projection::{ProjectedAttributes, Projection};
use dynalab_types::{Item, KeyAttribute, KeyBytes, KeySchema, PackedItem, ScalarType, SmallMap, Timestamp};
use serde::{Deserialize, Serialize};

use crate::database::expiries::Expiries;
use crate::database::item_collections::ItemCollections;
use crate::database::replication_queue::ReplicationQueue;
use crate::database::rows::Rows;
use crate::database::scheduler::TableRef;
use crate::database::stream::recovery_log_arn;
use crate::database::table::settings::TableSettings;
use crate::database::table::warm_throughput::WarmThroughput;
use crate::execution::item_keys::{check_key_lengths, is_empty};
use crate::registry::vector_index::VectorIndexes;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStatus {
    Creating,
    Updating,
    Deleting,
    Active,
}

impl TableStatus {
    pub fn name(self) -> &'static str {
        match self {
            TableStatus::Creating => "CREATING",
            TableStatus::Updating => "UPDATING",
            TableStatus::Deleting => "DELETING",
            TableStatus::Active => "ACTIVE",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillingMode {
    Provisioned,
    PayPerRequest,
}

impl BillingMode {
    pub fn name(self) -> &'static str {
        match self {
            BillingMode::Provisioned => "PROVISIONED",
            BillingMode::PayPerRequest => "PAY_PER_REQUEST",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableClass {
    Standard,
    StandardInfrequentAccess,
}

impl TableClass {
    pub fn name(self) -> &'static str {
        match self {
            TableClass::Standard => "STANDARD",
            TableClass::StandardInfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
        }
    }
}

/// Provisioned capacity in units per second. Zero in an on-demand table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throughput {
    pub read: u64,
    pub write: u64,
    pub last_increase: Option<Timestamp>,
    pub last_decrease: Option<Timestamp>,
    /// The number of decreases on the UTC day of the last decrease.
    pub decreases_today: u64,
}

/// The configured maximum throughput of an on-demand table or global index. `None` is no maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDemandThroughput {
    pub max_read: Option<i64>,
    pub max_write: Option<i64>,
}

impl OnDemandThroughput {
    /// The value of a request that removes a maximum.
    pub const UNLIMITED: i64 = -1;

    /// Returns a maximum as a definition has it: -1 and a missing member are no maximum.
    pub fn kept(self) -> Option<OnDemandThroughput> {
        let kept = |units: Option<i64>| units.filter(|units| *units != OnDemandThroughput::UNLIMITED);
        let maximum = OnDemandThroughput { max_read: kept(self.max_read), max_write: kept(self.max_write) };
        (maximum != OnDemandThroughput::default()).then_some(maximum)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexKind {
    Global,
    Local,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexDefinition {
    pub name: Arc<str>,
    pub kind: IndexKind,
    pub key: KeySchema,
    pub projection: Projection,
    pub projected: ProjectedAttributes,
    pub status: TableStatus,
    pub throughput: Throughput,
    pub on_demand_throughput: Option<OnDemandThroughput>,
    pub warm: WarmThroughput,
    /// The arrival number of the last scheduler entry when the index was filled. The index contains all writes up to then.
    pub filled_after: u64,
}

impl IndexDefinition {
    /// Returns false for an index that is being created. It has no entries until it is filled in one step.
    pub fn is_filled(&self) -> bool {
        self.status != TableStatus::Creating
    }

    /// Returns true if the item's key attributes are valid for the index.
    pub fn accepts_item(&self, item: &Item) -> bool {
        IndexRows::entry_key(self, &KeyBytes::from_vec(Vec::new()), item).is_some()
    }

    /// Returns the size in bytes of the entry for an item.
    pub fn entry_size_bytes(&self, item: &PackedItem) -> u64 {
        match self.projected.is_all() {
            true => item.size_bytes(),
            false => self.projected.entry_size_bytes(&item.unpack()),
        }
    }
}

/// The requested settings of a table. They are applied when the change is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingSettings {
    pub billing: BillingMode,
    pub throughput: Throughput,
    /// By the name of the global index.
    pub index_throughput: SmallMap<Arc<str>, Throughput>,
}

/// The definition of a table, without its items. It is immutable: a change creates a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDefinition {
    pub name: Arc<str>,
    pub id: Arc<str>,
    pub arn: String,
    pub key: KeySchema,
    /// As the request declared them, in its order.
    pub attribute_definitions: Vec<(Box<str>, ScalarType)>,
    pub status: TableStatus,
    pub created_at: Timestamp,
    pub billing: BillingMode,
    /// When the billing mode of the table last became on demand.
    pub on_demand_since: Option<Timestamp>,
    pub throughput: Throughput,
    pub on_demand_throughput: Option<OnDemandThroughput>,
    pub warm: WarmThroughput,
    pub table_class: Option<TableClass>,
    pub deletion_protection: bool,
    pub indexes: Vec<IndexDefinition>,
    pub pending: Option<PendingSettings>,
    pub settings: TableSettings,
}

impl TableDefinition {
    pub fn reference(&self) -> TableRef {
        TableRef { name: self.name.clone(), id: self.id.clone() }
    }

    #[inline]
    pub fn index(&self, name: &str) -> Option<&IndexDefinition> {
        self.indexes.iter().find(|index| index.name.as_ref() == name)
    }

    pub fn indexes_of_kind(&self, kind: IndexKind) -> impl Iterator<Item = &IndexDefinition> {
        self.indexes.iter().filter(move |index| index.kind == kind)
    }

    /// Returns the ARN of the point-in-time recovery log, or `None` if recovery is off.
    pub fn recovery_log(&self) -> Option<Arc<str>> {
        self.settings.recovery.map(|recovery| recovery_log_arn(&self.arn, recovery.since))
    }

    /// Returns true if a stream or a recovery log records writes.
    pub fn is_recorded(&self) -> bool {
        self.settings.open_stream().is_some() || self.settings.recovery.is_some()
    }

    pub fn has_local_indexes(&self) -> bool {
        self.indexes_of_kind(IndexKind::Local).next().is_some()
    }
}

/// The entries of one index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexRows {
    pub rows: Rows,
    /// The total size of the projected entries in bytes.
    pub size_bytes: u64,
}

impl IndexRows {
    /// Returns the key of the entry for `item`, or `None` if the item has no entry. The index is sparse: items without the key
    /// attributes have none.
    pub fn entry_key(index: &IndexDefinition, table_key: &KeyBytes, item: &Item) -> Option<KeyBytes> {
        // A write with such a value is rejected. An item can have it from before the index was created. It has no entry.
        let unfit = |attribute: &KeyAttribute| item.get(&attribute.name).is_some_and(is_empty);
        if index.key.attributes().any(unfit) || check_key_lengths(&index.key, item).is_err() {
            return None;
        }
        index.key.key_bytes_followed_by(item, table_key.as_slice())
    }

    fn put(&mut self, index: &IndexDefinition, table_key: &KeyBytes, item: &Item, packed: &PackedItem) {
        if let Some(key) = IndexRows::entry_key(index, table_key, item) {
            self.size_bytes += index.projected.entry_size_bytes(item);
            if let Some(replaced) = self.rows.insert(key, packed.clone()) {
                self.size_bytes -= index.entry_size_bytes(&replaced);
            }
        }
    }

    fn remove(&mut self, index: &IndexDefinition, table_key: &KeyBytes, item: &Item) {
        if let Some(key) = IndexRows::entry_key(index, table_key, item)
            && let Some(removed) = self.rows.remove(&key)
        {
            self.size_bytes -= index.entry_size_bytes(&removed);
        }
    }

    /// Applies one write of the table. `after` is the item and its packed form.
    pub fn apply_item_change(
        &mut self,
        index: &IndexDefinition,
        table_key: &KeyBytes,
        before: Option<&Item>,
        after: Option<(&Item, &PackedItem)>,
    ) {
        if let Some(before) = before {
            self.remove(index, table_key, before);
        }
        if let Some((after, packed)) = after {
            self.put(index, table_key, after, packed);
        }
    }

    /// Builds all entries for the items of a table.
    pub fn of_items(index: &IndexDefinition, items: &Rows) -> IndexRows {
        let mut rows = IndexRows::default();
        for (key, packed) in items.iter() {
            rows.put(index, key, &packed.unpack(), packed);
        }
        rows
    }
}

/// A table with its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub definition: Arc<TableDefinition>,
    pub items: Rows,
    pub size_bytes: u64,
    pub indexes: SmallMap<Arc<str>, IndexRows>,
    /// Empty in a table without local indexes.
    pub(crate) collections: ItemCollections,
    pub vectors: VectorIndexes,
    pub expiries: Expiries,
    pub replication_queue: ReplicationQueue,
}

impl Table {
    pub fn new(definition: Arc<TableDefinition>) -> Table {
        let indexes =
            definition.indexes.iter().map(|index| (index.name.clone(), IndexRows::default())).collect();
        Table {
            definition,
            items: Rows::default(),
            size_bytes: 0,
            indexes,
            collections: ItemCollections::default(),
            vectors: VectorIndexes::default(),
            expiries: Expiries::default(),
            replication_queue: ReplicationQueue::default(),
        }
    }

    /// Returns true if a vector index of the table declares the attribute.
    pub(crate) fn has_search_attribute(&self, attribute: &str) -> bool {
        self.vectors.has_search_attribute(attribute)
    }

    /// Returns the size of an item in bytes for write charges and the table's size. A vector has four bytes per dimension.
    #[inline]
    pub fn stored_size_bytes(&self, item: &Item) -> u64 {
        self.vectors.stored_size_bytes(item)
    }

    /// Returns the size of a stored item for read charges. Vectors count as in write charges.
    pub fn read_size_bytes(&self, item: &PackedItem) -> u64 {
        if self.vectors.iter().next().is_none() {
            item.size_bytes()
        } else {
            self.stored_size_bytes(&item.unpack())
        }
    }

    pub fn stored_table_bytes(&self) -> u64 {
        self.vectors.stored_table_bytes(self.size_bytes)
    }

    #[inline]
    pub fn index_rows(&self, name: &str) -> Option<&IndexRows> {
        self.indexes.get(name)
    }
}
