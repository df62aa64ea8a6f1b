//! Compressed request bodies, responses without a body, and the response with the server's address.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use crate::client::{self, Client, request, signed_headers};

const CREATE: &str = r#"{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn zlib(body: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn bare_deflate(body: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// Sends the bytes as the body of a request with that encoding.
fn send(client: &mut Client, operation: &str, encoding: &str, body: &[u8]) -> client::Answer {
    let target = format!("DynamoDB_20120810.{operation}");
    let mut headers = signed_headers(&target).to_vec();
    headers.push(("Content-Encoding", encoding));
    let head = request("POST / HTTP/1.1", &headers, "");
    let head = head.replace("Content-Length: 0", &format!("Content-Length: {}", body.len()));
    client.send(head.as_bytes()).unwrap();
    client.send(body).unwrap();
    client.receive().unwrap()
}

#[test]
fn a_compressed_body_is_unpacked() {
    let mut client = Client::connect(client::start());
    client.ask("CreateTable", CREATE);
    let mut expected = Vec::new();
    for (name, encoding, compress) in [
        ("gzip", "gzip", gzip as fn(&[u8]) -> Vec<u8>),
        ("capitals", "GZIP", gzip),
        ("zlib", "deflate", zlib),
        ("deflate", "deflate", bare_deflate),
        ("plain", "identity", <[u8]>::to_vec),
    ] {
        let item = format!(
            r#"{{"TableName":"Teas","Item":{{"tea":{{"S":"{name}"}},"text":{{"S":"{}"}}}}}}"#,
            "x".repeat(50_000)
        );
        let answer = send(&mut client, "PutItem", encoding, &compress(item.as_bytes()));
        assert_eq!((answer.status, answer.body.as_str()), (200, "{}"), "{name}");
        expected.push(name);
    }
    let found = client.ask("Scan", r#"{"TableName":"Teas","ProjectionExpression":"tea"}"#).body;
    for name in expected {
        assert!(found.contains(&format!(r#"{{"tea":{{"S":"{name}"}}}}"#)), "{name} in {found}");
    }
}

fn put_body(name: &str) -> String {
    format!(r#"{{"TableName":"Teas","Item":{{"tea":{{"S":"{name}"}}}}}}"#)
}

fn teas(client: &mut Client) -> usize {
    let found = client.ask("Scan", r#"{"TableName":"Teas","ProjectionExpression":"tea"}"#).body;
    found.matches("\"tea\"").count()
}

#[test]
fn a_body_that_cannot_be_decoded_is_an_error_of_the_server() {
    let mut client = Client::connect(client::start());
    client.ask("CreateTable", CREATE);
    let put = put_body("never");
    let put = put.as_bytes();
    let (packed, deflated, bare) = (gzip(put), zlib(put), bare_deflate(put));
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let twice = |bytes: &[u8]| [bytes, bytes].concat();
    let mut damaged = packed.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (name, encoding, body) in [
        ("gzip that is plain", "gzip", put.to_vec()),
        ("gzip that is empty", "gzip", Vec::new()),
        ("gzip that is cut", "gzip", half(&packed)),
        ("gzip without its last byte", "gzip", packed[..packed.len() - 1].to_vec()),
        ("gzip with a wrong length", "gzip", damaged),
        ("gzip with a second member that is cut", "gzip", [packed.as_slice(), &half(&packed)].concat()),
        ("gzip that is zlib", "gzip", deflated.clone()),
        ("deflate that is plain", "deflate", put.to_vec()),
        ("deflate that is empty", "deflate", Vec::new()),
        ("deflate that is cut", "deflate", half(&deflated)),
        ("deflate that is gzip", "deflate", packed.clone()),
        ("two deflate streams", "deflate", twice(&deflated)),
        ("two bare deflate streams", "deflate", twice(&bare)),
        ("no encoding", "utf-8", put.to_vec()),
        ("another encoding", "br", put.to_vec()),
        ("a word", "zipped", packed.clone()),
        ("two encodings", "gzip, gzip", gzip(&packed)),
    ] {
        let answer = send(&mut client, "PutItem", encoding, &body);
        let expected = "com.amazonaws.dynamodb.v20120810#InternalServerError";
        assert_eq!((answer.status, answer.body.contains(expected)), (500, true), "{name}: {answer:?}");
        assert_eq!(answer.header("x-amzn-requestid").len(), 52, "{name}");
    }
    assert_eq!(teas(&mut client), 0, "nothing was executed");
}

#[test]
fn members_of_gzip_are_one_body() {
    let mut client = Client::connect(client::start());
    client.ask("CreateTable", CREATE);
    let pieces = |name: &str, count: usize| {
        let put = put_body(name);
        let length = put.len().div_ceil(count);
        put.as_bytes().chunks(length).flat_map(gzip).collect::<Vec<u8>>()
    };
    let with = |mut packed: Vec<u8>, after: &[u8]| {
        packed.extend_from_slice(after);
        packed
    };
    let bodies = [
        ("two members", pieces("a", 2)),
        ("nine members", pieces("b", 9)),
        ("a member of nothing", with(pieces("c", 1), &gzip(b""))),
        ("bytes behind it", with(pieces("d", 1), b"anything")),
        ("zeros behind it", with(pieces("e", 3), &[0; 512])),
        ("a cut header behind it", with(pieces("f", 1), &[0x1f, 0x8b, 8])),
        ("plain JSON behind it", with(pieces("g", 1), b"{}")),
    ];
    for (name, body) in &bodies {
        let answer = send(&mut client, "PutItem", "gzip", body);
        assert_eq!((answer.status, answer.body.as_str()), (200, "{}"), "{name}");
    }
    assert_eq!(teas(&mut client), bodies.len());
    assert_eq!(send(&mut client, "ListTables", "amz-1.0", b"{}").status, 200);
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    for length in [16 * 1024 * 1024 + 1, 200 * 1024 * 1024] {
        let mut client = Client::connect(client::start());
        let answer = send(&mut client, "ListTables", "gzip", &gzip(&vec![b' '; length]));
        assert_eq!(answer.status, 413, "{length}");
    }
    let mut client = Client::connect(client::start());
    let mut body = vec![b' '; 16 * 1024 * 1024 - 2];
    body.extend_from_slice(b"{}");
    assert_eq!(send(&mut client, "ListTables", "gzip", &gzip(&body)).status, 200);
}

/// A client that follows the response stays on this computer.
#[test]
fn the_endpoint_is_the_address_of_the_server() {
    let mut client = Client::connect(client::start());
    for host in ["localhost", "127.0.0.1:8000", "dynamo.internal:9"] {
        let headers = signed_headers("DynamoDB_20120810.DescribeEndpoints");
        let text =
            request("POST / HTTP/1.1", &headers, "{}").replace("Host: localhost", &format!("Host: {host}"));
        client.send(text.as_bytes()).unwrap();
        let answer = client.receive().unwrap();
        let expected = format!(r#"{{"Endpoints":[{{"Address":"{host}","CachePeriodInMinutes":1440}}]}}"#);
        assert_eq!((answer.status, answer.body), (200, expected));
    }
}

#[test]
fn tags_are_answered_with_nothing() {
    let mut client = Client::connect(client::start());
    client.ask("CreateTable", CREATE);
    let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";
    for (operation, members) in
        [("TagResource", r#""Tags":[{"Key":"a","Value":"b"}]"#), ("UntagResource", r#""TagKeys":["a"]"#)]
    {
        let answer = client.ask(operation, &format!(r#"{{"ResourceArn":"{arn}",{members}}}"#));
        assert_eq!((answer.status, answer.body.as_str(), answer.header("content-length")), (200, "", "0"));
        let refused = client.ask(operation, &format!(r#"{{"ResourceArn":"{arn}/index/No",{members}}}"#));
        assert!(
            refused.status == 400 && refused.body.contains("only table or stream is accepted"),
            "{refused:?}"
        );
    }
}
