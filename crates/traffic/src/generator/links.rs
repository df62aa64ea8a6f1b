//! Values of one attribute in another: `{=station}` is the value that the attribute `station` of the same item got.

use std::borrow::Cow;

use dynalab_types::json::{Object, Value};

use super::GeneratorError;
use super::template::TemplateError;

/// Stands at both ends of an attribute's name until all attributes have their values. No person writes it.
const MARK: char = '\u{1}';
const BEGIN: &str = "{=";

/// Replaces `{=name}` by a mark, which the other placeholders leave as it is.
pub(super) fn mark(text: &str) -> Cow<'_, str> {
    if !text.contains(BEGIN) {
        return Cow::Borrowed(text);
    }
    let (mut marked, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        marked.push_str(before);
        // `{{=` is a brace and no placeholder. An open placeholder is reported by the template.
        let is_brace = before.ends_with('{');
        match after.split_once('}').filter(|_| !is_brace) {
            Some((name, behind)) => {
                marked.push(MARK);
                marked.push_str(name);
                marked.push(MARK);
                rest = behind;
            }
            None => {
                marked.push_str(BEGIN);
                rest = after;
            }
        }
    }
    marked.push_str(rest);
    Cow::Owned(marked)
}

/// Puts the values of the named attributes in place of the marks.
///
/// # Errors
/// If the item has no such attribute with a string or a number, or if it is a link itself.
pub(super) fn fill(mut item: Object) -> Result<Object, GeneratorError> {
    if !item.values().any(has_mark) {
        return Ok(item);
    }
    let known = item.clone();
    item.values_mut().try_for_each(|value| fill_value(value, &known))?;
    Ok(item)
}

fn has_mark(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(MARK),
        Value::Array(elements) => elements.iter().any(has_mark),
        Value::Object(members) => members.values().any(has_mark),
        _ => false,
    }
}

fn fill_value(value: &mut Value, known: &Object) -> Result<(), GeneratorError> {
    match value {
        Value::String(text) if text.contains(MARK) => {
            *text = linked(text, known)?;
            Ok(())
        }
        Value::Array(elements) => elements.iter_mut().try_for_each(|value| fill_value(value, known)),
        Value::Object(members) => members.values_mut().try_for_each(|value| fill_value(value, known)),
        _ => Ok(()),
    }
}

/// Every second part between marks is a name.
fn linked(text: &str, known: &Object) -> Result<String, GeneratorError> {
    let mut filled = String::new();
    for (place, part) in text.split(MARK).enumerate() {
        match place % 2 {
            0 => filled.push_str(part),
            _ => filled.push_str(value_of(part, known).ok_or_else(|| GeneratorError::Template {
                template: text.replace(MARK, "…"),
                error: TemplateError::UnknownGap { gap: format!("={part}") },
            })?),
        }
    }
    Ok(filled)
}

/// Returns the string or the number of an attribute, which is DynamoDB JSON.
fn value_of<'a>(name: &str, known: &'a Object) -> Option<&'a str> {
    let Value::Object(value) = known.get(name)? else { return None };
    match value.get("S").or(value.get("N"))? {
        Value::String(text) => Some(text).filter(|text| !text.contains(MARK)).map(String::as_str),
        _ => None,
    }
}
