//! TableDescription: a table as CreateTable, DescribeTable, UpdateTable and DeleteTable return it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::database::table::warm_throughput::WarmThroughput;
use crate::database::table::{
    BillingMode, IndexDefinition, IndexKind, IndexRows, Table, TableDefinition, TableStatus, Throughput,
};
use crate::execution::table_service::TableService;
use crate::registry::restore_summary::RestoreSummary;
use crate::registry::vector_index::{VectorIndexDefinition, description::VectorIndexDescription};
use crate::response::definition_members::{
    encode_caps, encode_encryption, encode_key, encode_key_of_encryption, encode_projection,
};
use crate::response::json_writer::{ObjectWriter, write_object};
use crate::response::replication_description::ReplicationDescription;

/// Returns the table description of DescribeTable.
pub fn table_description_json<S: TableService>(table: &Table) -> String {
    let mut json = String::new();
    write_object(&mut json, |object| TableDescription::from_table(table).encode::<S>(object));
    json
}

/// The item count and size of a table or an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    pub items: u64,
    pub bytes: u64,
}

/// A definition with the item counts and sizes at one time.
#[derive(Debug)]
pub struct TableDescription {
    definition: Arc<TableDefinition>,
    item_count: u64,
    size_bytes: u64,
    indexes: Vec<(u64, u64)>,
    /// True in the response of a request that creates the table or turns it to provisioned mode.
    hides_on_demand_date: bool,
    restored_from: Option<RestoreSummary>,
    replication: Option<Box<ReplicationDescription>>,
    pub(crate) vectors: Vec<VectorIndexDescription>,
    /// The key, while the encryption changes. The inner `None` is the account's key for DynamoDB.
    encryption_changing: Option<Option<String>>,
}

impl TableDescription {
    pub(crate) fn from_table(table: &Table) -> TableDescription {
        TableDescription::altered(table, table.definition.clone())
    }

    /// Describes a table with a new definition that is not committed yet.
    pub(crate) fn altered(table: &Table, definition: Arc<TableDefinition>) -> TableDescription {
        let none = IndexRows::default();
        let figures = |index: &IndexDefinition| {
            let rows = table.index_rows(&index.name).unwrap_or(&none);
            (rows.rows.len() as u64, rows.size_bytes)
        };
        TableDescription {
            item_count: table.items.len() as u64,
            size_bytes: table.stored_table_bytes(),
            indexes: definition.indexes.iter().map(figures).collect(),
            hides_on_demand_date: false,
            replication: None,
            definition,
            restored_from: None,
            vectors: table.vectors.iter().map(VectorIndexDescription::from_index).collect(),
            encryption_changing: None,
        }
    }

    /// Describes a table that is not created yet.
    pub fn empty(definition: Arc<TableDefinition>) -> TableDescription {
        let indexes = definition.indexes.iter().map(|_| (0, 0)).collect();
        TableDescription {
            definition,
            item_count: 0,
            size_bytes: 0,
            indexes,
            hides_on_demand_date: true,
            restored_from: None,
            replication: None,
            vectors: Vec::new(),
            encryption_changing: None,
        }
    }

    /// Describes an encryption that is being changed.
    pub fn with_encryption_changing(self, key: Option<String>) -> TableDescription {
        TableDescription { encryption_changing: Some(key), ..self }
    }

    /// Adds the source of a table that is being restored.
    pub fn restored_from(self, restored_from: Option<RestoreSummary>) -> TableDescription {
        TableDescription { restored_from, ..self }
    }

    /// Leaves out when the table turned to on-demand mode.
    pub(crate) fn without_on_demand_date(self) -> TableDescription {
        TableDescription { hides_on_demand_date: true, ..self }
    }

    /// Replaces item counts and sizes by earlier ones.
    pub fn with_figures(self, table: Figures, of_index: impl Fn(&str) -> Figures) -> TableDescription {
        let Figures { items, bytes } = table;
        let of_index = |index: &IndexDefinition| {
            let Figures { items, bytes } = of_index(&index.name);
            (items, bytes)
        };
        let indexes = self.definition.indexes.iter().map(of_index).collect();
        TableDescription { item_count: items, size_bytes: bytes, indexes, ..self }
    }

