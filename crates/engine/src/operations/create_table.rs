//! CreateTable: creates a table with its keys and indexes. It is CREATING until the scheduler makes it ACTIVE.

use std::sync::Arc;

use dynalab_types::{KeySchema, ScalarType};

use crate::database::Database;
use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::Work;
use crate::database::stream::{StreamDefinition, StreamView};
use crate::database::table::settings::{Encryption, TableSettings, TableStream};
use crate::database::table::tags::{RequestedTag, Tags};
use crate::database::table::warm_throughput::{RequestedWarmThroughput, WarmThroughput};
use crate::database::table::{
    BillingMode, IndexDefinition, IndexKind, OnDemandThroughput, TableClass, TableDefinition, TableStatus,
    Throughput,
};
use crate::error::{CapacityError, DynamoError, IndexError, ValidationError};
use crate::error::{TableError, UpdateError};
use crate::execution::context::Context;
use crate::execution::table_action::check_name_is_free;
use crate::execution::table_service::{TableService, not_supported_member};
use crate::registry::vector_index::VectorIndexDefinition;
use crate::registry::vector_index::requested::RequestedVectorIndex;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::request::table_checks::{
    OnDemandOwner, bind_index, bind_index_key, bind_key, check_definitions, check_definitions_used,
    check_indexes, check_maximum_throughputs, check_on_demand_throughput, kept_definitions, shared_name,
};
use crate::request::table_members::{
    KeyElement, RequestedEncryption, RequestedIndex, RequestedStream, RequestedThroughput,
    decode_attribute_definitions, decode_billing_mode, decode_encryption, decode_index, decode_key_schema,
    decode_on_demand_throughput, decode_stream, decode_table_class, decode_tags, decode_throughput,
    decode_throughput_mode,
};
use crate::response::json_writer::ObjectWriter;
use crate::response::table_description::TableDescription;
use crate::settings::durations::Timed;
use crate::trace::EventKind;

/// A CreateTable request.
#[derive(Clone, Debug)]
pub struct CreateTable {
    table: Option<String>,
    definitions: Vec<(String, ScalarType)>,
    key: Vec<KeyElement>,
    billing: Option<BillingMode>,
    throughput: Option<RequestedThroughput>,
    on_demand_throughput: Option<OnDemandThroughput>,
    warm: Option<RequestedWarmThroughput>,
    local_indexes: Option<Vec<RequestedIndex>>,
    global_indexes: Option<Vec<RequestedIndex>>,
    table_class: Option<Result<TableClass, UpdateError>>,
    tags: Vec<RequestedTag>,
    encryption: Option<RequestedEncryption>,
    stream: Option<RequestedStream>,
    deletion_protection: bool,
    resource_policy: Option<String>,
    vectors: Option<Vec<RequestedVectorIndex>>,
    not_supported: Option<&'static str>,
}

/// A checked CreateTable request.
#[derive(Clone)]
pub struct BoundTable {
    key: KeySchema,
    indexes: Vec<IndexDefinition>,
    billing: BillingMode,
    warm: WarmThroughput,
    encryption: Option<Encryption>,
    table_class: Option<TableClass>,
    tags: Tags,
    /// The view type of its stream. `None` without a stream.
    view: Option<StreamView>,
    vectors: Vec<VectorIndexDefinition>,
}

/// Returns what is created, as durations distinguish it.
pub fn creation(definition: &TableDefinition, vectors: &[VectorIndexDefinition]) -> Timed {
    match definition.indexes.is_empty() && vectors.is_empty() {
        true => Timed::Creation,
        false => Timed::CreationWithIndexes,
    }
}

/// Returns the indexes in the order in which a definition has them.
fn local_first(mut indexes: Vec<IndexDefinition>) -> Vec<IndexDefinition> {
    // The sort is stable, so each kind keeps the order of the request.
    indexes.sort_by_key(|index| index.kind != IndexKind::Local);
    indexes
}

