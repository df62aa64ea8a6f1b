//! Auto scaling, minute by minute. Two minutes above the target raise the throughput, 15 minutes far below it lower the throughput. The
//! engine and the calculators use the same functions.

use serde::{Deserialize, Serialize};

/// One minute in milliseconds: the interval of the rules.
pub const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;
/// The minutes above the target after which the throughput is raised.
pub const MINUTES_ABOVE: u64 = 2;
/// The minutes far below the target after which the throughput is lowered.
pub const MINUTES_BELOW: u64 = 15;
/// Auto scaling lowers the throughput if the load is this far below the target: 20 %, in thousandths of a percent.
const MARGIN_THOUSANDTHS: u64 = 20_000;
const WHOLE_THOUSANDTHS: u64 = 100_000;
/// Decreases of a table or index per UTC day that need no wait. Each later one waits for an hour.
pub const FREE_DECREASES_PER_DAY: u64 = 4;

/// The auto scaling target of one table or index, for reads or for writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalingTarget {
    /// Target utilization of the provisioned units, in thousandths of a percent.
    pub thousandths: u64,
    pub minimum: u64,
    pub maximum: u64,
    pub scales_in: bool,
    pub scale_in_cooldown_ms: u64,
    pub scale_out_cooldown_ms: u64,
}

/// The state that auto scaling keeps from minute to minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScalingHistory {
    pub minutes_above: u64,
    pub minutes_below: u64,
    pub scaled_at_ms: u64,
}

impl ScalingHistory {
    /// Records a minute in which `used_milli` thousandths of a unit were consumed. A minute without consumption has no data and changes
    /// nothing.
    pub fn observe(&mut self, used_milli: u64, current: u64, target: &ScalingTarget) {
        let thousandths = utilization_thousandths(used_milli, current);
        if thousandths > target.thousandths {
            self.minutes_above += 1;
        } else if used_milli > 0 {
            self.minutes_above = 0;
        }
        if thousandths + MARGIN_THOUSANDTHS >= target.thousandths {
            self.minutes_below = 0;
        } else if used_milli > 0 {
            self.minutes_below += 1;
        }
    }

    /// Returns the units to provision, if they differ from the current ones.
    pub fn decide(&self, used_milli: u64, current: u64, target: &ScalingTarget, now_ms: u64) -> Option<u64> {
        let within = current.clamp(target.minimum, target.maximum.max(target.minimum));
        if within != current {
            return Some(within);
        }
        let fitting = u128::from(used_milli) * u128::from(WHOLE_THOUSANDTHS);
        let fitting = fitting.div_ceil(u128::from(target.thousandths.max(1)) * u128::from(MINUTE_MS)) as u64;
        let fitting = fitting.clamp(target.minimum, target.maximum.max(target.minimum));
        let rests_ms = now_ms.saturating_sub(self.scaled_at_ms);
        let goes_out = self.minutes_above >= MINUTES_ABOVE
            && fitting > current
            && rests_ms >= target.scale_out_cooldown_ms;
        let goes_in = self.minutes_below >= MINUTES_BELOW
            && target.scales_in
            && fitting < current
            && rests_ms >= target.scale_in_cooldown_ms;
        (goes_out || goes_in).then_some(fitting)
    }
}

/// The decreases of a UTC day so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decreases {
    pub last_ms: Option<u64>,
    /// Number of decreases on the day of the last one.
    pub that_day: u64,
}

/// A decrease that the quota does not allow yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedDecrease {
    /// The number of decreases on this day.
    pub today: u64,
    pub last_ms: u64,
    /// When the next one is allowed.
    pub next_ms: u64,
}

