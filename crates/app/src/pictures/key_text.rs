//! Formats keys: the values only, one after another.

use dynalab_service::contract::Json;
use serde_json::Value;

use crate::request::call_result::value_of;

/// Returns the values of a key in DynamoDB JSON, in the key's order.
pub fn text(key: &Value) -> String {
    let values = key.as_object().into_iter().flatten().filter_map(|(_, value)| value_text(value));
    values.collect::<Vec<_>>().join(" / ")
}

/// Like [`text`], for a key in a response.
pub fn text_of(key: &Json) -> String {
    text(&value_of(key))
}

fn value_text(value: &Value) -> Option<String> {
    let (_, inside) = value.as_object()?.iter().next()?;
    Some(inside.as_str().map_or_else(|| inside.to_string(), str::to_owned))
}

/// Cuts a text to at most `most` characters.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_is_its_values() {
        assert_eq!(text(&json!({ "PK": { "S": "USER#1" }, "SK": { "N": "7" } })), "USER#1 / 7");
        assert_eq!(cut("注文の品々です", 4), "注文の…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
