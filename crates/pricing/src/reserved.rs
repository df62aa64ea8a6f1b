//! Reserved capacity: the blocks of 100 units that 95 % of the hours use, and their cost.

use crate::book::{PriceBook, PriceName};

/// Units in one block of reserved capacity.
pub const BLOCK_UNITS: u64 = 100;
/// Percentage of hours that may be below the recommended level.
const IDLE_HOURS_PERCENT: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    OneYear,
    ThreeYears,
}

impl Term {
    pub fn months(self) -> f64 {
        match self {
            Term::OneYear => 12.0,
            Term::ThreeYears => 36.0,
        }
    }

    pub fn upfront(self, writes: bool) -> PriceName {
        match (self, writes) {
            (Term::OneYear, false) => PriceName::ReservedReadsOneYearUpfront,
            (Term::OneYear, true) => PriceName::ReservedWritesOneYearUpfront,
            (Term::ThreeYears, false) => PriceName::ReservedReadsThreeYearsUpfront,
            (Term::ThreeYears, true) => PriceName::ReservedWritesThreeYearsUpfront,
        }
    }

    pub fn hour(self, writes: bool) -> PriceName {
        match (self, writes) {
            (Term::OneYear, false) => PriceName::ReservedReadsOneYearHour,
            (Term::OneYear, true) => PriceName::ReservedWritesOneYearHour,
            (Term::ThreeYears, false) => PriceName::ReservedReadsThreeYearsHour,
            (Term::ThreeYears, true) => PriceName::ReservedWritesThreeYearsHour,
        }
    }
}

/// Returns the number of blocks that at least 95 % of the hours use in full.
pub fn recommended_blocks(hourly_units: &[f64]) -> u64 {
    let mut sorted = hourly_units.to_vec();
    sorted.sort_by(f64::total_cmp);
    let level = sorted.get(sorted.len() * IDLE_HOURS_PERCENT / 100).copied().unwrap_or_default();
    (level / BLOCK_UNITS as f64) as u64
}

/// Returns the monthly cost of one block in USD: a share of the upfront payment, plus the hourly charge.
pub fn block_month_usd(book: &PriceBook, term: Term, writes: bool, month_hours: f64) -> Option<f64> {
    let upfront = book.usd(term.upfront(writes))? / term.months();
    Some(upfront + book.usd(term.hour(writes))? * month_hours)
}

/// Returns the unit-hours of a day that the blocks do not cover.
pub fn uncovered_unit_hours(hourly_units: &[f64], blocks: u64) -> f64 {
    let covered = (blocks * BLOCK_UNITS) as f64;
    hourly_units.iter().map(|units| (units - covered).max(0.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Region;

    #[test]
    fn a_reserved_write_unit_costs_54_and_77_percent_less() {
        let book = PriceBook::load(Region::NorthVirginia);
        for (term, years, effective, percent_off) in
            [(Term::OneYear, 1.0, 0.000_299, 54.0), (Term::ThreeYears, 3.0, 0.000_149, 77.0)]
        {
            let upfront = book.usd(term.upfront(true)).unwrap_or_default();
            let hour = book.usd(term.hour(true)).unwrap_or_default();
            let unit_hour = (upfront / (years * 8_760.0) + hour) / 100.0;
            // The published figures are truncated to six digits.
            assert!(((unit_hour * 1_000_000.0).trunc() - effective * 1_000_000.0).abs() < 1e-6);
            assert_eq!(((1.0 - unit_hour / 0.00065) * 100.0).round(), percent_off);
            let month = block_month_usd(&book, term, true, 730.0).unwrap_or_default();
            assert!((month - unit_hour * 100.0 * 730.0).abs() < 1e-9, "the same by the month");
        }
    }

    #[test]
    fn the_level_that_95_percent_of_hours_reach_in_blocks_of_100() {
        let mut hours = vec![1_000.0; 24];
        assert_eq!(recommended_blocks(&hours), 10);
        hours[3] = 50.0;
        assert_eq!(recommended_blocks(&hours), 10, "one hour of 24 is less than five percent");
        hours[4] = 250.0;
        assert_eq!(recommended_blocks(&hours), 2);
        hours[5] = 99.0;
        assert_eq!(recommended_blocks(&hours), 0);
        assert_eq!(recommended_blocks(&[]), 0);
    }

    #[test]
    fn what_blocks_do_not_cover() {
        assert_eq!(uncovered_unit_hours(&[150.0, 90.0, 400.0], 1), 350.0);
    }
}
