//! How fast a client sends: requests and units per second.

/// The limits of a client. None means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    pub requests_per_second: Option<f64>,
    /// Read and write units together.
    pub units_per_second: Option<f64>,
}

/// What a limit of a rate has used: the time at which the next request may start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    free_at_ms: f64,
}

impl Pace {
    /// Returns the milliseconds to wait before this many requests or units. They are booked.
    pub fn book(&mut self, amount: f64, per_second: f64, now_ms: u64) -> u64 {
        let now = now_ms as f64;
        let start = self.free_at_ms.max(now);
        self.free_at_ms = start + amount * 1000.0 / per_second;
        (start - now).ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_spread_over_a_second() {
        let mut pace = Pace::default();
        let waits: Vec<u64> = (0..4).map(|_| pace.book(1.0, 10.0, 1_000)).collect();
        assert_eq!(waits, [0, 100, 200, 300]);
        assert_eq!(pace.book(1.0, 10.0, 5_000), 0, "a pause is not caught up");
    }
}
