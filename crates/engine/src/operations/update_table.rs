//! UpdateTable: changes capacity, billing mode, table class and protection, and creates or deletes one global index at a time.

mod actions;
mod alone;
mod answer;
pub mod capacity;
pub mod mode_switches;
mod schedule;
pub mod vectors;

pub use schedule::schedule_simply;

use std::collections::BTreeSet;

use dynalab_types::{KeySchema, KeyType, ScalarType, Timestamp};

use crate::database::Database;
use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::Work;
use crate::database::stream::{StreamDefinition, StreamView};
use crate::database::table::warm_throughput::{RequestedWarmThroughput, WarmThroughput};
use crate::database::table::{
    BillingMode, IndexKind, OnDemandThroughput, Table, TableClass, TableDefinition, TableStatus,
};
use crate::error::SettingError;
use crate::error::ThroughputError;
use crate::error::{CapacityError, DynamoError, IndexError, LimitError};
use crate::error::{TableError, UpdateError};
use crate::execution::context::Context;
use crate::execution::plan::Plan;
use crate::execution::table_action::Admittance;
use crate::execution::table_service::{TableService, not_supported_member};
use crate::operations::update_table::answer::without_removed_maximums;
use crate::operations::update_table::capacity::CapacityUpdate;
use crate::operations::update_table::mode_switches::ModeSwitches;
use crate::operations::update_table::vectors::{VectorChange, VectorUpdates};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step, reads_nothing};
use crate::request::replication_updates::ReplicationUpdates;
use crate::request::table_checks::{
    GLOBAL_INDEXES_MAX, bind_index, bind_index_key, check_definitions, check_indexes,
    check_maximum_throughputs, kept_definitions,
};
use crate::request::table_members::{
    RequestedEncryption, RequestedIndex, RequestedStream, RequestedThroughput, decode_attribute_definitions,
    decode_billing_mode, decode_encryption, decode_index, decode_on_demand_throughput, decode_stream,
    decode_table_class, decode_throughput,
};
use crate::response::json_writer::ObjectWriter;
use crate::response::table_description::TableDescription;
use crate::trace::EventKind;

/// An UpdateTable request.
#[derive(Clone, Debug)]
pub struct UpdateTable {
    table: String,
    definitions: Option<Vec<(String, ScalarType)>>,
    billing: Option<BillingMode>,
    throughput: Option<RequestedThroughput>,
    on_demand_throughput: Option<OnDemandThroughput>,
    warm: Option<RequestedWarmThroughput>,
    index_updates: Option<Vec<IndexUpdate>>,
    vector_updates: VectorUpdates,
    table_class: Option<Result<TableClass, UpdateError>>,
    deletion_protection: Option<bool>,
    encryption: Option<RequestedEncryption>,
    stream: Option<RequestedStream>,
    pub replication: ReplicationUpdates,
    not_supported: Option<&'static str>,
}

/// One element of GlobalSecondaryIndexUpdates.
#[derive(Clone, Debug)]
struct IndexUpdate {
    create: Option<RequestedIndex>,
    update: Option<CapacityUpdate>,
    delete: Option<String>,
}

/// The new definitions of the table, a vector index and the stream.
struct NewDefinitions {
    definition: TableDefinition,
    vector: Option<VectorChange>,
    stream: Option<StreamDefinition>,
    /// The recorded changes of the billing mode, if the table changes to on demand.
    switches: Option<ModeSwitches>,
}

impl UpdateTable {
    fn updates(&self) -> &[IndexUpdate] {
        self.index_updates.as_deref().unwrap_or_default()
    }

    /// Returns the attribute definitions if the request reads them. Without an index to create, DynamoDB ignores them.
    fn read_definitions(&self) -> &[(String, ScalarType)] {
        let creates =
            self.updates().iter().any(|update| update.create.is_some()) || self.vector_updates.creates();
        self.definitions.as_deref().filter(|_| creates).unwrap_or_default()
    }

