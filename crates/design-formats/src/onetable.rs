//! OneTable schemas, as JSON or as code: indexes, models with value templates, items.
//!
//! The member `extensions` contains what the format cannot represent, so a design can be restored completely.

mod attribute;
mod leftovers;
mod model;
mod read;
mod write;

use dynalab_modeling::formats::{Format, FormatError, Look};
use dynalab_types::Budget;
use serde_json::Value;

use crate::object_literal;

pub const FORMAT: Format = Format {
    id: "onetable",
    names: ["OneTable schema", "OneTable のスキーマ"],
    extension: "json",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| write::write(design).into()),
};

const VERSION: &str = "onetable:1.1.0";
/// The member of a design with data that only this format has.
const KEPT: &str = "onetable";
/// The attribute that contains the model's name, if a schema does not specify one.
const TYPE_FIELD: &str = "_type";

fn is_like(look: &Look) -> bool {
    let text = look.text();
    let has_words = ["models", "indexes", "primary"].iter().all(|word| text.contains(word));
    has_words
        && match object_literal::find(text, &Budget::of_import()) {
            Ok(found) => {
                found.values.iter().any(|value| !object_literal::collect(value, is_schema).is_empty())
            }
            // The reader says what is too much.
            Err(error) => matches!(error, FormatError::TooMuch(_)),
        }
}

fn is_schema(value: &Value) -> bool {
    value["models"].is_object() && value["indexes"]["primary"]["hash"].is_string()
}
