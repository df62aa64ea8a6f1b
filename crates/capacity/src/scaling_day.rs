//! Auto scaling through a day of traffic. The table's token bucket runs per second, the scaling rules per minute.

use crate::admission::CapacityRules;
use crate::scaling::{Decreases, MINUTE_MS, ScalingHistory, ScalingTarget};
use crate::token_bucket::{Allowance, TokenBucket};

/// The minutes of one day.
pub const DAY_MINUTES: usize = 1_440;
const MINUTE_SECONDS: u64 = 60;

/// The settings of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalingRun {
    pub target: ScalingTarget,
    pub rules: CapacityRules,
    /// Delay from the decision until the new throughput is active.
    pub change_ms: u64,
    /// Auto scaling is off. The throughput stays at the minimum.
    pub is_fixed: bool,
}

/// Averages of one minute, in thousandths of a unit per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScaledMinute {
    pub demand_milli: u64,
    pub served_milli: u64,
    pub provisioned: u64,
    /// Burst capacity at the end of the minute, in thousandths of a unit.
    pub burst_milli: u64,
}

impl ScaledMinute {
    /// Returns the demand that was not served, in thousandths of a unit.
    pub fn throttled_milli(self) -> u64 {
        self.demand_milli.saturating_sub(self.served_milli)
    }
}

/// The sums over a day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DaySums {
    pub demand_units: f64,
    pub served_units: f64,
    pub throttled_units: f64,
    /// Provisioned units times hours.
    pub unit_hours: f64,
    pub peak_provisioned: u64,
    pub changes: u64,
}

impl ScalingRun {
    /// Returns the settings of a throughput that does not change, in units per second.
    pub fn fixed(units: u64) -> ScalingRun {
        let target = ScalingTarget {
            thousandths: 100_000,
            minimum: units,
            maximum: units,
            scales_in: false,
            scale_in_cooldown_ms: 0,
            scale_out_cooldown_ms: 0,
        };
        ScalingRun { is_fixed: true, ..ScalingRun::of_target(target, 0) }
    }

    /// Returns the settings of auto scaling, under the limits of the service. A change is active `change_ms` after its decision.
    pub fn of_target(target: ScalingTarget, change_ms: u64) -> ScalingRun {
        ScalingRun { target, rules: CapacityRules::OF_THE_SERVICE, change_ms, is_fixed: false }
    }

    /// Simulates two equal days and returns the second one, because a new table differs on its first day. `demand_milli` has one value
    /// per minute of a day, in thousandths of a unit per second.
    pub fn second_day(&self, demand_milli: &[u64]) -> Vec<ScaledMinute> {
        let mut state = State::new(self, demand_milli.first().copied().unwrap_or_default());
        for (minute, demand) in demand_milli.iter().enumerate() {
            state.pass_minute(self, minute as u64, *demand);
        }
        let days = demand_milli.len() as u64;
        let minutes = demand_milli.iter().enumerate();
        minutes.map(|(minute, demand)| state.pass_minute(self, days + minute as u64, *demand)).collect()
    }
}

impl ScalingRun {
    fn allowance(&self, units: u64) -> Allowance {
        Allowance::new(units.saturating_mul(1_000), self.rules.burst_ms)
    }
}

