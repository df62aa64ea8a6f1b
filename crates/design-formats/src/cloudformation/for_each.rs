//! Expands `Fn::ForEach`: members that a template repeats for each value of a list.

use std::borrow::Cow;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::literal::bytes_of;
use dynalab_types::{Budget, TooMuch};
use serde_json::{Map, Value, json};

use super::resolve::{Path, Scope};

const FOR_EACH: &str = "Fn::ForEach::";

/// Returns the members without loops. A loop over an unknown list stays as it is, and its name is added to `unknown`.
///
/// # Errors
/// Returns the refusal if the copies would become too much.
pub fn expand(
    members: &Map<String, Value>,
    scope: &Scope,
    budget: &Budget,
    unknown: &mut Vec<String>,
) -> Result<Map<String, Value>, TooMuch> {
    let _level = budget.enter()?;
    let mut expanded = Map::new();
    for (name, value) in members {
        budget.step(1)?;
        match name.strip_prefix(FOR_EACH) {
            Some(title) => match repeated(value, scope)? {
                Some(Loop { variable, values, body }) => {
                    for each in &values {
                        budget.produce(VALUE_BYTES + bytes_of(&Value::Object(body.clone())))?;
                        let copy = replaced(body, variable, each);
                        expanded.extend(expand(&copy, scope, budget, unknown)?);
                    }
                }
                None => unknown.push(title.to_owned()),
            },
            None => {
                budget.produce(VALUE_BYTES + name.len())?;
                expanded.insert(name.clone(), inner(value, scope, budget, unknown)?);
            }
        }
    }
    Ok(expanded)
}

fn inner(value: &Value, scope: &Scope, budget: &Budget, unknown: &mut Vec<String>) -> Result<Value, TooMuch> {
    match value {
        Value::Object(members) => Ok(Value::Object(expand(members, scope, budget, unknown)?)),
        Value::Array(list) => {
            let _level = budget.enter()?;
            list.iter().map(|value| inner(value, scope, budget, unknown)).collect()
        }
        other => {
            budget.produce(VALUE_BYTES + bytes_of(other))?;
            Ok(other.clone())
        }
    }
}

/// The parts of a loop.
struct Loop<'a> {
    variable: &'a str,
    values: Vec<String>,
    body: &'a Map<String, Value>,
}

/// Returns the loop, or None if its list is unknown or it is no loop.
fn repeated<'a>(value: &'a Value, scope: &Scope) -> Result<Option<Loop<'a>>, TooMuch> {
    let [variable, list, body] = value.as_array().map(Vec::as_slice).unwrap_or_default() else {
        return Ok(None);
    };
    let (Some(variable), Some(body)) = (variable.as_str(), body.as_object()) else { return Ok(None) };
    let mut unknown = Vec::new();
    let list = scope.resolve(list, &Path::of_resource(FOR_EACH), &mut unknown)?;
    let values: Option<Vec<String>> =
        list.as_array().map(|list| list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect());
    Ok(values.filter(|_| unknown.is_empty()).map(|values| Loop { variable, values, body }))
}

/// Returns the members with the value of the variable in names and texts: `${Name}`, `&{Name}` with letters and digits alone, and
/// references to the name.
fn replaced(members: &Map<String, Value>, variable: &str, each: &str) -> Map<String, Value> {
    let plain: String = each.chars().filter(char::is_ascii_alphanumeric).collect();
    let marks = [(format!("${{{variable}}}"), each), (format!("&{{{variable}}}"), plain.as_str())];
    let text = |text: &str| {
        let filled = marks.iter().fold(Cow::Borrowed(text), |text, (mark, value)| {
            if text.contains(mark.as_str()) { Cow::Owned(text.replace(mark, value)) } else { text }
        });
        filled.into_owned()
    };
    of_members(members, &text, variable, each)
}

fn of_members(
    members: &Map<String, Value>,
    text: &impl Fn(&str) -> String,
    variable: &str,
    each: &str,
) -> Map<String, Value> {
    members.iter().map(|(name, value)| (text(name), of_value(value, text, variable, each))).collect()
}

fn of_value(value: &Value, text: &impl Fn(&str) -> String, variable: &str, each: &str) -> Value {
    match value {
        Value::Object(members) if members.len() == 1 && members.get("Ref") == Some(&json!(variable)) => {
            json!(each)
        }
        Value::Object(members) => Value::Object(of_members(members, text, variable, each)),
        Value::Array(list) => list.iter().map(|value| of_value(value, text, variable, each)).collect(),
        Value::String(written) => Value::String(text(written)),
        other => other.clone(),
    }
}
