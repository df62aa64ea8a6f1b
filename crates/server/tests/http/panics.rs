//! A panic in one request ends only that request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dynalab_engine::EngineConfig;
use dynalab_server::SharedEngine;
use dynalab_types::Timestamp;

use crate::client::{self, Client, create_table, start_with};

/// Whether the next look at the clock panics. The engine is locked then.
static IS_BROKEN: AtomicBool = AtomicBool::new(false);

fn clock() -> Timestamp {
    assert!(!IS_BROKEN.swap(false, Ordering::Relaxed), "this panic is part of a test");
    Timestamp::from_epoch_ms(1_700_000_000_000)
}

#[test]
fn the_others_go_on_with_everything_they_wrote() {
    let address = start_with(Arc::new(SharedEngine::new(0, EngineConfig::instant(), clock)));
    let mut neighbour = Client::connect(address);
    create_table(&mut neighbour, "Things");
    neighbour.ask("PutItem", r#"{"TableName":"Things","Item":{"pk":{"S":"a"}}}"#);

    let get = r#"{"TableName":"Things","Key":{"pk":{"S":"a"}}}"#;
    let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"}"#;
    // On the thread of the socket, and on one for long work.
    for (operation, request) in
        [("GetItem", get), ("UpdateTable", r#"{"TableName":"Things","DeletionProtectionEnabled":true}"#)]
    {
        let mut client = Client::connect(address);
        IS_BROKEN.store(true, Ordering::Relaxed);
        let answer = client.ask(operation, request);
        assert_eq!((answer.status, answer.body.as_str()), (500, body), "{operation}");
        assert_eq!(answer.header("x-amz-crc32"), crc32fast::hash(body.as_bytes()).to_string());
        for client in [&mut client, &mut neighbour, &mut Client::connect(address)] {
            assert_eq!(client.ask("GetItem", get).body, r#"{"Item":{"pk":{"S":"a"}}}"#);
        }
    }
}

#[test]
fn a_lock_left_by_a_panic_is_taken_up_again() {
    let engine = client::engine();
    let other = Arc::clone(&engine);
    let panicked = std::thread::spawn(move || {
        let _held = other.lock();
        panic!("this panic is part of a test");
    });
    assert!(panicked.join().is_err());
    assert_eq!(engine.answer("ListTables", "{}").status, 200);
}
