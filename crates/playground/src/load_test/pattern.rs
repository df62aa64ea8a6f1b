//! An access pattern: requests of the history that differ only in their values. A batch, a transaction or several statements are one
//! request with several actions.

use std::collections::BTreeSet;
use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::table::{IndexKind, Table};
use dynalab_types::json::{Object, Value, write_object};
use dynalab_types::wire::{decode_item, decode_value};
use dynalab_types::{AttributeValue, Item, KeySchema, fingerprint};

use super::actions::{Action, Form, members_text, split};
use super::measure::MeasuredKey;
use super::operation::Operation;
use crate::advice::access_path::{KeyTest, key_test, parts};
use crate::advice::{OriginalRequest, as_object, string};

/// The members of a request whose values do not distinguish access patterns.
const VALUES: &[&str] = &[
    "Key",
    "Item",
    "ExpressionAttributeValues",
    "ExclusiveStartKey",
    "ReturnConsumedCapacity",
    "ReturnItemCollectionMetrics",
];

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
pub(super) struct HistoryRequest {
    pub operation: Operation,
    /// The members around the actions.
    rest: Object,
    pub actions: Vec<HistoryAction>,
}

/// One action of a request of the history.
pub(super) struct HistoryAction {
    pub table: Arc<str>,
    pub operation: Operation,
    pub index: Option<Arc<str>>,
    pub kind: ItemKind,
    /// The members that distinguish the action, as text.
    shape: String,
    pub name: String,
    pub expression: String,
    pub example: ExampleAction,
    /// The values of key attributes in the action, as DynamoDB JSON.
    pub keys: Vec<(Box<str>, String)>,
}

/// A request of the history with its values.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// The members around the actions, as text without braces.
    pub rest: String,
    pub actions: Vec<ExampleAction>,
}

#[derive(Clone, Debug)]
pub(super) struct ExampleAction {
    /// The place of its pattern in [`AccessPattern::actions`].
    pub place: usize,
    pub form: Form,
    /// As a request of its own.
    pub body: Object,
    /// The members of `body` that stay as they are, as text without braces. There is at least the table.
    pub rest: String,
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
    pub operation: Operation,
    /// Requests in the history.
    pub requests: u64,
    /// The different actions of its requests. A request of one action has one.
    pub actions: Vec<ActionPattern>,
    /// The action whose hottest key value has the largest share.
    pub lead: usize,
    /// The newest first.
    pub(super) examples: Vec<Example>,
}

/// Actions that differ only in their values.
#[derive(Clone, Debug)]
pub struct ActionPattern {
    pub(super) id: String,
    pub table: Arc<str>,
    pub index: Option<Arc<str>>,
    pub operation: Operation,
    /// The operation, or the action's name in a transaction.
    pub name: String,
    pub kind: ItemKind,
    /// The key condition of a Query, the filter of a Scan, the update of UpdateItem, a statement.
    pub expression: String,
    /// The key attributes of the table and its global indexes that the actions have. The first is of the table or index that a
    /// read names.
    pub keys: Vec<MeasuredKey>,
    /// The key attribute whose hottest value has the largest share.
    pub varied: usize,
}

impl AccessPattern {
    /// Returns the action whose hottest key value has the largest share.
    pub fn lead(&self) -> Option<&ActionPattern> {
        self.actions.get(self.lead)
    }

    pub fn has_table(&self, table: &str) -> bool {
        self.actions.iter().any(|action| action.table.as_ref() == table)
    }
}

impl HistoryRequest {
    /// Returns `None` if a load test cannot repeat the request.
    pub fn read(operation: Operation, body: Object, database: &Database) -> Option<HistoryRequest> {
        let (actions, rest) = split(operation, body, database)?;
        let actions = actions.into_iter().map(|action| {
            let table = database.find(action.body.get("TableName")?.as_str()?)?;
            HistoryAction::read(table, action)
        });
        Some(HistoryRequest { operation, rest, actions: actions.collect::<Option<_>>()? })
    }

    /// Returns the id of the pattern: the same for the same shape of request. The number of its actions does not matter.
    pub fn id(&self) -> String {
        let ids: BTreeSet<String> = self.actions.iter().map(HistoryAction::id).collect();
        let mut text = format!("{} ", self.operation.name());
        ids.iter().for_each(|id| text.push_str(id));
        let mut rest = self.rest.clone();
        rest.retain(|name, _| !VALUES.contains(&name.as_str()));
        write_object(&rest, &mut text);
        fingerprint_text(&text)
    }

    pub fn rest(&self) -> String {
        members_text(&self.rest)
    }
}

impl HistoryAction {
    fn read(table: &Table, action: Action) -> Option<HistoryAction> {
        let Action { operation, body, form, shape: also } = action;
        let definition = &table.definition;
        let index = body.get("IndexName").and_then(Value::as_str);
        let index = index.map(|name| definition.index(name)).map_or(Some(None), |found| found.map(Some))?;
        let member = match operation {
            Operation::GetItem | Operation::UpdateItem | Operation::DeleteItem => Some("Key"),
            Operation::PutItem => Some("Item"),
            _ => None,
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
        let expression = match form {
            Form::Statement { .. } => also.clone(),
            _ => expression.unwrap_or_default().to_owned(),
        };
        let shape = format!("{also} {}", shape_of(&asked.body, &kind));
        let name = match &form {
            Form::Transacted { name } => name.clone(),
            _ => operation.name().to_owned(),
        };
        let mut body = asked.body;
        // A results page of one key does not exist for another.
        body.remove("ExclusiveStartKey");
        body.insert("TableName".to_owned(), string(definition.name.as_ref()));
        let index = index.map(|index| index.name.clone());
        let rest = rest_of(&body, placeholder.is_some());
        let example = ExampleAction { place: 0, form, body, rest, item, placeholder };
        let table = definition.name.clone();
        Some(HistoryAction { table, operation, index, kind, shape, name, expression, example, keys })
    }

    /// Returns the id of its pattern.
    pub fn id(&self) -> String {
        fingerprint_text(&format!("{} {} {}", self.operation.name(), self.table, self.shape))
    }
}

/// Returns the members of a request that stay as they are, without braces.
fn rest_of(body: &Object, has_placeholder: bool) -> String {
    let mut members = body.clone();
    members.retain(|name, _| !matches!(name.as_str(), "Key" | "Item"));
    if has_placeholder {
        members.remove("ExpressionAttributeValues");
    }
    members_text(&members)
}

fn fingerprint_text(text: &str) -> String {
    format!("{:032x}", fingerprint(text.as_bytes()))
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
