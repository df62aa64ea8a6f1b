//! A pattern's request with slots instead of parameters, for code generation.

use std::collections::BTreeSet;

use dynalab_types::{AttributeValue, Item};
use serde_json::{Map, Value};

use crate::check::requests::RequestBuilder;
use crate::design::{AccessPattern, Action, Design, Operation, Parameter, Put};
use crate::literal::value_of;
use crate::put_pieces::{self, PutPiece, Source};
use crate::sample::Sample;
use crate::template::{self, Format, Piece, Template};

/// A character that no text of a design contains. A slot in a body is this character, the slot's number, this character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge(char);

impl Edge {
    /// Returns a character that the design lacks. A design is too short to contain all of them.
    pub fn of(design: &Design) -> Edge {
        let text = crate::document::write(design);
        let used: BTreeSet<char> = text.chars().collect();
        // Characters for private use have no meaning in any format, so none of them is written as an escape.
        let private = ('\u{f0000}'..='\u{ffffd}').chain('\u{100000}'..='\u{10fffd}');
        let free = private.chain('\u{3400}'..='\u{efff}').find(|letter| !used.contains(letter));
        Edge(free.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

/// A part of a value that the caller of the code passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub parameter: String,
    /// 1 for the first parameter of this name. Two entities, or two rows of one, have values of their own.
    pub number: usize,
    pub format: Format,
    /// The value in the check. As a time, a number is in epoch seconds.
    pub value: Option<AttributeValue>,
}

impl Slot {
    /// Returns the value of the check as text, without the format. Returns None if it has no scalar value.
    pub fn value_of_check(&self) -> Option<String> {
        self.value.as_ref().and_then(template::print)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.value, Some(AttributeValue::N(_)))
    }
}

/// The first request of a pattern, with slots.
#[derive(Clone, Debug, PartialEq)]
pub struct SlottedRequest {
    pub operation: String,
    /// The body. Its strings and numbers contain slots.
    pub body: Value,
    pub slots: Vec<Slot>,
    edge: Edge,
}

/// A part of a text that is split at its slots.
pub enum Part<'a> {
    Text(&'a str),
    Slot(&'a Slot),
}

/// Returns the request of a pattern. Returns None if it has none, or an invalid one.
pub fn request(
    design: &Design,
    sample: &Sample,
    pattern: &AccessPattern,
    edge: Edge,
) -> Option<SlottedRequest> {
    let operation = pattern.operation.as_ref()?;
    let send = |pattern: &AccessPattern, operation: &Operation| {
        let sent = RequestBuilder::new(design, sample, pattern).ok()?.requests(operation).ok()?;
        sent.into_iter().next().map(|sent| (sent.operation, sent.body))
    };
    let (name, mut sample_body) = send(pattern, operation)?;
    let builder = RequestBuilder::new(design, sample, pattern).ok()?;
    let mut slots = Slots { slots: Vec::new(), known: Vec::new(), builder: &builder, edge };
    let mut marked = pattern.clone();
    let mut names: Vec<&String> = pattern.parameters.keys().collect();
    if let Operation::Query(query) = operation {
        names.extend(query.for_each.keys());
    }
    for name in names {
        let value = Value::from(slots.mark_parameter(name, Format::Plain));
        marked.parameters.insert(name.clone(), Parameter::Value { value });
    }
    let marked_operation = slots.operation(operation)?;
    let (_, mut body) = send(&marked, &marked_operation)?;
    // The items are those of the check, with slots for what the caller passes.
    let of_check = puts(operation, &mut sample_body);
    for ((put, item), (_, sent)) in puts(operation, &mut body).into_iter().zip(of_check) {
        item.clone_from(sent);
        slots.item(put, item)?;
    }
    let body = with_types(&sample_body, body, edge);
    Some(SlottedRequest { operation: name, body, slots: slots.slots, edge })
}

/// A parameter of the code, and its value in the check.
type Known = (String, Option<AttributeValue>);

struct Slots<'a> {
    slots: Vec<Slot>,
    known: Vec<Known>,
    builder: &'a RequestBuilder<'a>,
    edge: Edge,
}

impl Slots<'_> {
    fn mark_parameter(&mut self, name: &str, format: Format) -> String {
        let value = self.first_of_each(name).or_else(|| self.builder.values.get(name).cloned());
        self.mark(name, value, format)
    }

