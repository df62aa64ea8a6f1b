//! What many measurements come to: their median, and what nineteen of twenty stay below.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub median: f64,
    pub p95: f64,
}

impl Summary {
    /// None of none.
    pub fn of(mut measurements: Vec<f64>) -> Option<Summary> {
        measurements.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = measurements.len().checked_sub(1)?;
            measurements.get((last as f64 * share).round() as usize).copied()
        };
        Some(Summary { median: at(0.5)?, p95: at(0.95)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_measurements_does_not_matter() {
        let measurements: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        assert_eq!(Summary::of(measurements), Some(Summary { median: 50.0, p95: 95.0 }));
        assert_eq!(Summary::of(vec![7.0]), Some(Summary { median: 7.0, p95: 7.0 }));
        assert_eq!(Summary::of(Vec::new()), None);
    }
}
