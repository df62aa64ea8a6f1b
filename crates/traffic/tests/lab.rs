//! Days of the partition lab, through its public interface.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_load::{IndexLoad, Keys, Load, PatternLoad, RequestLoad, TableLoad};
use dynalab_traffic::lab::{
    Billing, DAY_MINUTES, Day, DayKeys, DayReport, DayTraffic, IndexDesign, Limit, OfferedTable, TableDesign,
    Units, busiest_table,
};

fn percents(base: u8) -> [u8; 24] {
    let mut percents = [base; 24];
    percents[20] = 100;
    percents
}

fn traffic(peak_per_second: u64, reads_permille: u64) -> DayTraffic {
    DayTraffic { peak_per_second, percents: percents(2), reads_permille, strong_permille: 0 }
}

fn design(keys: DayKeys, shards: u64, billing: Billing) -> TableDesign {
    TableDesign {
        keys,
        shards,
        reads_all_shards: true,
        item_bytes: 100,
        billing,
        quota_units: 200_000,
        indexes: None,
        offered: None,
    }
}

fn on_demand(writes: u64) -> Billing {
    Billing::OnDemand { warm: Units { reads: 12_000, writes } }
}

fn run(traffic: &DayTraffic, design: &TableDesign) -> DayReport {
    let mut day = Day::new(traffic, design).unwrap();
    let mut steps = 0;
    while day.advance(97) < DAY_MINUTES {
        steps += 1;
    }
    assert_eq!((steps, day.is_over()), (14, true));
    day.report()
}

/// Checks that all requests are served or throttled, and that each throttled one has a reason.
fn check_sums(report: &DayReport) {
    let reasons: u64 = report.throttles.iter().map(|throttles| throttles.requests).sum();
    assert_eq!(reasons, report.throttled());
    let quarters =
        |of: fn(&dynalab_traffic::lab::Quarter) -> u64| report.quarters.iter().map(of).sum::<u64>();
    assert_eq!(quarters(|quarter| quarter.requests), report.requests());
    assert_eq!(quarters(|quarter| quarter.throttled), report.throttled());
    assert!(report.throttled() <= report.requests());
}

#[test]
fn a_vote_with_one_counter_breaks_and_shards_carry_it() {
    let votes = traffic(200_000, 0);
    let keys = DayKeys::Hot { count: 10, hot_permille: 600 };
    let one = run(&votes, &design(keys, 1, on_demand(200_000)));
    check_sums(&one);
    let broken = one.breaks.unwrap();
    assert_eq!(broken.reason.name(), "TableWriteKeyRangeThroughputExceeded");
    assert_eq!(broken.reason.limit, Limit::Partition);
    // 2 % of 200,000 votes per second exceed the limit of one key at midnight.
    assert_eq!(broken.minute, 0);
    assert!(one.throttled_share() > 0.7, "{}", one.throttled_share());
    assert_eq!(one.partitions, 200);
    let many = run(&votes, &design(keys, 400, on_demand(200_000)));
    check_sums(&many);
    assert!(many.throttled_share() < 0.02, "{}", many.throttled_share());
    assert!(many.heat.used_rows() > one.heat.used_rows());
    let requests = one.requests();
    assert!(requests.abs_diff(many.requests()) < requests / 10_000, "{requests} {}", many.requests());
    assert!(many.write_units > 3 * one.write_units, "{} {}", many.write_units, one.write_units);
}

#[test]
fn the_break_is_the_minute_in_which_the_curve_passes_the_limit() {
    // From 2 % at 19:00 to 100 % at 20:00 of 4,000 writes on one key: 1,000 per second at 19:14.
    let keys = DayKeys::Hot { count: 2, hot_permille: 1_000 };
    let report = run(&traffic(4_000, 0), &design(keys, 1, on_demand(40_000)));
    check_sums(&report);
    let broken = report.breaks.unwrap();
    assert!((19 * 60 + 12..=19 * 60 + 17).contains(&broken.minute), "{broken:?}");
    assert!(report.heat.is_throttled.iter().any(|is| *is));
    let quiet = run(&traffic(700, 0), &design(keys, 1, on_demand(40_000)));
    assert_eq!((quiet.breaks, quiet.throttled()), (None, 0));
    assert!(quiet.busiest_minute.abs_diff(20 * 60) < 5, "{}", quiet.busiest_minute);
}

