//! What was used in a second of the clock: for limits that nothing can be saved up for.

use serde::{Deserialize, Serialize};

/// Thousandths of a unit used in one second and in the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondWindow {
    /// Of the clock, since its beginning.
    pub second: u64,
    /// With what the seconds before used above the limit: that is owed.
    pub used_milli: u64,
    /// In the second before; nothing if nobody used anything in it.
    pub last_milli: u64,
}

/// A second that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedSecond {
    pub second: u64,
    pub used_milli: u64,
}

impl SecondWindow {
    /// Goes to the second of that moment. Tells the one that was left.
    pub fn roll(&mut self, limit_milli: u64, now_ms: u64) -> Option<EndedSecond> {
        let second = now_ms / 1_000;
        let passed = second.checked_sub(self.second).filter(|passed| *passed > 0)?;
        let ended = EndedSecond { second: self.second, used_milli: self.used_milli };
        self.last_milli = if passed == 1 { self.used_milli } else { 0 };
        self.used_milli = self.used_milli.saturating_sub(limit_milli.saturating_mul(passed));
        self.second = second;
        Some(ended)
    }

    /// After [`SecondWindow::roll`]: whether a request is let in.
    pub fn has_room(&self, limit_milli: u64) -> bool {
        self.used_milli < limit_milli
    }

    pub fn take(&mut self, milli: u64) {
        self.used_milli = self.used_milli.saturating_add(milli);
    }

    /// The most that requests in this second can still take.
    pub fn room(&self, limit_milli: u64) -> u64 {
        limit_milli.saturating_sub(self.used_milli)
    }

    /// Used in the last second that is over.
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
