//! The headers that allow pages of any origin to use the server.

use crate::client::{self, Client, request, signed_headers};

#[test]
fn a_page_may_ask_what_it_asks_for() {
    let mut client = Client::connect(client::start());
    let headers = [
        ("Origin", "http://localhost:3000"),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type,x-amz-date,x-amz-target"),
    ];
    client.send(request("OPTIONS / HTTP/1.1", &headers, "").as_bytes()).unwrap();
    let answer = client.receive().unwrap();

    assert_eq!((answer.status, answer.header("content-length")), (200, "0"));
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "POST");
    assert_eq!(answer.header("access-control-allow-headers"), headers[2].1);
    assert_eq!(answer.header("access-control-max-age"), "172800");
    assert_eq!(answer.header("access-control-expose-headers"), "x-amzn-RequestId,x-amz-crc32,Date");
    assert_eq!(answer.header("x-amzn-requestid").len(), 52);
}

#[test]
fn a_page_may_read_answers_and_errors() {
    let mut client = Client::connect(client::start());
    for target in ["DynamoDB_20120810.ListTables", "DynamoDB_20120810.DoNothing"] {
        let mut headers = signed_headers(target).to_vec();
        headers.push(("Origin", "https://example.com"));
        let answer = client.ask_with(&headers, "{}");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("access-control-expose-headers"), "x-amzn-RequestId,x-amz-crc32,Date");
    }
}
