//! Requests at and above the nesting limits. Each gets a response, even on the smallest stack.

use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const EXPRESSION_BYTES: usize = 4096;
const STATEMENT_BYTES: usize = 8192;
/// A size far above the limits of any request.
const TEXT_BYTES: usize = 400_000;

struct Sender<S: Service> {
    engine: Engine<S>,
    at_ms: u64,
}

impl<S: Service> Sender<S> {
    fn new() -> Sender<S> {
        Sender { engine: Engine::new(3, EngineConfig::instant()), at_ms: 1_790_000_000_000 }
    }

    fn send(&mut self, operation: &str, body: &str) -> (u16, Value) {
        self.at_ms += 1;
        let (status, answer) = match Request::parse(operation, body) {
            Ok(request) => {
                let command = Command { at: Timestamp::from_epoch_ms(self.at_ms), request };
                self.engine.execute(command, TraceLevel::Full).answer()
            }
            Err(error) => (error.http_status(), error.to_json()),
        };
        let answer: Value = serde_json::from_str(&answer).unwrap_or(Value::Null);
        assert!(answer.is_object(), "{operation} {} is answered with no object", start_of(body));
        (status, answer)
    }

    /// Sends a request that must be rejected, with any message.
    fn refused(&mut self, operation: &str, body: &str) {
        let (status, answer) = self.send(operation, body);
        assert_eq!(status, 400, "{operation} {} is answered with {answer}", start_of(body));
        assert!(answer["__type"].is_string(), "{answer}");
    }
}

fn start_of(body: &str) -> &str {
    body.get(..200).unwrap_or(body)
}

/// Repeats the nesting as often as `bytes` allows.
fn nested(bytes: usize, open: &str, inner: &str, close: &str) -> String {
    let count = bytes.saturating_sub(inner.len()) / (open.len() + close.len());
    format!("{}{inner}{}", open.repeat(count), close.repeat(count))
}

fn expressions() -> Vec<String> {
    let nested = |open, inner, close| nested(EXPRESSION_BYTES - 10, open, inner, close);
    vec![
        nested("(", "a=:v", ")"),
        nested("(", "", ""),
        nested("NOT ", "a=:v", ""),
        nested("NOT(", "a=:v", ")"),
        nested("a=:v OR(", "a=:v", ")"),
        nested("size(", "a", ")"),
        nested("a.", "a", ""),
        format!("a{}", nested("[0]", "", "")),
        format!("SET a={}", nested("list_append(", "a", ",a)")),
        format!("SET a={}", nested("(", "a", ")")),
        format!("SET {}=:v", nested("a.", "a", "")),
        format!("{}a=:v", "NOT ".repeat(299)),
        format!("{}a=:v{}", "NOT(a=:v OR ".repeat(75), ")".repeat(75)),
        format!("SET a={}:l{}", "list_append(:l,".repeat(250), ")".repeat(250)),
    ]
}

fn statements() -> Vec<String> {
    let nested = |start: &str, open, inner, close| {
        format!("{start}{}", nested(STATEMENT_BYTES - start.len() - 1, open, inner, close))
    };
    let select = "SELECT * FROM Deep WHERE ";
    vec![
        nested(select, "(", "a=1", ")"),
        nested(select, "NOT ", "a=1", ""),
        nested(select, "NOT(", "a=1", ")"),
        nested(select, "a=1 OR(", "a=1", ")"),
        nested(select, "size(", "a", ")"),
        nested("SELECT * FROM Deep WHERE a=", "[", "", "]"),
        nested("INSERT INTO Deep VALUE {'a':", "{'a':", "1", "}"),
        nested("INSERT INTO Deep VALUE {'a':", "<<", "1", ">>"),
        nested("UPDATE Deep SET a=", "list_append(a,", "a", ")"),
        nested("SELECT a", ".a", "", ""),
        nested("", "EXISTS(", "", ")"),
        format!("{select}{}a=1", "NOT ".repeat(299)),
        format!("UPDATE Deep SET a={}a{} WHERE pk='a'", "list_append(a,".repeat(290), ")".repeat(290)),
    ]
}

