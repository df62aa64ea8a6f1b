//! The members of UpdateTable for replicas, witness and consistency between Regions, and their checks.

use dynalab_types::Timestamp;

use crate::database::Database;
use crate::database::change::Change;
use crate::database::table::{BillingMode, IndexKind, Table, TableClass};
use crate::error::violation::ValueDisplay;
use crate::error::{Constraint, DynamoError, GlobalTableError, ReplicaActionError, StrongError};
use crate::execution::context::Context;
use crate::registry::auto_scaling::{index_writes_are_scaled, is_write_scaled};
use crate::registry::replication::{Overrides, ReadCapacity, Replica, Replication, Stage};
use crate::request::fields::Fields;
use crate::response::replication_description::ReplicationDescription;
use crate::settings::config::EngineConfig;
use dynalab_types::region::{can_be_strong, is_region};

/// The members of the request.
#[derive(Clone, Debug, Default)]
pub struct ReplicationUpdates {
    replicas: Option<Vec<ReplicaUpdate>>,
    strong: Option<bool>,
    witnesses: Option<Vec<WitnessUpdate>>,
    protected: Option<bool>,
}

/// One element of ReplicaUpdates: an object with one of these members.
#[derive(Clone, Debug, Default, PartialEq)]
struct ReplicaUpdate {
    create: Option<(String, Overrides)>,
    update: Option<(String, Overrides)>,
    delete: Option<String>,
    disassociate: Option<String>,
}

#[derive(Clone, Debug, Default)]
struct WitnessUpdate {
    create: Option<String>,
    delete: Option<String>,
}

impl ReplicationUpdates {
    /// Reads the members for replicas, witnesses and consistency.
    pub fn decode(fields: &mut Fields) -> ReplicationUpdates {
        let replicas = fields.list("ReplicaUpdates", |update| ReplicaUpdate {
            create: update.nested("Create", decode_replica),
            update: update.nested("Update", decode_replica),
            delete: update.nested("Delete", decode_region),
            disassociate: update.nested("Disassociate", |action| {
                let region = decode_region(action);
                action.require("DisassociationMode");
                let only = "WAIT_FOR_REPLICATION";
                action.enumeration("DisassociationMode", &["WAIT_FOR_REPLICATION"], &[(only, ())]);
                region
            }),
        });
        let modes = [("EVENTUAL", false), ("STRONG", true)];
        let strong = fields.enumeration("MultiRegionConsistency", &["EVENTUAL", "STRONG"], &modes);
        let witnesses = fields.list("GlobalTableWitnessUpdates", |update| WitnessUpdate {
            create: update.nested("Create", decode_region),
            delete: update.nested("Delete", decode_region),
        });
        for list in ["ReplicaUpdates", "GlobalTableWitnessUpdates"] {
            if fields.is_empty_list(list) {
                fields.violation(list, ValueDisplay::Text("[]".into()), Constraint::LengthAtLeast(1));
            }
        }
        if let Some(updates) = witnesses.as_ref().filter(|updates| updates.len() > 1) {
            let shown = ValueDisplay::Text(format!("[{} elements]", updates.len()));
            fields.violation("GlobalTableWitnessUpdates", shown, Constraint::LengthAtMost(1));
        }
        let protected = fields.boolean("DisassociationProtectionEnabled");
        ReplicationUpdates { replicas, strong, witnesses, protected }
    }

    /// Returns true without a change of replicas. Consistency and witnesses have no effect without one.
    pub fn is_nothing(&self) -> bool {
        self.replicas.is_none() && self.protected.is_none()
    }

    /// Rejects the combination with other changes of the table.
    ///
    /// # Errors
    /// The request has other changes as well.
    pub fn check_alone(&self) -> Result<(), GlobalTableError> {
        match (&self.replicas, &self.witnesses) {
            (_, Some(_)) => Err(GlobalTableError::Action(ReplicaActionError::OnlyReplicasAndWitnesses)),
            (Some(_), None) => Err(GlobalTableError::Action(ReplicaActionError::OnlyReplicas)),
            (None, None) => Ok(()),
        }
    }

    /// Returns true if a replica is created. Replicas need a stream with both images, which DynamoDB turns on.
    pub fn needs_stream(&self) -> bool {
        self.replicas.iter().flatten().any(|update| update.create.is_some())
    }

