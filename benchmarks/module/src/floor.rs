//! The minimum work of a database in wasm for these requests: read JSON, look into a map, write JSON.
//!
//! It checks nothing, has no types and no capacity, and supports only the requests of the benchmarks. No engine on the same
//! libraries can be faster.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
#[derive(Default)]
pub struct Floor {
    items: BTreeMap<(String, String), Map<String, Value>>,
}

#[wasm_bindgen]
impl Floor {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Floor {
        Floor::default()
    }

    pub fn put(&mut self, body: &str) -> String {
        let mut request: Value = serde_json::from_str(body).unwrap_or_default();
        if let Value::Object(item) = request["Item"].take() {
            self.items.insert(key_of(&item), item);
        }
        "{}".to_owned()
    }

    pub fn get(&self, body: &str) -> String {
        let request: Value = serde_json::from_str(body).unwrap_or_default();
        let key = request["Key"].as_object().map(key_of).unwrap_or_default();
        match self.items.get(&key) {
            Some(item) => format!("{{\"Item\":{}}}", text(item)),
            None => "{}".to_owned(),
        }
    }

    /// Returns all items of a partition.
    pub fn query(&self, body: &str) -> String {
        let request: Value = serde_json::from_str(body).unwrap_or_default();
        let customer = request["ExpressionAttributeValues"][":customer"]["S"].as_str().unwrap_or_default();
        let rows = self.items.range((customer.to_owned(), String::new())..);
        let rows = rows.take_while(|((partition, _), _)| partition == customer);
        let items: Vec<&Map<String, Value>> = rows.map(|(_, item)| item).collect();
        json!({ "Count": items.len(), "Items": items, "ScannedCount": items.len() }).to_string()
    }
}

fn key_of(item: &Map<String, Value>) -> (String, String) {
    let part =
        |name: &str| item.get(name).and_then(|value| value["S"].as_str()).unwrap_or_default().to_owned();
    (part("customer"), part("order"))
}

fn text(item: &Map<String, Value>) -> String {
    serde_json::to_string(item).unwrap_or_default()
}
