//! The memory of the program, as Linux reports it, while clients send too much and after they have gone.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{Client, create_table, request, signed_headers};

const HALF_SENT: usize = 40;
const BATCHES: usize = 8;
const ITEMS: usize = 25;
const MIB: usize = 1024 * 1024;
const MOST_MB: usize = 400;
/// Maximum growth in the end. It includes the items of a batch, which stay stored.
const LEFT_MB: usize = 50;

#[allow(clippy::disallowed_methods, reason = "tests read a clock")]
fn now() -> Instant {
    Instant::now()
}

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
        let mut child = command.args(["--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().rsplit('/').next().unwrap().parse().unwrap();
        Server { child, address }
    }

    /// Reads a figure in MB: "VmHWM" is the peak, "VmRSS" the present memory.
    fn megabytes(&self, name: &str) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let kilobytes: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kilobytes / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn connect(address: SocketAddr) -> Client {
    Client::connect_for(address, Duration::from_secs(120))
}

/// Announces 16 MB, sends 8 and waits. Returns the status of the response.
fn send_half(address: SocketAddr) -> u16 {
    let stream = TcpStream::connect(address).unwrap();
    let head = request("POST / HTTP/1.1", &signed_headers("DynamoDB_20120810.BatchWriteItem"), "");
    let head = head.replace("Content-Length: 0", &format!("Content-Length: {}", 16 * MIB));
    let mut sender = stream.try_clone().unwrap();
    let sending = thread::spawn(move || {
        drop(sender.write_all(head.as_bytes()));
        drop(sender.write_all(&vec![b' '; 8 * MIB]));
    });
    let status = Client::over(stream, Duration::from_secs(120)).receive().unwrap().status;
    sending.join().unwrap();
    status
}

/// Returns a batch with the maximum number of items of the maximum size: some 10 MB of JSON.
fn batch() -> String {
    let review = format!(r#"{{"M":{{"stars":{{"N":"4"}},"text":{{"S":"{}"}}}}}}"#, "x".repeat(1_000));
    let reviews = vec![review; 380].join(",");
    let put = |number: usize| {
        format!(r#"{{"PutRequest":{{"Item":{{"pk":{{"S":"{number}"}},"reviews":{{"L":[{reviews}]}}}}}}}}"#)
    };
    let puts: Vec<String> = (0..ITEMS).map(put).collect();
    format!(r#"{{"RequestItems":{{"Things":[{}]}}}}"#, puts.join(","))
}

fn write_batch(address: SocketAddr, body: &str) -> u16 {
    connect(address).ask("BatchWriteItem", body).status
}

fn read_batch(address: SocketAddr) -> usize {
    let keys: Vec<String> = (0..ITEMS).map(|number| format!(r#"{{"pk":{{"S":"{number}"}}}}"#)).collect();
    let body = format!(r#"{{"RequestItems":{{"Things":{{"Keys":[{}]}}}}}}"#, keys.join(","));
    let answer = connect(address).ask("BatchGetItem", &body);
    assert_eq!(answer.status, 200);
    answer.body.len()
}

#[test]
fn memory_is_bounded_and_given_back() {
    let server = Server::start();
    let address = server.address;
    create_table(&mut Client::connect(address), "Things");
    let before = server.megabytes("VmRSS");
    let body = batch();
    assert!(body.len() > 9 * MIB && body.len() < 16 * MIB, "{}", body.len());

    let halves: Vec<_> = (0..HALF_SENT).map(|_| thread::spawn(move || send_half(address))).collect();
    thread::sleep(Duration::from_millis(500));
    let writes: Vec<_> = (0..BATCHES)
        .map(|_| {
            let body = body.clone();
            thread::spawn(move || write_batch(address, &body))
        })
        .collect();
    // Small requests do not wait for large ones.
    let started = now();
    assert_eq!(Client::connect(address).ask("ListTables", "{}").status, 200);
    let waited = started.elapsed();
    let written: Vec<u16> = writes.into_iter().map(|thread| thread.join().unwrap()).collect();
    let halves: Vec<u16> = halves.into_iter().map(|thread| thread.join().unwrap()).collect();
    let after_writes = server.megabytes("VmHWM");
    let reads: Vec<_> = (0..BATCHES).map(|_| thread::spawn(move || read_batch(address))).collect();
    for thread in reads {
        assert!(thread.join().unwrap() > 9 * MIB);
    }
    let peak = server.megabytes("VmHWM");
    println!("{before} MB before, at most {after_writes} MB with writes, {peak} MB with reads, {waited:?}");
    assert_eq!(written, [200; BATCHES]);
    assert!(waited < Duration::from_secs(10), "{waited:?}");
    assert!(halves.iter().all(|status| matches!(status, 408 | 503)), "{halves:?}");
    assert!(peak < MOST_MB, "{peak} MB");

    let deadline = now() + Duration::from_secs(60);
    while server.megabytes("VmRSS") > before + LEFT_MB && now() < deadline {
        thread::sleep(Duration::from_millis(200));
    }
    let left = server.megabytes("VmRSS");
    println!("{left} MB left");
    assert!(left <= before + LEFT_MB, "{left} MB left of {peak} MB; {before} MB before");
}

/// A request that names far more than its maximum is refused without being decoded.
#[test]
fn millions_of_elements_need_no_gigabyte() {
    let server = Server::start();
    create_table(&mut Client::connect(server.address), "Things");
    let write = r#"{"DeleteRequest":{"Key":{"pk":{"S":"a"}}}}"#;
    let repeated = |element: &str, bytes: usize| vec![element; bytes / (element.len() + 1)].join(",");
    let numbers = repeated(r#"{"N":"1"}"#, 12 * MIB);
    for (operation, body, most_times) in [
        ("BatchWriteItem", format!(r#"{{"RequestItems":{{"Things":[{}]}}}}"#, repeated(write, 12 * MIB)), 5),
        ("BatchWriteItem", format!(r#"{{"RequestItems":{{"Things":[{}]}}}}"#, repeated("{}", 12 * MIB)), 5),
        (
            "BatchGetItem",
            format!(
                r#"{{"RequestItems":{{"Things":{{"Keys":[{}]}}}}}}"#,
                repeated(r#"{"pk":{"S":"a"}}"#, 12 * MIB)
            ),
            5,
        ),
        ("TransactWriteItems", format!(r#"{{"TransactItems":[{}]}}"#, repeated("{}", 12 * MIB)), 5),
        ("ExecuteTransaction", format!(r#"{{"TransactStatements":[{}]}}"#, repeated("{}", 12 * MIB)), 5),
        // A value can have so many elements, though none is stored: the item is above 400 KB.
        (
            "PutItem",
            format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"a"}},"all":{{"L":[{numbers}]}}}}}}"#),
            30,
        ),
    ] {
        let answer = connect(server.address).ask(operation, &body);
        assert_eq!(answer.status, 400, "{operation}: {}", &answer.body[..answer.body.len().min(300)]);
        let (peak, body_mb) = (server.megabytes("VmHWM"), body.len() / MIB);
        println!("{operation}: {body_mb} MB, at most {peak} MB");
        assert!(peak < most_times * body_mb, "{operation} of {body_mb} MB took {peak} MB");
    }
}