/// Advances by 60 equal seconds. Simulates few of them and computes the rest. Returns the served thousandths of a unit.
fn pass_minute(bucket: &mut TokenBucket, allowance: Allowance, demand_milli: u64) -> u64 {
    let pass = |bucket: &mut TokenBucket| {
        let taken = bucket.available_in_second(allowance).min(demand_milli);
        bucket.pass_second(allowance, taken);
        taken
    };
    let mut served_milli = pass(bucket);
    let rest = MINUTE_SECONDS - 1;
    let missing = demand_milli.saturating_sub(allowance.second_milli);
    let level = u64::try_from(bucket.level_milli).unwrap_or(0);
    // For `whole` seconds the bucket serves the full demand. Then one second is served in part, the others by the inflow.
    let whole = level.checked_div(missing).map_or(rest, |seconds| seconds.min(rest));
    served_milli += whole * demand_milli;
    let gained = allowance.second_milli.saturating_sub(demand_milli).saturating_mul(whole);
    let after = level.saturating_add(gained).min(allowance.kept_milli.max(level)) - missing * whole;
    bucket.level_milli = i64::try_from(after).unwrap_or(i64::MAX);
    bucket.at_ms += whole * 1_000;
    if whole < rest {
        served_milli += pass(bucket);
        let last = rest - whole - 1;
        served_milli += last * allowance.second_milli;
        bucket.at_ms += last * 1_000;
    }
    served_milli
}

/// Adds up the minutes of a day: served and throttled units, provisioned units, and changes.
pub fn sum(minutes: &[ScaledMinute]) -> DaySums {
    let units = |milli: u64| milli as f64 * MINUTE_SECONDS as f64 / 1_000.0;
    let mut sums = DaySums::default();
    let mut unit_minutes = 0;
    let mut last = minutes.last().map(|minute| minute.provisioned);
    for minute in minutes {
        sums.demand_units += units(minute.demand_milli);
        sums.served_units += units(minute.served_milli);
        sums.throttled_units += units(minute.throttled_milli());
        unit_minutes += minute.provisioned;
        sums.peak_provisioned = sums.peak_provisioned.max(minute.provisioned);
        sums.changes += u64::from(last != Some(minute.provisioned));
        last = Some(minute.provisioned);
    }
    sums.unit_hours = unit_minutes as f64 / 60.0;
    sums
}

struct State {
    /// The provisioned capacity of the table and its unused rest.
    bucket: TokenBucket,
    provisioned: u64,
    watched: ScalingHistory,
    decreases: Decreases,
    /// The new throughput, and when it becomes active.
    pending: Option<(u64, u64)>,
}

impl State {
    fn new(run: &ScalingRun, first_milli: u64) -> State {
        let target = run.target;
        let fitting = (first_milli * 100).div_ceil(target.thousandths.max(1));
        let most = target.maximum.max(target.minimum);
        let provisioned = if run.is_fixed { target.minimum } else { fitting.clamp(target.minimum, most) };
        let allowance = run.allowance(provisioned);
        State {
            bucket: TokenBucket::begun(allowance, 0),
            provisioned,
            watched: ScalingHistory::default(),
            decreases: Decreases::default(),
            pending: None,
        }
    }

    fn pass_minute(&mut self, run: &ScalingRun, minute: u64, demand_milli: u64) -> ScaledMinute {
        let now_ms = minute * MINUTE_MS;
        if let Some((units, begins_ms)) = self.pending
            && begins_ms <= now_ms
        {
            self.provisioned = units;
            self.pending = None;
        }
        let provisioned = self.provisioned;
        let served_milli = pass_minute(&mut self.bucket, run.allowance(provisioned), demand_milli);
        if !run.is_fixed {
            self.scale(run, served_milli, now_ms + MINUTE_MS);
        }
        ScaledMinute {
            demand_milli,
            served_milli: served_milli / MINUTE_SECONDS,
            provisioned,
            burst_milli: u64::try_from(self.bucket.level_milli).unwrap_or(0),
        }
    }