    fn check_request(&self) -> Result<(), DynamoError> {
        if let Some(member) = self.not_supported {
            return Err(TableError::NotSupported { member }.into());
        }
        let nothing = self.billing.is_none()
            && self.throughput.is_none()
            && self.on_demand_throughput.is_none()
            && self.updates().is_empty()
            && self.vector_updates.count() == 0
            && self.table_class.is_none()
            && self.deletion_protection.is_none()
            && self.encryption.is_none()
            && self.stream.is_none()
            && self.warm.is_none();
        if !nothing {
            self.replication.check_alone()?;
        }
        let nothing = nothing && self.replication.is_nothing();
        if nothing {
            return Err(TableError::NothingToUpdate.into());
        }
        if self.index_updates.is_some() && self.updates().is_empty() {
            return Err(IndexError::EmptyList { list: "GlobalSecondaryIndexUpdates" }.into());
        }
        self.check_alone()?;
        if (self.billing, self.throughput) == (Some(BillingMode::Provisioned), None) {
            return Err(CapacityError::RequiredForUpdate.into());
        }
        check_definitions(self.read_definitions())?;
        let mut names = BTreeSet::new();
        for update in self.updates() {
            let name = update.index_name();
            match [update.create.is_some(), update.update.is_some(), update.delete.is_some()] {
                [false, false, false] => return Err(IndexError::EmptyUpdate.into()),
                [true, false, false] | [false, true, false] | [false, false, true] => {}
                _ => return Err(IndexError::OneActionPerUpdate.into()),
            }
            if update.update.as_ref().is_some_and(CapacityUpdate::has_no_warm_throughput) {
                return Err(ThroughputError::WarmEmpty { index: name.to_owned() }.into());
            }
            if !names.insert(name) {
                return Err(IndexError::OneUpdateEach { index: name.to_owned() }.into());
            }
        }
        if self.online_operations() > 1 {
            Err(DynamoError::Limit(LimitError::OneOnlineIndexOperation))
        } else {
            Ok(())
        }
    }

    /// Returns the number of indexes to create or delete.
    fn online_operations(&self) -> usize {
        let secondary = self.updates().iter().filter(|update| update.update.is_none()).count();
        secondary + self.vector_updates.count()
    }

