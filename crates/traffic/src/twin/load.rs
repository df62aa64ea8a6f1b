//! The demand on a part of the keys in a second: the mean and the random variation.

use crate::generator::Draw;
use crate::twin::demand::Cost;
use crate::workload::chance::{arrivals, normal};
use crate::workload::keys::SHARE_ONE;

/// The number of bits of a share where speed matters.
pub(super) const SHARE_BITS: u32 = 32;
/// From this number of quanta per second, the demand is a normal distribution with a small skew.
const MANY: u64 = 16;

/// The demand of one traffic on a whole table in one second, for reads or writes. The unit is a thousandth of a capacity unit.
/// The number is shortened by `shift` bits so that it can be multiplied with a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Demand {
    short: u64,
    shift: u32,
}

impl Demand {
    /// Computes the demand at a rate in thousandths of a request per second.
    pub fn from_rate(rate_milli: u64, cost: &Cost) -> Demand {
        let per_request = u128::from(cost.permille) * u128::from(cost.mean_milli);
        Demand::of_milli((u128::from(rate_milli) * per_request / 1_000_000) as u64)
    }

    pub fn of_milli(milli: u64) -> Demand {
        let shift = (u64::BITS - milli.leading_zeros()).saturating_sub(SHARE_BITS);
        Demand { short: milli >> shift, shift }
    }

    pub fn milli(&self) -> u64 {
        self.short << self.shift
    }

    /// Returns the part for a share in [`SHARE_BITS`].
    pub fn part(&self, share: u64) -> u64 {
        (self.short * share) >> (SHARE_BITS - self.shift)
    }
}

/// Converts a share of [`SHARE_ONE`] to fewer bits.
pub(super) fn short_share(share: u64) -> u64 {
    share >> (SHARE_ONE.ilog2() - SHARE_BITS)
}

/// The variation of the demand: its quantum and its deviation from the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spread {
    pub quantum_milli: u64,
    /// The standard deviation.
    pub root_milli: u64,
}

impl Spread {
    pub fn from_mean(mean_milli: u64, quantum_milli: u64) -> Spread {
        Spread { quantum_milli, root_milli: mean_milli.saturating_mul(quantum_milli).isqrt() }
    }

    /// Returns an upper bound of the demand in a second. Exceeding it is practically impossible.
    pub fn most_milli(&self, mean_milli: u64) -> u64 {
        mean_milli + 8 * self.root_milli + 8 * self.quantum_milli
    }

    /// Draws the demand of one second.
    pub fn draw(&self, mean_milli: u64, draw: &mut Draw) -> u64 {
        if mean_milli <= MANY * self.quantum_milli {
            let quantum = self.quantum_milli.max(1);
            return arrivals(mean_milli * 1_000_000 / quantum, draw) * quantum;
        }
        let deviation = normal(draw.next());
        let skew = ((deviation * deviation) >> 16) - (1 << 16);
        let moved = (deviation * self.root_milli as i64 + skew / 6 * self.quantum_milli as i64) >> 16;
        (mean_milli as i64 + moved).max(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::chance::draw_of;

    #[test]
    fn what_is_asked_is_divided_by_shares() {
        let cost = Cost { permille: 500, mean_milli: 1_500, quantum_milli: 1_500 };
        for (rate_milli, milli) in [(2_000_000, 1_500_000), (1_000_000_000_000, 750_000_000_000)] {
            let asked = Demand::from_rate(rate_milli, &cost);
            assert!(asked.milli().abs_diff(milli) <= milli >> 31, "{}", asked.milli());
            let quarter = asked.part(short_share(SHARE_ONE / 4));
            assert!(quarter.abs_diff(milli / 4) <= milli >> 31, "{quarter}");
        }
    }

    /// For any quantum, the mean and the variance match that number of requests.
    #[test]
    fn chance_is_as_large_as_it_should_be() {
        const DRAWS: u64 = 20_000;
        for (mean_milli, quantum_milli) in [(3_000, 1_000), (700_000, 1_000), (90_000, 2_250), (400, 1_000)] {
            let spread = Spread::from_mean(mean_milli, quantum_milli);
            let mut draw = draw_of(5, &[mean_milli]);
            let drawn: Vec<f64> = (0..DRAWS).map(|_| spread.draw(mean_milli, &mut draw) as f64).collect();
            let mean = drawn.iter().sum::<f64>() / DRAWS as f64;
            let variance = drawn.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / DRAWS as f64;
            let expected = (mean_milli * quantum_milli) as f64;
            assert!((mean - mean_milli as f64).abs() < 4.0 * (expected / DRAWS as f64).sqrt(), "{mean}");
            assert!((variance / expected - 1.0).abs() < 0.06, "{mean_milli}: {variance} for {expected}");
        }
    }
}
