//! The results of a pattern's requests, with all pages merged.

use dynalab_types::Item;
use serde_json::Value;

use crate::literal;

#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The returned items in order, each with its table.
    pub items: Vec<(String, Item)>,
    /// Items that were read, before filters.
    pub read: u64,
    /// True if the last response had a LastEvaluatedKey that the pattern did not follow.
    pub has_more: bool,
}

impl Answer {
    /// Adds a response. Operations that return no items add none.
    pub fn add(&mut self, operation: &str, body: &Value, response: &Value) {
        let table = || body["TableName"].as_str().unwrap_or_default().to_owned();
        let mut found: Vec<(String, &Value)> = Vec::new();
        match operation {
            "GetItem" => {
                found.extend(response.get("Item").map(|item| (table(), item)));
                self.read += 1;
            }
            "Query" | "Scan" => {
                found.extend(list(response, "Items").iter().map(|item| (table(), item)));
                self.read +=
                    response["ScannedCount"].as_u64().unwrap_or(list(response, "Items").len() as u64);
                self.has_more |= response.get("LastEvaluatedKey").is_some();
            }
            "SearchVectors" => {
                let results = list(response, "SearchResults");
                found.extend(results.iter().filter_map(|result| Some((table(), result.get("Item")?))));
                self.read += results.len() as u64;
            }
            "BatchGetItem" => {
                let Some(tables) = response["Responses"].as_object() else { return };
                for (name, items) in tables {
                    found.extend(items.as_array().into_iter().flatten().map(|item| (name.clone(), item)));
                }
                self.read += body["RequestItems"]
                    .as_object()
                    .into_iter()
                    .flat_map(|tables| tables.values())
                    .map(|table| list(table, "Keys").len() as u64)
                    .sum::<u64>();
            }
            "TransactGetItems" => {
                let asked = list(body, "TransactItems");
                for (read, asked) in list(response, "Responses").iter().zip(asked) {
                    let name = asked["Get"]["TableName"].as_str().unwrap_or_default().to_owned();
                    found.extend(read.get("Item").map(|item| (name, item)));
                }
                self.read += asked.len() as u64;
            }
            _ => {}
        }
        let read =
            found.into_iter().filter_map(|(table, item)| Some((table, literal::item_from_wire(item)?)));
        self.items.extend(read);
    }
}

pub fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
