//! Builds the start of a lesson as a document, which the page opens like any other document.

use dynalab_types::json::{Object, Value};

use crate::json::Json;
use crate::lesson::{LessonFacts, RequestFacts};

impl LessonFacts {
    /// Returns the text for `ToWorker::OpenDocument`. `now_ms` is the time of the requests in a lesson without its own clock.
    pub fn start_document(&self, now_ms: u64) -> String {
        let start = &self.start;
        let at_ms = start.clock_ms.unwrap_or(now_ms);
        let mut document = Object::from([
            ("format".to_owned(), Value::String("dynalab".to_owned())),
            ("version".to_owned(), number(1)),
            ("tables".to_owned(), Value::Array(start.tables.iter().map(|table| table.0.clone()).collect())),
        ]);
        if let Some(seed) = start.seed {
            document.insert("seed".to_owned(), number(seed));
        }
        let mut commands = Vec::new();
        if let Some(clock_ms) = start.clock_ms {
            document.insert("clock".to_owned(), number(clock_ms));
        }
        if start.clock_ms.is_some() || start.paused {
            commands.push(command(at_ms, &clock_request(start.paused)));
        }
        commands.extend(start.requests.iter().map(|request| command(at_ms, request)));
        document.insert("commands".to_owned(), Value::Array(commands));
        Json(Value::Object(document)).text()
    }
}

fn clock_request(paused: bool) -> RequestFacts {
    let rate = number(u64::from(!paused));
    let body = Json(Value::Object(Object::from([("Rate".to_owned(), rate)])));
    RequestFacts { operation: "Dynalab.SetClock".to_owned(), body }
}

/// Returns a command. All commands continue one history entry, so that "Undo" does not divide the start.
fn command(at_ms: u64, request: &RequestFacts) -> Value {
    Value::Object(Object::from([
        ("at".to_owned(), number(at_ms)),
        ("operation".to_owned(), Value::String(request.operation.clone())),
        ("body".to_owned(), Value::String(request.body.text())),
        ("continues".to_owned(), Value::Bool(true)),
    ]))
}

fn number(number: u64) -> Value {
    Value::Number(number.to_string())
}
