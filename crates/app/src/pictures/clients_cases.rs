//! Examples of concurrent clients with their requests, which the person can edit.

use serde_json::{Value, json};

use crate::table::keys::{TableDescription, TableKeys};

/// The examples in the order in which they are offered. Their sentences are `clients-case-{name}`.
pub const CASES: &[&str] =
    &["read-then-write", "condition", "write-skew", "transactions", "transfer", "batch-read"];

/// Returns the texts of the clients.
pub fn case(name: &str, table: &str, keys: &TableDescription) -> Vec<String> {
    let maker = CaseBuilder {
        table,
        x: keys.key_of(0),
        y: keys.key_of(1),
        partition: keys.attribute(0).map_or("pk", |(name, _)| name),
    };
    let CaseBuilder { x, y, .. } = &maker;
    let clients = match name {
        "condition" => vec![vec![maker.get(x), maker.put_new(x, 1)], vec![maker.put_new(x, 2)]],
        "write-skew" => {
            vec![vec![maker.get_both(), maker.put(x, 1)], vec![maker.get_both(), maker.put(y, 2)]]
        }
        "transactions" => vec![vec![maker.put_both(1)], vec![maker.put_both(2)]],
        "transfer" => {
            vec![vec![maker.transfer(x, y, 10)], vec![maker.transfer(y, x, 3)], vec![maker.get_both()]]
        }
        "batch-read" => vec![vec![maker.put_both(1)], vec![maker.batch_get()]],
        _ => vec![vec![maker.get(x), maker.put(x, 1)], vec![maker.get(x), maker.put(x, 2)]],
    };
    clients.iter().map(|client| crate::request::json_text::pretty(&json!(client).to_string())).collect()
}

struct CaseBuilder<'a> {
    table: &'a str,
    x: Value,
    y: Value,
    partition: &'a str,
}

impl CaseBuilder<'_> {
    fn with(&self, key: &Value, by: u64) -> Value {
        let mut item = key.clone();
        item["n"] = json!({ "N": by.to_string() });
        item
    }

    fn get(&self, key: &Value) -> Value {
        json!({ "Operation": "GetItem", "Request": { "TableName": self.table, "Key": key, "ConsistentRead": true } })
    }

    fn put(&self, key: &Value, by: u64) -> Value {
        json!({ "Operation": "PutItem", "Request": { "TableName": self.table, "Item": self.with(key, by) } })
    }

    fn put_new(&self, key: &Value, by: u64) -> Value {
        let mut request = self.put(key, by);
        request["Request"]["ConditionExpression"] = json!("attribute_not_exists(#k)");
        request["Request"]["ExpressionAttributeNames"] = json!({ "#k": self.partition });
        request
    }

    fn get_both(&self) -> Value {
        let gets = [&self.x, &self.y].map(|key| json!({ "Get": { "TableName": self.table, "Key": key } }));
        json!({ "Operation": "TransactGetItems", "Request": { "TransactItems": gets } })
    }

    fn put_both(&self, by: u64) -> Value {
        let puts = [&self.x, &self.y]
            .map(|key| json!({ "Put": { "TableName": self.table, "Item": self.with(key, by) } }));
        json!({ "Operation": "TransactWriteItems", "Request": { "TransactItems": puts } })
    }

    fn batch_get(&self) -> Value {
        let keys = json!({ self.table: { "Keys": [self.x, self.y], "ConsistentRead": true } });
        json!({ "Operation": "BatchGetItem", "Request": { "RequestItems": keys } })
    }

    /// Returns a transaction that moves an amount from one item to another.
    fn transfer(&self, from: &Value, to: &Value, amount: i64) -> Value {
        let add = |key: &Value, amount: i64| {
            json!({ "Update": { "TableName": self.table, "Key": key, "UpdateExpression": "ADD n :n",
                "ExpressionAttributeValues": { ":n": { "N": amount.to_string() } } } })
        };
        json!({ "Operation": "TransactWriteItems", "Request": { "TransactItems": [add(from, -amount), add(to, amount)] } })
    }
}
