//! A panic in one request ends only that request.

use dynalab_server::{Credentials, Handler, Part, SharedEngine};
use dynalab_types::Timestamp;

use crate::client::{self, Client, create_table, engine, start_with};

/// An engine with a fault: describing a table named "Broken" panics while the engine is locked.
struct Flawed(SharedEngine);

impl Handler for Flawed {
    fn catch_up(&self, _: &Credentials) -> bool {
        self.0.catch_up()
    }

    fn answer(&self, credentials: &Credentials, operation: &str, body: &str) -> Part {
        let engine = self.0.lock();
        assert!(!(operation == "DescribeTable" && body.contains("Broken")), "this panic is part of a test");
        drop(engine);
        Handler::answer(&self.0, credentials, operation, body)
    }

    fn continue_jump(&self, credentials: &Credentials, until: Timestamp) -> Part {
        Handler::continue_jump(&self.0, credentials, until)
    }
}

#[test]
fn the_others_go_on_with_everything_they_wrote() {
    let address = start_with(Flawed(engine()));
    let mut neighbour = Client::connect(address);
    create_table(&mut neighbour, "Things");
    neighbour.ask("PutItem", r#"{"TableName":"Things","Item":{"pk":{"S":"a"}}}"#);

    let mut client = Client::connect(address);
    let answer = client.ask("DescribeTable", r#"{"TableName":"Broken"}"#);

    let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"Internal server error"}"#;
    assert_eq!((answer.status, answer.body.as_str()), (500, body));
    assert_eq!(answer.header("x-amz-crc32"), crc32fast::hash(body.as_bytes()).to_string());
    let get = r#"{"TableName":"Things","Key":{"pk":{"S":"a"}}}"#;
    for mut client in [client, neighbour, Client::connect(address)] {
        assert_eq!(client.ask("GetItem", get).body, r#"{"Item":{"pk":{"S":"a"}}}"#);
    }
}

#[test]
fn a_lock_left_by_a_panic_is_taken_up_again() {
    let engine = std::sync::Arc::new(client::engine());
    let other = std::sync::Arc::clone(&engine);
    let panicked = std::thread::spawn(move || {
        let _held = other.lock();
        panic!("this panic is part of a test");
    });
    assert!(panicked.join().is_err());
    assert_eq!(engine.answer("ListTables", "{}").status, 200);
}
