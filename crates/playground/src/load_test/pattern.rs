//! An access pattern: requests of the history that differ only in their values.

use std::sync::Arc;

use dynalab_engine::table::{IndexKind, Table};
use dynalab_types::json::{Object, Value, write_object};
use dynalab_types::wire::{decode_item, decode_value};
use dynalab_types::{AttributeValue, Item, KeySchema, fingerprint};

use super::measure::MeasuredKey;
use crate::advice::access_path::{KeyTest, key_test, parts};
use crate::advice::{OriginalRequest, as_object};

/// The members of a request whose values do not distinguish access patterns.
const VALUES: &[&str] = &[
    "Key",
    "Item",
    "ExpressionAttributeValues",
    "ExclusiveStartKey",
    "ReturnConsumedCapacity",
    "ReturnItemCollectionMetrics",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    GetItem,
    Query,
    Scan,
    PutItem,
    UpdateItem,
    DeleteItem,
}

impl Operation {
    const ALL: [Operation; 6] = [
        Operation::GetItem,
        Operation::Query,
        Operation::Scan,
        Operation::PutItem,
        Operation::UpdateItem,
        Operation::DeleteItem,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Operation::GetItem => "GetItem",
            Operation::Query => "Query",
            Operation::Scan => "Scan",
            Operation::PutItem => "PutItem",
            Operation::UpdateItem => "UpdateItem",
            Operation::DeleteItem => "DeleteItem",
        }
    }

    pub fn from_name(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    pub fn is_write(self) -> bool {
        matches!(self, Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem)
    }
}

/// The kind of an item: what its key values begin with, such as "STATION#" and "RIDE#".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemKind {
    pub partition: String,
    pub sort: Option<String>,
}

impl ItemKind {
    pub(super) fn from_item(key: &KeySchema, item: &Item) -> ItemKind {
        let of = |name: &str| item.get(name).map(prefix_of).unwrap_or_default();
        ItemKind {
            partition: key.partition.first().map(|attribute| of(&attribute.name)).unwrap_or_default(),
            sort: key.sort.first().map(|attribute| of(&attribute.name)),
        }
    }
}

/// Returns the word before the first delimiter, with the delimiter. Values without such a word have one kind.
pub(super) fn prefix_of(value: &AttributeValue) -> String {
    let AttributeValue::S(text) = value else { return String::new() };
    match text.find(['#', ':', '/', '|']) {
        Some(end) if !text[..end].contains(|letter: char| letter.is_ascii_digit()) => text[..=end].to_owned(),
        _ => String::new(),
    }
}

/// One request of the history, as the requests of its pattern are grouped and repeated.
#[derive(Clone, Debug)]
pub(super) struct HistoryRequest {
    pub operation: Operation,
    pub index: Option<Arc<str>>,
    pub kind: ItemKind,
    /// The members that distinguish the pattern, as text.
    shape: String,
    pub expression: String,
    pub example: Example,
    /// The values of key attributes in the request, as DynamoDB JSON.
    pub keys: Vec<(Box<str>, String)>,
}

/// A request of the history with its values.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub body: Object,
    /// The key of GetItem, UpdateItem and DeleteItem, or the item of PutItem.
    pub item: Item,
    /// The placeholder of the partition key's value in a Query.
    pub placeholder: Option<String>,
}

/// Requests of the history that differ only in their values.
#[derive(Clone, Debug)]
pub struct AccessPattern {
    /// Stays the same as long as the history has such a request.
    pub id: String,
    pub table: Arc<str>,
    pub index: Option<Arc<str>>,
    pub operation: Operation,
    pub kind: ItemKind,
    /// The key condition of a Query, the filter of a Scan, the update of UpdateItem.
    pub expression: String,
    /// Requests in the history.
    pub requests: u64,
    pub(super) examples: Vec<Example>,
    /// The key attributes of the table and its global indexes that the requests have. The first is of the table or index that a
    /// read names.
    pub keys: Vec<MeasuredKey>,
    /// The key attribute whose hottest value has the largest share.
    pub varied: usize,
}

