//! Evaluates the functions of a template, as far as default parameters, mappings and conditions allow.

use serde_json::{Map, Value, json};

/// The values that a template's functions can use.
pub struct Scope {
    parameters: Map<String, Value>,
    mappings: Value,
    conditions: Map<String, Value>,
}

/// A function whose value is unknown until the stack is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The path from the resource.
    pub place: String,
    pub expression: String,
}

/// Maximum nesting of conditions.
const DEPTH_MAX: usize = 64;
/// The pseudo parameter that removes a member.
const NO_VALUE: &str = "AWS::NoValue";

impl Scope {
    pub fn from_template(template: &Value) -> Scope {
        let map = |name: &str| template.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        let defaults = map("Parameters").into_iter().filter_map(|(name, parameter)| {
            let default = parameter.get("Default").cloned()?;
            Some((name, default))
        });
        Scope {
            parameters: defaults.collect(),
            mappings: template.get("Mappings").cloned().unwrap_or_default(),
            conditions: map("Conditions"),
        }
    }

    /// Returns a scope in which a reference to a table is its name.
    pub fn with_names(&self, names: &Map<String, Value>) -> Scope {
        let mut parameters = self.parameters.clone();
        parameters.extend(names.clone());
        Scope { parameters, mappings: self.mappings.clone(), conditions: self.conditions.clone() }
    }

    /// Returns the value without functions. An unknown value becomes null and is added to `unknown`.
    pub fn resolve(&self, value: &Value, place: &str, unknown: &mut Vec<Unknown>) -> Value {
        match value {
            Value::Object(map) => match function(map) {
                Some((name, argument)) => {
                    let argument = match name {
                        // Only the selected branch is evaluated.
                        "Fn::If" => argument.clone(),
                        _ => self.resolve(argument, place, unknown),
                    };
                    self.call(name, &argument, place, unknown).unwrap_or_else(|| {
                        unknown.push(Unknown { place: place.to_owned(), expression: value.to_string() });
                        Value::Null
                    })
                }
                None => {
                    let members = map.iter().filter_map(|(name, value)| {
                        let resolved = self.resolve(value, &format!("{place}.{name}"), unknown);
                        let is_left_out = resolved.is_null() && !value.is_null();
                        (!is_left_out).then(|| (name.clone(), resolved))
                    });
                    Value::Object(members.collect())
                }
            },
            Value::Array(list) => {
                let members = list
                    .iter()
                    .enumerate()
                    .map(|(number, value)| self.resolve(value, &format!("{place}[{number}]"), unknown));
                Value::Array(members.filter(|value| !value.is_null()).collect())
            }
            other => other.clone(),
        }
    }

    fn call(&self, name: &str, argument: &Value, place: &str, unknown: &mut Vec<Unknown>) -> Option<Value> {
        match name {
            "Ref" => self.reference(argument.as_str()?),
            "Fn::Sub" => self.substitute(argument),
            "Fn::Join" => {
                let separator = argument.get(0)?.as_str()?;
                let parts: Option<Vec<String>> = argument.get(1)?.as_array()?.iter().map(text).collect();
                Some(Value::String(parts?.join(separator)))
            }
            "Fn::Select" => {
                let place = argument.get(0)?;
                let place = place.as_u64().or_else(|| place.as_str()?.parse().ok())?;
                argument.get(1)?.get(usize::try_from(place).ok()?).cloned()
            }
            "Fn::FindInMap" => {
                let step = |value: &Value, number: usize| value.get(argument.get(number)?.as_str()?).cloned();
                step(&step(&step(&self.mappings, 0)?, 1)?, 2)
            }
            "Fn::If" => {
                let branch = if self.is_true(argument.get(0)?, 0)? { 1 } else { 2 };
                let chosen = argument.get(branch)?;
                if is_no_value(chosen) {
                    return Some(Value::Null);
                }
                Some(self.resolve(chosen, place, unknown))
            }
            _ => None,
        }
    }

    fn reference(&self, name: &str) -> Option<Value> {
        match name {
            NO_VALUE => Some(Value::Null),
            // Templates compare the Region, and use it in lists of replicas.
            "AWS::Region" => Some(json!(name)),
            _ => self.parameters.get(name).cloned(),
        }
    }