impl CreateTable {
    fn bind<S: TableService>(&self) -> Result<BoundTable, DynamoError> {
        if self.table.is_none() {
            return Err(ValidationError::RequiredParameter { name: "TableName" }.into());
        }
        let billing = self.billing.unwrap_or(BillingMode::Provisioned);
        check_definitions(&self.definitions)?;
        let key = bind_key(&self.key, &self.definitions, false)?;
        self.check_throughput(billing)?;
        let indexes = self.requested_indexes()?;
        let bind_key = |(kind, index): &(IndexKind, &RequestedIndex)| {
            bind_index_key(index, *kind, &key, &self.definitions)
        };
        // Wrong keys are reported index by index. If all are right, unused definitions come before the rest of an index.
        if let Ok(index_keys) = indexes.iter().map(bind_key).collect::<Result<Vec<_>, _>>() {
            let searched = S::searched_attributes(self.vectors.as_deref());
            check_definitions_used(&self.definitions, &key, &index_keys, searched.as_deref())?;
        }
        self.check_index_throughput(billing)?;
        let bind = |(kind, index)| {
            let index_key = bind_index_key(index, kind, &key, &self.definitions)?;
            bind_index(index, kind, index_key, billing, &key, TableStatus::Creating)
        };
        let indexes = indexes.into_iter().map(bind).collect::<Result<Vec<_>, _>>()?;
        let indexes = local_first(indexes);
        check_indexes(&indexes)?;
        let vectors = S::bind_vectors(self.vectors.as_deref(), &key, &self.definitions, billing, &indexes)?;
        let tags = Tags::default().with(&self.tags)?;
        let encryption = self.encryption.as_ref().map_or(Ok(None), RequestedEncryption::bind)?;
        let table_class = self.table_class.transpose()?;
        let view = self.stream.map_or(Ok(None), RequestedStream::bind)?;
        if let Some(member) = self.not_supported {
            return Err(TableError::NotSupported { member }.into());
        }
        let throughput = self.throughput.map(Throughput::from).unwrap_or_default();
        let warm = self.warm.map(|warm| warm.bind(None, billing, &throughput, None));
        let warm = warm.transpose()?.unwrap_or_default();
        Ok(BoundTable { key, indexes, billing, warm, encryption, table_class, tags, view, vectors })
    }

    /// Returns the indexes in the order in which their problems are reported: global ones first.
    fn requested_indexes(&self) -> Result<Vec<(IndexKind, &RequestedIndex)>, IndexError> {
        let lists = [
            (IndexKind::Global, &self.global_indexes, "GlobalSecondaryIndexes"),
            (IndexKind::Local, &self.local_indexes, "LocalSecondaryIndexes"),
        ];
        let mut indexes = Vec::new();
        for (kind, requested, list) in lists {
            let Some(requested) = requested else { continue };
            if requested.is_empty() {
                return Err(IndexError::EmptyList { list });
            }
            indexes.extend(requested.iter().map(|index| (kind, index)));
        }
        Ok(indexes)
    }

    fn check_throughput(&self, billing: BillingMode) -> Result<(), DynamoError> {
        match (billing, self.throughput) {
            (BillingMode::PayPerRequest, Some(_)) => return Err(CapacityError::OnDemand.into()),
            (BillingMode::Provisioned, None) => return Err(CapacityError::Required.into()),
            _ => {}
        }
        let of_table = OnDemandOwner { index: None, is_new: true };
        Ok(check_on_demand_throughput(self.on_demand_throughput, billing, of_table)?)
    }

