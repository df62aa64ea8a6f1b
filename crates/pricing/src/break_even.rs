//! The utilization at which provisioned and on-demand capacity cost the same.

use crate::book::PriceBook;
use crate::modes::TableClass;

/// Seconds per hour, the billing period of a provisioned unit.
const HOUR_SECONDS: f64 = 3_600.0;

/// Returns the price of an on-demand unit divided by a fully used provisioned one. Returns None if a price is unknown.
pub fn price_ratio(book: &PriceBook, class: TableClass, writes: bool) -> Option<f64> {
    let request = book.usd(class.on_demand(writes))? / 1_000_000.0;
    let hour = book.usd(class.hour(writes))?;
    (hour > 0.0).then(|| request * HOUR_SECONDS / hour)
}

/// Returns the utilization (0 to 1) above which provisioned capacity costs less than on demand.
pub fn break_even_use(book: &PriceBook, class: TableClass, writes: bool) -> Option<f64> {
    price_ratio(book, class, writes).filter(|ratio| *ratio > 0.0).map(|ratio| 1.0 / ratio)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{PriceName, Region};

    fn rounded(value: Option<f64>, places: f64) -> f64 {
        value.map_or(f64::NAN, |value| (value * places).round() / places)
    }

    #[test]
    fn on_demand_is_3_46_times_and_breaks_even_at_28_9_percent() {
        let book = PriceBook::load(Region::NorthVirginia);
        for writes in [false, true] {
            assert_eq!(rounded(price_ratio(&book, TableClass::Standard, writes), 100.0), 3.46);
            assert_eq!(rounded(break_even_use(&book, TableClass::Standard, writes), 1_000.0), 0.289);
        }
    }

    #[test]
    fn before_november_2024_it_was_6_92_times_and_14_4_percent() {
        let mut book = PriceBook::load(Region::NorthVirginia);
        book.edit(PriceName::WritesOnDemand, Some(1.25));
        book.edit(PriceName::ReadsOnDemand, Some(0.25));
        for writes in [false, true] {
            assert_eq!(rounded(price_ratio(&book, TableClass::Standard, writes), 100.0), 6.92);
            assert_eq!(rounded(break_even_use(&book, TableClass::Standard, writes), 1_000.0), 0.144);
        }
    }

    #[test]
    fn with_a_target_of_70_percent_it_is_2_42_times() {
        let book = PriceBook::load(Region::NorthVirginia);
        let ratio = price_ratio(&book, TableClass::Standard, true).map(|ratio| ratio * 0.7);
        assert_eq!(rounded(ratio, 100.0), 2.42);
    }

    #[test]
    fn without_a_price_there_is_no_break_even() {
        let tokyo = PriceBook::load(Region::Tokyo);
        assert_eq!(break_even_use(&tokyo, TableClass::InfrequentAccess, true), None);
        assert_eq!(rounded(price_ratio(&tokyo, TableClass::Standard, true), 100.0), 3.47);
    }
}
