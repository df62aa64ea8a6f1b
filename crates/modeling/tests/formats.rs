//! Formats: out and in again, what an import cannot know, and texts that are no design.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::design::{Expectation, Operation, ReplicaConsistency, Table};
use dynalab_modeling::formats::{self, FormatError, ImportNote};
use dynalab_modeling::report::{Red, Verdict};
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (formats::find(format).unwrap().write.unwrap())(design)
}

fn designs() -> impl Iterator<Item = (&'static str, Design)> {
    templates::ALL.iter().map(|template| (template.id, parse(template.text).unwrap()))
}

/// What CreateTable can carry of a table.
fn carried(table: &Table) -> Table {
    let mut table = table.clone();
    table.items.clear();
    table.notes.clear();
    (table.ttl, table.recovery) = (None, false);
    table.replicas.clear();
    table.replica_consistency = ReplicaConsistency::Eventual;
    if let Some(stream) = &mut table.stream {
        stream.readers.clear();
    }
    table
}

#[test]
fn create_table_gives_the_same_tables_again() {
    for (id, design) in designs() {
        let text = write("create-table", &design);
        let imported = formats::read(&text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(imported.format, "create-table");
        assert_eq!(imported.notes, [ImportNote::KeysOnly], "{id}");
        let wanted: Vec<Table> = design.tables.iter().map(carried).collect();
        assert_eq!(imported.design.tables, wanted, "{id}");
        assert_eq!(write("create-table", &imported.design), text, "{id}: the same bytes");
    }
}

#[test]
fn all_settings_of_create_table_are_read() {
    let body = json!({
        "TableName": "T",
        "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }, { "AttributeName": "b", "AttributeType": "N" }, { "AttributeName": "c", "AttributeType": "B" }],
        "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }, { "AttributeName": "b", "KeyType": "RANGE" }],
        "LocalSecondaryIndexes": [{ "IndexName": "L", "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }, { "AttributeName": "c", "KeyType": "RANGE" }], "Projection": { "ProjectionType": "KEYS_ONLY" } }],
        "GlobalSecondaryIndexes": [{ "IndexName": "G", "KeySchema": [{ "AttributeName": "b", "KeyType": "HASH" }, { "AttributeName": "c", "KeyType": "HASH" }], "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["x", "y"] }, "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 } }],
        "BillingMode": "PROVISIONED", "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "OLD_IMAGE" },
        "TableClass": "STANDARD_INFREQUENT_ACCESS", "DeletionProtectionEnabled": true
    });
    let imported = formats::read(&body.to_string()).unwrap();
    let written: Value = serde_json::from_str(&write("create-table", &imported.design)).unwrap();
    // Local indexes come first in what is written; objects have no order.
    assert_eq!(written, body);
    let described = json!({ "Table": { "TableName": "T", "TableStatus": "ACTIVE", "ItemCount": 3,
        "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }], "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }],
        "BillingModeSummary": { "BillingMode": "PAY_PER_REQUEST" }, "SSEDescription": { "Status": "ENABLED" } } });
    let imported = formats::read(&described.to_string()).unwrap();
    assert_eq!(imported.design.tables[0].partition_key[0].name, "a");
    let left_out = ImportNote::LeftOut { place: "T".into(), member: "SSEDescription".into() };
    assert_eq!(imported.notes, [ImportNote::KeysOnly, left_out]);
}

/// A file that the validator of the server passes: every request succeeds, and one returns nothing.
fn model() -> Value {
    json!({
        "tables": [{
            "TableName": "Parcels", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "PK", "AttributeType": "S" }, { "AttributeName": "SK", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "PK", "KeyType": "HASH" }, { "AttributeName": "SK", "KeyType": "RANGE" }]
        }],
        "items": { "Parcels": [
            { "PutRequest": { "Item": { "PK": { "S": "PARCEL#1" }, "SK": { "S": "META" }, "grams": { "N": "700" } } } },
            { "PutRequest": { "Item": { "PK": { "S": "PARCEL#1" }, "SK": { "S": "SCAN#2026-01-01" }, "city": { "S": "Osaka" } } } }
        ] },
        "access_patterns": [
            { "pattern": 1, "description": "History of a parcel", "table": "Parcels", "dynamodb_operation": "Query",
              "implementation": "aws dynamodb query --table-name Parcels --key-condition-expression 'PK = :p' --expression-attribute-values '{\":p\":{\"S\":\"PARCEL#1\"}}'" },
            { "pattern": 2, "description": "Scans in a city", "table": "Parcels", "dynamodb_operation": "Query",
              "implementation": "aws dynamodb query --table-name Parcels --key-condition-expression 'PK = :c' --expression-attribute-values '{\":c\":{\"S\":\"CITY#Osaka\"}}'" },
            { "pattern": 3, "description": "Search the notes", "reason": "Use a search service." }
        ]
    })
}

