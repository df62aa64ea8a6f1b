//! Writes a request as JSON text, with its fields in a readable order.

use serde_json::{Map, Value};

use crate::request::json_text;

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
    let known = ORDER.iter().filter_map(|name| fields.get_key_value(*name));
    let members = known.chain(fields.iter().filter(|(name, _)| !ORDER.contains(&name.as_str())));
    let members = members.map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())));
    json_text::pretty(&format!("{{{}}}", members.collect::<Vec<_>>().join(",")))
}
