//! Writes a request as code for boto3, the AWS SDK for Python.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::layout::{Piece, Style, four_digits, print, quoted};
use crate::request_text::node::{Node, NodeKind};
use crate::request_text::shapes::{self, OperationShape, Shape};

const STYLE: Style = Style { step: "    ", last: "," };

pub fn write(operation: OperationShape, body: &Node) -> String {
    let service = if operation.is_of_streams { "dynamodbstreams" } else { "dynamodb" };
    let parts = body.members().iter().map(|member| {
        let shape = operation.member(&member.name).map_or(Shape::Text, |member| member.shape);
        Piece::led(format!("{}=", member.name), value(&member.value, shape))
    });
    let parts: Vec<Piece> = parts.collect();
    let method = shapes::spelled_with(operation.name, '_');
    let call = Piece::group(format!("response = client.{method}("), parts, ")");
    format!("import boto3\n\nclient = boto3.client(\"{service}\")\n{}\n", print(&call, STYLE))
}

fn value(node: &Node, shape: Shape) -> Piece {
    match &node.kind {
        NodeKind::Text(text) if shape == Shape::Bytes => match STANDARD.decode(text) {
            Ok(bytes) => Piece::word(format!("b\"{}\"", escaped(&bytes))),
            Err(_) => Piece::word(quoted(text, four_digits)),
        },
        NodeKind::Text(text) => Piece::word(quoted(text, four_digits)),
        NodeKind::Number(number) => Piece::word(number),
        NodeKind::Bool(value) => Piece::word(if *value { "True" } else { "False" }),
        NodeKind::Null => Piece::word("None"),
        NodeKind::List(elements) => {
            Piece::group("[", elements.iter().map(|element| value(element, shape.inner())).collect(), "]")
        }
        NodeKind::Map(members) => {
            let parts = members.iter().map(|member| {
                Piece::led(
                    format!("{}: ", quoted(&member.name, four_digits)),
                    value(&member.value, shape.under(&member.name)),
                )
            });
            Piece::group("{", parts.collect(), "}")
        }
    }
}

/// Escapes bytes for a literal in Python, Rust or Go.
pub fn escaped(bytes: &[u8]) -> String {
    let escaped = bytes.iter().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", *byte as char),
        b' '..=b'~' => (*byte as char).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    escaped.collect()
}
