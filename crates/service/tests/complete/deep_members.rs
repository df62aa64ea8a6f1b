//! Members beside values that are nested too deeply: beyond about 62 levels, DynamoDB reads them in its older layer, before the values.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const TOO_DEEP: &str = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";

fn message(operation: &str, body: &Value) -> String {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let answer = match Request::parse(operation, &body.to_string()) {
        Ok(request) => engine.execute(Command { at, request }, TraceLevel::Off).answer().1,
        Err(error) => error.to_json(),
    };
    let answer: Value = serde_json::from_str(&answer).unwrap();
    answer["message"].as_str().unwrap_or_default().to_owned()
}

/// Returns a value with this many maps around a scalar.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({"S": "x"}), |inner, _| json!({"M": {"d": inner}}))
}

/// Returns a write of each kind with a value of this depth.
fn writes(levels: usize) -> [(&'static str, Value); 3] {
    let values = json!({":v": nested(levels)});
    [
        ("PutItem", json!({"TableName": "Tab", "Item": {"pk": {"S": "a"}, "v": nested(levels)}})),
        (
            "UpdateItem",
            json!({"TableName": "Tab", "Key": {"pk": {"S": "a"}}, "UpdateExpression": "SET q = :v",
                   "ExpressionAttributeValues": values}),
        ),
        (
            "DeleteItem",
            json!({"TableName": "Tab", "Key": {"pk": {"S": "a"}}, "ConditionExpression": "q = :v",
                   "ExpressionAttributeValues": values}),
        ),
    ]
}

fn with(mut body: Value, members: &Value) -> Value {
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    body
}

#[test]
fn unknown_names_are_reported_with_their_values() {
    for levels in [63, 64, 100, 500] {
        for (operation, body) in writes(levels) {
            assert_eq!(message(operation, &body), TOO_DEEP, "{operation} with {levels} levels");
            for name in ["SOME", "all_old"] {
                let expected = format!(
                    "1 validation error detected: Value '{name}' at 'returnValues' failed to satisfy constraint: \
                     Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
                );
                let body = with(body.clone(), &json!({"ReturnValues": name}));
                assert_eq!(message(operation, &body), expected, "{operation} with {levels} levels");
            }
            for name in ["NOR", "and"] {
                let expected = format!(
                    "1 validation error detected: Value '{name}' at 'conditionalOperator' failed to satisfy \
                     constraint: Member must satisfy enum value set: [OR, AND]"
                );
                let body = with(body.clone(), &json!({"ConditionalOperator": name}));
                assert_eq!(message(operation, &body), expected, "{operation} with {levels} levels");
            }
        }
    }
}

#[test]
fn return_values_of_another_operation_have_no_prefix() {
    let bare = "ReturnValues can only be ALL_OLD or NONE";
    for levels in [63, 90] {
        for value in ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"] {
            for (operation, body) in writes(levels) {
                let expected = if operation == "UpdateItem" { TOO_DEEP } else { bare };
                let body = with(body, &json!({"ReturnValues": value}));
                assert_eq!(
                    message(operation, &body),
                    expected,
                    "{operation} with {levels} levels and {value}"
                );
            }
        }
        for (operation, body) in writes(levels) {
            let body = with(body, &json!({"ReturnValues": "ALL_OLD"}));
            assert_eq!(message(operation, &body), TOO_DEEP, "{operation}");
        }
    }
}

#[test]
fn up_to_62_levels_the_newer_forms_stay() {
    let newer = "1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: \
                 [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]";
    for levels in [33, 45, 62] {
        for (operation, body) in writes(levels) {
            let unknown = with(body.clone(), &json!({"ReturnValues": "SOME"}));
            assert_eq!(message(operation, &unknown), newer, "{operation} with {levels} levels");
            let other = with(body, &json!({"ReturnValues": "ALL_NEW"}));
            assert!(message(operation, &other).ends_with(TOO_DEEP), "{operation} with {levels} levels");
        }
    }
}