fn with_value(value: &str) -> Vec<(&'static str, String)> {
    vec![
        ("PutItem", format!(r#"{{"TableName":"Deep","Item":{{"pk":{{"S":"a"}},"a":{value}}}}}"#)),
        ("GetItem", format!(r#"{{"TableName":"Deep","Key":{{"pk":{value}}}}}"#)),
        (
            "UpdateItem",
            format!(
                r#"{{"TableName":"Deep","Key":{{"pk":{{"S":"a"}}}},"UpdateExpression":"SET a=:v",
                "ExpressionAttributeValues":{{":v":{value}}}}}"#
            ),
        ),
        (
            "Scan",
            format!(
                r#"{{"TableName":"Deep","FilterExpression":"a=:v","ExpressionAttributeValues":{{":v":{value}}}}}"#
            ),
        ),
        (
            "BatchWriteItem",
            format!(r#"{{"RequestItems":{{"Deep":[{{"PutRequest":{{"Item":{{"pk":{value}}}}}}}]}}}}"#),
        ),
        (
            "TransactWriteItems",
            format!(r#"{{"TransactItems":[{{"Put":{{"TableName":"Deep","Item":{{"pk":{value}}}}}}}]}}"#),
        ),
        (
            "ExecuteStatement",
            format!(r#"{{"Statement":"SELECT * FROM Deep WHERE a=?","Parameters":[{value}]}}"#),
        ),
    ]
}

fn bodies<S: Service>(sender: &mut Sender<S>) {
    for body in [
        nested(TEXT_BYTES, "[", "", "]"),
        nested(TEXT_BYTES, "[", "", ""),
        nested(TEXT_BYTES, r#"{"a":"#, "1", "}"),
        nested(TEXT_BYTES, r#"{"TableName":"#, "", ""),
        nested(TEXT_BYTES, r#"{"Item":{"a":[""#, "", ""),
    ] {
        for operation in ["PutItem", "BatchWriteItem", "CreateTable", "Nothing"] {
            sender.refused(operation, &body);
        }
    }
}

fn values<S: Service>(sender: &mut Sender<S>) {
    for (open, close) in [(r#"{"M":{"a":"#, "}}"), (r#"{"L":["#, "]}")] {
        let levels = |count: usize| format!("{}{{\"S\":\"x\"}}{}", open.repeat(count), close.repeat(count));
        for count in [32, 40, 100, 1_000, 20_000] {
            for (operation, body) in with_value(&levels(count)) {
                sender.refused(operation, &body);
            }
        }
        let (status, answer) = sender.send("PutItem", &with_value(&levels(31))[0].1);
        assert_eq!(status, 200, "{answer}");
        // The item with the maximum depth is filtered, updated, nested deeper, printed and dropped.
        let path = if open.contains('L') { "a[0][0]".to_owned() } else { "a.a.a".to_owned() };
        let deep = format!("{path}{}", if open.contains('L') { "[0]".repeat(28) } else { ".a".repeat(28) });
        let key = json!({"pk": {"S": "a"}});
        let body = json!({"TableName": "Deep", "Key": key, "UpdateExpression": format!("SET b={path}, {deep}={path}")});
        sender.refused("UpdateItem", &body.to_string());
        let body = json!({"TableName": "Deep", "Key": key, "UpdateExpression": format!("SET b={deep}"),
            "ReturnValues": "ALL_NEW"});
        assert_eq!(sender.send("UpdateItem", &body.to_string()).0, 200);
        let body = json!({"TableName": "Deep", "ProjectionExpression": deep,
            "FilterExpression": format!("attribute_exists({deep}) AND {path} <> b")});
        let (status, answer) = sender.send("Scan", &body.to_string());
        assert_eq!((status, &answer["Count"]), (200, &json!(1)), "{answer}");
    }
}

/// Runs all requests on the caller's stack.
pub fn run<S: Service>() {
    let sender = &mut Sender::<S>::new();
    let table = json!({"TableName": "Deep", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]});
    assert_eq!(sender.send("CreateTable", &table.to_string()).0, 200);
    bodies(sender);
    values(sender);
    for text in expressions() {
        let values = json!({":v": {"N": "1"}, ":l": {"L": []}});
        for member in ["FilterExpression", "ProjectionExpression", "KeyConditionExpression"] {
            let body = json!({"TableName": "Deep", member: text, "ExpressionAttributeValues": values});
            let operation = if member == "KeyConditionExpression" { "Query" } else { "Scan" };
            sender.send(operation, &body.to_string());
        }
        for member in ["UpdateExpression", "ConditionExpression"] {
            let body = json!({"TableName": "Deep", "Key": {"pk": {"S": "a"}}, member: text,
                "ExpressionAttributeValues": values});
            sender.send("UpdateItem", &body.to_string());
        }
    }
    for text in statements() {
        sender.send("ExecuteStatement", &json!({"Statement": text}).to_string());
        sender.send("BatchExecuteStatement", &json!({"Statements": [{"Statement": text}]}).to_string());
        sender.send("ExecuteTransaction", &json!({"TransactStatements": [{"Statement": text}]}).to_string());
    }
}
