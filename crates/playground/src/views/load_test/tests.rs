//! The view model of load tests, computed from reports.

use dynalab_pricing::{PriceBook, Region};

use super::report::{ErrorCount, PartitionHeat, Resource, ThrottleCount};
use super::sources::{Edited, Key, KeyShare, Pattern, PatternAction, Sources};
use super::*;

fn book() -> PriceBook {
    PriceBook::load(Region::NorthVirginia)
}

fn used(index: Option<&str>, write_units: f64) -> ResourceUse {
    let resource = Resource { table_name: "Rides".to_owned(), index_name: index.map(str::to_owned) };
    ResourceUse { resource, on_demand: true, write_units, ..ResourceUse::default() }
}

fn report() -> Report {
    let throttle = |reason: &str, requests| ThrottleCount { reason: reason.to_owned(), requests };
    let heat = |second, permille| SecondHeat { second, permille };
    let partition = |id, from_hash: &str, throttled, heat| PartitionHeat {
        id,
        from_hash: from_hash.to_owned(),
        throttled,
        heat,
    };
    let key = |value: &str, throttled, permille| HotKey {
        attribute: "station".to_owned(),
        value: value.to_owned(),
        throttled,
        permille,
        ..HotKey::default()
    };
    let mut index = used(Some("byStation"), 500.0);
    index.partitions = vec![
        partition(2, "8000000000000000", 0, vec![heat(0, 20), heat(1, 30)]),
        partition(0, "0000000000000000", 400, vec![heat(0, 1_000), heat(1, 990)]),
    ];
    Report {
        requests: 1_000,
        ok: 500,
        elapsed_ms: 2_000,
        throttled: vec![throttle("IndexWriteKeyRangeThroughputExceeded", 400), throttle("Other", 50)],
        failed: vec![ErrorCount { name: "ConditionalCheckFailedException".to_owned(), requests: 50 }],
        by_second: vec![
            SecondCount { second: 0, ok: 300, throttled: 200, failed: 0 },
            SecondCount { second: 1, ok: 200, throttled: 250, failed: 50 },
        ],
        resources: vec![used(None, 500.0), index],
        hot_keys: vec![key("STATION#7", 400, 700), key("STATION#8", 0, 20)],
        ..Report::default()
    }
}

#[test]
fn a_throttled_test_says_how_much_and_why_and_names_the_hot_key() {
    let view = LoadTestView::from_report(&report(), &book());
    let reason = "IndexWriteKeyRangeThroughputExceeded".to_owned();
    assert_eq!(view.verdict, Verdict::Throttled { permille: 450, reason });
    let shares: Vec<u64> = view.throttles.iter().map(|reason| reason.permille).collect();
    assert_eq!(shares, [400, 50]);
    assert_eq!(view.hot.unwrap().value, "STATION#7");
    assert_eq!((view.most_per_second, view.seconds.len()), (500, 2));
}

#[test]
fn partitions_are_in_the_order_of_their_hashes_with_their_highest_use() {
    let view = LoadTestView::from_report(&report(), &book());
    let index = &view.resources[1];
    assert_eq!((index.name.as_str(), index.is_index), ("byStation", true));
    let partitions: Vec<(u64, u64, u64)> = index
        .partitions
        .iter()
        .map(|partition| (partition.id, partition.peak_permille, partition.throttled))
        .collect();
    assert_eq!(partitions, [(0, 1_000, 400), (2, 30, 0)]);
}

