//! Prints attribute values as DynamoDB's request layer does in error messages: one slot for each type, most of them null.

use dynalab_types::wire::base64_text;
use dynalab_types::{AttributeValue, Item};

/// Prints an item as `{pk=AttributeValue(s=a, n=null, …)}`.
pub(crate) fn item_text(item: &Item) -> String {
    let attributes: Vec<String> =
        item.iter().map(|(name, value)| format!("{name}={}", value_text(value))).collect();
    format!("{{{}}}", attributes.join(", "))
}

/// Prints a key as `{pk=AttributeValue: {S:a}}`.
pub(crate) fn printed_key(key: &Item) -> String {
    let attributes: Vec<String> = key
        .iter()
        .map(|(name, value)| {
            let text = match value {
                AttributeValue::S(text) => text.to_string(),
                AttributeValue::N(number) => number.to_string(),
                AttributeValue::B(bytes) => base64_text(bytes),
                other => value_text(other),
            };
            format!("{name}=AttributeValue: {{{}:{text}}}", value.data_type())
        })
        .collect();
    format!("{{{}}}", attributes.join(", "))
}

/// Prints a value as `AttributeValue(s=a, n=null, b=null, …)`.
pub(crate) fn value_text(value: &AttributeValue) -> String {
    // DynamoDB's order and spelling of the slots.
    const SLOTS: [&str; 16] = [
        "s",
        "n",
        "b",
        "iNT",
        "dECIMAL",
        "dOUBLE",
        "sS",
        "nS",
        "bS",
        "iNTSET",
        "dECIMALSET",
        "dOUBLESET",
        "m",
        "l",
        "nULL",
        "bOOL",
    ];
    let (slot, text) = match value {
        AttributeValue::S(text) => ("s", text.to_string()),
        AttributeValue::N(number) => ("n", number.to_string()),
        AttributeValue::B(bytes) => ("b", base64_text(bytes)),
        AttributeValue::Ss(texts) => ("sS", list_text(texts.iter().map(|text| text.to_string()))),
        AttributeValue::Ns(numbers) => ("nS", list_text(numbers.iter().map(|number| number.to_string()))),
        AttributeValue::Bs(binaries) => ("bS", list_text(binaries.iter().map(|bytes| base64_text(bytes)))),
        AttributeValue::M(map) => ("m", item_text(map)),
        AttributeValue::L(elements) => ("l", list_text(elements.iter().map(value_text))),
        AttributeValue::Null => ("nULL", "true".to_owned()),
        AttributeValue::Bool(value) => ("bOOL", value.to_string()),
    };
    let slots: Vec<String> = SLOTS
        .iter()
        .map(|name| format!("{name}={}", if *name == slot { text.as_str() } else { "null" }))
        .collect();
    format!("AttributeValue({})", slots.join(", "))
}

fn list_text(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}
