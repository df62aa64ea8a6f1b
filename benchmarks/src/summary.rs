//! Summarizes many measurements by their median and their 95th percentile.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub median: f64,
    pub p95: f64,
}

impl Summary {
    /// Returns None if there are no measurements.
    pub fn from_measurements(measurements: Vec<f64>) -> Option<Summary> {
        Some(Summary { median: below(measurements.clone(), 0.5)?, p95: below(measurements, 0.95)? })
    }
}

/// Returns the value that this share of the measurements is below. None if there are no measurements.
pub fn below(mut measurements: Vec<f64>, share: f64) -> Option<f64> {
    measurements.sort_by(f64::total_cmp);
    let last = measurements.len().checked_sub(1)?;
    measurements.get((last as f64 * share).round() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_measurements_does_not_matter() {
        let measurements: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        assert_eq!(Summary::from_measurements(measurements), Some(Summary { median: 50.0, p95: 95.0 }));
        assert_eq!(Summary::from_measurements(vec![7.0]), Some(Summary { median: 7.0, p95: 7.0 }));
        assert_eq!(Summary::from_measurements(Vec::new()), None);
        assert_eq!(below(vec![4.0, 1.0, 5.0, 2.0, 3.0], 0.75), Some(4.0));
    }
}