impl Decreases {
    /// Returns the decreases including one now.
    ///
    /// # Errors
    /// The quota requires a wait of an hour after the last one.
    pub fn after_another(self, now_ms: u64) -> Result<Decreases, RefusedDecrease> {
        let today = match self.last_ms {
            Some(last_ms) if last_ms / DAY_MS == now_ms / DAY_MS => self.that_day,
            _ => 0,
        };
        if let Some(last_ms) = self.last_ms.filter(|_| today >= FREE_DECREASES_PER_DAY)
            && now_ms.saturating_sub(last_ms) < HOUR_MS
        {
            return Err(RefusedDecrease { today, last_ms, next_ms: last_ms.saturating_add(HOUR_MS) });
        }
        Ok(Decreases { last_ms: Some(now_ms), that_day: today + 1 })
    }
}

/// Returns the utilization of the provisioned units, in thousandths of a percent.
fn utilization_thousandths(used_milli: u64, current: u64) -> u64 {
    let most_milli = u128::from(current.max(1)) * u128::from(MINUTE_MS);
    (u128::from(used_milli) * u128::from(WHOLE_THOUSANDTHS) / most_milli) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: ScalingTarget = ScalingTarget {
        thousandths: 70_000,
        minimum: 5,
        maximum: 1_000,
        scales_in: true,
        scale_in_cooldown_ms: 0,
        scale_out_cooldown_ms: 0,
    };

    /// Returns the consumption of a minute at this rate, in thousandths of a unit.
    fn minute(units_per_second: u64) -> u64 {
        units_per_second * 60_000
    }

    #[test]
    fn two_minutes_above_the_target_raise_to_it() {
        let mut watched = ScalingHistory::default();
        watched.observe(minute(90), 100, &TARGET);
        assert_eq!(watched.decide(minute(90), 100, &TARGET, 60_000), None);
        watched.observe(minute(90), 100, &TARGET);
        assert_eq!(watched.decide(minute(90), 100, &TARGET, 120_000), Some(129), "90 / 0.7, rounded up");
    }

    #[test]
    fn fifteen_minutes_far_below_lower_and_a_minute_at_fifty_per_cent_does_not_count() {
        let mut watched = ScalingHistory::default();
        (0..14).for_each(|_| watched.observe(minute(20), 100, &TARGET));
        assert_eq!(watched.decide(minute(20), 100, &TARGET, 840_000), None);
        watched.observe(minute(20), 100, &TARGET);
        assert_eq!(watched.decide(minute(20), 100, &TARGET, 900_000), Some(29));
        watched.observe(minute(50), 100, &TARGET);
        assert_eq!(watched.minutes_below, 0);
    }

    #[test]
    fn the_bounds_hold_and_a_cooldown_waits() {
        let mut watched = ScalingHistory { scaled_at_ms: 60_000, ..ScalingHistory::default() };
        (0..3).for_each(|_| watched.observe(minute(900), 950, &TARGET));
        let cooled = ScalingTarget { scale_out_cooldown_ms: 300_000, ..TARGET };
        assert_eq!(watched.decide(minute(900), 950, &cooled, 120_000), None);
        assert_eq!(watched.decide(minute(900), 950, &cooled, 360_000), Some(1_000));
        assert_eq!(watched.decide(0, 3, &TARGET, 360_000), Some(5));
    }

    #[test]
    fn four_decreases_a_day_need_no_wait_and_27_fit_into_a_day() {
        let mut decreases = Decreases::default();
        let mut made = 0;
        for minute in 0..24 * 60 {
            if let Ok(after) = decreases.after_another(minute * MINUTE_MS) {
                (decreases, made) = (after, made + 1);
            }
        }
        assert_eq!(made, 27);
        assert_eq!(
            decreases.after_another(23 * HOUR_MS + 59 * MINUTE_MS),
            Err(RefusedDecrease {
                today: 27,
                last_ms: 23 * HOUR_MS + 3 * MINUTE_MS,
                next_ms: DAY_MS + 3 * MINUTE_MS
            })
        );
        assert_eq!(decreases.after_another(DAY_MS).map(|after| after.that_day), Ok(1));
    }
}
