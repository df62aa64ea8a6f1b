//! The data points of a metric: one for each period with data.

use std::collections::BTreeMap;

use dynalab_engine::database::Database;
use dynalab_engine::registry::RecordKind;
use dynalab_types::SmallMap;

use crate::metrics::{Bucket, PeriodStatistics, Series, Span};

/// The statistic of a period's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    Average,
    Maximum,
    Minimum,
    SampleCount,
    Sum,
}

impl Statistic {
    pub const NAMES: &[&str] = &["Average", "Maximum", "Minimum", "SampleCount", "Sum"];
    pub const ALL: [Statistic; 5] =
        [Statistic::Average, Statistic::Maximum, Statistic::Minimum, Statistic::SampleCount, Statistic::Sum];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        Statistic::NAMES[self as usize]
    }

    /// Returns the value in thousandths.
    pub fn value_in(self, counted: PeriodStatistics) -> u64 {
        match self {
            Statistic::Average => counted.sum.checked_div(counted.samples).unwrap_or_default(),
            Statistic::Maximum => counted.most,
            Statistic::Minimum => counted.least,
            Statistic::SampleCount => counted.samples.saturating_mul(1000),
            Statistic::Sum => counted.sum,
        }
    }
}

/// Returns the statistics by the start of each period with data. A merged hour counts at its start.
pub(crate) fn points(
    database: &Database,
    series: &Series,
    period_ms: u64,
    from_ms: u64,
    to_ms: u64,
) -> BTreeMap<u64, PeriodStatistics> {
    let mut points = BTreeMap::new();
    for span in Span::ALL {
        for at_ms in span.stored_times(database, from_ms, to_ms) {
            let bucket = Bucket::read(database.record(&span.key(at_ms, series.table())).map(AsRef::as_ref));
            if let Some(counted) = bucket.series.get(series) {
                let begins_ms = at_ms - at_ms % period_ms.max(1);
                points.entry(begins_ms).or_insert_with(PeriodStatistics::default).add(*counted);
            }
        }
    }
    points
}

/// Returns all metrics that have data.
pub(crate) fn all_series(database: &Database) -> Vec<Series> {
    let mut found = SmallMap::new();
    for (_, bytes) in database.registry().of_kind(RecordKind::METRICS) {
        for series in Bucket::read(Some(bytes)).series.keys() {
            found.insert(series.clone(), ());
        }
    }
    found.keys().cloned().collect()
}

/// Formats a value as a decimal number.
pub(crate) fn decimal(thousandths: u64) -> String {
    let fraction = format!("{:03}", thousandths % 1000);
    match fraction.trim_end_matches('0') {
        "" => format!("{}", thousandths / 1000),
        fraction => format!("{}.{fraction}", thousandths / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_of_thousandths() {
        let counted = PeriodStatistics { sum: 4_500, samples: 2, least: 1_000, most: 3_500 };
        let of = |statistic: Statistic| decimal(statistic.value_in(counted));
        assert_eq!(Statistic::ALL.map(of), ["2.25", "3.5", "1", "2", "4.5"]);
        assert!(Statistic::ALL.iter().all(|statistic| Statistic::NAMES.contains(&statistic.name())));
    }
}
