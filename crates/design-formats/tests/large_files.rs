//! Files of five million bytes, most of which is no part of a design: they are read whole, and what is left out is counted.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{ImportNote, ImportedDesign, read};

const BYTES: usize = 5_000_000;

/// Returns a head, then lines until the text has five million bytes, then a tail; and the number of lines.
fn filled(head: &str, line: impl Fn(usize) -> String, tail: &str) -> (String, usize) {
    let mut text = head.to_owned();
    let mut lines = 0;
    while text.len() < BYTES {
        text.push_str(&line(lines));
        lines += 1;
    }
    (text + tail, lines)
}

fn tables(imported: &ImportedDesign) -> Vec<&str> {
    imported.design.tables.iter().map(|table| table.name.as_str()).collect()
}

/// Returns true if the file's other resources are counted in a note.
fn are_counted(imported: &ImportedDesign, resources: usize) -> bool {
    let is_count = |note: &ImportNote| matches!(note, ImportNote::OtherResources { types } if types.ends_with(&format!(" {resources}")));
    imported.notes.iter().any(is_count)
}

#[test]
fn a_dump_with_all_its_rows_is_read() {
    let head = "CREATE TABLE berths (id INT PRIMARY KEY, name TEXT);\n";
    let line = |row| format!("INSERT INTO berths VALUES ({row}, 'the ''{row}th'' berth');\n");
    let (text, rows) = filled(head, line, "");
    let imported = read(&text).unwrap();
    assert_eq!(tables(&imported), ["berths"]);
    let is_count = |note: &ImportNote| matches!(note, ImportNote::Skipped { count, .. } if *count == rows);
    assert!(imported.notes.iter().any(is_count), "{:?}", imported.notes);
}

#[test]
fn a_template_with_many_other_resources_is_read() {
    let head = r#"{ "Resources": { "Berths": { "Type": "AWS::DynamoDB::Table", "Properties": {
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }], "BillingMode": "PAY_PER_REQUEST" } }"#;
    let line = |number| {
        format!(r#", "R{number}": {{ "Type": "AWS::IAM::Role", "Properties": {{ "Path": "/r{number}/" }} }}"#)
    };
    let (text, roles) = filled(head, line, "} }");
    let imported = read(&text).unwrap();
    assert_eq!(tables(&imported), ["Berths"]);
    assert!(are_counted(&imported, roles), "{:?}", imported.notes);
}

#[test]
fn a_configuration_with_many_other_resources_is_read() {
    let head = "resource \"aws_dynamodb_table\" \"berths\" {\n  name = \"berths\"\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}\n";
    let line = |number| format!("resource \"aws_iam_role\" \"r{number}\" {{\n  path = \"/r{number}/\"\n}}\n");
    let (text, roles) = filled(head, line, "");
    let imported = read(&text).unwrap();
    assert_eq!(tables(&imported), ["berths"]);
    assert!(are_counted(&imported, roles), "{:?}", imported.notes);
}

#[test]
fn items_are_read_and_a_part_of_them_is_the_sample() {
    let line =
        |number| format!(r#"{{"Item":{{"id":{{"S":"B{number}"}},"depth":{{"N":"{number}"}}}}}}{}"#, '\n');
    let (text, items) = filled("", line, "");
    let imported = read(&text).unwrap();
    assert_eq!(imported.design.tables.len(), 1);
    let is_sample = |note: &ImportNote| matches!(note, ImportNote::ItemsCut { found, .. } if *found == items);
    assert!(imported.notes.iter().any(is_sample), "{:?}", imported.notes);
}
