//! Tests of the models of AWS's tools: detection, import as green designs, and export.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_design_formats::{find, read};
use dynalab_modeling::Language;
use dynalab_modeling::design::{AttributeType, Consistency, Mode, Projection, TableClass};
use dynalab_modeling::report::Verdict;
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn skill() -> Value {
    json!({
        "version": "1.2",
        "tables": [
            {
                "table_name": "Rides",
                "table_class": "STANDARD_INFREQUENT_ACCESS",
                "global_tables": ["eu-west-1"],
                "key_schema": { "partition_key": "rider_id", "sort_key": "started_at" },
                "attribute_definitions": [{ "name": "rider_id", "type": "S" }, { "attribute_name": "started_at", "attribute_type": "N" }],
                "entities": [{
                    "entity_name": "Ride", "estimated_item_size_bytes": 900, "estimated_item_count": 5_000_000,
                    "attributes": [{ "name": "started_at", "type": "S" }, { "name": "status", "type": "S" }, { "name": "price", "type": "N" }],
                }],
                "gsis": [{ "index_name": "by_status", "partition_key": "status", "sort_key": "started_at",
                    "projection": { "type": "INCLUDE", "attributes": ["price"] }, "note": "sparse" }],
                "provisioned_capacity": { "rcu": 100, "wcu": 50 },
            },
            {
                "table_name": "Bikes",
                "key_schema": { "partition_key": "bike_id" },
                "entities": [{ "entity_name": "Bike", "estimated_item_size_bytes": 300, "estimated_item_count": 2_000, "attributes": [{ "name": "model", "type": "S" }] }],
                "vector_indexes": [{ "index_name": "by_photo", "vector_attribute": "photo", "dimensions": 4, "distance_function": "EUCLIDEAN",
                    "projection": "KEYS_ONLY", "search_schema": { "inline_filters": ["model"] }, "estimated_indexed_items": 1_500 }],
            },
        ],
        "access_patterns": [
            { "pattern_id": 1, "description": "One ride", "operation": "GetItem", "table": "Rides", "index": null, "peak_rps": 500.0, "avg_rps": 100.0,
              "estimated_item_size_bytes": 900, "items_per_request": 1, "consistency": "strong" },
            { "pattern_id": 2, "description": "Rides of a rider", "operation": "Query", "table": "Rides", "index": null, "peak_rps": 50.0,
              "estimated_item_size_bytes": 900, "items_per_request": 5, "consistency": "eventual" },
            { "pattern_id": 3, "description": "Open rides", "operation": "Query", "table": "Rides", "index": "by_status", "peak_rps": 1.0,
              "estimated_item_size_bytes": 900, "items_per_request": 5, "consistency": "eventual", "projection": ["price"] },
            { "pattern_id": 4, "description": "Start a ride", "operation": "PutItem", "table": "Rides", "index": null, "peak_rps": 20.0,
              "estimated_item_size_bytes": 900, "items_per_request": 1, "consistency": "eventual", "conditional_fail_rate": 0.05, "entities_written": ["Ride"] },
            { "pattern_id": 5, "description": "End a ride", "operation": "UpdateItem", "table": "Rides", "index": null, "peak_rps": 20.0,
              "estimated_item_size_bytes": 900, "items_per_request": 1, "consistency": "eventual", "attributes_written": 2 },
            { "pattern_id": 6, "description": "Delete a bike", "operation": "DeleteItem", "table": "Bikes", "index": null, "peak_rps": 0.1,
              "estimated_item_size_bytes": 300, "items_per_request": 1, "consistency": "eventual" },
            { "pattern_id": 7, "description": "Bikes like this", "operation": "SearchVectors", "table": "Bikes", "index": "by_photo", "peak_rps": 2.0,
              "estimated_item_size_bytes": 300, "items_per_request": 3, "consistency": "eventual", "top_k": 3 },
            { "pattern_id": 8, "description": "Move two rides", "operation": "TransactWriteItems", "table": "Rides", "index": null, "peak_rps": 1.0,
              "estimated_item_size_bytes": 900, "items_per_request": 2, "consistency": "transactional" },
        ],
    })
}

