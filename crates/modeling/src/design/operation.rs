//! The request of an access pattern, as templates for a table or index.
//!
//! In expressions, `:name` is the parameter `name` and `#name` the attribute `name`, unless `values` or `names` overrides it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;
use crate::template::Template;

/// A template for each key attribute, with the pattern's parameters.
pub type KeyTemplates = BTreeMap<String, Template>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Operation {
    Get(Get),
    BatchGet(BatchGet),
    TransactGet {
        reads: Vec<Get>,
    },
    Query(Query),
    Scan(Scan),
    SearchVectors(SearchVectors),
    Put(Put),
    Update(Update),
    Delete(Delete),
    BatchWrite {
        writes: Vec<Action>,
    },
    TransactWrite {
        writes: Vec<Action>,
    },
    /// A request body as it is sent.
    Request(RawRequest),
}

/// One write of a transaction or batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Action {
    Put(Put),
    Update(Update),
    Delete(Delete),
    /// A condition on an item that the transaction does not write.
    Check(Delete),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Get {
    pub table: String,
    pub key: KeyTemplates,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchGet {
    pub table: String,
    pub keys: Vec<KeyTemplates>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Query {
    pub table: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// A condition per key attribute: all of the partition key, and sort key attributes from the left.
    pub key: BTreeMap<String, KeyCondition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Template>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// True to read the sort key in descending order.
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub descending: bool,
    /// True if the application reads all pages. Otherwise it reads only the first one.
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub all_pages: bool,
    /// Sends one Query for each value of a parameter, and joins the results.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub for_each: BTreeMap<String, Vec<Value>>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// A condition on a key attribute. In JSON, a template alone means equality.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeyCondition {
    Equals(Template),
    BeginsWith { begins_with: Template },
    Between { between: (Template, Template) },
    Below { below: Template },
    AtMost { at_most: Template },
    Above { above: Template },
    AtLeast { at_least: Template },
}

impl KeyCondition {
    pub fn templates(&self) -> Vec<&Template> {
        match self {
            KeyCondition::Equals(template)
            | KeyCondition::BeginsWith { begins_with: template }
            | KeyCondition::Below { below: template }
            | KeyCondition::AtMost { at_most: template }
            | KeyCondition::Above { above: template }
            | KeyCondition::AtLeast { at_least: template } => vec![template],
            KeyCondition::Between { between } => vec![&between.0, &between.1],
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scan {
    pub table: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Template>,
    #[serde(default, skip_serializing_if = "super::entity::is_false")]
    pub all_pages: bool,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchVectors {
    pub table: String,
    pub index: String,
    /// The parameter that contains the vector.
    pub vector: String,
    pub top: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub key: KeyTemplates,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Put {
    pub table: String,
    /// The kind of item, by its name in the table.
    pub item: String,
    /// The row of the sample. None means a new row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Attributes that override those of the row.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, Template>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Template>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Update {
    pub table: String,
    pub key: KeyTemplates,
    pub update: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Template>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Delete {
    pub table: String,
    pub key: KeyTemplates,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Template>,
    #[serde(flatten)]
    pub extra: Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RawRequest {
    /// The name of the operation, such as `Query` or `GetItem`.
    pub operation: String,
    pub body: Value,
    #[serde(flatten)]
    pub extra: Extra,
}

impl Operation {
    /// Returns the name of the request in DynamoDB's API.
    pub fn name(&self) -> &str {
        match self {
            Operation::Get(_) => "GetItem",
            Operation::BatchGet(_) => "BatchGetItem",
            Operation::TransactGet { .. } => "TransactGetItems",
            Operation::Query(_) => "Query",
            Operation::Scan(_) => "Scan",
            Operation::SearchVectors(_) => "SearchVectors",
            Operation::Put(_) => "PutItem",
            Operation::Update(_) => "UpdateItem",
            Operation::Delete(_) => "DeleteItem",
            Operation::BatchWrite { .. } => "BatchWriteItem",
            Operation::TransactWrite { .. } => "TransactWriteItems",
            Operation::Request(raw) => &raw.operation,
        }
    }

    /// Returns true if the request writes items.
    pub fn is_write(&self) -> bool {
        match self {
            Operation::Put(_)
            | Operation::Update(_)
            | Operation::Delete(_)
            | Operation::BatchWrite { .. }
            | Operation::TransactWrite { .. } => true,
            Operation::Request(raw) => {
                ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]
                    .contains(&raw.operation.as_str())
            }
            _ => false,
        }
    }

    /// Returns the writes of the request in order. A request that writes one item is one action; what a request of its own body
    /// (`Request`) writes is unknown.
    pub fn actions(&self) -> Cow<'_, [Action]> {
        match self {
            Operation::BatchWrite { writes } | Operation::TransactWrite { writes } => Cow::Borrowed(writes),
            Operation::Put(put) => Cow::Owned(vec![Action::Put(put.clone())]),
            Operation::Update(update) => Cow::Owned(vec![Action::Update(update.clone())]),
            Operation::Delete(delete) => Cow::Owned(vec![Action::Delete(delete.clone())]),
            _ => Cow::Borrowed(&[]),
        }
    }
}

impl Action {
    /// Returns the key of an update, a delete or a check. A put has the keys of its row.
    pub fn key(&self) -> Option<&KeyTemplates> {
        match self {
            Action::Put(_) => None,
            Action::Update(update) => Some(&update.key),
            Action::Delete(delete) | Action::Check(delete) => Some(&delete.key),
        }
    }

    pub fn table(&self) -> &str {
        match self {
            Action::Put(put) => &put.table,
            Action::Update(update) => &update.table,
            Action::Delete(delete) | Action::Check(delete) => &delete.table,
        }
    }
}