#[test]
fn the_quota_the_previous_peak_and_the_provisioned_throughput_throttle_for_their_own_reasons() {
    let keys = DayKeys::Even { count: 1_000_000 };
    let with = |billing, quota_units| TableDesign { quota_units, ..design(keys, 1, billing) };
    // The 25 partitions could accept 25,000 writes per second.
    let units = Units { reads: 60_000, writes: 5_000 };
    // A new table has few partitions. One of them reaches its limit before the table reaches twice its previous peak.
    for (design, peak, first, most) in [
        (with(on_demand(60_000), 40_000), 55_000, Limit::Quota, Limit::Quota),
        (with(on_demand(4_000), 200_000), 30_000, Limit::Partition, Limit::Peak),
        (with(Billing::Provisioned { units }, 40_000), 20_000, Limit::Provisioned, Limit::Provisioned),
    ] {
        let report = run(&traffic(peak, 0), &design);
        check_sums(&report);
        assert_eq!(report.breaks.unwrap().reason.limit, first, "{:?}", report.throttles);
        assert_eq!(report.throttles[0].reason.limit, most);
    }
}

#[test]
fn auto_scaling_follows_the_day_and_pays_for_what_it_provisions() {
    let keys = DayKeys::Even { count: 1_000_000 };
    let minimum = Units { reads: 10, writes: 1_000 };
    let maximum = Units { reads: 10, writes: 40_000 };
    let scaled = Billing::AutoScaling { minimum, maximum, target_percent: 70 };
    let day = traffic(10_000, 0);
    let report = run(&day, &design(keys, 1, scaled));
    check_sums(&report);
    let fixed = run(&day, &design(keys, 1, Billing::Provisioned { units: minimum }));
    assert!(report.throttled() < fixed.throttled() / 2, "{} {}", report.throttled(), fixed.throttled());
    let most = report.quarters.iter().map(|quarter| quarter.provisioned_writes).max().unwrap();
    assert!((10_000..=20_000).contains(&most), "{most}");
    assert_eq!(fixed.write_unit_minutes, 1_000 * DAY_MINUTES);
    assert!(report.write_unit_minutes > fixed.write_unit_minutes);
    assert!(report.write_unit_minutes < 10_000 * DAY_MINUTES);
}

#[test]
fn an_index_with_few_values_throttles_the_writes_of_the_table() {
    let keys = DayKeys::Even { count: 1_000_000 };
    let index = |count, key_values, entry_bytes| IndexDesign { count, key_values, entry_bytes };
    let with = |index| TableDesign { indexes: Some(index), ..design(keys, 1, on_demand(40_000)) };
    let day = traffic(8_000, 0);
    let none = run(&day, &design(keys, 1, on_demand(40_000)));
    let few = run(&day, &with(index(1, 2, 100)));
    let many = run(&day, &with(index(1, 100_000, 100)));
    let three = run(&day, &with(index(3, 100_000, 1_500)));
    [&none, &few, &many, &three].into_iter().for_each(check_sums);
    assert_eq!(few.throttles[0].reason.name(), "IndexWriteKeyRangeThroughputExceeded");
    // Two values accept 2,000 of up to 8,000 writes.
    assert!((0.2..0.6).contains(&few.throttled_share()), "{}", few.throttled_share());
    assert_eq!((none.throttled(), many.throttled()), (0, 0));
    // One 1 KB entry per write, then three 2 KB entries.
    assert!(many.write_units.abs_diff(2 * none.write_units) < none.write_units / 50);
    assert!(three.write_units.abs_diff(7 * none.write_units) < none.write_units / 10);
}

#[test]
fn all_shards_are_read_where_the_shard_is_not_known() {
    let keys = DayKeys::Zipf { count: 1_000, exponent_permille: 990 };
    let day = traffic(1_000, 500);
    let all = run(&day, &design(keys, 10, on_demand(40_000)));
    let known = TableDesign { reads_all_shards: false, ..design(keys, 10, on_demand(40_000)) };
    let one = run(&day, &known);
    check_sums(&all);
    assert_eq!(all.writes, one.writes);
    assert!(all.reads.abs_diff(10 * one.reads) < one.reads / 10, "{} {}", all.reads, one.reads);
}

