//! Which items a request touched, as marks on the rows of the grid.

use dynalab_playground::views::tables::TableSummary;
use serde_json::{Map, Value};

use crate::history::{Outcome, RequestCard};

/// Primary keys as JSON objects, in which the order of the names means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Returned or written.
    kept: Vec<Value>,
}

impl Touched {
    /// One item, by its primary key as JSON.
    pub fn of_key(key_json: &str) -> Touched {
        Touched { kept: serde_json::from_str(key_json).into_iter().collect() }
    }

    pub fn first(&self) -> Option<String> {
        self.kept.first().map(Value::to_string)
    }

    pub fn is_marked(&self, key_json: &str) -> bool {
        !self.kept.is_empty() && self.kept.contains(&serde_json::from_str(key_json).unwrap_or_default())
    }

    pub fn read_count(&self) -> usize {
        self.kept.len()
    }
}

pub fn of_card(card: &RequestCard, table: &TableSummary) -> Touched {
    let Outcome::Answered { status, summary, .. } = &card.outcome else { return Touched::default() };
    let Ok(Value::Object(body)) = serde_json::from_str(&card.body) else { return Touched::default() };
    if *status >= 400 {
        return Touched::default();
    }
    let mut items: Vec<Map<String, Value>> = Vec::new();
    if body.get("TableName").and_then(Value::as_str) == Some(&table.name) {
        items.extend(summary.items.iter().cloned());
        let named = ["Key", "Item"].into_iter().filter_map(|field| body.get(field).cloned());
        items.extend(named.filter_map(into_members));
    }
    if let Some(part) = body.get("RequestItems").and_then(|tables| tables.get(&table.name)) {
        items.extend(batch_keys(part));
    }
    for part in body.get("TransactItems").and_then(Value::as_array).into_iter().flatten() {
        items.extend(transaction_key(part, &table.name));
    }
    if card.operation == "GetItem" && summary.items.is_empty() {
        // Nothing was there to touch.
        items.clear();
    }
    let mut kept = Vec::new();
    for key in items.iter().filter_map(|item| key_of(item, table)) {
        if !kept.contains(&key) {
            kept.push(key);
        }
    }
    Touched { kept }
}

fn batch_keys(part: &Value) -> Vec<Map<String, Value>> {
    let keys = part.get("Keys").and_then(Value::as_array).into_iter().flatten().cloned();
    let writes = part.as_array().into_iter().flatten().filter_map(|write| {
        let put = write.get("PutRequest").and_then(|put| put.get("Item"));
        put.or_else(|| write.get("DeleteRequest").and_then(|delete| delete.get("Key"))).cloned()
    });
    keys.chain(writes).filter_map(into_members).collect()
}

/// The key or the item of one action of a transaction; a check touches nothing.
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

    fn table() -> TableSummary {
        let key = KeyNames {
            partition: "PK".into(),
            partition_type: "S".into(),
            sort: Some("SK".into()),
            sort_type: Some("S".into()),
        };
        TableSummary {
            name: "Shop".into(),
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
        assert_eq!(of_card(&card("BatchWriteItem", batch, "{}"), &table()).read_count(), 1);
        let transaction = r#"{"TransactItems":[
            {"Put":{"TableName":"Shop","Item":{"PK":{"S":"a"},"SK":{"S":"c"}}}},
            {"ConditionCheck":{"TableName":"Shop","Key":{"PK":{"S":"a"},"SK":{"S":"d"}}}}]}"#;
        assert_eq!(of_card(&card("TransactWriteItems", transaction, "{}"), &table()).read_count(), 1);
    }

    #[test]
    fn other_tables_and_missing_items_are_not() {
        let other =
            card("Query", r#"{"TableName":"Other"}"#, r#"{"Items":[{"PK":{"S":"a"},"SK":{"S":"b"}}]}"#);
        assert_eq!(of_card(&other, &table()), Touched::default());
        let get = card("GetItem", r#"{"TableName":"Shop","Key":{"PK":{"S":"a"},"SK":{"S":"b"}}}"#, "{}");
        assert_eq!(of_card(&get, &table()), Touched::default());
    }
}
