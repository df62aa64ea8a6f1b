//! Marks rows of the grid: items that a request returned or wrote, and items that it read and filtered out.

use std::collections::BTreeSet;

use dynalab_playground::views::tables::TableSummary;
use serde_json::{Map, Value};

use crate::attribute;

use crate::history::{Outcome, RequestCard};

/// Primary keys as JSON objects. The order of the names does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighlightedItems {
    /// Keys of items that were returned or written.
    kept: Vec<Value>,
    /// Keys of items that were read, charged and filtered out, as a trace writes them.
    dropped: BTreeSet<String>,
    /// The table's key attributes, in the order of a trace.
    key_names: Vec<String>,
}

/// The effect of a request on an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    Kept,
    Dropped,
}

impl HighlightedItems {
    /// Marks one item, by its primary key as JSON.
    pub fn of_key(key_json: &str) -> HighlightedItems {
        HighlightedItems {
            kept: serde_json::from_str(key_json).into_iter().collect(),
            ..HighlightedItems::default()
        }
    }

    pub fn first(&self) -> Option<String> {
        self.kept.first().map(Value::to_string)
    }

    pub fn is_marked(&self, key_json: &str) -> bool {
        !self.kept.is_empty() && self.kept.contains(&serde_json::from_str(key_json).unwrap_or_default())
    }

    pub fn of_row(&self, key_json: &str) -> Mark {
        if self.is_marked(key_json) {
            Mark::Kept
        } else if !self.dropped.is_empty() && self.dropped.contains(&self.trace_text(key_json)) {
            Mark::Dropped
        } else {
            Mark::None
        }
    }

