//! Writes a request as code for boto3, the AWS SDK for Python.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use dynalab_literals::python::{bytes, text as quoted};

use super::layout::{Piece, Style, print};
use crate::node::{Node, NodeKind};
use crate::shapes::{self, OperationShape, Shape};

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
            Ok(decoded) => Piece::word(bytes(&decoded)),
            Err(_) => Piece::word(quoted(text)),
        },
        NodeKind::Text(text) => Piece::word(quoted(text)),
        NodeKind::Number(number) => Piece::word(number),
        NodeKind::Bool(value) => Piece::word(if *value { "True" } else { "False" }),
        NodeKind::Null => Piece::word("None"),
        NodeKind::List(elements) => {
            Piece::group("[", elements.iter().map(|element| value(element, shape.inner())).collect(), "]")
        }
        NodeKind::Map(members) => {
            let parts = members.iter().map(|member| {
                Piece::led(
                    format!("{}: ", quoted(&member.name)),
                    value(&member.value, shape.under(&member.name)),
                )
            });
            Piece::group("{", parts.collect(), "}")
        }
    }
}
