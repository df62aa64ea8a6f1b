//! Members of a schema that OneTable does not have. They are kept for the next file, and named.

use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::{Node, Taken};
use serde_json::Value;

use super::FORMAT;
use crate::kept::{name_kept, pass};

const SCHEMA: [&str; 8] = ["format", "version", "queries", "items", "extensions", "process", "name", "table"];
const INDEX: [&str; 5] = ["hash", "sort", "project", "type", "follow"];
const PARAMS: [&str; 10] = [
    "isoDates",
    "timestamps",
    "typeField",
    "createdField",
    "updatedField",
    "nulls",
    "partial",
    "separator",
    "warn",
    "hidden",
];
const ATTRIBUTE: [&str; 24] = [
    "type",
    "value",
    "required",
    "default",
    "enum",
    "validate",
    "generate",
    "ttl",
    "unique",
    "hidden",
    "map",
    "nulls",
    "schema",
    "items",
    "crypt",
    "encode",
    "isoDates",
    "timestamp",
    "partial",
    "filter",
    "reference",
    "scope",
    "fixed",
    "description",
];

/// Returns a note for each unknown member of a schema.
pub fn name_leftovers(schema: &Value, table: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    let root = taken.root(schema);
    root.pass(&SCHEMA);
    root.get("params").into_iter().for_each(|params| params.pass(&PARAMS));
    root.get("indexes").into_iter().flat_map(Node::members).for_each(|(_, index)| index.pass(&INDEX));
    let models = root.get("models").into_iter().flat_map(Node::members);
    for (_, attribute) in models.flat_map(|(_, model)| model.members()) {
        pass(attribute, &ATTRIBUTE);
    }
    name_kept(taken.rest(schema, table), FORMAT.names[0], |_| true)
}
