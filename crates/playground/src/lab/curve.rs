//! The curves of a day that the lab offers: percent of the peak at each full hour, joined by straight lines.

/// Percent of the peak for each hour.
pub type Percents = [u8; 24];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayCurve {
    Flat,
    Office,
    Evening,
    /// An hour up and an hour down, at eight in the evening.
    Spike,
    TwoPeaks,
}

const OFFICE: Percents =
    [4, 3, 3, 3, 4, 6, 15, 35, 70, 95, 100, 95, 80, 90, 98, 95, 85, 65, 40, 25, 18, 12, 8, 6];
const EVENING: Percents =
    [20, 12, 8, 6, 6, 8, 12, 20, 25, 28, 30, 35, 42, 38, 35, 36, 42, 55, 75, 95, 100, 92, 65, 38];
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
