//! Errors of the HTTP layer, in DynamoDB's words and order.

use crate::client::{self, Client, SIGNED, request, signed_headers};

const LIST_TABLES: &str = "DynamoDB_20120810.ListTables";
const NOT_FOUND: (u16, &str) = (404, "<UnknownOperationException/>\n");

/// Sends a POST with these headers and checks status and body.
fn check(headers: &[(&str, &str)], body: &str, expected: (u16, &str)) {
    check_at("POST / HTTP/1.1", headers, body, expected);
}

fn check_at(start: &str, headers: &[(&str, &str)], body: &str, expected: (u16, &str)) {
    let mut client = Client::connect(client::start());
    client.send(request(start, headers, body).as_bytes()).unwrap();
    let answer = client.receive().unwrap();
    assert_eq!((answer.status, answer.body.as_str()), expected, "{start} {headers:?} {body}");
    assert_eq!(answer.header("x-amz-crc32"), crc32fast::hash(answer.body.as_bytes()).to_string());
    assert_eq!(answer.header("x-amzn-requestid").len(), 52);
}

/// Returns the signed headers of a request with one of them replaced.
fn with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut headers = without(name);
    headers.push((name, value));
    headers
}

fn without(name: &str) -> Vec<(&'static str, &'static str)> {
    signed_headers(LIST_TABLES).into_iter().filter(|(found, _)| *found != name).collect()
}

#[test]
fn an_unknown_operation() {
    let expected = (400, r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#);
    check(&without("X-Amz-Target"), "{}", expected);
    check(&with("X-Amz-Target", "DynamoDB_20120810.DoNothing"), "{}", expected);
    check(&with("X-Amz-Target", "DynamoDB_20120810"), "{}", expected);
    check(&with("X-Amz-Target", "DynamoDBStreams_20120810.ListTables"), "{}", expected);
    check(&with("X-Amz-Target", "DynamoDB_20120810.DoNothing"), "", expected);
    check(&[], "", expected);
}

#[test]
fn the_wrong_method_or_content_type() {
    check(&with("Content-Type", "text/plain"), "{}", NOT_FOUND);
    check(&without("Content-Type"), "{}", NOT_FOUND);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        check_at(&format!("{method} / HTTP/1.1"), &signed_headers(LIST_TABLES), "{}", NOT_FOUND);
    }
}

#[test]
fn another_path() {
    for path in ["/tables", "/index.html", "//", "/dynamodb/"] {
        for method in ["GET", "POST"] {
            let start = format!("{method} {path} HTTP/1.1");
            check_at(&start, &signed_headers(LIST_TABLES), "{}", NOT_FOUND);
        }
    }
}

#[test]
fn a_body_that_is_no_object() {
    let expected = (400, r#"{"__type":"com.amazon.coral.service#SerializationException"}"#);
    for body in ["", "{", "nothing", "[]", "\"text\"", "1", "{}{}"] {
        check(&signed_headers(LIST_TABLES), body, expected);
    }
    // This error comes before any error about the headers.
    check(&without("Authorization"), "{", expected);
    check(&with("X-Amz-Target", "DynamoDB_20120810.DoNothing"), "{", expected);
}

#[test]
fn a_body_that_is_no_text() {
    let mut client = Client::connect(client::start());
    let mut bytes = request("POST / HTTP/1.1", &signed_headers(LIST_TABLES), "{}").into_bytes();
    let end = bytes.len();
    bytes[end - 2..].copy_from_slice(&[0xFF, 0xFE]);
    client.send(&bytes).unwrap();

    let answer = client.receive().unwrap();
    assert_eq!(answer.body, r#"{"__type":"com.amazon.coral.service#SerializationException"}"#);
}

#[test]
fn no_authentication() {
    let expected = (
        400,
        r#"{"__type":"com.amazon.coral.service#MissingAuthenticationTokenException","message":"Request is missing Authentication Token"}"#,
    );
    check(&without("Authorization"), "{}", expected);
    check(&with("Authorization", "Basic dXNlcjpwYXNz"), "{}", expected);
}

#[test]
fn two_authentications() {
    let expected = (
        400,
        r#"{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."}"#,
    );
    let start = "POST /?X-Amz-Algorithm=AWS4-HMAC-SHA256 HTTP/1.1";
    check_at(start, &signed_headers(LIST_TABLES), "{}", expected);
}

#[test]
fn an_incomplete_signature() {
    let expected = |message: &str| {
        let name = "com.amazon.coral.service#IncompleteSignatureException";
        format!(r#"{{"__type":"{name}","message":"{message}"}}"#)
    };
    let parameters = "Authorization header requires 'Credential' parameter. Authorization header requires \
                      'Signature' parameter. Authorization header requires 'SignedHeaders' parameter. ";
    let body = expected(&format!("{parameters}Authorization=AWS4-HMAC-SHA256"));
    check(&with("Authorization", "AWS4-HMAC-SHA256"), "{}", (400, &body));

    let signature = "Authorization header requires 'Signature' parameter. ";
    let header = "AWS4-HMAC-SHA256 Credential=key, SignedHeaders=host, Signature=";
    let body = expected(&format!("{signature}Authorization={header}"));
    check(&with("Authorization", header), "{}", (400, &body));

    let date = "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    let body = expected(&format!("{date}Authorization={SIGNED}"));
    check(&without("X-Amz-Date"), "{}", (400, &body));
}

#[test]
fn a_signature_in_the_query() {
    let complete = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=key&X-Amz-Signature=0&\
                    X-Amz-SignedHeaders=host&X-Amz-Date=20260101T000000Z";
    let start = format!("POST /?{complete} HTTP/1.1");
    check_at(&start, &without("Authorization"), "{}", (200, r#"{"TableNames":[]}"#));

    let start = format!("POST /?{} HTTP/1.1", complete.replace("Credential=key", "Credential="));
    let expected = r#"{"__type":"com.amazon.coral.service#IncompleteSignatureException","message":"AWS query-string parameters must include 'X-Amz-Credential'. Re-examine the query-string parameters."}"#;
    check_at(&start, &without("Authorization"), "{}", (400, expected));
}

#[test]
fn an_error_of_the_engine() {
    let target = with("X-Amz-Target", "DynamoDB_20120810.DescribeTable");
    let expected = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found: Table: Nothing not found"}"#;
    check(&target, r#"{"TableName":"Nothing"}"#, (400, expected));
}
