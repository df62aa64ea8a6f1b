//! Cost: of a pattern at on-demand prices, and of the tables in their own modes.

use dynalab_pricing::{
    Bill, Conventions, Extras, LineItem, Mode as BillMode, PriceBook, Provisioning, Region, Replication,
    TableClass as PriceClass, Workload,
};

use crate::design::{AccessPattern, Design, Mode, Operation, ReplicaConsistency, Table, TableClass};
use crate::report::{AccessMethod, PatternReport, TableReport, Totals, UnitsOf};

/// Read units of a 1 MB page with an eventually consistent read.
const PAGE_READ_UNITS: f64 = 128.0;
const MINUTES_OF_DAY: usize = 1_440;

pub fn region(design: &Design) -> Region {
    Region::from_name(&design.region).unwrap_or_default()
}

fn class_of(table: &Table) -> PriceClass {
    match table.class {
        TableClass::Standard => PriceClass::Standard,
        TableClass::InfrequentAccess => PriceClass::InfrequentAccess,
    }
}

/// Returns the read units in production. They grow with the read items, but not beyond one page if the pattern reads
/// only one.
pub fn read_units_at_full_size(operation: &Operation, report: &PatternReport, growth: f64) -> f64 {
    let (limit, all_pages) = match operation {
        Operation::Query(query) => (query.limit, query.all_pages),
        Operation::Scan(scan) => (None, scan.all_pages),
        _ => return report.read_units,
    };
    if limit.is_some() && !all_pages {
        return report.read_units;
    }
    let grown = report.read_units * growth.max(1.0);
    if all_pages {
        return grown;
    }
    let page = PAGE_READ_UNITS * f64::from(report.requests.max(1));
    grown.min(page.max(report.read_units))
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

pub fn price_pattern(design: &Design, book: &PriceBook, pattern: &AccessPattern, report: &mut PatternReport) {
    let factor =
        if report.read_units > 0.0 { report.read_units_at_full_size / report.read_units } else { 1.0 };
    let usd = usd_of_units(design, book, &report.units, factor);
    report.usd_per_million = usd * 1e6;
    report.usd_per_month = usd * pattern.rate.average * Conventions::default().month.seconds();
}

/// Returns the monthly cost in the tables' capacity modes.
pub fn totals(
    design: &Design,
    book: &PriceBook,
    patterns: &[PatternReport],
    tables: &[TableReport],
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
    for (table, of_table) in design.tables.iter().zip(tables) {
        let average = Load::from_patterns(design, patterns, &table.name, |pattern| pattern.rate.average);
        let peak = Load::from_patterns(design, patterns, &table.name, |pattern| pattern.rate.highest());
        totals.read_units_per_second += average.reads;
        totals.write_units_per_second += average.writes + average.index_writes;
        totals.peak_read_units_per_second += peak.reads;
        totals.peak_write_units_per_second += peak.writes + peak.index_writes;
        totals.peak_index_write_units_per_second += peak.index_writes;
        let bill = bill(table, of_table, &average, &peak, book);
        let storage: f64 =
            [LineItem::Storage, LineItem::IndexStorage, LineItem::VectorStorage, LineItem::Pitr]
                .into_iter()
                .filter_map(|item| bill.usd_of(item))
                .sum();
        totals.storage_usd_per_month += storage;
        totals.requests_usd_per_month += bill.total_usd() - storage;
        totals.usd_per_month += bill.total_usd();
        for name in bill.without_price().map(LineItem::name) {
            if totals.without_price.iter().all(|known| known != name) {
                totals.without_price.push(name.to_owned());
            }
        }
    }
    totals
}

/// Units per second of all patterns on one table.
struct Load {
    reads: f64,
    writes: f64,
    index_writes: f64,
}

impl Load {
    fn from_patterns(
        design: &Design,
        patterns: &[PatternReport],
        table: &str,
        rate: impl Fn(&AccessPattern) -> f64,
    ) -> Load {
        let mut load = Load { reads: 0.0, writes: 0.0, index_writes: 0.0 };
        for (pattern, report) in design.patterns.iter().zip(patterns) {
            let factor = if report.read_units > 0.0 {
                report.read_units_at_full_size / report.read_units
            } else {
                1.0
            };
            for units in report.units.iter().filter(|units| units.table == table) {
                load.reads += units.read * factor * rate(pattern);
                match units.index {
                    None => load.writes += units.write * rate(pattern),
                    Some(_) => load.index_writes += units.write * rate(pattern),
                }
            }
        }
        load
    }
}

fn bill(table: &Table, of_table: &TableReport, average: &Load, peak: &Load, book: &PriceBook) -> Bill {
    let conventions = Conventions::default();
    let (load, mode) = match table.mode {
        Mode::OnDemand => (average, BillMode::OnDemand),
        Mode::Provisioned { headroom_percent } => {
            let provisioning = Provisioning::Fixed { headroom_percent };
            (peak, BillMode::Provisioned { provisioning, reserved: None })
        }
    };
    let gb = |bytes: f64| bytes / conventions.gigabyte.bytes();
    let workload = Workload {
        class: class_of(table),
        minutes: vec![1.0; MINUTES_OF_DAY],
        peak_reads: load.reads,
        peak_writes: load.writes,
        peak_index_writes: load.index_writes,
        table_gb: gb(of_table.full_bytes),
        index_gb: gb(of_table.indexes.iter().map(|index| index.full_bytes).sum()),
        replicas: table.replicas.len() as f64,
        replication: match table.replica_consistency {
            ReplicaConsistency::Eventual => Replication::Eventual,
            ReplicaConsistency::Strong => Replication::Strong,
        },
        has_savings_plan: false,
        extras: Extras { has_pitr: table.recovery, ..Extras::default() },
    };
    workload.bill(mode, book, &conventions)
}
