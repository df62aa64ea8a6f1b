//! A table: its definition, its items in the order of their key bytes, and the entries of its indexes.

use std::sync::Arc;

use dynalab_types::projection::{ProjectedAttributes, Projection};
use dynalab_types::{Item, KeyAttribute, KeyBytes, KeySchema, PackedItem, ScalarType, SmallMap, Timestamp};
use serde::{Deserialize, Serialize};

use crate::agenda::TableRef;
use crate::item_collections::ItemCollections;
use crate::item_keys::{check_key_lengths, is_empty};
use crate::rows::Rows;
use crate::service::time_to_live::Expiries;
use crate::service::underway::Underway;
use crate::settings::TableSettings;
use crate::stream::recovery_log_arn;
use crate::vector_index::VectorIndexes;
use crate::warm_throughput::WarmThroughput;

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

/// Provisioned capacity, in whole units a second; zero in a table that is paid by request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throughput {
    pub read: u64,
    pub write: u64,
    pub last_increase: Option<Timestamp>,
    pub last_decrease: Option<Timestamp>,
    /// Of the UTC day of the last decrease.
    pub decreases_today: u64,
}

/// Caps that a person puts on a table or global index paid by request; none is no cap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDemandThroughput {
    pub max_read: Option<i64>,
    pub max_write: Option<i64>,
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
    /// The last arrival on the agenda when the index was filled: writes that were on their way by then are in it already.
    pub filled_after: u64,
}

impl IndexDefinition {
    /// An index that is being created has no entries until it is filled, all at once.
    pub fn is_filled(&self) -> bool {
        self.status != TableStatus::Creating
    }

    /// Whether the key attributes that an item has are such as the index can take.
    pub(crate) fn takes(&self, item: &Item) -> bool {
        IndexRows::entry_key(self, &KeyBytes::from_vec(Vec::new()), item).is_some()
    }

    /// Of the entry for an item.
    pub fn entry_size_bytes(&self, item: &PackedItem) -> u64 {
        match self.projected.is_all() {
            true => item.size_bytes(),
            false => self.projected.entry_size_bytes(&item.unpack()),
        }
    }
}

/// What a person asked a table to become; it takes effect when the change is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingSettings {
    pub billing: BillingMode,
    pub throughput: Throughput,
    /// By the name of the global index.
    pub index_throughput: SmallMap<Arc<str>, Throughput>,
}

/// Everything about a table but its items. Immutable: a change makes a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDefinition {
    pub name: Arc<str>,
    pub id: Arc<str>,
    pub arn: String,
    pub key: KeySchema,
    /// As declared, in the order declared.
    pub attribute_definitions: Vec<(Box<str>, ScalarType)>,
    pub status: TableStatus,
    pub created_at: Timestamp,
    pub billing: BillingMode,
    /// When the table last became one that is paid by request.
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

    pub fn index(&self, name: &str) -> Option<&IndexDefinition> {
        self.indexes.iter().find(|index| index.name.as_ref() == name)
    }

    pub fn indexes_of_kind(&self, kind: IndexKind) -> impl Iterator<Item = &IndexDefinition> {
        self.indexes.iter().filter(move |index| index.kind == kind)
    }

    /// The ARN of the log of point-in-time recovery; none while that is off.
    pub fn recovery_log(&self) -> Option<Arc<str>> {
        self.settings.recovery.map(|recovery| recovery_log_arn(&self.arn, recovery.since))
    }

    /// Whether somebody is told what is written: a stream, or recovery.
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
    /// Of the projected entries.
    pub size_bytes: u64,
}

impl IndexRows {
    /// The entry of `item` in `index`; none where the item lacks a key attribute (the index is sparse).
    pub fn entry_key(index: &IndexDefinition, table_key: &KeyBytes, item: &Item) -> Option<KeyBytes> {
        // What a write may not put there can still be found when an index is created later; it has no entry.
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

    /// Follows one write of the table; what comes after is given as it is and packed.
    pub fn follow(
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

    /// All entries for the items of a table.
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
    /// Empty without local indexes.
    pub(crate) collections: ItemCollections,
    pub vectors: VectorIndexes,
    pub(crate) expiries: Expiries,
    pub(crate) underway: Underway,
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
            underway: Underway::default(),
        }
    }

    /// Whether a vector index may be asked for values of the attribute.
    pub(crate) fn searches(&self, attribute: &str) -> bool {
        self.vectors.declares(attribute)
    }

    /// Bytes of an item as its writes are charged and as the table's size counts it: a vector has four for each dimension.
    pub(crate) fn stored_size_bytes(&self, item: &Item) -> u64 {
        self.vectors.stored_size_bytes(item)
    }

    pub(crate) fn stored_table_bytes(&self) -> u64 {
        self.vectors.stored_table_bytes(self.size_bytes)
    }

    pub fn index_rows(&self, name: &str) -> Option<&IndexRows> {
        self.indexes.get(name)
    }
}