#[test]
fn a_pattern_that_returns_nothing_is_red_and_named() {
    let imported = formats::read(&model().to_string()).unwrap();
    assert_eq!(imported.format, "model-server");
    assert_eq!(imported.notes[0], ImportNote::NoExpectedResults);
    let report = check(&imported.design);
    assert_eq!(report.problems, []);
    let red: Vec<(&str, u64, Verdict)> = report
        .patterns
        .iter()
        .map(|pattern| (pattern.name.as_str(), pattern.returned, pattern.verdict.clone()))
        .collect();
    assert_eq!(
        red,
        [
            ("1 History of a parcel", 2, Verdict::Red(Red::NoExpectation)),
            ("2 Scans in a city", 0, Verdict::Red(Red::Empty)),
            ("3 Search the notes", 0, Verdict::Red(Red::NoOperation)),
        ]
    );
    let mut written = imported.design;
    written.patterns[0].expect = Some(Expectation { count: Some(2), ..Expectation::default() });
    assert_eq!(check(&written).patterns[0].verdict, Verdict::Green);
    // The items that the file has are a part of the design.
    assert_eq!(parse(&dynalab_modeling::write(&written)).unwrap(), written);
}

#[test]
fn an_unreadable_command_is_a_note() {
    let mut model = model();
    model["access_patterns"][0]["implementation"] = json!("aws s3 ls");
    let imported = formats::read(&model.to_string()).unwrap();
    assert!(imported.design.patterns[0].operation.is_none());
    let about = |note: &ImportNote| matches!(note, ImportNote::NoRequest { pattern, .. } if pattern == "1 History of a parcel");
    assert!(imported.notes.iter().any(about), "{:?}", imported.notes);
    assert!(matches!(imported.design.patterns[1].operation, Some(Operation::Request(_))));
}

#[test]
fn files_of_other_shapes_are_refused() {
    let skill = json!({ "tables": [{ "table_name": "T", "key_schema": { "partition_key": "id" } }], "access_patterns": [] });
    for text in ["", "{", "[]", "7", "{\"tables\":7}", "hello", &skill.to_string(), &"[".repeat(50_000)] {
        assert_eq!(formats::read(text), Err(FormatError::Unknown), "{}", &text[..text.len().min(30)]);
    }
    let mut broken = model();
    broken["tables"][0]["KeySchema"] = json!(7);
    let place = "tables[0].KeySchema".to_owned();
    assert_eq!(formats::read(&broken.to_string()), Err(FormatError::Member { place, wanted: "a list" }));
    let mut broken = model();
    broken["items"]["Parcels"][1] = json!({ "DeleteRequest": {} });
    let error = formats::read(&broken.to_string()).unwrap_err().to_string();
    assert_eq!(error, "items.Parcels[1].PutRequest.Item must be an item.");
    assert!(matches!(formats::read(&"x".repeat(5_000_000)), Err(FormatError::TooLong { .. })));
}

#[test]
fn command_lines_are_the_requests_of_the_tables() {
    use dynalab_playground::request_text::{self, TextForm};
    for (id, design) in designs() {
        let text = write("aws-cli", &design);
        let mut operations = Vec::new();
        // A JSON option has several lines, so a command ends where the next one or a comment begins.
        let commands = text.split("\naws dynamodb ").skip(1).filter(|command| !command.starts_with("wait "));
        for command in commands {
            let line = &format!("aws dynamodb {}", command.split("\n\n#").next().unwrap_or_default());
            let reading = request_text::read(TextForm::CommandLine, line, ("", ""));
            let reading = reading.unwrap_or_else(|mistake| panic!("{id}: {line}: {mistake:?}"));
            operations.push(reading.operation.clone());
            if reading.operation == "CreateTable" {
                let imported = formats::read(&reading.body.json()).unwrap();
                let wanted =
                    design.tables.iter().find(|table| table.name == imported.design.tables[0].name).unwrap();
                assert_eq!(imported.design.tables[0], carried(wanted), "{id}");
            }
        }
        let created = operations.iter().filter(|operation| *operation == "CreateTable").count();
        assert_eq!(created, design.tables.len(), "{text}");
        let has_ttl = design.tables.iter().any(|table| table.ttl.is_some());
        assert_eq!(operations.iter().any(|operation| operation == "UpdateTimeToLive"), has_ttl, "{id}");
    }
}

#[test]
fn the_document_has_every_pattern_and_no_html_of_the_design() {
    for (id, design) in designs() {
        let text = write("markdown", &design);
        for pattern in &design.patterns {
            assert!(text.contains(&format!("| {} |", pattern.name)), "{id}: {}", pattern.name);
        }
    }
    let (_, mut design) = designs().next().unwrap();
    design.patterns[0].name = "<script>alert(1)</script> | x\ny".into();
    design.name = "<img src=x>".into();
    let text = write("markdown", &design);
    assert!(!text.contains("<script") && !text.contains("<img"), "{text}");
    assert!(text.contains("\\| x y |"), "{text}");
}
