//! Batches, transactions and PartiQL statements as access patterns of a load test, and the count of patterns in parts.

use dynalab_playground::load_test::{AccessPattern, PatternCounter, Report};
use dynalab_playground::protocol::{Space, ToWorker};
use dynalab_storage::{MemoryStore, Store};
use serde_json::{Value, json};

use crate::load_test::{ok, ride, run, sources, with_rides};
use crate::page::Page;

const SHOP: &str = include_str!("../../../../static/samples/shop.json");

/// A booking counts the rides of its station in the same transaction.
fn with_bookings<S: Store>(store: S) -> Page<S> {
    let mut page = with_rides(store);
    for number in 0..20 {
        let station = if number % 10 < 7 { 7 } else { 20 + number };
        let ride = json!({ "pk": { "S": format!("RIDE#b{number}") }, "station": { "S": format!("STATION#{station}") },
            "startedAt": { "N": number.to_string() } });
        let station = json!({ "pk": { "S": format!("STATION#{station}") } });
        let count = json!({ "TableName": "Rides", "Key": station, "UpdateExpression": "ADD rides :one",
            "ExpressionAttributeValues": { ":one": { "N": "1" } } });
        let booking = json!({ "ClientRequestToken": format!("booking-{number}"),
            "TransactItems": [{ "Put": { "TableName": "Rides", "Item": ride } }, { "Update": count }] });
        ok(&mut page, "TransactWriteItems", &booking.to_string());
    }
    page
}

fn pattern_of<S: Store>(page: &mut Page<S>, operation: &str) -> Value {
    let found = sources(page).into_iter().find(|pattern| pattern["Operation"] == operation);
    found.unwrap_or_else(|| panic!("no pattern of {operation}"))
}

fn units(report: &Report) -> Vec<(f64, f64)> {
    report.resources.iter().map(|used| (used.read_units, used.write_units)).collect()
}

#[test]
fn a_transaction_is_one_pattern_with_its_whole_cost_and_its_hot_item() {
    let mut page = with_bookings(MemoryStore::default());
    let booking = pattern_of(&mut page, "TransactWriteItems");
    assert_eq!(booking["Requests"], json!(20), "tokens do not distinguish patterns");
    let actions: Vec<&Value> = booking["Actions"].as_array().unwrap().iter().collect();
    let names: Vec<&str> = actions.iter().map(|action| action["Name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Put", "Update"]);
    let start = json!({ "Patterns": [{ "Id": booking["Id"] }], "PerSecond": 100, "Seconds": 3 });
    let report = run(&mut page, &start);
    assert_eq!((report.ok, report.failed.len()), (report.requests, 0), "{report:?}");
    // A put and an update of 1 KB cost two units each in a transaction; the index gets the put.
    let requests = report.requests as f64;
    assert_eq!(units(&report), [(0.0, 4.0 * requests), (0.0, requests)]);
    let hot: Vec<(&str, u64)> =
        report.hot_keys.iter().map(|key| (key.value.as_str(), key.permille)).take(2).collect();
    assert!(hot.iter().all(|(value, _)| *value == "STATION#7"), "the counter and the index: {hot:?}");
    assert!(
        (600..800).contains(
            &report.hot_keys.iter().find(|key| key.resource.index_name.is_some()).unwrap().permille
        )
    );
}

/// The ride and the counter of a booking have one station, also when it is drawn.
#[test]
fn actions_with_the_same_value_have_the_same_value_again() {
    let mut page = with_bookings(MemoryStore::default());
    let id = pattern_of(&mut page, "TransactWriteItems")["Id"].clone();
    let start =
        json!({ "Patterns": [{ "Id": id, "HottestPermille": 1_000 }], "PerSecond": 100, "Seconds": 2 });
    let report = run(&mut page, &start);
    let of_hot = report.hot_keys.iter().filter(|key| key.value == "STATION#7");
    let counts: Vec<u64> = of_hot.map(|key| key.requests).collect();
    assert_eq!(counts, [report.requests, report.requests], "{:?}", report.hot_keys);
}

