//! ElectroDB schemas, as JSON or as code: entities with attributes, and the composition of the keys of each index.

mod attribute;
mod keys;
mod leftovers;
mod read;
mod write;

use dynalab_modeling::formats::{Format, FormatError, Look};
use dynalab_types::Budget;
use serde_json::Value;

use crate::object_literal;

pub const FORMAT: Format = Format {
    id: "electrodb",
    names: ["ElectroDB schemas", "ElectroDB のスキーマ"],
    extension: "json",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| write::write(design)),
};

/// The member of a design with data that only this format has.
const KEPT: &str = "electrodb";
/// Attributes that ElectroDB adds to each item: the entity's name and version.
const OWN_ATTRIBUTES: [&str; 2] = ["__edb_e__", "__edb_v__"];

fn is_like(look: &Look) -> bool {
    let text = look.text();
    let has_words = text.contains("attributes") && text.contains("indexes") && text.contains("pk");
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
    let has_key = |index: &Value| index["pk"].is_object() && !keys::composite(&index["pk"]).is_null();
    let is_named = value["model"]["entity"].is_string() || value["entity"].is_string();
    let indexes = object_literal::members(&value["indexes"]);
    is_named && value["attributes"].is_object() && indexes.iter().any(|(_, index)| has_key(index))
}
