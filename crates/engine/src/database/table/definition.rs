//! The definition of a table and of its indexes, without items.

use std::sync::Arc;

use dynalab_types::projection::{ProjectedAttributes, Projection};
use dynalab_types::{Item, KeyAttribute, KeyBytes, KeySchema, PackedItem, ScalarType, SmallMap, Timestamp};

use crate::database::scheduler::TableRef;
use crate::database::stream::recovery_log_arn;
use crate::database::table::settings::TableSettings;
use crate::database::table::terms::{
    BillingMode, IndexKind, OnDemandThroughput, TableClass, TableStatus, Throughput,
};
use crate::database::table::warm_throughput::WarmThroughput;
use crate::execution::key_values::{check_key_lengths, is_empty};

/// The definition of a global or local index.
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
        self.entry_key(&KeyBytes::from_vec(Vec::new()), item).is_some()
    }

    /// Returns the key of the entry for `item`, or `None` if the item has no entry. The index is sparse: items without the key
    /// attributes have none.
    pub fn entry_key(&self, table_key: &KeyBytes, item: &Item) -> Option<KeyBytes> {
        // A write with such a value is rejected. An item can have it from before the index was created. It has no entry.
        let unfit = |attribute: &KeyAttribute| item.get(&attribute.name).is_some_and(is_empty);
        if self.key.attributes().any(unfit) || check_key_lengths(&self.key, item).is_err() {
            return None;
        }
        self.key.key_bytes_followed_by(item, table_key.as_slice())
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
    /// Returns the name and id of the table. A later table of the same name has another id.
    pub fn reference(&self) -> TableRef {
        TableRef { name: self.name.clone(), id: self.id.clone() }
    }

    /// Returns the global or local index with this name.
    #[inline]
    pub fn index(&self, name: &str) -> Option<&IndexDefinition> {
        self.indexes.iter().find(|index| index.name.as_ref() == name)
    }

    /// Returns the indexes of one kind, in the order of the definition.
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

    /// Returns true if the table has a local index, and therefore item collections with a limit.
    pub fn has_local_indexes(&self) -> bool {
        self.indexes_of_kind(IndexKind::Local).next().is_some()
    }
}
