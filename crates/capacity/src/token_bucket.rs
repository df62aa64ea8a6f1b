//! A token bucket. Capacity flows in evenly, is kept for a while if unused, and may become negative.

use serde::{Deserialize, Serialize};

/// The inflow per second and the maximum level, in thousandths of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub second_milli: u64,
    pub kept_milli: u64,
}

impl Allowance {
    /// Creates an allowance that keeps unused capacity for `burst_ms`, at least for one second.
    pub fn new(second_milli: u64, burst_ms: u64) -> Allowance {
        Allowance { second_milli, kept_milli: flow(second_milli, burst_ms.max(1_000)) }
    }
}

/// The level of a bucket. Each call passes the allowance, because it changes with the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenBucket {
    /// Thousandths of a unit. Negative if the last request consumed more than was left.
    pub level_milli: i64,
    pub at_ms: u64,
    /// Millionths of a unit that flowed in and are not a full thousandth yet.
    pub rest_micro: u64,
}

impl TokenBucket {
    /// Creates a bucket that contains one second's inflow at `at_ms`.
    pub fn begun(allowance: Allowance, at_ms: u64) -> TokenBucket {
        TokenBucket { level_milli: signed(allowance.second_milli), at_ms, rest_micro: 0 }
    }

    /// Adds the inflow until `now_ms`.
    pub fn refill(&mut self, allowance: Allowance, now_ms: u64) {
        let passed_ms = now_ms.saturating_sub(self.at_ms);
        self.at_ms = self.at_ms.max(now_ms);
        let micro = u128::from(allowance.second_milli) * u128::from(passed_ms) + u128::from(self.rest_micro);
        self.rest_micro = (micro % 1_000) as u64;
        let came_milli = i64::try_from(micro / 1_000).unwrap_or(i64::MAX);
        self.level_milli = self.level_milli.saturating_add(came_milli).min(signed(allowance.kept_milli));
    }

    /// Returns true if a request is admitted now. Its consumption is not known yet.
    pub fn has_tokens(&mut self, allowance: Allowance, now_ms: u64) -> bool {
        self.refill(allowance, now_ms);
        self.level_milli > 0
    }

    /// Removes the units that a request consumed, even if more than the level.
    pub fn take(&mut self, milli: u64) {
        self.level_milli = self.level_milli.saturating_sub(signed(milli));
    }

    /// Returns the thousandths of a unit that requests in the next second can consume.
    pub fn available_in_second(&self, allowance: Allowance) -> u64 {
        let level = self.level_milli.saturating_add(signed(allowance.second_milli));
        u64::try_from(level).unwrap_or(0)
    }

    /// Advances by one second in which `taken_milli` was consumed.
    pub fn pass_second(&mut self, allowance: Allowance, taken_milli: u64) {
        let level = self.level_milli.saturating_add(signed(allowance.second_milli));
        self.level_milli = level.saturating_sub(signed(taken_milli)).min(signed(allowance.kept_milli));
        self.at_ms += 1_000;
    }
}

fn flow(second_milli: u64, ms: u64) -> u64 {
    u64::try_from(u128::from(second_milli) * u128::from(ms) / 1_000).unwrap_or(u64::MAX)
}

fn signed(milli: u64) -> i64 {
    i64::try_from(milli).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Allowance = Allowance { second_milli: 10_000, kept_milli: 3_000_000 };

    #[test]
    fn unused_capacity_is_kept_for_five_minutes() {
        assert_eq!(Allowance::new(10_000, 300_000), TEN);
        assert_eq!(Allowance::new(10_000, 0).kept_milli, 10_000);
        let mut bucket = TokenBucket::begun(TEN, 0);
        bucket.refill(TEN, 60_000);
        assert_eq!(bucket.level_milli, 610_000);
        bucket.refill(TEN, 3_600_000);
        assert_eq!(bucket.level_milli, 3_000_000);
    }

    #[test]
    fn the_last_request_may_leave_debt() {
        let mut bucket = TokenBucket::begun(TEN, 0);
        assert!(bucket.has_tokens(TEN, 0));
        bucket.take(25_000);
        assert_eq!(bucket.level_milli, -15_000);
        assert!(!bucket.has_tokens(TEN, 1_500));
        assert!(bucket.has_tokens(TEN, 1_501));
    }

    #[test]
    fn what_flows_in_does_not_depend_on_how_often_one_looks() {
        let third = Allowance::new(1_666_666, 300_000);
        let (mut often, mut once) = (TokenBucket::begun(third, 0), TokenBucket::begun(third, 0));
        (1..=10_007).for_each(|ms| often.refill(third, ms));
        once.refill(third, 10_007);
        assert_eq!(often, once);
    }

    #[test]
    fn a_second_at_once_is_as_its_requests_one_by_one() {
        let (mut exact, mut whole) = (TokenBucket::begun(TEN, 0), TokenBucket::begun(TEN, 0));
        let (mut served, mut served_whole) = (0_u64, 0_u64);
        for second in 0..600_u64 {
            let rate = if second < 300 { 4 } else { 25 };
            for request in 0..rate {
                if exact.has_tokens(TEN, second * 1_000 + request * 1_000 / rate) {
                    exact.take(1_000);
                    served += 1_000;
                }
            }
            let taken = whole.available_in_second(TEN).min(rate * 1_000);
            whole.pass_second(TEN, taken);
            served_whole += taken;
        }
        assert!(served.abs_diff(served_whole) <= 1_000, "{served} {served_whole}");
    }
}