    /// Returns the table with its new definitions, or with none if its state accepts the request and drops it.
    fn check<'a, S: TableService>(
        &self,
        database: &'a Database,
        now: Timestamp,
    ) -> Result<(&'a Table, Option<NewDefinitions>), DynamoError> {
        self.check_request()?;
        let table = database.described_table(table_name_of(&self.table))?;
        let definition = &table.definition;
        if S::check_state(database, table, &self.actions(), now)? == Admittance::Dropped {
            return Ok((table, None));
        }
        self.refuse_redefinitions(definition)?;
        let mut after = definition.as_ref().clone();
        self.change_settings(&mut after)?;
        self.change_capacity(&mut after, now)?;
        let to_on_demand = self.billing == Some(BillingMode::PayPerRequest)
            && definition.billing == BillingMode::Provisioned;
        let switches = match to_on_demand {
            true => Some(ModeSwitches::load(database, &definition.name).after_another(now)?),
            false => None,
        };
        self.change_indexes(&mut after)?;
        let vector = S::change_vectors(self, &mut after, table)?;
        let stream = self.change_stream(&mut after, database, now)?;
        S::check_cool_downs(database, table, &after, now)?;
        Ok((table, Some(NewDefinitions { definition: after, vector, stream, switches })))
    }

    /// Checks that the attributes of a new index keep their types. Other definitions beside it are ignored.
    fn refuse_redefinitions(&self, definition: &TableDefinition) -> Result<(), TableError> {
        let of_created = |attribute: &str| {
            let mut created = self.updates().iter().filter_map(|update| update.create.as_ref());
            self.vector_updates.creates()
                || created.any(|index| index.key.iter().any(|key| key.name == attribute))
        };
        for (attribute, requested) in self.read_definitions() {
            if !of_created(attribute) {
                continue;
            }
            let has = |(name, _): &&(Box<str>, ScalarType)| name.as_ref() == attribute;
            let Some((_, existing)) = definition.attribute_definitions.iter().find(has) else { continue };
            if existing != requested {
                let is_sort = |key: &KeySchema| key.sort.iter().any(|sort| sort.name.as_ref() == attribute);
                let mut keys = definition.indexes.iter().map(|index| &index.key);
                let sorts = match definition.key.contains(attribute) {
                    true => is_sort(&definition.key),
                    false => keys.all(|key| is_sort(key) || !key.contains(attribute)),
                };
                let role = if sorts { KeyType::Range } else { KeyType::Hash };
                return Err(TableError::AttributeRedefined {
                    attribute: attribute.clone(),
                    existing: *existing,
                    requested: *requested,
                    role,
                });
            }
        }
        Ok(())
    }

    /// Applies the changes that take effect immediately.
    fn change_settings(&self, after: &mut TableDefinition) -> Result<(), UpdateError> {
        if let Some(protection) = self.deletion_protection {
            after.deletion_protection = protection;
        }
        if let Some(encryption) = &self.encryption {
            after.settings.encryption = encryption.rebind(after)?;
        }
        if let Some(class) = self.table_class {
            // DynamoDB does not show the first class of a table until it has had another one.
            let class = Some(class?);
            after.table_class =
                class.filter(|class| after.table_class.is_some() || *class != TableClass::Standard);
        }
        Ok(())
    }

    /// Returns the requested view type, or the one that replicas need. The inner `None` turns the stream off.
    fn requested_view(&self, after: &TableDefinition) -> Result<Option<Option<StreamView>>, SettingError> {
        if self.stream.is_none() && self.needs_stream() && after.settings.open_stream().is_none() {
            return Ok(Some(Some(StreamView::NewAndOldImages)));
        }
        let view = self.stream.map(RequestedStream::bind).transpose();
        view.map_err(|error| match error {
            SettingError::StreamViewMissing => SettingError::StreamViewMissingInUpdate,
            SettingError::StreamViewNotAllowed => SettingError::StreamViewNotAllowedInUpdate,
            other => other,
        })
    }

    fn needs_stream(&self) -> bool {
        self.replication.needs_stream()
    }

    /// Returns the stream that is created or closed.
    fn change_stream(
        &self,
        after: &mut TableDefinition,
        database: &Database,
        now: Timestamp,
    ) -> Result<Option<StreamDefinition>, DynamoError> {
        let Some(view) = self.requested_view(after)? else { return Ok(None) };
        let table = after.name.to_string();
        let open = after.settings.open_stream();
        let stream = match (view, open) {
            (Some(_), Some(_)) => return Err(SettingError::StreamAlreadyEnabled { table }.into()),
            (None, None) => return Err(SettingError::StreamAlreadyDisabled { table }.into()),
            (Some(view), None) => {
                let taken = |arn: &str| database.stream(arn).is_ok();
                let (name, key) = (after.name.clone(), after.key.clone());
                StreamDefinition::new(&after.arn, name, view, key, now, taken)
            }
            (None, Some(arn)) => {
                let definition = database.stream(arn)?.definition.as_ref().clone();
                StreamDefinition { closed: true, ..definition }
            }
        };
        after.settings.stream = Some((&stream).into());
        Ok(Some(stream))
    }

    fn change_indexes(&self, after: &mut TableDefinition) -> Result<(), DynamoError> {
        for update in self.updates() {
            if let Some(requested) = &update.create {
                self.create_index(after, requested)?;
            }
            if let Some(name) = &update.delete {
                let Some(index) = after.indexes.iter_mut().find(|index| index.name.as_ref() == name) else {
                    let table = after.name.to_string();
                    return Err(DynamoError::IndexNotFound { index: name.clone(), table });
                };
                if index.kind == IndexKind::Local {
                    return Err(IndexError::NotGlobal { verb: "delete", index: name.clone() }.into());
                }
                index.status = TableStatus::Deleting;
                after.status = TableStatus::Updating;
            }
        }
        Ok(())
    }

    fn create_index(
        &self,
        after: &mut TableDefinition,
        requested: &RequestedIndex,
    ) -> Result<(), DynamoError> {
        if after.index(&requested.name).is_some() {
            return Err(IndexError::AlreadyExists.into());
        }
        if after.indexes_of_kind(IndexKind::Global).count() >= GLOBAL_INDEXES_MAX {
            return Err(DynamoError::Limit(LimitError::TooManyGlobalIndexes));
        }
        let billing = after.pending.as_ref().map_or(after.billing, |pending| pending.billing);
        match (billing, requested.throughput) {
            (BillingMode::Provisioned, None) => {
                return Err(CapacityError::MissingForNewIndex { index: requested.name.clone() }.into());
            }
            (BillingMode::PayPerRequest, Some(_)) => {
                return Err(CapacityError::OnDemandForNewIndex { index: requested.name.clone() }.into());
            }
            _ => {}
        }
        // Only the definitions of this request count, not those of the table.
        let Some(definitions) = &self.definitions else {
            return Err(IndexError::DefinitionsNotSpecified { index: requested.name.clone() }.into());
        };
        let kind = IndexKind::Global;
        let key = bind_index_key(requested, kind, &after.key, definitions)?;
        let index = bind_index(requested, kind, key, billing, &after.key, TableStatus::Creating)?;
        for (name, scalar_type) in kept_definitions(definitions) {
            let known = after.attribute_definitions.iter().any(|(defined, _)| *defined == name);
            if !known && index.key.contains(&name) {
                after.attribute_definitions.push((name, scalar_type));
            }
        }
        after.indexes.push(index);
        check_indexes(&after.indexes)?;
        after.status = TableStatus::Updating;
        Ok(())
    }

    /// Returns the work that the scheduler must finish.
    fn work<S: TableService>(&self, changed: &NewDefinitions) -> Vec<Work> {
        let after = &changed.definition;
        let table = after.reference();
        let mut work = changed.vector.as_ref().map_or(Vec::new(), |change| S::vector_work(change, after));
        for update in self.updates() {
            if let Some(created) = &update.create {
                let index = created.name.as_str().into();
                work.push(Work::FinishIndexCreate { table: table.clone(), index });
            }
            if let Some(name) = &update.delete {
                work.push(Work::FinishIndexDelete { table: table.clone(), index: name.as_str().into() });
            }
        }
        let warms_up = |warm: &WarmThroughput| warm.wanted.is_some();
        let waits = after.pending.is_some()
            || after.status == TableStatus::Updating
            || warms_up(&after.warm)
            || after.indexes.iter().any(|index| warms_up(&index.warm));
        if work.is_empty() && waits {
            work.push(Work::FinishTableChange { table });
        }
        work
    }
}

