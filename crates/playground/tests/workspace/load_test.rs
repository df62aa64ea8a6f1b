//! A load test through the messages of the page: its requests, its result, and what it leaves unchanged.

use crate::page::{Page, START_MS};

use dynalab_playground::load_test::Report;
use dynalab_playground::protocol::{Role, Space, ToPage, ToWorker};
use dynalab_playground::views::timeline::TimelineView;
use dynalab_storage::{MemoryStore, Store};
use dynalab_types::Timestamp;
use pollster::block_on;
use serde_json::{Value, json};

const RIDES: &str = r#"{"TableName":"Rides","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"station","AttributeType":"S"},
        {"AttributeName":"startedAt","AttributeType":"N"}],
    "GlobalSecondaryIndexes":[{"IndexName":"byStation","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"station","KeyType":"HASH"},{"AttributeName":"startedAt","KeyType":"RANGE"}]}],
    "BillingMode":"PAY_PER_REQUEST"}"#;

pub(crate) fn ride(number: u32) -> String {
    // Seven of ten rides begin at one station.
    let station = if number % 10 < 7 { 7 } else { 20 + number };
    let item = json!({
        "pk": { "S": format!("RIDE#{number}") },
        "station": { "S": format!("STATION#{station}") },
        "startedAt": { "N": number.to_string() },
        "note": { "S": "x".repeat(200) },
    });
    json!({ "TableName": "Rides", "Item": item }).to_string()
}

pub(crate) fn ok<S: Store>(page: &mut Page<S>, operation: &str, body: &str) -> Value {
    match page.execute(operation, body) {
        ToPage::Answer { status: 200, body, .. } => serde_json::from_str(&body).unwrap(),
        other => panic!("{operation}: {other:?}"),
    }
}

fn refused<S: Store>(page: &mut Page<S>, operation: &str, body: &str) -> String {
    match page.execute(operation, body) {
        ToPage::Answer { status: 400, body, .. } => {
            let error: Value = serde_json::from_str(&body).unwrap();
            error["message"].as_str().unwrap().to_owned()
        }
        other => panic!("{operation}: {other:?}"),
    }
}

/// Twenty rides, and a query of the hot station.
pub(crate) fn with_rides<S: Store>(store: S) -> Page<S> {
    let mut page = Page::writer(store);
    ok(&mut page, "CreateTable", RIDES);
    for number in 0..20 {
        ok(&mut page, "PutItem", &ride(number));
    }
    let query = r##"{"TableName":"Rides","IndexName":"byStation","KeyConditionExpression":"#s = :s AND startedAt > :t",
        "ExpressionAttributeNames":{"#s":"station"},
        "ExpressionAttributeValues":{":s":{"S":"STATION#7"},":t":{"N":"3"}}}"##;
    for _ in 0..5 {
        ok(&mut page, "Query", query);
    }
    page
}

