//! A time of the simulation's clock. It is always an argument. Code below the workspace reads no clock.

use serde::{Deserialize, Serialize};

/// A time in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp {
    pub epoch_ms: u64,
}

impl Timestamp {
    /// The last millisecond of the year 9999, in which the clock of an engine stops. Later years have more digits than dates show.
    pub const LATEST: Timestamp = Timestamp::from_epoch_ms(253_402_300_799_999);

    /// Returns the time so many milliseconds after 1970 began, in UTC.
    pub const fn from_epoch_ms(epoch_ms: u64) -> Timestamp {
        Timestamp { epoch_ms }
    }

    /// Returns seconds with a millisecond fraction, as DynamoDB writes dates in JSON.
    pub fn epoch_seconds(self) -> f64 {
        self.epoch_ms as f64 / 1000.0
    }

    /// Returns the time so many milliseconds later.
    pub fn plus_ms(self, delay_ms: u64) -> Timestamp {
        Timestamp { epoch_ms: self.epoch_ms.saturating_add(delay_ms) }
    }
}