#[test]
fn a_key_for_each_day_is_one_partition() {
    let sensors = traffic(5_000, 0);
    let by_day = run(&sensors, &design(DayKeys::Time { period_ms: 86_400_000 }, 1, on_demand(40_000)));
    check_sums(&by_day);
    assert_eq!(by_day.breaks.unwrap().reason.limit, Limit::Partition);
    let by_sensor = run(&sensors, &design(DayKeys::Even { count: 10_000 }, 1, on_demand(40_000)));
    assert_eq!(by_sensor.throttled(), 0);
}

#[test]
fn numbers_out_of_range_are_an_error() {
    let keys = DayKeys::Even { count: 0 };
    assert!(Day::new(&traffic(10, 0), &design(keys, 1, on_demand(4_000))).is_err());
    let large =
        TableDesign { item_bytes: 500 * 1_024, ..design(DayKeys::Even { count: 1 }, 1, on_demand(4_000)) };
    assert!(Day::new(&traffic(10, 0), &large).is_err());
}

fn request(
    index: Option<&str>,
    (read_units, write_units): (f64, f64),
    (values, busiest_share): (f64, f64),
) -> RequestLoad {
    RequestLoad {
        table: "Shop".into(),
        index: index.map(str::to_owned),
        read_units,
        write_units,
        partitions: 1.0,
        keys: Keys { values, busiest_share, ..Keys::default() },
        ..RequestLoad::default()
    }
}

fn pattern(average: f64, requests: Vec<RequestLoad>) -> PatternLoad {
    PatternLoad { average, requests, ..PatternLoad::default() }
}

/// Returns a day of a load in which 1,500 of 3,500 writes per second have an entry in the index, with this number of even values.
fn offered_day(values_of_index: f64) -> DayReport {
    let many = (1_000_000.0, 1e-6);
    let index = IndexLoad { name: "GSI1".into(), ..IndexLoad::default() };
    let load = Load {
        tables: vec![TableLoad { name: "Shop".into(), indexes: vec![index], ..TableLoad::default() }],
        patterns: vec![
            pattern(2_000.0, vec![request(None, (0.0, 1.0), many)]),
            pattern(
                1_500.0,
                vec![
                    request(None, (0.0, 1.0), many),
                    request(Some("GSI1"), (0.0, 1.0), (values_of_index, 1.0 / values_of_index)),
                ],
            ),
            pattern(100.0, vec![request(Some("GSI1"), (2.5, 0.0), (3.0, 0.4))]),
        ],
        ..Load::default()
    };
    assert_eq!(busiest_table(&load), Some("Shop"));
    let offered = OfferedTable::from_load(&load, "Shop");
    let table =
        TableDesign { offered: Some(offered), ..design(DayKeys::Even { count: 1 }, 1, on_demand(40_000)) };
    let traffic = DayTraffic { peak_per_second: 1, percents: [0; 24], reads_permille: 0, strong_permille: 0 };
    let mut day = Day::new(&traffic, &table).unwrap();
    day.advance(DAY_MINUTES);
    day.report()
}

#[test]
fn an_index_gets_the_entries_of_the_patterns_that_write_them() {
    let report = offered_day(1_000_000.0);
    assert_eq!(report.throttled(), 0, "{:?}", report.throttles);
    let near = |found: u64, per_second: f64| (found as f64 / (per_second * 86_400.0) - 1.0).abs() < 0.01;
    assert!(near(report.writes, 3_500.0) && near(report.write_units, 5_000.0), "{}", report.write_units);
    assert!(near(report.reads, 100.0) && near(report.read_units, 250.0), "{}", report.read_units);
    // One value gets all entries: 1,000 of 1,500 per second are served. The other writes have no entry.
    let report = offered_day(1.0);
    let share = report.throttled_writes as f64 / report.writes as f64;
    assert!((share - 500.0 / 3_500.0).abs() < 0.02, "{share}");
    assert!(report.throttles.iter().all(|throttles| throttles.reason.is_index && throttles.reason.is_write));
}