    /// Replaces the figures of indexes that are being filled.
    pub fn with_entries(mut self, entries: impl Fn(&IndexDefinition) -> Option<Figures>) -> TableDescription {
        for (shown, index) in self.indexes.iter_mut().zip(&self.definition.indexes) {
            if let Some(Figures { items, bytes }) = entries(index) {
                *shown = (items, bytes);
            }
        }
        self
    }

    /// Returns the description with replicas.
    pub fn with_replication(self, replication: Option<ReplicationDescription>) -> TableDescription {
        TableDescription { replication: replication.map(Box::new), ..self }
    }

    /// Returns the status, which is UPDATING while replicas change.
    pub fn status_name(&self) -> &'static str {
        let changes = self.replication.as_ref().and_then(|replication| replication.table_status());
        changes
            .filter(|_| self.definition.status == TableStatus::Active)
            .unwrap_or(self.definition.status.name())
    }

    /// Adds vector indexes that are not created yet.
    pub fn with_new(mut self, vectors: &[VectorIndexDefinition]) -> TableDescription {
        self.vectors.extend(vectors.iter().cloned().map(VectorIndexDescription::empty));
        self
    }

    /// Marks a vector index as DELETING.
    pub(crate) fn without(mut self, name: &str) -> TableDescription {
        for index in self.vectors.iter_mut().filter(|index| index.name() == name) {
            index.set_status(TableStatus::Deleting);
        }
        self
    }

    /// Returns the definition that is described.
    pub fn definition(&self) -> &TableDefinition {
        &self.definition
    }

    /// Writes the members of a TableDescription.
    pub fn encode<S: TableService>(&self, object: &mut ObjectWriter) {
        let definition = &self.definition;
        let mut definitions: Vec<_> = definition.attribute_definitions.iter().collect();
        definitions.sort();
        object.objects("AttributeDefinitions", definitions, |object, (name, scalar_type)| {
            object.text("AttributeName", name);
            object.text("AttributeType", scalar_type.name());
        });
        object.text("TableName", &definition.name);
        encode_key(&definition.key, object);
        object.text("TableStatus", S::status_name(self));
        object.date("CreationDateTime", definition.created_at);
        encode_throughput(&definition.throughput, object);
        object.integer("TableSizeBytes", self.size_bytes);
        object.integer("ItemCount", self.item_count);
        object.text("TableArn", &definition.arn);
        object.text("TableId", &definition.id);
        self.encode_billing(object);
        self.encode_indexes(IndexKind::Local, "LocalSecondaryIndexes", object);
        self.encode_indexes(IndexKind::Global, "GlobalSecondaryIndexes", object);
        if let Some(class) = definition.table_class {
            object.object("TableClassSummary", |object| object.text("TableClass", class.name()));
        }
        if let Some(stream) = &definition.settings.stream {
            if stream.enabled {
                object.object("StreamSpecification", |object| {
                    object.boolean("StreamEnabled", true);
                    object.text("StreamViewType", stream.view.name());
                });
            }
            object.text("LatestStreamLabel", &stream.label);
            object.text("LatestStreamArn", &stream.arn);
        }
        S::encode_origin(self, object);
        match &self.encryption_changing {
            Some(key) => encode_key_of_encryption("UPDATING", &definition.arn, key.as_deref(), object),
            None => encode_encryption(definition, object),
        }
        object.boolean("DeletionProtectionEnabled", definition.deletion_protection);
        encode_caps(definition.on_demand_throughput, object);
        encode_warm(definition.status, definition.warm, definition.billing, &definition.throughput, object);
        S::encode_vectors(self, object);
    }

    /// Writes the replicas of the table and the source of its restore.
    pub fn encode_origin(&self, object: &mut ObjectWriter) {
        if let Some(replication) = &self.replication {
            replication.encode(&self.definition, object);
        }
        if let Some(summary) = &self.restored_from {
            summary.encode(self.definition.status == TableStatus::Creating, object);
        }
    }

    /// Writes the member VectorIndexes, if there are any.
    pub fn encode_vectors(&self, object: &mut ObjectWriter) {
        let definition = &self.definition;
        if !self.vectors.is_empty() {
            object.objects("VectorIndexes", &self.vectors, |object, index| {
                index.encode(&definition.arn, definition.status, object);
            });
        }
    }

    /// Writes the shorter description of a deleted table.
    pub(crate) fn encode_deleted<S: TableService>(&self, object: &mut ObjectWriter) {
        let definition = &self.definition;
        object.text("TableName", &definition.name);
        object.text("TableStatus", S::status_name(self));
        encode_throughput(&definition.throughput, object);
        object.integer("TableSizeBytes", self.size_bytes);
        object.integer("ItemCount", self.item_count);
        object.text("TableArn", &definition.arn);
        object.text("TableId", &definition.id);
        self.encode_billing_summary(object);
        object.boolean("DeletionProtectionEnabled", definition.deletion_protection);
    }

    fn encode_billing(&self, object: &mut ObjectWriter) {
        if self.encode_billing_summary(object) {
            object.object("TableThroughputModeSummary", |object| {
                object.text("TableThroughputMode", self.definition.billing.name());
            });
        }
    }

    /// Writes the billing mode summary. Returns false for a table that was never on demand, which has none.
    fn encode_billing_summary(&self, object: &mut ObjectWriter) -> bool {
        let definition = &self.definition;
        let has_one =
            definition.billing == BillingMode::PayPerRequest || definition.on_demand_since.is_some();
        if has_one {
            object.object("BillingModeSummary", |object| {
                object.text("BillingMode", definition.billing.name());
                if let Some(since) = definition.on_demand_since.filter(|_| !self.hides_on_demand_date) {
                    object.date("LastUpdateToPayPerRequestDateTime", since);
                }
            });
        }
        has_one
    }

    fn encode_indexes(&self, kind: IndexKind, member: &str, object: &mut ObjectWriter) {
        let indexes = self.definition.indexes.iter().zip(&self.indexes);
        let of_kind: Vec<_> = indexes.filter(|(index, _)| index.kind == kind).collect();
        if of_kind.is_empty() {
            return;
        }
        object.objects(member, of_kind, |object, (index, (item_count, size_bytes))| {
            object.text("IndexName", &index.name);
            encode_key(&index.key, object);
            encode_projection(&index.projection, object);
            if kind == IndexKind::Global {
                object.text("IndexStatus", index.status.name());
                if index.status == TableStatus::Creating && self.definition.status != TableStatus::Creating {
                    object.boolean("Backfilling", self.definition.status != TableStatus::Updating);
                }
                encode_throughput(&index.throughput, object);
            }
            if kind == IndexKind::Global {
                let billing = self.definition.billing;
                encode_caps(index.on_demand_throughput, object);
                encode_warm(index.status, index.warm, billing, &index.throughput, object);
            }
            object.integer("IndexSizeBytes", *size_bytes);
            object.integer("ItemCount", *item_count);
            object.text("IndexArn", &format!("{}/index/{}", self.definition.arn, index.name));
        });
    }
}

/// Writes the warm throughput. A table or index that is being created has none, unless the request contained one.
fn encode_warm(
    status: TableStatus,
    warm: WarmThroughput,
    billing: BillingMode,
    throughput: &Throughput,
    object: &mut ObjectWriter,
) {
    if status != TableStatus::Creating || warm.wanted.is_some() {
        warm.encode(billing, throughput, object);
    }
}

fn encode_throughput(throughput: &Throughput, object: &mut ObjectWriter) {
    object.object("ProvisionedThroughput", |object| {
        if let Some(at) = throughput.last_increase {
            object.date("LastIncreaseDateTime", at);
        }
        if let Some(at) = throughput.last_decrease {
            object.date("LastDecreaseDateTime", at);
        }
        object.integer("NumberOfDecreasesToday", throughput.decreases_today);
        object.integer("ReadCapacityUnits", throughput.read);
        object.integer("WriteCapacityUnits", throughput.write);
    });
}