    /// Returns the value of a parameter in the first of several queries.
    fn first_of_each(&self, name: &str) -> Option<AttributeValue> {
        let Some(Operation::Query(query)) = &self.builder.pattern.operation else { return None };
        query.for_each.get(name)?.first().map(|literal| value_of(literal, None))
    }

    /// Returns the mark of a value. Values with the same name are one parameter if the check has the same value for them.
    fn mark(&mut self, name: &str, value: Option<AttributeValue>, format: Format) -> String {
        let alike = |known: &&Known| known.0 == name;
        let number = match self.known.iter().filter(alike).position(|(_, known)| *known == value) {
            Some(position) => position + 1,
            None => self.known.iter().filter(alike).count() + 1,
        };
        if self.known.iter().filter(alike).count() < number {
            self.known.push((name.to_owned(), value.clone()));
        }
        let slot = Slot { parameter: name.to_owned(), number, format, value };
        let known = self.slots.iter().position(|known| *known == slot);
        let place = known.unwrap_or_else(|| {
            self.slots.push(slot);
            self.slots.len() - 1
        });
        format!("{0}{place}{0}", self.edge.0)
    }

    fn fill(&mut self, template: &Template) -> String {
        let pieces = template.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value { attribute, format } => self.mark_parameter(attribute, *format),
        });
        pieces.collect()
    }

    /// Returns the operation with templates as text. Items of puts are marked in the body instead.
    fn operation(&mut self, operation: &Operation) -> Option<Operation> {
        // A request as it is sent has no templates: every text in it stays as it is.
        if let Operation::Request(_) = operation {
            return Some(operation.clone());
        }
        let mut value = serde_json::to_value(operation).ok()?;
        self.mark_templates(&mut value, false);
        serde_json::from_value(value).ok()
    }

    fn mark_templates(&mut self, value: &mut Value, is_template: bool) {
        match value {
            Value::Object(members) => {
                // Within templates, these are names of attributes.
                if !is_template {
                    if let Some(set) = members.get_mut("set").and_then(Value::as_object_mut) {
                        self.fill_set(set);
                    }
                    members.remove("for_each");
                }
                for (name, member) in members.iter_mut() {
                    let holds = ["key", "keys", "values"].contains(&name.as_str());
                    self.mark_templates(member, is_template || holds);
                }
            }
            Value::Array(values) => {
                values.iter_mut().for_each(|value| self.mark_templates(value, is_template));
            }
            Value::String(text) if is_template => {
                if let Ok(template) = Template::parse(text) {
                    // Templates double the braces of a text.
                    *text = Template::text(&self.fill(&template)).to_string();
                }
            }
            _ => {}
        }
    }

    /// Fills `set` with the values of the check, so that key formats accept them. The item is replaced afterwards.
    fn fill_set(&self, set: &mut Map<String, Value>) {
        set.retain(|_, template| {
            let parsed = template.as_str().and_then(|text| Template::parse(text).ok());
            let text = parsed.and_then(|parsed| template::print(&self.builder.fill(&parsed).ok()?));
            let is_text = text.is_some();
            *template = Value::from(text.map(|text| Template::text(&text).to_string()));
            is_text
        });
    }

    /// Replaces each string and number of the item by slots and the constants of the pattern. Returns None if a key cannot be written
    /// this way.
    fn item(&mut self, put: &Put, item: &mut Value) -> Option<()> {
        let builder = self.builder;
        let row = row_of(builder, put);
        for (name, value) in item.as_object_mut().into_iter().flatten() {
            let Some((_, text)) = scalar(value) else { continue };
            let pieces = put_pieces::of_attribute(builder.design, put, name)?;
            let marks = pieces.into_iter().map(|piece| match piece {
                PutPiece::Text(text) => text,
                PutPiece::Value { source: Source::Parameter(parameter), format } => {
                    self.mark_parameter(&parameter, format)
                }
                PutPiece::Value { source: Source::Row(attribute), format } => {
                    self.mark(&attribute, row.and_then(|row| row.get(&attribute)).cloned(), format)
                }
            });
            *text = Value::from(marks.collect::<String>());
        }
        Some(())
    }
}

