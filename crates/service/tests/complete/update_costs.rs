//! The cost of each clause and operand of an UpdateExpression: an update is rejected from one byte above 409,600.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const LIMIT: usize = 409_600;
const TOO_LARGE: &str = "Item size to update has exceeded the maximum allowed size";
/// The statement, and the clause `SET big = :big` without its value.
const REST: usize = 3 + 19 + 3;
const SET: usize = 19;

fn send(engine: &mut Engine, operation: &str, body: &Value) -> (u16, String) {
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let request = Request::parse(operation, &body.to_string()).unwrap();
    engine.execute(Command { at, request }, TraceLevel::Off).answer()
}

/// Updates an item "a" that has these attributes beside its key.
fn update(attributes: &Value, expression: &str, values: &Value) -> (u16, String) {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let table = json!({
        "TableName": "Tab",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "BillingMode": "PAY_PER_REQUEST",
    });
    send(&mut engine, "CreateTable", &table);
    let mut item = attributes.clone();
    item["pk"] = json!({"S": "a"});
    let (status, answer) = send(&mut engine, "PutItem", &json!({"TableName": "Tab", "Item": item}));
    assert_eq!(status, 200, "{answer}");
    let body = json!({"TableName": "Tab", "Key": {"pk": {"S": "a"}}, "UpdateExpression": expression,
                      "ExpressionAttributeValues": values});
    send(&mut engine, "UpdateItem", &body)
}

/// Checks the cost of a clause beside `SET big = :big`. The item must stay smaller than the statement.
fn check(clause: &str, cost: usize, attributes: &Value, values: &Value) {
    let expression = match clause.strip_prefix("SET ") {
        Some(action) => format!("SET big = :big, {action}"),
        None => format!("SET big = :big {clause}"),
    };
    let outcome = |length: usize| {
        let mut values = values.clone();
        values[":big"] = json!({"S": "x".repeat(length)});
        update(attributes, &expression, &values)
    };
    let (status, answer) = outcome(LIMIT - REST - cost + 1);
    assert!(
        status == 400 && answer.contains(TOO_LARGE),
        "{clause} costs less than {cost}: {status} {answer}"
    );
    let (status, answer) = outcome(LIMIT - REST - cost);
    assert_eq!(status, 200, "{clause} costs more than {cost}: {answer}");
}

/// The cost of a path as an operand.
fn path(steps: &[&str]) -> usize {
    1 + steps.iter().map(|step| 14 + step.len()).sum::<usize>()
}

/// The cost of a path as a target.
fn target(first: &str, steps: &[&str]) -> usize {
    first.len() + steps.iter().map(|step| 4 + step.len()).sum::<usize>()
}

fn seven() -> Value {
    json!({":v": {"N": "7"}})
}

#[test]
fn targets_cost_their_names_and_steps() {
    let map = json!({"obj": {"M": {"part": {"M": {}}}}});
    let list = json!({"tags": {"L": []}});
    let deep = json!({"doc": {"M": {"lst": {"L": [{"L": []}]}}}});
    for (clause, first, steps, attributes) in [
        ("SET s = :v", "s", &[][..], &json!({})),
        ("SET brand = :v", "brand", &[], &json!({})),
        ("SET obj.x = :v", "obj", &["x"], &map),
        ("SET obj.part.nm = :v", "obj", &["part", "nm"], &map),
        ("SET tags[3] = :v", "tags", &["3"], &list),
        ("SET tags[12] = :v", "tags", &["12"], &list),
        ("SET doc.lst[0][100] = :v", "doc", &["lst", "0", "100"], &deep),
    ] {
        check(clause, SET + target(first, steps) + 2, attributes, &seven());
    }
}

