//! Content that only the full engine creates. This version stores it, and all later versions must open it.

use crate::page;
use crate::stored_text;

use dynalab_playground::protocol::{ToPage, Travel};
use dynalab_storage::{MemoryStore, Store};
use page::Page;
use stored_text::{read_hex, write_hex};

/// Made by [`make_everything`]. When a new version is written, existing fixtures stay.
const VERSION_4: &str = include_str!("../fixtures/workspace-v4-everything.hex");
const VERSION_5: &str = include_str!("../fixtures/workspace-v5-everything.hex");
const VERSION_6: &str = include_str!("../fixtures/workspace-v6-everything.hex");
const VERSION_7: &str = include_str!("../fixtures/workspace-v7-everything.hex");
const VERSION_8: &str = include_str!("../fixtures/workspace-v8-everything.hex");
/// The same content, from a version that stores the source of a table that is restored at once.
const VERSION_8_SUMMARY: &str = include_str!("../fixtures/workspace-v8-restore-summary.hex");

const MAKING: &[(&str, &str)] = &[
    (
        "CreateTable",
        r#"{"TableName":"Teas","BillingMode":"PAY_PER_REQUEST","WarmThroughput":{"ReadUnitsPerSecond":13000,"WriteUnitsPerSecond":5000},
            "KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"},{"AttributeName":"land","AttributeType":"S"}],
            "GlobalSecondaryIndexes":[{"IndexName":"ByLand","KeySchema":[{"AttributeName":"land","KeyType":"HASH"}],
                "Projection":{"ProjectionType":"ALL"},"OnDemandThroughput":{"MaxReadRequestUnits":5}}],
            "VectorIndexes":[{"IndexName":"ByTaste","VectorAttribute":{"AttributeName":"taste"},"Dimensions":2,
                "DistanceFunction":"EUCLIDEAN","Projection":{"ProjectionType":"ALL"}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}"#,
    ),
    (
        "UpdateContinuousBackups",
        r#"{"TableName":"Teas","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7}}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"},"land":{"S":"jp"},"taste":{"L":[{"N":"1"},{"N":"0.5"}]}}}"#,
    ),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"assam"},"taste":{"L":[{"N":"-3"},{"N":"2"}]}}}"#),
    ("CreateBackup", r#"{"TableName":"Teas","BackupName":"two-teas"}"#),
    ("DeleteItem", r#"{"TableName":"Teas","Key":{"tea":{"S":"assam"}}}"#),
    (
        "PutResourcePolicy",
        r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Teas","Policy":"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"000000000000\"},\"Action\":\"dynamodb:GetItem\",\"Resource\":\"arn:aws:dynamodb:us-east-1:000000000000:table/Teas\"}]}"}"#,
    ),
    (
        "UpdateContributorInsights",
        r#"{"TableName":"Teas","IndexName":"ByLand","ContributorInsightsAction":"ENABLE"}"#,
    ),
    (
        "EnableKinesisStreamingDestination",
        r#"{"TableName":"Teas","StreamArn":"arn:aws:kinesis:us-east-1:000000000000:stream/leaves"}"#,
    ),
    ("UpdateTable", r#"{"TableName":"Teas","ReplicaUpdates":[{"Create":{"RegionName":"us-west-2"}}]}"#),
    (
        "RestoreTableToPointInTime",
        r#"{"SourceTableName":"Teas","TargetTableName":"TeasOfThen","UseLatestRestorableTime":true}"#,
    ),
    (
        "ExportTableToPointInTime",
        r#"{"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Teas","S3Bucket":"shelf","ClientToken":"once"}"#,
    ),
    (
        "StartBulkPutItems",
        r#"{"TableName":"TeasOfThen","InputS3Configuration":{"S3Bucket":"shelf","InputFormat":"DYNAMODB_JSON"},"OutputS3Configuration":{"OutputType":["ERROR"]},"ClientToken":"once"}"#,
    ),
    // Deleting a table with point-in-time recovery creates a backup.
    (
        "CreateTable",
        r#"{"TableName":"Gone","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]}"#,
    ),
    (
        "UpdateContinuousBackups",
        r#"{"TableName":"Gone","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
    ),
    ("DeleteTable", r#"{"TableName":"Gone"}"#),
];

const ASKED: &[(&str, &str)] = &[
    ("DescribeTable", r#"{"TableName":"Teas"}"#),
    ("DescribeTable", r#"{"TableName":"TeasOfThen"}"#),
    ("Scan", r#"{"TableName":"TeasOfThen"}"#),
    (
        "SearchVectors",
        r#"{"TableName":"Teas","IndexName":"ByTaste","SearchVector":[{"N":"1"},{"N":"1"}],"TopK":3}"#,
    ),
    ("ListBackups", r#"{"BackupType":"ALL"}"#),
    ("DescribeContinuousBackups", r#"{"TableName":"Teas"}"#),
    ("GetResourcePolicy", r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Teas"}"#),
    ("ListContributorInsights", "{}"),
    ("DescribeKinesisStreamingDestination", r#"{"TableName":"Teas"}"#),
    ("DescribeTableReplicaAutoScaling", r#"{"TableName":"Teas"}"#),
    ("ListExports", "{}"),
    ("ListBulkOperations", "{}"),
];

fn make_everything(disk: MemoryStore) -> Page<MemoryStore> {
    let mut page = Page::writer_of_former_account(disk);
    for (operation, body) in MAKING {
        answer(&mut page, operation, body);
    }
    page
}

fn answer<S: Store>(page: &mut Page<S>, operation: &str, body: &str) -> String {
    match page.execute(operation, body) {
        ToPage::Answer { status: 200, body, .. } => body,
        other => panic!("{operation}: {other:?}"),
    }
}

/// Returns the responses at a fixed time.
fn responses(mut page: Page<MemoryStore>) -> Vec<String> {
    page.now_ms = page::START_MS + 1_000_000;
    ASKED.iter().map(|(operation, body)| answer(&mut page, operation, body)).collect()
}

#[test]
fn what_the_complete_engine_makes_is_kept_for_ever() {
    let disk = MemoryStore::new();
    let page = make_everything(disk.clone());
    let engine = page.host.saved().engine();
    let chunks = engine.snapshot();
    let config = engine.config().clone();
    let again = dynalab_service::Engine::restore(chunks.iter().map(Vec::as_slice), config);
    assert_eq!(again.expect("it was written just now").snapshot(), chunks);
    let kept = disk.stored();
    let now = responses(page);
    assert!(now[2].contains("\"Count\":1"), "the restored table has what was there: {}", now[2]);
    assert!(now[3].contains("sencha"), "what is near is found: {}", now[3]);
    assert!(now[4].contains("two-teas") && now[4].contains("SYSTEM"), "{}", now[4]);
    assert_eq!(write_hex(&kept), VERSION_8_SUMMARY);
    assert_eq!(responses(Page::writer(MemoryStore::from_stored(kept))), now);
    let mut earlier = now.clone();
    earlier[1] = without_summary(&now[1]);
    assert_ne!(earlier[1], now[1], "the restored table says where it is from");
    for stored in [VERSION_4, VERSION_5, VERSION_6, VERSION_7, VERSION_8] {
        assert_eq!(responses(Page::writer(MemoryStore::from_stored(read_hex(stored)))), earlier);
    }
}

/// Returns the description of a table without its RestoreSummary.
fn without_summary(description: &str) -> String {
    let start = description.find(",\"RestoreSummary\":{").unwrap_or(description.len());
    let (before, summary) = description.split_at(start);
    let end = summary.find('}').map_or(0, |end| end + 1);
    format!("{before}{}", &summary[end..])
}

/// Made by [`make_surroundings`].
const SURROUNDINGS_5: &str = include_str!("../fixtures/workspace-v5-surroundings.hex");
const SURROUNDINGS_6: &str = include_str!("../fixtures/workspace-v6-surroundings.hex");
const SURROUNDINGS_7: &str = include_str!("../fixtures/workspace-v7-surroundings.hex");
/// The same content, from a version that stores table figures in the realistic profile.
const SURROUNDINGS_7_FIGURES: &str = include_str!("../fixtures/workspace-v7-table-figures.hex");
/// The same content, from the first version in which every record begins with a version.
const SURROUNDINGS_8: &str = include_str!("../fixtures/workspace-v8-surroundings.hex");
/// The same content, from a version that stores until when the realistic profile changes a table.
const SURROUNDINGS_8_TIMES: &str = include_str!("../fixtures/workspace-v8-table-times.hex");

const SURROUNDINGS: &[(&str, &str)] = &[
    ("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":5,"Dials":{"metrics":1,"auto_scaling":1}}"#),
    ("Dynalab.SetClock", r#"{"Rate":0}"#),
    (
        "CreateTable",
        r#"{"TableName":"Teas","BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
            "KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"},{"AttributeName":"land","AttributeType":"S"}],
            "GlobalSecondaryIndexes":[{"IndexName":"ByLand","KeySchema":[{"AttributeName":"land","KeyType":"HASH"}],
                "Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}"#,
    ),
    ("Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#),
    (
        "UpdateTimeToLive",
        r#"{"TableName":"Teas","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ends"}}"#,
    ),
    (
        "Dynalab.PutEventSourceMapping",
        r#"{"Name":"f","StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Teas/stream/2026-09-21T14:13:22.000",
            "StartingPosition":"TRIM_HORIZON","BatchSize":2,"Handler":{"DurationMs":5000}}"#,
    ),
    (
        "Dynalab.PutFault",
        r#"{"Name":"never","Operations":["Scan"],"RatePermille":0,"Kind":"INTERNAL_ERROR"}"#,
    ),
    (
        "Dynalab.PutPrincipal",
        r#"{"Name":"taster","Policies":[{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}]}"#,
    ),
    ("Dynalab.PutCache", r#"{"Name":"near","ItemTtlMs":60000,"QueryTtlMs":60000}"#),
    (
        "PutItem",
        r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"},"land":{"S":"jp"},"ends":{"N":"1790000100"}}}"#,
    ),
    (
        "Dynalab.ThroughCache",
        r#"{"Name":"near","Operation":"GetItem","Request":{"TableName":"Teas","Key":{"tea":{"S":"sencha"}}}}"#,
    ),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"assam"},"land":{"S":"in"}}}"#),
    ("Dynalab.SetZone", r#"{"Zone":"c","Up":false}"#),
    ("Dynalab.AdvanceClock", r#"{"Milliseconds":2000}"#),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"keemun"},"land":{"S":"cn"}}}"#),
];

const ASKED_OF_SURROUNDINGS: &[(&str, &str)] = &[
    ("Dynalab.DescribeDials", "{}"),
    ("Dynalab.DescribePartitions", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeCapacity", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeReplicas", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeIndexQueues", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeTimeToLive", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeShards", r#"{"TableName":"Teas"}"#),
    ("Dynalab.DescribeEventSourceMapping", r#"{"Name":"f"}"#),
    ("Dynalab.DescribeFaults", "{}"),
    ("Dynalab.DescribePrincipals", "{}"),
    ("Dynalab.DescribeCache", r#"{"Name":"near"}"#),
    ("Dynalab.ListMetrics", "{}"),
];

#[test]
fn keeps_the_simulation_state() {
    let disk = MemoryStore::new();
    let mut page = Page::writer_of_former_account(disk.clone());
    for (operation, body) in SURROUNDINGS {
        answer(&mut page, operation, body);
    }
    let kept = disk.stored();
    let told = |page: &mut Page<MemoryStore>| -> Vec<String> {
        ASKED_OF_SURROUNDINGS.iter().map(|(operation, body)| answer(page, operation, body)).collect()
    };
    let now = told(&mut page);
    assert_eq!(told(&mut Page::writer(MemoryStore::from_stored(kept.clone()))), now);
    let earlier = [SURROUNDINGS_5, SURROUNDINGS_6, SURROUNDINGS_7, SURROUNDINGS_7_FIGURES, SURROUNDINGS_8];
    for stored in earlier {
        assert_eq!(told(&mut Page::writer(MemoryStore::from_stored(read_hex(stored)))), now);
    }
    assert_eq!(write_hex(&kept), SURROUNDINGS_8_TIMES);
}

/// Returns the account of the workspace.
fn account<S: Store>(page: &mut Page<S>) -> String {
    let described = answer(page, "Dynalab.DescribeAccount", "{}");
    described.split("\"AccountId\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
}

/// Creates a table and returns its ARN.
fn new_arn<S: Store>(page: &mut Page<S>, table: &str) -> String {
    const KEY: &str = r#""BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]"#;
    let created = answer(page, "CreateTable", &format!(r#"{{"TableName":"{table}",{KEY}}}"#));
    created.split("\"TableArn\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
}

#[test]
fn a_stored_workspace_keeps_its_account() {
    const FORMER: &str = "000000000000";
    for stored in [VERSION_4, VERSION_8, SURROUNDINGS_5, SURROUNDINGS_8] {
        let mut page = Page::writer(MemoryStore::from_stored(read_hex(stored)));
        assert_eq!(account(&mut page), FORMER);
        assert_eq!(new_arn(&mut page, "New"), format!("arn:aws:dynamodb:us-east-1:{FORMER}:table/New"));
        let own =
            |account: &str| format!(r#"{{"TableName":"arn:aws:dynamodb:us-east-1:{account}:table/Teas"}}"#);
        answer(&mut page, "DescribeTable", &own(FORMER));
        let foreign = page.execute("DescribeTable", &own("123456789012"));
        assert!(matches!(foreign, ToPage::Answer { status: 400, .. }), "{foreign:?}");
    }
}

#[test]
fn a_new_workspace_has_the_default_account_and_an_empty_one_gets_it() {
    let disk = MemoryStore::new();
    let mut page = Page::writer(disk.clone());
    assert_eq!(account(&mut page), "123456789012");
    assert_eq!(new_arn(&mut page, "New"), "arn:aws:dynamodb:us-east-1:123456789012:table/New");
    assert_eq!(account(&mut Page::writer(MemoryStore::from_stored(disk.stored()))), "123456789012");
    // Without an ARN, nothing says which account a workspace had.
    let disk = MemoryStore::new();
    let mut page = Page::writer_of_former_account(disk.clone());
    answer(&mut page, "Dynalab.SetDials", r#"{"Profile":"realistic"}"#);
    assert_eq!(account(&mut Page::writer(MemoryStore::from_stored(disk.stored()))), "123456789012");
}

#[test]
fn an_undone_table_brings_its_account_back() {
    let disk = MemoryStore::new();
    let mut page = Page::writer_of_former_account(disk.clone());
    new_arn(&mut page, "Old");
    answer(&mut page, "DeleteTable", r#"{"TableName":"Old"}"#);
    let mut page = Page::writer(MemoryStore::from_stored(disk.stored()));
    page.travel(Travel::Undo);
    assert_eq!(account(&mut page), "000000000000");
    answer(
        &mut page,
        "DescribeTable",
        r#"{"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/Old"}"#,
    );
    // A chosen account is a record of the workspace, and is undone with it.
    let mut page = Page::writer(MemoryStore::new());
    answer(&mut page, "Dynalab.SetAccount", r#"{"AccountId":"111122223333"}"#);
    new_arn(&mut page, "Mine");
    (0..2).for_each(|_| drop(page.travel(Travel::Undo)));
    (0..2).for_each(|_| drop(page.travel(Travel::Redo)));
    assert_eq!(account(&mut page), "111122223333");
    let mut page = Page::writer(MemoryStore::new());
    answer(&mut page, "Dynalab.SetAccount", r#"{"AccountId":"111122223333"}"#);
    new_arn(&mut page, "Mine");
    (0..2).for_each(|_| drop(page.travel(Travel::Undo)));
    assert_eq!(account(&mut page), "123456789012");
}
