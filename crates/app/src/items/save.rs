//! The request that saves an edited item, on condition that the item did not change meanwhile.

use serde_json::{Map, Value, json};

type Item = Map<String, Value>;

/// Maximum number of attributes in the condition. Further attributes are not compared.
const COMPARED_MAX: usize = 100;
/// Maximum size of a compared value in bytes. All values of an expression share a limit of 2 MB.
const COMPARED_BYTES_MAX: usize = 100_000;

/// Returns the PutItem request. `before` is the item when it was opened. It is none for a new item, which must not exist yet.
pub fn request(table: &str, partition_key: &str, before: Option<&Item>, item: &Item) -> Value {
    let mut request = json!({"TableName": table, "Item": item, "ReturnConsumedCapacity": "INDEXES"});
    let mut condition = Condition::default();
    match before {
        None => condition.absent(partition_key),
        Some(before) => {
            for (name, value) in
                before.iter().filter(|(_, value)| value.to_string().len() < COMPARED_BYTES_MAX)
            {
                condition.same(name, value);
            }
            for name in item.keys().filter(|name| !before.contains_key(*name)) {
                condition.absent(name);
            }
        }
    }
    condition.write(&mut request);
    request
}

/// Returns the DeleteItem request, on condition that the item did not change since it was opened.
pub fn deletion(table: &str, key: &Item, before: &Item) -> Value {
    let mut request = json!({"TableName": table, "Key": key, "ReturnConsumedCapacity": "INDEXES"});
    let mut condition = Condition::default();
    for (name, value) in before.iter().filter(|(_, value)| value.to_string().len() < COMPARED_BYTES_MAX) {
        condition.same(name, value);
    }
    condition.write(&mut request);
    request
}

#[derive(Default)]
struct Condition {
    parts: Vec<String>,
    names: Item,
    values: Item,
    bytes: usize,
}

impl Condition {
    fn name(&mut self, name: &str) -> Option<usize> {
        let place = self.names.len();
        if place == COMPARED_MAX {
            return None;
        }
        self.names.insert(format!("#a{place}"), name.into());
        Some(place)
    }

    fn same(&mut self, name: &str, value: &Value) {
        self.bytes += value.to_string().len();
        if self.bytes < 10 * COMPARED_BYTES_MAX
            && let Some(place) = self.name(name)
        {
            self.parts.push(format!("#a{place} = :v{place}"));
            self.values.insert(format!(":v{place}"), value.clone());
        }
    }

    fn absent(&mut self, name: &str) {
        if let Some(place) = self.name(name) {
            self.parts.push(format!("attribute_not_exists(#a{place})"));
        }
    }

    fn write(self, request: &mut Value) {
        if self.parts.is_empty() {
            return;
        }
        request["ConditionExpression"] = self.parts.join(" AND ").into();
        request["ExpressionAttributeNames"] = Value::Object(self.names);
        if !self.values.is_empty() {
            request["ExpressionAttributeValues"] = Value::Object(self.values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(value: Value) -> Item {
        match value {
            Value::Object(item) => item,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_new_item_must_not_be_there() {
        let request = request("T", "pk", None, &item(json!({"pk": {"S": "a"}})));
        assert_eq!(request["ConditionExpression"], "attribute_not_exists(#a0)");
        assert_eq!(request["ExpressionAttributeNames"], json!({"#a0": "pk"}));
        assert_eq!(request.get("ExpressionAttributeValues"), None);
    }

    #[test]
    fn an_edited_item_must_be_as_it_was() {
        let before = item(json!({"pk": {"S": "a"}, "n": {"N": "1"}}));
        let after = item(json!({"pk": {"S": "a"}, "new": {"S": "x"}}));
        let request = request("T", "pk", Some(&before), &after);
        assert_eq!(request["ConditionExpression"], "#a0 = :v0 AND #a1 = :v1 AND attribute_not_exists(#a2)");
        assert_eq!(request["ExpressionAttributeNames"]["#a2"], "new");
        assert_eq!(request["Item"]["new"], json!({"S": "x"}));
    }

    #[test]
    fn an_expression_is_never_too_long() {
        let many: Item = (0..300).map(|number| (format!("a{number}"), json!({"S": "x"}))).collect();
        let request = request("T", "a0", Some(&many), &many);
        assert!(request["ConditionExpression"].as_str().is_some_and(|text| text.len() < 4_096));
        let large = item(json!({"pk": {"S": "a"}, "large": {"S": "x".repeat(COMPARED_BYTES_MAX)}}));
        let deletion = deletion("T", &item(json!({"pk": {"S": "a"}})), &large);
        assert_eq!(deletion["ExpressionAttributeNames"], json!({"#a0": "pk"}));
    }
}
