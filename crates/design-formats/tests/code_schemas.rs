//! Tests of the schema for AWS's code generator: keys, fields and patterns become a runnable design.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_design_formats::{ImportNote, find, read};
use dynalab_modeling::design::{AttributeType, KeyCondition, Operation, Projection};
use dynalab_modeling::formats::NoRequestReason;
use dynalab_modeling::report::AccessMethod;
use dynalab_modeling::{check, parse, write};
use serde_json::{Value, json};

/// Returns a schema of a club with members and their court bookings.
fn schema() -> Value {
    json!({ "tables": [{
        "table_config": { "table_name": "Club", "partition_key": "pk", "sort_key": "sk" },
        "gsi_list": [
            { "name": "ByCourt", "partition_key": "court_pk", "sort_key": "starts", "projection": "INCLUDE", "included_attributes": ["price"] },
            { "name": "ByScore", "partition_key": "league", "sort_key": "score", "projection": "KEYS_ONLY" }
        ],
        "entities": {
            "Member": {
                "entity_type": "MEMBER",
                "pk_template": "MEMBER#{member_id}",
                "sk_template": "PROFILE",
                "gsi_mappings": [{ "name": "ByScore", "pk_template": "{league}", "sk_template": "{score}" }],
                "fields": [
                    { "name": "member_id", "type": "uuid", "required": true },
                    { "name": "league", "type": "string", "required": true },
                    { "name": "score", "type": "integer", "required": true },
                    { "name": "tags", "type": "array", "item_type": "string", "required": false }
                ],
                "access_patterns": [
                    { "pattern_id": 1, "description": "Profile of a member", "operation": "GetItem", "parameters": [{ "name": "member_id", "type": "string" }], "return_type": "single_entity" },
                    { "pattern_id": 2, "description": "Members of a league above a score", "operation": "Query", "index_name": "ByScore", "range_condition": ">=", "return_type": "entity_list" },
                    { "pattern_id": 3, "description": "New member", "operation": "PutItem", "return_type": "single_entity" },
                    { "pattern_id": 4, "description": "Change of a member", "operation": "UpdateItem", "return_type": "single_entity" },
                    { "pattern_id": 5, "description": "Report of all", "operation": "ExecuteStatement", "return_type": "mixed_data" }
                ]
            },
            "Booking": {
                "entity_type": "BOOKING",
                "pk_template": "MEMBER#{member_id}",
                "sk_template": "BOOKING#{number:06d}",
                "gsi_mappings": [{ "name": "ByCourt", "pk_template": "COURT#{court}", "sk_template": "{starts}" }],
                "fields": [
                    { "name": "member_id", "type": "uuid", "required": true },
                    { "name": "number", "type": "integer", "required": true },
                    { "name": "court", "type": "string", "required": true },
                    { "name": "starts", "type": "string", "required": true },
                    { "name": "price", "type": "decimal", "required": true }
                ],
                "access_patterns": [
                    { "pattern_id": "6", "description": "Bookings of a member", "operation": "Query", "range_condition": "begins_with", "return_type": "entity_list" },
                    { "pattern_id": "7", "description": "Bookings of a court", "operation": "Query", "index_name": "ByCourt", "return_type": "entity_list" },
                    { "pattern_id": "8", "description": "No booking any more", "operation": "DeleteItem", "return_type": "success_flag" }
                ]
            }
        }
    }] })
}

#[test]
fn a_schema_becomes_a_design_whose_patterns_run() {
    let imported = read(&schema().to_string()).unwrap();
    assert_eq!(imported.format, "model-codegen");
    let reason = NoRequestReason::Described { operation: "ExecuteStatement".to_owned() };
    assert_eq!(
        imported.notes,
        [
            ImportNote::NoRequest { pattern: "5 Report of all".to_owned(), reason },
            ImportNote::Assumed { items: 10_000, requests_per_second: 10 }
        ]
    );
    let design = imported.design;
    let [table] = &design.tables[..] else { panic!("{:?}", design.tables) };
    assert_eq!(table.placement("Booking").unwrap().keys["sk"].template.to_string(), "BOOKING#{number:6}");
    assert_eq!(table.index("ByScore").unwrap().sort_key[0].data_type, AttributeType::N);
    assert_eq!(table.index("ByScore").unwrap().projection, Projection::KeysOnly);
    assert_eq!(table.index("ByCourt").unwrap().projection, Projection::Include(vec!["price".to_owned()]));
    assert_eq!(design.entity("Member").unwrap().attribute("tags").unwrap().data_type, AttributeType::L);
    let condition = |number: usize, name: &str| match design.patterns[number].operation.as_ref().unwrap() {
        Operation::Query(query) => query.key[name].clone(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(condition(1, "score"), KeyCondition::AtLeast { .. }));
    assert!(
        matches!(condition(5, "sk"), KeyCondition::BeginsWith { begins_with } if begins_with.to_string() == "BOOKING#")
    );
    let report = check(&design);
    assert_eq!(report.problems, []);
    let red: Vec<&str> = report
        .patterns
        .iter()
        .filter(|pattern| !pattern.verdict.is_green())
        .map(|pattern| pattern.name.as_str())
        .collect();
    assert_eq!(red, ["5 Report of all"], "all others return what the sample says");
    let hows: Vec<AccessMethod> = report.patterns.iter().map(|pattern| pattern.served.how).collect();
    use AccessMethod::{Get, NotRun, Query, Write};
    assert_eq!(hows, [Get, Query, Write, Write, NotRun, Query, Query, Write]);
}

#[test]
fn a_damaged_schema_is_read_or_refused() {
    let whole = schema().to_string();
    let (mut has_read, mut refused) = (0, 0);
    for mut chance in cases("schemas of generators", 400) {
        match (find("model-codegen").unwrap().read.unwrap())(
            &chance.damaged_text(&whole),
            &dynalab_types::Budget::of_import(),
        ) {
            Ok(imported) => {
                assert_eq!(parse(&write(&imported.design)), Ok(imported.design));
                has_read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(has_read > 25 && refused > 25, "{has_read} were read, {refused} refused");
    for (place, value) in [
        ("table_config", json!({})),
        ("entities", json!({ "A": { "pk_template": "{", "sk_template": "S" } })),
    ] {
        let mut schema = schema();
        schema["tables"][0][place] = value;
        let error = read(&schema.to_string()).unwrap_err().to_string();
        assert!(error.contains(place) || error.contains("table_name"), "{error}");
    }
}
