//! Describes the capacity of a table and its global indexes: limits, burst capacity and consumption over time, and the state of
//! auto scaling.

use dynalab_capacity::admission::TableCapacity;
use dynalab_engine::auto_scaling::{AutoScaling, ScaledResource, ScalingTarget};
use dynalab_engine::charges::CapacityKind;
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::table::{BillingMode, IndexDefinition, IndexKind, Table};
use dynalab_types::Timestamp;

use super::admission::Admission;
use super::describe::{Figures, total_figures};
use super::history::{Sample, SampleLength, Usage, samples};
use super::resource::capacity_of;
use super::state::ByKind;
use crate::complete::Context;
use crate::scaling::changes::ScalingChanges;
use crate::scaling::watched_minutes;

#[derive(Debug)]
pub struct CapacityDescription {
    table: String,
    region: String,
    billing: BillingMode,
    /// Whether limits are on, and whether the history is recorded.
    limited: bool,
    remembered: bool,
    scaled: bool,
    burst_ms: u64,
    /// The table is the first.
    resources: Vec<ResourceDescription>,
    changes: ScalingChanges,
}

#[derive(Debug)]
struct ResourceDescription {
    index: Option<String>,
    flows: ByKind<FlowDescription>,
    seconds: Vec<Sample>,
    minutes: Vec<Sample>,
}

#[derive(Debug)]
struct FlowDescription {
    figures: Figures,
    /// The configured maximum throughput of an on-demand resource.
    most_units: Option<u64>,
    scaling: Option<ScalingDescription>,
}

#[derive(Debug)]
struct ScalingDescription {
    target: ScalingTarget,
    minutes_above: u64,
    minutes_below: u64,
    scaled_at: Option<Timestamp>,
}

impl CapacityDescription {
    pub(crate) fn from_table(context: &Context, table: &Table) -> CapacityDescription {
        let definition = &table.definition;
        let dials = context.config.dials.as_ref();
        let settings = AutoScaling::load(context.database, &definition.name);
        let targets: Vec<(ScaledResource, ScalingTarget)> = settings
            .targets(&context.config.region)
            .map(|(scaled, target)| (scaled.clone(), target))
            .collect();
        let indexes = definition.indexes.iter().filter(|index| index.kind == IndexKind::Global).map(Some);
        let resources = [None].into_iter().chain(indexes);
        CapacityDescription {
            table: definition.name.to_string(),
            region: context.config.region.clone(),
            billing: definition.billing,
            limited: context.capacity_rules().is_some(),
            remembered: dials.is_some_and(|dials| dials.capacity_history > 0),
            scaled: dials.is_some_and(|dials| dials.auto_scaling > 0),
            burst_ms: context.capacity_rules().map_or(0, |rules| rules.burst_ms),
            resources: resources.map(|index| describe_resource(context, table, index, &targets)).collect(),
            changes: ScalingChanges::load(context.database, &definition.name),
        }
    }

    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        body.text("TableName", &self.table);
        body.text("RegionName", &self.region);
        let billing = match self.billing {
            BillingMode::Provisioned => "PROVISIONED",
            BillingMode::PayPerRequest => "PAY_PER_REQUEST",
        };
        body.text("BillingMode", billing);
        body.boolean("Limited", self.limited);
        body.boolean("Remembered", self.remembered);
        body.boolean("Scaled", self.scaled);
        body.integer("BurstMs", self.burst_ms);
        body.objects("Resources", &self.resources, |object, resource| {
            if let Some(index) = &resource.index {
                object.text("IndexName", index);
            }
            object.object("Reads", |object| resource.flows.read.encode(object));
            object.object("Writes", |object| resource.flows.write.encode(object));
            object.objects("Seconds", &resource.seconds, |object, sample| encode_sample(sample, object));
            object.objects("Minutes", &resource.minutes, |object, sample| encode_sample(sample, object));
        });
        body.objects("ScalingChanges", &self.changes.0, |object, change| {
            object.date("At", change.at);
            if !change.index.is_empty() {
                object.text("IndexName", &change.index);
            }
            object.boolean("Writes", change.writes);
            object.integer("Before", change.before);
            object.integer("After", change.after);
        });
    }
}

fn describe_resource(
    context: &Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    targets: &[(ScaledResource, ScalingTarget)],
) -> ResourceDescription {
    let name = index.map(|index| index.name.as_ref());
    let capacity = capacity_of(&table.definition, index);
    let figures = total_figures(context, table, index);
    let flow = |kind: CapacityKind| {
        let writes = kind == CapacityKind::Write;
        let is_its =
            |scaled: &ScaledResource| scaled.index == name.unwrap_or_default() && scaled.writes == writes;
        let scaling = targets.iter().find(|(scaled, _)| is_its(scaled)).map(|(scaled, target)| {
            let watched = watched_minutes(context.database, table, scaled);
            let (minutes_above, minutes_below, scaled_at) = watched;
            ScalingDescription { target: *target, minutes_above, minutes_below, scaled_at }
        });
        let most_units = match *capacity.get(kind) {
            TableCapacity::Provisioned { .. } => None,
            TableCapacity::OnDemand { most, .. } => most,
        };
        FlowDescription { figures: *figures.get(kind), most_units, scaling }
    };
    ResourceDescription {
        index: name.map(str::to_owned),
        flows: ByKind { read: flow(CapacityKind::Read), write: flow(CapacityKind::Write) },
        seconds: samples(context, &table.definition.name, name, SampleLength::Second),
        minutes: samples(context, &table.definition.name, name, SampleLength::Minute),
    }
}

impl FlowDescription {
    fn encode(&self, object: &mut ObjectWriter) {
        self.figures.encode(object);
        if let Some(most) = self.most_units {
            object.integer("MaxUnits", most);
        }
        if let Some(scaling) = &self.scaling {
            object.object("Scaling", |object| scaling.encode(object));
        }
    }
}

impl ScalingDescription {
    fn encode(&self, object: &mut ObjectWriter) {
        object.double("TargetPercent", self.target.thousandths as f64 / 1_000.0);
        object.integer("MinimumUnits", self.target.minimum);
        object.integer("MaximumUnits", self.target.maximum);
        object.boolean("ScalesIn", self.target.scales_in);
        object.integer("MinutesAbove", self.minutes_above);
        object.integer("MinutesBelow", self.minutes_below);
        if let Some(at) = self.scaled_at {
            object.date("ScaledAt", at);
        }
    }
}

/// Writes a sample: the number of its second or minute, then for reads and writes the units and throttled requests. The units
/// are those consumed, those saved at the end, and the limit per second.
fn encode_sample(sample: &Sample, object: &mut ObjectWriter) {
    object.integer("Number", sample.number);
    for (name, used) in [("Reads", &sample.uses.read), ("Writes", &sample.uses.write)] {
        if *used != Usage::default() {
            object.object(name, |object| {
                object.double("Units", used.taken_milli as f64 / 1_000.0);
                object.double("Saved", used.saved_milli as f64 / 1_000.0);
                object.double("Limit", used.limit_milli as f64 / 1_000.0);
                object.integer("Throttled", used.throttled);
            });
        }
    }
}
