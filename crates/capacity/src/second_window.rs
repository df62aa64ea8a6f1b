//! The use of one clock second, for limits without burst capacity.

use serde::{Deserialize, Serialize};

/// Thousandths of a unit used in one second and in the previous one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondWindow {
    /// The clock second since the epoch.
    pub second: u64,
    /// Use in this second, plus use above the limit that is carried over from earlier seconds.
    pub used_milli: u64,
    /// Use in the previous second. Zero if it had no requests.
    pub last_milli: u64,
}

/// A second that ended, and its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedSecond {
    pub second: u64,
    pub used_milli: u64,
}

impl SecondWindow {
    /// Advances to the second of `now_ms`. Returns the second that ended, if any.
    pub fn roll(&mut self, limit_milli: u64, now_ms: u64) -> Option<EndedSecond> {
        let second = now_ms / 1_000;
        let passed = second.checked_sub(self.second).filter(|passed| *passed > 0)?;
        let ended = EndedSecond { second: self.second, used_milli: self.used_milli };
        self.last_milli = if passed == 1 { self.used_milli } else { 0 };
        self.used_milli = self.used_milli.saturating_sub(limit_milli.saturating_mul(passed));
        self.second = second;
        Some(ended)
    }

    /// Returns true if a request fits now. Call it after [`SecondWindow::roll`].
    pub fn has_room(&self, limit_milli: u64) -> bool {
        self.used_milli < limit_milli
    }

    /// Counts an admitted request, in thousandths of a unit.
    pub fn take(&mut self, milli: u64) {
        self.used_milli = self.used_milli.saturating_add(milli);
    }

    /// Returns the thousandths of a unit that are left in this second.
    pub fn room(&self, limit_milli: u64) -> u64 {
        limit_milli.saturating_sub(self.used_milli)
    }

    /// Returns the use of the last complete second.
    pub fn last_second_milli(&self, now_ms: u64) -> u64 {
        match (now_ms / 1_000).saturating_sub(self.second) {
            0 => self.last_milli,
            1 => self.used_milli,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_its_limit_and_debt_goes_into_the_next() {
        let mut window = SecondWindow::default();
        assert_eq!(window.roll(1_000_000, 5_000), Some(EndedSecond { second: 0, used_milli: 0 }));
        window.take(999_000);
        assert!(window.has_room(1_000_000));
        window.take(400_000);
        assert!(!window.has_room(1_000_000));
        assert_eq!(window.roll(1_000_000, 5_999), None);
        assert_eq!(window.last_second_milli(6_500), 1_399_000);
        window.roll(1_000_000, 6_000);
        assert_eq!((window.used_milli, window.room(1_000_000)), (399_000, 601_000));
        assert_eq!(window.last_second_milli(6_500), 1_399_000);
        window.roll(1_000_000, 9_000);
        assert_eq!((window.used_milli, window.last_milli), (0, 0));
    }
}