impl IndexUpdate {
    /// Returns the requested throughput, with the index.
    fn throughput(&self) -> Option<(RequestedThroughput, &str)> {
        let created = self.create.as_ref().and_then(|index| index.throughput);
        let updated = self.update.as_ref().and_then(CapacityUpdate::throughput);
        Some((created.or(updated)?, self.index_name()))
    }

    fn index_name(&self) -> &str {
        let created = self.create.as_ref().map(|index| index.name.as_str());
        let updated = self.update.as_ref().map(CapacityUpdate::index_name);
        created.or(updated).or(self.delete.as_deref()).unwrap_or_default()
    }
}

impl<S: TableService> Operation<S> for UpdateTable {
    const NAME: &'static str = "UpdateTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> UpdateTable {
        UpdateTable {
            table: fields.table_name(),
            billing: decode_billing_mode(fields),
            definitions: decode_attribute_definitions(fields),
            throughput: decode_throughput(fields),
            // Empty structures are ignored.
            on_demand_throughput: decode_on_demand_throughput(fields)
                .filter(|caps| *caps != OnDemandThroughput::default()),
            warm: RequestedWarmThroughput::decode(fields).filter(|warm| !warm.is_empty()),
            index_updates: fields.list("GlobalSecondaryIndexUpdates", |update| IndexUpdate {
                create: update.nested("Create", |index| decode_index(index, 8)),
                update: update.nested("Update", CapacityUpdate::decode),
                delete: update.nested("Delete", |index| {
                    index.require("IndexName");
                    index.index_name("IndexName").unwrap_or_default()
                }),
            }),
            vector_updates: S::decode_vector_updates(fields),
            table_class: decode_table_class(fields),
            deletion_protection: fields.boolean("DeletionProtectionEnabled"),
            encryption: decode_encryption(fields),
            stream: decode_stream(fields),
            replication: S::decode_replication(fields),
            not_supported: not_supported_member::<S>(fields),
        }
    }

    reads_nothing!();

    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        self.check::<S>(database, Timestamp::default()).map(|_| Plan::NoRead)
    }

    fn step(&mut self, (): &mut (), context: &mut Context<S>) -> Result<Step<TableDescription>, DynamoError> {
        let (table, changed) = self.check::<S>(context.database, context.now)?;
        let Some(mut changed) = changed else {
            let description = S::describe_table(context, table, TableDescription::from_table(table));
            return Ok(Step::Done(description, WriteSet::default()));
        };
        let of_indexes = self.updates().iter().filter_map(IndexUpdate::throughput);
        let of_indexes = of_indexes.map(|(throughput, index)| (Some(throughput), index));
        check_maximum_throughputs(self.throughput, of_indexes, &context.config.region)?;
        let name = &table.definition.name;
        context.trace.emit(|| EventKind::TableChanged { table: name.clone() });
        let work = self.work::<S>(&changed);
        let scheduled = S::schedule_update(context, table, &mut changed.definition, &self.actions(), work);
        let description = self.answer(table, &changed.definition);
        let mut writes =
            WriteSet::from_change(Change::alter_table(without_removed_maximums(changed.definition)));
        let closes_stream = changed.stream.as_ref().is_some_and(|stream| stream.closed);
        let (description, replicated) = S::update_table(context, self, table, closes_stream, description)?;
        writes.changes.extend(replicated);
        writes.changes.extend(changed.stream.map(Change::stream));
        writes.changes.extend(changed.switches.map(|switches| switches.change(name)));
        let (description, vectors) = S::update_vectors(name, changed.vector, description);
        writes.changes.extend(vectors);
        writes.append(scheduled);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode::<S>(object));
    }
}
