//! PartiQL statements of the history: what a statement does as an action, and its text with places for other key values.

use std::collections::BTreeSet;

use dynalab_engine::database::Database;
use dynalab_expressions::partiql::{Literal, Select, Statement, StatementKind, TableName};
use dynalab_expressions::{Comparator, Condition, Operand, PathElement, parse_statement};
use dynalab_types::json::{Object, Value};
use dynalab_types::wire::{decode_value, item_json, value_json, write_json_string};
use dynalab_types::{AttributeValue, Item, KeySchema};

use super::operation::Operation;
use crate::advice::{object, string};

/// The beginning of a text that marks the place of a key value. No person writes it.
const MARK: char = '\u{1}';
/// Placeholders of the key condition that stands for a SELECT.
const NAME: &str = "#k";
const VALUE: &str = ":k";

/// A statement with places for values.
#[derive(Clone, Debug)]
pub(super) enum StatementText {
    /// The table of an INSERT. Its attributes are those of the new item.
    Insert {
        into: String,
    },
    Other {
        text: String,
        slots: Vec<Slot>,
    },
}

/// What stands for a question mark.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// The value of this key attribute.
    Attribute(Box<str>),
    /// A value of the history, as JSON.
    Given(String),
}

/// A statement as an action.
pub(super) struct ReadStatement {
    pub operation: Operation,
    /// The request with one action that reads or writes the same items.
    pub body: Object,
    pub text: StatementText,
    /// The statement without its values. It distinguishes access patterns.
    pub shape: String,
}

impl StatementText {
    /// Writes the members of the request for an item, or for the value of a partition key.
    pub fn write(&self, item: &Item, value: Option<&str>) -> String {
        let (text, parameters) = match self {
            StatementText::Insert { into } => {
                let names = item.iter().map(|(name, _)| format!("{}: ?", quoted(name, '\'')));
                let text = format!("INSERT INTO {into} VALUE {{{}}}", names.collect::<Vec<_>>().join(", "));
                (text, item.iter().map(|(_, value)| value_json(value)).collect::<Vec<_>>())
            }
            StatementText::Other { text, slots } => {
                let values = slots.iter().map(|slot| match slot {
                    Slot::Given(json) => json.clone(),
                    Slot::Attribute(name) => match item.get(name) {
                        Some(value) => value_json(value),
                        None => value.unwrap_or("{\"NULL\":true}").to_owned(),
                    },
                });
                (text.clone(), values.collect())
            }
        };
        let mut json = String::from("\"Statement\":");
        write_json_string(&text, &mut json);
        if !parameters.is_empty() {
            json.push_str(",\"Parameters\":[");
            json.push_str(&parameters.join(","));
            json.push(']');
        }
        json
    }
}

/// Returns `None` if a load test cannot repeat the statement.
pub(super) fn read(statement: &Object, database: &Database) -> Option<ReadStatement> {
    let parsed = parse_statement(statement.get("Statement")?.as_str()?).ok()?;
    let given: &[Value] = match statement.get("Parameters") {
        Some(Value::Array(values)) => values,
        _ => &[],
    };
    let values: Vec<AttributeValue> =
        given.iter().map(|value| decode_value(value).ok()).collect::<Option<_>>()?;
    let statement = Reader { values, given, marked: BTreeSet::new(), database };
    statement.read(parsed)
}

struct Reader<'a> {
    values: Vec<AttributeValue>,
    given: &'a [Value],
    /// The parameters whose places are marked.
    marked: BTreeSet<usize>,
    database: &'a Database,
}

