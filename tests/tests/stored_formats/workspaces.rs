//! A stored workspace: settings, tables, items, a stream, a backup, and a history with a branch.

use dynalab_playground::protocol::{ToPage, Travel};
use dynalab_storage::{MemoryStore, Store, Stored};

use crate::all_versions;
use crate::page::Page;
use crate::stored_text::{read_hex, write_hex};

pub const FILE: &str = "workspace.hex";

const MAKING: &[(&str, &str)] = &[
    ("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":5,"Dials":{"metrics":1}}"#),
    ("Dynalab.SetAccount", r#"{"Region":"ap-northeast-1","AccountId":"123456789012"}"#),
    ("Dynalab.SetClock", r#"{"Rate":0}"#),
    (
        "CreateTable",
        r#"{"TableName":"Books","BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},
            "KeySchema":[{"AttributeName":"author","KeyType":"HASH"},{"AttributeName":"year","KeyType":"RANGE"}],
            "AttributeDefinitions":[{"AttributeName":"author","AttributeType":"S"},{"AttributeName":"year","AttributeType":"N"},{"AttributeName":"shelf","AttributeType":"B"}],
            "LocalSecondaryIndexes":[{"IndexName":"ByShelf","KeySchema":[{"AttributeName":"author","KeyType":"HASH"},{"AttributeName":"shelf","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
            "GlobalSecondaryIndexes":[{"IndexName":"Shelves","KeySchema":[{"AttributeName":"shelf","KeyType":"HASH"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["title"]},
                "ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":2}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},"Tags":[{"Key":"team","Value":"図書"}],"DeletionProtectionEnabled":true}"#,
    ),
    ("Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#),
    (
        "UpdateTimeToLive",
        r#"{"TableName":"Books","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ends"}}"#,
    ),
    (
        "UpdateContinuousBackups",
        r#"{"TableName":"Books","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":9}}"#,
    ),
    ("PutItem", EVERY_TYPE),
    ("CreateBackup", r#"{"TableName":"Books","BackupName":"one-book"}"#),
    (
        "UpdateItem",
        r#"{"TableName":"Books","Key":{"author":{"S":"清少納言"},"year":{"N":"1002"}},"UpdateExpression":"SET title = :t ADD loans :one",
            "ExpressionAttributeValues":{":t":{"S":"枕草子"},":one":{"N":"1"}}}"#,
    ),
];

/// An item with all ten types and a number of 38 digits.
const EVERY_TYPE: &str = r#"{"TableName":"Books","Item":{"author":{"S":"清少納言"},"year":{"N":"1002"},"shelf":{"B":"AP8="},"exact":{"N":"1.2345678901234567890123456789012345678E-100"},
    "lent":{"BOOL":false},"lost":{"NULL":true},"words":{"SS":["a","b"]},"years":{"NS":["-1","2"]},"marks":{"BS":["AQ=="]},
    "list":{"L":[{"S":""},{"M":{"x":{"N":"0"}}}]},"ends":{"N":"1890000000"}}}"#;

pub fn made() -> MemoryStore {
    let disk = MemoryStore::new();
    let mut page = Page::writer(disk.clone());
    for (operation, body) in MAKING {
        answer(&mut page, operation, body);
    }
    // The last write is undone and replaced, so it stays on a branch of its own.
    let undone = r#"{"TableName":"Books","Item":{"author":{"S":"undone"},"year":{"N":"1"}}}"#;
    answer(&mut page, "PutItem", undone);
    page.travel(Travel::Undo);
    answer(&mut page, "PutItem", &undone.replace("undone", "redone"));
    disk
}

pub fn written() -> Vec<(String, Vec<u8>)> {
    vec![(FILE.to_owned(), write_hex(&made().stored()).into_bytes())]
}

fn answer<S: Store>(page: &mut Page<S>, operation: &str, body: &str) -> String {
    match page.execute(operation, body) {
        ToPage::Answer { status: 200, body, .. } => body,
        other => panic!("{operation}: {other:?}"),
    }
}

/// Opens the workspace as its writer, and checks its history and what it has.
pub fn check(stored: Stored, version: &str) {
    check_history(stored.clone(), version);
    let mut page = Page::writer(MemoryStore::from_stored(stored));
    page.now_ms += 3_600_000;
    let mut has = |operation: &str, body: &str, parts: &[&str]| {
        let told = answer(&mut page, operation, body);
        for part in parts {
            assert!(told.contains(part), "{version}: {operation} has no {part}: {told}");
        }
    };
    has(
        "DescribeTable",
        r#"{"TableName":"Books"}"#,
        &[
            "arn:aws:dynamodb:ap-northeast-1:123456789012:table/Books",
            r#""IndexName":"ByShelf""#,
            r#""NonKeyAttributes":["title"]"#,
            r#""StreamViewType":"NEW_IMAGE""#,
            r#""DeletionProtectionEnabled":true"#,
        ],
    );
    has(
        "GetItem",
        r#"{"TableName":"Books","Key":{"author":{"S":"清少納言"},"year":{"N":"1002"}},"ConsistentRead":true}"#,
        &[
            r#""title":{"S":"枕草子"}"#,
            r#""loans":{"N":"1"}"#,
            r#""shelf":{"B":"AP8="}"#,
            r#""lent":{"BOOL":false}"#,
            r#""lost":{"NULL":true}"#,
            r#""words":{"SS":["a","b"]}"#,
            r#""years":{"NS":["-1","2"]}"#,
            r#""marks":{"BS":["AQ=="]}"#,
            r#""list":{"L":[{"S":""},{"M":{"x":{"N":"0"}}}]}"#,
        ],
    );
    has("Scan", WHOLE, &[r#""Count":2"#, "redone", "12345678901234567890123456789012345678"]);
    has("ListBackups", "{}", &["one-book"]);
    has("DescribeContinuousBackups", r#"{"TableName":"Books"}"#, &[r#""RecoveryPeriodInDays":9"#]);
    has("DescribeTimeToLive", r#"{"TableName":"Books"}"#, &[r#""AttributeName":"ends""#]);
    has("ListTagsOfResource", TAGS, &["図書"]);
    let settings = [r#""Profile":"realistic","Seed":5"#, r#""Name":"metrics","Value":1"#];
    has("Dynalab.DescribeDials", "{}", &settings);
    // The clock of the workspace is stopped, so the index has what is due only after a jump.
    answer(&mut page, "Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#);
    let shelf = answer(&mut page, "Query", SHELVES);
    assert!(shelf.contains(r#""title":{"S":"枕草子"}"#), "{version}: {shelf}");
}

fn check_history(stored: Stored, version: &str) {
    let mut page = Page::writer(MemoryStore::from_stored(stored));
    let timeline = page.travel(Travel::Nowhere);
    let operations: Vec<&str> = timeline.steps.iter().map(|step| step.operation.as_str()).collect();
    assert!(operations.starts_with(&["PutItem", "UpdateItem", "CreateBackup"]), "{version}: {operations:?}");
    assert_eq!(timeline.branches.len(), 2, "{version}: {:?}", timeline.branches);
    page.travel(Travel::Undo);
    let before = answer(&mut page, "Scan", WHOLE);
    assert!(before.contains(r#""Count":1"#), "{version}: {before}");
}

const WHOLE: &str = r#"{"TableName":"Books","ConsistentRead":true}"#;
const SHELVES: &str = r#"{"TableName":"Books","IndexName":"Shelves","KeyConditionExpression":"shelf = :s","ExpressionAttributeValues":{":s":{"B":"AP8="}}}"#;
const TAGS: &str = r#"{"ResourceArn":"arn:aws:dynamodb:ap-northeast-1:123456789012:table/Books"}"#;

#[test]
fn a_workspace_of_each_version_opens_with_its_history() {
    for fixtures in all_versions() {
        check(read_hex(fixtures.text(FILE)), &fixtures.version);
    }
}
