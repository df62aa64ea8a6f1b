//! What the operations of settings answer while a table is being created or deleted.

use serde_json::{Value, json};

use super::World;

const ENDS: u64 = 6_200;

fn requests(arn: &str) -> Vec<(&'static str, Value)> {
    vec![
        (
            "UpdateTimeToLive",
            json!({"TableName": "Tab",
            "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
        ),
        ("TagResource", json!({"ResourceArn": arn, "Tags": [{"Key": "k", "Value": "v"}]})),
        ("UntagResource", json!({"ResourceArn": arn, "TagKeys": ["k"]})),
        ("ListTagsOfResource", json!({"ResourceArn": arn})),
        (
            "UpdateContinuousBackups",
            json!({"TableName": "Tab",
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}}),
        ),
        ("CreateBackup", json!({"TableName": "Tab", "BackupName": "one"})),
        ("UpdateContributorInsights", json!({"TableName": "Tab", "ContributorInsightsAction": "ENABLE"})),
    ]
}

/// Answers of an operation over time, without those that repeat.
fn answers(world: &mut World, operation: &str, body: &Value, until_ms: u64) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for _ in 0..until_ms / 100 {
        let answer = world.send(operation, body);
        let said = match answer.status {
            200 => "200".to_owned(),
            _ => answer.body["message"].as_str().unwrap().to_owned(),
        };
        if told.last() != Some(&said) {
            told.push(said);
        }
        world.pass(100);
    }
    told
}

#[test]
fn a_table_that_is_created_is_missing_at_first() {
    let missing = "Requested resource not found: Table: Tab not found";
    let backups = "Backups are being enabled for the table: Tab. Please retry later";
    let in_use = "Attempt to change a resource which is still in use: ";
    for seed in [3, 12, 40] {
        let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Tab";
        for (operation, body) in requests(arn) {
            let mut world = World::realistic(seed);
            world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
            let told = answers(&mut world, operation, &body, 2 * ENDS);
            let expected: Vec<String> = match operation {
                "UpdateTimeToLive" => vec![
                    missing.to_owned(),
                    format!("{in_use}Table Tab is being created"),
                    "200".to_owned(),
                    "TimeToLive is already enabled".to_owned(),
                ],
                "UpdateContinuousBackups" | "CreateBackup" => {
                    vec!["Table not found: Tab".to_owned(), backups.to_owned(), "200".to_owned()]
                }
                "UpdateContributorInsights" => vec![
                    missing.to_owned(),
                    "Table or Index is not in a valid state to update Key Access Insights: TableStatus must be ACTIVE to \
                     enable ContributorInsights."
                        .to_owned(),
                    "200".to_owned(),
                ],
                "TagResource" => {
                    assert!(told[0].ends_with(&format!("{arn} not found")), "{told:?}");
                    vec![told[0].clone(), format!("{in_use}Table is being created: Tab"), "200".to_owned()]
                }
                _ => {
                    assert!(told[0].ends_with(&format!("{arn} not found")), "{told:?}");
                    vec![told[0].clone(), "200".to_owned()]
                }
            };
            assert_eq!(told, expected, "{operation} with the seed {seed}");
        }
    }
}

#[test]
fn time_to_live_cannot_be_described_before_the_table_is_there() {
    let mut world = World::realistic(2);
    world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
    let refused = "ValidationException: Cannot describe time to live while table is in CREATING state: Current table state \
                   is CREATING";
    assert_eq!(world.refused("DescribeTimeToLive", &json!({"TableName": "Tab"})), refused);
    world.pass(ENDS);
    world.ok("DescribeTimeToLive", &json!({"TableName": "Tab"}));
}

#[test]
fn backups_become_available_up_to_six_seconds_after_the_table() {
    let mut delays = Vec::new();
    for seed in 0..12 {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        world.wait_until(50, |table| table["TableStatus"] == "ACTIVE");
        let active_ms = world.now_ms;
        let body = json!({"TableName": "Tab", "BackupName": "one"});
        while world.send("CreateBackup", &body).status == 400 {
            world.pass(50);
        }
        delays.push(world.now_ms - active_ms);
    }
    assert!(delays.iter().all(|ms| *ms <= 6_050), "{delays:?}");
    assert!(delays.iter().max().unwrap() - delays.iter().min().unwrap() > 2_000, "{delays:?}");
}

#[test]
fn a_table_that_is_deleted_admits_some_settings_for_a_second() {
    for seed in [1, 5] {
        for (operation, body) in requests("arn") {
            if operation.to_lowercase().contains("tag") {
                continue;
            }
            let mut world = World::with_table(seed);
            world.ok("DeleteTable", &json!({"TableName": "Tab"}));
            world.pass(900);
            world.ok(operation, &body);
            world.pass(200);
            let refused = world.refused(operation, &body);
            let missing = match operation {
                "CreateBackup" | "UpdateContinuousBackups" => "TableNotFoundException: Table not found: Tab",
                _ => "ResourceNotFoundException: Requested resource not found: Table: Tab not found",
            };
            assert_eq!(refused, missing, "{operation}");
        }
    }
}