#[test]
fn a_cost_model_is_read() {
    let imported = read(&skill().to_string()).unwrap();
    assert_eq!(imported.format, "model-skill");
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["8 Move two rides: the file has no request. Write the request of TransactWriteItems."]
    );
    let design = &imported.design;
    let [rides, bikes] = &design.tables[..] else { panic!("{:?}", design.tables) };
    assert_eq!(rides.sort_key[0].data_type, AttributeType::N, "definitions win");
    assert_eq!((rides.class, rides.replicas[0].region.as_str()), (TableClass::InfrequentAccess, "eu-west-1"));
    assert!(matches!(rides.mode, Mode::Provisioned { .. }));
    assert!(matches!(&rides.indexes[0].projection, Projection::Include(names) if names == &["price"]));
    assert_eq!(
        (bikes.vector_indexes[0].dimensions, &bikes.vector_indexes[0].projection),
        (4, &Projection::KeysOnly)
    );
    assert_eq!(design.patterns[0].consistency, Consistency::Strong);
    assert_eq!((design.patterns[0].rate.average, design.patterns[1].rate.average), (100.0, 50.0));
    assert!((design.patterns[3].failed_conditions - 0.05).abs() < 1e-9);
    let report = check(design);
    assert_eq!(report.problems, []);
    for pattern in &report.patterns[..7] {
        assert_eq!(pattern.verdict, Verdict::Green, "{} {:?}", pattern.name, pattern.result);
    }
    assert_eq!(report.patterns[1].returned, 5, "a rider has as many rides as the sample gives");
    let size = |name: &str| report.entities.iter().find(|entity| entity.name == name).unwrap().mean_bytes;
    assert!((size("Ride") - 900.0).abs() < 30.0, "{}", size("Ride"));
    assert!((size("Bike") - 300.0).abs() < 90.0, "{}", size("Bike"));
}

#[test]
fn a_cost_model_is_written_as_it_was_read() {
    let design = read(&skill().to_string()).unwrap().design;
    let text = write("model-skill", &design);
    let again: Value = serde_json::from_str(&text).unwrap();
    let before = skill();
    for (found, wanted) in
        again["access_patterns"].as_array().unwrap().iter().zip(before["access_patterns"].as_array().unwrap())
    {
        let mut wanted = wanted.clone();
        if wanted.get("avg_rps").is_none() {
            wanted["avg_rps"] = wanted["peak_rps"].clone();
        }
        assert_eq!(*found, wanted);
    }
    for member in [
        "key_schema",
        "entities",
        "gsis",
        "provisioned_capacity",
        "global_tables",
        "attribute_definitions",
        "table_class",
    ] {
        assert_eq!(again["tables"][0][member], before["tables"][0][member], "{member}");
    }
    assert_eq!(again["version"], "1.2");
    let design = read(&text).unwrap().design;
    assert_eq!(write("model-skill", &design), text);
}

#[test]
fn designs_are_written_as_cost_models() {
    for template in templates::ALL {
        let design = parse(template.text).unwrap();
        let text = write("model-skill", &design);
        let imported = read(&text).unwrap_or_else(|error| panic!("{}: {error}", template.id));
        assert_eq!(imported.format, "model-skill");
        assert_eq!(imported.design.patterns.len(), design.patterns.len());
        for (found, wanted) in imported.design.patterns.iter().zip(&design.patterns) {
            assert_eq!(
                (found.rate.highest(), found.consistency),
                (wanted.rate.highest(), wanted.consistency),
                "{}",
                template.id
            );
        }
        for table in &design.tables {
            let found = imported.design.table(&table.name).unwrap();
            assert_eq!(
                (&found.partition_key, &found.sort_key),
                (&table.partition_key, &table.sort_key),
                "{}",
                template.id
            );
        }
        assert_eq!(write("model-skill", &imported.design), text, "{}", template.id);
    }
}

#[test]
fn damaged_models_are_read_or_refused() {
    let texts = [skill().to_string()];
    let (mut has_read, mut refused) = (0, 0);
    for mut chance in cases("cost models", 800) {
        let text = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        for format in ["model-skill"] {
            match (find(format).unwrap().read.unwrap())(&text, &dynalab_types::Budget::of_import()) {
                Ok(imported) => {
                    assert_eq!(parse(&dynalab_modeling::write(&imported.design)), Ok(imported.design));
                    has_read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(has_read > 50 && refused > 50, "{has_read} were read, {refused} refused");
}
