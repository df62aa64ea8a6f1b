//! UpdateGlobalTableSettings, version 2017.11.29: capacity, billing mode, class and scaling of a group's table in this Region.

use std::sync::Arc;

use dynalab_types::Timestamp;

use crate::agenda::Work;
use crate::auto_scaling::{AutoScaling, EVERY_REGION, Scaled, ScalingSettings, decode_settings};
use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::violation::Shown;
use crate::error::{Constraint, DynamoError, GlobalTableError, TableState};
use crate::fields::{Fields, RequestLayer};
use crate::global_table::{GlobalTable, decode_name};
use crate::json_writer::ObjectWriter;
use crate::operations::describe_global_table_settings::{GlobalTableSettings, local_definition};
use crate::operations::update_table::capacity::changed;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::table::{
    BillingMode, IndexKind, PendingSettings, TableClass, TableDefinition, TableStatus, Throughput,
};
use crate::table_members::RequestedThroughput;

#[derive(Clone, Debug)]
pub struct UpdateGlobalTableSettings {
    name: String,
    billing: Option<BillingMode>,
    units: Vec<(Scaled, u64)>,
    scaling: Vec<(Scaled, ScalingSettings)>,
    /// By their Regions.
    classes: Vec<(String, Option<TableClass>)>,
}

impl UpdateGlobalTableSettings {
    fn check_places(&self, definition: &TableDefinition, local: &str) -> Result<(), GlobalTableError> {
        let table = || self.name.clone();
        let given = self.units.iter().map(|(scaled, _)| scaled);
        for scaled in given.chain(self.scaling.iter().map(|(scaled, _)| scaled)) {
            let index = definition.index(&scaled.index);
            if !scaled.index.is_empty() && index.is_none_or(|index| index.kind != IndexKind::Global) {
                return Err(GlobalTableError::IndexNotFound { table: table(), index: scaled.index.clone() });
            }
        }
        match self.classes.iter().find(|(region, _)| region != local) {
            Some((region, _)) => {
                Err(GlobalTableError::ReplicaNotFound { table: table(), region: region.clone() })
            }
            None => Ok(()),
        }
    }

    /// What the table becomes when its change is finished.
    fn change_capacity(&self, after: &mut TableDefinition, now: Timestamp) -> Result<(), DynamoError> {
        let billing = self.billing.unwrap_or(after.billing);
        let mut pending =
            PendingSettings { billing, throughput: after.throughput, index_throughput: Default::default() };
        if billing == BillingMode::PayPerRequest {
            pending.throughput = Throughput::default();
            for index in after.indexes_of_kind(IndexKind::Global) {
                pending.index_throughput.insert(index.name.clone(), Throughput::default());
            }
        } else {
            pending.throughput = changed(after.throughput, self.wanted("", after.throughput), now)?;
            for index in after.indexes_of_kind(IndexKind::Global) {
                let wanted = self.wanted(&index.name, index.throughput);
                let throughput = changed(index.throughput, wanted, now)?;
                pending.index_throughput.insert(index.name.clone(), throughput);
            }
        }
        after.pending = Some(pending);
        after.status = TableStatus::Updating;
        Ok(())
    }

    fn wanted(&self, index: &str, current: Throughput) -> RequestedThroughput {
        let units = |writes: bool| {
            let found = self.units.iter().find(|(of, _)| of.index == index && of.writes == writes);
            found.map(|(_, units)| *units)
        };
        // A table that was paid by request so far has none.
        let read = units(false).unwrap_or(current.read).max(1);
        RequestedThroughput { read, write: units(true).unwrap_or(current.write).max(1) }
    }
}

impl Operation for UpdateGlobalTableSettings {
    const NAME: &'static str = "UpdateGlobalTableSettings";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = Box<GlobalTableSettings>;

