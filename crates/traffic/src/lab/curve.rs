//! The curves of a day that the lab offers: percent of the peak at each full hour, joined by straight lines.

use dynalab_pricing::traffic::{EVENING, Hours, OFFICE};

/// Percent of the peak for each hour.
pub type Percents = Hours;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayCurve {
    Flat,
    Office,
    Evening,
    /// One hour up and one hour down, with the peak at 20:00.
    Spike,
    TwoPeaks,
}

const TWO_PEAKS: Percents =
    [5, 3, 2, 2, 3, 8, 25, 70, 100, 80, 45, 35, 40, 38, 35, 35, 45, 75, 95, 85, 55, 35, 20, 10];
const SPIKE: Percents = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100, 1, 1, 1];

impl DayCurve {
    pub const ALL: [DayCurve; 5] =
        [DayCurve::Flat, DayCurve::Office, DayCurve::Evening, DayCurve::Spike, DayCurve::TwoPeaks];

    pub fn percents(self) -> Percents {
        match self {
            DayCurve::Flat => [100; 24],
            DayCurve::Office => OFFICE,
            DayCurve::Evening => EVENING,
            DayCurve::Spike => SPIKE,
            DayCurve::TwoPeaks => TWO_PEAKS,
        }
    }
}
