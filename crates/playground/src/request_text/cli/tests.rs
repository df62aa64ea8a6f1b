//! Lines for the AWS CLI as people have them, and as they are written here.

use super::{is_like, read, write};
use crate::request_text::json;
use crate::request_text::shapes;

fn check(text: &str, operation: &str, body: &str) {
    assert!(is_like(text), "{text}");
    let reading = read(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    assert_eq!((reading.operation.as_str(), reading.body.json().as_str()), (operation, body), "{text}");
}

fn mistake(text: &str) -> (&str, &'static str) {
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
fn what_is_left_out_is_told() {
    let text = "aws dynamodb scan --table-name T --query 'Items[0]' --region x | jq .";
    let notes = read(text).expect("a request").notes;
    let shown: Vec<&str> = notes.iter().map(|note| &text[note.span.start..note.span.end]).collect();
    assert_eq!(shown, ["--query 'Items[0]'", "| jq ."]);
}

#[test]
fn mistakes_stand_where_they_are() {
    assert_eq!(mistake("aws dynamodb querry --table-name T"), ("querry", "unknown-operation"));
    assert_eq!(mistake("aws s3 ls"), ("s3", "no-request"));
    assert_eq!(mistake("aws dynamodb scan --table T"), ("--table", "unknown-option"));
    assert_eq!(mistake("aws dynamodb scan --table-name"), ("--table-name", "value-missing"));
    assert_eq!(mistake("aws dynamodb scan --table-name T U"), ("U", "unexpected"));
    assert_eq!(mistake("aws dynamodb scan --limit many"), ("many", "value-expected"));
    assert_eq!(
        mistake("aws dynamodb get-item --key file://key.json"),
        ("file://key.json", "known-elsewhere")
    );
    assert_eq!(mistake("aws dynamodb get-item --key '{\"pk\": {S: 1}}'"), ("S", "unexpected"));
    assert_eq!(mistake("$ aws dynamodb get-item --key 'pk={S=a'"), ("", "unfinished"));
    assert_eq!(mistake("aws dynamodb"), ("", "unfinished"));
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
