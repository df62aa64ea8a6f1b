//! Pushes: plans that change nothing, interruptions, tables of others.

use dynalab::Local;
use dynalab_modeling::Design;
use dynalab_modeling::design::{IndexKind, Settings, Stream};
use dynalab_remote::Client;
use dynalab_remote::push::plan::{Consent, plan};
use dynalab_remote::push::{
    Checkpoint, Plan, Progress, PushObserver, PushOptions, PushedTable, TableStep, push,
};
use dynalab_remote::source::Source;
use pollster::block_on;
use serde_json::json;

use crate::edge::{Fault, TestEdge, client};

pub const SHOP: &str = include_str!("../../../modeling/templates/shop.json");

pub fn shop() -> Design {
    dynalab_modeling::parse(SHOP).unwrap()
}

/// Keeps the last checkpoint, and stops the client after some batches.
#[derive(Default)]
pub struct Kept {
    pub text: Option<String>,
    pub batches: usize,
}

impl PushObserver for Kept {
    fn progress(&mut self, progress: Progress) {
        self.batches += usize::from(matches!(progress, Progress::Writing { .. }));
    }

    fn save(&mut self, checkpoint: &Checkpoint) {
        self.text = Some(checkpoint.write());
    }
}

pub fn planned(client: &Client<TestEdge>, source: &Source) -> Plan {
    block_on(plan(client, source, &Checkpoint::default(), Consent::default())).unwrap()
}

pub fn pushed(client: &Client<TestEdge>, source: &Source) -> Vec<PushedTable> {
    let plan = planned(client, source);
    let mut checkpoint = Checkpoint::default();
    block_on(push(client, source, &plan, PushOptions::default(), &mut checkpoint, &mut Kept::default()))
        .unwrap()
}

#[test]
fn a_plan_says_what_it_would_do_and_changes_nothing() {
    let local = Local::default();
    let client = client(&local);
    let source = Source::of_design(shop()).unwrap();
    let plan = planned(&client, &source);
    assert_eq!(local.call("ListTables", json!({})).unwrap(), json!({ "TableNames": [] }));
    let table = &plan.tables[0];
    assert_eq!((&table.step, table.items), (&TableStep::Create, source.item_count()));
    // What writing really consumes.
    pushed(&client, &source);
    let consumed = local.requests().write_units();
    assert_eq!(plan.tables.iter().map(|table| table.write_units).sum::<f64>(), consumed);
    assert!(plan.usd().unwrap() > 0.0);
}

#[test]
fn everything_arrives_with_the_same_checksum() {
    let client = client(&Local::default());
    let mut design = shop();
    design.tables[0].ttl = Some("expires".to_owned());
    design.tables[0].recovery = true;
    design.tables[0].stream = Some(Stream { view: "NEW_IMAGE".to_owned(), ..Stream::default() });
    design.tables[0].settings =
        Settings { tags: [("team".to_owned(), "orders".to_owned())].into(), ..Settings::default() };
    let source = Source::of_design(design).unwrap();
    for table in pushed(&client, &source) {
        assert_eq!(table.is_verified(), Some(true), "{table:?}");
        assert!(table.created && table.not_set.is_empty() && table.others == 0);
    }
    let named = json!({ "TableName": source.tables[0].table.name });
    let local = &client.edge().local;
    assert_eq!(
        local.call("DescribeTimeToLive", &named).unwrap()["TimeToLiveDescription"]["AttributeName"],
        "expires"
    );
    let table = local.call("DescribeTable", &named).unwrap();
    assert_eq!(table["Table"]["StreamSpecification"]["StreamViewType"], "NEW_IMAGE");
    // A second push has nothing to create.
    let again = planned(&client, &source);
    assert!(matches!(again.tables[0].step, TableStep::NeedsConsent { .. }), "{again:?}");
    assert!(again.is_empty());
}

#[test]
fn an_interrupted_push_goes_on_where_it_stopped() {
    let source = Source::of_design(shop()).unwrap();
    let (text, total) = ("the text of the design", source.item_count());
    let whole = pushed(&client(&Local::default()), &source);
    for seed in 0..5_usize {
        let local = Local::default();
        let mut kept = Kept::default();
        let mut writes = 0;
        // Each run loses its connection at another request, until one comes through.
        for run in 0.. {
            let client = client(&local);
            let endpoint = client.endpoint().clone();
            let mut checkpoint = Checkpoint::resume(kept.text.as_deref(), text, &endpoint);
            let plan = block_on(plan(&client, &source, &checkpoint, Consent::default())).unwrap();
            assert!(
                plan.tables.iter().all(|table| table.is_written()),
                "its own table is written again: {plan:?}"
            );
            let operation = if run == 0 && seed == 0 { "CreateTable" } else { "BatchWriteItem" };
            if run < 3 {
                (0..seed + run).for_each(|_| client.edge().fault(Some(operation), Fault::HalfOfBatch));
                (0..4).for_each(|_| client.edge().fault(Some(operation), Fault::AnswerLost));
            }
            let options = PushOptions { concurrency: 1 + seed, verifies: true };
            let ended = block_on(push(&client, &source, &plan, options, &mut checkpoint, &mut kept));
            writes +=
                client.edge().arrived.borrow().iter().filter(|(name, _)| name == "BatchWriteItem").count();
            match ended {
                Ok(tables) => {
                    let sums = |tables: &[PushedTable]| -> Vec<_> {
                        tables.iter().map(|table| table.found).collect()
                    };
                    assert_eq!(sums(&tables), sums(&whole), "seed {seed}");
                    assert!(tables.iter().all(|table| table.created && table.is_verified() == Some(true)));
                    break;
                }
                Err(_) => assert!(run < 3, "seed {seed}: a run without faults failed"),
            }
        }
        assert!(writes >= total.div_ceil(25) as usize);
    }
}

