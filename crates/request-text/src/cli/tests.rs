//! AWS CLI commands as users write them, and as Dynalab writes them.

use super::{is_like, write};
use crate::diagnostic::Diagnostic;
use crate::json;
use crate::read_result::Reading;
use crate::shapes;

fn read(text: &str) -> Result<Reading, Diagnostic> {
    super::read(text, "us-east-1")
}

fn check(text: &str, operation: &str, body: &str) {
    assert!(is_like(text), "{text}");
    let reading = read(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    assert_eq!((reading.operation.as_str(), reading.body.json().as_str()), (operation, body), "{text}");
}

fn diagnostic(text: &str) -> (&str, &'static str) {
    let mistake = read(text).expect_err(text);
    (&text[mistake.span.start..mistake.span.end], mistake.kind.sentence().0)
}

#[test]
fn lines_as_people_have_them() {
    check(
        "aws dynamodb query --table-name Music --key-condition-expression 'Artist = :a' \\\n  --expression-attribute-values '{\":a\":{\"S\":\"No One\"}}' --no-scan-index-forward --limit 5",
        "Query",
        r#"{"TableName":"Music","KeyConditionExpression":"Artist = :a","ExpressionAttributeValues":{":a":{"S":"No One"}},"ScanIndexForward":false,"Limit":5}"#,
    );
    check(
        "$ AWS_PROFILE=me aws --region eu-west-1 dynamodb get-item --table-name=T --key \"{\\\"pk\\\":{\\\"S\\\":\\\"a\\\"}}\" --consistent-read --output json",
        "GetItem",
        r#"{"TableName":"T","Key":{"pk":{"S":"a"}},"ConsistentRead":true}"#,
    );
    check(
        "aws dynamodb create-table --table-name T --attribute-definitions AttributeName=pk,AttributeType=S AttributeName=sk,AttributeType=N --key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE --provisioned-throughput ReadCapacityUnits=5,WriteCapacityUnits=5",
        "CreateTable",
        r#"{"TableName":"T","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}"#,
    );
    check(
        r#"aws dynamodb scan --cli-input-json '{"TableName":"A","Limit":1}' --table-name B"#,
        "Scan",
        r#"{"Limit":1,"TableName":"B"}"#,
    );
    check("awslocal dynamodbstreams list-streams", "ListStreams", "{}");
    check(
        "aws dynamodb untag-resource --resource-arn arn:x --tag-keys a b",
        "UntagResource",
        r#"{"ResourceArn":"arn:x","TagKeys":["a","b"]}"#,
    );
    check(
        "aws dynamodb restore-table-to-point-in-time --target-table-name T --restore-date-time 2024-02-29T12:30:15Z",
        "RestoreTableToPointInTime",
        r#"{"TargetTableName":"T","RestoreDateTime":1709209815}"#,
    );
}

#[test]
fn reports_omitted_options() {
    let text = "aws dynamodb scan --table-name T --query 'Items[0]' --region x | jq .";
    let notes = read(text).expect("a request").notes;
    let shown: Vec<&str> = notes.iter().map(|note| &text[note.span.start..note.span.end]).collect();
    assert_eq!(shown, ["--query 'Items[0]'", "| jq ."]);
}

#[test]
fn diagnostics_have_their_positions() {
    assert_eq!(diagnostic("aws dynamodb querry --table-name T"), ("querry", "unknown-operation"));
    assert_eq!(diagnostic("aws s3 ls"), ("s3", "no-request"));
    assert_eq!(diagnostic("aws dynamodb scan --table T"), ("--table", "unknown-option"));
    assert_eq!(diagnostic("aws dynamodb scan --table-name"), ("--table-name", "value-missing"));
    assert_eq!(diagnostic("aws dynamodb scan --table-name T U"), ("U", "unexpected"));
    assert_eq!(diagnostic("aws dynamodb scan --limit many"), ("many", "value-expected"));
    assert_eq!(
        diagnostic("aws dynamodb get-item --key file://key.json"),
        ("file://key.json", "known-elsewhere")
    );
    assert_eq!(diagnostic("aws dynamodb get-item --key '{\"pk\": {S: 1}}'"), ("S", "unexpected"));
    assert_eq!(diagnostic("$ aws dynamodb get-item --key 'pk={S=a'"), ("", "unfinished"));
    assert_eq!(diagnostic("aws dynamodb"), ("", "unfinished"));
}

#[test]
fn what_is_written_is_read_again() {
    for (operation, body, written) in [
        (
            "Query",
            r#"{"TableName":"T","KeyConditionExpression":"pk = :a","ExpressionAttributeValues":{":a":{"S":"it's"}},"ScanIndexForward":false}"#,
            "aws dynamodb query \\\n  --table-name T \\\n  --key-condition-expression 'pk = :a' \\\n  --expression-attribute-values '{\":a\": {\"S\": \"it'\\''s\"}}' \\\n  --no-scan-index-forward",
        ),
        (
            "UpdateTimeToLive",
            r#"{"TableName":"T","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}}"#,
            "aws dynamodb update-time-to-live \\\n  --table-name T \\\n  --time-to-live-specification Enabled=true,AttributeName=ttl",
        ),
        ("ListTables", "{}", "aws dynamodb list-tables"),
        (
            "Scan",
            r#"{"TableName":"-T","Unknown":1}"#,
            "aws dynamodb scan \\\n  --cli-input-json '{\"TableName\": \"-T\", \"Unknown\": 1}'",
        ),
        ("Scan", r#"{"TableName":"-T"}"#, "aws dynamodb scan \\\n  --table-name='-T'"),
        (
            "PutItem",
            r#"{"TableName":"file://x"}"#,
            "aws dynamodb put-item \\\n  --cli-input-json '{\"TableName\": \"file://x\"}'",
        ),
    ] {
        let shape = shapes::operation(operation).expect(operation);
        let line = write(shape, &json::read(body).expect(body));
        assert_eq!(line, written);
        check(&line, operation, body);
    }
}

#[test]
fn a_time_may_be_text() {
    for options in [
        "ExportFromTime=2026-01-31T12:00:00Z,ExportToTime=1769864400,ExportViewType=NEW_IMAGE",
        r#"'{"ExportFromTime":"2026-01-31T12:00:00Z","ExportToTime":1769864400,"ExportViewType":"NEW_IMAGE"}'"#,
    ] {
        check(
            &format!(
                "aws dynamodb export-table-to-point-in-time --table-arn T --s3-bucket b --incremental-export-specification {options}"
            ),
            "ExportTableToPointInTime",
            r#"{"TableArn":"T","S3Bucket":"b","IncrementalExportSpecification":{"ExportFromTime":1769860800,"ExportToTime":1769864400,"ExportViewType":"NEW_IMAGE"}}"#,
        );
    }
}

#[test]
fn scaling_is_set_by_the_commands_that_documents_print() {
    check(
        "aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/Orders --scalable-dimension dynamodb:table:WriteCapacityUnits --min-capacity 5 --max-capacity 100",
        "UpdateTableReplicaAutoScaling",
        r#"{"TableName":"Orders","ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":5,"MaximumUnits":100}}"#,
    );
    check(
        "aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/Orders/index/ByDate --scalable-dimension dynamodb:index:ReadCapacityUnits --min-capacity 1 --max-capacity 9 --region ap-northeast-1",
        "UpdateTableReplicaAutoScaling",
        r#"{"TableName":"Orders","ReplicaUpdates":[{"RegionName":"us-east-1","ReplicaGlobalSecondaryIndexUpdates":[{"IndexName":"ByDate","ProvisionedReadCapacityAutoScalingUpdate":{"MinimumUnits":1,"MaximumUnits":9}}]}]}"#,
    );
    check(
        r#"aws application-autoscaling put-scaling-policy --service-namespace dynamodb --resource-id table/Orders --scalable-dimension dynamodb:table:ReadCapacityUnits --policy-name p --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration '{"TargetValue":70.0,"ScaleOutCooldown":60,"PredefinedMetricSpecification":{"PredefinedMetricType":"DynamoDBReadCapacityUtilization"}}'"#,
        "UpdateTableReplicaAutoScaling",
        r#"{"TableName":"Orders","ReplicaUpdates":[{"RegionName":"us-east-1","ReplicaProvisionedReadCapacityAutoScalingUpdate":{"ScalingPolicyUpdate":{"PolicyName":"p","TargetTrackingScalingPolicyConfiguration":{"TargetValue":70.0,"ScaleOutCooldown":60}}}}]}"#,
    );
    let reads = "aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/T --scalable-dimension dynamodb:table:ReadCapacityUnits --max-capacity 9";
    let body = super::read(reads, "ap-northeast-1").expect(reads).body.json();
    assert!(body.contains(r#""RegionName":"ap-northeast-1""#), "the Region of the workspace: {body}");
    let target = "aws application-autoscaling register-scalable-target --service-namespace";
    assert_eq!(diagnostic(&format!("{target} ecs --resource-id service/a")), ("ecs", "not-one-of"));
    assert_eq!(diagnostic(&format!("{target} dynamodb --resource-id Orders")), ("Orders", "not-one-of"));
    let dimension = "dynamodb:index:ReadCapacityUnits";
    let wrong = format!("{target} dynamodb --resource-id table/T --scalable-dimension {dimension}");
    assert_eq!(diagnostic(&wrong), (dimension, "not-one-of"));
}

#[test]
fn alarms_and_mappings_are_read_too() {
    check(
        "aws cloudwatch put-metric-alarm --alarm-name throttled --namespace AWS/DynamoDB --metric-name ReadThrottleEvents --dimensions Name=TableName,Value=Orders Name=GlobalSecondaryIndexName,Value=ByDate --statistic Sum --period 60 --threshold 1 --comparison-operator GreaterThanOrEqualToThreshold --evaluation-periods 2",
        "Dynalab.PutMetricAlarm",
        r#"{"AlarmName":"throttled","Namespace":"AWS/DynamoDB","MetricName":"ReadThrottleEvents","Dimensions":[{"Name":"TableName","Value":"Orders"},{"Name":"GlobalSecondaryIndexName","Value":"ByDate"}],"Statistic":"Sum","Period":60,"Threshold":1,"ComparisonOperator":"GreaterThanOrEqualToThreshold","EvaluationPeriods":2}"#,
    );
    check(
        "aws lambda create-event-source-mapping --event-source-arn arn:aws:dynamodb:us-east-1:123456789012:table/T/stream/1 --function-name arn:aws:lambda:us-east-1:123456789012:function:copy --starting-position LATEST --batch-size 5 --maximum-batching-window-in-seconds 2 --maximum-record-age-in-seconds -1 --bisect-batch-on-function-error --function-response-types ReportBatchItemFailures",
        "Dynalab.PutEventSourceMapping",
        r#"{"Name":"copy","StreamArn":"arn:aws:dynamodb:us-east-1:123456789012:table/T/stream/1","StartingPosition":"LATEST","BatchSize":5,"MaximumBatchingWindowMs":2000,"MaximumRecordAgeMs":-1,"BisectBatchOnFunctionError":true,"FunctionResponseTypes":["ReportBatchItemFailures"]}"#,
    );
    let alarm =
        "aws cloudwatch put-metric-alarm --alarm-name a --metric-name m --alarm-actions arn:aws:sns:x";
    let notes = read(alarm).expect(alarm).notes;
    assert_eq!(notes.len(), 1, "actions are left out, and that is said");
    assert_eq!(&alarm[notes[0].span.start..notes[0].span.end], "--alarm-actions");
    assert_eq!(diagnostic("aws cloudwatch put-metric-alarm --alarm-name a --colour red").1, "unknown-option");
    for percentile in ["--statistic p99", "--extended-statistic p99"] {
        let text = format!("aws cloudwatch put-metric-alarm --alarm-name a --metric-name m {percentile}");
        assert_eq!(diagnostic(&text), ("p99", "not-one-of"));
    }
    assert_eq!(diagnostic("aws lambda invoke --function-name f"), ("lambda invoke", "not-understood"));
}

/// Writes a request and reads it again. The command has these texts and lacks those.
fn check_written(operation: &str, body: &str, has: &[&str], lacks: &[&str]) {
    let shape = shapes::operation(operation).expect(operation);
    let line = write(shape, &json::read(body).expect(body));
    for part in has {
        assert!(line.contains(part), "{part:?} is missing: {line}");
    }
    for part in lacks {
        assert!(!line.contains(part), "{part:?} was not expected: {line}");
    }
    check(&line, operation, body);
}

#[test]
fn values_are_no_options_no_files_and_no_control_characters() {
    let table = |name: &str| format!(r#"{{"TableName":"{name}"}}"#);
    for fetched in ["file:///etc/passwd", "fileb://x", "http://x/", "https://x/"] {
        check_written("Scan", &table(fetched), &["--cli-input-json '"], &["--table-name"]);
    }
    check_written("Scan", &table("--endpoint-url=http://x"), &["--table-name='--endpoint-url"], &[]);
    check_written("Scan", &table("it's $(id)"), &[r"--table-name 'it'\''s $(id)'"], &[]);
    for control in [r"\u0000", r"\r", r"\u001b[A", r"\t"] {
        check_written(
            "Scan",
            &table(control),
            &["--cli-input-json '", control],
            &["\0", "\r", "\u{1b}", "\t"],
        );
    }
    // These need no escape in JSON, but a terminal or a reader obeys them.
    check_written("Scan", &table("\u{7f}\u{202e}"), &[r"\u007f\u202e"], &["\u{7f}", "\u{202e}"]);
    check_written(
        "DescribeTable",
        "{\"TableName\":\"a\u{85}\"}",
        &[r"--cli-input-json '{", r"a\u0085"],
        &["\u{85}"],
    );
}

#[test]
fn other_services_take_their_request_as_json() {
    let scaling = r#"aws application-autoscaling register-scalable-target --cli-input-json '{"ServiceNamespace":"dynamodb","ResourceId":"table/T","ScalableDimension":"dynamodb:table:WriteCapacityUnits","MinCapacity":1,"MaxCapacity":9}'"#;
    let expected = r#"{"TableName":"T","ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":1,"MaximumUnits":9}}"#;
    check(scaling, "UpdateTableReplicaAutoScaling", expected);
    // An option replaces the member of the document, wherever it stands.
    let expected = r#"{"TableName":"T","ProvisionedWriteCapacityAutoScalingUpdate":{"MinimumUnits":2,"MaximumUnits":9}}"#;
    check(&format!("{scaling} --min-capacity 2"), "UpdateTableReplicaAutoScaling", expected);
    check(&scaling.replace("--cli", "--min-capacity 2 --cli"), "UpdateTableReplicaAutoScaling", expected);
    check(
        r#"aws lambda create-event-source-mapping --event-source-arn "arn:x" --cli-input-json '{"FunctionName":"f","FunctionResponseTypes":["--endpoint-url=http://x"],"StartingPosition":"file:///x","BisectBatchOnFunctionError":false}'"#,
        "Dynalab.PutEventSourceMapping",
        r#"{"Name":"f","StreamArn":"arn:x","StartingPosition":"file:///x","BisectBatchOnFunctionError":false,"FunctionResponseTypes":["--endpoint-url=http://x"]}"#,
    );
    let alarm = r#"aws cloudwatch put-metric-alarm --cli-input-json '{"AlarmName":"--x","MetricName":"m","Dimensions":[{"Name":"TableName","Value":"T"}],"Period":60,"Unit":"Count"}'"#;
    let reading = read(alarm).expect(alarm);
    assert_eq!(
        reading.body.json(),
        r#"{"AlarmName":"--x","MetricName":"m","Dimensions":[{"Name":"TableName","Value":"T"}],"Period":60}"#
    );
    assert_eq!(reading.notes.len(), 1, "the unit is left out");
    assert_eq!(
        diagnostic("aws lambda create-event-source-mapping --cli-input-json file://x.json"),
        ("file://x.json", "known-elsewhere")
    );
}
