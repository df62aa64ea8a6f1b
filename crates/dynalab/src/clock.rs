//! The clock of a database. The program moves it, and a client of the SDK that sleeps.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynalab_types::Timestamp;

use crate::error::Error;
use crate::local::Local;

/// The clock of a database. Moving it executes what becomes due, in order: TTL deletions, tables that become ACTIVE, index updates.
#[derive(Clone, Debug)]
pub struct Clock(pub(crate) Local);

impl Clock {
    /// Returns the time of the clock, in whole milliseconds.
    pub fn now(&self) -> SystemTime {
        time_of(self.0.lock().engine().now())
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let mut instance = self.0.lock();
        let by_ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        let until = instance.engine().now().plus_ms(by_ms);
        instance.engine_mut().advance_to(until);
    }

    /// Moves the clock forward to a time.
    ///
    /// # Errors
    /// The time has passed.
    pub fn set(&self, to: SystemTime) -> Result<(), Error> {
        let mut instance = self.0.lock();
        let now = instance.engine().now();
        if timestamp_of(to) < now {
            return Err(Error::ClockGoesBack { now: time_of(now), to });
        }
        instance.engine_mut().advance_to(timestamp_of(to));
        Ok(())
    }

    /// Moves the clock to a time, unless it has passed.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn reach(&self, time: Timestamp) {
        self.0.lock().engine_mut().advance_to(time);
    }
}

/// Returns a time of the engine. A time before 1970 is 1970.
pub(crate) fn timestamp_of(time: SystemTime) -> Timestamp {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_epoch_ms(u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX))
}

pub(crate) fn time_of(time: Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(time.epoch_ms)
}
