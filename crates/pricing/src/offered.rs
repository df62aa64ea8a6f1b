//! The bill of the offered load: what a month costs if every request is served, with each table in its own capacity mode. Every page
//! and the command line print this one bill.

use dynalab_load::{Load, PatternLoad, RequestLoad, TableLoad};

use crate::bill::Bill;
use crate::book::{PriceBook, Region};
use crate::conventions::Conventions;
use crate::extras::Extras;
use crate::modes::{Mode, Provisioning, Replication, TableClass, Workload, joined_bill};
use crate::scaled;

/// Returns the price book of the load's Region. An unknown Region has the prices of the default one.
pub fn book(load: &Load) -> PriceBook {
    PriceBook::load(Region::from_name(&load.region).unwrap_or_default())
}

/// Returns the workload of a table. Readers of its stream are triggers, whose requests are free.
pub fn workload(load: &Load, table: &TableLoad, conventions: &Conventions) -> Workload {
    let gb = |bytes: f64| bytes / conventions.gigabyte.bytes();
    Workload {
        class: class_of(table),
        units: load.units_of(&table.name),
        table_gb: gb(table.table_bytes()),
        index_gb: gb(table.index_bytes()),
        replicas: f64::from(table.replicas),
        replication: if table.has_strong_replicas { Replication::Strong } else { Replication::Eventual },
        has_savings_plan: false,
        extras: Extras { has_pitr: table.has_recovery, ..Extras::default() },
    }
}

/// Returns the workloads of all tables, in their order.
pub fn workloads(load: &Load, conventions: &Conventions) -> Vec<Workload> {
    load.tables.iter().map(|table| workload(load, table, conventions)).collect()
}

/// Returns the bill of a month.
pub fn bill(load: &Load, book: &PriceBook, conventions: &Conventions) -> Bill {
    let workloads = workloads(load, conventions);
    joined_bill(&workloads, conventions, |place, workload, conventions| match load.tables.get(place) {
        Some(table) => match scaled::day(load, table, workload) {
            Some([reads, writes]) => workload.provisioned_bill([&reads, &writes], None, book, conventions),
            None => workload.bill(mode_of(table), book, conventions),
        },
        None => Bill::default(),
    })
}

/// Returns what a month of one pattern costs at on-demand prices, in US dollars, with the units that replicas receive.
pub fn pattern_usd(load: &Load, pattern: &PatternLoad, book: &PriceBook, conventions: &Conventions) -> f64 {
    execution_usd(load, pattern, book) * pattern.average_in_production() * conventions.month.seconds()
}

/// Returns what one execution of a pattern costs at on-demand prices, in US dollars.
pub fn execution_usd(load: &Load, pattern: &PatternLoad, book: &PriceBook) -> f64 {
    pattern.requests.iter().map(|request| request_usd(load, pattern, request, book)).sum()
}

fn request_usd(load: &Load, pattern: &PatternLoad, request: &RequestLoad, book: &PriceBook) -> f64 {
    let table = load.table(&request.table);
    let class = table.map_or(TableClass::Standard, class_of);
    let replicas = table.map_or(0.0, |table| f64::from(table.replicas));
    let replication = match table.is_some_and(|table| table.has_strong_replicas) {
        true => Replication::Strong,
        false => Replication::Eventual,
    };
    let usd = |name| book.usd(name).unwrap_or(0.0) / 1e6;
    let writes = request.mean_write_units(pattern.failed_conditions);
    let written = writes * usd(class.on_demand(true));
    let of_replicas = match request.index {
        Some(_) => written * replicas,
        None => {
            let price = usd(replication.price(class));
            writes * (1.0 - pattern.failed_conditions) * replicas * price
        }
    };
    request.read_units * usd(class.on_demand(false)) + written + of_replicas
}

fn class_of(table: &TableLoad) -> TableClass {
    if table.is_infrequent_access { TableClass::InfrequentAccess } else { TableClass::Standard }
}

