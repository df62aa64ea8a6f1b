//! Reads a part of a design from JSON that a person types. An error names what is allowed at its place, with an example.

use dynalab_messages::Messages;
use dynalab_modeling::shape::{Fault, Shape, first_fault};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::sentences::design as words;

/// Why a text is no such part of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonFault {
    NotJson {
        line: u64,
        detail: String,
    },
    /// The JSON has a member or a value that the format does not have there.
    Format(Fault),
    /// The parts fit, but not together.
    Refused {
        line: u64,
        detail: String,
    },
}

/// # Errors
/// Returns what is wrong first. A member that the format does not know is an error.
pub fn read<T: DeserializeOwned>(text: &str, shape: &Shape) -> Result<T, JsonFault> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| JsonFault::NotJson { line: error.line() as u64, detail: error.to_string() })?;
    if let Some(fault) = first_fault(&value, shape) {
        return Err(JsonFault::Format(fault));
    }
    serde_json::from_str(text)
        .map_err(|error| JsonFault::Refused { line: error.line() as u64, detail: error.to_string() })
}

/// Returns the sentence about a fault.
pub fn sentence(messages: Messages, fault: &JsonFault) -> String {
    match fault {
        JsonFault::NotJson { line, detail } | JsonFault::Refused { line, detail } => {
            messages.text(words::DesignNotJson { line: (*line).into(), detail: detail.as_str().into() })
        }
        JsonFault::Format(Fault::UnknownMember { place, member, allowed, example }) => {
            let allowed = allowed.join(", ");
            messages.text(words::DesignUnknownMember {
                member: member.as_str().into(),
                place: place_or_top(messages, place).as_str().into(),
                allowed: allowed.as_str().into(),
                example: example.as_str().into(),
            })
        }
        JsonFault::Format(Fault::MissingMember { place, member, example }) => {
            messages.text(words::DesignMissingMember {
                member: (*member).into(),
                place: place_or_top(messages, place).as_str().into(),
                example: example.as_str().into(),
            })
        }
        JsonFault::Format(Fault::WrongValue { place, examples }) => messages.text(words::DesignWrongValue {
            place: place_or_top(messages, place).as_str().into(),
            examples: examples.join(" · ").as_str().into(),
        }),
    }
}

fn place_or_top(messages: Messages, place: &str) -> String {
    if place.is_empty() { messages.text(words::DESIGN_PLACE_TOP) } else { place.to_owned() }
}

#[cfg(test)]
mod tests {
    use dynalab_messages::{Language, Messages};
    use dynalab_modeling::design::AccessPattern;
    use dynalab_modeling::shape::members::PATTERN;

    use super::{read, sentence};

    fn told(text: &str) -> String {
        let fault = read::<AccessPattern>(text, &PATTERN).expect_err(text);
        sentence(Messages::new(Language::English), &fault)
    }

    #[test]
    fn a_value_of_another_kind_is_answered_with_examples() {
        let told = told(r#"{"name": "hold", "parameters": {"held": "HELD"}}"#);
        for part in [
            "parameters.held",
            r#"{"of": "Order.order_id"}"#,
            r#"{"new": "Order.order_id"}"#,
            r#"{"value": "value"}"#,
        ] {
            assert!(told.contains(part), "{part} in {told}");
        }
        assert!(!told.contains("untagged"), "{told}");
    }

    #[test]
    fn an_unknown_member_is_answered_with_the_allowed_ones() {
        for (text, parts) in [
            (r#"{"name": "x", "expect": {"stored": true}}"#, vec!["stored", "expect", "after", "at_least"]),
            (r#"{"name": "x", "expect": {"cuont": 3}}"#, vec!["cuont", "\"count\": 5"]),
            (
                r#"{"name": "x", "operation": {"action": "get", "table": "T", "key": {}, "filter": "a"}}"#,
                vec!["filter", "operation", "attributes"],
            ),
        ] {
            let told = told(text);
            for part in parts {
                assert!(told.contains(part), "{part} in {told}");
            }
        }
        assert!(told(r#"{"name": "x", "operation": {"action": "get", "table": "T"}}"#).contains("\"key\""));
        assert!(told("{").contains("Line 1"));
    }

    #[test]
    fn a_good_text_is_read() {
        let pattern =
            read::<AccessPattern>(r#"{"name": "x", "expect": {"count": 3}}"#, &PATTERN).expect("a pattern");
        assert_eq!(pattern.expect.and_then(|expect| expect.count), Some(3));
    }
}
