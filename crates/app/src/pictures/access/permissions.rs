//! Policies, principals and their permissions, as the engine returns them.

use dynalab_service::contract::access::PolicyEvaluation;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::table::keys::{TableDescription, TableKeys};

/// The text of a policy, unchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Document(pub String);

impl<'de> Deserialize<'de> for Document {
    fn deserialize<From: Deserializer<'de>>(from: From) -> Result<Document, From::Error> {
        Box::<RawValue>::deserialize(from).map(|raw| Document(raw.get().to_owned()))
    }
}

/// The open table, as the list of tables knows it: the principal in use may not be allowed to describe it.
#[derive(Debug, PartialEq)]
pub struct Table {
    pub table_name: String,
    pub table_arn: String,
    pub keys: TableDescription,
}

/// Returns the policy and the statement that decided, or none if no statement matched.
pub fn decider(evaluation: &PolicyEvaluation) -> Option<String> {
    let matched = evaluation.matched_statements.first()?;
    Some(format!("{} · {}", matched.policy, matched.statement))
}

/// Returns the weight of a decision. The heaviest counts if a request needs several permissions.
pub fn weight(evaluation: &PolicyEvaluation) -> u8 {
    match evaluation.eval_decision.as_str() {
        "allowed" => 0,
        "implicitDeny" => 1,
        _ => 2,
    }
}

/// A principal with the decision of each operation, in the order of the operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    pub cells: Vec<PolicyEvaluation>,
}

/// Returns a request of each operation in the matrix.
pub fn requests(table: &Table, key: &Value) -> Vec<(&'static str, Value)> {
    let name = &table.table_name;
    let partition = table.keys.attribute(0).map_or("PK", |(name, _)| name);
    let with_key = json!({ "TableName": name, "Key": key });
    let query = json!({
        "TableName": name, "KeyConditionExpression": "#k = :k",
        "ExpressionAttributeNames": { "#k": partition }, "ExpressionAttributeValues": { ":k": key[partition] },
    });
    let whole = json!({ "TableName": name });
    vec![
        ("GetItem", with_key.clone()),
        ("Query", query),
        ("Scan", whole.clone()),
        ("PutItem", json!({ "TableName": name, "Item": key })),
        ("UpdateItem", with_key.clone()),
        ("DeleteItem", with_key),
        ("DescribeTable", whole.clone()),
        ("DeleteTable", whole),
    ]
}

/// Returns the partition key value as a condition contains it.
pub fn leading_key(key: &Value, partition: &str) -> String {
    let value = key[partition].as_object().and_then(|value| value.values().next());
    value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).unwrap_or_default()
}
