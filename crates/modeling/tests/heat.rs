//! Heat of keys: every step on the key that it writes, reads at production size, and the sum over all patterns.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

mod designs;

use designs::{assert_green, changed, findings, pattern, run};
use dynalab_modeling::report::{Fix, Heat, Report, Rule};
use serde_json::json;

/// Returns the load of the busiest key of the table or index, from all patterns.
fn busiest<'a>(report: &'a Report, index: Option<&str>) -> &'a Heat {
    let found = report.keys.iter().find(|key| key.heat.index.as_deref() == index);
    &found.unwrap_or_else(|| panic!("no key of {index:?} in {:?}", report.keys)).heat
}

fn close(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= expected.abs() * 0.001 + 0.001
}

#[test]
fn the_design_of_the_tests_is_green_and_cool() {
    let (_, report) = changed(|_| {});
    assert_green(&report);
    assert_eq!(report.totals.hot_keys, 0, "{:?}", report.keys);
    for code in ["hot-key", "low-cardinality-key", "time-key"] {
        assert!(findings(&report, code).is_empty(), "{:?}", report.findings);
    }
}

#[test]
fn each_step_of_a_transaction_is_on_the_key_that_it_writes() {
    let (_, report) = changed(|value| {
        let buy = pattern(value, "Buy four seats");
        buy["rate"] = json!({ "average": 100, "peak": 1_000 });
        buy["busiest_share"] = json!(1.0);
    });
    assert_green(&report);
    let buy = run(&report, "Buy four seats");
    // Nine writes of two units each, and four entries of an index.
    assert_eq!(buy.write_units, 22.0, "{:?}", buy.units);
    let heat = buy.heat.iter().find(|heat| heat.index.is_none()).unwrap();
    assert!(heat.key.starts_with("EVENT#"), "{heat:?}");
    assert_eq!(heat.template, "EVENT#{event_id}");
    assert!(close(heat.write_units_per_second, 8_000.0), "four seats of two units: {heat:?}");
    // The tickets have keys of their own, and the index is written at the buyers.
    let index = buy.heat.iter().find(|heat| heat.index.is_some()).unwrap();
    assert!(index.key.starts_with("USER#") && index.write_units_per_second < 10.0, "{index:?}");
    let hot = findings(&report, "hot-key");
    let Rule::HotKey { busiest, write_units_per_second, .. } = &hot[0].rule else { panic!("{hot:?}") };
    assert!(busiest.starts_with("EVENT#") && *write_units_per_second < 8_100.0, "{hot:?}");
}

#[test]
fn patterns_on_one_key_are_added_up() {
    // Neither alone is above 1,000 units per second.
    let (_, report) = changed(|value| {
        let hold = pattern(value, "Hold a seat");
        hold["rate"] = json!({ "average": 100, "peak": 700 });
        hold["busiest_share"] = json!(1.0);
        let buy = pattern(value, "Buy four seats");
        buy["rate"] = json!({ "average": 10, "peak": 80 });
        buy["busiest_share"] = json!(1.0);
    });
    assert_green(&report);
    assert!(report.patterns.iter().flat_map(|pattern| &pattern.heat).all(|heat| !heat.is_above_limit));
    let heat = busiest(&report, None);
    assert!(close(heat.write_units_per_second, 700.0 + 80.0 * 8.0), "{heat:?}");
    assert!(heat.is_above_limit && report.totals.hot_keys == 1, "{:?}", report.keys);
    let hot = findings(&report, "hot-key");
    let Rule::HotKey { patterns, .. } = &hot[0].rule else { panic!("{hot:?}") };
    assert_eq!(patterns[..2], ["Hold a seat", "Buy four seats"]);
    assert_eq!((hot.len(), hot[0].place.pattern.as_deref()), (1, None));
}

