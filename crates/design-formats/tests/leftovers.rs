//! Tests that unknown members of a file change nothing, and that each is named.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use std::collections::BTreeSet;

use damage::{Chance, cases};
use dynalab_design_formats::{ImportNote, ImportedDesign, read};
use dynalab_modeling::design::Extra;
use dynalab_modeling::{Design, check};
use serde_json::{Value, json};

/// A body of CreateTable, with the places where a member can be added.
fn create_table() -> (Value, &'static [&'static str]) {
    let body = json!({ "TableName": "Berths", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "town", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{ "IndexName": "by_town", "KeySchema": [{ "AttributeName": "town", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" } }] });
    (body, &["", "/GlobalSecondaryIndexes/0"])
}

/// A model of NoSQL Workbench.
fn model() -> (Value, &'static [&'static str]) {
    let part = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let item = |pk: &str, sk: &str| json!({ "PK": { "S": pk }, "SK": { "S": sk } });
    let table = json!({ "TableName": "Clinic", "KeyAttributes": { "PartitionKey": part("PK"), "SortKey": part("SK") },
        "NonKeyAttributes": [part("name"), part("GSI1PK")],
        "TableFacets": [{ "FacetName": "Vet", "TableData": [item("VET#1", "INFO"), item("VET#2", "INFO")], "NonKeyAttributes": [] }],
        "GlobalSecondaryIndexes": [{ "IndexName": "GSI1", "KeyAttributes": { "PartitionKey": part("GSI1PK") },
            "Projection": { "ProjectionType": "KEYS_ONLY" } }],
        "TableData": [item("PET#1", "INFO"), item("PET#1", "VISIT#1"), item("PET#1", "VISIT#2")], "BillingMode": "PAY_PER_REQUEST" });
    (
        json!({ "ModelName": "Clinic", "ModelMetadata": { "Version": "3.0" }, "DataModel": [table] }),
        &[
            "",
            "/DataModel/0",
            "/DataModel/0/KeyAttributes",
            "/DataModel/0/KeyAttributes/SortKey",
            "/DataModel/0/NonKeyAttributes/1",
            "/DataModel/0/TableFacets/0",
            "/DataModel/0/GlobalSecondaryIndexes/0",
            "/DataModel/0/GlobalSecondaryIndexes/0/Projection",
        ],
    )
}

/// A template with the kinds of tables that CloudFormation has, and resources beside them.
fn template() -> (Value, &'static [&'static str]) {
    let template = serde_json::from_str(include_str!("imported/every_member.json")).unwrap();
    (
        template,
        &[
            "",
            "/Resources/Berths",
            "/Resources/Berths/Properties",
            "/Resources/Berths/Properties/TimeToLiveSpecification",
            "/Resources/Berths/Properties/PointInTimeRecoverySpecification",
            "/Resources/Berths/Properties/GlobalSecondaryIndexes/0",
            "/Resources/Ships/Properties",
            "/Resources/Ships/Properties/WriteProvisionedThroughputSettings",
            "/Resources/Ships/Properties/WriteProvisionedThroughputSettings/WriteCapacityAutoScalingSettings",
            "/Resources/Ships/Properties/GlobalSecondaryIndexes/0/WriteProvisionedThroughputSettings",
            "/Resources/Ships/Properties/Replicas/0",
            "/Resources/Ships/Properties/Replicas/0/ReadProvisionedThroughputSettings",
            "/Resources/Ships/Properties/Replicas/0/GlobalSecondaryIndexes/0",
            "/Resources/Docks/Properties/WriteOnDemandThroughputSettings",
            "/Resources/Docks/Properties/GlobalSecondaryIndexes/0/WriteOnDemandThroughputSettings",
            "/Resources/Docks/Properties/Replicas/0/ReadOnDemandThroughputSettings",
            "/Resources/Crews/Properties",
            "/Resources/Crews/Properties/PrimaryKey",
            "/Resources/Target/Properties",
            "/Resources/Policy/Properties",
            "/Resources/Policy/Properties/TargetTrackingScalingPolicyConfiguration",
            "/Resources/Slow/Properties",
            "/Resources/Mails/Properties",
        ],
    )
}

/// A configuration. At each `# here` a member can be added.
const CONFIGURATION: &str = include_str!("imported/every_block.tf");

/// Adds attributes and blocks at random places, and returns the text and their names.
fn add_to_configuration(chance: &mut Chance) -> (String, BTreeSet<String>) {
    let mut added = BTreeSet::new();
    let places: Vec<usize> = (0..CONFIGURATION.matches("# here").count()).collect();
    let chosen: Vec<usize> = (0..chance.below(6)).map(|_| *chance.pick(&places)).collect();
    let mut text = String::new();
    for (place, part) in CONFIGURATION.split("# here").enumerate() {
        text.push_str(part);
        for (number, _) in chosen.iter().enumerate().filter(|(_, chosen)| **chosen == place) {
            let name = format!("later{number}");
            let value =
                *chance.pick(&[" = 1\n", " = \"x\"\n", " = unknown_thing.of.others\n", " {\n a = 1\n }\n"]);
            text.push_str(&format!("\n{name}{value}"));
            added.insert(name);
        }
    }
    (text, added)
}

/// Returns the design without what is kept for the next file of its format.
fn without_kept(mut design: Design) -> Design {
    design.extra = Extra::new();
    for table in &mut design.tables {
        table.extra = Extra::new();
        let keys = table.partition_key.iter_mut().chain(&mut table.sort_key);
        keys.for_each(|key| key.extra = Extra::new());
        for index in &mut table.indexes {
            index.extra = Extra::new();
            index.partition_key.iter_mut().for_each(|key| key.extra = Extra::new());
        }
        table.items.iter_mut().for_each(|placement| placement.extra = Extra::new());
    }
    design
}

fn named(imported: &ImportedDesign) -> BTreeSet<String> {
    let names = imported.notes.iter().filter_map(|note| match note {
        ImportNote::LeftOut { member, .. }
        | ImportNote::LeftOutOften { member, .. }
        | ImportNote::Kept { member, .. } => Some(member.clone()),
        _ => None,
    });
    names.collect()
}

/// Adds members at random places, and returns their names.
fn add_members(file: &mut Value, places: &[&str], chance: &mut Chance) -> BTreeSet<String> {
    let mut added = BTreeSet::new();
    for number in 0..chance.below(6) {
        let name = format!("Later{number}");
        let value = chance.pick(&[json!(1), json!("x"), json!([{ "a": 1 }]), json!({ "b": {} })]).clone();
        let place = chance.pick(places);
        file.pointer_mut(place).unwrap()[&name] = value;
        added.insert(name);
    }
    added
}

#[test]
fn unknown_members_of_a_configuration_change_nothing_and_each_is_named() {
    let before = read(CONFIGURATION).unwrap();
    assert_eq!((before.format, named(&before)), ("terraform", BTreeSet::new()));
    for mut chance in cases("terraform", 200) {
        let (text, added) = add_to_configuration(&mut chance);
        let imported = read(&text).unwrap();
        let names = named(&imported).iter().map(|name| name.rsplit('.').next().unwrap().to_owned()).collect();
        assert_eq!(added, names, "{text}");
        assert_eq!(imported.design, before.design, "{text}");
    }
}

#[test]
fn unknown_members_change_nothing_and_each_is_named() {
    for (name, make) in [
        ("create-table", create_table as fn() -> _),
        ("nosql-workbench", model),
        ("cloudformation-json", template),
    ] {
        let (plain, places) = make();
        let before = read(&plain.to_string()).unwrap();
        assert_eq!((before.format, named(&before)), (name, BTreeSet::new()));
        assert_eq!(check(&before.design).problems, []);
        for mut chance in cases(name, 200) {
            let mut file = plain.clone();
            let added = add_members(&mut file, places, &mut chance);
            let imported = read(&file.to_string()).unwrap();
            assert_eq!(named(&imported), added, "{file}");
            assert_eq!(without_kept(imported.design), without_kept(before.design.clone()), "{file}");
        }
    }
}