/// Returns the row that a put writes.
fn row_of<'a>(builder: &RequestBuilder<'a>, put: &Put) -> Option<&'a Item> {
    let placement = builder.design.table(&put.table)?.placement(&put.item)?;
    let rows = builder.sample.rows(&placement.entity)?;
    match put.row {
        Some(row) => rows.rows.get(row),
        None => Some(&rows.new_row),
    }
}

/// Returns the type and text of `{"S":"…"}` or `{"N":"…"}`.
fn scalar(value: &mut Value) -> Option<(&'static str, &mut Value)> {
    let members = value.as_object_mut().filter(|members| members.len() == 1)?;
    let kind = if members.contains_key("S") { "S" } else { "N" };
    members.get_mut(kind).filter(|text| text.is_string()).map(|text| (kind, text))
}

/// Returns each put with its item in the body.
fn puts<'a>(operation: &'a Operation, body: &'a mut Value) -> Vec<(&'a Put, &'a mut Value)> {
    let mut found: Vec<(&Put, &mut Value)> = Vec::new();
    match operation {
        Operation::Put(put) => found.extend(body.get_mut("Item").map(|item| (put, item))),
        Operation::TransactWrite { writes } => {
            let actions = body.get_mut("TransactItems").and_then(Value::as_array_mut).into_iter().flatten();
            for (write, action) in writes.iter().zip(actions) {
                if let (Action::Put(put), Some(item)) = (write, action.pointer_mut("/Put/Item")) {
                    found.push((put, item));
                }
            }
        }
        Operation::BatchWrite { writes } => {
            let tables = body.get_mut("RequestItems").and_then(Value::as_object_mut).into_iter().flatten();
            for (table, requests) in tables {
                let of_table = writes.iter().filter(|write| write.table() == table);
                let requests = requests.as_array_mut().into_iter().flatten();
                for (write, request) in of_table.zip(requests) {
                    if let (Action::Put(put), Some(item)) = (write, request.pointer_mut("/PutRequest/Item")) {
                        found.push((put, item));
                    }
                }
            }
        }
        _ => {}
    }
    found
}

/// Returns the marked body with the types of the sent one. Values without a scalar type are those of the sent body.
fn with_types(sent: &Value, mut marked: Value, edge: Edge) -> Value {
    if let Some((_, text)) = scalar(&mut marked)
        && text.as_str().is_some_and(|text| text.contains(edge.0))
    {
        let text = text.take();
        let kind = ["S", "N"].into_iter().find(|kind| sent.get(kind).is_some_and(Value::is_string));
        return match kind {
            Some(kind) => Value::Object(Map::from_iter([(kind.to_owned(), text)])),
            None => sent.clone(),
        };
    }
    match (sent, marked) {
        (Value::Object(sent), Value::Object(marked)) => Value::Object(
            marked
                .into_iter()
                .map(|(name, value)| {
                    let value = with_types(sent.get(&name).unwrap_or(&Value::Null), value, edge);
                    (name, value)
                })
                .collect(),
        ),
        (Value::Array(sent), Value::Array(marked)) => {
            let nothing = &Value::Null;
            let mut sent = sent.iter();
            marked.into_iter().map(|value| with_types(sent.next().unwrap_or(nothing), value, edge)).collect()
        }
        (sent, Value::Null) => sent.clone(),
        (_, marked) => marked,
    }
}

impl SlottedRequest {
    /// Splits a text at its slots.
    pub fn parts<'a>(&'a self, text: &'a str) -> Vec<Part<'a>> {
        let is_slot = |place: usize| place % 2 == 1;
        let parts = text.split(self.edge.0).enumerate().filter_map(|(place, part)| match is_slot(place) {
            true => Some(Part::Slot(self.slots.get(part.parse::<usize>().ok()?)?)),
            false => (!part.is_empty()).then_some(Part::Text(part)),
        });
        parts.collect()
    }
}
