//! The load of a design in production, from what the patterns consumed on the sample.

use dynalab_load::{
    Consistency as Reads, IndexLoad, Keys, Load, PatternLoad, RequestLoad, ScalingLoad, TableLoad, figure,
};

use crate::design::{AccessPattern, Consistency, Design, IndexKind, Mode, Operation, ReplicaConsistency};
use crate::design::{Dimension, Scaling, Table, TableClass};
use crate::report::{HeatCause, PatternReport, TableReport, UnitsOf};

/// Returns the load of the patterns that have run, in the order of the design.
pub fn of_design(design: &Design, patterns: &[PatternReport], tables: &[TableReport]) -> Load {
    let patterns = design.patterns.iter().zip(patterns);
    Load {
        region: super::money::region(design).name().to_owned(),
        tables: design.tables.iter().zip(tables).map(|(table, report)| of_table(table, report)).collect(),
        patterns: patterns.map(|(pattern, report)| of_pattern(pattern, report)).collect(),
    }
}

/// Returns one pattern with the tables that it uses, without what they store.
pub fn of_one(design: &Design, pattern: &AccessPattern, report: &PatternReport) -> (Load, PatternLoad) {
    let is_used = |table: &&Table| report.units.iter().any(|units| units.table == table.name);
    let load = Load {
        region: super::money::region(design).name().to_owned(),
        tables: design.tables.iter().filter(is_used).map(settings).collect(),
        patterns: Vec::new(),
    };
    (load, of_pattern(pattern, report))
}

/// Returns the settings of a table that decide its price.
pub fn settings(table: &Table) -> TableLoad {
    TableLoad {
        name: table.name.clone(),
        is_infrequent_access: table.class == TableClass::InfrequentAccess,
        headroom_percent: match table.mode {
            Mode::OnDemand => None,
            Mode::Provisioned { headroom_percent } => Some(figure(headroom_percent)),
        },
        replicas: u32::try_from(table.replicas.len()).unwrap_or(u32::MAX),
        has_strong_replicas: table.replica_consistency == ReplicaConsistency::Strong,
        has_recovery: table.recovery,
        scaling: table.scaling.iter().map(scaling).collect(),
        ..TableLoad::default()
    }
}

fn scaling(scaling: &Scaling) -> ScalingLoad {
    ScalingLoad {
        index: scaling.index.clone(),
        is_write: scaling.units == Dimension::Write,
        target_percent: figure(scaling.target_percent),
        least: scaling.least,
        most: scaling.most,
        scale_in_seconds: scaling.scale_in_seconds.unwrap_or_default(),
        scale_out_seconds: scaling.scale_out_seconds.unwrap_or_default(),
    }
}

fn of_table(table: &Table, report: &TableReport) -> TableLoad {
    // Items of one table differ in how they grow, so the mean size of the sample gives their number.
    let count = |full: f64, sample: u64, items: u64| match sample {
        0 => 0.0,
        bytes => figure(full * items as f64 / bytes as f64),
    };
    let index = |(index, report): (&crate::design::Index, &crate::report::IndexReport)| IndexLoad {
        name: index.name.clone(),
        is_local: index.kind == IndexKind::Local,
        entries: count(report.full_bytes, report.sample_bytes, report.item_count),
        bytes: figure(report.full_bytes),
    };
    TableLoad {
        items: count(report.full_bytes, report.sample_bytes, report.item_count),
        bytes: figure(report.full_bytes),
        indexes: table.indexes.iter().zip(&report.indexes).map(index).collect(),
        ..settings(table)
    }
}

fn of_pattern(pattern: &AccessPattern, report: &PatternReport) -> PatternLoad {
    // A pattern whose condition failed on the sample shows what a failed write consumes.
    let has_failed =
        report.error.as_ref().is_some_and(|error| super::FAILED_CONDITIONS.contains(&error.name.as_str()));
    let failed = if has_failed { 1.0 } else { pattern.failed_conditions };
    let consumed = report.units.iter().filter(|units| units.read > 0.0 || units.write > 0.0);
    PatternLoad {
        name: pattern.name.clone(),
        average: figure(pattern.rate.average),
        peak: figure(pattern.rate.peak),
        day: pattern.rate.day,
        growth: figure(pattern.rate.growth),
        failed_conditions: figure(failed).min(1.0),
        consistency: consistency(pattern),
        requests: consumed.map(|units| request(report, units)).collect(),
    }
}

fn request(report: &PatternReport, units: &UnitsOf) -> RequestLoad {
    let heat_of = |index: Option<&String>| {
        report.heat.iter().find(move |heat| heat.table == units.table && heat.index.as_ref() == index)
    };
    // A local index has the partitions of its table.
    let heat = heat_of(units.index.as_ref()).or_else(|| heat_of(None));
    RequestLoad {
        table: units.table.clone(),
        index: units.index.clone(),
        sample_read_units: figure(units.read),
        read_units: figure(units.read * report.read_growth()),
        write_units: figure(units.write),
        partitions: f64::from(report.served.times.max(1)),
        keys: heat.map_or_else(Keys::default, |heat| Keys {
            values: figure(heat.values),
            busiest: heat.key.clone(),
            busiest_share: figure(heat.share).min(1.0),
            is_time: heat.cause == HeatCause::Time,
            template: heat.template.clone(),
        }),
    }
}

fn consistency(pattern: &AccessPattern) -> Reads {
    match &pattern.operation {
        Some(Operation::TransactGet { .. } | Operation::TransactWrite { .. }) => Reads::Transaction,
        Some(Operation::Request(raw)) if raw.operation.starts_with("Transact") => Reads::Transaction,
        _ if pattern.consistency == Consistency::Strong => Reads::Strong,
        _ => Reads::Eventual,
    }
}
