//! Marks rows of the grid: items that a request returned or wrote, and items that it read and filtered out.

use std::collections::BTreeSet;

use dynalab_playground::views::tables::{KeyNames, TableSummary};
use serde_json::{Map, Value};

use crate::request::attribute;

use crate::request::history::{Outcome, RequestCard};

/// Primary keys of one table, as texts: a page of a request can have tens of thousands, and each row that is drawn asks for its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighlightedItems {
    /// Keys of items that were returned or written, as [`key_text`] writes them.
    kept: BTreeSet<String>,
    /// The first of them as DynamoDB JSON.
    first: Option<String>,
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
        let Some(key) = members(key_json) else { return HighlightedItems::default() };
        let mut marks =
            HighlightedItems { key_names: key.keys().cloned().collect(), ..HighlightedItems::default() };
        marks.keep(&key);
        marks
    }

    /// Marks an item that has the key attributes.
    fn keep(&mut self, item: &Map<String, Value>) {
        let Some(text) = key_text(item, &self.key_names) else { return };
        if self.first.is_none() {
            let key = self.key_names.iter().filter_map(|name| Some((name.clone(), item.get(name)?.clone())));
            self.first = Some(Value::Object(key.collect()).to_string());
        }
        self.kept.insert(text);
    }

    /// Returns the key of the first item that was returned or written, as JSON.
    pub fn first(&self) -> Option<String> {
        self.first.clone()
    }

    pub fn is_marked(&self, key_json: &str) -> bool {
        !self.kept.is_empty() && members(key_json).is_some_and(|key| self.is_kept(&key))
    }

    fn is_kept(&self, key: &Map<String, Value>) -> bool {
        key_text(key, &self.key_names).is_some_and(|text| self.kept.contains(&text))
    }

    pub fn of_row(&self, key_json: &str) -> Mark {
        if self.kept.is_empty() && self.dropped.is_empty() {
            return Mark::None;
        }
        let key = members(key_json).unwrap_or_default();
        if self.is_kept(&key) {
            Mark::Kept
        } else if self.dropped.contains(&self.trace_text(&key)) {
            Mark::Dropped
        } else {
            Mark::None
        }
    }

    /// Returns a key as a trace writes it: `PK=USER#1 SK=PROFILE`.
    fn trace_text(&self, key: &Map<String, Value>) -> String {
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
    of_card_in(card, &table.name, &table.key)
}

/// As [`of_card`], with only the name and the key of the table.
pub fn of_card_in(card: &RequestCard, table: &str, key: &KeyNames) -> HighlightedItems {
    let none = HighlightedItems::default;
    let Outcome::Answered { status, summary, trace, .. } = &card.outcome else { return none() };
    let Some(body) = members(&card.body).filter(|_| *status < 400) else { return none() };
    if card.operation == "GetItem" && summary.items.is_empty() {
        // The item does not exist, so it has no mark.
        return none();
    }
    let key_names = std::iter::once(&key.partition).chain(&key.sort).cloned().collect();
    let mut marks = HighlightedItems { key_names, ..none() };
    if body.get("TableName").and_then(Value::as_str) == Some(table) {
        summary.items.iter().for_each(|item| marks.keep(item));
        let named = ["Key", "Item"].into_iter().filter_map(|field| body.get(field)?.as_object());
        named.for_each(|item| marks.keep(item));
        let removed = trace.iter().filter(|line| line.code == "trace-filtered-out");
        let keys = removed.flat_map(|line| &line.values).filter(|(name, _)| name == "key");
        marks.dropped.extend(keys.map(|(_, key)| key.clone()));
    }
    if let Some(part) = body.get("RequestItems").and_then(|tables| tables.get(table)) {
        batch_keys(part).for_each(|item| marks.keep(item));
    }
    for part in body.get("TransactItems").and_then(Value::as_array).into_iter().flatten() {
        transaction_key(part, table).into_iter().for_each(|item| marks.keep(item));
    }
    if marks.kept.is_empty() && marks.dropped.is_empty() { none() } else { marks }
}

fn batch_keys(part: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let keys = part.get("Keys").and_then(Value::as_array).into_iter().flatten();
    let writes = part.as_array().into_iter().flatten().filter_map(|write| {
        let put = write.get("PutRequest").and_then(|put| put.get("Item"));
        put.or_else(|| write.get("DeleteRequest").and_then(|delete| delete.get("Key")))
    });
    keys.chain(writes).filter_map(Value::as_object)
}

/// Returns the key or the item of one action of a transaction. A condition check marks nothing.
fn transaction_key<'a>(part: &'a Value, table: &str) -> Option<&'a Map<String, Value>> {
    let (kind, action) = part.as_object()?.iter().next()?;
    let here = action.get("TableName").and_then(Value::as_str) == Some(table);
    let named = action.get("Item").or_else(|| action.get("Key")).filter(|_| here && kind != "ConditionCheck");
    named?.as_object()
}

/// Returns the key of an item as one text, which is the same for the same key. None if the item lacks a key attribute.
fn key_text(item: &Map<String, Value>, names: &[String]) -> Option<String> {
    let values = names.iter().map(|name| item.get(name).map(Value::to_string)).collect::<Option<Vec<_>>>()?;
    Some(values.join(","))
}

fn members(json: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let outcome = Outcome::answered(200, answer.into(), Vec::new());
        RequestCard {
            number: 1,
            operation: operation.into(),
            body: body.into(),
            outcome,
            elapsed_ms: None,
            entry: None,
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
            trace.make_mut().extend([
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

    /// With a comparison of each key with each other this would be ten thousand million comparisons.
    #[test]
    fn marks_a_page_of_any_size() {
        const ITEMS: usize = 100_000;
        let item = |number: usize| format!(r#"{{"PK":{{"S":"a"}},"SK":{{"S":"{number}"}}}}"#);
        let items: Vec<String> = (0..ITEMS).map(item).collect();
        let answer = format!(r#"{{"Items":[{}],"Count":{ITEMS}}}"#, items.join(","));
        let marks = of_card(&card("Scan", r#"{"TableName":"Shop"}"#, &answer), &table());
        assert_eq!(marks.kept_count(), ITEMS);
        assert!((0..ITEMS).all(|number| marks.is_marked(&item(number))));
        assert_eq!(marks.of_row(&item(ITEMS)), Mark::None);
        assert_eq!(marks.first(), Some(item(0)));
    }

    #[test]
    fn keys_of_different_types_and_order_are_told_apart() {
        let one = HighlightedItems::of_key(r#"{"SK":{"S":"1"},"PK":{"N":"1"}}"#);
        assert!(one.is_marked(r#"{"PK":{"N":"1"},"SK":{"S":"1"}}"#));
        assert!(!one.is_marked(r#"{"PK":{"S":"1"},"SK":{"S":"1"}}"#));
        assert!(!one.is_marked(r#"{"PK":{"N":"1"}}"#) && !one.is_marked("no JSON"));
        assert_eq!(HighlightedItems::of_key("no JSON"), HighlightedItems::default());
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
