//! A set of tables for each account and Region, which the credentials of a request select.

use dynalab_engine::EngineConfig;
use dynalab_server::{SharedEngine, TableSets};
use dynalab_types::Timestamp;

use crate::client::{self, Client, create_table, request, signed_headers};

fn sets() -> TableSets {
    TableSets::new(0, EngineConfig::instant(), |seed, config| {
        SharedEngine::new(seed, config, || Timestamp::from_epoch_ms(1_700_000_000_000))
    })
}

fn list(client: &mut Client, scope: &str) -> String {
    let signature =
        format!("AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host;x-amz-date, Signature=0");
    let mut headers = signed_headers("DynamoDB_20120810.ListTables").to_vec();
    headers[3].1 = &signature;
    client.ask_with(&headers, "{}").body
}

#[test]
fn another_key_or_region_has_other_tables() {
    let mut client = Client::connect(client::start_with(sets()));
    create_table(&mut client, "Things");
    let (here, none) = (r#"{"TableNames":["Things"]}"#, r#"{"TableNames":[]}"#);
    for (scope, expected) in [
        ("key/20260101/us-east-1/dynamodb/aws4_request", here),
        ("key/20261231/us-east-1/dynamodb/aws4_request", here),
        ("key/20260101/us-east-2/dynamodb/aws4_request", none),
        ("other/20260101/us-east-1/dynamodb/aws4_request", none),
        ("key", here),
    ] {
        assert_eq!(list(&mut client, scope), expected, "{scope}");
    }
    let query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=key%2F20260101%2Fus-east-1%2Fdynamodb%2Faws4_request&\
                 X-Amz-Signature=0&X-Amz-SignedHeaders=host&X-Amz-Date=20260101T000000Z";
    for (query, expected) in [(query.to_owned(), here), (query.replace("us-east-1", "eu-west-1"), none)] {
        let headers = &signed_headers("DynamoDB_20120810.ListTables")[..2];
        client.send(request(&format!("POST /?{query} HTTP/1.1"), headers, "{}").as_bytes()).unwrap();
        assert_eq!(client.receive().unwrap().body, expected);
    }
}

#[test]
fn one_set_is_for_all() {
    let mut client = Client::connect(client::start());
    create_table(&mut client, "Things");
    for scope in ["key/1/us-east-1/dynamodb/aws4_request", "other/1/eu-west-1/dynamodb/aws4_request", "third"]
    {
        assert_eq!(list(&mut client, scope), r#"{"TableNames":["Things"]}"#, "{scope}");
    }
}

#[test]
fn the_arn_has_account_and_region() {
    let mut client = Client::connect(client::start_with(sets()));
    let signature = "AWS4-HMAC-SHA256 Credential=123456789012/1/eu-west-3/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
    let mut headers = signed_headers("DynamoDB_20120810.CreateTable").to_vec();
    headers[3].1 = signature;
    let body = r#"{"TableName":"Teas","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}"#;
    let created = client.ask_with(&headers, body).body;
    assert!(
        created.contains(r#""TableArn":"arn:aws:dynamodb:eu-west-3:123456789012:table/Teas""#),
        "{created}"
    );
}
