//! Responses: status, content type, checksum and request id.

use crate::client::{self, Client, create_table, request, signed_headers};

#[test]
fn an_answer_has_the_headers_of_the_service() {
    let mut client = Client::connect(client::start());
    let answer = client.ask("ListTables", "{}");

    assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"TableNames":[]}"#));
    assert_eq!(answer.header("content-type"), "application/x-amz-json-1.0");
    assert_eq!(answer.header("server"), "Server");
    assert!(answer.header("date").ends_with(" GMT"), "{answer:?}");
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    assert!(!answer.headers.contains_key("access-control-allow-origin"), "{answer:?}");
}

#[test]
fn the_checksum_is_that_of_the_body() {
    let mut client = Client::connect(client::start());
    create_table(&mut client, "Things");
    let put = client.ask("PutItem", r#"{"TableName":"Things","Item":{"pk":{"S":"東京"}}}"#);
    let get = client.ask("GetItem", r#"{"TableName":"Things","Key":{"pk":{"S":"東京"}}}"#);
    let refused = client.ask("GetItem", r#"{"TableName":"Nothing","Key":{"pk":{"S":"a"}}}"#);

    // The CRC-32 of `{}` is well known.
    assert_eq!((put.body.as_str(), put.header("x-amz-crc32")), ("{}", "2745614147"));
    assert_eq!(get.body, r#"{"Item":{"pk":{"S":"東京"}}}"#);
    assert_eq!(refused.status, 400);
    for answer in [get, refused] {
        assert_eq!(answer.header("x-amz-crc32"), crc32fast::hash(answer.body.as_bytes()).to_string());
    }
}

#[test]
fn request_ids_follow_from_the_seed() {
    let ids = |count: usize| -> Vec<String> {
        let mut client = Client::connect(client::start());
        (0..count).map(|_| client.ask("ListTables", "{}").header("x-amzn-requestid").to_owned()).collect()
    };
    let first = ids(3);

    let looks_right = |id: &String| {
        id.len() == 52 && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    assert!(first.iter().all(looks_right), "{first:?}");
    assert!(first[0] != first[1] && first[1] != first[2], "{first:?}");
    assert_eq!(first, ids(3));
}

#[test]
fn the_content_type_is_echoed() {
    let mut client = Client::connect(client::start());
    for (asked, answered) in [
        ("application/x-amz-json-1.0", "application/x-amz-json-1.0"),
        ("application/x-amz-json-1.1", "application/x-amz-json-1.1"),
        ("application/json; charset=utf-8", "application/json"),
    ] {
        let mut headers = signed_headers("DynamoDB_20120810.ListTables");
        headers[0].1 = asked;
        let answer = client.ask_with(&headers, "{}");
        assert_eq!((answer.status, answer.header("content-type")), (200, answered));
    }
}

#[test]
fn the_server_is_healthy() {
    let mut client = Client::connect(client::start());
    client.send(request("GET / HTTP/1.1", &[], "").as_bytes()).unwrap();
    let answer = client.receive().unwrap();

    assert_eq!((answer.status, answer.body.as_str()), (200, "healthy: dynamodb.us-east-1.amazonaws.com "));
    assert_eq!(answer.header("x-amz-crc32"), "3128867991");
    assert_eq!(answer.header("x-amzn-requestid").len(), 52);
}

/// Health checks and `curl --head` ask for the head alone.
#[test]
fn head_is_get_without_a_body() {
    let mut client = Client::connect(client::start());
    for (path, status) in [("/", 200), ("/?any=query", 200), ("/tables", 404), ("/index.html", 404)] {
        client.send(request(&format!("GET {path} HTTP/1.1"), &[], "").as_bytes()).unwrap();
        let get = client.receive().unwrap();
        client.send(request(&format!("HEAD {path} HTTP/1.1"), &[], "").as_bytes()).unwrap();
        let head = client.receive_head().unwrap();
        assert_eq!((head.status, head.body.as_str()), (status, ""), "{path}");
        for name in ["content-length", "x-amz-crc32", "server", "content-type"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {path}");
        }
    }
    // The connection goes on: no byte of a body was sent.
    assert_eq!(client.ask("ListTables", "{}").body, r#"{"TableNames":[]}"#);
}

/// DynamoDB reads 16 KB of headers, and a request line of 16 KB.
#[test]
fn long_headers_and_request_lines_are_refused() {
    const KB: usize = 1024;
    let target = "DynamoDB_20120810.ListTables";
    let ask = |address: &str, header: &str, count: usize| {
        let mut client = Client::connect(client::start());
        let mut headers = signed_headers(target).to_vec();
        headers.extend(std::iter::repeat_n(("X-Long", header), count));
        client.send(request(&format!("POST {address} HTTP/1.1"), &headers, "{}").as_bytes()).unwrap();
        client.receive().unwrap()
    };
    let long = |bytes: usize| "a".repeat(bytes);
    for (bytes, count, status) in [
        (8 * KB, 1, 200),
        (15 * KB, 1, 200),
        (KB, 15, 200),
        (16 * KB, 1, 400),
        (KB, 16, 400),
        (40 * KB, 1, 400),
        (70 * KB, 1, 400),
        (300 * KB, 1, 400),
        (5 * KB, 40, 400),
    ] {
        assert_eq!(ask("/", &long(bytes), count).status, status, "{count} headers of {bytes} bytes");
    }
    for (bytes, status) in
        [(8 * KB, 200), (15 * KB, 200), (16 * KB, 400), (40 * KB, 400), (70 * KB, 400), (300 * KB, 400)]
    {
        let answer = ask(&format!("/?{}", long(bytes)), "a", 1);
        assert_eq!(answer.status, status, "an address of {bytes} bytes");
        assert!(status == 200 || answer.body.is_empty());
    }
}
