//! Only clients of this server may control the simulation and the S3 folder, not pages of other sites.

use dynalab_server::{Exchange, KnownHosts};

use crate::client::{self, Client, create_table, request, signed_headers};

const IMPORT: &str = r#"{"S3BucketSource":{"S3Bucket":"shelf"},"InputFormat":"CSV","TableCreationParameters":{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}}"#;

fn ask(client: &mut Client, target: &str, host: &str, origin: Option<&str>, body: &str) -> client::Answer {
    let mut headers = signed_headers(target).to_vec();
    headers.extend(origin.map(|origin| ("Origin", origin)));
    let text = request("POST / HTTP/1.1", &headers, body);
    client.send(text.replace("Host: localhost", &format!("Host: {host}")).as_bytes()).unwrap();
    client.receive().unwrap()
}

#[test]
fn a_rebound_name_controls_nothing() {
    let exchange = Exchange::new(client::engine(), 0, "us-east-1");
    let known = KnownHosts::new(["db.example.com".to_owned()]);
    let mut client = Client::connect(client::start_exchange(exchange.with_hosts(known)));
    create_table(&mut client, "Things");
    for (target, body) in [
        ("Dynalab.SetDials", r#"{"Profile":"realistic"}"#),
        ("Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#),
        ("DynamoDB_20120810.ImportTable", IMPORT),
    ] {
        for (host, origin) in [
            ("evil.example:8000", None),
            ("evil.example:8000", Some("http://evil.example:8000")),
            ("localhost:8000", Some("https://evil.example")),
            ("127.0.0.1:8000", Some("null")),
        ] {
            let refused = ask(&mut client, target, host, origin, body);
            assert_eq!(refused.status, 403, "{target} {host} {origin:?}");
            assert!(refused.body.contains("#AccessDeniedException"), "{}", refused.body);
            assert!(refused.body.contains("--allow-host"), "{}", refused.body);
        }
    }
    let clock = ask(&mut client, "Dynalab.AdvanceClock", "localhost", None, r#"{"Milliseconds":1}"#);
    assert_eq!(clock.status, 200);
    assert!(clock.body.contains("1700000000.001"), "the clock was not moved before: {}", clock.body);
    assert!(client.ask("ListImports", "{}").body.contains(r#""ImportSummaryList":[]"#));
    for (host, origin) in [
        ("localhost:8000", Some("http://localhost:3000")),
        ("[::1]:8000", None),
        ("dynamodb:8000", None),
        ("db.example.com", Some("https://db.example.com")),
    ] {
        let answer = ask(&mut client, "Dynalab.DescribeDials", host, origin, "{}");
        assert_eq!(answer.status, 200, "{host} {origin:?} {}", answer.body);
    }
}

/// As with DynamoDB, the SDK works in pages of any site.
#[test]
fn items_are_for_every_page() {
    let mut client = Client::connect(client::start());
    create_table(&mut client, "Things");
    let item = r#"{"TableName":"Things","Item":{"pk":{"S":"a"}}}"#;
    let target = "DynamoDB_20120810.PutItem";
    for (host, origin) in [("app.example", "https://app.example"), ("localhost", "null")] {
        assert_eq!(ask(&mut client, target, host, Some(origin), item).status, 200);
    }
}

/// A client of HTTP/1.0 may leave out the Host header.
#[test]
fn without_a_name_the_endpoint_is_the_address() {
    let address = client::start();
    let mut client = Client::connect(address);
    let text = request("POST / HTTP/1.0", &signed_headers("DynamoDB_20120810.DescribeEndpoints"), "{}");
    client.send(text.replace("Host: localhost\r\n", "").as_bytes()).unwrap();
    let expected = format!(r#"{{"Endpoints":[{{"Address":"{address}","CachePeriodInMinutes":1440}}]}}"#);
    assert_eq!(client.receive().unwrap().body, expected);
}
