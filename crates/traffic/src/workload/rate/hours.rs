//! A day that is drawn: a percentage of the peak for each hour, joined by straight lines. Each day is like the one before.

use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use super::DAY_MS;

pub const HOURS: usize = 24;
const HOUR_MS: u64 = DAY_MS / HOURS as u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    pub peak_per_second_milli: u64,
    /// At each full hour, UTC, 0 to 100. The last one leads to the first.
    pub percents: [u8; HOURS],
}

impl Hours {
    pub(super) fn per_second_milli(&self, at: Timestamp) -> u64 {
        let of_day_ms = at.epoch_ms % DAY_MS;
        let (hour, part_ms) = ((of_day_ms / HOUR_MS) as usize, of_day_ms % HOUR_MS);
        let percent = |hour: usize| u128::from(self.percents[hour % HOURS].min(100));
        let mixed = percent(hour) * u128::from(HOUR_MS - part_ms) + percent(hour + 1) * u128::from(part_ms);
        (u128::from(self.peak_per_second_milli) * mixed / (100 * u128::from(HOUR_MS))) as u64
    }

    pub(super) fn most_per_second_milli(&self) -> u64 {
        let most = self.percents.iter().copied().max().unwrap_or_default().min(100);
        (u128::from(self.peak_per_second_milli) * u128::from(most) / 100) as u64
    }

    /// "0.10.100…": 24 percentages.
    pub(crate) fn percents_text(&self) -> String {
        self.percents.map(|percent| percent.to_string()).join(".")
    }

    pub(crate) fn parse_percents(text: &str) -> Option<[u8; HOURS]> {
        let percents: Option<Vec<u8>> =
            text.split('.').map(|part| part.parse().ok().filter(|percent| *percent <= 100)).collect();
        percents?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hours_are_joined_by_lines() {
        let mut percents = [10; HOURS];
        percents[20] = 100;
        percents[0] = 50;
        let hours = Hours { peak_per_second_milli: 1_000_000, percents };
        for (minutes, expected) in [
            (0, 500_000),
            (30, 300_000),
            (60, 100_000),
            (19 * 60 + 30, 550_000),
            (20 * 60, 1_000_000),
            (23 * 60 + 30, 300_000),
        ] {
            for day in [0, 400] {
                let at = Timestamp::from_epoch_ms(day * DAY_MS + minutes * 60_000);
                assert_eq!(hours.per_second_milli(at), expected, "{minutes}");
            }
        }
        assert_eq!(hours.most_per_second_milli(), 1_000_000);
        assert_eq!(Hours::parse_percents(&hours.percents_text()), Some(percents));
        for wrong in ["", "1.2.3", &"101.".repeat(24), &"0.".repeat(24)] {
            assert_eq!(Hours::parse_percents(wrong), None, "{wrong}");
        }
    }
}
