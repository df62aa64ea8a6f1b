//! Many clients, long connections, and clients that send invalid data.

use std::net::SocketAddr;
use std::thread;

use crate::client::{self, Client, create_table, request, signed_headers};

const CLIENTS: usize = 8;
const REQUESTS_EACH: usize = 200;
const LONGEST_BODY_BYTES: usize = dynalab_server::exchange::LONGEST_BODY_BYTES;

#[test]
fn clients_at_the_same_time_lose_nothing() {
    let address = client::start();
    create_table(&mut Client::connect(address), "Counters");
    let threads: Vec<_> = (0..CLIENTS).map(|number| thread::spawn(move || count(address, number))).collect();
    for thread in threads {
        thread.join().unwrap();
    }

    let mut client = Client::connect(address);
    let shared = client.ask("GetItem", r#"{"TableName":"Counters","Key":{"pk":{"S":"all"}}}"#);
    let total = CLIENTS * REQUESTS_EACH / 2;
    assert_eq!(shared.body, format!(r#"{{"Item":{{"n":{{"N":"{total}"}},"pk":{{"S":"all"}}}}}}"#));
    let scan = client.ask("Scan", r#"{"TableName":"Counters","Select":"COUNT"}"#);
    let items = 1 + total;
    assert_eq!(scan.body, format!(r#"{{"Count":{items},"ScannedCount":{items}}}"#));
}

/// Sends requests: half of them increase one shared counter, half write their own items.
fn count(address: SocketAddr, number: usize) {
    let mut client = Client::connect(address);
    for round in 0..REQUESTS_EACH / 2 {
        let update = client.ask(
            "UpdateItem",
            r#"{"TableName":"Counters","Key":{"pk":{"S":"all"}},"UpdateExpression":"ADD n :one",
                "ExpressionAttributeValues":{":one":{"N":"1"}}}"#,
        );
        assert_eq!((update.status, update.body.as_str()), (200, "{}"));
        let item = format!(r#"{{"TableName":"Counters","Item":{{"pk":{{"S":"{number}-{round}"}}}}}}"#);
        let put = client.ask("PutItem", &item);
        assert_eq!((put.status, put.body.as_str()), (200, "{}"));
    }
}

#[test]
fn requests_sent_ahead_are_answered_in_order() {
    let mut client = Client::connect(client::start());
    create_table(&mut client, "Things");
    let item = |number: usize| {
        format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"{number}"}}}},"ReturnValues":"ALL_OLD"}}"#)
    };
    let target = "DynamoDB_20120810.PutItem";
    let ahead: String = [1, 1, 2, 2]
        .map(|number| request("POST / HTTP/1.1", &signed_headers(target), &item(number)))
        .concat();
    client.send(ahead.as_bytes()).unwrap();

    let answers = [(); 4].map(|()| client.receive().unwrap().body);
    assert_eq!(
        answers,
        ["{}", r#"{"Attributes":{"pk":{"S":"1"}}}"#, "{}", r#"{"Attributes":{"pk":{"S":"2"}}}"#]
    );
}

#[test]
fn a_connection_ends_when_its_client_wants_it_to() {
    let mut client = Client::connect(client::start());
    let mut headers = signed_headers("DynamoDB_20120810.ListTables").to_vec();
    headers.push(("Connection", "close"));

    assert_eq!(client.ask_with(&headers, "{}").status, 200);
    assert!(client.is_at_end());
}

#[test]
fn a_body_in_chunks() {
    let mut client = Client::connect(client::start());
    let head = request("POST / HTTP/1.1", &signed_headers("DynamoDB_20120810.ListTables"), "");
    let head = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    client.send((head + "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n").as_bytes()).unwrap();

    assert_eq!(client.receive().unwrap().body, r#"{"TableNames":[]}"#);
}

#[test]
fn a_body_may_have_16_mb_and_no_more() {
    let address = client::start();
    let body = |length: usize| format!("{{}}{}", " ".repeat(length - 2));
    let mut client = Client::connect(address);
    assert_eq!(client.ask("ListTables", &body(LONGEST_BODY_BYTES)).status, 200);

    let answer = client.ask("ListTables", &body(LONGEST_BODY_BYTES + 1));
    assert_eq!((answer.status, answer.body.as_str()), (413, ""));
    assert!(client.is_at_end());
    assert_eq!(Client::connect(address).ask("ListTables", "{}").status, 200);
}

#[test]
fn what_is_no_http_ends_only_its_own_connection() {
    let address = client::start();
    let mut neighbour = Client::connect(address);
    assert_eq!(neighbour.ask("ListTables", "{}").status, 200);

    let long_header = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let junk: [&[u8]; 5] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"HELO there\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        long_header.as_bytes(),
    ];
    for bytes in junk {
        let mut client = Client::connect(address);
        // The server may close the connection before everything is sent.
        let sent = client.send(bytes);
        let refused = client.receive().map_or(true, |answer| answer.status >= 400);
        assert!(refused, "{sent:?} {:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
    }
    // This client stops in the middle of a body.
    let mut client = Client::connect(address);
    client.send(b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n{").unwrap();
    drop(client);

    assert_eq!(neighbour.ask("ListTables", "{}").status, 200);
    assert_eq!(Client::connect(address).ask("ListTables", "{}").status, 200);
}
