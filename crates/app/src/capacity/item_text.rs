//! Parses a pasted item: DynamoDB JSON, plain JSON, or a response that contains the item.

use dynalab_request_text::interchange::diagnostic::Diagnostic;
use dynalab_request_text::interchange::plain::{is_dynamo, item_of_plain};
use dynalab_types::Item;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::decode_item;

/// Why a text is not an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemProblem {
    /// The text is not JSON. Line and column are counted from 1.
    NotJson {
        line: u64,
        column: u64,
    },
    NotAnObject,
    /// The DynamoDB JSON has a value that DynamoDB does not accept.
    BadValue,
    /// The number is one that DynamoDB does not accept.
    BadNumber {
        attribute: String,
        number: String,
    },
}

pub fn read_item(text: &str) -> Result<Item, ItemProblem> {
    let value = json::parse(text)
        .map_err(|error| ItemProblem::NotJson { line: error.line as u64, column: error.column as u64 })?;
    let Value::Object(object) = value else { return Err(ItemProblem::NotAnObject) };
    let object = unwrap_response(object);
    if is_dynamo(&object) {
        return decode_item(&object).map_err(|_| ItemProblem::BadValue);
    }
    item_of_plain(&object).map_err(|mistake| match mistake {
        Diagnostic::BadValue { attribute, value } => ItemProblem::BadNumber { attribute, number: value },
        _ => ItemProblem::BadValue,
    })
}

/// Returns the item of a GetItem response, `{"Item": {…}}`, or the object itself.
fn unwrap_response(object: Object) -> Object {
    match object.get("Item") {
        Some(Value::Object(item)) if object.len() <= 2 && is_dynamo(item) => item.clone(),
        _ => object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_and_a_response_are_the_same_item() {
        let plain = r#"{"pk": "a", "n": 12, "ok": true, "list": [1, null]}"#;
        let typed =
            r#"{"pk":{"S":"a"},"n":{"N":"12"},"ok":{"BOOL":true},"list":{"L":[{"N":"1"},{"NULL":true}]}}"#;
        let item = read_item(typed).expect("an item");
        assert_eq!(read_item(plain), Ok(item.clone()));
        assert_eq!(read_item(&format!("{{\"Item\": {typed}}}")), Ok(item.clone()));
        assert_eq!(item.size_bytes(), 2 + 1 + 1 + 2 + 2 + 1 + 4 + 3 + 1 + 2 + 1 + 1);
    }

    #[test]
    fn a_text_that_is_no_item_says_why() {
        assert_eq!(read_item("{\n \"a\": }"), Err(ItemProblem::NotJson { line: 2, column: 7 }));
        assert_eq!(read_item("[1]"), Err(ItemProblem::NotAnObject));
        assert_eq!(read_item(r#"{"a":{"N":"x"}}"#), Err(ItemProblem::BadValue));
        let problem = read_item(r#"{"a":1e400}"#);
        assert_eq!(problem, Err(ItemProblem::BadNumber { attribute: "a".into(), number: "1e400".into() }));
    }

    #[test]
    fn an_item_with_an_attribute_called_item_stays_whole() {
        let item = read_item(r#"{"Item": {"sku": "x"}, "pk": "a"}"#).expect("an item");
        assert_eq!(item.len(), 2);
    }
}
