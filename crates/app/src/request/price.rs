//! The price of a request on demand: once, a million times, and per month at a rate. The prices are from the dated price book.

use dynalab_messages::figures;
use dynalab_pricing::{Month, PriceBook, TableClass, units_usd};

use crate::request::answer::CapacityUnit;

const MILLION: f64 = 1_000_000.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestPrice {
    pub request_usd: f64,
    pub million_usd: f64,
    pub month_usd: f64,
}

/// Returns the price, or none if the book has no price.
pub fn price_of(units: f64, unit: CapacityUnit, per_second: f64, book: &PriceBook) -> Option<RequestPrice> {
    let writes = unit == CapacityUnit::Write;
    let request_usd = units_usd(units, TableClass::Standard, writes, book)?;
    let million_usd = request_usd * MILLION;
    let month_usd = request_usd * per_second * Month::default().seconds();
    Some(RequestPrice { request_usd, million_usd, month_usd })
}

/// Formats US dollars: "$5.75". Amounts below ten cents keep two significant digits: "$0.00000044".
pub fn usd_text(usd: f64) -> String {
    const PLACES_MAX: usize = 12;
    if usd <= 0.0 || usd >= 0.1 {
        let cents = (usd.max(0.0) * 100.0).round() as u64;
        return format!("${}.{:02}", figures::grouped(cents / 100), cents % 100);
    }
    let (mut places, mut scaled) = (2, usd * 100.0);
    while scaled < 9.95 && places < PLACES_MAX {
        (places, scaled) = (places + 1, scaled * 10.0);
    }
    let digits = format!("{:0places$}", scaled.round() as u64);
    format!("$0.{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_pricing::Region;

    #[test]
    fn a_request_a_million_of_them_and_a_month_have_one_price() {
        let book = PriceBook::load(Region::NorthVirginia);
        let read = price_of(3.5, CapacityUnit::Read, 5.0, &book).expect("reads have a price");
        let per_million = book.usd(TableClass::Standard.on_demand(false)).expect("reads have a price");
        assert!((read.million_usd - 3.5 * per_million).abs() < 1e-9);
        assert!((read.request_usd * 1e6 - read.million_usd).abs() < 1e-9);
        assert!((read.month_usd - read.request_usd * 5.0 * 730.0 * 3_600.0).abs() < 1e-6);
        let write = price_of(3.5, CapacityUnit::Write, 5.0, &book).expect("writes have a price");
        assert!(write.million_usd > read.million_usd, "a write costs more than a read");
        assert_eq!(price_of(0.0, CapacityUnit::Read, 5.0, &book).map(|price| price.month_usd), Some(0.0));
    }

    #[test]
    fn small_amounts_keep_two_digits() {
        let amounts =
            [0.0, 0.000_000_437_5, 0.000_000_062_5, 0.062_5, 0.437_5, 0.009_99, 5.748_75, 12_345.6, 0.000_02];
        let expected = [
            "$0.00",
            "$0.00000044",
            "$0.000000063",
            "$0.063",
            "$0.44",
            "$0.01",
            "$5.75",
            "$12,345.60",
            "$0.00002",
        ];
        assert_eq!(amounts.map(usd_text), expected);
    }
}
