//! Tests of formats: write and read back, limits of an import, and texts that are not a design.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_messages::figures::grouped;
use dynalab_modeling::Language;
use dynalab_modeling::design::{Expectation, Operation, ReplicaConsistency, Table};
use dynalab_modeling::formats::{self, FormatError, ImportNote, Wanted};
use dynalab_modeling::report::{Red, Verdict};
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (formats::find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn designs() -> impl Iterator<Item = (&'static str, Design)> {
    templates::ALL.iter().map(|template| (template.id, parse(template.text).unwrap()))
}

/// Returns the part of a table that CreateTable contains.
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
    // Local indexes are written first, but objects have no order.
    assert_eq!(written, body);
    let described = json!({ "Table": { "TableName": "T", "TableStatus": "ACTIVE", "ItemCount": 3,
        "AttributeDefinitions": [{ "AttributeName": "a", "AttributeType": "S" }], "KeySchema": [{ "AttributeName": "a", "KeyType": "HASH" }],
        "BillingModeSummary": { "BillingMode": "PAY_PER_REQUEST" }, "SSEDescription": { "Status": "ENABLED" } } });
    let imported = formats::read(&described.to_string()).unwrap();
    assert_eq!(imported.design.tables[0].partition_key[0].name, "a");
    let left_out = ImportNote::LeftOut { place: "T".into(), member: "SSEDescription".into() };
    assert_eq!(imported.notes, [left_out, ImportNote::KeysOnly]);
}

/// Returns a file that AWS's validator accepts: every request succeeds, and one returns nothing.
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
    // The design contains the items of the file.
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
    assert_eq!(formats::read(&broken.to_string()), Err(FormatError::Member { place, wanted: Wanted::List }));
    let mut broken = model();
    broken["items"]["Parcels"][1] = json!({ "DeleteRequest": {} });
    let error = formats::read(&broken.to_string()).unwrap_err().to_string();
    assert_eq!(error, "items.Parcels[1].PutRequest.Item must be an item.");
    assert!(matches!(formats::read(&"x".repeat(17_000_000)), Err(FormatError::TooLong { .. })));
}

#[test]
fn command_lines_are_the_requests_of_the_tables() {
    use dynalab_request_text::{self as request_text, TextForm};
    for (id, design) in designs() {
        let text = write("aws-cli", &design);
        let mut operations = Vec::new();
        // A JSON option spans several lines, so a command ends where the next command or comment begins.
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
        let totals = check(&design).totals;
        let [reads, writes] = [totals.read_units_per_second, totals.write_units_per_second]
            .map(|units| grouped(units.round() as u64));
        let units = format!("All patterns in production: {reads} RCU and {writes} WCU on average");
        let (tables, patterns) = text.split_once("## Access patterns").unwrap();
        assert!(!tables.contains("RCU"), "{id}: the units of all patterns are not those of a table");
        assert_eq!(patterns.matches("All patterns in production").count(), 1, "{id}");
        assert!(patterns.contains(&units), "{id}: {units}");
    }
    let (_, mut scaled) = designs().next().unwrap();
    let scaling = json!([{ "units": "write", "least": 5, "most": 4000, "target_percent": 60 }]);
    scaled.tables[0].scaling = serde_json::from_value(scaling).unwrap();
    let line =
        format!("- Auto scaling, WCU of {}: 5 to 4,000, target utilization 60 %\n", scaled.tables[0].name);
    assert!(write("markdown", &scaled).contains(&line), "{line}");
    let (_, mut design) = designs().next().unwrap();
    design.patterns[0].name = "<script>alert(1)</script> | x\ny".into();
    design.name = "<img src=x>".into();
    let text = write("markdown", &design);
    assert!(!text.contains("<script") && !text.contains("<img"), "{text}");
    assert!(text.contains("&#124; x\u{240a}y |"), "{text}");
}

