//! A request as JSON text, its fields in the order in which one reads a request.

use serde_json::{Map, Value};

use crate::json_text;

const ORDER: [&str; 24] = [
    "TableName",
    "IndexName",
    "Key",
    "Item",
    "RequestItems",
    "TransactItems",
    "KeyConditionExpression",
    "UpdateExpression",
    "ConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
    "ScanIndexForward",
    "Limit",
    "ExclusiveStartKey",
    "Segment",
    "TotalSegments",
    "ConsistentRead",
    "Select",
    "AttributeDefinitions",
    "KeySchema",
    "ReturnValues",
    "ReturnConsumedCapacity",
];

pub fn write(fields: &Map<String, Value>) -> String {
    let rank = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
    let mut members: Vec<(&String, &Value)> = fields.iter().collect();
    members.sort_by_key(|(name, _)| rank(name));
    let members = members.iter().map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())));
    json_text::pretty(&format!("{{{}}}", members.collect::<Vec<_>>().join(",")))
}