#[test]
fn on_demand_costs_what_is_consumed_and_provisioned_what_is_provisioned() {
    let book = book();
    let view = LoadTestView::from_report(&report(), &book);
    assert_eq!((view.read_units_per_second, view.write_units_per_second), (0.0, 500.0));
    let million = book.usd(TableClass::Standard.on_demand(true)).unwrap();
    assert!((view.usd_per_hour.unwrap() - 500.0 * 3_600.0 / 1e6 * million).abs() < 1e-9);
    let mut provisioned = report();
    for used in &mut provisioned.resources {
        (used.on_demand, used.provisioned_reads, used.provisioned_writes) = (false, 10, 20);
    }
    let hour = |writes| book.usd(TableClass::Standard.hour(writes)).unwrap();
    let expected = 2.0 * (10.0 * hour(false) + 20.0 * hour(true));
    let view = LoadTestView::from_report(&provisioned, &book);
    assert!((view.usd_per_hour.unwrap() - expected).abs() < 1e-9);
    let mut infrequent = report();
    infrequent.resources.iter_mut().for_each(|used| used.infrequent_access = true);
    let dearer = LoadTestView::from_report(&infrequent, &book).usd_per_hour.unwrap();
    assert!(dearer > LoadTestView::from_report(&report(), &book).usd_per_hour.unwrap());
}

#[test]
fn without_throttling_the_verdict_is_the_error_or_success() {
    let mut failed = report();
    failed.throttled.clear();
    let error = "ConditionalCheckFailedException".to_owned();
    let verdict = |report: &Report| LoadTestView::from_report(report, &book()).verdict;
    assert_eq!(verdict(&failed), Verdict::Failed { permille: 50, error });
    failed.failed.clear();
    assert_eq!(verdict(&failed), Verdict::Served);
    assert_eq!(verdict(&Report::default()), Verdict::Nothing);
    // A key with a small share is not hot while nothing is throttled.
    for key in &mut failed.hot_keys {
        (key.throttled, key.permille) = (0, 120);
    }
    assert_eq!(LoadTestView::from_report(&failed, &book()).hot, None);
    assert_eq!(LoadTestView::from_report(&Report::default(), &book()).usd_per_hour, None);
}

#[test]
fn only_the_newest_seconds_are_shown() {
    let mut long = report();
    long.by_second = (0..200).map(|second| SecondCount { second, ok: 1, throttled: 0, failed: 0 }).collect();
    let view = LoadTestView::from_report(&long, &book());
    assert_eq!((view.seconds.len() as u64, view.seconds[0].second), (SECONDS_SHOWN, 140));
    assert!(view.resources[1].partitions.iter().all(|partition| partition.heat.is_empty()));
}

#[test]
fn a_start_has_the_measured_shares_unless_others_are_entered() {
    let pattern = |id: &str, permille| Pattern { id: id.to_owned(), permille, ..Pattern::default() };
    let sources = Sources { limits_in_workspace: true, patterns: vec![pattern("a", 800), pattern("b", 200)] };
    let edited = |id: &str| match id {
        "a" => Edited { share_percent: Some(50), hottest_percent: Some(70) },
        _ => Edited::default(),
    };
    let start = sources.start(edited, 500, 60);
    let chosen: Vec<(u64, Option<u64>)> =
        start.patterns.iter().map(|chosen| (chosen.share_permille, chosen.hottest_permille)).collect();
    assert_eq!(chosen, [(500, Some(700)), (200, None)]);
    assert_eq!(
        serde_json::to_value(&start).unwrap()["Patterns"][1],
        serde_json::json!({ "Id": "b", "SharePermille": 200 })
    );
}

#[test]
fn a_pattern_names_its_keys_and_the_hottest_value() {
    let hot = KeyShare { value: "STATION#7".to_owned(), count: 14, permille: 700 };
    let key = |varied, values| Key { varied, values, ..Key::default() };
    let action = PatternAction {
        partition_prefix: "STATION#".to_owned(),
        sort_prefix: Some("RIDE#".to_owned()),
        leads: true,
        keys: vec![key(false, Vec::new()), key(true, vec![hot.clone()])],
        ..PatternAction::default()
    };
    assert_eq!(action.kind(), "STATION#…, RIDE#…");
    let pattern = Pattern { actions: vec![PatternAction::default(), action], ..Pattern::default() };
    assert_eq!(pattern.varied().unwrap().1, &hot);
    assert_eq!(Pattern::default().varied(), None);
}
