//! How long changes take, for several seeds, and what shows them.

use serde_json::{Value, json};

use super::{World, class, encryption, index, index_units, stream, units, update_of, warm, without_index};

const SEEDS: [u64; 4] = [0, 3, 11, 77];

fn is_active(table: &Value) -> bool {
    table["TableStatus"] == "ACTIVE"
}

fn index_status(table: &Value, name: &str) -> String {
    let indexes = table["GlobalSecondaryIndexes"].as_array().cloned().unwrap_or_default();
    let found = indexes.iter().find(|index| index["IndexName"] == name);
    found.map_or("gone".to_owned(), |index| index["IndexStatus"].as_str().unwrap().to_owned())
}

fn check(took_ms: u64, least_ms: u64, most_ms: u64, what: &str) {
    // A step of the measurement can come late.
    assert!((least_ms..=most_ms + 1_000).contains(&took_ms), "{what} took {took_ms} ms");
}

#[test]
fn tables_are_created_and_deleted_in_the_measured_times() {
    let mut creations = Vec::new();
    for seed in SEEDS {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        let took_ms = world.wait_until(100, is_active);
        check(took_ms, 1_000, 6_200, "a creation");
        creations.push(took_ms);
        world.ok("DeleteTable", &json!({"TableName": "Tab"}));
        assert_eq!(world.status(), "DELETING");
        check(world.wait_until(100, Value::is_null), 4_000, 6_000, "a deletion");
        let mut other = World::with_provisioned_table(seed);
        assert_eq!(other.status(), "ACTIVE");
        other.ok("DeleteTable", &json!({"TableName": "Tab"}));
        other.pass(7_000);
        // The name is free as soon as DescribeTable no longer finds the table.
        assert_eq!(other.status(), "gone");
        other.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST", "LocalSecondaryIndexes": [{
            "IndexName": "ByL", "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "l", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"}}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "s", "KeyType": "RANGE"}],
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "l", "AttributeType": "S"},
                {"AttributeName": "s", "AttributeType": "S"}]}));
        check(other.wait_until(100, is_active), 14_000, 22_000, "a creation with an index");
    }
    creations.dedup();
    assert!(creations.len() > 1, "every seed gave {creations:?}");
}

#[test]
fn the_same_seed_gives_the_same_duration() {
    let took = |seed| {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        world.wait_until(10, is_active)
    };
    for seed in SEEDS {
        assert_eq!(took(seed), took(seed));
    }
}

