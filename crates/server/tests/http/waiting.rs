//! No account waits for another: while the engine of one account is in use, the others and the server itself answer.

use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dynalab_engine::EngineConfig;
use dynalab_server::handler::Answer as Refused;
use dynalab_server::{Credentials, Exchange, Handler, Limits, S3Folder, SharedEngine};
use dynalab_types::Timestamp;

use crate::client::{self, Answer, Client, create_table, engine, request, signed_headers, start_with};
use crate::jumps;

/// Two accounts: that of the access key "busy", and the one of all other keys.
struct Accounts {
    busy: Arc<SharedEngine>,
    other: Arc<SharedEngine>,
}

impl Handler for Accounts {
    fn find(&self, credentials: &Credentials) -> Option<Arc<SharedEngine>> {
        self.open(credentials).ok()
    }

    fn open(&self, credentials: &Credentials) -> Result<Arc<SharedEngine>, Refused> {
        let engine = if credentials.access_key == "busy" { &self.busy } else { &self.other };
        Ok(Arc::clone(engine))
    }
}

const OF_BUSY: &str = "AWS4-HMAC-SHA256 Credential=busy/20260101/us-east-1/dynamodb/aws4_request, \
                       SignedHeaders=host;x-amz-date, Signature=0";
const HEALTH: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const ITEM: &str = r#"{"TableName":"Things","Item":{"pk":{"S":"a"}}}"#;
const KEY: &str = r#"{"TableName":"Things","Key":{"pk":{"S":"a"}}}"#;

fn start() -> (SocketAddr, Arc<SharedEngine>) {
    let busy = engine();
    (start_with(Accounts { busy: Arc::clone(&busy), other: engine() }), busy)
}

/// Returns a request of the busy account.
fn as_busy(operation: &str, body: &str) -> String {
    let target = format!("DynamoDB_20120810.{operation}");
    let mut headers = signed_headers(&target).to_vec();
    headers[3].1 = OF_BUSY;
    request("POST / HTTP/1.1", &headers, body)
}

/// Sends a request of the busy account, and does not wait for its response.
fn send_as_busy(address: SocketAddr, operation: &str, body: &str) -> Client {
    let mut client = Client::connect(address);
    client.send(as_busy(operation, body).as_bytes()).unwrap();
    client
}

fn ask_as_busy(address: SocketAddr, operation: &str, body: &str) -> Answer {
    send_as_busy(address, operation, body).receive().unwrap()
}

fn table(name: &str) -> String {
    format!(
        r#"{{"TableName":"{name}","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],
            "AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}]}}"#
    )
}

fn large_item() -> String {
    format!(
        r#"{{"TableName":"Things","Item":{{"pk":{{"S":"large"}},"text":{{"S":"{}"}}}}}}"#,
        "x".repeat(100_000)
    )
}

/// Asks for everything that another client can want: items, tables, controls, a large body, a new connection.
fn is_answered(address: SocketAddr, name: &str) {
    let mut client = Client::connect(address);
    create_table(&mut client, name);
    let large = large_item();
    for (operation, body) in [
        ("PutItem", ITEM),
        ("GetItem", KEY),
        ("PutItem", &large),
        ("ListTables", "{}"),
        ("DescribeLimits", "{}"),
        (
            "UpdateTimeToLive",
            r#"{"TableName":"Things","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}}"#,
        ),
    ] {
        let answer = client.ask(operation, body);
        let is_there = |answer: &Answer| answer.body.contains("already enabled");
        assert!(answer.status == 200 || is_there(&answer), "{operation}: {}", answer.body);
    }
    let answer = Client::connect(address).ask_with(&signed_headers("Dynalab.DescribeDials"), "{}");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let mut client = Client::connect(address);
    client.send(HEALTH).unwrap();
    assert_eq!(client.receive().unwrap().status, 200);
}

