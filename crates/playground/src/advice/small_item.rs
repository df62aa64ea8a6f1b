//! A large item is written to change one attribute. Moving that attribute to a small item of the same item collection reduces
//! each write to one unit.

use dynalab_types::json::{Object, Value};
use dynalab_types::wire::value_json;
use dynalab_types::{AttributeValue, Item};

use super::update_of_changes::{object_of, replaced};
use super::{Advice, Claim, OriginalRequest, Situation, string};

/// For smaller items, two items are not worth it.
const BYTES_MIN: u64 = 4 * 1024;

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let Some((before, after)) = replaced(situation) else { return Vec::new() };
    let Some(table) = situation.table().filter(|_| after.size_bytes() >= BYTES_MIN) else {
        return Vec::new();
    };
    let mut changed = after.iter().filter(|(name, value)| before.get(name) != Some(value));
    let (Some((name, value)), None) = (changed.next(), changed.next()) else { return Vec::new() };
    let Some(sort) = table.definition.key.sort.first() else { return Vec::new() };
    let mut key: Item = table.definition.key.key_of(&after);
    let Some(AttributeValue::S(place)) = key.get(&sort.name) else { return Vec::new() };
    let place = format!("{place}#{name}");
    key.insert(sort.name.clone(), AttributeValue::string(&place));
    let value = dynalab_types::json::parse(&value_json(value)).unwrap_or(Value::Null);
    let body = Object::from([
        ("TableName".to_owned(), asked.body["TableName"].clone()),
        ("Key".to_owned(), object_of(&key)),
        ("UpdateExpression".to_owned(), string("SET #a = :v")),
        (
            "ExpressionAttributeNames".to_owned(),
            Value::Object(Object::from([("#a".to_owned(), string(name))])),
        ),
        ("ExpressionAttributeValues".to_owned(), Value::Object(Object::from([(":v".to_owned(), value)]))),
    ]);
    vec![Advice {
        rule: "small-item",
        figures: vec![
            ("bytes", after.size_bytes().to_string()),
            ("attribute", name.to_owned()),
            ("place", place),
        ],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new("UpdateItem", body)],
        claim: Claim::AnotherAnswer,
    }]
}