pub(crate) fn sources<S: Store>(page: &mut Page<S>) -> Vec<Value> {
    let described = ok(page, "Dynalab.DescribeLoadTestSources", r#"{"TableName":"Rides"}"#);
    described["Patterns"].as_array().unwrap().clone()
}

fn report<S: Store>(page: &mut Page<S>) -> Report {
    serde_json::from_value(ok(page, "Dynalab.DescribeLoadTest", "{}")).unwrap()
}

/// Lets real time pass in steps, as the worker does.
pub(crate) fn run<S: Store>(page: &mut Page<S>, start: &Value) -> Report {
    ok(page, "Dynalab.StartLoadTest", &start.to_string());
    while report(page).running {
        page.now_ms -= 900;
    }
    report(page)
}

fn timeline<S: Store>(page: &mut Page<S>) -> TimelineView {
    page.travel(dynalab_playground::protocol::Travel::Nowhere)
}

#[test]
fn access_patterns_have_the_measured_shares_of_their_key_values() {
    let mut page = with_rides(MemoryStore::default());
    let patterns = sources(&mut page);
    assert_eq!(patterns.len(), 2, "{patterns:?}");
    let (put, query) = (&patterns[0], &patterns[1]);
    assert_eq!(
        (&put["Operation"], &put["Requests"], &put["Permille"]),
        (&json!("PutItem"), &json!(20), &json!(800))
    );
    let (put, query) = (&put["Actions"][0], (&query["Operation"], &query["Actions"][0]));
    assert_eq!((&put["PartitionPrefix"], &put["IndexName"]), (&json!("RIDE#"), &Value::Null));
    let varied: Vec<&Value> =
        put["Keys"].as_array().unwrap().iter().filter(|key| key["Varied"] == json!(true)).collect();
    assert_eq!(varied.len(), 1);
    assert_eq!(
        (&varied[0]["Attribute"], &varied[0]["MeasuredFrom"]),
        (&json!("station"), &json!("requests"))
    );
    assert_eq!(varied[0]["Values"][0], json!({ "Value": "STATION#7", "Count": 14, "Permille": 700 }));
    // Five requests are few, so the shares are those of the items.
    let (operation, query) = query;
    assert_eq!((operation, &query["IndexName"]), (&json!("Query"), &json!("byStation")));
    assert_eq!(query["Keys"][0]["MeasuredFrom"], json!("items"));
    assert_eq!(query["Keys"][0]["Values"][0], json!({ "Value": "STATION#7", "Count": 14, "Permille": 700 }));
}

/// The index is written only if the items have its attributes: its requests and units prove it.
#[test]
fn a_hot_station_is_measured_and_writes_reach_the_index() {
    let mut page = with_rides(MemoryStore::default());
    let put = sources(&mut page)[0]["Id"].clone();
    let report = run(&mut page, &json!({ "Patterns": [{ "Id": put }], "PerSecond": 400, "Seconds": 5 }));
    assert!((1_700..2_300).contains(&report.requests), "{report:?}");
    assert_eq!(
        (report.ok, report.failed.len(), report.throttled.len()),
        (report.requests, 0, 0),
        "{report:?}"
    );
    let hot = &report.hot_keys[0];
    assert_eq!((hot.resource.index_name.as_deref(), hot.value.as_str()), (Some("byStation"), "STATION#7"));
    assert_eq!(hot.attribute, "station");
    assert!((660..740).contains(&hot.permille), "{hot:?}");
    let units: Vec<(Option<&str>, f64)> =
        report.resources.iter().map(|used| (used.resource.index_name.as_deref(), used.write_units)).collect();
    let requests = report.requests as f64;
    assert_eq!(units, [(None, requests), (Some("byStation"), requests)]);
    assert_eq!(report.by_second.iter().map(|second| second.ok).sum::<u64>(), report.ok);
    assert_eq!(report.elapsed_ms, 5_000);
}

#[test]
fn a_load_test_leaves_items_history_and_clock_unchanged() {
    let disk = MemoryStore::default();
    let mut page = with_rides(disk.clone());
    block_on(page.host.keep_waiting());
    let before =
        (page.host.saved().engine().snapshot(), timeline(&mut page), block_on(disk.load()).unwrap().revision);
    let clock = page.host.saved().engine().now();
    let report = run(&mut page, &json!({ "TableName": "Rides", "PerSecond": 2_000, "Seconds": 3 }));
    assert!(report.requests > 5_000, "{report:?}");
    let timeline = timeline(&mut page);
    let after = (
        page.host.saved().engine().snapshot(),
        TimelineView { now_ms: before.1.now_ms, ..timeline },
        block_on(disk.load()).unwrap().revision,
    );
    assert_eq!(after, before);
    assert_eq!(page.host.saved().engine().now(), clock);
}

#[test]
fn a_load_test_names_the_region_of_its_tables() {
    let mut page = Page::writer(MemoryStore::default());
    ok(&mut page, "Dynalab.SetAccount", r#"{"Region":"ap-northeast-1"}"#);
    let create = r#"{"TableName":"Rides","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
    ok(&mut page, "CreateTable", create);
    ok(&mut page, "PutItem", r#"{"TableName":"Rides","Item":{"id":{"S":"r1"}}}"#);
    let report = run(&mut page, &json!({ "TableName": "Rides", "PerSecond": 10, "Seconds": 1 }));
    assert_eq!(report.region, "ap-northeast-1");
}

/// A hot key of an index has one partition, which takes 1,000 write units per second.
#[test]
fn a_hot_key_is_throttled_by_its_partition_and_named() {
    let mut page = with_rides(MemoryStore::default());
    let put = sources(&mut page)[0]["Id"].clone();
    let start = |hottest: u64| json!({ "Patterns": [{ "Id": put, "HottestPermille": hottest }], "PerSecond": 3_000, "Seconds": 4 });
    let hot = run(&mut page, &start(900));
    assert!(!hot.limits_in_workspace);
    assert_eq!(hot.throttled[0].reason, "IndexWriteKeyRangeThroughputExceeded", "{:?}", hot.throttled);
    assert!(hot.throttled_requests() * 3 > hot.requests, "{hot:?}");
    assert_eq!(hot.hot_keys[0].value, "STATION#7");
    assert!(hot.hot_keys[0].throttled > 0);
    let index = hot.resources.iter().find(|used| used.resource.index_name.is_some()).unwrap();
    let full = index.partitions.iter().filter(|one| one.heat.iter().any(|second| second.permille > 900));
    assert_eq!(full.count(), 1, "{index:?}");
    assert!(index.partitions.iter().any(|partition| partition.throttled > 0));
    // Without the hot station, the stations of the rest have most of the capacity they need.
    let spread = run(&mut page, &start(0));
    assert!(spread.throttled_requests() * 3 < hot.throttled_requests(), "{spread:?}");
}

#[test]
fn the_same_start_has_the_same_result() {
    let results = [(); 2].map(|()| {
        let mut page = with_rides(MemoryStore::default());
        run(&mut page, &json!({ "PerSecond": 700, "Seconds": 3, "Seed": 11 }))
    });
    assert_eq!(results[0], results[1]);
    let mut page = with_rides(MemoryStore::default());
    let other = run(&mut page, &json!({ "PerSecond": 700, "Seconds": 3, "Seed": 12 }));
    assert_ne!(results[0].by_second, other.by_second);
}

#[test]
fn shares_of_patterns_are_those_of_the_history_or_of_the_start() {
    let mut page = with_rides(MemoryStore::default());
    let ids: Vec<Value> = sources(&mut page).iter().map(|pattern| pattern["Id"].clone()).collect();
    let share = |report: &Report, id: &Value| {
        let pattern = report.patterns.iter().find(|pattern| json!(pattern.id) == *id).unwrap();
        assert_eq!(pattern.requests, pattern.ok + pattern.throttled + pattern.failed);
        pattern.requests * 1_000 / report.requests
    };
    let measured = run(&mut page, &json!({ "PerSecond": 500, "Seconds": 4 }));
    assert!((770..830).contains(&share(&measured, &ids[0])), "{:?}", measured.patterns);
    let chosen = json!([{ "Id": ids[0], "SharePermille": 100 }, { "Id": ids[1], "SharePermille": 300 }]);
    let chosen = run(&mut page, &json!({ "Patterns": chosen, "PerSecond": 500, "Seconds": 4 }));
    assert!((215..285).contains(&share(&chosen, &ids[0])), "{:?}", chosen.patterns);
}

#[test]
fn items_of_one_kind_lend_their_index_attributes_to_writes() {
    let mut page = with_rides(MemoryStore::default());
    // The newest puts have no index attributes; the rides in the table have.
    for number in 100..120 {
        let item = json!({ "pk": { "S": format!("RIDE#{number}") }, "note": { "S": "short" } });
        ok(
            &mut page,
            "PutItem",
            &json!({ "TableName": "Rides", "Item": item, "ReturnValues": "NONE" }).to_string(),
        );
    }
    let patterns = sources(&mut page);
    let bare = patterns.iter().find(|pattern| {
        pattern["Requests"] == json!(20) && pattern["Actions"][0]["Keys"].as_array().unwrap().len() == 2
    });
    let id = bare.unwrap()["Id"].clone();
    let report = run(&mut page, &json!({ "Patterns": [{ "Id": id }], "PerSecond": 100, "Seconds": 3 }));
    let index = report.resources.iter().find(|used| used.resource.index_name.is_some()).unwrap();
    assert_eq!(index.write_units, report.requests as f64);
}

#[test]
fn updates_gets_and_deletes_take_keys_from_the_items() {
    let mut page = with_rides(MemoryStore::default());
    let key = json!({ "pk": { "S": "RIDE#3" } });
    let update = json!({ "TableName": "Rides", "Key": key, "UpdateExpression": "SET note = :n",
        "ConditionExpression": "attribute_exists(station)", "ExpressionAttributeValues": { ":n": { "S": "late" } } });
    ok(&mut page, "UpdateItem", &update.to_string());
    ok(&mut page, "GetItem", &json!({ "TableName": "Rides", "Key": key }).to_string());
    ok(&mut page, "Scan", r#"{"TableName":"Rides","Limit":3}"#);
    let report = run(&mut page, &json!({ "PerSecond": 300, "Seconds": 4 }));
    assert_eq!(report.patterns.len(), 5);
    assert!(report.patterns.iter().all(|pattern| pattern.requests > 10 && pattern.failed == 0), "{report:?}");
    // Without a condition, a missing item is a success; with one, its failure is counted by name.
    ok(&mut page, "DeleteItem", &json!({ "TableName": "Rides", "Key": key }).to_string());
    let delete = sources(&mut page).into_iter().find(|pattern| pattern["Operation"] == "DeleteItem").unwrap();
    let update = sources(&mut page).into_iter().find(|pattern| pattern["Operation"] == "UpdateItem").unwrap();
    let both =
        json!([{ "Id": delete["Id"], "SharePermille": 900 }, { "Id": update["Id"], "SharePermille": 100 }]);
    let report = run(&mut page, &json!({ "Patterns": both, "PerSecond": 500, "Seconds": 4 }));
    assert_eq!(report.failed[0].name, "ConditionalCheckFailedException", "{report:?}");
}

/// With one value only, another share of it cannot be had.
#[test]
fn the_share_of_the_only_value_is_refused() {
    let mut page = Page::writer(MemoryStore::default());
    let create = r#"{"TableName":"Rides","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"}],
        "BillingMode":"PAY_PER_REQUEST"}"#;
    ok(&mut page, "CreateTable", create);
    let put = |pk: &str, sk: u32| {
        json!({ "TableName": "Rides", "Item": { "pk": { "S": pk }, "sk": { "N": sk.to_string() } } })
            .to_string()
    };
    for number in 0..12 {
        ok(&mut page, "PutItem", &put("STATION#7", number));
    }
    let pattern = &sources(&mut page)[0];
    let start = json!({ "Patterns": [{ "Id": pattern["Id"], "HottestPermille": 700 }], "PerSecond": 10, "Seconds": 1 });
    assert_eq!(pattern["Actions"][0]["Keys"][0]["CanVary"], json!(false));
    let why = refused(&mut page, "Dynalab.StartLoadTest", &start.to_string());
    assert_eq!(
        why,
        "Every request has the value STATION#7 of \"pk\", because no item has another. Its share is always 100 %."
    );
    ok(&mut page, "PutItem", &put("STATION#8", 1));
    let report = run(&mut page, &start);
    assert!(report.hot_keys[0].permille < 1_000, "{:?}", report.hot_keys);
}

#[test]
fn a_wrong_start_says_what_is_wrong() {
    let mut page = Page::with_notes(MemoryStore::default());
    let start = r#"{"PerSecond":10,"Seconds":10}"#;
    let none = "The history has no request that a load test can repeat. Send some requests first.";
    assert_eq!(refused(&mut page, "Dynalab.StartLoadTest", start), none);
    page.put(1);
    for (body, sentence) in [
        ("[]", "The request is not a JSON object. Write it in braces, such as {}."),
        (r#"{"Seconds":10}"#, "\"PerSecond\" is missing. Add it."),
        (r#"{"PerSecond":0,"Seconds":10}"#, "\"PerSecond\" must be a number from 1 to 20000. Correct it."),
        (r#"{"PerSecond":10,"Seconds":10,"Rate":1}"#, "\"Rate\""),
        (
            r#"{"PerSecond":20000,"Seconds":600}"#,
            "The load test has 12000000 requests, and 300000 is the maximum.",
        ),
        (
            r#"{"PerSecond":10,"Seconds":10,"Patterns":[{"Id":"abc"}]}"#,
            "The history has no access pattern \"abc\". Read the access patterns again.",
        ),
        (
            r#"{"PerSecond":10,"Seconds":10,"Patterns":[{"Id":"abc","HottestPermille":1001}]}"#,
            "\"Patterns[0].HottestPermille\" must be a number from 0 to 1000. Correct it.",
        ),
    ] {
        let why = refused(&mut page, "Dynalab.StartLoadTest", body);
        assert!(why.contains(sentence), "{body}: {why}");
    }
    let described = ok(&mut page, "Dynalab.DescribeLoadTestSources", "{}");
    let id = &described["Patterns"][0]["Id"];
    let start = json!({ "PerSecond": 10, "Seconds": 10, "Patterns": [{ "Id": id, "SharePermille": 0 }] });
    let why = refused(&mut page, "Dynalab.StartLoadTest", &start.to_string());
    assert_eq!(why, "All shares are 0. Give at least one access pattern a share.");
    assert!(!report(&mut page).running);
}

/// A reading tab writes nothing, so it may run one too.
#[test]
fn a_reading_tab_runs_and_stops_a_load_test() {
    let disk = MemoryStore::default();
    let mut writer = with_rides(disk.clone());
    block_on(writer.host.keep_waiting());
    let mut reader = Page::open(disk.reopened());
    assert_eq!(reader.host.role(), Role::Follower);
    ok(&mut reader, "Dynalab.StartLoadTest", r#"{"PerSecond":100,"Seconds":60}"#);
    assert_eq!(reader.host.due_in_ms(Timestamp::from_epoch_ms(START_MS)), Some(100));
    let going = report(&mut reader);
    assert!(going.running && going.requests > 50, "{going:?}");
    let stopped: Report = serde_json::from_value(ok(&mut reader, "Dynalab.StopLoadTest", "{}")).unwrap();
    assert!(!stopped.running && stopped.requests >= going.requests);
    assert_eq!(report(&mut reader).requests, stopped.requests);
    assert_eq!(reader.host.due_in_ms(Timestamp::from_epoch_ms(START_MS)), None);
}

#[test]
fn a_demonstration_has_no_load_test() {
    let mut page = with_rides(MemoryStore::default());
    let (operation, body) = ("Dynalab.DescribeLoadTest".to_owned(), "{}".to_owned());
    let answer = page.ask(ToWorker::Execute { id: 1, space: Space::Demo, operation, body, trace: false });
    assert!(matches!(answer, ToPage::Answer { status: 400, .. }), "{answer:?}");
}