/// Returns the capacity mode of a table without auto scaling.
fn mode_of(table: &TableLoad) -> Mode {
    match table.headroom_percent {
        None => Mode::OnDemand,
        Some(headroom_percent) => {
            let provisioning = Provisioning::Fixed { headroom_percent };
            Mode::Provisioned { provisioning, reserved: None }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineItem;
    use dynalab_load::{Day, IndexLoad};

    fn request(table: &str, index: Option<&str>, read_units: f64, write_units: f64) -> RequestLoad {
        let index = index.map(str::to_owned);
        RequestLoad { table: table.into(), index, read_units, write_units, ..RequestLoad::default() }
    }

    /// Two tables: one on demand with an index, recovery and a replica, and one provisioned.
    fn load() -> Load {
        const GB: f64 = 1_073_741_824.0;
        let index = IndexLoad { name: "GSI1".into(), bytes: 2.0 * GB, ..IndexLoad::default() };
        let orders = TableLoad {
            name: "Orders".into(),
            bytes: 10.0 * GB,
            indexes: vec![index],
            replicas: 1,
            has_recovery: true,
            ..TableLoad::default()
        };
        let sessions = TableLoad {
            name: "Sessions".into(),
            bytes: GB,
            headroom_percent: Some(50.0),
            ..TableLoad::default()
        };
        let put = PatternLoad {
            name: "Put an order".into(),
            average: 10.0,
            peak: 100.0,
            failed_conditions: 0.5,
            requests: vec![request("Orders", None, 0.0, 2.0), request("Orders", Some("GSI1"), 0.0, 1.0)],
            ..PatternLoad::default()
        };
        let get = PatternLoad {
            name: "Get a session".into(),
            average: 10.0,
            peak: 100.0,
            day: Day::DayAndNight,
            requests: vec![request("Sessions", None, 0.5, 0.0), request("Orders", None, 1.0, 0.0)],
            ..PatternLoad::default()
        };
        Load { region: "us-east-1".into(), tables: vec![orders, sessions], patterns: vec![put, get] }
    }

    /// A month has 2,628,000 seconds. Prices: $0.625 and $0.125 per million on demand, $0.00013 per RCU and hour, $0.25 per GB, $0.2
    /// per GB of recovery.
    #[test]
    fn the_bill_counts_averages_failed_conditions_replicas_and_storage() {
        let load = load();
        let bill = bill(&load, &book(&load), &Conventions::default());
        for (item, usd) in [
            (LineItem::Writes, 20.0 * 2.628 * 0.625),
            (LineItem::IndexWrites, 5.0 * 2.628 * 0.625 * 2.0),
            (LineItem::ReplicatedWrites, 10.0 * 2.628 * 0.625),
            (LineItem::Storage, 20.0 * 0.25 + 0.25),
            (LineItem::IndexStorage, 4.0 * 0.25),
            (LineItem::Pitr, 10.0 * 0.2),
        ] {
            let found = bill.usd_of(item).unwrap_or_default();
            assert!((found - usd).abs() < 1e-9, "{item:?}: {found} instead of {usd}");
        }
        // Reads on demand: 10 per second. Provisioned: 75 RCU for the peak of 50.
        let reads = bill.usd_of(LineItem::Reads).unwrap_or_default();
        assert!((reads - (10.0 * 2.628 * 0.125 + 75.0 * 730.0 * 0.000_13)).abs() < 1e-9, "{reads}");
    }

    #[test]
    fn the_patterns_of_a_table_on_demand_add_up_to_its_bill() {
        let mut load = load();
        load.tables[1].headroom_percent = None;
        let (book, conventions) = (book(&load), Conventions::default());
        let bill = bill(&load, &book, &conventions);
        let storage = [LineItem::Storage, LineItem::IndexStorage, LineItem::Pitr];
        let of_storage: f64 = storage.into_iter().filter_map(|item| bill.usd_of(item)).sum();
        let of_patterns: f64 =
            load.patterns.iter().map(|pattern| pattern_usd(&load, pattern, &book, &conventions)).sum();
        assert!((of_patterns - (bill.total_usd() - of_storage)).abs() < 1e-9);
    }

    #[test]
    fn the_free_tier_is_given_once() {
        let mut load = load();
        for table in &mut load.tables {
            (table.replicas, table.bytes) = (0, 20.0 * 1_073_741_824.0);
        }
        load.tables[0].indexes.clear();
        let free = Conventions { has_free_tier: true, ..Conventions::default() };
        let storage = bill(&load, &book(&load), &free).usd_of(LineItem::Storage).unwrap_or_default();
        assert!((storage - 20.0 * 0.25).abs() < 1e-9, "{storage}");
    }
}
