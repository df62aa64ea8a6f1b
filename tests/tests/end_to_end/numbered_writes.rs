//! A sequence of writes with a known state after each number of writes, to compare with the stored state.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::table::Items;

pub const TABLE: &str = "Numbers";
const BATCH_ITEMS: i64 = 8;

/// The items of the table after a number of writes.
#[derive(Clone, Default)]
pub struct State {
    /// The number of writes so far, which is also the number of the next one.
    pub writes: i64,
    pub items: Items,
}

/// Returns the write with this number. In turn: a new item, an update that creates one, a batch, a counter, a deletion.
pub fn request(number: i64) -> (&'static str, Value) {
    let table = TABLE;
    match number % 5 {
        0 => ("PutItem", json!({"TableName": table, "Item": put_item(number)})),
        1 => (
            "UpdateItem",
            json!({
                "TableName": table,
                "Key": {"pk": {"S": "update"}, "sk": {"N": number.to_string()}},
                "UpdateExpression": "SET payload = :payload, kind = :kind",
                "ExpressionAttributeValues": {":payload": {"S": payload(number)}, ":kind": {"S": "update"}},
            }),
        ),
        2 => {
            let puts = (0..BATCH_ITEMS).map(|part| json!({"PutRequest": {"Item": batch_item(number, part)}}));
            ("BatchWriteItem", json!({"RequestItems": {table: puts.collect::<Vec<_>>()}}))
        }
        3 => (
            "UpdateItem",
            json!({
                "TableName": table,
                "Key": {"pk": {"S": "counter"}, "sk": {"N": "0"}},
                "UpdateExpression": "SET latest = :number ADD counted :one",
                "ExpressionAttributeValues": {":number": {"N": number.to_string()}, ":one": {"N": "1"}},
            }),
        ),
        _ => {
            let (pk, sk) = deleted_by(number);
            ("DeleteItem", json!({"TableName": table, "Key": {"pk": {"S": pk}, "sk": {"N": sk.to_string()}}}))
        }
    }
}

impl State {
    /// Changes the state by one write.
    pub fn write(&mut self) {
        let number = self.writes;
        match number % 5 {
            0 => drop(self.items.insert(("put".into(), number), put_item(number))),
            1 => {
                let mut item = put_item(number);
                item["pk"] = json!({"S": "update"});
                item["kind"] = json!({"S": "update"});
                self.items.insert(("update".into(), number), item);
            }
            2 => self
                .items
                .extend((0..BATCH_ITEMS).map(|part| ((batch_key(number), part), batch_item(number, part)))),
            3 => {
                let counter = json!({
                    "pk": {"S": "counter"},
                    "sk": {"N": "0"},
                    "latest": {"N": number.to_string()},
                    "counted": {"N": (number / 5 + 1).to_string()},
                });
                self.items.insert(("counter".into(), 0), counter);
            }
            _ => drop(self.items.remove(&deleted_by(number))),
        }
        self.writes += 1;
    }

    /// Returns the first state within `writes_max` writes that has exactly these items.
    pub fn reached(&self, found: &Items, writes_max: i64) -> Option<State> {
        let mut state = self.clone();
        while state.items != *found {
            if state.writes == self.writes + writes_max {
                return None;
            }
            state.write();
        }
        Some(state)
    }

    pub fn index_entries(&self) -> usize {
        self.items.values().filter(|item| item.get("kind").is_some()).count()
    }

    /// Describes the difference between this state and the found items.
    pub fn difference(&self, found: &Items) -> String {
        let mut lines = Vec::new();
        let all: BTreeMap<_, _> = self.items.iter().chain(found).collect();
        for key in all.keys() {
            match (self.items.get(*key), found.get(*key)) {
                (Some(expected), Some(found)) if expected == found => {}
                (Some(_), Some(_)) => lines.push(format!("{key:?} has another content")),
                (Some(_), None) => lines.push(format!("{key:?} is missing")),
                _ => lines.push(format!("{key:?} should not be there")),
            }
        }
        let count = lines.len();
        lines.truncate(20);
        format!("{count} differences from the state after {} writes:\n{}", self.writes, lines.join("\n"))
    }
}

fn put_item(number: i64) -> Value {
    json!({
        "pk": {"S": "put"},
        "sk": {"N": number.to_string()},
        "kind": {"S": "put"},
        "payload": {"S": payload(number)},
    })
}

fn batch_key(number: i64) -> String {
    format!("batch {number}")
}

fn batch_item(number: i64, part: i64) -> Value {
    json!({
        "pk": {"S": batch_key(number)},
        "sk": {"N": part.to_string()},
        "kind": {"S": "batch"},
        "payload": {"S": payload(number + part)},
    })
}

/// Returns the key of one item of the batch two writes before.
fn deleted_by(number: i64) -> (String, i64) {
    (batch_key(number - 2), number % BATCH_ITEMS)
}

/// Returns a payload of a few bytes to a few kilobytes, different for every number.
fn payload(number: i64) -> String {
    let words = 1 + number * 37 % 113;
    vec![format!("number {number} 番"); words as usize].join(" ")
}
