//! Day and night: a rate that swings around its mean once a day, as a wave.

use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use super::DAY_MS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diurnal {
    pub mean_per_second_milli: u64,
    /// How far the peak lies above the mean, and the night below it.
    pub swing_permille: u64,
    /// Minutes after midnight, UTC.
    pub peak_at_minute: u64,
}

impl Diurnal {
    pub(super) fn per_second_milli(&self, at: Timestamp) -> u64 {
        let peak_ms = self.peak_at_minute * 60_000;
        let phase_ms = (at.epoch_ms % DAY_MS + 2 * DAY_MS - peak_ms % DAY_MS) % DAY_MS;
        let swing = i128::from(self.mean_per_second_milli) * i128::from(self.swing_permille);
        let moved = swing * i128::from(cosine_millionths(phase_ms)) / 1_000_000_000;
        (i128::from(self.mean_per_second_milli) + moved).max(0) as u64
    }

    pub(super) fn most_per_second_milli(&self) -> u64 {
        self.mean_per_second_milli
            + self.mean_per_second_milli / 1_000 * self.swing_permille
            + self.mean_per_second_milli % 1_000 * self.swing_permille / 1_000
    }
}

/// The cosine of a time of day, by Bhaskara's formula: never off by more than 2 thousandths, and exact where it turns.
fn cosine_millionths(phase_ms: u64) -> i64 {
    let half = i128::from(DAY_MS / 2);
    // The cosine is the sine a quarter later.
    let shifted = (i128::from(phase_ms) + half / 2) % (2 * half);
    let (within, sign) = if shifted < half { (shifted, 1) } else { (shifted - half, -1) };
    let product = within * (half - within);
    (sign * 16_000_000 * product / (5 * half * half - 4 * product)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wave_is_highest_at_its_peak_and_lowest_half_a_day_later() {
        let diurnal =
            Diurnal { mean_per_second_milli: 1_000_000, swing_permille: 800, peak_at_minute: 20 * 60 };
        let at_hour = |hour: u64| diurnal.per_second_milli(Timestamp::from_epoch_ms(hour * 3_600_000));
        assert_eq!(
            [at_hour(20), at_hour(8), at_hour(2), at_hour(14)],
            [1_800_000, 200_000, 1_000_000, 1_000_000]
        );
        assert_eq!(diurnal.most_per_second_milli(), 1_800_000);
        for hour in 0..24 {
            let exact = 1e6 + 8e5 * ((hour as f64 - 20.0) / 12.0 * std::f64::consts::PI).cos();
            assert!((at_hour(hour) as f64 - exact).abs() < 2_000.0, "at {hour}: {}", at_hour(hour));
        }
    }
}
