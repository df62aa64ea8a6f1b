//! Writes a request as code for the AWS SDK for Rust.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use dynalab_literals::rust::{bytes as byte_literal, text};

use super::layout::{Piece, Style, print};
use crate::node::{Member, Node, NodeKind};
use crate::shapes::{self, MemberShape, OperationShape, Shape};

const STYLE: Style = Style { step: "    ", last: "," };

pub fn write(operation: OperationShape, body: &Node) -> String {
    let mut writer = Writer::default();
    let mut calls = vec![Piece::word(format!(".{}()", shapes::spelled_with(operation.name, '_')))];
    calls.extend(writer.write_calls(body, &operation.members()));
    calls.extend([Piece::word(".send()"), Piece::word(".await?;")]);
    let chain = Piece::Chain { head: "let response = client".to_owned(), calls };
    let code = print(&chain, STYLE);
    let mut uses = String::new();
    if code.contains("HashMap::") {
        uses.push_str("use std::collections::HashMap;\n");
    }
    if code.contains("Blob::") {
        uses.push_str("use aws_sdk_dynamodb::primitives::Blob;\n");
    }
    if code.contains("DateTime::") {
        uses.push_str("use aws_sdk_dynamodb::primitives::DateTime;\n");
    }
    if !writer.types.is_empty() {
        let package = if operation.is_of_streams { "aws_sdk_dynamodbstreams" } else { "aws_sdk_dynamodb" };
        let names: Vec<String> = writer.types.into_iter().collect();
        let list =
            if let [only] = names.as_slice() { only.clone() } else { format!("{{{}}}", names.join(", ")) };
        uses.push_str(&format!("use {package}::types::{list};\n"));
    }
    let space = if uses.is_empty() { "" } else { "\n" };
    format!("{uses}{space}{code}\n")
}

#[derive(Default)]
struct Writer {
    /// The types to import.
    types: BTreeSet<String>,
}

impl Writer {
    fn used(&mut self, shape_name: &str) -> String {
        let name = type_name(shape_name);
        self.types.insert(name.clone());
        name
    }

    /// Writes a call for each member, or for each element if the builder adds elements one by one.
    fn write_calls(&mut self, body: &Node, shapes: &[MemberShape]) -> Vec<Piece> {
        let mut calls = Vec::new();
        for member in body.members() {
            let name = shapes::spelled_with(&member.name, '_');
            let shape = shapes
                .iter()
                .find(|shape| shape.name == member.name)
                .map_or(Shape::Text, |found| found.shape);
            match &member.value.kind {
                NodeKind::Map(entries) if matches!(shape, Shape::Map(_)) && !entries.is_empty() => {
                    for entry in entries {
                        let parts = vec![
                            Piece::word(text(&entry.name)),
                            self.value(&entry.value, shape.inner(), true),
                        ];
                        calls.push(Piece::group(format!(".{name}("), parts, ")"));
                    }
                }
                NodeKind::List(elements) if matches!(shape, Shape::List(_)) && !elements.is_empty() => {
                    for element in elements {
                        calls.push(Piece::group(
                            format!(".{name}("),
                            vec![self.value(element, shape.inner(), true)],
                            ")",
                        ));
                    }
                }
                NodeKind::Map(_) | NodeKind::List(_) if matches!(shape, Shape::Map(_) | Shape::List(_)) => {
                    let empty = if matches!(shape, Shape::Map(_)) { "HashMap::new()" } else { "vec![]" };
                    calls.push(Piece::word(format!(".set_{name}(Some({empty}))")));
                }
                _ => calls.push(Piece::group(
                    format!(".{name}("),
                    vec![self.value(&member.value, shape, true)],
                    ")",
                )),
            }
        }
        calls
    }

    /// Writes a value. `is_argument`: a builder accepts a string slice, but a collection needs an owned string.
    fn value(&mut self, node: &Node, shape: Shape, is_argument: bool) -> Piece {
        match (&node.kind, shape) {
            (NodeKind::Map(members), Shape::AttributeValue) => match members.as_slice() {
                [only] => self.attribute(only),
                _ => Piece::word("AttributeValue::builder()"),
            },
            (NodeKind::Text(value), Shape::Enumeration(name)) if shape.values().contains(&value.as_str()) => {
                Piece::word(format!("{}::{}", self.used(name), variant(value)))
            }
            (NodeKind::Text(value), Shape::Bytes) => Piece::word(bytes(value)),
            (NodeKind::Text(value), _) => {
                Piece::word(if is_argument { text(value) } else { format!("{}.to_string()", text(value)) })
            }
            (NodeKind::Number(number), Shape::Timestamp) => {
                let method = if number.contains(['.', 'e', 'E']) { "from_secs_f64" } else { "from_secs" };
                Piece::word(format!("DateTime::{method}({number})"))
            }
            (NodeKind::Number(number), Shape::Double) if !number.contains(['.', 'e', 'E']) => {
                Piece::word(format!("{number}.0"))
            }
            (NodeKind::Number(number), _) => Piece::word(number),
            (NodeKind::Bool(value), _) => Piece::word(value.to_string()),
            (NodeKind::Null, _) => Piece::word("None"),
            (NodeKind::Map(_), Shape::Structure(name)) => {
                let members = shape.members();
                let mut calls = self.write_calls(node, &members);
                // Building fails if a required member is missing.
                let has_required = members.iter().any(|member| member.required);
                calls.push(Piece::word(if has_required { ".build()?" } else { ".build()" }));
                Piece::Chain { head: format!("{}::builder()", self.used(name)), calls }
            }
            (NodeKind::Map(members), _) => {
                let pairs = members.iter().map(|member| {
                    let name = Piece::word(format!("{}.to_string()", text(&member.name)));
                    Piece::group("(", vec![name, self.value(&member.value, shape.inner(), false)], ")")
                });
                Piece::group("HashMap::from([", pairs.collect(), "])")
            }
            (NodeKind::List(elements), _) => {
                let parts = elements.iter().map(|element| self.value(element, shape.inner(), false));
                Piece::group("vec![", parts.collect(), "]")
            }
        }
    }

    fn attribute(&mut self, member: &Member) -> Piece {
        self.types.insert("AttributeValue".to_owned());
        let shape = Shape::AttributeValue.member(&member.name).map_or(Shape::Text, |member| member.shape);
        let value = match (&member.value.kind, shape) {
            (NodeKind::Text(value), Shape::Text) => Piece::word(format!("{}.into()", text(value))),
            _ => self.value(&member.value, shape, false),
        };
        Piece::group(format!("AttributeValue::{}(", variant(&member.name)), vec![value], ")")
    }
}

fn bytes(base64: &str) -> String {
    match STANDARD.decode(base64) {
        Ok(bytes) => format!("Blob::new({})", byte_literal(&bytes)),
        Err(_) => format!("Blob::new({})", text(base64)),
    }
}

/// Converts `SSESpecification` to the Rust name `SseSpecification`.
fn type_name(name: &str) -> String {
    if name == "AttributeValue" { name.to_owned() } else { capitalized(&shapes::spelled_with(name, '_')) }
}

/// Converts `ALL_OLD` to `AllOld`.
fn variant(value: &str) -> String {
    capitalized(&value.to_ascii_lowercase())
}

/// Joins words into one. Words are separated by characters that are neither letters nor digits.
pub fn capitalized(words: &str) -> String {
    let words = words.split(|character: char| !character.is_ascii_alphanumeric()).map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or(String::new(), |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
    });
    words.collect()
}
