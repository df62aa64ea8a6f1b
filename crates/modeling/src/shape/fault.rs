//! What is wrong with a value of the format, with the members or values that are allowed at its place.

use serde_json::Value;

use super::example::{example, examples};
use super::{Member, Shape};

/// The first fault of a value. `place` is a path such as `expect.rows[0]`; it is empty for the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The format has no such member there.
    UnknownMember {
        place: String,
        member: String,
        allowed: Vec<&'static str>,
        example: String,
    },
    MissingMember {
        place: String,
        member: &'static str,
        example: String,
    },
    /// The value is of another kind. One of the examples is as it should be.
    WrongValue {
        place: String,
        examples: Vec<String>,
    },
}

/// Returns what is wrong first, in the order of the value's text. None if the format allows the value.
pub fn first_fault(value: &Value, shape: &Shape) -> Option<Fault> {
    fault(value, shape, &mut Vec::new())
}

/// Returns true if the JSON type of the value is that of the shape.
pub(super) fn is_of_type(value: &Value, shape: &Shape) -> bool {
    match shape {
        Shape::Any => true,
        Shape::Text | Shape::Expression | Shape::Name(_) | Shape::Template => value.is_string(),
        Shape::Whole => value.as_u64().is_some(),
        Shape::Number => value.is_number(),
        Shape::Flag => value.is_boolean(),
        Shape::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Shape::List(_) => value.is_array(),
        Shape::Pair(_) => value.as_array().is_some_and(|pair| pair.len() == 2),
        Shape::Map(_) | Shape::Object(_) => value.is_object(),
        Shape::Tagged { .. } => shape.members_of(value).is_some(),
        Shape::Either(shapes) => shapes.iter().any(|shape| is_of_type(value, shape)),
    }
}

fn fault(value: &Value, shape: &Shape, place: &mut Vec<String>) -> Option<Fault> {
    let wrong = |place: &[String]| Some(Fault::WrongValue { place: path(place), examples: examples(shape) });
    if let Shape::Either(shapes) = shape {
        return either(value, shapes, place).then(|| wrong(place)).flatten().or_else(|| {
            let inner = chosen_by_type(shapes, value)?;
            fault(value, inner, place)
        });
    }
    if !is_of_type(value, shape) {
        return wrong(place);
    }
    match (shape, value) {
        (Shape::Template, Value::String(text)) => {
            crate::Template::parse(text).is_err().then(|| wrong(place)).flatten()
        }
        (Shape::List(inner) | Shape::Pair(inner), Value::Array(entries)) => {
            entries.iter().enumerate().find_map(|(number, entry)| {
                within(place, format!("[{number}]"), |place| fault(entry, inner, place))
            })
        }
        (Shape::Map(inner), Value::Object(entries)) => entries
            .iter()
            .find_map(|(name, entry)| within(place, name.clone(), |place| fault(entry, inner, place))),
        (Shape::Object(_), Value::Object(_)) => members_fault(value, shape, None, place),
        (Shape::Tagged { tag, .. }, Value::Object(_)) => members_fault(value, shape, Some(tag), place),
        _ => None,
    }
}

/// Returns true if the value is none of several shapes, so that the fault is the value itself.
fn either(value: &Value, shapes: &[Shape], place: &mut Vec<String>) -> bool {
    let fitting: Vec<&Shape> = shapes.iter().filter(|shape| is_of_type(value, shape)).collect();
    match fitting[..] {
        [] => true,
        [_] => false,
        _ => fitting.iter().all(|shape| fault(value, shape, place).is_some()),
    }
}

fn chosen_by_type<'a>(shapes: &'a [Shape], value: &Value) -> Option<&'a Shape> {
    let mut fitting = shapes.iter().filter(|shape| is_of_type(value, shape));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

fn members_fault(value: &Value, shape: &Shape, tag: Option<&str>, place: &mut Vec<String>) -> Option<Fault> {
    let members = shape.members_of(value)?;
    let object = value.as_object()?;
    for (name, member) in object {
        if Some(name.as_str()) == tag {
            continue;
        }
        let Some(known) = members.iter().find(|known| known.name == name) else {
            return Some(unknown(name, members, place));
        };
        let found = within(place, name.clone(), |place| fault(member, known.shape, place));
        if found.is_some() {
            return found;
        }
    }
    let missing = members.iter().find(|member| member.is_required && !object.contains_key(member.name))?;
    let example = format!("\"{}\": {}", missing.name, example(missing.shape));
    Some(Fault::MissingMember { place: path(place), member: missing.name, example })
}

fn unknown(name: &str, members: &'static [Member], place: &[String]) -> Fault {
    let allowed: Vec<&'static str> = members.iter().map(|member| member.name).collect();
    let closest = crate::shape::members::nearest(name, allowed.iter().copied()).or(allowed.first().copied());
    let shown = members.iter().find(|member| Some(member.name) == closest);
    let example = shown.map(|member| format!("\"{}\": {}", member.name, example(member.shape)));
    Fault::UnknownMember {
        place: path(place),
        member: name.to_owned(),
        allowed,
        example: example.unwrap_or_default(),
    }
}

fn within<T>(place: &mut Vec<String>, step: String, inner: impl FnOnce(&mut Vec<String>) -> T) -> T {
    place.push(step);
    let found = inner(place);
    place.pop();
    found
}

fn path(place: &[String]) -> String {
    let mut text = String::new();
    for step in place {
        if !text.is_empty() && !step.starts_with('[') {
            text.push('.');
        }
        text.push_str(step);
    }
    text
}
