//! Several GetItem requests in sequence. A batch reads up to a hundred items for the same units, in one round trip.

use dynalab_types::json::{Object, Value};

use super::{Advice, Claim, OriginalRequest, Situation};

/// The GetItem parameters that BatchGetItem supports as well.
const KNOWN: &[&str] = &["TableName", "Key", "ConsistentRead"];

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let can = |asked: &OriginalRequest| {
        asked.operation == "GetItem" && asked.body.keys().all(|member| KNOWN.contains(&member.as_str()))
    };
    let alike = |other: &&OriginalRequest| {
        can(other)
            && other.body.get("TableName") == asked.body.get("TableName")
            && other.is_strong() == asked.is_strong()
    };
    if !can(asked) {
        return Vec::new();
    }
    let mut keys: Vec<&Value> = asked.body.get("Key").into_iter().collect();
    let mut before: Vec<OriginalRequest> = Vec::new();
    for other in situation.earlier.iter().take_while(alike) {
        match other.body.get("Key") {
            // A batch must not contain a key twice.
            Some(key) if !keys.contains(&key) => keys.push(key),
            _ => break,
        }
        before.push(other.clone());
    }
    let Some(table) = asked.text("TableName").filter(|_| !before.is_empty()) else { return Vec::new() };
    before.reverse();
    let mut request =
        Object::from([("Keys".to_owned(), Value::Array(keys.into_iter().rev().cloned().collect()))]);
    if asked.is_strong() {
        request.insert("ConsistentRead".to_owned(), Value::Bool(true));
    }
    let tables = Object::from([(table.to_owned(), Value::Object(request))]);
    let body = Object::from([("RequestItems".to_owned(), Value::Object(tables))]);
    vec![Advice {
        rule: "batch-of-reads",
        figures: vec![("count", (before.len() + 1).to_string())],
        also_instead_of: before,
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new("BatchGetItem", body)],
        claim: Claim::SameItems,
    }]
}