    fn scale(&mut self, run: &ScalingRun, served_milli: u64, now_ms: u64) {
        self.watched.observe(served_milli, self.provisioned, &run.target);
        if self.pending.is_some() {
            return;
        }
        let Some(units) = self.watched.decide(served_milli, self.provisioned, &run.target, now_ms) else {
            return;
        };
        if units < self.provisioned {
            let Ok(decreases) = self.decreases.after_another(now_ms) else { return };
            self.decreases = decreases;
        }
        self.watched = ScalingHistory { scaled_at_ms: now_ms, ..ScalingHistory::default() };
        self.pending = Some((units, now_ms + run.change_ms));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: ScalingRun = ScalingRun {
        target: ScalingTarget {
            thousandths: 70_000,
            minimum: 10,
            maximum: 10_000,
            scales_in: true,
            scale_in_cooldown_ms: 0,
            scale_out_cooldown_ms: 0,
        },
        rules: CapacityRules::OF_THE_SERVICE,
        change_ms: 0,
        is_fixed: false,
    };

    fn day(units: impl Fn(usize) -> u64) -> Vec<u64> {
        (0..DAY_MINUTES).map(|minute| units(minute) * 1_000).collect()
    }

    /// The engine updates the table's flow each second.
    #[test]
    fn a_minute_at_once_is_sixty_seconds_of_the_table() {
        use crate::admission::{TableCapacity, TableFlow};
        let rules = CapacityRules::OF_THE_SERVICE;
        let (mut units, mut demand, mut seed) = (100_u64, 0_u64, 7_u64);
        let mut flow = TableFlow::begun(&rules, TableCapacity::Provisioned { units }, 0);
        let mut bucket = TokenBucket::begun(RUN.allowance(units), 0);
        for minute in 0..2_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if minute % 7 == 0 {
                units = 1 + (seed >> 33) % 300;
            }
            if minute % 3 == 0 {
                demand = (seed >> 20) % 400_000;
            }
            let capacity = TableCapacity::Provisioned { units };
            let mut one_by_one = 0;
            for _ in 0..MINUTE_SECONDS {
                let taken = flow.available_in_second(&rules, capacity).min(demand);
                flow.pass_second(&rules, capacity, taken);
                one_by_one += taken;
            }
            assert_eq!(pass_minute(&mut bucket, RUN.allowance(units), demand), one_by_one, "minute {minute}");
            assert_eq!((bucket.level_milli, bucket.at_ms), (flow.bucket.level_milli, flow.bucket.at_ms));
        }
    }

    #[test]
    fn a_flat_load_is_provisioned_at_the_target() {
        let sums = sum(&RUN.second_day(&day(|_| 70)));
        assert_eq!((sums.peak_provisioned, sums.unit_hours.round(), sums.changes), (100, 2_400.0, 0));
        assert_eq!((sums.throttled_units, sums.served_units), (0.0, 70.0 * 86_400.0));
    }

    #[test]
    fn a_step_throttles_when_burst_capacity_is_used_up() {
        // Ten units until noon, then 2,000. Five minutes of burst capacity are 10 x 300 units.
        let minutes = RUN.second_day(&day(|minute| if minute < 720 { 7 } else { 2_000 }));
        let at_noon: Vec<(u64, u64)> =
            minutes[720..724].iter().map(|one| (one.provisioned, one.throttled_milli())).collect();
        assert!(at_noon[0].1 > 0, "{at_noon:?}");
        assert!(at_noon[3].0 > at_noon[0].0, "scaled out after two minutes: {at_noon:?}");
        assert_eq!(minutes[900].throttled_milli(), 0);
        assert_eq!(minutes[900].provisioned, 2_858);
    }

    #[test]
    fn a_throughput_that_stays_throttles_the_rest() {
        let fixed =
            ScalingRun { is_fixed: true, target: ScalingTarget { minimum: 100, ..RUN.target }, ..RUN };
        let sums = sum(&fixed.second_day(&day(|_| 150)));
        assert_eq!(sums.unit_hours.round(), 2_400.0);
        assert!((sums.throttled_units - 50.0 * 86_400.0).abs() < 60.0, "{sums:?}");
    }

    #[test]
    fn a_slow_change_throttles_longer() {
        let spike = day(|minute| if (540..570).contains(&minute) { 1_000 } else { 20 });
        let throttled = |change_ms| sum(&ScalingRun { change_ms, ..RUN }.second_day(&spike)).throttled_units;
        assert!(throttled(300_000) > throttled(0));
    }
}