    /// Replaces `${Name}` in a text. The second form of the function also defines names.
    fn substitute(&self, argument: &Value) -> Option<Value> {
        let (text_of, own) = match argument {
            Value::String(text) => (text.as_str(), None),
            list => (list.get(0)?.as_str()?, list.get(1)),
        };
        let mut out = String::new();
        let mut rest = text_of;
        while let Some(start) = rest.find("${") {
            out.push_str(&rest[..start]);
            let end = start + rest[start..].find('}')?;
            let name = &rest[start + 2..end];
            match name.strip_prefix('!') {
                Some(literal) => out.push_str(&format!("${{{literal}}}")),
                None => {
                    let known = own.and_then(|own| own.get(name)).cloned();
                    out.push_str(&text(&known.or_else(|| self.reference(name))?)?);
                }
            }
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        Some(Value::String(out))
    }

    /// Evaluates a condition, given by name or as a function.
    fn is_true(&self, condition: &Value, depth: usize) -> Option<bool> {
        if depth > DEPTH_MAX {
            return None;
        }
        if let Some(name) = condition.as_str() {
            return self.is_true(self.conditions.get(name)?, depth + 1);
        }
        let (name, argument) = function(condition.as_object()?)?;
        let each = || argument.as_array().map(|list| list.iter().map(|part| self.is_true(part, depth + 1)));
        match name {
            "Condition" => self.is_true(argument, depth + 1),
            "Fn::Equals" => {
                let mut unknown = Vec::new();
                let sides = self.resolve(argument, "", &mut unknown);
                let side = |number| sides.get(number).and_then(text);
                unknown.is_empty().then_some(())?;
                Some(side(0)? == side(1)?)
            }
            "Fn::Not" => Some(!self.is_true(argument.get(0)?, depth + 1)?),
            "Fn::And" => each()?.try_fold(true, |all, part| Some(all && part?)),
            "Fn::Or" => each()?.try_fold(false, |any, part| Some(any || part?)),
            _ => None,
        }
    }
}

fn is_no_value(value: &Value) -> bool {
    value.get("Ref").and_then(Value::as_str) == Some(NO_VALUE)
}

/// Returns the only member of a map if it is a function.
fn function(map: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut members = map.iter();
    let (name, argument) = members.next().filter(|_| map.len() == 1)?;
    (name == "Ref" || name == "Condition" || name.starts_with("Fn::")).then_some((name, argument))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope {
        Scope::from_template(&json!({
            "Parameters": { "Stage": { "Type": "String", "Default": "dev" }, "Secret": { "Type": "String" }, "Units": { "Type": "Number", "Default": 7 } },
            "Mappings": { "Sizes": { "dev": { "Reads": 5 }, "prod": { "Reads": 50 } } },
            "Conditions": { "IsProd": { "Fn::Equals": [{ "Ref": "Stage" }, "prod"] }, "IsDev": { "Fn::Not": [{ "Condition": "IsProd" }] }, "Round": { "Condition": "Round" } }
        }))
    }

    fn resolved(value: &Value) -> (Value, usize) {
        let mut unknown = Vec::new();
        (scope().resolve(value, "Orders", &mut unknown), unknown.len())
    }

    #[test]
    fn functions_have_their_values() {
        for (value, wanted) in [
            (json!({ "Ref": "Stage" }), json!("dev")),
            (json!({ "Fn::Sub": "${Stage}-${!x}-${Units}" }), json!("dev-${x}-7")),
            (json!({ "Fn::Sub": ["${Own}-${Stage}", { "Own": "a" }] }), json!("a-dev")),
            (json!({ "Fn::Join": ["-", ["a", { "Ref": "Stage" }]] }), json!("a-dev")),
            (json!({ "Fn::FindInMap": ["Sizes", { "Ref": "Stage" }, "Reads"] }), json!(5)),
            (json!({ "Fn::If": ["IsProd", 1, { "Ref": "Units" }] }), json!(7)),
            (json!({ "Fn::If": ["IsDev", [1], [2]] }), json!([1])),
            (json!({ "Fn::Select": ["1", ["a", "b"]] }), json!("b")),
            (json!([{ "Fn::If": ["IsProd", 1, { "Ref": "AWS::NoValue" }] }, 2]), json!([2])),
        ] {
            assert_eq!(resolved(&value), (wanted, 0), "{value}");
        }
    }

    #[test]
    fn reports_unknown_functions() {
        for value in [
            json!({ "Ref": "Secret" }),
            json!({ "Fn::GetAtt": ["Stream", "Arn"] }),
            json!({ "Fn::Sub": "${Secret}" }),
            json!({ "Fn::Sub": "${open" }),
            json!({ "Fn::If": ["Round", 1, 2] }),
            json!({ "Fn::If": ["Nowhere", 1, 2] }),
            json!({ "Fn::ImportValue": "x" }),
        ] {
            assert_eq!(resolved(&value), (Value::Null, 1), "{value}");
        }
    }
}
