//! What a capacity mode serves of a load, and which mode costs least among those that serve all of it.

use dynalab_capacity::scaling_day::ScaledMinute;

use std::cmp::Ordering;

use crate::bill::Bill;
use crate::modes::Mode;

/// The part of a day that a mode does not serve. A default value serves all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Served {
    /// Minutes of the day in which reads or writes are throttled.
    pub throttled_minutes: u32,
    /// The largest share (0 to 1) of reads or of writes that is throttled in one minute.
    pub throttled_most: f64,
}

impl Served {
    /// Compares the demand of each minute with what was served of it.
    pub fn of(reads: &[ScaledMinute], writes: &[ScaledMinute]) -> Served {
        let mut served = Served::default();
        for (reads, writes) in reads.iter().zip(writes) {
            let share = throttled_share(*reads).max(throttled_share(*writes));
            served.throttled_minutes += u32::from(share > 0.0);
            served.throttled_most = served.throttled_most.max(share);
        }
        served
    }

    /// Returns the worse of two: the most minutes and the largest share of both.
    #[must_use]
    pub fn worst(self, other: Served) -> Served {
        Served {
            throttled_minutes: self.throttled_minutes.max(other.throttled_minutes),
            throttled_most: self.throttled_most.max(other.throttled_most),
        }
    }

    pub fn is_all(self) -> bool {
        self.throttled_minutes == 0
    }
}

fn throttled_share(minute: ScaledMinute) -> f64 {
    minute.throttled_milli() as f64 / minute.demand_milli.max(1) as f64
}

/// A mode with its bill and what it serves.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedMode {
    pub mode: Mode,
    pub bill: Bill,
    pub served: Served,
}

pub(crate) fn by_total(one: &&ComparedMode, other: &&ComparedMode) -> Ordering {
    one.bill.total_usd().total_cmp(&other.bill.total_usd())
}

/// Returns the place of the mode with the lowest total among those that serve the whole load. Skips a mode that lacks a price which
/// another mode has.
pub fn cheapest(modes: &[ComparedMode]) -> Option<usize> {
    let lacks = |bill: &Bill, item| bill.without_price().any(|missing| missing == item);
    let is_comparable =
        |bill: &Bill| bill.without_price().all(|item| modes.iter().all(|other| lacks(&other.bill, item)));
    let serving =
        modes.iter().enumerate().filter(|(_, mode)| mode.served.is_all() && is_comparable(&mode.bill));
    let cheapest = serving.min_by(|(_, one), (_, other)| by_total(one, other));
    cheapest.map(|(place, _)| place)
}
