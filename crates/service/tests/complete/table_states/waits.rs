//! Dynalab.DescribeWaits, the charge of a scan by partition, and undo.

use serde_json::{Value, json};

use super::{World, encryption, index, stream};

fn waits(world: &mut World) -> Vec<(String, f64)> {
    let now_ms = world.now_ms as f64;
    let answer = world.ok("Dynalab.DescribeWaits", &json!({}));
    let told = |wait: &Value| {
        let index = wait["IndexName"].as_str().map_or(String::new(), |index| format!(".{index}"));
        let name =
            format!("{}{index} {}", wait["TableName"].as_str().unwrap(), wait["Awaited"].as_str().unwrap());
        (name, wait["Until"].as_f64().unwrap() * 1_000.0 - now_ms)
    };
    answer["Waits"].as_array().unwrap().iter().map(told).collect()
}

fn names(world: &mut World) -> Vec<String> {
    waits(world).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn what_is_awaited_is_described_with_its_end() {
    for seed in [1, 5] {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        let told = waits(&mut world);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].0, "Tab TABLE_CREATING");
        world.pass((told[0].1 - 1.0).round() as u64);
        assert_eq!(world.status(), "CREATING");
        world.pass(1);
        assert_eq!(world.status(), "ACTIVE");
        assert!(waits(&mut world).is_empty());
        world.pass(6_000);
        world.update(&encryption(true));
        world.update(&stream(true));
        assert_eq!(names(&mut world), ["Tab TABLE_UPDATING", "Tab ENCRYPTION_UPDATING"]);
        world.pass(23_000);
        world.update(&index("ByH"));
        assert_eq!(names(&mut world), ["Tab.ByH INDEX_ALLOCATING", "Tab.ByH INDEX_CREATING"]);
        let told = waits(&mut world);
        world.pass(told[0].1.round() as u64);
        assert_eq!(names(&mut world), ["Tab.ByH INDEX_CREATING"]);
        world.pass((told[1].1 - told[0].1).round() as u64);
        assert!(waits(&mut world).is_empty());
        world.ok("DeleteTable", &json!({"TableName": "Tab"}));
        assert_eq!(names(&mut world), ["Tab TABLE_DELETING"]);
        world.pass(6_000);
        assert!(waits(&mut world).is_empty());
    }
}

fn scan(world: &mut World, with: &Value) -> f64 {
    let mut body = json!({"TableName": "Tab", "ReturnConsumedCapacity": "TOTAL"});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    world.ok("Scan", &body)["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap()
}

#[test]
fn a_scan_of_a_table_on_demand_consumes_something_for_each_partition() {
    let mut world = World::with_table(5);
    // Even an empty table has four partitions.
    assert_eq!(scan(&mut world, &json!({})), 2.0);
    world.ok("PutItem", &json!({"TableName": "Tab", "Item": {"pk": {"S": "a"}}}));
    for (with, charged) in [
        (json!({}), 2.0),
        (json!({"ConsistentRead": true}), 4.0),
        (json!({"Segment": 0, "TotalSegments": 4}), 0.5),
        (json!({"Segment": 3, "TotalSegments": 4, "ConsistentRead": true}), 1.0),
        (json!({"Segment": 1, "TotalSegments": 2}), 1.0),
        (json!({"Segment": 0, "TotalSegments": 1_000_000}), 0.5),
    ] {
        assert_eq!(scan(&mut world, &with), charged, "{with}");
    }
    let query = json!({"TableName": "Tab", "ReturnConsumedCapacity": "TOTAL", "KeyConditionExpression": "pk = :a",
        "ExpressionAttributeValues": {":a": {"S": "a"}}});
    assert_eq!(world.ok("Query", &query)["ConsumedCapacity"]["CapacityUnits"], 0.5);
    // A scan that stops early touches fewer partitions; a large one is charged by its bytes.
    for number in 0..60 {
        world.ok(
            "PutItem",
            &json!({"TableName": "Tab", "Item": {
            "pk": {"S": format!("k{number}")}, "more": {"S": "x".repeat(4_000)}}}),
        );
    }
    // Followers have the writes by then.
    world.pass(1_000);
    assert_eq!(scan(&mut world, &json!({"Limit": 1})), 0.5);
    let whole = scan(&mut world, &json!({}));
    assert!(whole > 25.0, "{whole}");
}

#[test]
fn a_scan_touches_one_partition_where_the_charge_is_off() {
    for dials in [
        json!({"Profile": "instant"}),
        json!({"Dials": {"metrics": 1}}),
        json!({"Profile": "realistic", "Dials": {"scan_partitions": 0, "table_change_ms": 0}}),
    ] {
        let mut world = World::new(&dials);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        assert_eq!(
            (scan(&mut world, &json!({})), scan(&mut world, &json!({"ConsistentRead": true}))),
            (0.5, 1.0)
        );
    }
    // A provisioned table has as few partitions as it needs.
    let mut world = World::with_provisioned_table(1);
    assert_eq!(scan(&mut world, &json!({})), 0.5);
}
