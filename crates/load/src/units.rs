//! The units per second of a table over a day, summed over the access patterns.

use crate::day::{DAY_MINUTES, Flow};
use crate::model::{Load, PatternLoad, RequestLoad};

/// Units per second of one table, over a day.
#[derive(Clone, Debug, PartialEq)]
pub struct DayUnits {
    /// Read units of the table and its indexes.
    pub reads: Flow,
    /// Write units of the table alone.
    pub writes: Flow,
    /// Write units of all indexes.
    pub index_writes: Flow,
    /// The average of the table's write units whose condition fails. They are not written to replicas.
    pub failed_writes: f64,
}

impl Default for DayUnits {
    fn default() -> DayUnits {
        DayUnits { reads: Flow::zero(), writes: Flow::zero(), index_writes: Flow::zero(), failed_writes: 0.0 }
    }
}

impl DayUnits {
    /// Returns units with these peaks, which all follow one curve. `shares` are the shares of the peak (0 to 1), one for each minute.
    pub fn of_shares(reads: f64, writes: f64, index_writes: f64, shares: &[f64]) -> DayUnits {
        DayUnits {
            reads: Flow::of_shares(reads, shares),
            writes: Flow::of_shares(writes, shares),
            index_writes: Flow::of_shares(index_writes, shares),
            failed_writes: 0.0,
        }
    }

    /// Returns reads, writes of the table, and writes of the indexes.
    pub fn flows(&self) -> [&Flow; 3] {
        [&self.reads, &self.writes, &self.index_writes]
    }

    /// Returns the units of a day in which each peak lasts all day.
    #[must_use]
    pub fn at_peak(&self) -> DayUnits {
        let [reads, writes, index_writes] =
            self.flows().map(|flow| Flow::of_shares(flow.peak, &[1.0; DAY_MINUTES]));
        DayUnits { reads, writes, index_writes, failed_writes: 0.0 }
    }
}

/// A sum of flows. Its peak is the highest sum within one minute.
struct Sum {
    flow: Flow,
    most: Vec<f64>,
}

impl Sum {
    fn zero() -> Sum {
        Sum { flow: Flow::zero(), most: vec![0.0; DAY_MINUTES] }
    }

    fn add(&mut self, flow: &Flow, units: f64) {
        if units == 0.0 {
            return;
        }
        self.flow.average += flow.average * units;
        for (minute, (sum, most)) in self.flow.minutes.iter_mut().zip(&mut self.most).enumerate() {
            *sum += flow.minutes.get(minute).copied().unwrap_or_default() * units;
            *most += flow.most_in(minute) * units;
        }
    }

    fn flow(mut self) -> Flow {
        for (minute, most) in self.most.iter().enumerate() {
            if *most > self.flow.peak {
                (self.flow.peak, self.flow.peak_minute) = (*most, minute);
            }
        }
        self.flow
    }
}

impl Load {
    /// Returns the units per second of a table with its indexes.
    pub fn units_of(&self, table: &str) -> DayUnits {
        self.units_of_part(table, |_| true)
    }

    /// Returns the units per second of a part of a table: of the indexes for which `is_of` is true. None is the table itself.
    pub fn units_of_part(&self, table: &str, is_of: impl Fn(Option<&str>) -> bool) -> DayUnits {
        let [mut reads, mut writes, mut index_writes] = [(); 3].map(|()| Sum::zero());
        let mut failed_writes = 0.0;
        for pattern in &self.patterns {
            let requests = pattern.requests_on(table).filter(|request| is_of(request.index.as_deref()));
            let on_table: Vec<&RequestLoad> = requests.collect();
            if on_table.is_empty() {
                continue;
            }
            let flow = pattern.flow();
            for request in on_table {
                let units = request.mean_write_units(pattern.failed_conditions);
                reads.add(&flow, request.read_units);
                match request.index {
                    None => {
                        writes.add(&flow, units);
                        failed_writes += flow.average * units * pattern.failed_conditions;
                    }
                    Some(_) => index_writes.add(&flow, units),
                }
            }
        }
        DayUnits {
            reads: reads.flow(),
            writes: writes.flow(),
            index_writes: index_writes.flow(),
            failed_writes,
        }
    }
}

impl PatternLoad {
    /// Iterates over what one execution consumes on a table and its indexes.
    pub fn requests_on<'a>(&'a self, table: &'a str) -> impl Iterator<Item = &'a RequestLoad> {
        self.requests.iter().filter(move |request| request.table == table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::Day;

    fn request(index: Option<&str>, read_units: f64, write_units: f64) -> RequestLoad {
        let index = index.map(str::to_owned);
        RequestLoad { table: "Shop".into(), index, read_units, write_units, ..RequestLoad::default() }
    }

    fn pattern(average: f64, peak: f64, requests: Vec<RequestLoad>) -> PatternLoad {
        PatternLoad { average, peak, requests, ..PatternLoad::default() }
    }

    #[test]
    fn units_are_summed_over_patterns_and_indexes() {
        let mut put = pattern(10.0, 50.0, vec![request(None, 0.0, 2.0), request(Some("GSI1"), 0.0, 1.0)]);
        put.failed_conditions = 0.25;
        put.growth = 1.0;
        let query = pattern(100.0, 0.0, vec![request(Some("GSI1"), 1.5, 0.0)]);
        let load = Load { patterns: vec![put, query], ..Load::default() };
        let units = load.units_of("Shop");
        assert_eq!((units.reads.average, units.reads.peak), (150.0, 150.0));
        assert_eq!((units.writes.average, units.writes.peak), (40.0, 200.0));
        // A write whose condition fails writes no entry.
        assert_eq!((units.index_writes.average, units.index_writes.peak), (15.0, 75.0));
        assert_eq!(units.failed_writes, 10.0);
        assert_eq!(load.units_of("Other"), DayUnits::default());
        let index = load.units_of_part("Shop", |index| index == Some("GSI1"));
        assert_eq!((index.reads.average, index.writes.average, index.index_writes.peak), (150.0, 0.0, 75.0));
        let table = load.units_of_part("Shop", |index| index.is_none());
        assert_eq!((table.reads.average, table.writes.peak, table.index_writes.peak), (0.0, 200.0, 0.0));
    }

    #[test]
    fn peaks_at_different_hours_are_not_added() {
        let at = |at| PatternLoad {
            day: Day::OnePeak { minutes: 30, at },
            ..pattern(10.0, 100.0, vec![request(None, 1.0, 0.0)])
        };
        let peak = |patterns: Vec<PatternLoad>| {
            let load = Load { patterns, ..Load::default() };
            load.units_of("Shop").reads.peak
        };
        assert_eq!(peak(vec![at(600), at(610)]), 200.0);
        assert!(peak(vec![at(600), at(900)]) < 110.0);
    }
}
