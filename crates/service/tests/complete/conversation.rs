//! A conversation with one engine: requests as texts, whose responses may be errors.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

pub struct Conversation {
    engine: Engine,
    at_ms: u64,
}

impl Conversation {
    /// Begins with a table "Tab" with the partition key "pk" and an item "a".
    pub fn begin() -> Conversation {
        let mut conversation =
            Conversation { engine: Engine::new(1, EngineConfig::instant()), at_ms: 1_790_000_000_000 };
        let table = json!({
            "TableName": "Tab",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        });
        conversation.succeed("CreateTable", &table.to_string());
        conversation.succeed("PutItem", r#"{"TableName":"Tab","Item":{"pk":{"S":"a"}}}"#);
        conversation
    }

    pub fn send(&mut self, operation: &str, body: &str) -> (u16, Value) {
        self.at_ms += 1;
        let (status, answer) = match Request::parse(operation, body) {
            Ok(request) => {
                let at = Timestamp::from_epoch_ms(self.at_ms);
                self.engine.execute(Command { at, request }, TraceLevel::Off).answer()
            }
            Err(error) => (error.http_status(), error.to_json()),
        };
        (status, serde_json::from_str(&answer).unwrap())
    }

    pub fn succeed(&mut self, operation: &str, body: &str) -> Value {
        let (status, answer) = self.send(operation, body);
        assert_eq!(status, 200, "{operation} {}: {answer}", start_of(body));
        answer
    }

    /// Returns the message of an error, or the whole response of a success.
    pub fn message(&mut self, operation: &str, body: &str) -> String {
        let (_, answer) = self.send(operation, body);
        let message = answer.get("message").or(answer.get("Message")).and_then(Value::as_str);
        message.map_or_else(|| answer.to_string(), str::to_owned)
    }

    pub fn item(&mut self, key: &str) -> Value {
        let body = json!({"TableName": "Tab", "Key": {"pk": {"S": key}}, "ConsistentRead": true});
        self.succeed("GetItem", &body.to_string())
    }
}

fn start_of(body: &str) -> &str {
    body.get(..300).unwrap_or(body)
}