impl HistoryRequest {
    /// Returns `None` if a load test cannot repeat the request.
    pub fn read(table: &Table, operation: Operation, body: Object) -> Option<HistoryRequest> {
        let definition = &table.definition;
        let index = body.get("IndexName").and_then(Value::as_str);
        let index = index.map(|name| definition.index(name)).map_or(Some(None), |found| found.map(Some))?;
        let member = match operation {
            Operation::GetItem | Operation::UpdateItem | Operation::DeleteItem => Some("Key"),
            Operation::PutItem => Some("Item"),
            Operation::Query | Operation::Scan => None,
        };
        let item = match member {
            Some(member) => decode_item(as_object(body.get(member)?)?).ok()?,
            None => Item::default(),
        };
        let asked = OriginalRequest::new(operation.name(), body);
        let target = index.map_or(&definition.key, |index| &index.key);
        let (mut kind, mut keys, mut placeholder) = (ItemKind::default(), Vec::new(), None);
        if member.is_some() {
            kind = ItemKind::from_item(&definition.key, &item);
            keys = key_values(table, &stored_or_given(table, operation, &item));
        } else if operation == Operation::Query {
            let (attribute, name, value) = partition_value(&asked, target)?;
            kind.partition = prefix_of(&value);
            keys.push((attribute, dynalab_types::wire::value_json(&value)));
            placeholder = Some(name);
        }
        let expression =
            ["KeyConditionExpression", "UpdateExpression", "FilterExpression", "ConditionExpression"]
                .into_iter()
                .find_map(|member| asked.text(member));
        let expression = expression.unwrap_or_default().to_owned();
        let shape = shape_of(&asked.body, &kind);
        let mut body = asked.body;
        // A results page of one key does not exist for another.
        body.remove("ExclusiveStartKey");
        let index = index.map(|index| index.name.clone());
        let example = Example { body, item, placeholder };
        Some(HistoryRequest { operation, index, kind, shape, expression, example, keys })
    }

    /// Returns the id of the pattern: the same for the same shape of request.
    pub fn id(&self, table: &str) -> String {
        let text = format!("{} {table} {}", self.operation.name(), self.shape);
        format!("{:032x}", fingerprint(text.as_bytes()))
    }
}

/// An update or a delete has the index attributes of the stored item.
fn stored_or_given(table: &Table, operation: Operation, given: &Item) -> Item {
    let stored = matches!(operation, Operation::UpdateItem | Operation::DeleteItem)
        .then(|| table.definition.key.key_bytes(given))
        .flatten()
        .and_then(|key| table.items.packed(&key));
    stored.map_or_else(|| given.clone(), |item| item.unpack())
}

/// The single partition key attribute of a key. A key of several attributes is repeated as it is.
pub(super) fn partition_attribute(key: &KeySchema) -> Option<&str> {
    match key.partition.as_slice() {
        [attribute] => Some(&attribute.name),
        _ => None,
    }
}

/// Returns the partition key attributes of the table and its global indexes, each with its index.
pub(super) fn partition_attributes(table: &Table) -> Vec<(Option<Arc<str>>, Box<str>)> {
    let definition = &table.definition;
    let indexes = definition.indexes_of_kind(IndexKind::Global);
    let indexes = indexes.map(|index| (Some(index.name.clone()), &index.key));
    std::iter::once((None, &definition.key))
        .chain(indexes)
        .filter_map(|(index, key)| Some((index, partition_attribute(key)?.into())))
        .collect()
}

/// Returns the values of these attributes in an item, each attribute once.
pub(super) fn key_values(table: &Table, item: &Item) -> Vec<(Box<str>, String)> {
    let mut values: Vec<(Box<str>, String)> = Vec::new();
    for (_, attribute) in partition_attributes(table) {
        let is_known = values.iter().any(|(known, _)| *known == attribute);
        if let (Some(value), false) = (item.get(&attribute), is_known) {
            values.push((attribute, dynalab_types::wire::value_json(value)));
        }
    }
    values
}

/// Returns the attribute, the placeholder and the value of the partition key in a key condition.
fn partition_value(asked: &OriginalRequest, key: &KeySchema) -> Option<(Box<str>, String, AttributeValue)> {
    let attribute = partition_attribute(key)?;
    let parts = parts(asked)?;
    let mut tests =
        parts.iter().filter(|part| part.of_key).filter_map(|part| key_test(asked, &part.condition));
    let (_, _, placeholder) = tests.find(|(name, test, _)| *name == attribute && *test == KeyTest::Equal)?;
    let value = decode_value(asked.object("ExpressionAttributeValues")?.get(placeholder)?).ok()?;
    Some((attribute.into(), placeholder.to_owned(), value))
}

fn shape_of(body: &Object, kind: &ItemKind) -> String {
    let mut members = body.clone();
    members.retain(|name, _| !VALUES.contains(&name.as_str()));
    let mut shape = format!("{} {} ", kind.partition, kind.sort.as_deref().unwrap_or_default());
    write_object(&members, &mut shape);
    shape
}
