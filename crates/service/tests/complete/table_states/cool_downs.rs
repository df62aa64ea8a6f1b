//! Settings that may not change again at once.

use serde_json::{Value, json};

use super::{World, class, encryption, update_of};

const HOUR_MS: u64 = 3_600_000;

fn tag(arn: &str, key: &str, value: &str) -> Value {
    json!({"ResourceArn": arn, "Tags": [{"Key": key, "Value": value}]})
}

fn tags(world: &mut World) -> String {
    let arn = world.arn();
    let answer = world.ok("ListTagsOfResource", &json!({"ResourceArn": arn}));
    let mut pairs: Vec<String> = answer["Tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| format!("{}={}", tag["Key"].as_str().unwrap(), tag["Value"].as_str().unwrap()))
        .collect();
    pairs.sort();
    pairs.join(" ")
}

#[test]
fn tags_are_locked_after_a_change_and_shown_later() {
    for seed in [1, 6, 20] {
        let mut world = World::with_table(seed);
        let arn = world.arn();
        world.ok("TagResource", &tag(&arn, "a", "1"));
        let locked = "LimitExceededException: Subscriber limit exceeded: Table tags are being updated: Tab";
        let (refused, until_ms) = world.refused_until("TagResource", &tag(&arn, "b", "2"));
        assert_eq!(refused, locked);
        assert!((1_600..=1_800).contains(&until_ms.unwrap()));
        assert_eq!(world.refused("TagResource", &tag(&arn, "a", "2")), locked);
        assert_eq!(world.refused("UntagResource", &json!({"ResourceArn": arn, "TagKeys": ["a"]})), locked);
        let refused = world.in_use("DeleteTable", &json!({"TableName": "Tab"}));
        assert_eq!(refused, "Table tags are being updated: Tab");
        // What changes nothing is neither refused nor does it lock, and what contains the pending pairs passes.
        world.ok("TagResource", &tag(&arn, "a", "1"));
        world.ok("UntagResource", &json!({"ResourceArn": arn, "TagKeys": ["zzz"]}));
        let both =
            json!({"ResourceArn": arn, "Tags": [{"Key": "a", "Value": "1"}, {"Key": "c", "Value": "3"}]});
        world.ok("TagResource", &both);
        assert_eq!(tags(&mut world), "");
        world.pass(1_299);
        assert_eq!(tags(&mut world), "");
        world.pass(1_701);
        assert_eq!(tags(&mut world), "a=1 c=3");
        world.ok("UntagResource", &json!({"ResourceArn": arn, "TagKeys": ["a"]}));
        assert_eq!(tags(&mut world), "a=1 c=3");
        world.pass(3_000);
        assert_eq!(tags(&mut world), "c=3");
        world.ok("TagResource", &tag(&arn, "c", "3"));
        world.ok("DeleteTable", &json!({"TableName": "Tab"}));
    }
}

#[test]
fn deletion_protection_changes_every_fifteen_seconds() {
    for seed in [2, 9] {
        let mut world = World::with_table(seed);
        let set = |enabled: bool| update_of(&json!({"DeletionProtectionEnabled": enabled}));
        world.ok("UpdateTable", &set(true));
        world.pass(4_000);
        // The same value again is no change.
        world.ok("UpdateTable", &set(true));
        let (refused, until_ms) = world.refused_until("UpdateTable", &set(false));
        assert_eq!(
            refused,
            "ThrottlingException: Deletion protection setting for table Tab modified within the previous \
                             15000 milliseconds. Please try again after 2026-09-21T14:14:05.000"
        );
        assert_eq!(until_ms, Some(11_000));
        world.pass(10_999);
        world.refused("UpdateTable", &set(false));
        world.pass(1);
        world.ok("UpdateTable", &set(false));
        world.refused("UpdateTable", &set(true));
    }
}

#[test]
fn a_policy_changes_every_fifteen_seconds_and_is_shown_later() {
    for seed in [2, 9, 31] {
        let mut world = World::with_table(seed);
        let arn = world.arn();
        let policy = |action: &str| {
            json!({"ResourceArn": arn, "Policy": json!({
            "Version": "2012-10-17", "Statement": [{"Effect": "Allow",
                "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
                "Action": action, "Resource": arn}]}).to_string()})
        };
        let get = json!({"ResourceArn": arn});
        world.ok("PutResourcePolicy", &policy("dynamodb:GetItem"));
        assert!(world.refused("GetResourcePolicy", &get).starts_with("PolicyNotFoundException"));
        world.pass(999);
        world.ok("PutResourcePolicy", &policy("dynamodb:GetItem"));
        let pending = "Table is pending previous resource-based policy update: Tab";
        assert_eq!(world.in_use("PutResourcePolicy", &policy("dynamodb:Query")), pending);
        assert_eq!(world.in_use("DeleteResourcePolicy", &get), pending);
        world.pass(1_801);
        assert!(world.ok("GetResourcePolicy", &get)["Policy"].as_str().unwrap().contains("GetItem"));
        for (operation, body) in
            [("PutResourcePolicy", policy("dynamodb:Query")), ("DeleteResourcePolicy", get.clone())]
        {
            let (refused, until_ms) = world.refused_until(operation, &body);
            assert!(
                refused.starts_with(
                    "ThrottlingException: Resource-based policy for table Tab modified within the previous \
                15000 milliseconds. Please try again after 2026-09-21T14:"
                ),
                "{refused}"
            );
            assert_eq!(until_ms, Some(15_000 - 2_800));
        }
        world.pass(15_000 - 2_800);
        world.ok("DeleteResourcePolicy", &get);
        assert!(world.ok("GetResourcePolicy", &get)["Policy"].as_str().unwrap().contains("GetItem"));
        world.pass(2_700);
        assert!(world.refused("GetResourcePolicy", &get).starts_with("PolicyNotFoundException"));
    }
}

#[test]
fn time_to_live_changes_every_half_hour() {
    let mut world = World::with_table(5);
    let set = |enabled: bool, attribute: &str| {
        json!({"TableName": "Tab",
        "TimeToLiveSpecification": {"Enabled": enabled, "AttributeName": attribute}})
    };
    world.ok("UpdateTimeToLive", &set(true, "ends"));
    let (refused, until_ms) = world.refused_until("UpdateTimeToLive", &set(false, "ends"));
    assert_eq!(
        refused,
        "ValidationException: Time to live has been modified multiple times within a fixed interval"
    );
    assert_eq!(until_ms, Some(31 * 60 * 1_000));
    // What is wrong in itself comes first.
    assert_eq!(
        world.refused("UpdateTimeToLive", &set(true, "ends")),
        "ValidationException: TimeToLive is already enabled"
    );
    assert!(
        world
            .refused("UpdateTimeToLive", &set(true, "other"))
            .contains("active on a different AttributeName")
    );
    world.pass(31 * 60 * 1_000);
    world.ok("UpdateTimeToLive", &set(false, "ends"));
}

#[test]
fn the_class_changes_twice_in_thirty_days() {
    let mut world = World::with_table(5);
    // The class that a table has is no change.
    world.update(&class("STANDARD"));
    world.update(&class("STANDARD_INFREQUENT_ACCESS"));
    world.pass(HOUR_MS);
    world.update(&class("STANDARD"));
    world.pass(HOUR_MS);
    let (refused, until_ms) =
        world.refused_until("UpdateTable", &update_of(&class("STANDARD_INFREQUENT_ACCESS")));
    assert_eq!(
        refused,
        "LimitExceededException: Subscriber limit exceeded: Updates to TableClass are limited to 2 times in \
                         30 day(s)."
    );
    assert_eq!(until_ms, Some((30 * 24 - 2) * HOUR_MS));
    world.pass((30 * 24 - 2) * HOUR_MS);
    world.update(&class("STANDARD_INFREQUENT_ACCESS"));
}

#[test]
fn the_encryption_changes_four_times_a_day_then_every_six_hours() {
    let mut world = World::with_table(5);
    for enabled in [true, false, true, false] {
        world.update(&encryption(enabled));
        world.pass(HOUR_MS);
    }
    let (refused, until_ms) = world.refused_until("UpdateTable", &update_of(&encryption(true)));
    assert_eq!(
        refused,
        "LimitExceededException: Subscriber limit exceeded: Encryption mode changes are limited in the 24h \
        window ending at Tue Sep 22 14:13:50 UTC 2026. After the first 4 change, each subsequent change in the same window \
        can be performed at most once every 21600 seconds. Number of updates today: 4. Last change at Mon Sep 21 17:13:50 \
        UTC 2026. Next changes can be made at Mon Sep 21 23:13:50 UTC 2026."
    );
    assert_eq!(until_ms, Some(5 * HOUR_MS));
    world.pass(5 * HOUR_MS);
    world.update(&encryption(true));
    world.pass(HOUR_MS);
    let (_, until_ms) = world.refused_until("UpdateTable", &update_of(&encryption(false)));
    assert_eq!(until_ms, Some(5 * HOUR_MS));
}

#[test]
fn a_table_of_the_same_name_starts_afresh() {
    let mut world = World::with_table(5);
    for enabled in [true, false, true, false] {
        world.update(&encryption(enabled));
        world.pass(HOUR_MS);
    }
    for name in ["STANDARD_INFREQUENT_ACCESS", "STANDARD"] {
        world.update(&class(name));
        world.pass(10_000);
    }
    world.ok(
        "UpdateTimeToLive",
        &json!({"TableName": "Tab",
        "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
    );
    world.ok("DeleteTable", &json!({"TableName": "Tab"}));
    world.pass(6_000);
    world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
    world.pass(30_000);
    world.update(&class("STANDARD_INFREQUENT_ACCESS"));
    world.pass(10_000);
    world.update(&encryption(true));
    world.ok(
        "UpdateTimeToLive",
        &json!({"TableName": "Tab",
        "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
    );
}

#[test]
fn without_limits_nothing_cools_down() {
    for dials in [
        json!({"Profile": "instant", "Dials": {"metrics": 1}}),
        json!({"Profile": "realistic", "Dials": {
        "cool_downs": 0, "table_change_ms": 0, "time_to_live_change_ms": 0}}),
    ] {
        let mut world = World::new(&dials);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        let arn = world.arn();
        for round in 0..6 {
            let enabled = round % 2 == 0;
            world.ok("TagResource", &tag(&arn, "a", &round.to_string()));
            assert_eq!(tags(&mut world), format!("a={round}"));
            world.update(&json!({"DeletionProtectionEnabled": enabled}));
            world.update(&encryption(enabled));
            world.update(&class(if enabled { "STANDARD_INFREQUENT_ACCESS" } else { "STANDARD" }));
            world.ok(
                "UpdateTimeToLive",
                &json!({"TableName": "Tab",
                "TimeToLiveSpecification": {"Enabled": enabled, "AttributeName": "ends"}}),
            );
        }
        world.ok("CreateBackup", &json!({"TableName": "Tab", "BackupName": "one"}));
        world.ok("DeleteTable", &json!({"TableName": "Tab"}));
    }
}