impl Reader<'_> {
    fn read(mut self, mut parsed: Statement) -> Option<ReadStatement> {
        let (name, operation) = match &parsed.kind {
            StatementKind::Insert(insert) => return self.insert(&insert.into, &insert.item),
            StatementKind::Select(select) => (select.from.clone(), Operation::Query),
            StatementKind::Exists(select) => (select.from.clone(), Operation::GetItem),
            StatementKind::Update(update) => (update.table.clone(), Operation::UpdateItem),
            StatementKind::Delete(delete) => (delete.from.clone(), Operation::DeleteItem),
        };
        let table = self.database.find(&name.table)?;
        let key = match &name.index {
            Some(index) => &table.definition.index(index)?.key,
            None => &table.definition.key,
        };
        let found = self.key_values(parsed.kind.filter(), key);
        let is_whole =
            name.index.is_none() && key.attributes().all(|attribute| found.contains(&attribute.name));
        let operation = match operation {
            Operation::Query if is_whole => Operation::GetItem,
            Operation::Query if is_partition(&found, key) => Operation::Query,
            Operation::Query => Operation::Scan,
            // A write and a check name one item.
            other => is_whole.then_some(other)?,
        };
        let body = body_of(operation, &name, key, &found)?;
        let marked = match operation {
            Operation::Scan => Vec::new(),
            Operation::Query => key.partition.iter().map(|attribute| attribute.name.clone()).collect(),
            _ => key.attributes().map(|attribute| attribute.name.clone()).collect(),
        };
        if let Some(filter) = parsed.kind.filter_mut() {
            self.mark(filter, &marked);
        }
        let printed = parsed.to_string();
        let (text, slots) = self.slots(&printed)?;
        Some(ReadStatement {
            operation,
            body,
            shape: shape_of(&text),
            text: StatementText::Other { text, slots },
        })
    }

    fn insert(&self, into: &TableName, item: &Literal) -> Option<ReadStatement> {
        self.database.find(&into.table)?;
        let AttributeValue::M(item) = item.value(&self.values).ok()? else { return None };
        let mut body = Object::from([("TableName".to_owned(), string(into.table.as_ref()))]);
        body.insert("Item".to_owned(), dynalab_types::json::parse(&item_json(&item)).ok()?);
        let into = into.to_string();
        let shape = format!("INSERT INTO {into}");
        Some(ReadStatement {
            operation: Operation::PutItem,
            body,
            shape,
            text: StatementText::Insert { into },
        })
    }

    /// Returns the values of the key attributes that the condition fixes.
    fn key_values(&self, filter: Option<&Condition>, key: &KeySchema) -> Item {
        let mut found = Item::default();
        let mut terms: Vec<&Condition> = filter.into_iter().collect();
        while let Some(term) = terms.pop() {
            match term {
                Condition::And(inner) => terms.extend(inner),
                Condition::Group(inner) => terms.push(inner),
                Condition::Compare { left, comparator: Comparator::Equal, right } => {
                    let (Some(name), Some(literal)) = (path_of(left, right), literal_of(left, right)) else {
                        continue;
                    };
                    let is_key = key.attributes().any(|attribute| attribute.name.as_ref() == name);
                    if let (true, Ok(value)) = (is_key, literal.value(&self.values)) {
                        found.insert(name, value);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Puts a mark in place of the values of these key attributes.
    fn mark(&mut self, condition: &mut Condition, attributes: &[Box<str>]) {
        match condition {
            Condition::And(terms) => terms.iter_mut().for_each(|term| self.mark(term, attributes)),
            Condition::Group(inner) => self.mark(inner, attributes),
            Condition::Compare { left, comparator: Comparator::Equal, right } => {
                let name = path_of(left, right).map(str::to_owned);
                let Some(name) = name.filter(|name| attributes.iter().any(|known| **known == **name)) else {
                    return;
                };
                for side in [left, right] {
                    if let Operand::Literal(literal) = side {
                        if let Literal::Parameter(place) = literal {
                            self.marked.insert(*place);
                        }
                        *literal = Literal::Scalar(AttributeValue::S(format!("{MARK}{name}").into()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the text with a question mark for each mark, and what stands for its question marks.
    fn slots(&self, printed: &str) -> Option<(String, Vec<Slot>)> {
        let (mut text, mut slots) = (String::new(), Vec::new());
        let mut given = (0..self.given.len()).filter(|place| !self.marked.contains(place));
        for token in tokens(printed) {
            match token {
                "?" => {
                    let mut json = String::new();
                    self.given.get(given.next()?)?.write(&mut json);
                    slots.push(Slot::Given(json));
                    text.push('?');
                }
                _ => match token.strip_prefix('\'').and_then(|inside| inside.strip_prefix(MARK)) {
                    Some(name) => {
                        let name = name.strip_suffix('\'').unwrap_or(name).replace("''", "'");
                        slots.push(Slot::Attribute(name.into()));
                        text.push('?');
                    }
                    None => text.push_str(token),
                },
            }
        }
        Some((text, slots))
    }
}

fn path_of<'a>(left: &'a Operand, right: &'a Operand) -> Option<&'a str> {
    let path = match (left, right) {
        (Operand::Path(path), Operand::Literal(_)) | (Operand::Literal(_), Operand::Path(path)) => path,
        _ => return None,
    };
    match path.elements.as_slice() {
        [PathElement::Name(name) | PathElement::Quoted(name)] => Some(name),
        _ => None,
    }
}

fn literal_of<'a>(left: &'a Operand, right: &'a Operand) -> Option<&'a Literal> {
    match (left, right) {
        (Operand::Literal(literal), _) | (_, Operand::Literal(literal)) => Some(literal),
        _ => None,
    }
}

fn is_partition(found: &Item, key: &KeySchema) -> bool {
    key.partition.iter().all(|attribute| found.contains(&attribute.name))
}

/// Returns the request with one action that reads or writes the same items.
fn body_of(operation: Operation, name: &TableName, key: &KeySchema, found: &Item) -> Option<Object> {
    let mut body = Object::from([("TableName".to_owned(), string(name.table.as_ref()))]);
    if let Some(index) = &name.index {
        body.insert("IndexName".to_owned(), string(index.as_ref()));
    }
    match operation {
        Operation::Scan => {}
        Operation::Query => {
            let attribute = key.partition.first()?;
            let value = dynalab_types::json::parse(&value_json(found.get(&attribute.name)?)).ok()?;
            body.insert("KeyConditionExpression".to_owned(), string(format!("{NAME} = {VALUE}").as_str()));
            body.insert(
                "ExpressionAttributeNames".to_owned(),
                object([(NAME, string(attribute.name.as_ref()))]),
            );
            body.insert("ExpressionAttributeValues".to_owned(), object([(VALUE, value)]));
        }
        _ => {
            let key = dynalab_types::json::parse(&item_json(&key.key_of(found))).ok()?;
            body.insert("Key".to_owned(), key);
        }
    }
    Some(body)
}

/// Splits a statement into texts in quotes, names in quotes, question marks, and what stands between them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => quoted_length(rest, first),
            '?' => 1,
            _ => rest.find(['\'', '"', '?']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The length of a quoted text with its quotes. A quote in it is written twice.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        if letter == quote && letters.next_if(|(_, next)| *next == quote).is_none() {
            return place + letter.len_utf8();
        }
    }
    text.len()
}

fn quoted(text: &str, quote: char) -> String {
    format!("{quote}{}{quote}", text.replace(quote, &format!("{quote}{quote}")))
}

/// Returns the statement with a question mark in place of each text and number.
fn shape_of(text: &str) -> String {
    enum Inside {
        Nothing,
        Word,
        Number,
    }
    let mut shape = String::new();
    for token in tokens(text) {
        if token.starts_with('\'') {
            shape.push('?');
            continue;
        }
        let mut inside = if token.starts_with('"') { Inside::Word } else { Inside::Nothing };
        for letter in token.chars() {
            let continues = letter.is_alphanumeric() || letter == '_' || letter == '.';
            match inside {
                Inside::Number if continues => continue,
                Inside::Nothing if letter.is_ascii_digit() => {
                    inside = Inside::Number;
                    shape.push('?');
                    continue;
                }
                Inside::Word if token.starts_with('"') => {}
                _ => inside = if continues { Inside::Word } else { Inside::Nothing },
            }
            shape.push(letter);
        }
    }
    shape
}

/// The condition of a statement.
trait Filtered {
    fn filter(&self) -> Option<&Condition>;
    fn filter_mut(&mut self) -> Option<&mut Condition>;
}

impl Filtered for StatementKind {
    fn filter(&self) -> Option<&Condition> {
        match self {
            StatementKind::Select(Select { filter, .. }) | StatementKind::Exists(Select { filter, .. }) => {
                filter.as_ref()
            }
            StatementKind::Update(update) => update.filter.as_ref(),
            StatementKind::Delete(delete) => delete.filter.as_ref(),
            StatementKind::Insert(_) => None,
        }
    }

    fn filter_mut(&mut self) -> Option<&mut Condition> {
        match self {
            StatementKind::Select(Select { filter, .. }) | StatementKind::Exists(Select { filter, .. }) => {
                filter.as_mut()
            }
            StatementKind::Update(update) => update.filter.as_mut(),
            StatementKind::Delete(delete) => delete.filter.as_mut(),
            StatementKind::Insert(_) => None,
        }
    }
}