/// Returns a model with members unknown to a design, and with items in the table and in facets.
fn workbench_model() -> Value {
    json!({
        "ModelName": "Parcels", "ModelSchema": { "format": "onetable:1.1.0" },
        "ModelMetadata": { "Author": "A", "DateCreated": "Apr 19, 2025, 06:28 AM", "DateLastModified": "Apr 19, 2025, 06:45 AM",
            "Description": "Parcels on their way", "AWSService": "Amazon DynamoDB", "Version": "3.0" },
        "DataModel": [{
            "TableName": "Parcels",
            "KeyAttributes": { "PartitionKey": { "AttributeName": "PK", "AttributeType": "S", "Label": "parcel" }, "SortKey": { "AttributeName": "SK", "AttributeType": "N" } },
            "NonKeyAttributes": [{ "AttributeName": "city", "AttributeType": "S", "Hint": [1] }, { "AttributeName": "seen", "AttributeType": "SS" }, { "AttributeName": "unused", "AttributeType": "M" }],
            "TableFacets": [
                { "FacetName": "empty", "KeyAttributeAlias": { "PartitionKeyAlias": "PK" }, "TableData": [], "NonKeyAttributes": ["city"], "DataAccess": { "MySql": {} } },
                { "FacetName": "Scan", "KeyAttributeAlias": { "PartitionKeyAlias": "parcel", "SortKeyAlias": "time" }, "Later": 7,
                  "TableData": [{ "PK": { "S": "p1" }, "SK": { "N": "1" }, "seen": { "SS": ["x"] } }, { "PK": { "S": "p1" }, "SK": { "N": "2" } }],
                  "NonKeyAttributes": ["seen"], "DataAccess": { "MySql": {} } }
            ],
            "GlobalSecondaryIndexes": [{ "IndexName": "by_city", "KeyAttributes": { "PartitionKey": { "AttributeName": "city", "AttributeType": "S" } },
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["seen"] }, "Color": "red" }],
            "TableData": [{ "PK": { "S": "p2" }, "SK": { "N": "0" }, "city": { "S": "大阪" } }],
            "DataAccess": { "MySql": {} }, "SampleDataFormats": { "city": ["identifiers", "City"] },
            "BillingMode": "PROVISIONED",
            "ProvisionedCapacitySettings": { "ProvisionedThroughput": { "ReadCapacityUnits": 9, "WriteCapacityUnits": 3 } }
        }]
    })
}

#[test]
fn a_model_of_nosql_workbench_is_the_same_after_a_round_trip() {
    let model = workbench_model();
    let imported = formats::read(&model.to_string()).unwrap();
    let kept = |place: &str, member: &str| ImportNote::Kept {
        place: place.into(),
        member: member.into(),
        format: "NoSQL Workbench",
    };
    let notes = [
        ImportNote::NoExpectedResults,
        kept("DataModel[0].GlobalSecondaryIndexes[0]", "Color"),
        kept("DataModel[0].KeyAttributes.PartitionKey", "Label"),
        kept("DataModel[0].NonKeyAttributes[0]", "Hint"),
        kept("DataModel[0].TableFacets[1]", "Later"),
    ];
    assert_eq!((imported.format, &imported.notes[..]), ("nosql-workbench", &notes[..]));
    let design = imported.design;
    assert_eq!((design.name.as_str(), design.notes.as_str()), ("Parcels", "Parcels on their way"));
    let rows: Vec<(&str, usize)> =
        design.entities.iter().map(|entity| (entity.name.as_str(), entity.rows.len())).collect();
    assert_eq!(rows, [("Parcels item", 1), ("Scan", 2)]);
    assert_eq!(check(&design).problems, []);
    let text = write("nosql-workbench", &design);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), model);
    assert_eq!(formats::read(&text).unwrap().design, design);
    // Dynalab's own file also keeps all members.
    assert_eq!(write("nosql-workbench", &parse(&dynalab_modeling::write(&design)).unwrap()), text);
}

