//! The price of capacity units on demand: what one request costs.

use crate::book::PriceBook;
use crate::modes::TableClass;

/// The units whose price the book has.
const MILLION: f64 = 1_000_000.0;

/// Returns the price of read or write units on demand in US dollars, or none if the book has no price.
pub fn units_usd(units: f64, class: TableClass, writes: bool, book: &PriceBook) -> Option<f64> {
    Some(units * book.usd(class.on_demand(writes))? / MILLION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Region;

    #[test]
    fn a_million_units_cost_what_the_book_has() {
        let book = PriceBook::load(Region::NorthVirginia);
        for (class, writes) in [(TableClass::Standard, false), (TableClass::InfrequentAccess, true)] {
            let usd = units_usd(MILLION, class, writes, &book).expect("a price");
            let expected = book.usd(class.on_demand(writes)).expect("a price");
            assert!((usd - expected).abs() < 1e-9, "{usd}");
        }
        assert_eq!(units_usd(0.0, TableClass::Standard, true, &book), Some(0.0));
    }
}
