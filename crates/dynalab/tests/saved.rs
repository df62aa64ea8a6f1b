//! A database in a folder: what was answered is there after the program has ended.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use dynalab::{Saved, SavedError};
use pollster::block_on;
use serde_json::json;

struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("dynalab-saved-{name}-{}", std::process::id()));
        let _old = fs::remove_dir_all(&path);
        Temporary(path)
    }

    fn open(&self) -> Result<Saved, SavedError> {
        block_on(Saved::open(self.0.to_str().unwrap()))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

fn create(db: &mut Saved) {
    let table = json!({
        "TableName": "Things",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    });
    block_on(db.call("CreateTable", table)).unwrap();
}

fn put(db: &mut Saved, id: u32) {
    let item = json!({"id": {"N": id.to_string()}, "note": {"S": "n".repeat(200)}});
    block_on(db.call("PutItem", json!({"TableName": "Things", "Item": item}))).unwrap();
}

fn count(db: &mut Saved) -> u64 {
    let scan = json!({"TableName": "Things", "Select": "COUNT"});
    block_on(db.call("Scan", scan)).unwrap()["Count"].as_u64().unwrap()
}

#[test]
fn a_database_is_there_again() {
    let folder = Temporary::new("again");
    let mut db = folder.open().unwrap();
    create(&mut db);
    // Enough for joined chunks and a snapshot.
    (0..3_000).for_each(|id| put(&mut db, id));
    block_on(db.advance(Duration::from_secs(3_600))).unwrap();
    let now = db.now();
    assert!(matches!(folder.open(), Err(SavedError::Store(_))), "one program at a time");
    block_on(db.close());

    let mut db = folder.open().unwrap();
    assert_eq!((count(&mut db), db.now(), db.found_torn_end()), (3_000, now, false));
    put(&mut db, 9_000);
    // As if the program were killed: it is not closed.
    drop(db);
    assert_eq!(count(&mut folder.open().unwrap()), 3_001);
}

/// Stores a table with one item. Returns the path of the file with the chunks, and its bytes.
fn stored_item(folder: &Temporary) -> (PathBuf, Vec<u8>) {
    let mut db = folder.open().unwrap();
    create(&mut db);
    put(&mut db, 1);
    drop(db);
    let chunks = folder.0.join("dynalab.chunks");
    let bytes = fs::read(&chunks).unwrap();
    (chunks, bytes)
}

#[test]
fn a_torn_end_is_told() {
    let folder = Temporary::new("torn");
    let (chunks, mut bytes) = stored_item(&folder);
    // The beginning of a chunk that was never finished.
    bytes.extend_from_within(0..20);
    fs::write(&chunks, bytes).unwrap();
    let mut db = folder.open().unwrap();
    assert!(db.found_torn_end());
    assert_eq!(count(&mut db), 1);
    drop(db);
    assert!(!folder.open().unwrap().found_torn_end());
}

#[test]
fn damage_is_refused_and_stays() {
    let folder = Temporary::new("damage");
    let (chunks, mut bytes) = stored_item(&folder);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&chunks, &bytes).unwrap();
    let error = folder.open().unwrap_err();
    assert!(
        error.to_string().starts_with("The stored workspace is damaged and was left as it is"),
        "{error}"
    );
    assert_eq!(fs::read(&chunks).unwrap(), bytes);
}

#[test]
fn an_error_is_that_of_the_request() {
    let folder = Temporary::new("error");
    let mut db = folder.open().unwrap();
    let error = block_on(db.call("DeleteTable", json!({"TableName": "Things"}))).unwrap_err();
    assert!(
        matches!(&error, SavedError::Request(error) if error.code() == "ResourceNotFoundException"),
        "{error:?}"
    );
    let error = block_on(db.call("Dynalab.Reset", json!({}))).unwrap_err();
    assert!(error.to_string().contains("A workspace has its history instead"), "{error}");
}
