//! The text of a pattern's parameter: an attribute of a row of the sample, of the new row, or a value.

use dynalab_modeling::Design;
use dynalab_modeling::design::{AccessPattern, Operation, Parameter};
use dynalab_modeling::shape::Named;
use serde_json::Value;

use super::completion::names;

/// Returns the text of a parameter: `Ride.user_id row 1`, `new Ride.ride_id`, or a value.
pub fn text(parameter: &Parameter) -> String {
    match parameter {
        Parameter::Sample { of, row } => format!("{of} row {}", row + 1),
        Parameter::New { new } => format!("new {new}"),
        Parameter::Value { value: Value::String(text) } => text.clone(),
        Parameter::Value { value } => value.to_string(),
    }
}

/// Reads a parameter. A text that names no attribute of the design is a value.
pub fn read(design: &Design, text: &str) -> Parameter {
    let is_attribute = |name: &str| {
        name.split_once('.').is_some_and(|(entity, attribute)| {
            design.entity(entity).is_some_and(|entity| entity.attribute(attribute).is_some())
        })
    };
    let text = text.trim();
    if let Some(new) = text.strip_prefix("new ").map(str::trim).filter(|name| is_attribute(name)) {
        return Parameter::New { new: new.to_owned() };
    }
    let (of, row) = match text.rsplit_once(" row ") {
        Some((of, row)) => (of.trim(), row.trim().parse::<usize>().ok().filter(|row| *row > 0)),
        None => (text, Some(1)),
    };
    match row {
        Some(row) if is_attribute(of) => Parameter::Sample { of: of.to_owned(), row: row - 1 },
        _ => Parameter::Value { value: value(text) },
    }
}

/// Returns a number for digits, otherwise a text. Digits with a zero in front, such as `007`, are a text.
fn value(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(number @ Value::Number(_)) => number,
        _ => Value::from(text),
    }
}

/// The kinds of parameters.
pub const KINDS: [&str; 3] = ["sample", "new", "value"];

pub fn kind(parameter: &Parameter) -> &'static str {
    match parameter {
        Parameter::Sample { .. } => "sample",
        Parameter::New { .. } => "new",
        Parameter::Value { .. } => "value",
    }
}

/// Returns a parameter of another kind. Its attribute is the one that it had, else one with its name, else the first one.
pub fn of_kind(design: &Design, name: &str, now: &Parameter, kind: &str) -> Parameter {
    let known = names(design, None, Named::EntityAttribute);
    let own = match now {
        Parameter::Sample { of, .. } | Parameter::New { new: of } => Some(of.clone()),
        Parameter::Value { .. } => None,
    };
    let named = known.iter().find(|attribute| attribute.ends_with(&format!(".{name}"))).or(known.first());
    let of = own.or_else(|| named.cloned()).unwrap_or_default();
    match kind {
        "sample" => Parameter::Sample { of, row: 0 },
        "new" => Parameter::New { new: of },
        _ => Parameter::Value { value: Value::from("") },
    }
}

/// Removes the parameters that the form made and that no part of the request uses any more, such as those of a name that was being typed.
pub fn forget_unused(pattern: &mut AccessPattern) {
    let asked = super::names::asked(pattern);
    // The body of a request may have a name anywhere.
    let body = match &pattern.operation {
        Some(Operation::Request(request)) => request.body.to_string(),
        _ => String::new(),
    };
    pattern.parameters.retain(|name, parameter| {
        let is_made = matches!(parameter, Parameter::Value { value } if value == "");
        !is_made || asked.contains(name) || body.contains(name.as_str())
    });
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::design::{AccessPattern, Parameter};
    use serde_json::json;

    use super::{KINDS, forget_unused, kind, of_kind, read, text};

    #[test]
    fn a_parameter_is_a_row_a_new_row_or_a_value() {
        let design = r#"{"version": 1, "name": "x", "entities": [{"name": "Ride", "attributes": [{"name": "user_id"}]}]}"#;
        let design = dynalab_modeling::parse(design).expect("a design");
        let sample = |row| Parameter::Sample { of: "Ride.user_id".to_owned(), row };
        assert_eq!(read(&design, "Ride.user_id"), sample(0));
        assert_eq!(read(&design, "Ride.user_id row 3"), sample(2));
        assert_eq!(read(&design, "new Ride.user_id"), Parameter::New { new: "Ride.user_id".to_owned() });
        for (typed, wanted) in [
            ("Ride.other row 3", json!("Ride.other row 3")),
            ("Ride.user_id row 0", json!("Ride.user_id row 0")),
            ("2026-01-01", json!("2026-01-01")),
            ("007", json!("007")),
            ("2.5", json!(2.5)),
            ("true", json!("true")),
            ("", json!("")),
        ] {
            assert_eq!(read(&design, typed), Parameter::Value { value: wanted }, "{typed}");
        }
        for parameter in [
            sample(4),
            Parameter::New { new: "Ride.user_id".to_owned() },
            Parameter::Value { value: json!("a b") },
            Parameter::Value { value: json!(7) },
        ] {
            assert_eq!(read(&design, &text(&parameter)), parameter);
            for wanted in KINDS {
                let other = of_kind(&design, "user_id", &parameter, wanted);
                assert_eq!(kind(&other), wanted);
                if wanted != "value" {
                    assert!(text(&other).contains("Ride.user_id"), "{other:?}");
                }
            }
        }
    }

    #[test]
    fn an_empty_value_goes_with_its_last_use() {
        let pattern = r#"{"name": "p", "parameters": {"from": {"value": ""}, "old": {"value": ""}, "kept": {"value": "x"}},
            "operation": {"action": "query", "table": "T", "key": {"PK": "A#{from:iso}"}}}"#;
        let mut pattern: AccessPattern = serde_json::from_str(pattern).expect("a pattern");
        forget_unused(&mut pattern);
        assert_eq!(pattern.parameters.keys().collect::<Vec<_>>(), ["from", "kept"]);
    }
}
