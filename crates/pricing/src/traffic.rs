//! A day of traffic: the share of the peak per minute, from a named shape or from 24 custom values.

use dynalab_load::share_between_hours as between;
pub use dynalab_load::{DAY_MINUTES, HOURS, Hours};

const HOUR_MINUTES: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Flat,
    Office,
    Evening,
    /// A spike of half an hour at 9:00.
    SpikeAtNine,
    /// Ten minutes of load at every full hour.
    EveryHour,
    NightBatch,
    Drawn(Hours),
}

/// Office hours: two peaks with a break at noon.
pub const OFFICE: Hours =
    [4, 3, 3, 3, 4, 6, 15, 35, 70, 95, 100, 95, 80, 90, 98, 95, 85, 65, 40, 25, 18, 12, 8, 6];
/// Evening use: the peak is at 20:00.
pub const EVENING: Hours =
    [20, 12, 8, 6, 6, 8, 12, 20, 25, 28, 30, 35, 42, 38, 35, 36, 42, 55, 75, 95, 100, 92, 65, 38];
const NIGHT: Hours =
    [10, 10, 100, 100, 100, 40, 10, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 10, 10];

impl Shape {
    /// Returns the share of the peak (0 to 1) for each minute.
    pub fn minutes(&self) -> Vec<f64> {
        (0..DAY_MINUTES).map(|minute| self.share(minute)).collect()
    }

    fn share(&self, minute: usize) -> f64 {
        let minute_of_hour = minute % HOUR_MINUTES;
        match self {
            Shape::Flat => 1.0,
            Shape::Office => between(&OFFICE, minute),
            Shape::Evening => between(&EVENING, minute),
            Shape::NightBatch => between(&NIGHT, minute),
            Shape::Drawn(hours) => between(hours, minute),
            Shape::SpikeAtNine if (9 * HOUR_MINUTES..9 * HOUR_MINUTES + 30).contains(&minute) => 1.0,
            Shape::SpikeAtNine => 0.1,
            Shape::EveryHour if minute_of_hour < 10 => 1.0,
            Shape::EveryHour => 0.15,
        }
    }

    /// Returns the shape as 24 values, as the start of a custom shape.
    pub fn hours(&self) -> Hours {
        match self {
            Shape::Drawn(hours) => *hours,
            _ => std::array::from_fn(|hour| (self.share(hour * HOUR_MINUTES) * 100.0).round() as u8),
        }
    }
}

pub fn average(minutes: &[f64]) -> f64 {
    minutes.iter().sum::<f64>() / minutes.len().max(1) as f64
}

/// Returns the average of each hour.
pub fn hourly(minutes: &[f64]) -> Vec<f64> {
    minutes.chunks(HOUR_MINUTES).map(average).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_reaches_its_peak_and_stays_within() {
        for shape in [
            Shape::Flat,
            Shape::Office,
            Shape::Evening,
            Shape::SpikeAtNine,
            Shape::EveryHour,
            Shape::NightBatch,
        ] {
            let minutes = shape.minutes();
            assert_eq!(minutes.len(), DAY_MINUTES);
            assert_eq!(minutes.iter().copied().fold(0.0, f64::max), 1.0, "{shape:?}");
            assert!(minutes.iter().all(|share| (0.0..=1.0).contains(share)), "{shape:?}");
            assert_eq!(Shape::Drawn(shape.hours()).minutes()[0], minutes[0]);
        }
    }

    #[test]
    fn a_drawn_day_goes_straight_from_hour_to_hour() {
        let mut hours = [0; HOURS];
        hours[12] = 100;
        let minutes = Shape::Drawn(hours).minutes();
        assert_eq!((minutes[720], minutes[750], minutes[690], minutes[0]), (1.0, 0.5, 0.5, 0.0));
        assert!((average(&minutes) - 1.0 / 24.0).abs() < 1e-9);
        assert_eq!(average(&Shape::Flat.minutes()), 1.0);
        assert_eq!(hourly(&Shape::EveryHour.minutes()), vec![(10.0 + 50.0 * 0.15) / 60.0; 24]);
    }
}