    /// Returns the change of the stored replicas.
    ///
    /// # Errors
    /// A replica exists already or does not exist, or the table cannot have one.
    pub fn changes<S>(
        &self,
        table: &Table,
        closes_stream: bool,
        context: &Context<S>,
    ) -> Result<Option<Change>, DynamoError> {
        let name = &table.definition.name;
        let before = Replication::load(context.database, name);
        let has_replicas = before.as_ref().is_some_and(|before| before.remaining().next().is_some());
        if closes_stream && has_replicas {
            return Err(GlobalTableError::StreamNeeded.into());
        }
        if before.is_some_and(|before| before.is_changing(context.now, context.config)) {
            return Err(GlobalTableError::InUse.into());
        }
        if self.is_nothing() {
            return Ok(None);
        }
        let after = self.apply(table, context.database, context.now, context.config)?;
        Ok(Some(Change::record(Replication::key(name), after.map(|after| after.to_bytes()))))
    }

    /// Describes the replicas for the response.
    pub fn description<S>(&self, table: &Table, context: &Context<S>) -> Option<ReplicationDescription> {
        if self.is_nothing() {
            return ReplicationDescription::from_table(table, context);
        }
        let before = Replication::load(context.database, &table.definition.name).unwrap_or_default();
        Some(ReplicationDescription::changing(before, context))
    }

