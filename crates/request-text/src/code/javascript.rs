//! Writes a request as code for the AWS SDK for JavaScript v3.

use dynalab_literals::javascript::{member as name, text as quoted};

use super::layout::{Piece, Style, print};
use crate::node::{Node, NodeKind};
use crate::scalar;
use crate::shapes::{OperationShape, Shape};

const STYLE: Style = Style { step: "  ", last: "," };

pub fn write(operation: OperationShape, body: &Node) -> String {
    let (client, package) = match operation.is_of_streams {
        true => ("DynamoDBStreamsClient", "@aws-sdk/client-dynamodb-streams"),
        false => ("DynamoDBClient", "@aws-sdk/client-dynamodb"),
    };
    let command = format!("{}Command", operation.name);
    let parts = body.members().iter().map(|member| {
        let shape = operation.member(&member.name).map_or(Shape::Text, |member| member.shape);
        Piece::led(format!("{}: ", name(&member.name)), value(&member.value, shape))
    });
    let parts: Vec<Piece> = parts.collect();
    let request =
        Piece::group(format!("const response = await client.send(new {command}({{ "), parts, " }));");
    format!(
        "import {{ {client}, {command} }} from \"{package}\";\n\nconst client = new {client}({{}});\n{}\n",
        print(&request, STYLE)
    )
}

fn value(node: &Node, shape: Shape) -> Piece {
    match &node.kind {
        NodeKind::Text(text) if shape == Shape::Bytes => {
            Piece::word(format!("Buffer.from({}, \"base64\")", quoted(text)))
        }
        NodeKind::Text(text) if shape == Shape::Timestamp && scalar::epoch_seconds(text).is_some() => {
            Piece::word(format!("new Date({})", quoted(text)))
        }
        NodeKind::Text(text) => Piece::word(quoted(text)),
        NodeKind::Number(number) if shape == Shape::Timestamp => {
            Piece::word(format!("new Date({})", milliseconds(number)))
        }
        NodeKind::Number(number) => Piece::word(number),
        NodeKind::Bool(value) => Piece::word(value.to_string()),
        NodeKind::Null => Piece::word("null"),
        NodeKind::List(elements) => {
            Piece::group("[", elements.iter().map(|element| value(element, shape.inner())).collect(), "]")
        }
        NodeKind::Map(members) => {
            let parts = members.iter().map(|member| {
                Piece::led(
                    format!("{}: ", name(&member.name)),
                    value(&member.value, shape.under(&member.name)),
                )
            });
            Piece::group("{ ", parts.collect(), " }")
        }
    }
}

/// Converts seconds to milliseconds by moving the decimal point.
fn milliseconds(seconds: &str) -> String {
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    if seconds.contains(['e', 'E']) || fraction.len() > 3 {
        return format!("{seconds} * 1000");
    }
    format!("{whole}{fraction:0<3}")
}
