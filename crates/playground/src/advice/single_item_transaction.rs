//! A transaction of one item. It consumes twice the units of the same single request, which is atomic as well.

use dynalab_types::json::{Object, Value};

use super::{Advice, Claim, OriginalRequest, Situation, as_object};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let Some(Value::Array(members)) = asked.body.get("TransactItems") else { return Vec::new() };
    let [Value::Object(member)] = members.as_slice() else { return Vec::new() };
    let Some((action, body)) = member.first_key_value() else { return Vec::new() };
    let (operation, claim) = match action.as_str() {
        "Get" => ("GetItem", Claim::SameItems),
        "Put" => ("PutItem", Claim::SameTables),
        "Update" => ("UpdateItem", Claim::SameTables),
        "Delete" => ("DeleteItem", Claim::SameTables),
        _ => return Vec::new(),
    };
    let Some(mut body): Option<Object> = as_object(body).cloned() else { return Vec::new() };
    if operation == "GetItem" {
        // Reads in a transaction are strongly consistent.
        body.insert("ConsistentRead".to_owned(), Value::Bool(true));
    }
    vec![Advice {
        rule: "single-item-transaction",
        figures: vec![("operation", operation.to_owned()), ("units", situation.met.units().to_string())],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new(operation, body)],
        claim,
    }]
}
