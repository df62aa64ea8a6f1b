//! A moment of the virtual clock. It always arrives as an argument; nothing below the session reads a clock.

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp {
    pub epoch_ms: u64,
}

impl Timestamp {
    pub const fn from_epoch_ms(epoch_ms: u64) -> Timestamp {
        Timestamp { epoch_ms }
    }

    /// Seconds with a millisecond fraction, as the service writes dates in JSON.
    pub fn epoch_seconds(self) -> f64 {
        self.epoch_ms as f64 / 1000.0
    }

    pub fn plus_ms(self, delay_ms: u64) -> Timestamp {
        Timestamp { epoch_ms: self.epoch_ms.saturating_add(delay_ms) }
    }
}
