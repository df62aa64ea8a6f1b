//! Each kind of goal, met and not met, on small lessons played through the public API.

mod played;

use std::collections::BTreeMap;

use dynalab_lessons::goal::NamedGoal;
use dynalab_lessons::lesson::{Hint, LessonFacts, RequestFacts};
use dynalab_lessons::player::{Play, Player};
use dynalab_lessons::verdict::{Difference, GoalStatus, Limit, UnitKind};
use dynalab_lessons::{Attempt, Verdict};
use dynalab_playground::message_bytes;
use serde_json::json;

use played::{differences, key, lesson, open_orders, put, query, request, status};

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
    // A later request that fails changes nothing. The last successful request counts.
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
    // A repetition of the same read is another attempt, not another page.
    assert_eq!(status(&goal, &[query(json!({})), query(json!({}))]), GoalStatus::Met);
    let segment =
        |segment: u32| ("Scan", json!({"TableName": "Shop", "TotalSegments": 2, "Segment": segment}));
    let whole = json!({"answer": {"of": {"operations": ["Scan"], "take": "pages"}, "count": 21}});
    assert_eq!(status(&whole, &[segment(0), segment(1)]), GoalStatus::Met);
    assert_eq!(status(&whole, &[segment(1), segment(1), segment(0)]), GoalStatus::Met);
    assert_eq!(status(&whole, &[segment(0), segment(0)]), GoalStatus::NotMet);
    // Another query in between begins a new read.
    assert_eq!(status(&goal, &[query(json!({"Limit": 8})), second]), GoalStatus::NotMet);
}

#[test]
fn a_goal_on_any_read_stays_met() {
    let pages = json!({"answer": {"of": {"operations": ["Query"], "take": "any"}, "count": 20}});
    let open = json!({"answer": {"of": {"operations": ["Query"], "take": "any"}, "items": [key("u1", "ORDER#010"), key("u1", "ORDER#020")], "partial": true}});
    let first = query(json!({"Limit": 12}));
    let second = query(json!({"Limit": 12, "ExclusiveStartKey": key("u1", "ORDER#012")}));
    let requests = [first.clone(), second.clone(), open_orders(), query(json!({"Limit": 3}))];
    assert_eq!(status(&pages, &requests), GoalStatus::Met);
    assert_eq!(status(&open, &requests), GoalStatus::Met);
    assert!(matches!(
        differences(&pages, &[first, open_orders()])[..],
        [Difference::ItemCount { yours: 2, .. }]
    ));
    let cheap = |user: &str| json!({"units": {"of": {"take": "any", "returning": {"PK": {"S": user}}}, "read_max": 0.5}});
    let strong = query(json!({"ConsistentRead": true}));
    assert_eq!(status(&cheap("u1"), &[open_orders(), strong.clone()]), GoalStatus::Met);
    assert_eq!(status(&cheap("u1"), std::slice::from_ref(&strong)), GoalStatus::NotMet);
    assert_eq!(status(&cheap("u2"), &[open_orders(), strong]), GoalStatus::NotTried);
}

#[test]
fn an_answer_can_be_an_error_or_a_member() {
    let condition = json!({"TableName": "Shop", "Item": key("u1", "ORDER#001"), "ConditionExpression": "attribute_not_exists(PK)"});
    let goal =
        json!({"answer": {"of": {"operations": ["PutItem"]}, "error": "ConditionalCheckFailedException"}});
    assert_eq!(status(&goal, &[("PutItem", condition.clone())]), GoalStatus::Met);
    let any = json!({"answer": {"of": {"take": "any"}, "error": "ConditionalCheckFailedException"}});
    let refused = ("PutItem", condition.clone());
    assert_eq!(status(&any, &[refused.clone(), put(key("u3", "ORDER#001"))]), GoalStatus::Met);
    assert_eq!(status(&goal, &[refused, put(key("u3", "ORDER#001"))]), GoalStatus::NotMet);
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
        let verdict = player
            .play(&facts, &Play { requests: &[], given: &given, clients: &[], design: None })
            .expect("a verdict");
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
    // Play twice, to prove that the hidden item is not stored.
    let facts = lesson(goal);
    let mut player = Player::open(&facts).expect("the start");
    let create = [request(&create)];
    let given = BTreeMap::new();
    let play = |requests| Play { requests, given: &given, clients: &[], design: None };
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
        player
            .play(&facts, &Play { requests: &[], given: &BTreeMap::new(), clients, design: None })
            .expect("a verdict")
    };
    assert_eq!(check(&[add(false)]).goals[0].status, GoalStatus::Met);
    let verdict = check(&[add(true)]);
    assert!(
        matches!(&verdict.goals[0].differences[..], [Difference::AfterOrder { schedule, because }] if schedule.first() == Some(&0) && because.len() == 1),
        "{verdict:?}"
    );
    // An invalid request is reported, in addition to its effects.
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
    // A failed condition consumes units too.
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