#[test]
fn others_are_answered_while_an_engine_is_in_use() {
    let (address, busy) = start();
    assert_eq!(ask_as_busy(address, "CreateTable", &table("Things")).status, 200);
    let held = busy.lock();
    // Far more than there are threads, of every kind.
    let large = large_item();
    let mut waiting = Vec::new();
    for number in 0..60 {
        let table = table(&format!("Things{number}"));
        let requests = [("PutItem", ITEM), ("GetItem", KEY), ("CreateTable", &*table), ("PutItem", &*large)];
        waiting.extend(requests.map(|(operation, body)| send_as_busy(address, operation, body)));
    }
    is_answered(address, "Things");
    drop(held);
    for mut client in waiting {
        let answer = client.receive().unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Sends a put whose engine is in use, closes the connection, and returns what is stored when the engine is free and the place of the
/// connection too.
fn stored_after_closing(leaves_response: bool) -> String {
    let busy = engine();
    let accounts = Accounts { busy: Arc::clone(&busy), other: engine() };
    let limits = Limits { connections: 1, ..Limits::default() };
    let address = client::start_exchange(Exchange::new(accounts, 0, "us-east-1").with_limits(limits));
    assert_eq!(ask_as_busy(address, "CreateTable", &table("Things")).status, 200);
    let mut gone = with_room(address);
    if leaves_response {
        gone.send(HEALTH).unwrap();
        gone.wait_for_bytes();
    }
    let held = busy.lock();
    gone.send(as_busy("PutItem", ITEM).as_bytes()).unwrap();
    drop(gone);
    // Its place becomes free although the engine is still in use.
    let mut next = with_room(address);
    drop(held);
    next.send(as_busy("GetItem", KEY).as_bytes()).unwrap();
    next.receive().unwrap().body
}

/// A client that closes a connection with a response that it has not read resets it. Otherwise it only says that it sends nothing more, as
/// one that still reads does.
#[test]
fn a_client_that_hangs_up_ends_its_waiting_request() {
    for leaves_response in [true, false] {
        let stored = stored_after_closing(leaves_response);
        assert_eq!(stored, "{}", "the put was executed though no client waits for it");
    }
}

/// A client that closes only its sending side while its request waits still gets its response.
#[test]
fn a_client_that_sends_nothing_more_is_answered() {
    let (address, busy) = start();
    assert_eq!(ask_as_busy(address, "CreateTable", &table("Things")).status, 200);
    let held = busy.lock();
    let stream = TcpStream::connect(address).unwrap();
    let half = stream.try_clone().unwrap();
    let mut client = Client::over(stream, Duration::from_secs(30));
    client.send(as_busy("PutItem", ITEM).as_bytes()).unwrap();
    half.shutdown(Shutdown::Write).unwrap();
    // The interim response asks whether it still reads.
    client.wait_for_bytes();
    drop(held);
    assert_eq!(client.receive_final().unwrap().status, 200);
    assert_ne!(ask_as_busy(address, "GetItem", KEY).body, "{}");
}

/// Returns a connection of a server that has room for one.
fn with_room(address: SocketAddr) -> Client {
    let connect = || {
        std::thread::sleep(Duration::from_millis(20));
        let mut client = Client::connect(address);
        let is_let_in =
            client.send(HEALTH).is_ok() && client.receive().is_ok_and(|answer| answer.status == 200);
        is_let_in.then_some(client)
    };
    (0..1_000).find_map(|_| connect()).expect("no place became free")
}

/// A table, and a request that exports it to a folder.
struct Exporting {
    root: PathBuf,
    address: SocketAddr,
    client: Client,
}

const EXPORT: &str =
    r#"{"TableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Things","S3Bucket":"shelf"}"#;

impl Exporting {
    fn start(name: &str) -> Exporting {
        let root = std::env::temp_dir().join(format!("dynalab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("shelf")).unwrap();
        let clock = || Timestamp::from_epoch_ms(1_700_000_000_000);
        let engine = SharedEngine::new(0, EngineConfig::instant(), clock);
        let address = start_with(Arc::new(engine.with_s3_folder(Some(S3Folder::new(root.clone())))));
        let mut client = Client::connect(address);
        create_table(&mut client, "Things");
        let recovery = r#"{"TableName":"Things","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#;
        for (operation, body) in [("PutItem", ITEM), ("UpdateContinuousBackups", recovery)] {
            let answer = client.ask(operation, body);
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        Exporting { root, address, client }
    }

    fn is_completed(&mut self) -> bool {
        self.client.ask("ListExports", "{}").body.contains("COMPLETED")
    }
}

impl Drop for Exporting {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.root));
    }
}

#[test]
fn an_export_goes_on_without_its_client() {
    let mut exporting = Exporting::start("without-client");
    let headers = signed_headers("DynamoDB_20120810.ExportTableToPointInTime");
    let mut gone = Client::connect(exporting.address);
    gone.send(request("POST / HTTP/1.1", &headers, EXPORT).as_bytes()).unwrap();
    drop(gone);
    let is_completed = (0..1_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        exporting.is_completed()
    });
    assert!(is_completed, "{}", exporting.client.ask("ListExports", "{}").body);
}

#[test]
fn an_export_has_ended_when_its_response_arrives() {
    let mut exporting = Exporting::start("ended");
    let begun = exporting.client.ask("ExportTableToPointInTime", EXPORT);
    assert!(begun.body.contains("IN_PROGRESS"), "{}", begun.body);
    assert!(exporting.is_completed());
}

const BULK: &str = r#"{"TableName":"Things",
    "InputS3Configuration":{"S3Bucket":"shelf","S3KeyPrefix":"bulk","InputFormat":"DYNAMODB_JSON"},
    "OutputS3Configuration":{"OutputType":["ERROR"]}}"#;