    /// Returns a key as a trace writes it: `PK=USER#1 SK=PROFILE`.
    fn trace_text(&self, key_json: &str) -> String {
        let key: Value = serde_json::from_str(key_json).unwrap_or_default();
        let parts = self.key_names.iter().filter_map(|name| {
            let value = key.get(name)?;
            Some(format!("{name}={}", attribute::from_value(value).text))
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Returns the number of items that were returned or written.
    pub fn kept_count(&self) -> usize {
        self.kept.len()
    }

    pub fn dropped_count(&self) -> usize {
        self.dropped.len()
    }
}

pub fn of_card(card: &RequestCard, table: &TableSummary) -> HighlightedItems {
    let Outcome::Answered { status, summary, trace, .. } = &card.outcome else {
        return HighlightedItems::default();
    };
    let Ok(Value::Object(body)) = serde_json::from_str(&card.body) else {
        return HighlightedItems::default();
    };
    if *status >= 400 {
        return HighlightedItems::default();
    }
    let mut items: Vec<Map<String, Value>> = Vec::new();
    let mut dropped = BTreeSet::new();
    if body.get("TableName").and_then(Value::as_str) == Some(&table.name) {
        items.extend(summary.items.iter().cloned());
        let named = ["Key", "Item"].into_iter().filter_map(|field| body.get(field).cloned());
        items.extend(named.filter_map(into_members));
        let removed = trace.iter().filter(|line| line.code == "trace-filtered-out");
        let keys = removed.flat_map(|line| &line.values).filter(|(name, _)| name == "key");
        dropped.extend(keys.map(|(_, key)| key.clone()));
    }
    if let Some(part) = body.get("RequestItems").and_then(|tables| tables.get(&table.name)) {
        items.extend(batch_keys(part));
    }
    for part in body.get("TransactItems").and_then(Value::as_array).into_iter().flatten() {
        items.extend(transaction_key(part, &table.name));
    }
    if card.operation == "GetItem" && summary.items.is_empty() {
        // The item does not exist, so it has no mark.
        items.clear();
    }
    let mut kept = Vec::new();
    for key in items.iter().filter_map(|item| key_of(item, table)) {
        if !kept.contains(&key) {
            kept.push(key);
        }
    }
    if kept.is_empty() && dropped.is_empty() {
        return HighlightedItems::default();
    }
    let key_names = std::iter::once(&table.key.partition).chain(&table.key.sort).cloned().collect();
    HighlightedItems { kept, dropped, key_names }
}

fn batch_keys(part: &Value) -> Vec<Map<String, Value>> {
    let keys = part.get("Keys").and_then(Value::as_array).into_iter().flatten().cloned();
    let writes = part.as_array().into_iter().flatten().filter_map(|write| {
        let put = write.get("PutRequest").and_then(|put| put.get("Item"));
        put.or_else(|| write.get("DeleteRequest").and_then(|delete| delete.get("Key"))).cloned()
    });
    keys.chain(writes).filter_map(into_members).collect()
}

/// Returns the key or the item of one action of a transaction. A condition check marks nothing.
fn transaction_key(part: &Value, table: &str) -> Option<Map<String, Value>> {
    let (kind, action) = part.as_object()?.iter().next()?;
    let here = action.get("TableName").and_then(Value::as_str) == Some(table);
    let named = action.get("Item").or_else(|| action.get("Key")).filter(|_| here && kind != "ConditionCheck");
    named.cloned().and_then(into_members)
}

fn key_of(item: &Map<String, Value>, table: &TableSummary) -> Option<Value> {
    let names = std::iter::once(&table.key.partition).chain(&table.key.sort);
    let mut key = Map::new();
    for name in names {
        key.insert(name.clone(), item.get(name)?.clone());
    }
    Some(Value::Object(key))
}

fn into_members(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::AnswerSummary;
    use dynalab_playground::views::tables::KeyNames;
    use dynalab_playground::views::trace::TraceLine;

    fn table() -> TableSummary {
        let key = KeyNames {
            partition: "PK".into(),
            partition_type: "S".into(),
            sort: Some("SK".into()),
            sort_type: Some("S".into()),
        };
        TableSummary {
            name: "Shop".into(),
            arn: "arn:aws:dynamodb:us-east-1:123456789012:table/Shop".to_owned(),
            status: "ACTIVE".into(),
            key,
            item_count: 0,
            size_bytes: 0,
            indexes: Vec::new(),
        }
    }

    fn card(operation: &str, body: &str, answer: &str) -> RequestCard {
        let summary = Box::new(AnswerSummary::read(200, answer));
        let outcome = Outcome::Answered { status: 200, body: answer.into(), trace: Vec::new(), summary };
        RequestCard {
            number: 1,
            operation: operation.into(),
            body: body.into(),
            outcome,
            elapsed_ms: None,
            moment: None,
        }
    }

    #[test]
    fn returned_and_written_items_are_marked() {
        let answer = r#"{"Items":[{"SK":{"S":"b"},"PK":{"S":"a"},"x":{"N":"1"}}],"Count":1}"#;
        let marks = of_card(&card("Query", r#"{"TableName":"Shop"}"#, answer), &table());
        assert!(marks.is_marked(r#"{"SK":{"S":"b"},"PK":{"S":"a"}}"#));
        assert!(!marks.is_marked(r#"{"PK":{"S":"a"},"SK":{"S":"c"}}"#));
        let batch = r#"{"RequestItems":{"Shop":[{"PutRequest":{"Item":{"PK":{"S":"a"},"SK":{"S":"c"}}}}]}}"#;
        assert_eq!(of_card(&card("BatchWriteItem", batch, "{}"), &table()).kept_count(), 1);
        let transaction = r#"{"TransactItems":[
            {"Put":{"TableName":"Shop","Item":{"PK":{"S":"a"},"SK":{"S":"c"}}}},
            {"ConditionCheck":{"TableName":"Shop","Key":{"PK":{"S":"a"},"SK":{"S":"d"}}}}]}"#;
        assert_eq!(of_card(&card("TransactWriteItems", transaction, "{}"), &table()).kept_count(), 1);
    }

    #[test]
    fn items_that_the_filter_removed_have_a_mark_of_their_own() {
        let line =
            |code: &str, key: &str| TraceLine { code: code.into(), values: vec![("key".into(), key.into())] };
        let answer = r#"{"Items":[{"PK":{"S":"a"},"SK":{"S":"b"}}],"Count":1,"ScannedCount":3}"#;
        let mut query = card("Query", r#"{"TableName":"Shop"}"#, answer);
        if let Outcome::Answered { trace, .. } = &mut query.outcome {
            trace.extend([
                line("trace-read", "PK=a SK=b"),
                line("trace-read", "PK=a SK=c"),
                line("trace-filtered-out", "PK=a SK=c"),
                line("trace-filtered-out", "PK=a SK=d e"),
            ]);
        }
        let marks = of_card(&query, &table());
        let of = |sort: &str| marks.of_row(&format!(r#"{{"SK":{{"S":"{sort}"}},"PK":{{"S":"a"}}}}"#));
        assert_eq!(
            [of("b"), of("c"), of("d e"), of("f")],
            [Mark::Kept, Mark::Dropped, Mark::Dropped, Mark::None]
        );
        assert_eq!((marks.kept_count(), marks.dropped_count()), (1, 2));
        let other = RequestCard { body: r#"{"TableName":"Other"}"#.into(), ..query };
        assert_eq!(of_card(&other, &table()).dropped_count(), 0);
    }

    #[test]
    fn other_tables_and_missing_items_are_not() {
        let other =
            card("Query", r#"{"TableName":"Other"}"#, r#"{"Items":[{"PK":{"S":"a"},"SK":{"S":"b"}}]}"#);
        assert_eq!(of_card(&other, &table()), HighlightedItems::default());
        let get = card("GetItem", r#"{"TableName":"Shop","Key":{"PK":{"S":"a"},"SK":{"S":"b"}}}"#, "{}");
        assert_eq!(of_card(&get, &table()), HighlightedItems::default());
    }
}
