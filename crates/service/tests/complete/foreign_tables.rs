//! An ARN of another account, Region, partition or resource in place of a table's name: no operation reads or changes our table.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use crate::ask::ask;

const ACCOUNT: &str = "123456789012";
const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

/// A valid request of each operation that accepts a table's name. `$T` is the name.
const REQUESTS: &[(&str, &str)] = &[
    ("BatchExecuteStatement", r#"{"Statements":[{"Statement":"SELECT * FROM \"$T\" WHERE id = 'a'"}]}"#),
    ("BatchExecuteStatement", r#"{"Statements":[{"Statement":"DELETE FROM \"$T\" WHERE id = 'a'"}]}"#),
    ("BatchGetItem", r#"{"RequestItems":{"$T":{"Keys":[{"id":{"S":"a"}}]}}}"#),
    ("BatchWriteItem", r#"{"RequestItems":{"$T":[{"DeleteRequest":{"Key":{"id":{"S":"a"}}}}]}}"#),
    ("CreateBackup", r#"{"TableName":"$T","BackupName":"before"}"#),
    (
        "CreateTable",
        r#"{"TableName":"$T","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#,
    ),
    ("DeleteItem", r#"{"TableName":"$T","Key":{"id":{"S":"a"}}}"#),
    ("DeleteTable", r#"{"TableName":"$T"}"#),
    ("DescribeContinuousBackups", r#"{"TableName":"$T"}"#),
    ("DescribeContributorInsights", r#"{"TableName":"$T"}"#),
    ("DescribeKinesisStreamingDestination", r#"{"TableName":"$T"}"#),
    ("DescribeTable", r#"{"TableName":"$T"}"#),
    ("DescribeTableReplicaAutoScaling", r#"{"TableName":"$T"}"#),
    ("DescribeTimeToLive", r#"{"TableName":"$T"}"#),
    (
        "DisableKinesisStreamingDestination",
        r#"{"TableName":"$T","StreamArn":"arn:aws:kinesis:us-east-1:123456789012:stream/changes"}"#,
    ),
    (
        "EnableKinesisStreamingDestination",
        r#"{"TableName":"$T","StreamArn":"arn:aws:kinesis:us-east-1:123456789012:stream/changes"}"#,
    ),
    ("ExecuteStatement", r#"{"Statement":"SELECT * FROM \"$T\""}"#),
    ("ExecuteStatement", r#"{"Statement":"SELECT * FROM \"$T\".\"by-day\" WHERE day = 'x'"}"#),
    ("ExecuteStatement", r#"{"Statement":"INSERT INTO \"$T\" VALUE {'id': 'b'}"}"#),
    ("ExecuteStatement", r#"{"Statement":"UPDATE \"$T\" SET n = 1 WHERE id = 'a'"}"#),
    ("ExecuteTransaction", r#"{"TransactStatements":[{"Statement":"DELETE FROM \"$T\" WHERE id = 'a'"}]}"#),
    ("GetItem", r#"{"TableName":"$T","Key":{"id":{"S":"a"}}}"#),
    (
        "ImportTable",
        r#"{"S3BucketSource":{"S3Bucket":"files"},"InputFormat":"DYNAMODB_JSON","TableCreationParameters":{"TableName":"$T","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}}"#,
    ),
    ("ListBackups", r#"{"TableName":"$T"}"#),
    ("ListContributorInsights", r#"{"TableName":"$T"}"#),
    ("PutItem", r#"{"TableName":"$T","Item":{"id":{"S":"b"}}}"#),
    (
        "Query",
        r#"{"TableName":"$T","KeyConditionExpression":"id = :a","ExpressionAttributeValues":{":a":{"S":"a"}}}"#,
    ),
    ("Scan", r#"{"TableName":"$T"}"#),
    ("SearchVectors", r#"{"TableName":"$T","IndexName":"near","SearchVector":[{"N":"1"}],"TopK":1}"#),
    (
        "StartBulkPutItems",
        r#"{"TableName":"$T","InputS3Configuration":{"S3Bucket":"files","S3KeyPrefix":"a/","InputFormat":"DYNAMODB_JSON"},"OutputS3Configuration":{"S3Bucket":"files","OutputType":["ERROR"]}}"#,
    ),
    ("TransactGetItems", r#"{"TransactItems":[{"Get":{"TableName":"$T","Key":{"id":{"S":"a"}}}}]}"#),
    ("TransactWriteItems", r#"{"TransactItems":[{"Put":{"TableName":"$T","Item":{"id":{"S":"b"}}}}]}"#),
    ("TransactWriteItems", r#"{"TransactItems":[{"Delete":{"TableName":"$T","Key":{"id":{"S":"a"}}}}]}"#),
    (
        "TransactWriteItems",
        r#"{"TransactItems":[{"Put":{"TableName":"Orders","Item":{"id":{"S":"b"}}}},{"ConditionCheck":{"TableName":"$T","Key":{"id":{"S":"a"}},"ConditionExpression":"attribute_exists(id)"}}]}"#,
    ),
    (
        "UpdateContinuousBackups",
        r#"{"TableName":"$T","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
    ),
    ("UpdateContributorInsights", r#"{"TableName":"$T","ContributorInsightsAction":"ENABLE"}"#),
    ("UpdateItem", r#"{"TableName":"$T","Key":{"id":{"S":"a"}},"UpdateExpression":"SET n = n"}"#),
    (
        "UpdateKinesisStreamingDestination",
        r#"{"TableName":"$T","StreamArn":"arn:aws:kinesis:us-east-1:123456789012:stream/changes","UpdateKinesisStreamingConfiguration":{"ApproximateCreationDateTimePrecision":"MICROSECOND"}}"#,
    ),
    ("UpdateTable", r#"{"TableName":"$T","DeletionProtectionEnabled":true}"#),
    ("UpdateTableReplicaAutoScaling", r#"{"TableName":"$T"}"#),
    (
        "UpdateTimeToLive",
        r#"{"TableName":"$T","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"expires"}}"#,
    ),
    ("Dynalab.DescribeCapacity", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribeTimeToLive", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribeIndexQueues", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribePartitions", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribeReplicas", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribeReplication", r#"{"TableName":"$T"}"#),
    ("Dynalab.DescribeShards", r#"{"TableName":"$T"}"#),
    (
        "Dynalab.DescribeVectorSearch",
        r#"{"TableName":"$T","IndexName":"near","SearchVector":[{"N":"1"}],"TopK":1}"#,
    ),
    ("Dynalab.PutFault", r#"{"Name":"f","TableName":"$T","Kind":"INTERNAL_ERROR","RatePermille":1}"#),
    (
        "Dynalab.InRegion",
        r#"{"Region":"us-east-1","Operation":"DeleteItem","Request":{"TableName":"$T","Key":{"id":{"S":"a"}}}}"#,
    ),
    (
        "Dynalab.ThroughCache",
        r#"{"Name":"c","Operation":"DeleteItem","Request":{"TableName":"$T","Key":{"id":{"S":"a"}}}}"#,
    ),
];

/// The other operations of the API. They accept no table's name, or a name without an ARN.
const WITHOUT: &[&str] = &[
    "CancelBulkOperation",
    "CreateGlobalTable",
    "DeleteBackup",
    "DeleteResourcePolicy",
    "DescribeBackup",
    "DescribeBulkOperation",
    "DescribeEndpoints",
    "DescribeExport",
    "DescribeGlobalTable",
    "DescribeGlobalTableSettings",
    "DescribeImport",
    "DescribeLimits",
    "DescribeStream",
    "ExportTableToPointInTime",
    "GetRecords",
    "GetResourcePolicy",
    "GetShardIterator",
    "ListBulkOperations",
    "ListExports",
    "ListGlobalTables",
    "ListImports",
    "ListStreams",
    "ListTables",
    "ListTagsOfResource",
    "PutResourcePolicy",
    "RestoreTableFromBackup",
    "RestoreTableToPointInTime",
    "TagResource",
    "UntagResource",
    "UpdateGlobalTable",
    "UpdateGlobalTableSettings",
];

fn engine() -> Engine {
    let config = EngineConfig { account_id: ACCOUNT.to_owned(), ..EngineConfig::instant() };
    let mut engine = Engine::new(1, config);
    let table = json!({"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "day", "AttributeType": "S"}],
        "GlobalSecondaryIndexes": [{"IndexName": "by-day", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "day", "KeyType": "HASH"}]}]});
    ask(&mut engine, AT, "CreateTable", &table);
    ask(&mut engine, AT, "PutItem", &json!({"TableName": "Orders", "Item": {"id": {"S": "a"}}}));
    ask(&mut engine, AT, "Dynalab.PutCache", &json!({"Name": "c", "ItemTtlMs": 1000, "QueryTtlMs": 1000}));
    engine
}

fn error_of(engine: &mut Engine, operation: &str, body: &str) -> String {
    let request = match Request::parse(operation, body) {
        Ok(request) => request,
        Err(error) => return error.to_string(),
    };
    let explained = engine.explain(&request).map(drop).map_err(|error| error.to_string());
    let (status, answer) = engine.execute(Command { at: AT, request }, TraceLevel::Off).answer();
    if status == 200 {
        return format!("no error: {answer}");
    }
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let name = answer["__type"].as_str().unwrap().split('#').nth(1).unwrap();
    let message = answer["message"].as_str().unwrap_or_default().to_owned();
    if !operation.starts_with("Dynalab.") {
        assert_eq!(explained, Err(message.clone()), "{operation} {body}");
    }
    format!("{name}: {message}")
}

/// The ARNs, and the error of each.
fn foreign() -> Vec<(String, String)> {
    let invalid = |what: &str, arn: &str| {
        (
            arn.to_owned(),
            format!("ValidationException: 1 validation error detected: Invalid {what} in '{arn}'"),
        )
    };
    let mut foreign = vec![
        invalid("AWS region", "arn:aws:dynamodb:us-west-2:123456789012:table/Orders"),
        invalid("AWS region", "arn:aws:dynamodb:moon-1:000000000000:table/Orders"),
        invalid("AWS partition", "arn:aws-cn:dynamodb:us-east-1:123456789012:table/Orders"),
        invalid("resource type", "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/index/by-day"),
        invalid(
            "resource type",
            "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-09-21T14:13:20.000",
        ),
        invalid("resource type", "arn:aws:sqs:us-east-1:123456789012:table/Orders"),
    ];
    for account in ["000000000000", "999999999999", "12345", ""] {
        let arn = format!("arn:aws:dynamodb:us-east-1:{account}:table/Orders");
        foreign.push((arn, "AccessDeniedException: Access is denied".to_owned()));
        let arn = format!("arn:aws:dynamodb:us-east-1:{account}:table/Nothing");
        foreign.push((arn, "AccessDeniedException: Access is denied".to_owned()));
    }
    foreign
}

#[test]
fn a_foreign_arn_is_rejected_by_every_operation_and_changes_nothing() {
    let mut engine = engine();
    let before = engine.database().clone();
    for (operation, body) in REQUESTS {
        for (arn, error) in foreign() {
            let body = body.replace("$T", &arn);
            assert_eq!(error_of(&mut engine, operation, &body), error, "{operation} {body}");
        }
        assert!(*engine.database() == before, "{operation} changed something");
    }
}

#[test]
fn every_operation_is_listed() {
    let listed = |name: &&str| REQUESTS.iter().any(|(operation, _)| operation == name);
    for name in Request::ALL {
        assert_ne!(listed(name), WITHOUT.contains(name), "{name}");
    }
}

#[test]
fn an_own_arn_is_the_name_of_the_table() {
    const ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Orders";
    for (operation, body) in REQUESTS {
        let mut by_name = engine();
        let mut by_arn = by_name.clone();
        let request = |name: &str| Request::parse(operation, &body.replace("$T", name)).unwrap();
        let named = by_name.execute(Command { at: AT, request: request("Orders") }, TraceLevel::Off);
        let by_its_arn = by_arn.execute(Command { at: AT, request: request(ARN) }, TraceLevel::Off);
        // Batches echo the ARN as the key of a map.
        assert_eq!(by_its_arn.answer().1.replace(ARN, "Orders"), named.answer().1.replace(ARN, "Orders"));
        // A record of a bulk operation has a fingerprint of its request.
        assert!(by_name.database().all_tables().eq(by_arn.database().all_tables()), "{operation}");
    }
}

#[test]
fn an_own_table_that_is_not_there_is_not_found_by_its_name() {
    let mut engine = engine();
    let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Nothing";
    for (operation, sentence) in [
        ("DescribeTable", "Requested resource not found: Table: Nothing not found"),
        ("DeleteTable", "Requested resource not found: Table: Nothing not found"),
        ("DescribeTimeToLive", "Requested resource not found: Table: Nothing not found"),
        ("Scan", "Requested resource not found"),
    ] {
        let error = error_of(&mut engine, operation, &format!(r#"{{"TableName":"{arn}"}}"#));
        assert_eq!(error, format!("ResourceNotFoundException: {sentence}"), "{operation}");
    }
}
