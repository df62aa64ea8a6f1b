//! The view model of the capacity of a table or global index over the last minutes. It has the consumed and available units,
//! burst capacity, throttled requests and changes by auto scaling. Computed from the response of `Dynalab.DescribeCapacity`.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Capacity {
    pub region_name: String,
    pub billing_mode: String,
    /// Whether the limits apply, whether samples are stored, and whether auto scaling is on.
    pub limited: bool,
    pub remembered: bool,
    pub scaled: bool,
    pub burst_ms: u64,
    /// The table first, then its global indexes.
    pub resources: Vec<Resource>,
    pub scaling_changes: Vec<ScalingChange>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Resource {
    pub index_name: Option<String>,
    reads: Flow,
    writes: Flow,
    seconds: Vec<Sample>,
    minutes: Vec<Sample>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Flow {
    pub units_per_second: Option<f64>,
    /// The burst capacity in units. Negative if units are owed. `None` without burst capacity.
    pub saved_units: Option<f64>,
    pub last_second_units: f64,
    pub throttled_requests: u64,
    /// The configured maximum throughput of an on-demand table.
    pub max_units: Option<u64>,
    pub scaling: Option<Scaling>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Scaling {
    pub target_percent: f64,
    pub minimum_units: u64,
    pub maximum_units: u64,
    pub minutes_above: u64,
    pub minutes_below: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ScalingChange {
    /// In seconds since 1970.
    at: f64,
    index_name: Option<String>,
    writes: bool,
    before: u64,
    after: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Sample {
    number: u64,
    reads: Option<CapacityUse>,
    writes: Option<CapacityUse>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CapacityUse {
    units: f64,
    saved: f64,
    limit: f64,
    throttled: u64,
}

/// The period that the chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Minute,
    FiveMinutes,
    ThreeHours,
}

impl Range {
    fn step_ms(self) -> u64 {
        match self {
            Range::Minute | Range::FiveMinutes => 1_000,
            Range::ThreeHours => 60_000,
        }
    }

    fn steps(self) -> u64 {
        match self {
            Range::Minute => 60,
            Range::FiveMinutes => 300,
            Range::ThreeHours => 180,
        }
    }
}

/// A second or a minute, in units per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    pub at_ms: u64,
    pub units: f64,
    /// The part of the units that burst capacity provided.
    pub from_burst: f64,
    pub limit: Option<f64>,
    /// The burst capacity at its end, if known.
    pub saved: Option<f64>,
    /// The number of throttled requests.
    pub throttled: u64,
}

/// A change that auto scaling made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub at_ms: u64,
    pub before: u64,
    pub after: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapacityHistory {
    pub step_ms: u64,
    pub from_ms: u64,
    pub to_ms: u64,
    /// Every second or minute of the period, oldest first.
    pub bars: Vec<Bar>,
    pub steps: Vec<Step>,
    /// The maximum burst capacity, if the table has any.
    pub saved_most: Option<f64>,
}

impl Resource {
    pub fn flow(&self, writes: bool) -> &Flow {
        if writes { &self.writes } else { &self.reads }
    }
}

impl CapacityHistory {
    pub fn throttled(&self) -> u64 {
        self.bars.iter().map(|bar| bar.throttled).sum()
    }

    /// Returns the top of the chart: the highest consumption or limit. A limit far above the consumption is not included.
    pub fn most(&self) -> f64 {
        let taken = self.bars.iter().map(|bar| bar.units).fold(0.0, f64::max);
        let limit = self.bars.iter().filter_map(|bar| bar.limit).fold(0.0, f64::max);
        if limit <= taken * 8.0 || taken == 0.0 { taken.max(limit) } else { taken * 1.25 }
    }
}

impl Capacity {
    pub fn history(&self, place: usize, writes: bool, range: Range, now_ms: u64) -> CapacityHistory {
        let Some(resource) = self.resources.get(place) else { return CapacityHistory::default() };
        let (step_ms, flow) = (range.step_ms(), resource.flow(writes));
        let last = now_ms / step_ms;
        let first = (last + 1).saturating_sub(range.steps());
        let samples = if step_ms == 1_000 { &resource.seconds } else { &resource.minutes };
        let of_kind = |sample: &Sample| if writes { sample.writes } else { sample.reads };
        let used: BTreeMap<u64, CapacityUse> =
            samples.iter().filter_map(|sample| Some((sample.number, of_kind(sample)?))).collect();
        let saves = flow.saved_units.is_some();
        let burst_s = self.burst_ms.max(1_000) as f64 / 1_000.0;
        // Without any sample, the current limit applies. The values before the first sample are unknown.
        let unknown = flow.units_per_second.filter(|_| used.is_empty());
        let mut standing = used.range(..first).next_back().map(|(_, used)| *used);
        let mut bars = Vec::new();
        for number in first..=last {
            let begins_ms = number * step_ms;
            // The current second or minute is not complete.
            let lasted_s = (now_ms + 1).saturating_sub(begins_ms).clamp(1_000, step_ms) as f64 / 1_000.0;
            let here = used.get(&number).copied();
            standing = here.or_else(|| standing.map(|before| rested(before, lasted_s, burst_s)));
            let units = here.map_or(0.0, |used| used.units / lasted_s);
            let limit = standing.map(|standing| standing.limit).or(unknown);
            bars.push(Bar {
                at_ms: begins_ms,
                units,
                from_burst: if saves { (units - limit.unwrap_or(units)).max(0.0) } else { 0.0 },
                limit,
                saved: standing.map(|standing| standing.saved).filter(|_| saves),
                throttled: here.map_or(0, |used| used.throttled),
            });
        }
        if let (Some(bar), Some(saved)) = (bars.last_mut(), flow.saved_units) {
            (bar.saved, bar.limit) = (Some(saved.max(0.0)), flow.units_per_second);
        }
        let (from_ms, to_ms) = (first * step_ms, (last + 1) * step_ms);
        CapacityHistory {
            step_ms,
            from_ms,
            to_ms,
            bars,
            steps: self.steps(resource, writes, from_ms),
            saved_most: flow.units_per_second.filter(|_| saves).map(|units| units * burst_s),
        }
    }

    fn steps(&self, resource: &Resource, writes: bool, from_ms: u64) -> Vec<Step> {
        let is_its =
            |change: &&ScalingChange| change.writes == writes && change.index_name == resource.index_name;
        let steps = self.scaling_changes.iter().filter(is_its).map(|change| Step {
            at_ms: (change.at * 1_000.0).round() as u64,
            before: change.before,
            after: change.after,
        });
        steps.filter(|step| step.at_ms >= from_ms).collect()
    }
}

/// Returns the state after a time without consumption.
fn rested(before: CapacityUse, seconds: f64, burst_s: f64) -> CapacityUse {
    let saved = (before.saved + before.limit * seconds).min(before.limit * burst_s);
    CapacityUse { saved, units: 0.0, throttled: 0, ..before }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

    use super::*;

    fn capacity(text: &str) -> Capacity {
        serde_json::from_str(text).unwrap()
    }

    const PROVISIONED: &str = r#"{"TableName":"T","RegionName":"us-east-1","BillingMode":"PROVISIONED","Limited":true,"Remembered":true,"Scaled":true,"BurstMs":4000,
        "Resources":[{"Reads":{"UnitsPerSecond":5.0,"SavedUnits":20.0,"LastSecondUnits":0.0,"ThrottledRequests":0},
            "Writes":{"UnitsPerSecond":2.0,"SavedUnits":4.0,"LastSecondUnits":0.0,"ThrottledRequests":3},
            "Seconds":[
                {"Number":1000,"Writes":{"Units":10.0,"Saved":1.0,"Limit":2.0,"Throttled":0}},
                {"Number":1001,"Writes":{"Units":3.0,"Saved":0.0,"Limit":2.0,"Throttled":3}}],
            "Minutes":[{"Number":16,"Writes":{"Units":13.0,"Saved":0.0,"Limit":2.0,"Throttled":3}}]}],
        "ScalingChanges":[{"At":1001.0,"Writes":true,"Before":1,"After":2},{"At":1001.0,"Writes":true,"IndexName":"I","Before":7,"After":9}]}"#;

    #[test]
    fn burst_pays_what_is_above_the_limit_and_what_rests_is_saved_again() {
        let history = capacity(PROVISIONED).history(0, true, Range::Minute, 1_006_500);
        assert_eq!(history.bars.len(), 60);
        assert_eq!((history.from_ms, history.to_ms), (947_000, 1_007_000));
        let bar = |second: u64| *history.bars.iter().find(|bar| bar.at_ms == second * 1_000).unwrap();
        let begin = bar(990);
        assert_eq!((begin.units, begin.saved, begin.limit), (0.0, None, None), "before anything is known");
        let reads = capacity(PROVISIONED).history(0, false, Range::Minute, 1_006_500);
        assert!(reads.bars.iter().all(|bar| bar.limit == Some(5.0)), "nobody read");
        let first = bar(1_000);
        assert_eq!((first.units, first.from_burst, first.saved), (10.0, 8.0, Some(1.0)));
        assert_eq!((bar(1_001).throttled, history.throttled()), (3, 3));
        assert_eq!(bar(1_003).saved, Some(4.0), "two seconds of rest");
        assert_eq!(bar(1_005).saved, Some(8.0), "no more than the burst holds");
        assert_eq!(bar(1_006).saved, Some(4.0), "what is told of now");
        assert_eq!(history.saved_most, Some(8.0));
        assert_eq!(history.steps, [Step { at_ms: 1_001_000, before: 1, after: 2 }]);
        assert_eq!(history.most(), 10.0);
    }

    #[test]
    fn shows_minutes_by_the_second() {
        let history = capacity(PROVISIONED).history(0, true, Range::ThreeHours, 1_025_999);
        let last = history.bars.iter().find(|bar| bar.at_ms == 960_000).unwrap();
        assert_eq!(last.units, 13.0 / 60.0);
        // The current minute is half over.
        let history = capacity(PROVISIONED).history(0, true, Range::ThreeHours, 989_999);
        assert_eq!(history.bars.last().unwrap().units, 13.0 / 30.0);
    }

    #[test]
    fn an_on_demand_table_has_no_burst_and_hides_a_far_limit() {
        let text = r#"{"RegionName":"us-east-1","BillingMode":"PAY_PER_REQUEST","Limited":true,"Remembered":true,"Scaled":false,"BurstMs":300000,"ScalingChanges":[],
            "Resources":[{"Reads":{"LastSecondUnits":0.0,"ThrottledRequests":0},
                "Writes":{"UnitsPerSecond":4000.0,"LastSecondUnits":100.0,"ThrottledRequests":0},
                "Seconds":[{"Number":50,"Writes":{"Units":100.0,"Saved":0.0,"Limit":4000.0,"Throttled":0}}],"Minutes":[]}]}"#;
        let history = capacity(text).history(0, true, Range::FiveMinutes, 51_000);
        let bar = history.bars.iter().find(|bar| bar.at_ms == 50_000).unwrap();
        assert_eq!((bar.from_burst, bar.saved, history.saved_most), (0.0, None, None));
        assert_eq!(history.most(), 125.0);
    }

    #[test]
    fn what_is_not_there_has_no_history() {
        assert_eq!(capacity(PROVISIONED).history(7, true, Range::Minute, 5), CapacityHistory::default());
    }
}
