//! Each kind of goal, met and not met, on small lessons played through the public door.

use std::collections::BTreeMap;

use dynalab_lessons::goal::NamedGoal;
use dynalab_lessons::lesson::{Hint, LessonFacts, RequestFacts};
use dynalab_lessons::player::{Play, PlayError, Player};
use dynalab_lessons::verdict::{Difference, GoalStatus, Limit, UnitKind};
use dynalab_lessons::{Attempt, Json, Verdict};
use dynalab_playground::message_bytes;
use serde_json::{Value, json};

/// Orders of two users, with an index of open ones.
fn start() -> Value {
    let order = |user: &str, place: u32, open: bool| {
        let mut item = json!({
            "PK": {"S": user}, "SK": {"S": format!("ORDER#{place:03}")}, "total": {"N": place.to_string()}
        });
        if open {
            item["open"] = json!({"S": user});
        }
        item
    };
    let items: Vec<Value> =
        (1..=20).map(|place| order("u1", place, place % 10 == 0)).chain([order("u2", 1, true)]).collect();
    json!({"tables": [{
        "create": {
            "TableName": "Shop",
            "AttributeDefinitions": [
                {"AttributeName": "PK", "AttributeType": "S"},
                {"AttributeName": "SK", "AttributeType": "S"},
                {"AttributeName": "open", "AttributeType": "S"}
            ],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "Open",
                "KeySchema": [{"AttributeName": "open", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}
            }],
            "BillingMode": "PAY_PER_REQUEST"
        },
        "items": items
    }]})
}

fn lesson(goal: Value) -> LessonFacts {
    let facts = json!({
        "id": "1.1", "slug": "a", "version": 1, "minutes": 1, "start": start(),
        "goals": [{"id": "goal", "check": goal}], "hints": [],
        "naive": {"fails": "goal"}, "solutions": [], "par": {"requests": 1}
    });
    serde_json::from_value(facts).expect("a lesson")
}

fn request((operation, body): &(&str, Value)) -> RequestFacts {
    RequestFacts { operation: (*operation).to_owned(), body: Json::parse(&body.to_string()).expect("JSON") }
}

fn verdict(goal: &Value, requests: &[(&str, Value)]) -> Verdict {
    let facts = lesson(goal.clone());
    let requests: Vec<RequestFacts> = requests.iter().map(request).collect();
    let mut player = Player::open(&facts).expect("the start");
    player
        .play(&facts, &Play { requests: &requests, given: &BTreeMap::new(), clients: &[] })
        .expect("a verdict")
}

fn status(goal: &Value, requests: &[(&str, Value)]) -> GoalStatus {
    verdict(goal, requests).goals[0].status
}

fn differences(goal: &Value, requests: &[(&str, Value)]) -> Vec<Difference> {
    verdict(goal, requests).goals.remove(0).differences
}

fn query(members: Value) -> (&'static str, Value) {
    let mut body = json!({
        "TableName": "Shop",
        "KeyConditionExpression": "PK = :u",
        "ExpressionAttributeValues": {":u": {"S": "u1"}}
    });
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    ("Query", body)
}

fn open_orders() -> (&'static str, Value) {
    let body = json!({
        "TableName": "Shop", "IndexName": "Open", "KeyConditionExpression": "#o = :u",
        "ExpressionAttributeNames": {"#o": "open"}, "ExpressionAttributeValues": {":u": {"S": "u1"}}
    });
    ("Query", body)
}

fn put(members: Value) -> (&'static str, Value) {
    ("PutItem", json!({"TableName": "Shop", "Item": members}))
}

fn key(user: &str, order: &str) -> Value {
    json!({"PK": {"S": user}, "SK": {"S": order}})
}

