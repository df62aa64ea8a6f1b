//! How many requests a second there are, over time. All rates are thousandths of a request a second.

mod diurnal;
mod hours;
mod ramp;
mod spike;

use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

pub use diurnal::Diurnal;
pub use hours::Hours;
pub use ramp::Ramp;
pub use spike::Spike;

/// A thousand million requests a second.
pub const PER_SECOND_MILLI_MAX: u64 = 1_000_000_000_000;
pub(crate) const DAY_MS: u64 = 86_400_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rate {
    /// The same all the time.
    Constant {
        per_second_milli: u64,
    },
    Diurnal(Diurnal),
    Spike(Spike),
    Ramp(Ramp),
    Hours(Hours),
}

impl Rate {
    /// Returns the rate at a time, of traffic that began at `started`, in thousandths.
    pub fn per_second_milli(&self, started: Timestamp, at: Timestamp) -> u64 {
        let since_ms = at.epoch_ms.saturating_sub(started.epoch_ms);
        match self {
            Rate::Constant { per_second_milli } => *per_second_milli,
            Rate::Diurnal(diurnal) => diurnal.per_second_milli(at),
            Rate::Spike(spike) => spike.per_second_milli(since_ms),
            Rate::Ramp(ramp) => ramp.per_second_milli(since_ms),
            Rate::Hours(hours) => hours.per_second_milli(at),
        }
    }

    pub fn most_per_second_milli(&self) -> u64 {
        match self {
            Rate::Constant { per_second_milli } => *per_second_milli,
            Rate::Diurnal(diurnal) => diurnal.most_per_second_milli(),
            Rate::Spike(spike) => spike.base_per_second_milli.max(spike.peak_per_second_milli),
            Rate::Ramp(ramp) => ramp.from_per_second_milli.max(ramp.to_per_second_milli),
            Rate::Hours(hours) => hours.most_per_second_milli(),
        }
    }
}
