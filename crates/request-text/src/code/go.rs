//! Writes a request as code for the AWS SDK for Go v2.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use dynalab_literals::go::{bytes, text};

use super::layout::{Piece, Style, print};
use super::rust::capitalized;
use crate::node::{Member, Node, NodeKind};
use crate::shapes::{OperationShape, Shape};

const STYLE: Style = Style { step: "\t", last: "," };

pub fn write(operation: OperationShape, body: &Node) -> String {
    let package = if operation.is_of_streams { "dynamodbstreams" } else { "dynamodb" };
    let parts = body.members().iter().map(|member| {
        let shape = operation.member(&member.name).map_or(Shape::Text, |member| member.shape);
        Piece::led(format!("{}: ", member.name), value(&member.value, shape, Place::Field))
    });
    let parts: Vec<Piece> = parts.collect();
    let name = operation.name;
    let call =
        Piece::group(format!("response, err := client.{name}(ctx, &{package}.{name}Input{{"), parts, "})");
    format!("{}\n", print(&call, STYLE))
}

/// A field contains a pointer. An element of a list or map is the value itself, and the collection has its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Field,
    Element,
}

fn value(node: &Node, shape: Shape, place: Place) -> Piece {
    let pointer = |function: &str, value: &str| match place {
        Place::Field => Piece::word(format!("aws.{function}({value})")),
        Place::Element => Piece::word(value),
    };
    match (&node.kind, shape) {
        (NodeKind::Map(members), Shape::AttributeValue) => match members.as_slice() {
            [only] => attribute(only),
            _ => Piece::word("nil"),
        },
        (NodeKind::Text(value), Shape::Enumeration(name)) if shape.values().contains(&value.as_str()) => {
            Piece::word(format!("types.{name}{}", capitalized(&value.to_ascii_lowercase())))
        }
        (NodeKind::Text(value), Shape::Enumeration(_)) => Piece::word(text(value)),
        (NodeKind::Text(value), Shape::Bytes) => Piece::word(match STANDARD.decode(value) {
            Ok(decoded) => bytes(&decoded),
            Err(_) => format!("[]byte({})", text(value)),
        }),
        (NodeKind::Text(value), _) => pointer("String", &text(value)),
        (NodeKind::Number(number), Shape::Timestamp) => {
            Piece::word(format!("aws.Time(time.Unix({}, 0))", number.split('.').next().unwrap_or_default()))
        }
        (NodeKind::Number(number), Shape::Long) => pointer("Int64", number),
        (NodeKind::Number(number), Shape::Double) => pointer("Float64", number),
        (NodeKind::Number(number), _) => pointer("Int32", number),
        (NodeKind::Bool(value), _) => pointer("Bool", &value.to_string()),
        (NodeKind::Null, _) => Piece::word("nil"),
        (NodeKind::Map(members), Shape::Structure(name)) => {
            let parts = members.iter().map(|member| {
                let inner = shape.member(&member.name).map_or(Shape::Text, |member| member.shape);
                Piece::led(format!("{}: ", member.name), value(&member.value, inner, Place::Field))
            });
            let open = if place == Place::Field { format!("&types.{name}{{") } else { "{".to_owned() };
            Piece::group(open, parts.collect(), "}")
        }
        (NodeKind::Map(members), _) => {
            let parts = members.iter().map(|member| {
                Piece::led(
                    format!("{}: ", text(&member.name)),
                    value(&member.value, shape.inner(), Place::Element),
                )
            });
            Piece::group(opened(shape, place), parts.collect(), "}")
        }
        (NodeKind::List(elements), _) => {
            let parts = elements.iter().map(|element| value(element, shape.inner(), Place::Element));
            Piece::group(opened(shape, place), parts.collect(), "}")
        }
    }
}

/// Returns the type and the brace, or only the brace inside another collection.
fn opened(shape: Shape, place: Place) -> String {
    if place == Place::Element { "{".to_owned() } else { format!("{}{{", type_name(shape)) }
}

fn type_name(shape: Shape) -> String {
    match shape {
        Shape::List(_) => format!("[]{}", type_name(shape.inner())),
        Shape::Map(_) => format!("map[string]{}", type_name(shape.inner())),
        Shape::Structure(name) | Shape::Enumeration(name) => format!("types.{name}"),
        Shape::AttributeValue => "types.AttributeValue".to_owned(),
        Shape::Bytes => "[]byte".to_owned(),
        Shape::Integer => "int32".to_owned(),
        Shape::Long => "int64".to_owned(),
        Shape::Double => "float64".to_owned(),
        Shape::Boolean => "bool".to_owned(),
        Shape::Timestamp => "time.Time".to_owned(),
        Shape::Text => "string".to_owned(),
    }
}

fn attribute(member: &Member) -> Piece {
    let shape = Shape::AttributeValue.member(&member.name).map_or(Shape::Text, |member| member.shape);
    let inner = match (&member.value.kind, shape) {
        // Scalars of an attribute value are not pointers. Collections have their types.
        (NodeKind::List(_) | NodeKind::Map(_), _) => value(&member.value, shape, Place::Field),
        _ => value(&member.value, shape, Place::Element),
    };
    let open = format!("&types.AttributeValueMember{}{{", member.name);
    Piece::group(open, vec![Piece::led("Value: ", inner)], "}")
}