/// After the first right step of several, the goals of the others are not wrong.
#[test]
fn a_goal_that_is_not_begun_is_not_wrong() {
    let item = |order: &str, total: &str| {
        let mut item = key("u3", order);
        item["total"] = json!({"N": total});
        item
    };
    let goal =
        |item: serde_json::Value| json!({"items": {"table": "Shop", "items": [item], "partial": true}});
    let mut facts = lesson(goal(item("ORDER#001", "1")));
    let later = [
        ("second", goal(item("ORDER#002", "2"))),
        (
            "tokens",
            json!({"state": {
                "requests": [{"operation": "DescribeTable", "body": {"TableName": "Tokens"}}],
                "expect": [{"at": "Table.TableName", "is": {"equal": "Tokens"}}]
            }}),
        ),
    ];
    for (id, check) in later {
        facts.goals.push(serde_json::from_value(json!({"id": id, "check": check})).expect("a goal"));
    }
    let statuses = |requests: &[(&str, serde_json::Value)]| {
        let requests: Vec<RequestFacts> = requests.iter().map(request).collect();
        let play = Play { requests: &requests, given: &BTreeMap::new(), clients: &[], design: None };
        let verdict = Player::open(&facts).expect("the start").play(&facts, &play).expect("a verdict");
        verdict.goals.iter().map(|goal| goal.status).collect::<Vec<_>>()
    };
    use GoalStatus::{Met, NotMet, NotTried};
    let (first, second) = (put(item("ORDER#001", "1")), put(item("ORDER#002", "2")));
    assert_eq!(statuses(&[query(json!({}))]), [NotTried; 3], "a read begins no goal about items");
    assert_eq!(statuses(std::slice::from_ref(&first)), [Met, NotTried, NotTried]);
    assert_eq!(statuses(&[first.clone(), second.clone()]), [Met, Met, NotTried]);
    // The wrong total is about both orders that are missing, and not about the other table.
    let wrong = put(item("ORDER#002", "9"));
    assert_eq!(statuses(std::slice::from_ref(&wrong)), [NotMet, NotMet, NotTried]);
    assert_eq!(statuses(&[first.clone(), wrong.clone()]), [Met, NotMet, NotTried]);
    // What was met and is met no longer is wrong, whatever else a request meets.
    let both = (
        "TransactWriteItems",
        json!({"TransactItems": [
            {"Delete": {"TableName": "Shop", "Key": key("u3", "ORDER#001")}},
            {"Put": {"TableName": "Shop", "Item": item("ORDER#002", "2")}}
        ]}),
    );
    assert_eq!(statuses(&[first, both]), [NotMet, Met, NotTried]);
}

/// The page and the worker exchange attempts and verdicts as bytes.
#[test]
fn attempts_and_verdicts_travel_as_bytes() {
    let facts =
        lesson(json!({"answer": {"of": {"operations": ["Query"]}, "items": [key("u1", "ORDER#010")]}}));
    let mut player = Player::open(&facts).expect("the start");
    let play =
        Play { requests: &[request(&query(json!({})))], given: &BTreeMap::new(), clients: &[], design: None };
    let verdict = player.play(&facts, &play).expect("a verdict");
    let attempt = Attempt { goals: facts.goals.clone(), after: 7, ..Attempt::default() };
    let bytes = message_bytes::write(&attempt).expect("bytes");
    assert_eq!(message_bytes::read::<Attempt>(&bytes), Ok(attempt));
    let bytes = message_bytes::write(&verdict).expect("bytes");
    assert_eq!(message_bytes::read::<Verdict>(&bytes), Ok(verdict));
    let bytes = message_bytes::write(&facts).expect("bytes");
    assert_eq!(message_bytes::read::<LessonFacts>(&bytes), Ok(facts));
}
