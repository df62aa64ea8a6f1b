//! The database as a whole: reset, snapshots, forks, and the log of requests.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_pricing::{PriceBook, PriceName, Region};
use dynalab_service::contract::snapshots::{
    DeleteRequests, DeleteSnapshot, ListRequests, ListSnapshots, LoggedRequest, RequestList, Reset, Restore,
    SetRequestLog, SnapshotDescription, TakeSnapshot,
};
use dynalab_service::contract::{Call, NoMembers};
use dynalab_service::{Command, Engine, Instance, Request};
use dynalab_types::Timestamp;

const TABLE: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
        {"AttributeName":"state","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
    "GlobalSecondaryIndexes":[{"IndexName":"ByState","KeySchema":[{"AttributeName":"state","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}]}"#;

fn instance() -> Instance {
    let mut engine = Engine::new(7, EngineConfig::instant());
    engine.advance_to(Timestamp::from_epoch_ms(1_790_000_000_000));
    Instance::new(engine)
}

fn ask(instance: &mut Instance, operation: &str, body: &str) -> (u16, String) {
    let request = match Request::parse(operation, body) {
        Ok(request) => request,
        Err(error) => {
            instance.log_refused(operation, &error);
            return (error.http_status(), error.to_json());
        }
    };
    let at = instance.engine().now();
    instance.execute(Command { at, request }, TraceLevel::Off).0.answer()
}

fn succeed(instance: &mut Instance, operation: &str, body: &str) -> String {
    let (status, answer) = ask(instance, operation, body);
    assert_eq!(status, 200, "{operation} {body}: {answer}");
    answer
}

fn control<C: Call>(instance: &mut Instance, control: &C) -> C::Response {
    let answer = succeed(instance, C::NAME, &control.body());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

fn put(instance: &mut Instance, sk: u32, state: &str) {
    let body = format!(
        r#"{{"TableName":"Orders","Item":{{"pk":{{"S":"a"}},"sk":{{"S":"{sk:04}"}},"state":{{"S":"{state}"}}}}}}"#
    );
    succeed(instance, "PutItem", &body);
}

fn count(instance: &mut Instance) -> u64 {
    let scanned = succeed(instance, "Scan", r#"{"TableName":"Orders","Select":"COUNT"}"#);
    serde_json::from_str::<serde_json::Value>(&scanned).unwrap()["Count"].as_u64().unwrap()
}

fn named(name: &str) -> TakeSnapshot {
    TakeSnapshot { name: name.to_owned() }
}

#[test]
fn a_restored_database_goes_on_as_it_was() {
    let mut instance = instance();
    succeed(&mut instance, "CreateTable", TABLE);
    (0..100).for_each(|sk| put(&mut instance, sk, "open"));
    let taken = control(&mut instance, &named("before"));
    assert_eq!((taken.table_count, taken.item_count), (1, 100));
    assert!(taken.size_bytes > 100 * 20, "{taken:?}");
    let database = instance.engine().database().clone();

    (0..50).for_each(|sk| put(&mut instance, sk + 500, "new"));
    succeed(&mut instance, "Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#);
    succeed(&mut instance, "DeleteTable", r#"{"TableName":"Orders"}"#);
    let continued = |instance: &mut Instance| {
        let other = TABLE.replace("Orders", "Others");
        succeed(instance, "CreateTable", &other)
    };
    let restore = Restore { name: "before".to_owned() };
    assert_eq!(control(&mut instance, &restore), taken);
    assert_eq!(*instance.engine().database(), database);
    assert_eq!(instance.engine().now(), Timestamp::from_epoch_ms(1_790_000_000_000));
    let first = continued(&mut instance);
    control(&mut instance, &restore);
    assert_eq!(continued(&mut instance), first, "the same request has the same ids again");

    assert_eq!(control(&mut instance, &ListSnapshots {}).snapshots, [taken]);
    assert_eq!(control(&mut instance, &DeleteSnapshot { name: "before".to_owned() }), NoMembers {});
    let (status, answer) = ask(&mut instance, Restore::NAME, &restore.body());
    assert_eq!(status, 400);
    assert!(answer.contains("There is no snapshot named before"), "{answer}");
}

#[test]
fn a_reset_returns_to_the_state_at_the_beginning() {
    let mut instance = instance();
    let opened = instance.engine().database().clone();
    control(&mut instance, &SetRequestLog { on: true });
    succeed(&mut instance, "CreateTable", TABLE);
    control(&mut instance, &named("with a table"));
    control(&mut instance, &Reset {});
    assert_eq!(*instance.engine().database(), opened);
    assert_eq!(instance.engine().revision(), 0);
    let kept = control(&mut instance, &ListSnapshots {}).snapshots;
    assert_eq!(kept.iter().map(|snapshot| snapshot.name.as_str()).collect::<Vec<_>>(), ["with a table"]);
    let log = control(&mut instance, &ListRequests::default());
    assert_eq!(log.requests.len(), 1, "the log stays, and has no controls of the whole database");
}

#[test]
fn a_fork_and_its_origin_do_not_see_each_other() {
    let mut instance = instance();
    succeed(&mut instance, "CreateTable", TABLE);
    put(&mut instance, 1, "open");
    let mut fork = instance.fork();
    put(&mut fork, 2, "open");
    put(&mut fork, 3, "open");
    assert_eq!((count(&mut instance), count(&mut fork)), (1, 3));
    control(&mut fork, &Reset {});
    assert_eq!(fork.engine().database().all_tables().count(), 0, "a reset of the fork is that of the origin");
    assert_eq!(count(&mut instance), 1);
}

#[test]
fn snapshots_are_bounded() {
    let mut instance = instance();
    for number in 0..100 {
        control(&mut instance, &named(&format!("number {number}")));
    }
    let (status, answer) = ask(&mut instance, TakeSnapshot::NAME, &named("one more").body());
    assert_eq!(status, 400);
    assert!(answer.contains("There can be at most 100 snapshots"), "{answer}");
    control(&mut instance, &named("number 7"));

    control(&mut instance, &DeleteSnapshot { name: "number 0".to_owned() });
    succeed(&mut instance, "CreateTable", TABLE);
    let note = "x".repeat(390_000);
    for pk in 0..200 {
        let item = format!(r#"{{"pk":{{"S":"{pk}"}},"sk":{{"S":"a"}},"note":{{"S":"{note}"}}}}"#);
        succeed(&mut instance, "PutItem", &format!(r#"{{"TableName":"Orders","Item":{item}}}"#));
    }
    // About 78 MB each: 13 of them fit into 1,000 MiB.
    for number in 1..14 {
        control(&mut instance, &named(&format!("number {number}")));
    }
    let (status, answer) = ask(&mut instance, TakeSnapshot::NAME, &named("number 14").body());
    assert_eq!(status, 400);
    assert!(answer.contains("larger than 1048576000 bytes"), "{answer}");
    let kept: SnapshotDescription = control(&mut instance, &ListSnapshots {})
        .snapshots
        .into_iter()
        .find(|one| one.name == "number 14")
        .unwrap();
    assert_eq!(kept.item_count, 0, "the earlier snapshot with the name stays");
}

fn log(instance: &mut Instance) -> Vec<LoggedRequest> {
    control(instance, &ListRequests::default()).requests
}

#[test]
fn requests_are_logged_only_while_the_log_is_on() {
    let mut instance = instance();
    succeed(&mut instance, "CreateTable", TABLE);
    assert_eq!(control(&mut instance, &ListRequests::default()), RequestList::default());
    assert_eq!(control(&mut instance, &SetRequestLog { on: true }).count, 0);
    put(&mut instance, 1, "open");
    let state = control(&mut instance, &SetRequestLog { on: false });
    assert_eq!((state.on, state.count), (false, 1));
    put(&mut instance, 2, "open");
    assert_eq!(log(&mut instance).len(), 1);
    control(&mut instance, &DeleteRequests {});
    control(&mut instance, &SetRequestLog { on: true });
    put(&mut instance, 3, "open");
    assert_eq!(log(&mut instance)[0].number, 2, "numbers are not used again");
}

#[test]
fn a_logged_request_has_plan_items_units_and_price() {
    let mut instance = instance();
    succeed(&mut instance, "CreateTable", TABLE);
    (0..10).for_each(|sk| put(&mut instance, sk, if sk < 4 { "open" } else { "done" }));
    control(&mut instance, &SetRequestLog { on: true });
    let query = r##"{"TableName":"Orders","KeyConditionExpression":"pk = :p AND sk < :s","FilterExpression":"#s = :o",
        "ExpressionAttributeNames":{"#s":"state"},
        "ExpressionAttributeValues":{":p":{"S":"a"},":s":{"S":"0008"},":o":{"S":"open"}}}"##;
    succeed(&mut instance, "Query", query);
    let of_index = r##"{"TableName":"Orders","IndexName":"ByState","KeyConditionExpression":"#s = :o",
        "ExpressionAttributeNames":{"#s":"state"},"ExpressionAttributeValues":{":o":{"S":"open"}}}"##;
    succeed(&mut instance, "Query", of_index);
    put(&mut instance, 20, "open");
    succeed(&mut instance, "Scan", r#"{"TableName":"Orders"}"#);
    let keys = r#"[{"pk":{"S":"a"},"sk":{"S":"0001"}},{"pk":{"S":"a"},"sk":{"S":"0002"}},{"pk":{"S":"z"},"sk":{"S":"0"}}]"#;
    succeed(&mut instance, "BatchGetItem", &format!(r#"{{"RequestItems":{{"Orders":{{"Keys":{keys}}}}}}}"#));

    let [query, of_index, put, scan, batch] = &log(&mut instance)[..] else { panic!("five requests") };
    assert_eq!((query.operation.as_str(), query.status, query.number), ("Query", 200, 1));
    assert_eq!(query.tables, ["Orders"]);
    let [plan] = &query.plans[..] else { panic!("{query:?}") };
    assert_eq!((plan.kind.as_str(), plan.index_name.as_deref(), plan.filtered), ("QUERY", None, true));
    assert_eq!(plan.key.as_ref().unwrap().0, r#"{"pk":{"S":"a"}}"#);
    assert!(plan.sort_condition.as_ref().unwrap().contains("0008"), "{plan:?}");
    assert_eq!((query.items_read, query.items_filtered, query.items_written), (8, 4, 0));
    assert_eq!((query.units[0].read_units, query.units[0].write_units), (0.5, 0.0));

    assert_eq!(of_index.plans[0].index_name.as_deref(), Some("ByState"));
    assert_eq!((of_index.items_read, of_index.units[0].index_name.as_deref()), (4, Some("ByState")));

    assert_eq!((put.items_written, put.units.len()), (1, 2), "the table and the index: {put:?}");
    assert!(put.units.iter().all(|used| used.write_units > 0.99 && used.write_units < 1.01));
    assert_eq!(put.partitions.len(), 1);
    let book = PriceBook::load(Region::NorthVirginia);
    let expected = 2.0 * book.usd(PriceName::WritesOnDemand).unwrap() / 1e6;
    let price = put.price_usd.as_ref().unwrap().number();
    assert!((price - expected).abs() < 1e-12, "{price} instead of {expected}");

    assert_eq!((scan.plans[0].kind.as_str(), scan.items_read), ("SCAN", 11));
    assert_eq!((batch.plans[0].kind.as_str(), batch.plans[0].count, batch.items_read), ("ITEM", 3, 2));
    assert_eq!(batch.plans[0].key, None, "three keys are not one");
}

#[test]
fn errors_are_logged_too() {
    let mut instance = instance();
    control(&mut instance, &SetRequestLog { on: true });
    ask(&mut instance, "GetItem", r#"{"TableName":"Nothing","Key":{"pk":{"S":"a"}}}"#);
    ask(&mut instance, "GetItem", r#"{"TableName":"N"}"#);
    ask(&mut instance, "GetEverything", "{}");
    let errors: Vec<_> = log(&mut instance).into_iter().map(|request| request.error.unwrap()).collect();
    assert_eq!(errors, ["ResourceNotFoundException", "ValidationException", "UnknownOperationException"]);
}

#[test]
fn the_log_has_the_newest_requests_and_pages() {
    let mut instance = instance();
    succeed(&mut instance, "CreateTable", TABLE);
    control(&mut instance, &SetRequestLog { on: true });
    for _ in 0..10_050 {
        ask(&mut instance, "DescribeTable", r#"{"TableName":"Orders"}"#);
    }
    let list = control(&mut instance, &ListRequests::default());
    assert_eq!((list.requests.len(), list.requests[0].number, list.forgotten), (10_000, 51, 50));
    let page = control(&mut instance, &ListRequests { after: Some(10_000), limit: Some(2) });
    let numbers: Vec<u64> = page.requests.iter().map(|request| request.number).collect();
    assert_eq!(numbers, [10_001, 10_002]);

    // Requests with long texts are fewer.
    let key = "k".repeat(2_000);
    let get = format!(r#"{{"TableName":"Orders","Key":{{"pk":{{"S":"{key}"}},"sk":{{"S":"a"}}}}}}"#);
    (0..10_000).for_each(|_| drop(succeed(&mut instance, "GetItem", &get)));
    let kept = log(&mut instance).len();
    assert!(kept > 1_000 && kept < 8_000, "{kept} requests are in 16 MiB");
}

#[test]
fn an_engine_alone_refuses_what_replaces_it() {
    let mut engine = Engine::new(7, EngineConfig::instant());
    let request = Request::parse(Reset::NAME, "{}").unwrap();
    let at = Timestamp::from_epoch_ms(0);
    let (status, answer) = engine.execute(Command { at, request }, TraceLevel::Off).answer();
    assert_eq!(status, 400);
    assert!(answer.contains("Dynalab.Reset is for databases of dynalab-server"), "{answer}");
}
