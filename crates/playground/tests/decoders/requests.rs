//! Damaged requests of every operation: the response is a result, or an error with a type and a message.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;

use crate::damage::cases;

const TEMPLATES: &str = include_str!("../../../../static/requests.json");
const TABLE: &str = r#"{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}}"#;
/// Additional bodies that the templates do not have.
const MORE: &[(&str, &str)] = &[
    (
        "PutResourcePolicy",
        r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Teas","Policy":"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"111122223333\"},\"Action\":\"dynamodb:Get*\",\"Resource\":\"*\",\"Condition\":{\"StringEquals\":{\"aws:PrincipalAccount\":\"1\"}}}]}"}"#,
    ),
    (
        "GetRecords",
        r#"{"ShardIterator":"arn:aws:dynamodb:us-east-1:123456789012:table/Teas/stream/2026|1|AAAA"}"#,
    ),
    (
        "DescribeStream",
        r#"{"StreamArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Teas/stream/2026-09-21T14:13:20.000"}"#,
    ),
    ("ListTables", r#"{"ExclusiveStartTableName":"A","Limit":1}"#),
    ("ExecuteStatement", r#"{"Statement":"SELECT * FROM Teas WHERE tea = 'a'","NextToken":"AAAA"}"#),
    ("Scan", r#"{"TableName":"Teas","ExclusiveStartKey":{"tea":{"S":"a"}},"Segment":0,"TotalSegments":2}"#),
];

#[test]
fn every_operation() {
    let templates: Value = serde_json::from_str(TEMPLATES).unwrap();
    let mut samples: Vec<(String, String)> = templates
        .as_array()
        .unwrap()
        .iter()
        .map(|template| {
            let body = template["request"].to_string().replace("\"$KEY\"", r#"{"tea":{"S":"a"}}"#);
            (
                template["operation"].as_str().unwrap().to_owned(),
                body.replace("$TABLE", "Teas").replace("$PARTITION", "tea"),
            )
        })
        .collect();
    samples.extend(MORE.iter().map(|(operation, body)| ((*operation).to_owned(), (*body).to_owned())));
    assert!(samples.len() > 50);
    let mut fresh = Engine::new(1, EngineConfig::instant());
    let request = Request::parse("CreateTable", TABLE).unwrap();
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    assert_eq!(fresh.execute(Command { at, request }, TraceLevel::Off).answer().0, 200);
    let mut executed = 0;
    for mut chance in cases("requests", 6_000) {
        let (operation, body) = chance.pick(&samples).clone();
        let body = chance.damaged_text(&body);
        let (status, answer) = match Request::parse(&operation, &body) {
            // Every request runs on a copy of the initial tables.
            Ok(request) => {
                executed += 1;
                fresh.clone().execute(Command { at, request }, TraceLevel::Off).answer()
            }
            Err(error) => (error.http_status(), error.to_json()),
        };
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let is_error = answer["__type"].as_str().is_some_and(|name| name.contains('#'));
        assert!(status == 200 || is_error, "{operation} {body}: {status} {answer}");
    }
    assert!(executed > 300, "only {executed} of the damaged requests were executed");
}