    fn check_index_throughput(&self, billing: BillingMode) -> Result<(), CapacityError> {
        for index in self.global_indexes.iter().flatten() {
            let name = || index.name.clone();
            match (billing, index.throughput) {
                (BillingMode::PayPerRequest, Some(_)) => {
                    return Err(CapacityError::OnDemandForIndex { index: name() });
                }
                (BillingMode::Provisioned, None) => {
                    return Err(CapacityError::NotSpecifiedForIndex { index: name() });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the table parameters of an import, which has only some of the members.
    pub fn decode_of_import(fields: &mut Fields) -> CreateTable {
        let table = fields.nested_table_name();
        fields.require("AttributeDefinitions");
        fields.require("KeySchema");
        CreateTable {
            table: Some(table),
            definitions: decode_attribute_definitions(fields).unwrap_or_default(),
            key: decode_key_schema(fields, 2),
            billing: decode_billing_mode(fields),
            throughput: decode_throughput(fields),
            on_demand_throughput: decode_on_demand_throughput(fields),
            warm: None,
            local_indexes: None,
            encryption: decode_encryption(fields),
            global_indexes: fields.list("GlobalSecondaryIndexes", |index| decode_index(index, 8)),
            table_class: None,
            tags: Vec::new(),
            stream: None,
            deletion_protection: false,
            resource_policy: None,
            vectors: fields.list("VectorIndexes", RequestedVectorIndex::decode),
            not_supported: None,
        }
    }

    /// Returns the table as the request names it.
    pub fn table_mut(&mut self) -> Option<&mut String> {
        self.table.as_mut()
    }

    /// Returns the name of the table, also if the request has an ARN.
    pub fn name(&self) -> &str {
        table_name_of(self.table.as_deref().unwrap_or_default())
    }

    fn check<S: TableService>(&self, database: &Database) -> Result<BoundTable, DynamoError> {
        let bound = self.bind::<S>()?;
        check_name_is_free(database, self.name())?;
        Ok(bound)
    }
}

impl<S: TableService> Operation<S> for CreateTable {
    const NAME: &'static str = "CreateTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::TableOrAccount(|operation| operation.table.as_deref());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| operation.table.iter_mut().collect();
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> CreateTable {
        let table = if fields.has("TableName") { Some(fields.table_name()) } else { None };
        if table.is_some() {
            fields.require("AttributeDefinitions");
            fields.require("KeySchema");
        }
        CreateTable {
            table,
            billing: decode_throughput_mode(fields),
            definitions: decode_attribute_definitions(fields).unwrap_or_default(),
            key: decode_key_schema(fields, 2),
            throughput: decode_throughput(fields),
            on_demand_throughput: decode_on_demand_throughput(fields),
            warm: RequestedWarmThroughput::decode(fields),
            // In the order in which DynamoDB reports problems.
            global_indexes: fields.list("GlobalSecondaryIndexes", |index| decode_index(index, 8)),
            local_indexes: fields.list("LocalSecondaryIndexes", |index| decode_index(index, 2)),
            table_class: decode_table_class(fields),
            tags: decode_tags(fields).unwrap_or_default(),
            encryption: decode_encryption(fields),
            stream: decode_stream(fields),
            deletion_protection: fields.boolean("DeletionProtectionEnabled").unwrap_or(false),
            resource_policy: fields.text("ResourcePolicy"),
            vectors: S::decode_vectors(fields),
            not_supported: not_supported_member::<S>(fields),
        }
    }

    type Planned = BoundTable;

    fn plan(&self, database: &Database) -> Result<BoundTable, DynamoError> {
        self.check::<S>(database)
    }

    fn step(
        &mut self,
        bound: &mut BoundTable,
        context: &mut Context<S>,
    ) -> Result<Step<TableDescription>, DynamoError> {
        let of_indexes = self.global_indexes.iter().flatten();
        let of_indexes = of_indexes.map(|index| (index.throughput, index.name.as_str()));
        check_maximum_throughputs(self.throughput, of_indexes, &context.config.region)?;
        let bound = bound.clone();
        let vectors = bound.vectors;
        let BoundTable { key, indexes, billing, warm, encryption, table_class, tags, view, .. } = bound;
        let name = shared_name(self.name());
        let arn = context.config.table_arn(&name);
        let taken = |arn: &str| context.database.stream(arn).is_ok();
        let stream =
            view.map(|view| StreamDefinition::new(&arn, name.clone(), view, key.clone(), context.now, taken));
        let definition = TableDefinition {
            arn,
            id: context.ids.next_uuid().into(),
            key,
            attribute_definitions: kept_definitions(&self.definitions),
            status: TableStatus::Creating,
            created_at: context.now,
            billing,
            on_demand_since: (billing == BillingMode::PayPerRequest).then_some(context.now),
            throughput: self.throughput.map(Throughput::from).unwrap_or_default(),
            on_demand_throughput: self.on_demand_throughput.and_then(OnDemandThroughput::kept),
            warm,
            table_class,
            deletion_protection: self.deletion_protection,
            indexes,
            pending: None,
            settings: TableSettings {
                tags,
                encryption,
                stream: stream.as_ref().map(TableStream::from),
                ..TableSettings::default()
            },
            name,
        };
        let description = TableDescription::empty(Arc::new(definition.clone()));
        let policy = self.resource_policy.as_deref();
        let (description, further) = S::create_table(context, &definition, policy, &vectors, description)?;
        context.trace.emit(|| EventKind::TableCreated { table: definition.name.clone() });
        let work = Work::FinishTableChange { table: definition.reference() };
        let delay_ms =
            S::duration_ms(context.config, creation(&definition, &vectors), &definition, context.now);
        let mut writes = WriteSet::from_change(Change::create_table(definition)).then(delay_ms, work);
        writes.changes.extend(stream.map(Change::stream));
        writes.changes.extend(further);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode::<S>(object));
    }
}