#[test]
fn every_template_goes_to_nosql_workbench_and_back() {
    for (id, design) in designs() {
        let text = write("nosql-workbench", &design);
        let imported = formats::read(&text).unwrap_or_else(|error| panic!("{id}: {error}")).design;
        assert_eq!(write("nosql-workbench", &imported), text, "{id}: the same bytes");
        assert_eq!((&imported.name, &imported.notes), (&design.name, &design.notes), "{id}");
        assert_eq!(check(&imported).problems, [], "{id}");
        for (table, wanted) in imported.tables.iter().zip(&design.tables) {
            let keys =
                |table: &Table| (table.name.clone(), table.partition_key.clone(), table.sort_key.clone());
            assert_eq!(keys(table), keys(wanted), "{id}");
            let one_attribute = wanted
                .indexes
                .iter()
                .filter(|index| index.partition_key.len() == 1 && index.sort_key.len() < 2);
            for index in one_attribute.clone() {
                assert_eq!(table.index(&index.name), Some(index), "{id}");
            }
            assert_eq!(table.indexes.len(), one_attribute.count(), "{id}");
            let filled = wanted.items.iter().filter(|kind| table.placement(kind.name()).is_some()).count();
            assert_eq!(filled, wanted.items.len(), "{id}: a facet for each kind of item");
        }
        // Every attribute of an item is declared.
        let model: Value = serde_json::from_str(&text).unwrap();
        for table in model["DataModel"].as_array().unwrap() {
            let declared = format!("{}{}", table["NonKeyAttributes"], table["KeyAttributes"]);
            for item in table["TableFacets"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|facet| facet["TableData"].as_array().unwrap())
            {
                for name in item.as_object().unwrap().keys() {
                    assert!(declared.contains(&format!("\"AttributeName\":\"{name}\"")), "{id}: {name}");
                }
            }
        }
    }
}

#[test]
fn a_damaged_model_of_nosql_workbench_is_refused() {
    let error = |pointer: &str, value: Value| {
        let mut model = workbench_model();
        *model.pointer_mut(pointer).unwrap() = value;
        formats::read(&model.to_string()).unwrap_err().to_string()
    };
    for (pointer, value, sentence) in [
        ("/ModelName", json!(7), "the file.ModelName must be a text."),
        ("/DataModel", json!("x"), "the file.DataModel must be a list."),
        ("/DataModel/0", json!(null), "DataModel[0].KeyAttributes.PartitionKey must be an attribute."),
        (
            "/DataModel/0/KeyAttributes/SortKey/AttributeType",
            json!("M"),
            "DataModel[0].KeyAttributes.SortKey.AttributeType must be S, N or B.",
        ),
        (
            "/DataModel/0/NonKeyAttributes/1/AttributeType",
            json!("text"),
            "DataModel[0].NonKeyAttributes[1].AttributeType must be a type of DynamoDB.",
        ),
        (
            "/DataModel/0/TableFacets/1/NonKeyAttributes",
            json!([7]),
            "DataModel[0].TableFacets[1].NonKeyAttributes must be a list of texts.",
        ),
    ] {
        assert_eq!(error(pointer, value), sentence, "{pointer}");
    }
    let facet = workbench_model()["DataModel"][0]["TableFacets"][1].clone();
    let many = Value::Array(vec![facet; 501]);
    assert!(error("/DataModel/0/TableFacets", many).contains("at most 500"));
    let text = workbench_model().to_string();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        assert_eq!(formats::read(&text[..end]), Err(FormatError::Unknown), "cut at {end}");
    }
    // Damage each letter. A damaged model that can be read can also be written.
    for (place, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii()) {
        let other = ["7", "\"", "[", "}", "x"][place % 5];
        let damaged = format!("{}{other}{}", &text[..place], &text[place + letter.len_utf8()..]);
        if let Ok(imported) = formats::read(&damaged) {
            let written = write("nosql-workbench", &imported.design);
            assert!(formats::read(&written).is_ok(), "{damaged}");
        }
    }
}

