//! A filter that removes most of the read items, without a suitable index. The alternative creates an index and queries it.

use dynalab_types::json::Value;

use super::access_path::{KeyTest, Part, key_test, parts, queries, scalar_type_of, text_of};
use super::{Advice, Claim, OriginalRequest, Situation, object, string};

/// With fewer read items, an index is not worth it.
const READ_MIN: u64 = 10;

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let (asked, met) = (situation.asked, situation.met);
    let throws_away = met.read >= READ_MIN && met.thrown_away * 2 >= met.read;
    let Some(table) = situation.table().filter(|_| throws_away && !asked.body.contains_key("Limit")) else {
        return Vec::new();
    };
    let definition = &table.definition;
    let known = |name: &str| {
        definition.key.contains(name) || definition.indexes.iter().any(|index| index.key.contains(name))
    };
    let Some(parts) = parts(asked) else { return Vec::new() };
    let wanted = parts.iter().filter(|part| !part.of_key).filter_map(|part| key_test(asked, &part.condition));
    let wanted = wanted.filter(|(name, test, _)| *test == KeyTest::Equal && !known(name));
    let advices = wanted.filter_map(|(name, _, placeholder)| {
        let name_of_index = format!("by-{}", index_name(name));
        let create =
            create_index(asked.text("TableName")?, &name_of_index, name, scalar_type_of(asked, placeholder)?);
        let query = query_of_new_index(asked, name, &name_of_index)?;
        Some(Advice {
            rule: "index-for-filter",
            figures: vec![
                ("read", met.read.to_string()),
                ("thrown", met.thrown_away.to_string()),
                ("attribute", name.to_owned()),
                ("index", name_of_index),
            ],
            also_instead_of: Vec::new(),
            preparation: vec![create],
            requests: vec![query],
            claim: Claim::SameItems,
        })
    });
    // If an existing index is suitable, another rule proposes it.
    if queries(asked, table).len() > usize::from(asked.operation == "Query") {
        Vec::new()
    } else {
        advices.collect()
    }
}

/// Returns a valid index name: index names allow fewer characters than attribute names.
fn index_name(attribute: &str) -> String {
    attribute
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "_-.".contains(letter) { letter } else { '_' })
        .collect()
}

fn create_index(table: &str, index: &str, attribute: &str, scalar_type: &str) -> OriginalRequest {
    let definition = object([("AttributeName", string(attribute)), ("AttributeType", string(scalar_type))]);
    let key = object([("AttributeName", string(attribute)), ("KeyType", string("HASH"))]);
    let create = object([
        ("IndexName", string(index)),
        ("KeySchema", Value::Array(vec![key])),
        ("Projection", object([("ProjectionType", string("ALL"))])),
    ]);
    let updates = Value::Array(vec![object([("Create", create)])]);
    let body = [
        ("TableName", string(table)),
        ("AttributeDefinitions", Value::Array(vec![definition])),
        ("GlobalSecondaryIndexUpdates", updates),
    ];
    OriginalRequest::new(
        "UpdateTable",
        body.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    )
}

/// Returns the Query for the index, as if the index existed.
fn query_of_new_index(asked: &OriginalRequest, attribute: &str, index: &str) -> Option<OriginalRequest> {
    let parts = parts(asked)?;
    let is_key = |part: &Part| {
        key_test(asked, &part.condition)
            .is_some_and(|(name, test, _)| name == attribute && test == KeyTest::Equal)
    };
    let key = parts.iter().find(|part| is_key(part))?;
    let key = text_of(&key.condition);
    let rest: Vec<String> =
        parts.iter().filter(|part| !is_key(part)).map(|part| text_of(&part.condition)).collect();
    let mut body = asked.body.clone();
    for member in ["Segment", "TotalSegments", "ConsistentRead"] {
        body.remove(member);
    }
    body.insert("IndexName".to_owned(), string(index));
    body.insert("KeyConditionExpression".to_owned(), string(key));
    match rest.is_empty() {
        true => body.remove("FilterExpression"),
        false => body.insert("FilterExpression".to_owned(), string(rest.join(" AND "))),
    };
    Some(OriginalRequest::new("Query", body))
}