    /// Returns the replicas after the update, or `None` if none are left.
    fn apply(
        &self,
        table: &Table,
        database: &Database,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Result<Option<Replication>, DynamoError> {
        let mut after = Replication::load(database, &table.definition.name).unwrap_or_default();
        let is_new = after.remaining().next().is_none();
        if is_new {
            // Nothing of an earlier global table is kept.
            after = Replication { protected: true, ..Replication::default() };
        }
        self.check_actions(&after, is_new)?;
        let updates = self.replicas.as_deref().unwrap_or_default();
        for (at, update) in updates.iter().enumerate() {
            if updates[..at].contains(update) {
                continue;
            }
            if update.disassociate.is_some() {
                self.disassociate(update, &after, config)?;
                return Ok(None);
            }
            update.apply(&mut after, table, database, now, config)?;
        }
        self.choose_consistency(&mut after, is_new);
        self.change_witness(&mut after, is_new, now, config)?;
        if after.strong && is_new {
            check_strong(&after, table)?;
        }
        if let Some(protected) = self.protected {
            if self.replicas.is_some() || after.strong || after.remaining().next().is_none() {
                return Err(GlobalTableError::ProtectionNotAllowed.into());
            }
            after.protected = protected;
        }
        Ok(Some(after))
    }

    fn check_actions(&self, before: &Replication, is_new: bool) -> Result<(), GlobalTableError> {
        let updates = self.replicas.as_deref().unwrap_or_default();
        for update in updates {
            let empty =
                update.update.as_ref().is_some_and(|(_, overrides)| *overrides == Overrides::default());
            match update.actions() {
                0 => return Err(GlobalTableError::Action(ReplicaActionError::NothingOfReplica)),
                1 if empty => return Err(GlobalTableError::Action(ReplicaActionError::NothingOfReplica)),
                1 => {}
                _ => return Err(GlobalTableError::Action(ReplicaActionError::OneAction)),
            }
        }
        if self.strong.is_some() && !is_new {
            return Err(GlobalTableError::ConsistencyOfNewOnly);
        }
        if self.strong == Some(true) {
            return match updates.iter().all(|update| update.create.is_some()) {
                true => Ok(()),
                false => Err(GlobalTableError::Strong(StrongError::CreatesOnly)),
            };
        }
        if before.strong {
            return self.check_end_of_strong(before);
        }
        if self.witnesses.as_ref().is_some_and(|witnesses| witnesses.iter().any(|one| one.create.is_some())) {
            return Err(GlobalTableError::Strong(StrongError::WitnessWithoutStrong));
        }
        let mut moves = Vec::new();
        for update in updates.iter().filter(|update| update.create.is_some() || update.delete.is_some()) {
            if !moves.contains(&update) {
                moves.push(update);
            }
        }
        match moves.len() {
            0 | 1 => Ok(()),
            _ => Err(GlobalTableError::Action(ReplicaActionError::OneCreateOrDelete)),
        }
    }

    /// Checks that strongly consistent replicas are deleted all together or not at all.
    fn check_end_of_strong(&self, before: &Replication) -> Result<(), GlobalTableError> {
        let updates = self.replicas.as_deref().unwrap_or_default();
        if updates.iter().any(|update| update.create.is_some()) {
            return Err(GlobalTableError::Strong(StrongError::HasAll));
        }
        let deleted: Vec<&str> = updates.iter().filter_map(|update| update.delete.as_deref()).collect();
        if deleted.is_empty() {
            return Ok(());
        }
        let witness = before.witness.as_ref().filter(|(_, stage)| !stage.is_deleted());
        if witness.is_some() && self.witnesses.is_none() {
            return Err(GlobalTableError::Strong(StrongError::KeepsWitness));
        }
        match before.remaining().all(|replica| deleted.contains(&replica.region.as_str())) {
            true => Ok(()),
            false => Err(GlobalTableError::Strong(StrongError::KeepsReplica)),
        }
    }

    fn disassociate(
        &self,
        update: &ReplicaUpdate,
        before: &Replication,
        config: &EngineConfig,
    ) -> Result<(), GlobalTableError> {
        let one = self.replicas.as_ref().is_some_and(|updates| updates.len() == 1);
        if !one || update.actions() != 1 {
            return Err(GlobalTableError::Action(ReplicaActionError::OneAction));
        }
        if update.disassociate.as_ref() != Some(&config.region) {
            return Err(GlobalTableError::NotLocalRegion);
        }
        match before.remaining().next() {
            None => Err(GlobalTableError::NotPartOfGlobalTable { region: config.region.clone() }),
            Some(_) if before.strong || before.protected => Err(GlobalTableError::DisassociationProtected),
            Some(_) => Ok(()),
        }
    }

    fn choose_consistency(&self, after: &mut Replication, is_new: bool) {
        after.strong |= is_new && self.strong == Some(true);
    }

    fn change_witness(
        &self,
        after: &mut Replication,
        is_new: bool,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Result<(), GlobalTableError> {
        for WitnessUpdate { create, delete } in self.witnesses.iter().flatten() {
            match (create, delete) {
                (Some(region), None) => {
                    if !after.strong || !is_new {
                        return Err(GlobalTableError::Strong(StrongError::WitnessWithoutStrong));
                    }
                    check_region(region, config)?;
                    if after.find(region).is_some() {
                        return Err(GlobalTableError::Strong(StrongError::WitnessBesideReplica));
                    }
                    after.witness = Some((region.clone(), Stage::Created(now)));
                }
                (None, Some(region)) => match &mut after.witness {
                    Some((witness, stage)) if witness == region && !stage.is_deleted() => {
                        *stage = Stage::Deleted(now);
                    }
                    _ => return Err(GlobalTableError::WitnessNotPart { region: region.clone() }),
                },
                (None, None) => return Err(GlobalTableError::Action(ReplicaActionError::NothingOfReplica)),
                (Some(_), Some(_)) => return Err(GlobalTableError::Action(ReplicaActionError::OneAction)),
            }
        }
        Ok(())
    }
}

impl ReplicaUpdate {
    fn actions(&self) -> usize {
        let Self { create, update, delete, disassociate } = self;
        [create.is_some(), update.is_some(), delete.is_some(), disassociate.is_some()]
            .into_iter()
            .filter(|given| *given)
            .count()
    }

    fn apply(
        &self,
        after: &mut Replication,
        table: &Table,
        database: &Database,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Result<(), DynamoError> {
        if let Some((region, overrides)) = &self.create {
            check_region(region, config)?;
            if after.find(region).is_some() {
                let table = table.definition.name.to_string();
                return Err(GlobalTableError::ReplicaThere { table }.into());
            }
            check_ready(table, database)?;
            after.replicas.retain(|replica| replica.region != *region);
            let (region, overrides) = (region.clone(), overrides.clone());
            let stage = Stage::Created(now);
            after.replicas.push(Replica { region, stage, created_at: now, overrides });
        }
        if let Some((region, overrides)) = &self.update {
            check_region(region, config)?;
            let on_demand = table.definition.billing == BillingMode::PayPerRequest;
            let replica = find_member(after, region)?;
            if on_demand && overrides.has_units() {
                return Err(GlobalTableError::ThroughputOnDemand.into());
            }
            replica.stage = Stage::Updated(now);
            replica.overrides.merge(overrides);
        }
        if let Some(region) = &self.delete {
            check_region(region, config)?;
            let replica = find_member(after, region)?;
            replica.stage = Stage::Deleted(now);
        }
        Ok(())
    }
}

fn find_member<'a>(after: &'a mut Replication, region: &str) -> Result<&'a mut Replica, GlobalTableError> {
    after.find(region).ok_or_else(|| GlobalTableError::NotPartOfGlobalTable { region: region.to_owned() })
}

impl Overrides {
    fn has_units(&self) -> bool {
        let mut all = self.indexes.iter().map(|(_, capacity)| capacity);
        self.capacity.units.is_some() || all.any(|capacity| capacity.units.is_some())
    }

