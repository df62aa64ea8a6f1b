//! A read of an index with whole items, of which only the keys are needed. An index with only keys is cheaper to read and write.

use dynalab_engine::database::table::{IndexDefinition, IndexKind, Table};
use dynalab_types::json::{Object, Value};
use dynalab_types::projection::Projection;

use super::{Advice, Claim, OriginalRequest, Situation, object, string};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let Some(table) = situation.table() else { return Vec::new() };
    let index = asked.text("IndexName").and_then(|name| table.definition.index(name));
    let whole = |index: &&IndexDefinition| {
        index.kind == IndexKind::Global && index.projection != Projection::KeysOnly
    };
    let Some(index) = index.filter(whole) else { return Vec::new() };
    let keys_are_enough = asked.text("Select") == Some("COUNT")
        && !asked.body.contains_key("FilterExpression")
        || asked
            .text("ProjectionExpression")
            .is_some_and(|paths| has_only_key_names(asked, paths, table, index));
    if !keys_are_enough {
        return Vec::new();
    }
    let name = format!("{}-keys", index.name);
    let mut query = asked.body.clone();
    query.insert("IndexName".to_owned(), string(name.as_str()));
    vec![Advice {
        rule: "keys-only-index",
        figures: vec![("index", index.name.to_string()), ("other", name.clone())],
        also_instead_of: Vec::new(),
        preparation: vec![create_index(asked, index, &name)],
        requests: vec![OriginalRequest::new(&asked.operation, query)],
        claim: Claim::SameItems,
    }]
}

fn has_only_key_names(asked: &OriginalRequest, paths: &str, table: &Table, index: &IndexDefinition) -> bool {
    paths.split(',').all(|path| {
        let name = asked.attribute(path.trim());
        name.is_some_and(|name| table.definition.key.contains(name) || index.key.contains(name))
    })
}

/// Returns the request that creates an index with the same key.
fn create_index(asked: &OriginalRequest, index: &IndexDefinition, name: &str) -> OriginalRequest {
    let partition = index.key.partition.iter().map(|attribute| (attribute, "HASH"));
    let key = partition.chain(index.key.sort.iter().map(|attribute| (attribute, "RANGE")));
    let element =
        |name: &str, kind: &str| object([("AttributeName", string(name)), ("KeyType", string(kind))]);
    let schema = key.map(|(attribute, kind)| element(&attribute.name, kind)).collect();
    let definitions = index.key.attributes().map(|attribute| {
        let scalar_type = attribute.scalar_type.name();
        object([("AttributeName", string(&*attribute.name)), ("AttributeType", string(scalar_type))])
    });
    let definitions = definitions.collect();
    let create = object([
        ("IndexName", string(name)),
        ("KeySchema", Value::Array(schema)),
        ("Projection", object([("ProjectionType", string("KEYS_ONLY"))])),
    ]);
    let mut body = Object::new();
    body.extend(asked.body.get("TableName").map(|table| ("TableName".to_owned(), table.clone())));
    body.insert("AttributeDefinitions".to_owned(), Value::Array(definitions));
    body.insert("GlobalSecondaryIndexUpdates".to_owned(), Value::Array(vec![object([("Create", create)])]));
    OriginalRequest::new("UpdateTable", body)
}