#[test]
fn a_transaction_is_throttled_as_a_whole() {
    let mut page = with_bookings(MemoryStore::default());
    let id = pattern_of(&mut page, "TransactWriteItems")["Id"].clone();
    let start =
        json!({ "Patterns": [{ "Id": id, "HottestPermille": 1_000 }], "PerSecond": 2_000, "Seconds": 3 });
    let report = run(&mut page, &start);
    assert!(report.throttled_requests() * 3 > report.requests, "{report:?}");
    assert!(
        report.failed.iter().all(|failed| failed.name != "TransactionCanceledException"),
        "{:?}",
        report.failed
    );
    assert!(report.hot_keys[0].throttled > 0, "{:?}", report.hot_keys);
}

#[test]
fn a_batch_is_repeated_with_all_its_items() {
    let mut page = with_rides(MemoryStore::default());
    let put = |number: u32| {
        let item = &serde_json::from_str::<Value>(&ride(number)).unwrap()["Item"];
        json!({ "PutRequest": { "Item": item } })
    };
    for first in [100, 125] {
        let writes: Vec<Value> = (first..first + 25).map(put).collect();
        ok(&mut page, "BatchWriteItem", &json!({ "RequestItems": { "Rides": writes } }).to_string());
    }
    let keys: Vec<Value> =
        (100..110).map(|number| json!({ "pk": { "S": format!("RIDE#{number}") } })).collect();
    let get = json!({ "RequestItems": { "Rides": { "Keys": keys, "ConsistentRead": true } } });
    ok(&mut page, "BatchGetItem", &get.to_string());
    let write = pattern_of(&mut page, "BatchWriteItem");
    assert_eq!((&write["Requests"], write["Actions"].as_array().unwrap().len()), (&json!(2), 1));
    let report =
        run(&mut page, &json!({ "Patterns": [{ "Id": write["Id"] }], "PerSecond": 10, "Seconds": 3 }));
    let requests = report.requests as f64;
    assert_eq!(
        (report.ok, units(&report)),
        (report.requests, vec![(0.0, 25.0 * requests), (0.0, 25.0 * requests)])
    );
    let read = pattern_of(&mut page, "BatchGetItem");
    let report =
        run(&mut page, &json!({ "Patterns": [{ "Id": read["Id"] }], "PerSecond": 10, "Seconds": 3 }));
    assert_eq!(
        (report.ok, units(&report)[0]),
        (report.requests, (10.0 * report.requests as f64, 0.0)),
        "{report:?}"
    );
}

/// A batch that DynamoDB throttles in part succeeds, with items that it did not process.
#[test]
fn a_partly_throttled_batch_counts_as_throttled() {
    let mut page = with_rides(MemoryStore::default());
    let put = |number: u32| {
        let mut request: Value = serde_json::from_str(&ride(number)).unwrap();
        request["Item"]["station"] = json!({ "S": "STATION#7" });
        json!({ "PutRequest": { "Item": request["Item"] } })
    };
    let writes: Vec<Value> = (100..125).map(put).collect();
    ok(&mut page, "BatchWriteItem", &json!({ "RequestItems": { "Rides": writes } }).to_string());
    let write = pattern_of(&mut page, "BatchWriteItem");
    let start = json!({ "Patterns": [{ "Id": write["Id"], "HottestPermille": 1_000 }], "PerSecond": 200, "Seconds": 3 });
    let report = run(&mut page, &start);
    assert_eq!(report.throttled[0].reason, "IndexWriteKeyRangeThroughputExceeded", "{report:?}");
    assert!(report.hot_keys[0].throttled > 0, "{:?}", report.hot_keys);
}