    /// Applies other overrides. Their values take precedence.
    fn merge(&mut self, other: &Overrides) {
        self.kms_key = other.kms_key.clone().or(self.kms_key.take());
        self.table_class = other.table_class.or(self.table_class);
        self.capacity.merge(other.capacity);
        for (index, capacity) in &other.indexes {
            match self.indexes.iter_mut().find(|(name, _)| name == index) {
                Some((_, current)) => current.merge(*capacity),
                None => self.indexes.push((index.clone(), *capacity)),
            }
        }
    }
}

impl ReadCapacity {
    fn merge(&mut self, other: ReadCapacity) {
        self.units = other.units.or(self.units);
        self.most_units = other.most_units.or(self.most_units);
    }
}

fn check_region(region: &str, config: &EngineConfig) -> Result<(), GlobalTableError> {
    match region {
        local if local == config.region => Err(GlobalTableError::LocalRegion),
        region if is_region(region) => Ok(()),
        region => Err(GlobalTableError::UnknownRegion { region: region.to_owned() }),
    }
}

/// Checks the requirements of a table for its first replica.
fn check_ready(table: &Table, database: &Database) -> Result<(), GlobalTableError> {
    let definition = &table.definition;
    if definition.billing == BillingMode::Provisioned && !is_write_scaled(database, &definition.name) {
        return Err(GlobalTableError::NotScaled);
    }
    let mut indexes = definition.indexes_of_kind(IndexKind::Global);
    let unscaled = |name: &str| !index_writes_are_scaled(database, &definition.name, name);
    if definition.billing == BillingMode::Provisioned && indexes.any(|index| unscaled(&index.name)) {
        return Err(GlobalTableError::IndexNotScaled);
    }
    Ok(())
}

/// Checks multi-Region strong consistency: it needs three Regions and an empty table.
fn check_strong(after: &Replication, table: &Table) -> Result<(), GlobalTableError> {
    let witness = after.witness.as_ref().map(|(region, _)| region);
    let regions: Vec<&String> = after.remaining().map(|replica| &replica.region).chain(witness).collect();
    if regions.len() != 2 {
        return Err(GlobalTableError::Strong(StrongError::Count));
    }
    let unfit: Vec<String> = regions.into_iter().filter(|region| !can_be_strong(region)).cloned().collect();
    if !unfit.is_empty() {
        return Err(GlobalTableError::Strong(StrongError::Regions { regions: unfit }));
    }
    let definition = &table.definition;
    let plain = table.items.is_empty()
        && !definition.has_local_indexes()
        && definition.settings.time_to_live.attribute.is_none();
    plain.then_some(()).ok_or(GlobalTableError::Strong(StrongError::Table))
}

fn decode_region(action: &mut Fields) -> String {
    action.require("RegionName");
    action.text("RegionName").unwrap_or_default()
}

fn decode_replica(action: &mut Fields) -> (String, Overrides) {
    let region = decode_region(action);
    let kms_key = action.text("KMSMasterKeyId");
    let capacity = decode_capacity(action);
    let indexes = action.list("GlobalSecondaryIndexes", |index| {
        index.require("IndexName");
        (index.index_name("IndexName").unwrap_or_default(), decode_capacity(index))
    });
    if action.is_empty_list("GlobalSecondaryIndexes") {
        let shown = ValueDisplay::Text("[]".into());
        action.violation("GlobalSecondaryIndexes", shown, Constraint::LengthAtLeast(1));
    }
    let classes = [TableClass::Standard, TableClass::StandardInfrequentAccess];
    let known = classes.map(|class| (class.name(), class));
    let printed = &["STANDARD", "STANDARD_INFREQUENT_ACCESS"];
    let table_class = action.enumeration("TableClassOverride", printed, &known);
    (region, Overrides { kms_key, table_class, capacity, indexes: indexes.unwrap_or_default() })
}

fn decode_capacity(fields: &mut Fields) -> ReadCapacity {
    let units = fields.nested("ProvisionedThroughputOverride", |capacity| {
        capacity.integer_between("ReadCapacityUnits", "Long", 1, None)
    });
    let most_units = fields
        .nested("OnDemandThroughputOverride", |capacity| capacity.integer("MaxReadRequestUnits", "Long"));
    let positive = |units: Option<Option<i64>>| units.flatten().and_then(|units| u64::try_from(units).ok());
    ReadCapacity { units: positive(units), most_units: positive(most_units) }
}
