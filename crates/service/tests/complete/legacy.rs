//! Tests of the API's legacy parameters, from request text to response text.

mod comparisons;
mod errors;
mod reads;
mod writes;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;

/// An engine with the tables `hash` (pk) and `pair` (pk and sk, strings). `pair` has a global index `byNumber` on n,
/// keys only.
pub(crate) struct Bench {
    engine: Engine,
}

impl Bench {
    pub fn new() -> Bench {
        let mut bench = Bench { engine: Engine::new(1, EngineConfig::instant()) };
        bench.accepted(
            r#"CreateTable {"TableName":"hash","BillingMode":"PAY_PER_REQUEST",
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}"#,
        );
        bench.accepted(
            r#"CreateTable {"TableName":"pair","BillingMode":"PAY_PER_REQUEST",
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
                {"AttributeName":"n","AttributeType":"N"}],
            "GlobalSecondaryIndexes":[{"IndexName":"byNumber","Projection":{"ProjectionType":"KEYS_ONLY"},
                "KeySchema":[{"AttributeName":"n","KeyType":"HASH"}]}]}"#,
        );
        bench
    }

    /// Sends `Operation {json}`. Returns the response JSON, or `Error: message` and the item in the error.
    pub fn send(&mut self, line: &str) -> String {
        let (operation, body) = line.split_once(' ').expect("an operation and a body");
        let at = Timestamp::from_epoch_ms(1_780_000_000_000);
        let (status, answer) = match Request::parse(operation, body) {
            Ok(request) => self.engine.execute(Command { at, request }, TraceLevel::Off).answer(),
            Err(error) => (error.http_status(), error.to_json()),
        };
        if status == 200 {
            return answer;
        }
        let error: Value = serde_json::from_str(&answer).expect("the answer is JSON");
        let name = error["__type"].as_str().and_then(|name| name.split('#').nth(1)).expect("a type");
        let sentence = error.get("message").or(error.get("Message")).and_then(Value::as_str);
        let item = error.get("Item").map(|item| format!(" {item}"));
        format!("{name}: {}{}", sentence.unwrap_or_default(), item.unwrap_or_default())
    }

    pub fn accepted(&mut self, line: &str) {
        let answer = self.send(line);
        assert!(answer.starts_with('{'), "{line}\n{answer}");
    }

    /// Checks lines `> Operation {json}`, each optionally followed by the expected `< response`. Other requests must
    /// succeed.
    pub fn check(&mut self, transcript: &str) {
        let mut lines = transcript.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        let mut wrong = Vec::new();
        while let Some(line) = lines.next() {
            let request = line.strip_prefix("> ").unwrap_or_else(|| panic!("no request: {line}"));
            let expected = lines.next_if(|line| line.starts_with("< "));
            let found = format!("< {}", self.send(request));
            let right = expected.map_or(found.starts_with("< {"), |expected| expected == found);
            if !right {
                wrong.push(format!("{line}\n{found}"));
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}

#[track_caller]
pub fn check(transcript: &str) {
    Bench::new().check(transcript);
}
