//! Describes the capacity of a table and its global indexes: limits, burst capacity and consumption over time, and the state of
//! auto scaling.

use dynalab_capacity::admission::TableCapacity;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::{BillingMode, IndexDefinition, IndexKind, Table};
use dynalab_engine::registry::auto_scaling::{AutoScaling, ScaledResource, ScalingTarget};
use dynalab_types::Timestamp;

use super::admission::Admission;
use super::describe::total_figures;
use super::history::{Sample, SampleLength, Usage, samples};
use super::resource::capacity_of;
use crate::complete::Context;
use crate::contract::partitions::{
    CapacityDescription, CapacityResource, CapacitySample, CapacityUse, PartitionThroughput,
    ResourceThroughput, ScalingChange, ScalingDescription,
};
use crate::scaling::changes::ScalingChanges;
use crate::scaling::watched_minutes;

pub(crate) fn describe_capacity(context: &Context, table: &Table) -> CapacityDescription {
    let definition = &table.definition;
    let dials = context.config.dials.as_ref();
    let settings = AutoScaling::load(context.database, &definition.name);
    let targets: Vec<(ScaledResource, ScalingTarget)> =
        settings.targets(&context.config.region).map(|(scaled, target)| (scaled.clone(), target)).collect();
    let indexes = definition.indexes.iter().filter(|index| index.kind == IndexKind::Global).map(Some);
    let resources = [None].into_iter().chain(indexes);
    let billing = match definition.billing {
        BillingMode::Provisioned => "PROVISIONED",
        BillingMode::PayPerRequest => "PAY_PER_REQUEST",
    };
    let changes = ScalingChanges::load(context.database, &definition.name);
    let changes = changes.0.iter().map(|change| ScalingChange {
        at: change.at.epoch_seconds(),
        index_name: (!change.index.is_empty()).then(|| change.index.to_string()),
        writes: change.writes,
        before: change.before,
        after: change.after,
    });
    CapacityDescription {
        table_name: definition.name.to_string(),
        region_name: context.config.region.clone(),
        billing_mode: billing.to_owned(),
        limited: context.capacity_rules().is_some(),
        remembered: dials.is_some_and(|dials| dials.capacity_history > 0),
        scaled: dials.is_some_and(|dials| dials.auto_scaling > 0),
        burst_ms: context.capacity_rules().map_or(0, |rules| rules.burst_ms),
        resources: resources.map(|index| describe_resource(context, table, index, &targets)).collect(),
        scaling_changes: changes.collect(),
    }
}

fn describe_resource(
    context: &Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    targets: &[(ScaledResource, ScalingTarget)],
) -> CapacityResource {
    let name = index.map(|index| index.name.as_ref());
    let capacity = capacity_of(&table.definition, index);
    let figures = total_figures(context, table, index);
    let throughput = |kind: CapacityKind| {
        let writes = kind == CapacityKind::Write;
        let is_its =
            |scaled: &ScaledResource| scaled.index == name.unwrap_or_default() && scaled.writes == writes;
        let scaling = targets.iter().find(|(scaled, _)| is_its(scaled));
        let PartitionThroughput {
            units_per_second,
            saved_units,
            last_second_units,
            last_minute_units,
            throttled_requests,
        } = figures.get(kind).describe();
        ResourceThroughput {
            units_per_second,
            saved_units,
            last_second_units,
            last_minute_units,
            throttled_requests,
            max_units: match *capacity.get(kind) {
                TableCapacity::Provisioned { .. } => None,
                TableCapacity::OnDemand { most, .. } => most,
            },
            scaling: scaling.map(|(scaled, target)| describe_scaling(context, table, scaled, target)),
        }
    };
    let describe = |length| {
        let samples = samples(context, &table.definition.name, name, length);
        samples.iter().map(describe_sample).collect()
    };
    CapacityResource {
        index_name: name.map(str::to_owned),
        reads: throughput(CapacityKind::Read),
        writes: throughput(CapacityKind::Write),
        seconds: describe(SampleLength::Second),
        minutes: describe(SampleLength::Minute),
    }
}

fn describe_scaling(
    context: &Context,
    table: &Table,
    scaled: &ScaledResource,
    target: &ScalingTarget,
) -> ScalingDescription {
    let (minutes_above, minutes_below, scaled_at) = watched_minutes(context.database, table, scaled);
    ScalingDescription {
        target_percent: target.thousandths as f64 / 1_000.0,
        minimum_units: target.minimum,
        maximum_units: target.maximum,
        scales_in: target.scales_in,
        minutes_above,
        minutes_below,
        scaled_at: scaled_at.map(Timestamp::epoch_seconds),
    }
}

/// Describes the uses of a second or minute. One without requests is left out.
fn describe_sample(sample: &Sample) -> CapacitySample {
    let describe = |used: &Usage| {
        (*used != Usage::default()).then(|| CapacityUse {
            units: used.taken_milli as f64 / 1_000.0,
            saved: used.saved_milli as f64 / 1_000.0,
            limit: used.limit_milli as f64 / 1_000.0,
            throttled: used.throttled,
        })
    };
    CapacitySample {
        number: sample.number,
        reads: describe(&sample.uses.read),
        writes: describe(&sample.uses.write),
    }
}
