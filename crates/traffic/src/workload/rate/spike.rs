//! Quiet, and a peak that comes again and again: a report on the hour, a sale, a cache that expires.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spike {
    pub base_per_second_milli: u64,
    pub peak_per_second_milli: u64,
    /// From the beginning of a peak to that of the next; the first comes at once.
    pub every_ms: u64,
    pub for_ms: u64,
}

impl Spike {
    pub(super) fn per_second_milli(&self, since_ms: u64) -> u64 {
        if since_ms % self.every_ms.max(1) < self.for_ms {
            self.peak_per_second_milli
        } else {
            self.base_per_second_milli
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_comes_again() {
        let spike = Spike { base_per_second_milli: 1, peak_per_second_milli: 9, every_ms: 100, for_ms: 20 };
        assert_eq!([0, 19, 20, 99, 100, 220].map(|since| spike.per_second_milli(since)), [9, 9, 1, 1, 9, 1]);
    }
}
