//! Cost: of a pattern at on-demand prices, and of the tables in their own modes.

use dynalab_load::{DayUnits, Load};
use dynalab_pricing::{Bill, Conventions, LineItem, PriceBook, Region, TableClass as PriceClass, offered};

use super::load;
use crate::design::{AccessPattern, Design, Table, TableClass};
use crate::report::{AccessMethod, PatternReport, TableReport, Totals, UnitsOf};

pub fn region(design: &Design) -> Region {
    Region::from_name(&design.region).unwrap_or_default()
}

fn class_of(table: &Table) -> PriceClass {
    match table.class {
        TableClass::Standard => PriceClass::Standard,
        TableClass::InfrequentAccess => PriceClass::InfrequentAccess,
    }
}

/// Returns the cost in dollars of units at the table's on-demand prices.
pub fn usd_of_units(design: &Design, book: &PriceBook, units: &[UnitsOf], read_factor: f64) -> f64 {
    units
        .iter()
        .map(|units| {
            let class = design.table(&units.table).map_or(PriceClass::Standard, class_of);
            let price = |writes| book.usd(class.on_demand(writes)).unwrap_or(0.0) / 1e6;
            units.read * read_factor * price(false) + units.write * price(true)
        })
        .sum()
}

/// Prices one execution, and a month at the average rate.
pub fn price_pattern(design: &Design, book: &PriceBook, pattern: &AccessPattern, report: &mut PatternReport) {
    let (load, pattern) = load::of_one(design, pattern, report);
    report.usd_per_million = offered::execution_usd(&load, &pattern, book) * 1e6;
    report.usd_per_month = offered::pattern_usd(&load, &pattern, book, &Conventions::default());
}

/// Returns the Region of a design if its prices are not known. Its bill then has those of another Region.
pub fn region_without_prices(design: &Design) -> Option<String> {
    Region::from_name(&design.region).is_none().then(|| design.region.clone())
}

/// Returns the names of bill lines that a design has and its load does not: the load knows no bytes of vector indexes.
pub fn unpriced_parts(design: &Design) -> Vec<String> {
    let has_vectors = design.tables.iter().any(|table| !table.vector_indexes.is_empty());
    let items = [LineItem::VectorStorage, LineItem::VectorWrite, LineItem::VectorSearch];
    items.iter().filter(|_| has_vectors).map(|item| item.name().to_owned()).collect()
}

/// The lines of a bill that are storage.
const STORAGE: [LineItem; 4] =
    [LineItem::Storage, LineItem::IndexStorage, LineItem::VectorStorage, LineItem::Pitr];

/// Returns the totals, with the bill of the offered load. Writes the average load of each table into its report.
pub fn totals(
    load: &Load,
    book: &PriceBook,
    patterns: &[PatternReport],
    tables: &mut [TableReport],
) -> Totals {
    let mut totals = Totals {
        green: patterns.iter().filter(|pattern| pattern.verdict.is_green()).count() as u32,
        red: patterns.iter().filter(|pattern| !pattern.verdict.is_green()).count() as u32,
        scans: patterns.iter().filter(|pattern| pattern.served.how == AccessMethod::Scan).count() as u32,
        sample_items: tables.iter().map(|table| table.item_count).sum(),
        region: book.region.name().to_owned(),
        prices_as_of: book.as_of.clone(),
        ..Totals::default()
    };
    for (table, of_table) in load.tables.iter().zip(tables) {
        let DayUnits { reads, writes, index_writes, .. } = load.units_of(&table.name);
        of_table.read_units_per_second = reads.average;
        of_table.write_units_per_second = writes.average + index_writes.average;
        totals.read_units_per_second += of_table.read_units_per_second;
        totals.write_units_per_second += of_table.write_units_per_second;
        totals.peak_read_units_per_second += reads.peak;
        totals.peak_write_units_per_second += writes.peak + index_writes.peak;
        totals.peak_index_write_units_per_second += index_writes.peak;
    }
    let bill: Bill = offered::bill(load, book, &Conventions::default());
    totals.usd_per_month = bill.total_usd();
    totals.storage_usd_per_month = STORAGE.into_iter().filter_map(|item| bill.usd_of(item)).sum();
    totals.requests_usd_per_month = totals.usd_per_month - totals.storage_usd_per_month;
    for name in bill.without_price().map(LineItem::name) {
        if totals.without_price.iter().all(|known| known != name) {
            totals.without_price.push(name.to_owned());
        }
    }
    totals
}
