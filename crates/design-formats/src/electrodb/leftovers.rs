//! Members of a schema that ElectroDB does not have. They are kept for the next file, and named.

use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::{Node, Taken};
use serde_json::Value;

use super::FORMAT;
use crate::kept::{name_kept, pass};

const SCHEMA: [&str; 8] = ["model", "entity", "service", "version", "table", "filters", "methods", "client"];
const ATTRIBUTE: [&str; 17] = [
    "type",
    "field",
    "required",
    "default",
    "validate",
    "readOnly",
    "hidden",
    "label",
    "cast",
    "set",
    "get",
    "watch",
    "padding",
    "properties",
    "items",
    "enum",
    "separator",
];
const INDEX: [&str; 6] = ["index", "collection", "type", "scope", "condition", "project"];
const KEY: [&str; 6] = ["field", "composite", "facets", "template", "casing", "cast"];

/// Returns a note for each unknown member of a schema.
pub fn name_leftovers(schema: &Value, entity: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    let root = taken.root(schema);
    root.pass(&SCHEMA);
    for (_, attribute) in root.get("attributes").into_iter().flat_map(Node::members) {
        pass(attribute, &ATTRIBUTE);
    }
    for (_, index) in root.get("indexes").into_iter().flat_map(Node::members) {
        index.pass(&INDEX);
        for key in ["pk", "sk"].into_iter().filter_map(|part| index.get(part)) {
            key.pass(&KEY);
        }
    }
    // Others of the schema itself, and of a key, are not.
    let is_kept = |place: &str| {
        place.contains(".attributes.")
            || place.contains(".indexes.") && !place.ends_with(".pk") && !place.ends_with(".sk")
    };
    name_kept(taken.rest(schema, entity), FORMAT.names[0], is_kept)
}
