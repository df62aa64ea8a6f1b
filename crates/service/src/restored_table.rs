//! The table of a restore: the definition of the source, the overrides of the request, and the earlier items.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::scheduler::Work;
use dynalab_engine::database::table::settings::TableSettings;
use dynalab_engine::database::table::warm_throughput::WarmThroughput;
use dynalab_engine::database::table::{
    BillingMode, IndexDefinition, IndexKind, OnDemandThroughput, TableDefinition, TableStatus, Throughput,
};
use dynalab_engine::error::{DynamoError, OverrideError, ProjectionError, RecoveryError, ThroughputError};
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::registry::vector_index::lifecycle::record;
use dynalab_engine::registry::vector_index::requested::{RequestedVectorIndex, check_vector_indexes};
use dynalab_engine::request::fields::Fields;
use dynalab_engine::request::table_checks::{
    OnDemandOwner, check_maximum_throughputs, check_on_demand_throughput,
};
use dynalab_engine::request::table_members::{
    KeyElement, RequestedEncryption, RequestedIndex, RequestedThroughput, decode_billing_mode_of,
    decode_encryption_of, decode_index, decode_on_demand_throughput_of, decode_throughput_of,
};
use dynalab_engine::response::table_description::TableDescription;
use dynalab_engine::settings::durations::Timed;
use dynalab_engine::trace::EventKind;
use dynalab_types::projection::Projection;

use crate::complete::Context;
use crate::table_times;

/// The settings in which the restored table differs from its source.
#[derive(Clone, Debug)]
pub(crate) struct Overrides {
    billing: Option<BillingMode>,
    throughput: Option<RequestedThroughput>,
    on_demand: Option<OnDemandThroughput>,
    global_indexes: Option<Vec<RequestedIndex>>,
    local_indexes: Option<Vec<RequestedIndex>>,
    /// `None` if not requested. A requested encryption can be on or off.
    encryption: Option<RequestedEncryption>,
    vector_indexes: Option<Vec<RequestedVectorIndex>>,
}

/// The definitions of the restored table.
pub(crate) struct RestoredDefinitions {
    pub definition: TableDefinition,
    pub vectors: Vec<VectorIndexDefinition>,
}

impl Overrides {
    pub(crate) fn decode(fields: &mut Fields) -> Overrides {
        Overrides {
            billing: decode_billing_mode_of("BillingModeOverride", fields),
            global_indexes: fields.list("GlobalSecondaryIndexOverride", |index| decode_index(index, 8)),
            local_indexes: fields.list("LocalSecondaryIndexOverride", |index| decode_index(index, 2)),
            throughput: decode_throughput_of("ProvisionedThroughputOverride", fields),
            on_demand: decode_on_demand_throughput_of("OnDemandThroughputOverride", fields),
            encryption: decode_encryption_of("SSESpecificationOverride", fields),
            vector_indexes: fields.list("VectorIndexOverride", RequestedVectorIndex::decode),
        }
    }

    pub(crate) fn has_encryption(&self) -> bool {
        self.encryption.is_some()
    }

    /// Checks the overrides against each other and the source.
    fn check(&self, source: &TableDefinition) -> Result<BillingMode, DynamoError> {
        let billing = self.billing.unwrap_or(source.billing);
        match (billing, self.throughput) {
            (BillingMode::PayPerRequest, Some(_)) => {
                return Err(match self.billing {
                    Some(_) => RecoveryError::Override(OverrideError::ThroughputOnDemand { index: None }),
                    None => RecoveryError::Override(OverrideError::ThroughputWithoutProvisioned),
                }
                .into());
            }
            (BillingMode::Provisioned, None) if self.billing.is_some() => {
                return Err(OverrideError::ProvisionedWithoutThroughput.into());
            }
            _ => {}
        }
        let of_table = OnDemandOwner { index: None, is_new: false };
        check_on_demand_throughput(self.on_demand, billing, of_table).map_err(|error| match error {
            ThroughputError::OnDemandOfProvisioned { member, .. } => {
                DynamoError::from(RecoveryError::Override(OverrideError::OnDemandOfProvisioned { member }))
            }
            ThroughputError::OnDemandOutOfRange { member, .. } => {
                OverrideError::OnDemandOutOfRange { member }.into()
            }
            other => other.into(),
        })?;
        Ok(billing)
    }

