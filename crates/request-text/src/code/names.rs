//! Leaves out the parameters whose names cannot be names in code. DynamoDB has no such parameters, so the SDKs do not either.

use crate::node::{Member, Node, NodeKind};
use crate::shapes::{OperationShape, Shape};

/// Returns the request without parameters that code cannot name. Their names are added to `left_out`.
pub fn without_unnamed(operation: OperationShape, body: &Node, left_out: &mut Vec<String>) -> Node {
    let members = kept(body.members(), left_out, |member, left_out| {
        let shape = operation.member(&member.name).map_or(Shape::Text, |known| known.shape);
        value(&member.value, shape, left_out)
    });
    Node::map(body.span, members)
}

fn kept(
    members: &[Member],
    left_out: &mut Vec<String>,
    mut value: impl FnMut(&Member, &mut Vec<String>) -> Node,
) -> Vec<Member> {
    let mut kept = Vec::new();
    for member in members {
        if is_name(&member.name) {
            let value = value(member, left_out);
            kept.push(Member { value, ..member.clone() });
        } else {
            left_out.push(member.name.clone());
        }
    }
    kept
}

/// The names in a map are texts. Those of a structure and of an attribute value are names in code.
fn value(node: &Node, shape: Shape, left_out: &mut Vec<String>) -> Node {
    let kind = match &node.kind {
        NodeKind::Map(members) if matches!(shape, Shape::Structure(_) | Shape::AttributeValue) => {
            NodeKind::Map(kept(members, left_out, |member, left_out| {
                value(&member.value, shape.under(&member.name), left_out)
            }))
        }
        NodeKind::Map(members) => {
            let below = |member: &Member| Member {
                value: value(&member.value, shape.under(&member.name), left_out),
                ..member.clone()
            };
            NodeKind::Map(members.iter().map(below).collect())
        }
        NodeKind::List(elements) => {
            NodeKind::List(elements.iter().map(|element| value(element, shape.inner(), left_out)).collect())
        }
        other => other.clone(),
    };
    Node::new(node.span, kind)
}

/// The parameters of DynamoDB begin with a capital. So do three words of Python that cannot be names.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && !matches!(name, "True" | "False" | "None")
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