    fn decode(fields: &mut Fields) -> UpdateGlobalTableSettings {
        let name = decode_name(fields);
        let modes = [BillingMode::Provisioned, BillingMode::PayPerRequest].map(|mode| (mode.name(), mode));
        let printed = &["PROVISIONED", "PAY_PER_REQUEST"];
        let billing = fields.enumeration("GlobalTableBillingMode", printed, &modes);
        let mut request = UpdateGlobalTableSettings {
            name,
            billing,
            units: Vec::new(),
            scaling: Vec::new(),
            classes: Vec::new(),
        };
        let table = Place { region: EVERY_REGION, index: "", writes: true };
        request.decode_place(
            table,
            "GlobalTableProvisionedWriteCapacityUnits",
            "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate",
            fields,
        );
        fields.list("GlobalTableGlobalSecondaryIndexSettingsUpdate", |update| {
            update.require("IndexName");
            let index = update.index_name("IndexName").unwrap_or_default();
            let place = Place { region: EVERY_REGION, index: &index, writes: true };
            request.decode_place(
                place,
                "ProvisionedWriteCapacityUnits",
                "ProvisionedWriteCapacityAutoScalingSettingsUpdate",
                update,
            );
        });
        fields.list("ReplicaSettingsUpdate", |replica| request.decode_replica(replica));
        for (list, most) in
            [("GlobalTableGlobalSecondaryIndexSettingsUpdate", 20), ("ReplicaSettingsUpdate", 50)]
        {
            fields.check_list_length(list, most);
        }
        request
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        GlobalTable::find(database, &self.name)?;
        Ok(Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let region = &context.config.region;
        let definition = local_definition(context.database, &self.name)?.ok_or_else(|| {
            GlobalTableError::ReplicaNotFound { table: self.name.clone(), region: region.clone() }
        })?;
        self.check_places(&definition, region)?;
        if definition.status != TableStatus::Active {
            let state = TableState::BeingUpdated;
            return Err(DynamoError::TableInUse { table: self.name.clone(), state });
        }
        let mut scaling = AutoScaling::of(context.database, &self.name);
        let mut writes = WriteSet::default();
        if !self.scaling.is_empty() {
            for (scaled, settings) in &self.scaling {
                scaling.set(scaled.clone(), settings.clone())?;
            }
            let change = Change::record(AutoScaling::key(&self.name), Some(scaling.to_bytes()));
            writes.changes.push(change);
        }
        let mut after = definition.as_ref().clone();
        if let Some((_, Some(class))) = self.classes.first() {
            after.table_class = Some(*class);
        }
        if self.billing.is_some() || !self.units.is_empty() {
            self.change_capacity(&mut after, context.now)?;
            let work = Work::FinishTableChange { table: after.reference() };
            writes = writes.then(context.config.delays.table_change_ms, work);
        }
        let settings =
            GlobalTableSettings::of(&self.name, Some(Arc::new(after.clone())), scaling, context.config);
        if after != *definition {
            writes.changes.push(Change::alter_table(after));
        }
        Ok(Step::Done(Box::new(settings), writes))
    }

    fn encode(response: &Box<GlobalTableSettings>, body: &mut ObjectWriter) {
        response.encode(body);
    }
}

/// Whose capacity a member speaks of.
#[derive(Clone, Copy)]
struct Place<'a> {
    region: &'a str,
    index: &'a str,
    writes: bool,
}

impl UpdateGlobalTableSettings {
    fn decode_place(&mut self, place: Place, units: &str, scaling: &str, fields: &mut Fields) {
        let of =
            Scaled { region: place.region.to_owned(), index: place.index.to_owned(), writes: place.writes };
        let units = fields.integer_between(units, "Long", 1, None);
        if let Some(units) = units.and_then(|units| u64::try_from(units).ok()) {
            self.units.push((of.clone(), units));
        }
        self.scaling.extend(fields.nested(scaling, decode_settings).map(|settings| (of, settings)));
    }

    fn decode_replica(&mut self, replica: &mut Fields) {
        replica.require("RegionName");
        let region = replica.text("RegionName").unwrap_or_default();
        self.decode_place(
            Place { region: &region, index: "", writes: false },
            "ReplicaProvisionedReadCapacityUnits",
            "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate",
            replica,
        );
        replica.list("ReplicaGlobalSecondaryIndexSettingsUpdate", |update| {
            update.require("IndexName");
            let index = update.index_name("IndexName").unwrap_or_default();
            self.decode_place(
                Place { region: &region, index: &index, writes: false },
                "ProvisionedReadCapacityUnits",
                "ProvisionedReadCapacityAutoScalingSettingsUpdate",
                update,
            );
        });
        replica.check_list_length("ReplicaGlobalSecondaryIndexSettingsUpdate", 20);
        let classes = [TableClass::Standard, TableClass::StandardInfrequentAccess];
        let known = classes.map(|class| (class.name(), class));
        let printed = &["STANDARD", "STANDARD_INFREQUENT_ACCESS"];
        let class = replica.enumeration("ReplicaTableClass", printed, &known);
        self.classes.push((region, class));
    }
}

impl Fields<'_, '_> {
    /// One element or more, and not too many.
    fn check_list_length(&mut self, list: &str, most: usize) {
        let Some(elements) = self.list(list, |_| ()) else { return };
        let shown = || Shown::Text(format!("[{} elements]", elements.len()));
        if elements.is_empty() {
            self.violation(list, Shown::Text("[]".into()), Constraint::LengthAtLeast(1));
        }
        if elements.len() > most {
            self.violation(list, shown(), Constraint::LengthAtMost(most as u64));
        }
    }
}