    /// Returns the definition of the restored table: the source with the overrides of the request. It does not keep tags,
    /// stream, TTL, point-in-time recovery, table class and deletion protection.
    pub(crate) fn apply(
        &self,
        source: &TableDefinition,
        vectors: &[VectorIndexDefinition],
        name: &str,
        context: &mut Context,
    ) -> Result<RestoredDefinitions, DynamoError> {
        let billing = self.check(source)?;
        let indexes = self.indexes(source, billing)?;
        let of_indexes = self.global_indexes.iter().flatten();
        let of_indexes = of_indexes.map(|index| (index.throughput, index.name.as_str()));
        check_maximum_throughputs(self.throughput, of_indexes, &context.config.region)?;
        let vectors = self.vectors(source, vectors)?;
        check_vector_indexes(billing, vectors.iter(), &indexes)?;
        let on_demand = billing == BillingMode::PayPerRequest;
        let throughput = match self.throughput {
            Some(throughput) => Throughput::from(throughput),
            None if on_demand => Throughput::default(),
            None => plain(&source.throughput),
        };
        let encryption = match &self.encryption {
            Some(encryption) => encryption.bind()?,
            None => source.settings.encryption.clone(),
        };
        let used = |name: &str| {
            source.key.contains(name)
                || indexes.iter().any(|index: &IndexDefinition| index.key.contains(name))
                || vectors.iter().any(|index| index.searched(name).is_some())
        };
        let definitions = source.attribute_definitions.iter().filter(|(name, _)| used(name));
        let definition = TableDefinition {
            name: name.into(),
            id: "".into(),
            arn: context.config.table_arn(name),
            key: source.key.clone(),
            attribute_definitions: definitions.cloned().collect(),
            status: TableStatus::Creating,
            created_at: context.now,
            billing,
            on_demand_since: on_demand.then_some(context.now),
            throughput,
            on_demand_throughput: match on_demand {
                true => self.on_demand.or(source.on_demand_throughput).and_then(OnDemandThroughput::kept),
                false => None,
            },
            warm: WarmThroughput::default(),
            table_class: None,
            deletion_protection: false,
            indexes,
            pending: None,
            settings: TableSettings { encryption, ..TableSettings::default() },
        };
        Ok(RestoredDefinitions { definition, vectors })
    }

    /// Returns the vector indexes of the source, or those of them that the request names. They are ACTIVE together with the
    /// table.
    fn vectors(
        &self,
        source: &TableDefinition,
        vectors: &[VectorIndexDefinition],
    ) -> Result<Vec<VectorIndexDefinition>, DynamoError> {
        let whole = |index: &VectorIndexDefinition| VectorIndexDefinition {
            status: TableStatus::Active,
            made_with_table: true,
            ..index.clone()
        };
        let Some(wanted) = &self.vector_indexes else {
            let kept = vectors.iter().filter(|index| index.status != TableStatus::Deleting);
            return Ok(kept.map(whole).collect());
        };
        let definitions = source.attribute_definitions.iter();
        let definitions: Vec<_> = definitions.map(|(name, found)| (name.to_string(), *found)).collect();
        let mut found = Vec::with_capacity(wanted.len());
        for index in wanted {
            let wanted = index.bind(&source.key, &definitions, true)?;
            let same = |other: &&VectorIndexDefinition| {
                let (name, projection) = (wanted.name.clone(), wanted.projection.clone());
                same_projection(&other.projection, &projection)
                    && VectorIndexDefinition { name, projection, ..whole(other) } == wanted
            };
            if !vectors.iter().any(|other| same(&other)) {
                return Err(OverrideError::NoSuchIndex { index: index.name.clone() }.into());
            }
            found.push(wanted);
        }
        Ok(found)
    }

    fn indexes(
        &self,
        source: &TableDefinition,
        billing: BillingMode,
    ) -> Result<Vec<IndexDefinition>, DynamoError> {
        let mut indexes = Vec::new();
        for (kind, wanted) in
            [(IndexKind::Local, &self.local_indexes), (IndexKind::Global, &self.global_indexes)]
        {
            match wanted {
                None => {
                    let kept = source.indexes_of_kind(kind);
                    indexes.extend(kept.filter(|index| index.status != TableStatus::Deleting).cloned());
                }
                Some(wanted) => {
                    for index in wanted {
                        indexes.push(overridden_index(source, kind, index, billing)?);
                    }
                }
            }
        }
        dynalab_engine::request::table_checks::check_indexes(&indexes)?;
        for index in &mut indexes {
            index.status = TableStatus::Creating;
            index.filled_after = 0;
            index.warm = WarmThroughput::default();
            index.on_demand_throughput =
                index.on_demand_throughput.filter(|_| billing == BillingMode::PayPerRequest);
            index.throughput = match (index.kind, billing) {
                (IndexKind::Local, _) | (_, BillingMode::PayPerRequest) => Throughput::default(),
                // An index of an on-demand table has no throughput of its own.
                _ if index.throughput.read == 0 => self.throughput.map(Throughput::from).unwrap_or_default(),
                _ => plain(&index.throughput),
            };
        }
        Ok(indexes)
    }
}

