//! Damaged bytes of requests over a socket. The server answers, and executes nothing without an answer of 200.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use crate::client::{self, Client, create_table, request, signed_headers};
use crate::damage::cases;

/// The statuses that the README of the server lists, and those of requests that are not for DynamoDB.
const KNOWN: [u16; 10] = [200, 400, 403, 404, 405, 408, 413, 415, 503, 505];

/// Sends the bytes, closes that side, and reads until the server closes the other one.
fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The server may close before it has read everything.
    let _sent_or_not = stream.write_all(bytes);
    let _shut_or_not = stream.shutdown(Shutdown::Write);
    let mut answers = Vec::new();
    let ended = stream.read_to_end(&mut answers);
    assert!(ended.is_ok(), "cut off after {} bytes: {ended:?}", answers.len());
    answers
}

/// Returns the statuses of all responses.
fn statuses(answers: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(answers);
    text.split("HTTP/1.").skip(1).map(|answer| answer[2..5].parse().unwrap()).collect()
}

/// A request that puts one item, with or without chunks.
fn put(number: usize, is_chunked: bool) -> String {
    let body = format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"{number}"}}}}}}"#);
    let plain = request("POST / HTTP/1.1", &signed_headers("DynamoDB_20120810.PutItem"), &body);
    if !is_chunked {
        return plain;
    }
    let (head, _) = plain.split_once("\r\n\r\n").unwrap();
    let lines = head.lines().filter(|line| !line.to_ascii_lowercase().starts_with("content-length"));
    let head: String = lines.map(|line| format!("{line}\r\n")).collect();
    let (first, second) = body.split_at(20);
    format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n14\r\n{first}\r\n{:x}\r\n{second}\r\n0\r\n\r\n",
        second.len()
    )
}

#[test]
fn every_damaged_request_is_answered() {
    let address = client::start();
    create_table(&mut Client::connect(address), "Things");
    let (mut executed, mut refused) = (0, 0);
    for (number, mut chance) in cases("http", 600).enumerate() {
        let is_chunked = chance.below(3) == 0;
        // Two requests on one connection: damage to the first must not become a part of the second.
        let mut bytes = (put(2 * number, is_chunked) + &put(2 * number + 1, false)).into_bytes();
        chance.damage(&mut bytes);
        let statuses = statuses(&exchange(address, &bytes));
        let shown = String::from_utf8_lossy(&bytes);
        assert!(statuses.iter().all(|status| KNOWN.contains(status)), "{statuses:?} to {shown}");
        let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
        assert!(!statuses.is_empty() || is_empty, "no answer to {shown}");
        executed += statuses.iter().filter(|status| **status == 200).count();
        refused += statuses.iter().filter(|status| **status != 200).count();
    }
    assert!(executed > 200 && refused > 200, "{executed} were executed, {refused} refused");
    let answer = Client::connect(address).ask("Scan", r#"{"TableName":"Things","Select":"COUNT"}"#).body;
    let count = answer.split(r#""Count":"#).nth(1).unwrap().split([',', '}']).next().unwrap();
    // A damaged key can be that of another request, so there can be fewer items than answers.
    assert!(count.parse::<usize>().unwrap() <= executed, "{count} items, {executed} answers of 200");
}
