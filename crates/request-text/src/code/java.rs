//! Writes a request as code for the AWS SDK for Java 2.

use dynalab_literals::java::text;

use super::layout::{Piece, Style, print};
use crate::node::{Member, Node, NodeKind};
use crate::shapes::{self, MemberShape, OperationShape, Shape};

const STYLE: Style = Style { step: "    ", last: "" };
/// The maximum number of pairs of `Map.of`.
const PAIRS_MAX: usize = 10;

pub fn write(operation: OperationShape, body: &Node) -> String {
    let mut calls = members(body, &operation.members());
    calls.push(Piece::word(".build();"));
    let request = format!("{}Request", operation.name);
    let chain = Piece::Chain { head: format!("{request} request = {request}.builder()"), calls };
    let method = first_small(operation.name);
    format!("{}\n{}Response response = client.{method}(request);\n", print(&chain, STYLE), operation.name)
}

fn members(body: &Node, shapes: &[MemberShape]) -> Vec<Piece> {
    let call = |member: &Member| {
        let shape =
            shapes.iter().find(|shape| shape.name == member.name).map_or(Shape::Text, |found| found.shape);
        Piece::group(format!(".{}(", method(&member.name)), vec![value(&member.value, shape)], ")")
    };
    body.members().iter().map(call).collect()
}

fn value(node: &Node, shape: Shape) -> Piece {
    match (&node.kind, shape) {
        (NodeKind::Map(members), Shape::AttributeValue) => match members.as_slice() {
            [only] => attribute(only),
            _ => Piece::word("AttributeValue.builder().build()"),
        },
        (NodeKind::Text(value), Shape::Enumeration(name)) if shape.values().contains(&value.as_str()) => {
            Piece::word(format!(
                "{name}.{}",
                value.replace(|character: char| !character.is_ascii_alphanumeric(), "_")
            ))
        }
        (NodeKind::Text(value), Shape::Bytes) => {
            Piece::word(format!("SdkBytes.fromByteArray(Base64.getDecoder().decode({}))", text(value)))
        }
        (NodeKind::Text(value), _) => Piece::word(text(value)),
        (NodeKind::Number(number), Shape::Timestamp) => Piece::word(instant(number)),
        (NodeKind::Number(number), Shape::Long) => Piece::word(format!("{number}L")),
        (NodeKind::Number(number), Shape::Double) if !number.contains(['.', 'e', 'E']) => {
            Piece::word(format!("{number}.0"))
        }
        (NodeKind::Number(number), _) => Piece::word(number),
        (NodeKind::Bool(value), _) => Piece::word(value.to_string()),
        (NodeKind::Null, _) => Piece::word("null"),
        (NodeKind::Map(_), Shape::Structure(name)) => {
            let mut calls = members(node, &shape.members());
            calls.push(Piece::word(".build()"));
            Piece::Chain { head: format!("{name}.builder()"), calls }
        }
        (NodeKind::Map(members), _) => map(members, shape),
        (NodeKind::List(elements), _) => Piece::group(
            "List.of(",
            elements.iter().map(|element| value(element, shape.inner())).collect(),
            ")",
        ),
    }
}

fn map(members: &[Member], shape: Shape) -> Piece {
    let pair = |member: &Member| [Piece::word(text(&member.name)), value(&member.value, shape.inner())];
    if members.len() > PAIRS_MAX {
        let entries = members.iter().map(|member| Piece::group("Map.entry(", pair(member).into(), ")"));
        return Piece::group("Map.ofEntries(", entries.collect(), ")");
    }
    let pairs = members.iter().map(|member| {
        let [name, value] = pair(member);
        let Piece::Word(name) = name else { return value };
        Piece::led(format!("{name}, "), value)
    });
    Piece::group("Map.of(", pairs.collect(), ")")
}

fn attribute(member: &Member) -> Piece {
    let shape = Shape::AttributeValue.member(&member.name).map_or(Shape::Text, |member| member.shape);
    let name = if member.name == "NULL" {
        "Nul".to_owned()
    } else {
        super::rust::capitalized(&member.name.to_ascii_lowercase())
    };
    Piece::group(format!("AttributeValue.from{name}("), vec![value(&member.value, shape)], ")")
}

/// Writes a time in seconds. `ofEpochSecond` accepts only integers, so a fraction needs milliseconds.
fn instant(seconds: &str) -> String {
    match seconds.split_once('.') {
        Some((whole, fraction)) if fraction.len() <= 3 && !seconds.contains(['e', 'E']) => {
            format!("Instant.ofEpochMilli({whole}{fraction:0<3}L)")
        }
        _ => format!("Instant.ofEpochSecond({seconds}L)"),
    }
}

fn method(member: &str) -> String {
    if member == "NULL" { "nul".to_owned() } else { first_small(member) }
}

/// Converts `TableName` to `tableName` and `SSESpecification` to `sseSpecification`.
fn first_small(name: &str) -> String {
    let first = shapes::spelled_with(name, '_');
    let length = first.find('_').unwrap_or(first.len());
    format!("{}{}", name[..length].to_ascii_lowercase(), &name[length..])
}
