//! Visits the texts of a value that name something: templates and expressions.

use serde_json::Value;

use super::Shape;

/// A text of a design in which names can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    Template(String),
    Expression(String),
}

/// Returns the templates and the expressions of a value in order.
pub fn leaves(value: &Value, shape: &Shape) -> Vec<Leaf> {
    let mut found = Vec::new();
    visit(value, shape, &mut found);
    found
}

fn visit(value: &Value, shape: &Shape, found: &mut Vec<Leaf>) {
    match (shape, value) {
        (Shape::Template, Value::String(text)) => found.push(Leaf::Template(text.clone())),
        (Shape::Expression, Value::String(text)) => found.push(Leaf::Expression(text.clone())),
        (_, Value::Array(entries)) => {
            for entry in entries {
                if let Some(inner) = shape.part(value, "") {
                    visit(entry, inner, found);
                }
            }
        }
        (_, Value::Object(members)) => {
            for (name, member) in members {
                if let Some(inner) = shape.part(value, name) {
                    visit(member, inner, found);
                }
            }
        }
        (Shape::Either(shapes), _) => {
            if let Some(inner) = super::chosen(shapes, value) {
                visit(value, inner, found);
            }
        }
        _ => {}
    }
}