#[test]
fn an_answer_has_exactly_the_items() {
    let goal = json!({"answer": {
        "of": {"operations": ["Query"]}, "items": [key("u1", "ORDER#010"), key("u1", "ORDER#020")], "partial": true, "in_order": true
    }});
    assert_eq!(status(&goal, &[]), GoalStatus::NotTried);
    assert_eq!(status(&goal, &[("ListTables", json!({}))]), GoalStatus::NotTried);
    assert_eq!(status(&goal, &[open_orders()]), GoalStatus::Met);
    let mut backwards = open_orders();
    backwards.1["ScanIndexForward"] = json!(false);
    assert!(matches!(differences(&goal, &[backwards])[..], [Difference::Order { place: 1, .. }]));
    let extra = differences(&goal, &[query(json!({}))]);
    assert_eq!(extra.len(), 18);
    assert!(extra.iter().all(|difference| matches!(difference, Difference::ExtraItem { .. })));
    // A later request that fails changes nothing; the last one that succeeded counts.
    let wrong = ("Query", json!({"TableName": "Shop"}));
    assert_eq!(status(&goal, &[open_orders(), wrong.clone()]), GoalStatus::Met);
    let rejected = differences(&goal, &[wrong]);
    assert!(
        matches!(&rejected[..], [Difference::Rejected { step: 1, error, .. }] if error == "ValidationException")
    );
}

#[test]
fn an_answer_can_be_all_pages_of_one_read() {
    let goal = json!({"answer": {"of": {"operations": ["Query"], "take": "pages"}, "count": 20}});
    let first = query(json!({"Limit": 12}));
    let second = query(json!({"Limit": 12, "ExclusiveStartKey": key("u1", "ORDER#012")}));
    assert_eq!(status(&goal, &[first.clone(), second.clone()]), GoalStatus::Met);
    assert!(matches!(differences(&goal, &[first])[..], [Difference::ItemCount { yours: 12, goal: 20, .. }]));
    // Another question in between begins anew.
    assert_eq!(status(&goal, &[query(json!({"Limit": 8})), second]), GoalStatus::NotMet);
}

#[test]
fn an_answer_can_be_an_error_or_a_member() {
    let condition = json!({"TableName": "Shop", "Item": key("u1", "ORDER#001"), "ConditionExpression": "attribute_not_exists(PK)"});
    let goal =
        json!({"answer": {"of": {"operations": ["PutItem"]}, "error": "ConditionalCheckFailedException"}});
    assert_eq!(status(&goal, &[("PutItem", condition)]), GoalStatus::Met);
    let outcome = differences(&goal, &[put(key("u3", "ORDER#001"))]);
    assert!(matches!(outcome[..], [Difference::Outcome { step: 1, yours: None, .. }]));
    let goal = json!({"answer": {"expect": [{"at": "ScannedCount", "is": {"at_most": 5}}]}});
    assert_eq!(status(&goal, &[query(json!({"Limit": 5}))]), GoalStatus::Met);
    assert!(matches!(differences(&goal, &[query(json!({}))])[..], [Difference::Value { .. }]));
}

#[test]
fn a_given_answer_is_compared() {
    let mut facts = lesson(json!({"given": {"question": "partitions", "is": "10", "tolerance": 0.5}}));
    facts.questions =
        serde_json::from_value(json!({"partitions": {"number": {"unit": ""}}})).expect("questions");
    for (given, expected) in [
        (None, GoalStatus::NotTried),
        (Some("10.4"), GoalStatus::Met),
        (Some("3"), GoalStatus::NotMet),
        (Some("ten"), GoalStatus::NotMet),
    ] {
        let given: BTreeMap<String, String> =
            given.map(|given| ("partitions".to_owned(), given.to_owned())).into_iter().collect();
        let mut player = Player::open(&facts).expect("the start");
        let verdict =
            player.play(&facts, &Play { requests: &[], given: &given, clients: &[] }).expect("a verdict");
        assert_eq!(verdict.goals[0].status, expected, "{given:?}");
    }
}

