//! PutItem replaces an item of which few attributes change, perhaps after reading it. An update sends only the changes, needs no
//! read, and keeps concurrent changes of other attributes.

use dynalab_engine::database::table::Table;
use dynalab_types::Item;
use dynalab_types::json::{Object, Value};
use dynalab_types::wire::{decode_item, value_json};

use super::{Advice, Claim, OriginalRequest, Situation, string};

/// The PutItem parameters that UpdateItem can express as well.
const KNOWN: &[&str] = &["TableName", "Item", "ReturnConsumedCapacity"];

/// Returns the item before and after the put.
pub(super) fn replaced(situation: &Situation) -> Option<(Item, Item)> {
    let asked = situation.asked;
    let table = situation.table().filter(|_| asked.operation == "PutItem")?;
    let after = decode_item(asked.object("Item")?).ok()?;
    let before = item_at(table, &after)?;
    Some((before, after))
}

pub(super) fn item_at(table: &Table, item: &Item) -> Option<Item> {
    let key = table.definition.key.key_bytes(item)?;
    table.items.packed(&key).map(|packed| packed.unpack())
}

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let Some((before, after)) = replaced(situation) else { return Vec::new() };
    let Some(table) = situation.table() else { return Vec::new() };
    let changed: Vec<&str> =
        after.iter().filter(|(name, value)| before.get(name) != Some(value)).map(|(name, _)| name).collect();
    let removed: Vec<&str> = before.keys().filter(|name| !after.contains(name)).collect();
    let known = asked.body.keys().all(|member| KNOWN.contains(&member.as_str()));
    let few = (changed.len() + removed.len()) * 2 <= after.len().max(2);
    if !known || !few || changed.is_empty() && removed.is_empty() {
        return Vec::new();
    }
    let key = table.definition.key.key_of(&after);
    let mut body = Object::from([("TableName".to_owned(), asked.body["TableName"].clone())]);
    body.insert("Key".to_owned(), object_of(&key));
    write_update(&mut body, &after, &changed, &removed);
    let was_read = situation.earlier.first().filter(|earlier| {
        earlier.operation == "GetItem"
            && earlier.body.get("TableName") == asked.body.get("TableName")
            && earlier.body.get("Key") == Some(&object_of(&key))
    });
    let update = OriginalRequest::new("UpdateItem", body);
    vec![Advice {
        rule: if was_read.is_some() { "update-instead-of-read-and-put" } else { "update-instead-of-put" },
        figures: vec![
            ("changed", (changed.len() + removed.len()).to_string()),
            ("attributes", after.len().to_string()),
            ("bytes", asked.body_text().len().to_string()),
            ("less", update.body_text().len().to_string()),
        ],
        also_instead_of: was_read.into_iter().cloned().collect(),
        preparation: Vec::new(),
        requests: vec![update],
        claim: Claim::SameTables,
    }]
}

fn write_update(body: &mut Object, after: &Item, changed: &[&str], removed: &[&str]) {
    let (mut names, mut values) = (Object::new(), Object::new());
    let mut name_of = |name: &str| {
        let placeholder = format!("#a{}", names.len());
        names.insert(placeholder.clone(), string(name));
        placeholder
    };
    let sets: Vec<String> = changed
        .iter()
        .filter_map(|name| Some((name, after.get(name)?)))
        .enumerate()
        .map(|(number, (name, value))| {
            values.insert(
                format!(":v{number}"),
                dynalab_types::json::parse(&value_json(value)).unwrap_or(Value::Null),
            );
            format!("{} = :v{number}", name_of(name))
        })
        .collect();
    let removes: Vec<String> = removed.iter().map(|name| name_of(name)).collect();
    let mut clauses = Vec::new();
    if !sets.is_empty() {
        clauses.push(format!("SET {}", sets.join(", ")));
    }
    if !removes.is_empty() {
        clauses.push(format!("REMOVE {}", removes.join(", ")));
    }
    body.insert("UpdateExpression".to_owned(), string(clauses.join(" ")));
    body.insert("ExpressionAttributeNames".to_owned(), Value::Object(names));
    if !values.is_empty() {
        body.insert("ExpressionAttributeValues".to_owned(), Value::Object(values));
    }
}

pub(super) fn object_of(item: &Item) -> Value {
    let value = |value| dynalab_types::json::parse(&value_json(value)).unwrap_or(Value::Null);
    Value::Object(item.iter().map(|(name, attribute)| (name.to_owned(), value(attribute))).collect())
}