/// The items of a bulk operation are written in parts, and other requests of the same account are answered between them.
#[test]
fn a_bulk_operation_lets_others_in_between() {
    const RECORDS: u64 = 30_000;
    let mut exporting = Exporting::start("bulk");
    let line = |number| format!("{{\"Item\":{{\"pk\":{{\"S\":\"{number}\"}}}}}}\n");
    let lines: String = (0..RECORDS).map(line).collect();
    std::fs::write(exporting.root.join("shelf/bulk"), lines).unwrap();
    let address = exporting.address;
    let started = std::thread::spawn(move || {
        Client::connect_for(address, Duration::from_secs(300)).ask("StartBulkPutItems", BULK)
    });
    let mut between = 0;
    while !started.is_finished() {
        let put = exporting.client.ask("PutItem", ITEM);
        assert_eq!(put.status, 200, "{}", put.body);
        let listed = exporting.client.ask("ListBulkOperations", "{}").body;
        let Some((_, arn)) = listed.split_once("\"BulkOperationArn\":\"") else { continue };
        let arn = arn.split('"').next().unwrap();
        let asked = format!("{{\"BulkOperationArn\":\"{arn}\"}}");
        let described = exporting.client.ask("DescribeBulkOperation", &asked).body;
        let (_, count) = described.split_once("\"ProcessedItemCount\":").unwrap();
        let count: u64 = count.split([',', '}']).next().unwrap().parse().unwrap();
        between += u64::from((1..RECORDS).contains(&count));
    }
    assert_eq!(started.join().unwrap().status, 200);
    assert!(between >= 3, "{between} requests were answered between the parts");
    let counted = exporting.client.ask("Scan", r#"{"TableName":"Things","Select":"COUNT"}"#).body;
    assert!(counted.contains(&format!("\"Count\":{}", RECORDS + 1)), "{counted}");
}

static WALL_MS: AtomicU64 = AtomicU64::new(1_700_000_000_000);

/// After a long pause, one request executes what fell due, and the others are answered between its parts.
#[test]
fn what_fell_due_is_executed_with_others_in_between() {
    const DAYS: u64 = 60;
    let clock = || Timestamp::from_epoch_ms(WALL_MS.load(Ordering::Relaxed));
    let engine = Arc::new(SharedEngine::new(0, EngineConfig::instant(), clock));
    let address = start_with(Arc::clone(&engine));
    jumps::schedule_work(address);
    let mut other = Client::connect(address);
    let began = jumps::time(&mut other);
    let asleep = engine.lock().now();
    WALL_MS.fetch_add(DAYS * jumps::DAY_MS, Ordering::Relaxed);
    let late = std::thread::spawn(move || {
        Client::connect_for(address, Duration::from_secs(300))
            .ask("DescribeTable", r#"{"TableName":"Things"}"#)
    });
    while engine.lock().now() == asleep {
        std::thread::yield_now();
    }
    let mut seen = Vec::new();
    while !late.is_finished() {
        assert_eq!(other.ask("PutItem", ITEM).status, 200);
        seen.push(jumps::time(&mut other));
    }
    assert_eq!(late.join().unwrap().status, 200);
    let reached = jumps::time(&mut other);
    let days = |time: &f64| (time - began) / 86_400.0;
    assert!(days(&reached) >= DAYS as f64, "{} days", days(&reached));
    assert!(seen.is_sorted(), "the clock went back: {seen:?}");
    let between = seen.iter().map(days).filter(|day| (1.0..DAYS as f64 - 1.0).contains(day)).count();
    assert!(between >= 3, "{between} of {} requests were answered between the parts", seen.len());
}
