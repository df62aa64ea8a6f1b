//! What UpdateTable asks of a table's replicas, witness and consistency between Regions, and what of it can be.

use dynalab_types::Timestamp;

use crate::auto_scaling::writes_are_scaled;
use crate::change::Change;
use crate::config::EngineConfig;
use crate::context::Context;
use crate::database::Database;
use crate::error::violation::Shown;
use crate::error::{Constraint, DynamoError, GlobalTableError, TableState};
use crate::fields::Fields;
use crate::region::{is_region, set_of_strong_regions};
use crate::replication::{Overrides, ReadCapacity, Replica, Replication, ReplicationDescription, Stage};
use crate::stream::StreamView;
use crate::table::{BillingMode, IndexKind, Table, TableClass};

/// The members of the request.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReplicationUpdates {
    replicas: Option<Vec<ReplicaUpdate>>,
    strong: Option<bool>,
    witnesses: Option<Vec<WitnessUpdate>>,
    protected: Option<bool>,
}

/// One member of ReplicaUpdates: one of them.
#[derive(Clone, Debug, Default)]
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
                fields.violation(list, Shown::Text("[]".into()), Constraint::LengthAtLeast(1));
            }
        }
        let protected = fields.boolean("DisassociationProtectionEnabled");
        ReplicationUpdates { replicas, strong, witnesses, protected }
    }

    pub fn is_nothing(&self) -> bool {
        self.replicas.is_none()
            && self.strong.is_none()
            && self.witnesses.is_none()
            && self.protected.is_none()
    }

    /// Replicas live on a stream with both images, which the service switches on itself.
    pub fn needs_stream(&self) -> bool {
        self.replicas.iter().flatten().any(|update| update.create.is_some())
    }

    /// Of what is kept about the table's replicas.
    pub fn changes(
        &self,
        table: &Table,
        closes_stream: bool,
        context: &Context,
    ) -> Result<Option<Change>, DynamoError> {
        let name = &table.definition.name;
        let before = Replication::of(context.database, name);
        let has_replicas = before.as_ref().is_some_and(|before| before.remaining().next().is_some());
        if closes_stream && has_replicas {
            return Err(GlobalTableError::StreamNeeded.into());
        }
        if before.is_some_and(|before| before.is_changing(context.now, context.config)) {
            let table = name.to_string();
            return Err(DynamoError::TableInUse { table, state: TableState::BeingUpdated });
        }
        if self.is_nothing() {
            return Ok(None);
        }
        let after = self.apply(table, context.database, context.now, context.config)?;
        Ok(Some(Change::record(Replication::key(name), after.map(|after| after.to_bytes()))))
    }

    /// What the answer says of them.
    pub fn description(&self, table: &Table, context: &Context) -> Option<ReplicationDescription> {
        if self.is_nothing() {
            return ReplicationDescription::of(table, context);
        }
        let after = self.apply(table, context.database, context.now, context.config).ok()??;
        Some(ReplicationDescription::changed(after, context))
    }

    /// What the table is then; none when it is one of its Region only.
    fn apply(
        &self,
        table: &Table,
        database: &Database,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Result<Option<Replication>, DynamoError> {
        let mut after = Replication::of(database, &table.definition.name).unwrap_or_default();
        let is_new = after.remaining().next().is_none();
        if is_new {
            // Of an earlier group nothing stays.
            after = Replication { protected: true, ..Replication::default() };
        }
        for update in self.replicas.iter().flatten() {
            if update.disassociate.is_some() {
                self.disassociate(update, &after, config)?;
                return Ok(None);
            }
            update.apply(&mut after, table, database, now, config)?;
        }
        self.choose_consistency(&mut after, is_new)?;
        self.change_witness(&mut after, is_new, now, config)?;
        if after.strong {
            check_strong(&after, is_new, table, config)?;
        }
        if let Some(protected) = self.protected {
            if self.replicas.is_some() || after.strong || after.remaining().next().is_none() {
                return Err(GlobalTableError::ProtectionNotAllowed.into());
            }
            after.protected = protected;
        }
        Ok(Some(after))
    }

    fn disassociate(
        &self,
        update: &ReplicaUpdate,
        before: &Replication,
        config: &EngineConfig,
    ) -> Result<(), GlobalTableError> {
        let one = self.replicas.as_ref().is_some_and(|updates| updates.len() == 1);
        if !one || update.actions() != 1 {
            return Err(GlobalTableError::OneAction);
        }
        if update.disassociate.as_ref() != Some(&config.region) {
            return Err(GlobalTableError::NotLocalRegion);
        }
        match before.remaining().next() {
            None => Err(GlobalTableError::NotPartOfGlobalTable),
            Some(_) if before.strong || before.protected => Err(GlobalTableError::DisassociationProtected),
            Some(_) => Ok(()),
        }
    }

    fn choose_consistency(&self, after: &mut Replication, is_new: bool) -> Result<(), GlobalTableError> {
        let Some(strong) = self.strong else { return Ok(()) };
        if !is_new || !self.needs_stream() {
            return Err(GlobalTableError::ConsistencyOfNewOnly);
        }
        after.strong = strong;
        Ok(())
    }

    fn change_witness(
        &self,
        after: &mut Replication,
        is_new: bool,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Result<(), GlobalTableError> {
        let Some(updates) = &self.witnesses else { return Ok(()) };
        let [WitnessUpdate { create, delete }] = updates.as_slice() else {
            return Err(GlobalTableError::OneWitness);
        };
        match (create, delete) {
            (Some(region), None) => {
                if !after.strong || !is_new {
                    return Err(GlobalTableError::WitnessOfNewOnly);
                }
                check_region(region, config)?;
                after.witness = Some((region.clone(), Stage::Created(now)));
            }
            (None, Some(region)) => match &mut after.witness {
                Some((witness, stage)) if witness == region && !stage.is_deleted() => {
                    *stage = Stage::Deleted(now);
                }
                _ => return Err(GlobalTableError::NotPartOfGlobalTable),
            },
            _ => return Err(GlobalTableError::OneAction),
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
        if self.actions() != 1 {
            return Err(GlobalTableError::OneAction.into());
        }
        if let Some((region, overrides)) = &self.create {
            check_region(region, config)?;
            check_indexes(overrides, table)?;
            if after.find(region).is_some() {
                let table = table.definition.name.to_string();
                return Err(GlobalTableError::ReplicaThere { table }.into());
            }
            check_ready(table, database)?;
            after.replicas.retain(|replica| replica.region != *region);
            let (region, overrides) = (region.clone(), overrides.clone());
            after.replicas.push(Replica { region, stage: Stage::Created(now), overrides });
        }
        if let Some((region, overrides)) = &self.update {
            check_region(region, config)?;
            check_indexes(overrides, table)?;
            let replica = after.find(region).ok_or(GlobalTableError::NotPartOfGlobalTable)?;
            replica.stage = Stage::Updated(now);
            replica.overrides.follow(overrides);
        }
        if let Some(region) = &self.delete {
            check_region(region, config)?;
            let replica = after.find(region).ok_or(GlobalTableError::NotPartOfGlobalTable)?;
            replica.stage = Stage::Deleted(now);
        }
        Ok(())
    }
}

impl Overrides {
    /// What another says goes before what was said.
    fn follow(&mut self, other: &Overrides) {
        self.kms_key = other.kms_key.clone().or(self.kms_key.take());
        self.table_class = other.table_class.or(self.table_class);
        self.capacity.follow(other.capacity);
        for (index, capacity) in &other.indexes {
            match self.indexes.iter_mut().find(|(name, _)| name == index) {
                Some((_, current)) => current.follow(*capacity),
                None => self.indexes.push((index.clone(), *capacity)),
            }
        }
    }
}

impl ReadCapacity {
    fn follow(&mut self, other: ReadCapacity) {
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

fn check_indexes(overrides: &Overrides, table: &Table) -> Result<(), GlobalTableError> {
    let is_global =
        |name: &str| table.definition.index(name).is_some_and(|index| index.kind == IndexKind::Global);
    match overrides.indexes.iter().find(|(index, _)| !is_global(index)) {
        Some((index, _)) => Err(GlobalTableError::IndexOfReplica { index: index.clone() }),
        None => Ok(()),
    }
}

/// What a table must have before it can have a replica.
fn check_ready(table: &Table, database: &Database) -> Result<(), GlobalTableError> {
    let definition = &table.definition;
    if definition.billing == BillingMode::Provisioned && !writes_are_scaled(database, &definition.name) {
        return Err(GlobalTableError::NotScaled);
    }
    match definition.settings.stream.as_ref().filter(|stream| stream.enabled) {
        Some(stream) if stream.view != StreamView::NewAndOldImages => Err(GlobalTableError::StreamView),
        _ => Ok(()),
    }
}

/// Strong consistency is between three Regions of one set, from an empty table on, and all or none.
fn check_strong(
    after: &Replication,
    is_new: bool,
    table: &Table,
    config: &EngineConfig,
) -> Result<(), GlobalTableError> {
    let witness = after.witness.as_ref().filter(|(_, stage)| !stage.is_deleted());
    let replicas = after.remaining().count();
    let others = replicas + usize::from(witness.is_some());
    if (others != 2 || replicas == 0) && (is_new || others != 0) {
        return Err(GlobalTableError::StrongRegions);
    }
    if !is_new {
        return Ok(());
    }
    let set = set_of_strong_regions(&config.region);
    let regions = after.remaining().map(|replica| replica.region.as_str());
    let mut regions = regions.chain(witness.map(|(region, _)| region.as_str()));
    if regions.any(|region| !set.contains(&region)) {
        return Err(GlobalTableError::StrongRegions);
    }
    let definition = &table.definition;
    if !table.items.is_empty()
        || definition.has_local_indexes()
        || definition.settings.time_to_live.attribute.is_some()
    {
        return Err(GlobalTableError::StrongTable);
    }
    Ok(())
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
        let shown = Shown::Text("[]".into());
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
