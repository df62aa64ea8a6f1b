//! The capacity of a table with auto scaling through a day. The table and each of its global indexes are scaled by their own settings.

use std::iter::once;

use dynalab_capacity::scaling::ScalingTarget;
use dynalab_capacity::scaling_day::ScalingRun;
use dynalab_load::{Load, ScalingLoad, TableLoad};

use crate::modes::{Provision, Workload, fixed_units};

/// Milliseconds from a decision of auto scaling until the new throughput serves requests.
const CHANGE_MS: u64 = 60_000;

/// Returns the provisioned reads and writes of a day, or none for a table without auto scaling or in on-demand mode. Capacity without
/// auto scaling is that of the peak with the headroom.
pub(crate) fn day(load: &Load, table: &TableLoad, workload: &Workload) -> Option<[Provision; 2]> {
    let headroom_percent = table.headroom_percent.filter(|_| !table.scaling.is_empty())?;
    let is_global = |name: &str| table.indexes.iter().any(|index| !index.is_local && index.name == name);
    let global = table.indexes.iter().filter(|index| !index.is_local).map(|index| Some(index.name.as_str()));
    // Local indexes have the capacity of the table.
    let parts = once(None).chain(global).map(|part| {
        let units = load.units_of_part(&table.name, |index| index.filter(|name| is_global(name)) == part);
        let workload = Workload { units, ..workload.clone() };
        let (peaks, demand) = (workload.peaks(), workload.demand());
        [false, true].map(|is_write| {
            let kind = usize::from(is_write);
            match table.scaling_of(part, is_write) {
                Some(scaling) => scaled(scaling, &demand[kind]),
                None => Provision::flat(fixed_units(peaks[kind], headroom_percent) as f64),
            }
        })
    });
    parts.reduce(|[reads, writes], [more_reads, more_writes]| {
        [reads.joined(more_reads), writes.joined(more_writes)]
    })
}

fn scaled(scaling: &ScalingLoad, demand_milli: &[u64]) -> Provision {
    let target = ScalingTarget {
        thousandths: (scaling.target_percent * 1_000.0).round() as u64,
        minimum: scaling.least,
        maximum: scaling.most.max(scaling.least),
        scales_in: true,
        scale_in_cooldown_ms: scaling.scale_in_seconds.saturating_mul(1_000),
        scale_out_cooldown_ms: scaling.scale_out_seconds.saturating_mul(1_000),
    };
    Provision::from_minutes(&ScalingRun::of_target(target, CHANGE_MS).second_day(demand_milli))
}

#[cfg(test)]
mod tests {
    use dynalab_load::{Day, IndexLoad, PatternLoad, RequestLoad};

    use super::*;
    use crate::{Conventions, LineItem, offered};

    fn request(index: Option<&str>, read_units: f64, write_units: f64) -> RequestLoad {
        let index = index.map(str::to_owned);
        RequestLoad { table: "Shop".into(), index, read_units, write_units, ..RequestLoad::default() }
    }

    /// A provisioned table with a global index: at the peak 1,000 RCU and 100 WCU on the table, and 50 WCU on the index.
    fn load(scaling: Vec<ScalingLoad>) -> Load {
        let index = IndexLoad { name: "GSI1".into(), ..IndexLoad::default() };
        let table = TableLoad {
            name: "Shop".into(),
            indexes: vec![index],
            headroom_percent: Some(20.0),
            scaling,
            ..TableLoad::default()
        };
        let pattern = |name: &str, peak, requests| PatternLoad {
            name: name.into(),
            average: peak / 2.0,
            peak,
            day: Day::DayAndNight,
            requests,
            ..PatternLoad::default()
        };
        let get = pattern("get", 1_000.0, vec![request(None, 1.0, 0.0)]);
        let put = pattern("put", 50.0, vec![request(None, 0.0, 2.0), request(Some("GSI1"), 0.0, 1.0)]);
        Load { region: "us-east-1".into(), tables: vec![table], patterns: vec![get, put] }
    }

    fn scaling(index: Option<&str>, is_write: bool, least: u64, most: u64) -> ScalingLoad {
        let index = index.map(str::to_owned);
        ScalingLoad { index, is_write, target_percent: 70.0, least, most, ..ScalingLoad::default() }
    }

    fn usd(load: &Load) -> [f64; 2] {
        let bill = offered::bill(load, &offered::book(load), &Conventions::default());
        let of = |item| bill.usd_of(item).unwrap_or_default();
        [of(LineItem::Reads), of(LineItem::Writes) + of(LineItem::IndexWrites)]
    }

    #[test]
    fn capacity_that_cannot_change_has_the_bill_of_fixed_units() {
        let fixed = load(Vec::new());
        // 1,200 RCU, and 120 + 60 WCU.
        let month = [1_200.0 * 730.0 * 0.000_13, 180.0 * 730.0 * 0.000_65];
        let same = load(vec![
            scaling(None, false, 1_200, 1_200),
            scaling(None, true, 120, 120),
            scaling(Some("GSI1"), true, 60, 60),
        ]);
        for load in [fixed, same, load(vec![scaling(None, false, 1_200, 1_200)])] {
            for (found, expected) in usd(&load).into_iter().zip(month) {
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{found} and {expected}: {:?}",
                    load.tables[0].scaling
                );
            }
        }
    }

    #[test]
    fn reads_that_follow_the_day_cost_less_and_writes_stay() {
        let (fixed, scaled) = (usd(&load(Vec::new())), usd(&load(vec![scaling(None, false, 5, 10_000)])));
        assert!(scaled[0] < fixed[0] * 0.9 && scaled[0] > fixed[0] * 0.4, "{scaled:?} and {fixed:?}");
        assert_eq!(scaled[1], fixed[1]);
    }

    #[test]
    fn an_index_is_scaled_by_its_own_settings() {
        let scaled = usd(&load(vec![scaling(Some("GSI1"), true, 500, 1_000)]));
        assert!((scaled[1] - 620.0 * 730.0 * 0.000_65).abs() < 1e-9, "120 WCU and at least 500: {scaled:?}");
    }

    #[test]
    fn a_table_on_demand_ignores_auto_scaling() {
        let mut one = load(vec![scaling(None, false, 5, 10_000)]);
        one.tables[0].headroom_percent = None;
        let mut other = load(Vec::new());
        other.tables[0].headroom_percent = None;
        assert_eq!(usd(&one), usd(&other));
    }
}