#[test]
fn items_are_read_from_table_and_index() {
    let mut wanted = key("u2", "ORDER#001");
    wanted["total"] = json!({"N": "5.0"});
    let goal = json!({"items": {"table": "Shop", "items": [wanted], "absent": [key("u1", "ORDER#001")]}});
    let delete = ("DeleteItem", json!({"TableName": "Shop", "Key": key("u1", "ORDER#001")}));
    let mut order = key("u2", "ORDER#001");
    order["total"] = json!({"N": "5"});
    assert_eq!(status(&goal, &[delete.clone(), put(order)]), GoalStatus::Met);
    let found = differences(&goal, &[delete]);
    let names: Vec<&str> = found
        .iter()
        .map(|difference| match difference {
            Difference::Attribute { attribute, .. } => attribute.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["total", "open"]);
    let goal = json!({"items": {"table": "Shop", "index": "Open", "count": 2}});
    let close = ("DeleteItem", json!({"TableName": "Shop", "Key": key("u1", "ORDER#010")}));
    assert_eq!(status(&goal, &[close]), GoalStatus::Met);
    let found = differences(&goal, &[("ListTables", json!({}))]);
    assert!(matches!(found[..], [Difference::ItemCount { yours: 3, goal: 2, .. }]));
}

#[test]
fn a_state_goal_runs_hidden_requests_on_a_copy() {
    let goal = json!({"state": {
        "requests": [
            {"operation": "PutItem", "body": {"TableName": "Log", "Item": {"id": {"S": "hidden"}, "n": {"N": "1"}}}},
            {"operation": "Scan", "body": {"TableName": "Log"}}
        ],
        "expect": [{"at": "Count", "is": {"equal": 1}}]
    }});
    let create = (
        "CreateTable",
        json!({
            "TableName": "Log", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"
        }),
    );
    let probe = differences(&goal, &[("ListTables", json!({}))]);
    assert!(matches!(&probe[..], [Difference::Probe { error, .. }] if error == "ResourceNotFoundException"));
    // Checked twice: the hidden item is not left behind.
    let facts = lesson(goal);
    let mut player = Player::open(&facts).expect("the start");
    let create = [request(&create)];
    let given = BTreeMap::new();
    let play = |requests| Play { requests, given: &given, clients: &[] };
    for requests in [&create[..], &[]] {
        let verdict = player.play(&facts, &play(requests)).expect("a verdict");
        assert_eq!(verdict.goals[0].status, GoalStatus::Met);
    }
    let scan = player.run(&request(&("Scan", json!({"TableName": "Log"}))));
    assert!(scan.body.contains("\"Count\":0"), "{}", scan.body);
}

#[test]
fn every_order_of_clients_is_tried() {
    let add = |condition: bool| {
        let mut body = json!({
            "TableName": "Shop", "Key": key("u2", "ORDER#001"),
            "UpdateExpression": "SET #t = :n", "ExpressionAttributeNames": {"#t": "total"}, "ExpressionAttributeValues": {":n": {"N": "7"}}
        });
        if condition {
            body["ConditionExpression"] = json!("#t = :old");
            body["ExpressionAttributeValues"][":old"] = json!({"N": "1"});
        }
        vec![request(&("UpdateItem", body))]
    };
    let other = json!([[{"operation": "UpdateItem", "body": {
        "TableName": "Shop", "Key": key("u2", "ORDER#001"),
        "UpdateExpression": "SET #t = :n", "ConditionExpression": "#t = :old",
        "ExpressionAttributeNames": {"#t": "total"}, "ExpressionAttributeValues": {":n": {"N": "3"}, ":old": {"N": "1"}}
    }}]]);
    let goal = json!({"every_order": {"clients": other, "then": {
        "requests": [{"operation": "GetItem", "body": {"TableName": "Shop", "Key": key("u2", "ORDER#001")}}],
        "expect": [{"at": "Item.total.N", "is": {"equal": "7"}}]
    }}});
    let facts = lesson(goal);
    let check = |clients: &[Vec<RequestFacts>]| {
        let mut player = Player::open(&facts).expect("the start");
        player.play(&facts, &Play { requests: &[], given: &BTreeMap::new(), clients }).expect("a verdict")
    };
    assert_eq!(check(&[add(false)]).goals[0].status, GoalStatus::Met);
    let verdict = check(&[add(true)]);
    assert!(
        matches!(&verdict.goals[0].differences[..], [Difference::AfterOrder { schedule, because }] if schedule.first() == Some(&0) && because.len() == 1),
        "{verdict:?}"
    );
    // A request that makes no sense is told, besides what it leads to.
    let wrong = vec![request(&(
        "UpdateItem",
        json!({"TableName": "Shop", "Key": key("u2", "ORDER#001"), "UpdateExpression": "SET total ="}),
    ))];
    let verdict = check(&[wrong]);
    assert!(
        matches!(&verdict.goals[0].differences[..], [Difference::AfterOrder { because, .. }]
            if matches!(&because[..], [Difference::Rejected { step: 2, error, .. }, Difference::Value { .. }] if error == "ValidationException")),
        "{verdict:?}"
    );
}

#[test]
fn a_plan_has_its_operation_index_and_number_of_requests() {
    let goal = json!({"plan": {"only": ["Query"], "no_scan": true, "index": "Open", "requests_max": 1, "items_read_max": 2}});
    assert_eq!(status(&goal, &[open_orders()]), GoalStatus::Met);
    let found = differences(&goal, &[query(json!({}))]);
    assert!(
        matches!(&found[..], [Difference::Source { yours, goal, .. }, Difference::ItemsRead { yours: 20, at_most: 2, .. }] if yours == "Shop" && goal == "Shop.Open"),
        "{found:?}"
    );
    let found = differences(&goal, &[("Scan", json!({"TableName": "Shop", "IndexName": "Open"}))]);
    assert!(
        matches!(&found[..], [Difference::Operation { .. }, Difference::Scan { source, .. }, Difference::ItemsRead { .. }] if source == "Shop.Open"),
        "{found:?}"
    );
    let goal = json!({"plan": {"of": {"take": "all"}, "no_scan": true, "requests_max": 1}});
    let sql = ("ExecuteStatement", json!({"Statement": "SELECT * FROM Shop WHERE begins_with(PK, 'u1')"}));
    let found = differences(&goal, &[sql, open_orders()]);
    assert!(
        matches!(&found[..], [Difference::Scan { step: 1, .. }, Difference::Requests { yours: 2, .. }]),
        "{found:?}"
    );
}

#[test]
fn units_are_those_of_the_selected_requests() {
    let goal = json!({"units": {"of": {"operations": ["Query"]}, "read_max": 0.5}});
    assert_eq!(status(&goal, &[query(json!({"ConsistentRead": true})), open_orders()]), GoalStatus::Met);
    let found = differences(&goal, &[query(json!({"ConsistentRead": true}))]);
    assert!(
        matches!(&found[..], [Difference::Units { kind: UnitKind::Read, yours, limit: Limit::AtMost(most), steps }] if *yours == 1.0 && *most == 0.5 && steps.len() == 1),
        "{found:?}"
    );
    // A condition that is not met consumes units too.
    let refused = (
        "PutItem",
        json!({"TableName": "Shop", "Item": key("u1", "ORDER#001"), "ConditionExpression": "attribute_not_exists(PK)"}),
    );
    let goal = json!({"units": {"of": {"take": "all"}, "write_max": 1}});
    let found = differences(&goal, &[refused.clone(), refused]);
    assert!(
        matches!(&found[..], [Difference::Units { kind: UnitKind::Write, yours, .. }] if *yours == 2.0),
        "{found:?}"
    );
}

#[test]
fn traffic_runs_on_a_copy() {
    let workload = json!({
        "format": "dynalab.workload", "version": 1, "seed": 1,
        "traffic": [{
            "table": "Hot", "partition_key": {"name": "id", "type": "S", "template": "k{n}"},
            "items_per_key": 1, "item_bytes": {"least": 100, "most": 100},
            "mix": {"get": 0, "query": 0, "put": 1000, "update": 0}, "strong_permille": 0, "query_limit": 1,
            "keys": {"kind": "uniform", "count": 50}, "rate": {"kind": "constant", "per_second_milli": 40_000}
        }]
    });
    let goal = json!({"throttles": {"workload": workload, "seconds": 20, "permille_max": 50}});
    let create = |units: u64| {
        (
            "CreateTable",
            json!({
                "TableName": "Hot", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": units}
            }),
        )
    };
    let limits = ("Dynalab.SetDials", json!({"Profile": "realistic"}));
    let wait = ("Dynalab.AdvanceClock", json!({"Milliseconds": 60_000}));
    let found = differences(&goal, &[limits.clone(), create(1), wait.clone()]);
    assert!(
        matches!(&found[..], [Difference::Throttled { requests, throttled, .. }] if *requests > 500 && *throttled > 0),
        "{found:?}"
    );
    let requests = [limits, create(60), wait];
    assert_eq!(differences(&goal, &requests), []);
    assert_eq!(status(&goal, &requests), GoalStatus::Met);
}

#[test]
fn undone_requests_do_not_count_and_a_check_leaves_no_trace() {
    let goal: Vec<NamedGoal> =
        lesson(json!({"items": {"table": "Shop", "absent": [key("u2", "ORDER#001")]}})).goals;
    let facts = lesson(json!({"plan": {"of": {"take": "all"}, "requests_max": 1}}));
    let mut player = Player::open(&facts).expect("the start");
    let delete = request(&("DeleteItem", json!({"TableName": "Shop", "Key": key("u2", "ORDER#001")})));
    player.run(&delete);
    let hint: Hint =
        serde_json::from_value(json!({"id": "hint", "when": [{"goal": "goal"}]})).expect("a hint");
    let history = player.workspace().history();
    let attempt = Attempt {
        goals: goal,
        hints: vec![hint],
        after: history.number(history.head()) - 1,
        ..Attempt::default()
    };
    let before = player.workspace().snapshot();
    let verdict = dynalab_lessons::check::check(player.workspace(), &attempt).expect("a verdict");
    assert!(verdict.solved && verdict.hints.is_empty());
    assert_eq!(verdict.figures.requests, 1);
    assert_eq!(player.workspace().snapshot(), before);
    player.workspace().undo().expect("something to undo");
    let verdict = dynalab_lessons::check::check(player.workspace(), &attempt).expect("a verdict");
    assert_eq!(verdict.goals[0].status, GoalStatus::NotTried);
    assert_eq!(verdict.hints, ["hint"]);
    player.run(&request(&("ListTables", json!({}))));
    let verdict = dynalab_lessons::check::check(player.workspace(), &attempt).expect("a verdict");
    assert_eq!(verdict.goals[0].status, GoalStatus::NotMet);
}

/// The worker gets an attempt and returns a verdict as bytes.
#[test]
fn attempts_and_verdicts_travel_as_bytes() {
    let facts =
        lesson(json!({"answer": {"of": {"operations": ["Query"]}, "items": [key("u1", "ORDER#010")]}}));
    let mut player = Player::open(&facts).expect("the start");
    let play = Play { requests: &[request(&query(json!({})))], given: &BTreeMap::new(), clients: &[] };
    let verdict = player.play(&facts, &play).expect("a verdict");
    let attempt = Attempt { goals: facts.goals.clone(), after: 7, ..Attempt::default() };
    let bytes = message_bytes::write(&attempt).expect("bytes");
    assert_eq!(message_bytes::read::<Attempt>(&bytes), Ok(attempt));
    let bytes = message_bytes::write(&verdict).expect("bytes");
    assert_eq!(message_bytes::read::<Verdict>(&bytes), Ok(verdict));
    let bytes = message_bytes::write(&facts).expect("bytes");
    assert_eq!(message_bytes::read::<LessonFacts>(&bytes), Ok(facts));
}

#[test]
fn a_stream_goal_reads_the_records_through_references() {
    let goal = json!({"stream": {
        "requests": [
            {"operation": "ListStreams", "body": {"TableName": "Shop"}},
            {"operation": "DescribeStream", "body": {"StreamArn": "@{1.Streams.0.StreamArn}"}},
            {"operation": "GetShardIterator", "body": {
                "StreamArn": "@{1.Streams.0.StreamArn}", "ShardId": "@{2.StreamDescription.Shards.0.ShardId}", "ShardIteratorType": "TRIM_HORIZON"
            }},
            {"operation": "GetRecords", "body": {"ShardIterator": "@{3.ShardIterator}"}}
        ],
        "expect": [
            {"at": "Records", "is": {"length": 1}},
            {"at": "Records.0.eventName", "is": {"equal": "REMOVE"}},
            {"at": "Records.0.dynamodb.OldImage.total.N", "is": {"equal": "1"}}
        ]
    }});
    let stream = |view: &str| {
        (
            "UpdateTable",
            json!({"TableName": "Shop", "StreamSpecification": {"StreamEnabled": true, "StreamViewType": view}}),
        )
    };
    let delete = ("DeleteItem", json!({"TableName": "Shop", "Key": key("u2", "ORDER#001")}));
    assert_eq!(status(&goal, &[stream("NEW_AND_OLD_IMAGES"), delete.clone()]), GoalStatus::Met);
    let found = differences(&goal, &[stream("NEW_IMAGE"), delete.clone()]);
    assert!(
        matches!(&found[..], [Difference::Value { at, yours: None, .. }] if at == "Records.0.dynamodb.OldImage.total.N"),
        "{found:?}"
    );
    let found = differences(&goal, &[delete]);
    assert!(
        matches!(&found[..], [Difference::Probe { operation, .. }] if operation == "DescribeStream"),
        "{found:?}"
    );
}

/// The clock stands still at a given time until a request moves it.
#[test]
fn time_passes_when_a_request_says_so() {
    const NINE_MS: u64 = 1_770_022_800_000;
    let table = json!({
        "create": {
            "TableName": "Sessions", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"
        },
        "items": [
            {"id": {"S": "old"}, "ends": {"N": (NINE_MS / 1_000 + 60).to_string()}},
            {"id": {"S": "new"}, "ends": {"N": (NINE_MS / 1_000 + 9_000_000).to_string()}}
        ]
    });
    let mut facts = lesson(json!({"items": {"table": "Sessions", "count": 1}}));
    facts.start = serde_json::from_value(json!({
        "clock_ms": NINE_MS, "paused": true, "tables": [table],
        "requests": [
            {"operation": "Dynalab.SetDials", "body": {"Profile": "realistic"}},
            {"operation": "UpdateTimeToLive", "body": {
                "TableName": "Sessions", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}
            }}
        ]
    }))
    .expect("a start");
    let play = |requests: &[RequestFacts]| {
        let mut player = Player::open(&facts).expect("the start");
        assert_eq!(player.workspace().engine().now().epoch_ms, NINE_MS);
        let verdict = player
            .play(&facts, &Play { requests, given: &BTreeMap::new(), clients: &[] })
            .expect("a verdict");
        (verdict.goals[0].status, player.workspace().engine().now().epoch_ms)
    };
    let list = request(&("ListTables", json!({})));
    assert_eq!(play(&[list.clone(), list.clone()]), (GoalStatus::NotMet, NINE_MS));
    const WEEK_MS: u64 = 7 * 24 * 3_600_000;
    let week = request(&("Dynalab.AdvanceClock", json!({"Milliseconds": WEEK_MS})));
    assert_eq!(play(&[week, list]), (GoalStatus::Met, NINE_MS + WEEK_MS));
    facts.start.requests[1].operation = "UpdateTimeToDie".to_owned();
    let Err(error) = Player::open(&facts) else { panic!("a start with a failing request cannot be opened") };
    assert!(matches!(error, PlayError::StartRequest { place: 2, .. }), "{error}");
}