#[test]
fn operands_cost_their_parts() {
    let number = json!({"n": {"N": "1"}});
    let map = json!({"obj": {"M": {"part": {"M": {}}}}});
    let list = json!({"tags": {"L": [{"N": "1"}]}});
    let both = json!({"n": {"N": "1"}, "tags": {"L": [{"N": "1"}]}});
    let seven_in_list = json!({":v": {"L": [{"N": "7"}]}});
    // A list has three bytes, and one for each element.
    let list_bytes = 3 + 1 + 2;
    let none = json!({});
    for (clause, operand, attributes, values) in [
        ("SET r = n", path(&["n"]), &number, &none),
        ("SET r = obj.part", path(&["obj", "part"]), &map, &none),
        ("SET r = tags[0]", path(&["tags", "0"]), &list, &none),
        ("SET r = n + :v", 34 + path(&["n"]) + 2, &number, &seven()),
        ("SET r = :v + :v", 34 + 2 + 2, &none, &seven()),
        ("SET r = n - :v", 37 + path(&["n"]) + 2, &number, &seven()),
        ("SET r = tags[0] - n", 37 + path(&["tags", "0"]) + path(&["n"]), &both, &none),
        ("SET r = if_not_exists(n, :v)", 39 + path(&["n"]) + 2, &number, &seven()),
        ("SET r = if_not_exists(absent, :v)", 39 + path(&["absent"]) + 2, &number, &seven()),
        ("SET r = if_not_exists(a, n) + :v", 34 + 39 + path(&["a"]) + path(&["n"]) + 2, &number, &seven()),
        ("SET r = list_append(tags, :v)", 37 + path(&["tags"]) + list_bytes, &list, &seven_in_list),
        ("SET r = list_append(:v, :v)", 37 + 2 * list_bytes, &none, &seven_in_list),
        (
            "SET r = list_append(if_not_exists(a, :v), tags)",
            37 + 39 + path(&["a"]) + list_bytes + path(&["tags"]),
            &list,
            &seven_in_list,
        ),
    ] {
        check(clause, SET + "r".len() + operand, attributes, values);
    }
}

#[test]
fn other_clauses_cost_what_they_write() {
    let none = json!({});
    let text = json!({"s": {"S": "text"}});
    let both = json!({"obj": {"M": {"part": {"M": {}}}}, "tags": {"L": []}});
    let set = json!({"bag": {"SS": ["x"]}});
    for (clause, cost, attributes, values) in [
        ("ADD n :v", SET + 1 + 2, &none, &seven()),
        ("ADD counted :v", SET + 7 + 4, &none, &json!({":v": {"N": "12345"}})),
        // The members that the request adds count, whether the set has them or not.
        ("ADD bag :v", SET + 3 + 3 + 2, &none, &json!({":v": {"SS": ["yyy", "zz"]}})),
        ("ADD bag :v", SET + 3 + 1 + 2, &set, &json!({":v": {"SS": ["x", "zz"]}})),
        ("REMOVE s", 1 + 1, &text, &none),
        (
            "REMOVE obj.part, tags[12]",
            1 + target("obj", &["part"]) + 1 + target("tags", &["12"]),
            &both,
            &none,
        ),
        // The members that are taken out cost nothing.
        ("DELETE bag :v", 1 + 3, &set, &json!({":v": {"SS": ["a-long-member-that-costs-nothing"]}})),
    ] {
        check(clause, cost, attributes, values);
    }
}

/// Names behind placeholders count, the placeholders do not.
#[test]
fn placeholders_cost_nothing() {
    for (alias, name) in [("#a", "description"), ("#a_very_long_placeholder", "t")] {
        let outcome = |length: usize| {
            let body = json!({"TableName": "Tab", "Key": {"pk": {"S": "a"}},
                "UpdateExpression": format!("SET   {alias}  =  :a_long_placeholder_too"),
                "ExpressionAttributeNames": {alias: name},
                "ExpressionAttributeValues": {":a_long_placeholder_too": {"S": "x".repeat(length)}}});
            let mut engine = Engine::new(1, EngineConfig::instant());
            let table = json!({"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
            send(&mut engine, "CreateTable", &table);
            send(&mut engine, "UpdateItem", &body).0
        };
        let fits = LIMIT - 3 - SET - name.len();
        assert_eq!((outcome(fits), outcome(fits + 1)), (200, 400), "{name}");
    }
}
