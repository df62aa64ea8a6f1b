//! A small shop and requests to it, for the lessons of these tests.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;

use dynalab_lessons::lesson::{LessonFacts, RequestFacts};
use dynalab_lessons::player::{Play, Player};
use dynalab_lessons::verdict::{Difference, GoalStatus};
use dynalab_lessons::{Json, Verdict};
use serde_json::{Value, json};

/// Orders of two users, with an index of open ones.
pub fn start() -> Value {
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

pub fn lesson(goal: Value) -> LessonFacts {
    let facts = json!({
        "id": "1.1", "slug": "a", "version": 1, "minutes": 1, "start": start(),
        "goals": [{"id": "goal", "check": goal}], "hints": [],
        "naive": {"fails": "goal"}, "solutions": [], "par": {"requests": 1}
    });
    serde_json::from_value(facts).expect("a lesson")
}

pub fn request((operation, body): &(&str, Value)) -> RequestFacts {
    RequestFacts { operation: (*operation).to_owned(), body: Json::parse(&body.to_string()).expect("JSON") }
}

pub fn verdict(goal: &Value, requests: &[(&str, Value)]) -> Verdict {
    let facts = lesson(goal.clone());
    let requests: Vec<RequestFacts> = requests.iter().map(request).collect();
    let mut player = Player::open(&facts).expect("the start");
    player
        .play(&facts, &Play { requests: &requests, given: &BTreeMap::new(), clients: &[], design: None })
        .expect("a verdict")
}

pub fn status(goal: &Value, requests: &[(&str, Value)]) -> GoalStatus {
    verdict(goal, requests).goals[0].status
}

pub fn differences(goal: &Value, requests: &[(&str, Value)]) -> Vec<Difference> {
    verdict(goal, requests).goals.remove(0).differences
}

pub fn query(members: Value) -> (&'static str, Value) {
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

pub fn open_orders() -> (&'static str, Value) {
    let body = json!({
        "TableName": "Shop", "IndexName": "Open", "KeyConditionExpression": "#o = :u",
        "ExpressionAttributeNames": {"#o": "open"}, "ExpressionAttributeValues": {":u": {"S": "u1"}}
    });
    ("Query", body)
}

pub fn put(members: Value) -> (&'static str, Value) {
    ("PutItem", json!({"TableName": "Shop", "Item": members}))
}

pub fn key(user: &str, order: &str) -> Value {
    json!({"PK": {"S": user}, "SK": {"S": order}})
}