/// Returns the index of the source with this key and projection, with the requested name and throughput.
fn overridden_index(
    source: &TableDefinition,
    kind: IndexKind,
    wanted: &RequestedIndex,
    billing: BillingMode,
) -> Result<IndexDefinition, DynamoError> {
    let index = wanted.name.clone();
    let projection = match &wanted.projection {
        Some(projection) => projection.bind()?,
        None => return Err(ProjectionError::UnknownType.into()),
    };
    let found = source
        .indexes_of_kind(kind)
        .find(|found| same_projection(&found.projection, &projection) && same_key(found, &wanted.key));
    let Some(found) = found else { return Err(OverrideError::NoSuchIndex { index }.into()) };
    if wanted.throughput.is_some() {
        if billing == BillingMode::PayPerRequest {
            return Err(OverrideError::ThroughputOnDemand { index: Some(index) }.into());
        }
    } else if kind == IndexKind::Global && [source.billing, billing] == [BillingMode::Provisioned; 2] {
        return Err(OverrideError::NoThroughputForIndex { index }.into());
    }
    let owner = OnDemandOwner { index: Some(&index), is_new: false };
    check_on_demand_throughput(wanted.on_demand_throughput, billing, owner)?;
    let on_demand_throughput =
        wanted.on_demand_throughput.or(found.on_demand_throughput).and_then(OnDemandThroughput::kept);
    let throughput = wanted.throughput.map_or(found.throughput, Throughput::from);
    Ok(IndexDefinition { name: index.into(), throughput, on_demand_throughput, ..found.clone() })
}

/// Returns true if both have the same attributes, in any order: descriptions sort them.
fn same_projection(one: &Projection, other: &Projection) -> bool {
    match (one, other) {
        (Projection::Include(one), Projection::Include(other)) => {
            one.len() == other.len() && one.iter().all(|name| other.contains(name))
        }
        _ => one == other,
    }
}

fn same_key(index: &IndexDefinition, wanted: &[KeyElement]) -> bool {
    let partitions = index.key.partition.len();
    let attributes = index.key.attributes().enumerate();
    let mut wanted = wanted.iter();
    let same = attributes.into_iter().all(|(place, attribute)| {
        wanted.next().is_some_and(|element| {
            let hash = element.key_type == dynalab_types::KeyType::Hash;
            attribute.name.as_ref() == element.name && hash == (place < partitions)
        })
    });
    same && wanted.next().is_none()
}

/// Returns the throughput without the dates of the source.
fn plain(throughput: &Throughput) -> Throughput {
    Throughput { read: throughput.read, write: throughput.write, ..Throughput::default() }
}

/// Checks that no table has the name of the target.
pub(crate) fn check_target(database: &Database, target: &str) -> Result<(), DynamoError> {
    let Some(table) = database.find(target) else { return Ok(()) };
    let table_name = target.to_owned();
    match RestoreSummary::in_progress(table, database).and_then(|summary| summary.backup) {
        Some(backup) => {
            Err(RecoveryError::TargetBeingRestored { table: table_name, backup: backup.to_string() }.into())
        }
        None => Err(RecoveryError::TargetExists { table: table_name }.into()),
    }
}

/// Returns the description of the restored table and the writes that create it.
pub(crate) fn restore(
    restored: RestoredDefinitions,
    items: NewItems,
    summary: RestoreSummary,
    context: &mut Context,
) -> (TableDescription, WriteSet) {
    let RestoredDefinitions { definition, vectors } = restored;
    let definition = Arc::new(TableDefinition { id: context.ids.next_uuid().into(), ..definition });
    context.trace.emit(|| EventKind::TableCreated { table: definition.name.clone() });
    let delay_ms = table_times::duration_ms(context.config, &definition, Timed::Restore, context.now);
    let times = table_times::of_new_table(context.config, &definition, Timed::Restore, context.now);
    let mut writes = WriteSet::from_change(Change::create_table(definition.as_ref().clone()));
    writes.changes.extend(vectors.iter().map(|index| record(&definition.name, index)));
    writes.changes.push(Change::Items { table: definition.name.clone(), items, filled: true });
    writes.changes.extend(times);
    writes.changes.push(Change::record(RestoreSummary::key(&definition.name), Some(summary.write())));
    let work = Work::FinishTableChange { table: definition.reference() };
    let description = TableDescription::empty(definition).with_new(&vectors).restored_from(Some(summary));
    (description, writes.then(delay_ms, work))
}