#[test]
fn an_index_with_three_values_is_hot_at_the_size_of_production() {
    let (_, report) = changed(|value| {
        let cities = pattern(value, "Events of a city");
        cities["rate"] = json!({ "average": 100, "peak": 300 });
        let query = cities["operation"].as_object_mut().unwrap();
        query.remove("limit");
        query.insert("all_pages".to_owned(), json!(true));
        cities["expect"] = json!({ "at_least": 1 });
        value["entities"][1]["count"] = json!(500_000);
    });
    assert_green(&report);
    let cities = run(&report, "Events of a city");
    let (sample, full) = (cities.read_units, cities.read_units_at_full_size);
    assert!(sample <= 1.0 && full > 500.0, "{sample} {full}");
    let heat = busiest(&report, Some("GSI1"));
    assert!(heat.key.starts_with("CITY#"), "{heat:?}");
    assert!(close(heat.read_units_per_second, full * 300.0 * heat.share), "{heat:?}");
    assert!((0.3..0.8).contains(&heat.share), "{heat:?}");
    // Each of the three cities is above the limit.
    assert_eq!(report.totals.hot_keys, 3, "{:?}", report.keys);
    let few = findings(&report, "low-cardinality-key");
    assert!(matches!(few[0].rule, Rule::LowCardinalityKey { values: 3, .. }), "{few:?}");
}

#[test]
fn a_key_below_the_limit_of_a_partition_needs_no_shards() {
    let status = |peak: u32| {
        move |value: &mut serde_json::Value| {
            value["tables"][0]["items"][1]["keys"]["GSI1PK"] = json!("STATUS#{status}");
            value["tables"][0]["items"][1]["keys"]["GSI1SK"] = json!("{seat_id}");
            pattern(value, "Hold a seat")["rate"] = json!({ "average": 1, "peak": peak });
            pattern(value, "Hold a seat")["operation"]["update"] =
                json!("SET #status = :held, GSI1PK = :key");
            pattern(value, "Hold a seat")["parameters"]["key"] = json!({ "value": "STATUS#HELD" });
            pattern(value, "Hold a seat")["parameters"]["seat"] = json!({ "of": "Seat.status", "row": 0 });
            pattern(value, "Buy four seats")["rate"] = json!({ "average": 0.1, "peak": 0.1 });
        }
    };
    let (_, report) = changed(status(146));
    assert_green(&report);
    assert!(findings(&report, "low-cardinality-key").is_empty(), "{:?}", report.findings);
    let (_, report) = changed(status(700));
    let few = findings(&report, "low-cardinality-key");
    assert_eq!(few[0].fix, Fix::None, "{few:?}");
    // All holds write the entry of one value.
    let (_, report) = changed(status(1_200));
    let few = findings(&report, "low-cardinality-key");
    assert!(matches!(few[0].fix, Fix::SpreadKey { shards: 3 }), "{few:?}");
    let Rule::LowCardinalityKey { busiest, write_units_per_second, .. } = &few[0].rule else { panic!() };
    // Each hold deletes the entry of one value and puts the one of another.
    assert!(["STATUS#FREE", "STATUS#HELD"].contains(&busiest.as_str()), "{few:?}");
    assert!(close(*write_units_per_second, 1_200.0) && report.totals.hot_keys == 2, "{few:?}");
}

#[test]
fn the_reads_of_shards_are_on_the_keys_that_are_written() {
    let (_, report) = changed(|value| {
        value["tables"][0]["items"][0]["keys"]["GSI1PK"] = json!("CITY#{city}#{event_id:shard4}");
        let cities = pattern(value, "Events of a city");
        cities["rate"] = json!({ "average": 100, "peak": 4_000 });
        cities["operation"]["key"] = json!({ "GSI1PK": "CITY#{city}#{shard}" });
        cities["operation"]["for_each"] = json!({ "shard": ["0", "1", "2", "3"] });
        value["patterns"].as_array_mut().unwrap().push(json!({
            "name": "Add an event", "rate": { "average": 1, "peak": 10 }, "access": "service",
            "operation": { "action": "put", "table": "Tickets", "item": "Event", "condition": "attribute_not_exists(PK)" },
            "expect": { "at_least": 0 } }));
    });
    assert_green(&report);
    let found = report.keys.iter().find(|key| key.heat.key.starts_with("CITY#")).unwrap();
    assert!(found.heat.key.ends_with("#*"), "{found:?}");
    let names: Vec<&str> = found.patterns.iter().map(|part| part.pattern.as_str()).collect();
    assert_eq!(names, ["Events of a city", "Add an event"]);
    // Four Queries of half a unit, one on each of the shards of a city.
    let share = found.heat.read_units_per_second / (4_000.0 * 2.0);
    assert!((0.05..0.25).contains(&share), "{found:?}");
}
