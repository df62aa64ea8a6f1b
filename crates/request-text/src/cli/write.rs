//! Writes a request as an AWS CLI command.

use dynalab_literals::shell::{self, is_plain, json_word};

use crate::layout;
use crate::node::{Member, Node, NodeKind};
use crate::shapes::{self, MemberShape, OperationShape, Shape};

/// The maximum width of a value on the line of its option, in characters.
const WIDTH: usize = 96;

pub fn write(operation: OperationShape, body: &Node) -> String {
    let service = if operation.is_of_streams { "dynamodbstreams" } else { "dynamodb" };
    let mut line = format!("aws {service} {}", shapes::spelled_with(operation.name, '-'));
    let shapes = operation.members();
    let options: Option<Vec<String>> = body.members().iter().map(|member| option(&shapes, member)).collect();
    // If an option cannot express a parameter, the whole request is written as JSON.
    let options = options
        .unwrap_or_else(|| vec![format!("--cli-input-json {}", json_word(&layout::broken(body, 0, WIDTH)))]);
    for option in options {
        line.push_str(" \\\n  ");
        line.push_str(&option);
    }
    line
}

fn option(shapes: &[MemberShape], member: &Member) -> Option<String> {
    let shape = shapes.iter().find(|shape| shape.name == member.name)?.shape;
    let name = shapes::spelled_with(&member.name, '-');
    Some(match (&member.value.kind, shape) {
        (NodeKind::Bool(true), Shape::Boolean) => format!("--{name}"),
        (NodeKind::Bool(false), Shape::Boolean) => format!("--no-{name}"),
        (NodeKind::Number(number), Shape::Integer | Shape::Long | Shape::Double | Shape::Timestamp) => {
            // A value that begins with a hyphen needs an equals sign. Otherwise the CLI reads it as an option.
            format!("--{name}{}{number}", if number.starts_with('-') { "=" } else { " " })
        }
        (NodeKind::Text(text), Shape::Text | Shape::Enumeration(_)) => shell::option(&name, text)?,
        (NodeKind::List(elements), Shape::List(_)) => match short_list(shape.inner(), elements) {
            Some(words) => format!("--{name} {words}"),
            None => format!("--{name} {}", json(&member.value)),
        },
        (NodeKind::Map(_), Shape::Structure(_)) => match short(shape, &member.value) {
            Some(word) => format!("--{name} {word}"),
            None => format!("--{name} {}", json(&member.value)),
        },
        (NodeKind::Map(_), Shape::Map(_)) => format!("--{name} {}", json(&member.value)),
        _ => return None,
    })
}

fn json(node: &Node) -> String {
    json_word(&layout::broken(node, 2, WIDTH))
}

/// Returns the strings or shorthand structures of a list, separated by spaces. Returns `None` if an element needs JSON.
fn short_list(shape: Shape, elements: &[Node]) -> Option<String> {
    if elements.is_empty() {
        return None;
    }
    let words = elements.iter().map(|element| match shape {
        Shape::Text => element.as_text().filter(|text| is_plain(text)).map(str::to_owned),
        Shape::Structure(_) => short(shape, element),
        _ => None,
    });
    Some(words.collect::<Option<Vec<String>>>()?.join(" "))
}

fn short(shape: Shape, node: &Node) -> Option<String> {
    let NodeKind::Map(members) = &node.kind else { return None };
    let pairs = members.iter().map(|member| {
        let value = match (&member.value.kind, shape.member(&member.name)?.shape) {
            (NodeKind::Text(text), Shape::Text | Shape::Enumeration(_)) if is_plain(text) => text.clone(),
            (NodeKind::Number(number), Shape::Integer | Shape::Long | Shape::Double) => number.clone(),
            (NodeKind::Bool(value), Shape::Boolean) => value.to_string(),
            _ => return None,
        };
        Some(format!("{}={value}", member.name))
    });
    let pairs = pairs.collect::<Option<Vec<String>>>()?;
    (!pairs.is_empty()).then(|| pairs.join(","))
}