#[test]
fn a_value_that_is_no_value_costs_no_item() {
    let mut model = workbench_model();
    let table = &mut model["DataModel"][0];
    table["TableFacets"][1]["TableData"][1]["pilot"] = json!({ "M": { "on": true, "release": "1.2" } });
    table["TableData"].as_array_mut().unwrap().extend([
        json!({ "PK": { "S": "p3" }, "SK": { "N": 7 }, "city": { "N": "none" } }),
        json!("no item"),
    ]);
    let imported = formats::read(&model.to_string()).unwrap();
    let rows = |name: &str| imported.design.entity(name).unwrap().rows.clone();
    let pilot = json!({ "M": { "on": { "BOOL": true }, "release": { "S": "1.2" } } });
    assert_eq!(rows("Scan")[1]["pilot"], pilot);
    let item = &rows("Parcels item")[1];
    assert_eq!((item.get("SK"), item.get("city")), (Some(&json!({ "N": "7" })), None));
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes[..4],
        [
            "Parcels, item 2: the value of SK is not DynamoDB JSON, so it was converted.",
            "Parcels, item 2: the value of city is not a value of DynamoDB, so it was left out.",
            "Parcels: 1 element of its items is no item, number 3. It was left out.",
            "Parcels (Scan), item 2: the value of pilot is not DynamoDB JSON, so it was converted.",
        ]
    );
}

#[test]
fn command_lines_are_read_with_settings_items_and_requests() {
    let text = r#"#!/bin/sh
set -e
# The table.
aws dynamodb create-table --table-name Music --billing-mode PAY_PER_REQUEST \
    --attribute-definitions AttributeName=Artist,AttributeType=S AttributeName=Song,AttributeType=S \
    --key-schema AttributeName=Artist,KeyType=HASH AttributeName=Song,KeyType=RANGE
aws dynamodb wait table-exists --table-name Music
aws dynamodb update-time-to-live --table-name Music --time-to-live-specification Enabled=true,AttributeName=expires
aws dynamodb put-item --table-name Music --item '{"Artist":{"S":"a"},"Song":{"S":"x"}}'
aws dynamodb put-item --table-name Music --item '{"Artist":{"S":"a"},"Song":{"S":"y"}}'
aws dynamodb query --table-name Music --key-condition-expression 'Artist = :a' --expression-attribute-values '{":a":{"S":"a"}}'
aws lambda create-event-source-mapping --function-name Charts --starting-position LATEST \
    --event-source-arn arn:aws:dynamodb:us-east-1:123456789012:table/Music/stream/2026-01-01T00:00:00.000
aws s3 ls
"#;
    let imported = formats::read(text).unwrap();
    assert_eq!(imported.format, "aws-cli");
    let design = &imported.design;
    let table = &design.tables[0];
    assert_eq!((table.name.as_str(), table.ttl.as_deref()), ("Music", Some("expires")));
    assert_eq!(table.stream.as_ref().unwrap().readers[0].name, "Charts");
    assert_eq!((design.entities[0].rows.len(), design.patterns.len()), (2, 1));
    let report = check(design);
    assert_eq!(
        (report.patterns[0].returned, report.totals.red),
        (2, 1),
        "without an expected result it is red"
    );
    assert!(imported.notes.contains(&ImportNote::NoExpectedResults), "{:?}", imported.notes);
    assert!(imported.notes.contains(&ImportNote::Ignored { count: 1 }), "{:?}", imported.notes);
    for other in
        ["aws s3 ls\n", "echo aws dynamodb\naws dynamodb list-tables\n", "", "aws dynamodb list-tables\n"]
    {
        assert!(formats::read(other).is_err(), "{other}");
    }
}

#[test]
fn command_lines_come_back_as_they_were() {
    for (id, design) in designs() {
        let text = write("aws-cli", &design);
        let imported = formats::read(&text).unwrap_or_else(|error| panic!("{id}: {error}: {text}"));
        assert_eq!(imported.format, "aws-cli", "{id}");
        assert_eq!(write("aws-cli", &imported.design), text, "{id}");
    }
}