#[test]
fn statements_are_access_patterns() {
    let mut page = with_rides(MemoryStore::default());
    for number in [3, 4] {
        let select = json!({ "Statement": "SELECT * FROM Rides.byStation WHERE station = ? AND startedAt > 2",
            "Parameters": [{ "S": format!("STATION#{}", 7 + number) }] });
        ok(&mut page, "ExecuteStatement", &select.to_string());
        let update =
            format!("UPDATE Rides SET note = 'late by {number}' SET delay = ? WHERE pk = 'RIDE#{number}'");
        let update = json!({ "Statement": update, "Parameters": [{ "N": number.to_string() }] });
        ok(&mut page, "ExecuteStatement", &update.to_string());
        let insert = format!(
            "INSERT INTO Rides VALUE {{'pk': 'RIDE#i{number}', 'station': 'STATION#7', 'startedAt': ?}}"
        );
        let insert = json!({ "Statement": insert, "Parameters": [{ "N": number.to_string() }] });
        ok(&mut page, "ExecuteStatement", &insert.to_string());
        let get = format!("SELECT note FROM Rides WHERE pk = 'RIDE#{number}'");
        ok(&mut page, "BatchExecuteStatement", &json!({ "Statements": [{ "Statement": get }] }).to_string());
    }
    let patterns: Vec<Value> = sources(&mut page)
        .into_iter()
        .filter(|pattern| pattern["Operation"].as_str().unwrap().ends_with("Statement"))
        .collect();
    assert_eq!(patterns.len(), 4, "{patterns:#?}");
    assert!(
        patterns.iter().all(|pattern| pattern["Requests"] == json!(2)),
        "values do not distinguish patterns"
    );
    let expressions: Vec<&str> =
        patterns.iter().map(|pattern| pattern["Actions"][0]["Expression"].as_str().unwrap()).collect();
    let update = "UPDATE \"Rides\" SET note = ? SET delay = ? WHERE pk = ?";
    assert!(expressions.contains(&update), "{expressions:?}");
    for pattern in &patterns {
        let start = json!({ "Patterns": [{ "Id": pattern["Id"] }], "PerSecond": 50, "Seconds": 3 });
        let report = run(&mut page, &start);
        assert_eq!((report.ok, report.failed.len()), (report.requests, 0), "{pattern}: {report:?}");
        assert!(!report.hot_keys.is_empty(), "{pattern}");
        let used: f64 = units(&report).iter().map(|(reads, writes)| reads + writes).sum();
        assert!(used >= report.requests as f64 / 2.0, "{pattern}: {report:?}");
    }
}

/// The page reads the patterns again and again. What it reads is what a first read finds.
#[test]
fn patterns_that_are_counted_in_parts_are_those_counted_at_once() {
    let mut page = with_bookings(MemoryStore::default());
    let fresh = |page: &mut Page<MemoryStore>| {
        let engine = page.host.saved().engine();
        let patterns = PatternCounter::default().patterns(page.host.saved().history(), engine.database());
        let told = |pattern: &AccessPattern| {
            let counts: Vec<_> = pattern
                .actions
                .iter()
                .flat_map(|action| action.keys.iter().map(|key| key.counts.clone()))
                .collect();
            (pattern.id.clone(), pattern.requests, counts)
        };
        patterns.iter().map(told).collect::<Vec<_>>()
    };
    let told = |page: &mut Page<MemoryStore>| {
        let ids = sources(page).into_iter().map(|pattern| {
            (pattern["Id"].as_str().unwrap().to_owned(), pattern["Requests"].as_u64().unwrap())
        });
        ids.collect::<Vec<_>>()
    };
    let ids = |patterns: Vec<(String, u64, Vec<_>)>| {
        patterns.into_iter().map(|(id, requests, _)| (id, requests)).collect::<Vec<_>>()
    };
    for step in 0..4 {
        let known = told(&mut page);
        assert_eq!(known, ids(fresh(&mut page)), "step {step}");
        match step {
            0 => drop(ok(&mut page, "PutItem", &ride(50))),
            1 => drop(page.travel(dynalab_playground::protocol::Travel::Undo)),
            _ => drop(ok(&mut page, "Scan", r#"{"TableName":"Rides","Limit":3}"#)),
        }
    }
}

/// A sample is filled by batches, which are not sent again.
#[test]
fn the_requests_of_a_sample_are_no_access_patterns() {
    let mut page = Page::writer(MemoryStore::default());
    page.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document: SHOP.into() });
    let described = ok(&mut page, "Dynalab.DescribeLoadTestSources", "{}");
    assert_eq!(described["Patterns"], json!([]));
    let put = json!({ "TableName": "Shop", "Item": { "PK": { "S": "USER#9" }, "SK": { "S": "PROFILE" } } });
    ok(&mut page, "PutItem", &put.to_string());
    let described = ok(&mut page, "Dynalab.DescribeLoadTestSources", "{}");
    assert_eq!(described["Patterns"].as_array().map(Vec::len), Some(1));
}
