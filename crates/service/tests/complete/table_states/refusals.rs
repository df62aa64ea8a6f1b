//! Which request is refused while a table does what, with the sentence, and which is admitted.

use serde_json::{Value, json};

use super::{
    World, class, encryption, index, index_units, provisioned_index, stream, units, update_of, warm,
    without_index,
};

const DELETE: &str = "DeleteTable";
const UPDATE: &str = "UpdateTable";
const ONE_ONLINE: &str = "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted \
                          simultaneously per table";

fn tab() -> Value {
    json!({"TableName": "Tab"})
}

fn maximum() -> Value {
    json!({"OnDemandThroughput": {"MaxReadRequestUnits": 50}})
}

fn protection(enabled: bool) -> Value {
    json!({"DeletionProtectionEnabled": enabled})
}

/// Sends what an UPDATING table admits.
fn check_admitted(world: &mut World) {
    let arn = world.arn();
    world.ok("TagResource", &json!({"ResourceArn": arn, "Tags": [{"Key": "k", "Value": "v"}]}));
    world.ok(
        "UpdateTimeToLive",
        &json!({"TableName": "Tab",
        "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
    );
    world.ok(
        "UpdateContinuousBackups",
        &json!({"TableName": "Tab",
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}}),
    );
    world
        .ok("UpdateContributorInsights", &json!({"TableName": "Tab", "ContributorInsightsAction": "ENABLE"}));
    world.ok("CreateBackup", &json!({"TableName": "Tab", "BackupName": "now"}));
    world.ok("PutResourcePolicy", &json!({"ResourceArn": arn, "Policy": policy(&arn)}));
    world.update(&protection(true));
}

fn policy(arn: &str) -> String {
    json!({"Version": "2012-10-17", "Statement": [{
        "Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
        "Action": "dynamodb:GetItem", "Resource": arn}]})
    .to_string()
}

#[test]
fn a_table_that_is_created_or_deleted_admits_no_change() {
    for seed in [1, 2, 9] {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        for change in
            [units(5, 5), stream(true), protection(true), index("ByH"), class("STANDARD_INFREQUENT_ACCESS")]
        {
            let (refused, until_ms) = world.refused_until(UPDATE, &update_of(&change));
            assert!(refused.ends_with("still in use: Table is being created: Tab"), "{refused}");
            assert!((1_000..=6_200).contains(&until_ms.unwrap()), "{until_ms:?}");
        }
        assert_eq!(world.in_use(DELETE, &tab()), "Table is being created: Tab");
        let again = json!({"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
        assert_eq!(world.in_use("CreateTable", &again), "Table is being created: Tab");
        // What is wrong in itself comes first.
        let malformed = json!({"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "other", "AttributeType": "S"}]});
        assert!(world.refused("CreateTable", &malformed).starts_with("ValidationException"));
        world.pass(6_200);
        world.ok(DELETE, &tab());
        assert_eq!(world.in_use(DELETE, &tab()), "Table is being deleted: Tab");
        assert_eq!(world.in_use(UPDATE, &update_of(&units(5, 5))), "Table is being deleted: Tab");
        let refused = world.refused("CreateTable", &again);
        assert_eq!(refused, "ResourceInUseException: Table already exists: Tab");
    }
}

#[test]
fn while_throughput_changes() {
    for seed in [1, 4] {
        let mut world = World::with_provisioned_table(seed);
        world.update(&units(7, 5));
        let iops = "Table IOPS are currently being updated. Table: Tab";
        for again in
            [units(8, 5), units(7, 9), index_units("ByG", 7), json!({"BillingMode": "PAY_PER_REQUEST"})]
        {
            assert_eq!(world.in_use(UPDATE, &update_of(&again)), iops, "{again}");
        }
        for change in [provisioned_index("ByH"), without_index("ByG")] {
            let refused = "Can't create or delete indexes while table IOPS are being updated. Table: Tab";
            assert_eq!(world.in_use(UPDATE, &update_of(&change)), refused);
        }
        let refused = "Can't enable or disable stream while table IOPS are being updated. Table: Tab";
        assert_eq!(world.in_use(UPDATE, &update_of(&stream(true))), refused);
        let (refused, until_ms) = world.refused_until(DELETE, &tab());
        assert!(refused.ends_with("Table: Tab is in the process of being updated."), "{refused}");
        assert!((1_000..=2_000).contains(&until_ms.unwrap()));
        let general = "Table is being updated: Tab";
        assert_eq!(world.in_use(UPDATE, &update_of(&class("STANDARD_INFREQUENT_ACCESS"))), general);
        check_admitted(&mut world);
    }
}

#[test]
fn a_mode_that_is_turned_back_is_dropped() {
    let mut world = World::with_table(3);
    let mut provisioned = units(5, 5);
    provisioned["BillingMode"] = json!("PROVISIONED");
    world.update(&provisioned);
    let back = json!({"BillingMode": "PAY_PER_REQUEST"});
    for _ in 0..2 {
        assert_eq!(world.update(&back)["TableStatus"], "UPDATING");
        world.pass(1_000);
    }
    let iops = "Table IOPS are currently being updated. Table: Tab";
    assert_eq!(world.in_use(UPDATE, &update_of(&units(9, 9))), iops);
    world.pass(98_000);
    let table = world.table();
    assert_eq!(table["TableStatus"], "ACTIVE");
    assert_eq!(table["ProvisionedThroughput"]["ReadCapacityUnits"], 5);
    // The other way round it is a change of the throughput.
    world.update(&back);
    assert_eq!(world.in_use(UPDATE, &update_of(&provisioned)), iops);
    assert_eq!(world.in_use(UPDATE, &update_of(&back)), iops);
}

#[test]
fn while_a_stream_changes() {
    for (seed, operation) in [(1, "ENABLE"), (5, "DISABLE")] {
        let mut world = World::with_provisioned_table(seed);
        if operation == "DISABLE" {
            world.update(&stream(true));
            world.pass(5_000);
        }
        world.update(&stream(operation == "ENABLE"));
        let label = world.table()["LatestStreamLabel"].as_str().unwrap().to_owned();
        let named = format!("Table: Tab Stream: {label} Operation: {operation}");
        for (change, refused) in [
            (stream(true), "A stream status change is currently in progress."),
            (stream(false), "A stream status change is currently in progress."),
            (units(9, 9), "Can't change table IOPS when stream status is being updated."),
            (index_units("ByG", 9), "Can't change table IOPS when stream status is being updated."),
            (
                class("STANDARD_INFREQUENT_ACCESS"),
                "Can't update table class when stream status is being updated.",
            ),
        ] {
            assert_eq!(world.in_use(UPDATE, &update_of(&change)), format!("{refused} {named}"), "{change}");
        }
        let refused = "Cannot delete table while stream is being enabled/disabled.";
        assert_eq!(world.in_use(DELETE, &tab()), refused);
        // Encryption and warm throughput change beside a stream.
        world.update(&encryption(true));
        world.update(&warm(20_000));
        assert_eq!(world.status(), "UPDATING");
        check_admitted(&mut world);
    }
}

#[test]
fn while_the_class_or_the_encryption_changes() {
    for seed in [2, 6] {
        let mut world = World::with_provisioned_table(seed);
        world.update(&class("STANDARD_INFREQUENT_ACCESS"));
        let refused = "Can't update table class when a table class update is in progress. Table: Tab \
                       TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS";
        assert_eq!(world.in_use(UPDATE, &update_of(&class("STANDARD"))), refused);
        world.in_use(DELETE, &tab());
        world.in_use(UPDATE, &update_of(&units(9, 9)));
        world.pass(6_100);
        world.update(&encryption(true));
        assert_eq!(world.status(), "ACTIVE");
        let refused = "Server-Side Encryption is still being updated";
        assert_eq!(world.in_use(UPDATE, &update_of(&encryption(false))), refused);
        let (refused, until_ms) = world.refused_until(DELETE, &tab());
        assert!(refused.starts_with("ResourceInUseException"), "{refused}");
        assert!((21_000..=23_000).contains(&until_ms.unwrap()));
        world.update(&units(9, 9));
        world.pass(23_000);
        world.update(&encryption(false));
        world.pass(23_000);
        world.ok(DELETE, &tab());
    }
}

#[test]
fn while_an_index_is_allocated() {
    for seed in [1, 8] {
        let mut world = World::with_provisioned_table(seed);
        world.update(&provisioned_index("ByH"));
        for (change, refused) in [
            (
                without_index("ByH"),
                "Index creation is in resource allocation phase. Retry deletion during backfilling phase \
                                    or when the index is active. Table: Tab Index: ByH",
            ),
            (
                units(9, 9),
                "Can't change table IOPS when an index is being created. Table: Tab Indexes: [ByH]",
            ),
            (
                index_units("ByG", 9),
                "Can't change table IOPS when an index is being created. Table: Tab Indexes: [ByH]",
            ),
            (
                stream(true),
                "Can't change stream status when an index is being created. Table: Tab Indexes: [ByH]",
            ),
            (
                maximum(),
                "OnDemandThroughput cannot be updated while index creation is in progress for indexes: [ByH]",
            ),
        ] {
            assert_eq!(world.in_use(UPDATE, &update_of(&change)), refused, "{change}");
        }
        for change in [provisioned_index("ByI"), without_index("ByG")] {
            let (refused, until_ms) = world.refused_until(UPDATE, &update_of(&change));
            assert_eq!(refused, ONE_ONLINE);
            assert!(until_ms.is_some());
        }
        let refused = "Cannot delete table while indexes are being created, updated, or deleted.";
        assert_eq!(world.in_use(DELETE, &tab()), refused);
        // Backfilling: the table is ACTIVE.
        world.pass(56_000);
        assert_eq!(world.status(), "ACTIVE");
        for change in [provisioned_index("ByI"), without_index("ByG")] {
            assert_eq!(world.refused(UPDATE, &update_of(&change)), ONE_ONLINE);
        }
        assert_eq!(world.in_use(DELETE, &tab()), refused);
        world.update(&units(9, 9));
        world.pass(2_000);
        assert_eq!(world.status(), "ACTIVE");
        check_admitted(&mut world);
        world.pass(15_000);
        world.update(&protection(false));
        world.update(&without_index("ByH"));
        world.pass(5_100);
        assert_eq!(world.table()["GlobalSecondaryIndexes"].as_array().unwrap().len(), 1);
        world.ok(DELETE, &tab());
    }
}

#[test]
fn while_an_index_is_deleted_or_its_throughput_changes() {
    for seed in [1, 7] {
        let mut world = World::with_provisioned_table(seed);
        world.update(&index_units("ByG", 9));
        assert_eq!(world.status(), "ACTIVE");
        let refused = "Cannot delete table while indexes are being created, updated, or deleted.";
        assert_eq!(world.in_use(DELETE, &tab()), refused);
        world.pass(4_000);
        world.update(&without_index("ByG"));
        for change in [units(9, 9), json!({"BillingMode": "PAY_PER_REQUEST"})] {
            let refused = "Can't change table IOPS when an index is being deleted. Table: Tab Indexes: [ByG]";
            assert_eq!(world.in_use(UPDATE, &update_of(&change)), refused);
        }
        let index_refused = "Index is being deleted. Table: Tab Index: ByG";
        assert_eq!(world.in_use(UPDATE, &update_of(&index_units("ByG", 12))), index_refused);
        for change in [provisioned_index("ByI"), without_index("ByG")] {
            assert_eq!(world.refused(UPDATE, &update_of(&change)), ONE_ONLINE);
        }
        assert_eq!(world.in_use(DELETE, &tab()), refused);
        world.pass(5_100);
        world.ok(DELETE, &tab());
    }
}

#[test]
fn an_index_that_is_made_again_is_not_ready_with_the_first_one() {
    let mut world = World::with_table(4);
    world.update(&index("ByH"));
    world.pass(200_000);
    world.update(&without_index("ByH"));
    world.pass(10_000);
    world.update(&index("ByH"));
    world.pass(500_000);
    assert_eq!(world.table()["GlobalSecondaryIndexes"][0]["IndexStatus"], "CREATING");
    world.pass(510_000);
    assert_eq!(world.table()["GlobalSecondaryIndexes"][0]["IndexStatus"], "ACTIVE");
}

#[test]
fn a_vector_index_has_the_same_states() {
    let mut world = World::with_table(6);
    let vectors = json!({"VectorIndexUpdates": [{"Create": {"IndexName": "Near",
        "VectorAttribute": {"AttributeName": "v"}, "Projection": {"ProjectionType": "KEYS_ONLY"},
        "Dimensions": 3, "DistanceFunction": "COSINE"}}]});
    world.update(&vectors);
    let refused = "Can't change stream status when an index is being created. Table: Tab Indexes: [Near]";
    assert_eq!(world.in_use(UPDATE, &update_of(&stream(true))), refused);
    let allocated_ms = world.wait_until(500, |table| table["TableStatus"] == "ACTIVE");
    assert!((24_000..=56_500).contains(&allocated_ms), "{allocated_ms}");
    let refused = "Cannot delete table while indexes are being created, updated, or deleted.";
    assert_eq!(world.in_use(DELETE, &tab()), refused);
    world.pass(1_003_000);
    assert_eq!(world.table()["VectorIndexes"][0]["IndexStatus"], "ACTIVE");
    world.ok(DELETE, &tab());
}