#[test]
fn a_checkpoint_of_another_text_or_endpoint_is_not_used() {
    let endpoint = |url| dynalab_remote::Endpoint::parse(url, None).unwrap();
    let mut kept = Checkpoint::new("text", &endpoint("http://127.0.0.1:1"));
    kept.table("Shop").items = 100;
    let kept = kept.write();
    let resumed = |text, url| Checkpoint::resume(Some(&kept), text, &endpoint(url)).is_resumed();
    assert!(resumed("text", "http://127.0.0.1:1"));
    assert!(!resumed("other", "http://127.0.0.1:1"));
    assert!(!resumed("text", "http://127.0.0.1:2"));
    assert!(!Checkpoint::resume(Some("{torn"), "text", &endpoint("http://127.0.0.1:1")).is_resumed());
}

#[test]
fn a_table_of_others_is_left_alone_until_the_person_says_otherwise() {
    let client = client(&Local::default());
    let design = shop();
    let source = Source::of_design(design.clone()).unwrap();
    pushed(&client, &source);
    let local = &client.edge().local;
    let name = &design.tables[0].name;
    let foreign = json!({ "TableName": name, "Item": { "PK": { "S": "OTHER" }, "SK": { "S": "ITEM" } } });
    local.call("PutItem", &foreign).unwrap();
    let before = local.requests().write_units();
    assert!(pushed(&client, &source).is_empty());
    assert_eq!(local.requests().write_units(), before, "nothing was written");
    let consent = Consent { writes_into_tables: true, skips_reading: false };
    let plan = block_on(plan(&client, &source, &Checkpoint::default(), consent)).unwrap();
    let mut checkpoint = Checkpoint::default();
    let tables = block_on(push(
        &client,
        &source,
        &plan,
        PushOptions::default(),
        &mut checkpoint,
        &mut Kept::default(),
    ))
    .unwrap();
    assert_eq!((tables[0].is_verified(), tables[0].others, tables[0].created), (Some(true), 1, false));
}

#[test]
fn a_table_with_other_keys_is_never_written() {
    let client = client(&Local::default());
    let design = shop();
    let local = &client.edge().local;
    let other = json!({ "TableName": design.tables[0].name, "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }] });
    local.call("CreateTable", &other).unwrap();
    let source = Source::of_design(design).unwrap();
    let consent = Consent { writes_into_tables: true, skips_reading: false };
    let plan = block_on(plan(&client, &source, &Checkpoint::default(), consent)).unwrap();
    assert_eq!(plan.tables[0].step, TableStep::OtherKeys);
    assert!(plan.is_empty() && !plan.tables[0].differences.is_empty());
}

#[test]
fn what_a_table_lacks_is_added_and_what_differs_is_told() {
    let client = client(&Local::default());
    let design = shop();
    let mut poor = design.clone();
    let removed = poor.tables[0].indexes.iter().position(|index| index.kind == IndexKind::Global).unwrap();
    poor.tables[0].indexes.remove(removed);
    poor.tables[0].ttl = None;
    pushed(&client, &Source::of_design(poor).unwrap());
    let mut rich = design;
    rich.tables[0].ttl = Some("expires".to_owned());
    rich.tables[0].deletion_protection = true;
    let source = Source::of_design(rich).unwrap();
    let consent = Consent { writes_into_tables: true, skips_reading: false };
    let first = block_on(plan(&client, &source, &Checkpoint::default(), consent)).unwrap();
    let operations: Vec<&str> = first.tables[0].requests.iter().map(|(operation, _)| *operation).collect();
    assert!(
        operations.contains(&"UpdateTable") && operations.contains(&"UpdateTimeToLive"),
        "{operations:?}"
    );
    assert!(!first.tables[0].differences.is_empty(), "deletion protection stays off");
    let mut checkpoint = Checkpoint::default();
    block_on(push(&client, &source, &first, PushOptions::default(), &mut checkpoint, &mut Kept::default()))
        .unwrap();
    let second = block_on(plan(&client, &source, &Checkpoint::default(), consent)).unwrap();
    assert_eq!(second.tables[0].requests, [], "all is there now");
}

#[test]
fn what_the_endpoint_does_not_have_is_in_the_plan() {
    let client = client(&Local::default());
    client.edge().unknown.borrow_mut().extend(["UpdateTimeToLive", "Query", "DescribeTimeToLive"]);
    let mut design = shop();
    design.tables[0].ttl = Some("expires".to_owned());
    let source = Source::of_design(design).unwrap();
    let plan = planned(&client, &source);
    assert_eq!(plan.tables[0].unsupported, ["UpdateTimeToLive"]);
    assert_eq!(plan.missing_operations, ["Query"]);
    let tables = pushed(&client, &source);
    assert_eq!(
        (tables[0].not_set.as_slice(), tables[0].is_verified()),
        (&["UpdateTimeToLive"][..], Some(true))
    );
}

#[test]
fn a_document_is_pushed_as_its_commands_leave_it() {
    let document = r#"{"format":"dynalab","version":1,"tables":[{"create":{"TableName":"Table","BillingMode":"PAY_PER_REQUEST",
        "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]},
        "items":[{"id":{"S":"a"}},{"id":{"S":"b"}}]}],
        "commands":[{"at":1893456000000,"operation":"DeleteItem","body":"{\"TableName\":\"Table\",\"Key\":{\"id\":{\"S\":\"a\"}}}"}]}"#;
    let source = Source::read("t.dynalab.json", document).unwrap();
    assert_eq!(source.item_count(), 1);
    let tables = pushed(&client(&Local::default()), &source);
    assert_eq!(tables[0].is_verified(), Some(true));
}
