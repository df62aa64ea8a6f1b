//! Converts attribute values to short text for a cell of the grid.

use std::fmt::{self, Write as _};

use dynalab_types::wire::base64_text;
use dynalab_types::{AttributeMap, AttributeValue};

const CELL_MAX_CHARACTERS: usize = 120;

/// Returns a value in at most 120 characters. Longer text ends in "…".
pub(crate) fn cell_text(value: &AttributeValue) -> String {
    short_text(|text| write_value(value, text))
}

/// Returns the written text, in at most 120 characters.
pub(super) fn short_text(write: impl FnOnce(&mut ShortText) -> fmt::Result) -> String {
    let mut short = ShortText { text: String::new(), characters: 0 };
    // The write fails when the text is full, which is not an error here.
    let _ = write(&mut short);
    short.text
}

/// Accepts text until it is full and then fails. So a large value takes no more time than its shown part.
pub(super) struct ShortText {
    text: String,
    characters: usize,
}

impl fmt::Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if self.characters == CELL_MAX_CHARACTERS {
                self.text.pop();
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.text.push(character);
            self.characters += 1;
        }
        Ok(())
    }
}

fn write_value(value: &AttributeValue, text: &mut ShortText) -> fmt::Result {
    match value {
        AttributeValue::S(value) => text.write_str(value),
        AttributeValue::N(number) => write!(text, "{number}"),
        AttributeValue::B(bytes) => write_binary(bytes, text),
        AttributeValue::Bool(value) => write!(text, "{value}"),
        AttributeValue::Null => text.write_str("null"),
        AttributeValue::L(elements) => write_list(elements, text, write_value),
        AttributeValue::M(map) => write_map(map, text),
        AttributeValue::Ss(texts) => write_list(texts, text, |element, text| text.write_str(element)),
        AttributeValue::Ns(numbers) => write_list(numbers, text, |element, text| write!(text, "{element}")),
        AttributeValue::Bs(binaries) => {
            write_list(binaries, text, |element, text| write_binary(element, text))
        }
    }
}

/// Encodes only the bytes that fit into a cell: three bytes become four characters.
fn write_binary(bytes: &[u8], text: &mut ShortText) -> fmt::Result {
    const SHOWN_MAX_BYTES: usize = CELL_MAX_CHARACTERS / 4 * 3 + 3;
    text.write_str(&base64_text(&bytes[..bytes.len().min(SHOWN_MAX_BYTES)]))
}

fn write_list<Element>(
    elements: impl IntoIterator<Item = Element>,
    text: &mut ShortText,
    write: impl Fn(Element, &mut ShortText) -> fmt::Result,
) -> fmt::Result {
    text.write_str("[")?;
    for (index, element) in elements.into_iter().enumerate() {
        text.write_str(if index > 0 { ", " } else { "" })?;
        write(element, text)?;
    }
    text.write_str("]")
}

fn write_map(map: &AttributeMap, text: &mut ShortText) -> fmt::Result {
    text.write_str("{")?;
    for (index, (name, value)) in map.iter().enumerate() {
        write!(text, "{}{name}: ", if index > 0 { ", " } else { "" })?;
        write_value(value, text)?;
    }
    text.write_str("}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_short_text() {
        for (json, expected) in [
            (r#"{"S": "日本 \n \"x\""}"#, "日本 \n \"x\""),
            (r#"{"S": ""}"#, ""),
            (r#"{"N": "-1.50"}"#, "-1.5"),
            (r#"{"B": "AAEC"}"#, "AAEC"),
            (r#"{"BOOL": false}"#, "false"),
            (r#"{"NULL": true}"#, "null"),
            (r#"{"L": [{"S": "a"}, {"N": "1"}, {"L": []}]}"#, "[a, 1, []]"),
            (r#"{"M": {"b": {"NULL": true}, "a": {"M": {}}}}"#, "{a: {}, b: null}"),
            (r#"{"SS": ["b", "a"]}"#, "[a, b]"),
            (r#"{"NS": ["10", "9"]}"#, "[9, 10]"),
            (r#"{"BS": ["AA==", "AQ=="]}"#, "[AA==, AQ==]"),
        ] {
            let value =
                dynalab_types::wire::decode_value(&dynalab_types::json::parse(json).unwrap()).unwrap();
            assert_eq!(cell_text(&value), expected, "{json}");
        }
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let text = |count: usize| cell_text(&AttributeValue::string(&"日".repeat(count)));
        assert_eq!(text(120), "日".repeat(120));
        assert_eq!(text(121), format!("{}…", "日".repeat(119)));
        let list = AttributeValue::L(vec![AttributeValue::Null; 100_000]);
        assert_eq!(cell_text(&list).chars().count(), 120);
        for length in [89, 90, 91, 93, 94, 4_000] {
            let whole = base64_text(&vec![7; length]);
            let shown = cell_text(&AttributeValue::B(vec![7; length].into()));
            let expected = if whole.len() <= 120 { whole } else { format!("{}…", &whole[..119]) };
            assert_eq!(shown, expected, "{length}");
        }
    }
}
