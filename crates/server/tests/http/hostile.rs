//! Invalid, slow and malicious clients: each gets a response, and no request is executed without a response.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use dynalab_server::{Exchange, Limits};

use crate::client::{self, Client, create_table, signed_headers};
use crate::hostile_exchanges::{Exchange as Case, all};

/// Long enough for a busy machine to send its bytes.
const HEAD_WAIT: Duration = Duration::from_secs(4);

fn start() -> SocketAddr {
    let limits = Limits { head_wait: HEAD_WAIT, body_wait: Duration::from_secs(2), ..Limits::default() };
    client::start_exchange(Exchange::new(client::engine(), 0, "us-east-1").with_limits(limits))
}

/// Sends all bytes, and reads until the server closes the connection.
fn run(address: SocketAddr, case: &Case) -> Vec<u16> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut sender = stream.try_clone().unwrap();
    let bytes = case.bytes.clone();
    let ends = case.ends;
    let sending = thread::spawn(move || {
        // The server may stop reading before the end.
        let sent = sender.write_all(&bytes);
        if ends && sent.is_ok() {
            drop(sender.shutdown(Shutdown::Write));
        }
    });
    let mut answers = Vec::new();
    let ended = stream.read_to_end(&mut answers);
    assert!(ended.is_ok(), "{}: cut off after {} bytes: {ended:?}", case.name, answers.len());
    sending.join().unwrap();
    let mut statuses = statuses(&answers);
    if ends {
        // The server asks a client that sends nothing more whether it still reads, if its request has to wait.
        statuses.retain(|status| *status != 100);
    }
    statuses
}

fn statuses(answers: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(answers);
    // After the split come the minor version, a space and the status.
    text.split("HTTP/1.").skip(1).map(|answer| answer[2..5].parse().unwrap()).collect()
}

/// Returns the number of items that each exchange wrote, by its number.
fn written(address: SocketAddr) -> BTreeMap<usize, usize> {
    let found = Client::connect(address).ask("Scan", r#"{"TableName":"Things"}"#).body;
    let mut written = BTreeMap::new();
    for key in found.split(r#"{"pk":{"S":""#).skip(1) {
        let number = key.split(['.', '"']).next().unwrap().parse().unwrap();
        *written.entry(number).or_default() += 1;
    }
    written
}

#[test]
fn a_hundred_hostile_exchanges_are_answered() {
    let address = start();
    create_table(&mut Client::connect(address), "Things");
    let cases = all();
    assert!(cases.len() >= 100, "{}", cases.len());
    let threads: Vec<_> =
        cases.into_iter().map(|case| thread::spawn(move || (run(address, &case), case))).collect();
    let answered: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let written = written(address);
    let mut faults = Vec::new();
    for (number, (statuses, case)) in answered.iter().enumerate() {
        if *statuses != case.statuses {
            faults.push(format!("{}: {statuses:?}, expected {:?}", case.name, case.statuses));
        }
        let successes = statuses.iter().filter(|status| **status == 200).count();
        let items = written.get(&number).copied().unwrap_or_default();
        if items != successes {
            faults.push(format!("{}: {items} items written, {successes} answers of 200", case.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Other clients are not affected.
    assert_eq!(Client::connect(address).ask("ListTables", "{}").status, 200);
}

/// The server serves a request after an idle time. It closes an idle connection without a response.
#[test]
fn idle_connections_end_in_silence() {
    let address = start();
    let mut client = Client::connect(address);
    thread::sleep(HEAD_WAIT / 4);
    assert_eq!(client.ask("ListTables", "{}").status, 200);
    assert!(client.receive().is_err());
    assert!(client.is_at_end());
}

#[test]
fn connections_above_the_limit_are_turned_away() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let address = client::start_exchange(Exchange::new(client::engine(), 0, "us-east-1").with_limits(limits));
    let mut inside = [Client::connect(address), Client::connect(address)];
    for client in &mut inside {
        assert_eq!(client.ask("ListTables", "{}").status, 200);
    }
    let mut outside = Client::connect(address);
    assert_eq!(outside.receive().unwrap().status, 503);
    assert!(outside.is_at_end());
    drop(inside);
    // A connection becomes free as soon as the server notices that its client has gone.
    let is_let_in = |_| {
        let mut client = Client::connect(address);
        thread::sleep(Duration::from_millis(50));
        let head = client::request("POST / HTTP/1.1", &signed_headers("DynamoDB_20120810.ListTables"), "{}");
        client.send(head.as_bytes()).is_ok() && client.receive().is_ok_and(|answer| answer.status == 200)
    };
    assert!((0..100).any(is_let_in));
}

/// Bytes that arrive one by one do not prolong a request without end.
#[test]
fn clients_that_drip_are_cut_off() {
    let (head_wait, whole_body_wait) = (Duration::from_secs(2), Duration::from_secs(3));
    let limits =
        Limits { head_wait, body_wait: Duration::from_secs(1), whole_body_wait, ..Limits::default() };
    let address = client::start_exchange(Exchange::new(client::engine(), 0, "us-east-1").with_limits(limits));
    let head = client::request("POST / HTTP/1.1", &signed_headers("DynamoDB_20120810.ListTables"), "");
    let body = head.replace("Content-Length: 0", "Content-Length: 1000");
    let chunks = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let threads = [("POST / HTTP/1.1\r\nA: ".to_owned(), "b"), (body, " "), (chunks, "1\r\n \r\n")].map(
        |(start, piece)| {
            thread::spawn(move || {
                let mut client = Client::connect(address);
                client.send(start.as_bytes()).unwrap();
                let mut sent = 0;
                while sent < 100 && client.send(piece.as_bytes()).is_ok() {
                    thread::sleep(Duration::from_millis(100));
                    sent += 1;
                }
                (sent, client.receive().map(|answer| answer.status).ok())
            })
        },
    );
    for thread in threads {
        let (sent, status) = thread.join().unwrap();
        // The connection can be reset by what was sent after the response.
        assert!(matches!(status, Some(408) | None) && sent < 100, "{status:?} after {sent} pieces");
    }
}
