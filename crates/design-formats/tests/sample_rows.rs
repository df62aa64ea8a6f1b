//! Files with all items of a table: a design has a sample of them, the counts are those of the file, and a note says both.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{ImportNote, ImportedDesign, read};
use dynalab_modeling::formats::sample_rows::ROWS_MAX;
use dynalab_modeling::{check, document};

const ITEMS: usize = 2_500;

/// Returns the table of each note about a sample, the rows that were kept, and the items of the file.
fn cuts(imported: &ImportedDesign) -> Vec<(&str, usize, usize)> {
    let cut = |note: &ImportNote| match note {
        ImportNote::ItemsCut { kept, found, .. } => Some((*kept, *found)),
        _ => None,
    };
    let of_table = imported.design.tables[0].name.as_str();
    imported.notes.iter().filter_map(cut).map(|(kept, found)| (of_table, kept, found)).collect()
}

/// Returns the counts and the rows of the entities.
fn entities(imported: &ImportedDesign) -> Vec<(u64, usize)> {
    imported.design.entities.iter().map(|entity| (entity.count, entity.rows.len())).collect()
}

fn model(items: &str) -> String {
    format!(
        r#"{{"ModelName":"Harbour","ModelMetadata":{{"Version":"3.0"}},"DataModel":[{{"TableName":"Berths","KeyAttributes":{{
        "PartitionKey":{{"AttributeName":"PK","AttributeType":"S"}},"SortKey":{{"AttributeName":"SK","AttributeType":"S"}}}},
        "NonKeyAttributes":[{{"AttributeName":"note","AttributeType":"S"}}],"TableData":[{items}]}}]}}"#
    )
}

fn visits(count: usize, note: &str) -> String {
    let visit = |number: usize| {
        format!(
            r#"{{"PK":{{"S":"BERTH#{number:05}"}},"SK":{{"S":"VISIT#{number}"}},"note":{{"S":"{note}"}}}}"#
        )
    };
    (0..count).map(visit).collect::<Vec<_>>().join(",")
}

#[test]
fn a_model_with_many_items_has_a_sample_of_each_kind() {
    let boats = (0..20).map(|boat| format!(r#"{{"PK":{{"S":"BOAT#{boat}"}},"SK":{{"S":"INFO"}}}}"#));
    let items = [visits(ITEMS, "calm"), boats.collect::<Vec<_>>().join(",")].join(",");
    let imported = read(&model(&items)).unwrap();
    assert_eq!(entities(&imported), [(ITEMS as u64, ROWS_MAX), (20, 20)]);
    assert_eq!(cuts(&imported), [("Berths", ROWS_MAX + 20, ITEMS + 20)]);
    let totals = check(&imported.design).totals;
    assert!(totals.green > 0 && totals.red == 0, "the first patterns expect what the sample has");
    // As many rows as a sample has are all kept.
    let imported = read(&model(&visits(ROWS_MAX, "calm"))).unwrap();
    assert_eq!((entities(&imported), cuts(&imported)), (vec![(ROWS_MAX as u64, ROWS_MAX)], Vec::new()));
}

#[test]
fn large_items_leave_a_design_that_can_be_stored() {
    let imported = read(&model(&visits(1_000, &"storm ".repeat(1_000)))).unwrap();
    let bytes = document::write(&imported.design).len();
    assert!(bytes < 2_000_000, "{bytes}");
    let [(count, rows)] = entities(&imported)[..] else { panic!("one kind") };
    assert_eq!((count, cuts(&imported)), (1_000, vec![("Berths", rows, 1_000)]));
    assert!((100..ROWS_MAX).contains(&rows), "{rows}");
}

#[test]
fn a_script_with_many_items_has_a_sample() {
    let create = "aws dynamodb create-table --table-name Berths --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST\n";
    let put = |number| {
        format!("aws dynamodb put-item --table-name Berths --item '{{\"id\":{{\"S\":\"{number}\"}}}}'\n")
    };
    let imported = read(&(create.to_owned() + &(0..ITEMS).map(put).collect::<String>())).unwrap();
    assert_eq!(entities(&imported), [(ITEMS as u64, ROWS_MAX)]);
    assert_eq!(cuts(&imported), [("Berths", ROWS_MAX, ITEMS)]);
}
