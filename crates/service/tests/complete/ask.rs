//! A helper that sends a request and requires success.

use dynalab_engine::TraceLevel;
use dynalab_engine::database::change::Change;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;

/// Returns the response, and the changes of the request.
pub fn ask(engine: &mut Engine, at: Timestamp, operation: &str, body: &Value) -> (Value, Vec<Change>) {
    let request = Request::parse(operation, &body.to_string()).unwrap();
    let execution = engine.execute(Command { at, request }, TraceLevel::Off);
    let (status, answer) = execution.answer();
    assert_eq!(status, 200, "{operation} {body}: {answer}");
    (serde_json::from_str(&answer).unwrap(), execution.changes)
}
