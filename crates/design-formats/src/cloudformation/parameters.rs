//! Parameters of a template: a value that a person gave, the default, or a placeholder.

use serde_json::{Value, json};

use crate::placeholders::Placeholders;

/// What a reference to a parameter gives.
pub enum Parameter {
    Known(Value),
    /// A text without a value. A placeholder can stand for it.
    Text,
    /// A number or a list without a value.
    Other,
}

impl Parameter {
    pub fn from_template(name: &str, written: &Value, placeholders: &Placeholders) -> Parameter {
        let kind = written["Type"].as_str().unwrap_or("String");
        let is_list = kind == "CommaDelimitedList" || kind.contains("List<");
        let known = match placeholders.given(name) {
            Some(given) => Some(json!(given)),
            // The default of such a parameter is the name of the parameter in the store of Systems Manager.
            None if kind.starts_with("AWS::SSM::Parameter::Value") => None,
            None => written.get("Default").cloned(),
        };
        match known {
            Some(Value::String(text)) if is_list => {
                Parameter::Known(text.split(',').map(|part| json!(part.trim())).collect())
            }
            Some(Value::String(text)) if kind == "Number" => {
                Parameter::Known(text.parse().map_or(json!(text), Value::Number))
            }
            Some(value) => Parameter::Known(value),
            None if is_list || kind == "Number" => Parameter::Other,
            None => Parameter::Text,
        }
    }
}

/// Returns the name that stands for a pseudo parameter whose value is known when the stack is created.
pub fn pseudo_parameter(name: &str) -> Option<&'static str> {
    match name {
        "AWS::StackName" => Some("StackName"),
        "AWS::AccountId" => Some("AccountId"),
        "AWS::Partition" => Some("aws"),
        _ => None,
    }
}