#[test]
fn throughput_stream_class_and_mode_set_the_table_updating() {
    for seed in SEEDS {
        let mut world = World::with_provisioned_table(seed);
        for (change, least_ms, most_ms) in [
            (units(7, 5), 1_000, 2_000),
            (stream(true), 4_000, 5_000),
            (stream(false), 4_000, 5_000),
            (class("STANDARD_INFREQUENT_ACCESS"), 3_600, 6_100),
            (json!({"BillingMode": "PAY_PER_REQUEST"}), 107_000, 172_000),
        ] {
            let description = world.update(&change);
            assert_eq!(description["TableStatus"], "UPDATING", "{change}");
            check(world.wait_until(100, is_active), least_ms, most_ms, &change.to_string());
        }
        assert_eq!(world.table()["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST");
        let mut provisioned = units(9, 9);
        provisioned["BillingMode"] = json!("PROVISIONED");
        provisioned["GlobalSecondaryIndexUpdates"] =
            index_units("ByG", 9)["GlobalSecondaryIndexUpdates"].clone();
        world.update(&provisioned);
        check(world.wait_until(1_000, is_active), 60_000, 98_000, "the mode PROVISIONED");
        assert_eq!(world.table()["ProvisionedThroughput"]["ReadCapacityUnits"], 9);
        world.update(&json!({"BillingMode": "PAY_PER_REQUEST"}));
        check(world.wait_until(100, is_active), 4_000, 5_000, "the mode back to on demand");
    }
}

#[test]
fn encryption_and_warm_throughput_have_a_status_of_their_own() {
    for seed in SEEDS {
        let mut world = World::with_table(seed);
        for enabled in [true, false] {
            assert_eq!(world.update(&encryption(enabled))["TableStatus"], "ACTIVE");
            assert_eq!(world.table()["SSEDescription"]["Status"], "UPDATING");
            let is_done = |table: &Value| table["SSEDescription"]["Status"] != "UPDATING";
            check(world.wait_until(100, is_done), 21_000, 23_000, "the encryption");
            let status = world.table()["SSEDescription"]["Status"].clone();
            assert_eq!(status, if enabled { json!("ENABLED") } else { Value::Null });
        }
        assert_eq!(world.update(&warm(20_000))["TableStatus"], "ACTIVE");
        let is_warm = |table: &Value| table["WarmThroughput"]["Status"] == "ACTIVE";
        // A change that ends sooner leaves the warm throughput alone.
        world.update(&stream(true));
        world.pass(6_000);
        assert_eq!(world.table()["WarmThroughput"]["ReadUnitsPerSecond"], 12_000);
        check(6_000 + world.wait_until(1_000, is_warm), 270_000, 514_000, "the warm throughput");
        assert_eq!(world.table()["WarmThroughput"]["ReadUnitsPerSecond"], 20_000);
    }
}

#[test]
fn a_new_index_is_allocated_then_filled() {
    for seed in SEEDS {
        let mut world = World::with_table(seed);
        let description = world.update(&index("ByH"));
        assert_eq!(description["TableStatus"], "UPDATING");
        assert_eq!(description["GlobalSecondaryIndexes"][0]["Backfilling"], false);
        let allocated_ms = world.wait_until(500, is_active);
        check(allocated_ms, 24_000, 56_000, "the allocation");
        assert_eq!(world.table()["GlobalSecondaryIndexes"][0]["Backfilling"], true);
        let filled_ms = allocated_ms + world.wait_until(500, |table| index_status(table, "ByH") == "ACTIVE");
        let is_usual = (506_000..=541_000).contains(&filled_ms);
        assert!(is_usual || (990_000..=1_004_000).contains(&filled_ms), "{filled_ms}");
        world.update(&without_index("ByH"));
        check(
            world.wait_until(100, |table| index_status(table, "ByH") == "gone"),
            2_600,
            5_100,
            "a deletion",
        );
        assert_eq!(world.status(), "ACTIVE");
    }
}

#[test]
fn the_throughput_of_an_index_leaves_the_table_active() {
    for seed in SEEDS {
        let mut world = World::with_provisioned_table(seed);
        let description = world.update(&index_units("ByG", 9));
        assert_eq!(
            (&description["TableStatus"], index_status(&description, "ByG")),
            (&json!("ACTIVE"), "UPDATING".into())
        );
        assert_eq!(world.status(), "ACTIVE");
        check(
            world.wait_until(100, |table| index_status(table, "ByG") == "ACTIVE"),
            2_000,
            4_000,
            "an index",
        );
        let table = world.table();
        assert_eq!(table["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]["ReadCapacityUnits"], 9);
    }
}

#[test]
fn maximum_throughput_and_protection_change_at_once() {
    let mut world = World::with_table(5);
    let maximum = json!({"OnDemandThroughput": {"MaxReadRequestUnits": 50, "MaxWriteRequestUnits": 60}});
    for change in [maximum, json!({"DeletionProtectionEnabled": true})] {
        assert_eq!(world.update(&change)["TableStatus"], "ACTIVE");
    }
    let table = world.table();
    assert_eq!(table["OnDemandThroughput"]["MaxReadRequestUnits"], 50);
    assert_eq!(table["DeletionProtectionEnabled"], true);
}

#[test]
fn insights_replicas_and_restores_take_the_measured_times() {
    for seed in SEEDS {
        let mut world = World::with_table(seed);
        let insights = json!({"TableName": "Tab", "ContributorInsightsAction": "ENABLE"});
        world.ok("UpdateContributorInsights", &insights);
        let described = |world: &mut World| {
            let answer = world.ok("DescribeContributorInsights", &json!({"TableName": "Tab"}));
            answer["ContributorInsightsStatus"].as_str().unwrap().to_owned()
        };
        assert_eq!(described(&mut world), "ENABLING");
        world.pass(999);
        assert_eq!(described(&mut world), "ENABLING");
        world.pass(15_001);
        assert_eq!(described(&mut world), "ENABLED");
        world.ok(
            "UpdateContributorInsights",
            &json!({"TableName": "Tab", "ContributorInsightsAction": "DISABLE"}),
        );
        world.pass(1_999);
        assert_eq!(described(&mut world), "DISABLING");
        world.pass(1);
        assert_eq!(described(&mut world), "DISABLED");
        let backup = world.ok("CreateBackup", &json!({"TableName": "Tab", "BackupName": "one"}));
        let arn = backup["BackupDetails"]["BackupArn"].clone();
        world.ok("RestoreTableFromBackup", &json!({"TargetTableName": "Copy", "BackupArn": arn}));
        let status = |world: &mut World| {
            world.ok("DescribeTable", &json!({"TableName": "Copy"}))["Table"]["TableStatus"].clone()
        };
        world.pass(80_999);
        assert_eq!(status(&mut world), "CREATING");
        world.pass(721_000 - 80_999);
        assert_eq!(status(&mut world), "ACTIVE");
        world.update(&json!({"ReplicaUpdates": [{"Create": {"RegionName": "eu-west-1"}}]}));
        let replica = |table: &Value| table["Replicas"][0]["ReplicaStatus"].clone();
        check(world.wait_until(500, |table| replica(table) == "ACTIVE"), 14_000, 49_000, "a replica");
        world.update(&json!({"ReplicaUpdates": [{"Delete": {"RegionName": "eu-west-1"}}]}));
        check(world.wait_until(500, |table| replica(table).is_null()), 121_000, 244_000, "its deletion");
    }
}

#[test]
fn without_limits_nothing_takes_time() {
    let mut world = World::new(&json!({"Profile": "instant", "Dials": {"metrics": 1}}));
    world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
    for change in
        [stream(true), encryption(true), class("STANDARD_INFREQUENT_ACCESS"), warm(20_000), index("ByH")]
    {
        world.update(&change);
        assert_eq!(world.status(), "ACTIVE", "{change}");
    }
    let table = world.table();
    assert_eq!(table["SSEDescription"]["Status"], "ENABLED");
    assert_eq!(table["WarmThroughput"]["ReadUnitsPerSecond"], 20_000);
    assert_eq!(index_status(&table, "ByH"), "ACTIVE");
    world.ok("DeleteTable", &json!({"TableName": "Tab"}));
    assert_eq!(world.status(), "gone");
}

#[test]
fn a_setting_of_its_own_is_the_duration_of_every_change() {
    let dials =
        json!({"Profile": "realistic", "Dials": {"table_change_ms": 3_000, "index_backfill_ms": 5_000}});
    let mut world = World::new(&dials);
    world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
    assert_eq!(world.wait_until(100, is_active), 3_000);
    for change in [stream(true), class("STANDARD_INFREQUENT_ACCESS")] {
        world.update(&change);
        assert_eq!(world.wait_until(100, is_active), 3_000, "{change}");
    }
    world.update(&index("ByH"));
    assert_eq!(world.wait_until(100, is_active), 5_000);
    assert_eq!(index_status(&world.table(), "ByH"), "ACTIVE");
    world.ok("DeleteTable", &update_of(&json!({})));
    assert_eq!(world.wait_until(100, Value::is_null), 3_000);
}
