//! Runs trigger functions in the proof of a lesson: natively, inside the same script as in the page's sandbox.

mod script;

use std::collections::BTreeMap;

use dynalab_engine::TraceLevel;
use dynalab_playground::Workspace;
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use script::Script;

/// Maximum invocations per run of the lesson's triggers. A function that always fails is retried without end.
const INVOCATIONS_MAX: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HandlerEnd {
    /// What the function returned, as JSON.
    Answered(String),
    Threw(String),
    /// The function loops, or waits for something that never happens.
    Timeout,
}

/// Runs the functions, by trigger name, until no batch waits for one of them at this time.
pub(crate) fn run_waiting(workspace: &mut Workspace, wall: Timestamp, functions: &BTreeMap<String, String>) {
    for _ in 0..INVOCATIONS_MAX {
        workspace.let_time_pass(wall);
        let described = look(workspace, wall, "Dynalab.DescribeHandlers", &json!({}));
        let handlers = described["Handlers"].as_array().cloned().unwrap_or_default();
        let may_run = |handler: &&Value| {
            let code = handler["Name"].as_str().and_then(|name| functions.get(name));
            code.is_some_and(|code| handler["Code"] == **code)
        };
        let waiting = handlers
            .iter()
            .filter(may_run)
            .find_map(|handler| Some((handler, handler["Waiting"].as_array()?.first()?["Batch"].as_u64()?)));
        let Some((handler, batch)) = waiting else { return };
        run(workspace, wall, handler, batch);
    }
}

fn run(workspace: &mut Workspace, wall: Timestamp, handler: &Value, batch: u64) {
    let name = handler["Name"].as_str().unwrap_or_default();
    let question = json!({ "Name": name, "Batch": batch });
    let invocation = look(workspace, wall, "Dynalab.DescribeInvocation", &question);
    let context = json!({
        "functionName": name,
        "awsRequestId": format!("{name}-{batch}"),
        "invokedFunctionArn": format!("arn:aws:lambda:us-east-1:123456789012:function:{name}"),
    });
    let data = json!({
        "code": handler["Code"],
        "event": invocation["Event"].to_string(),
        "context": context,
        "limit": handler["TimeoutMs"],
    });
    let limit_ms = handler["TimeoutMs"].as_u64().unwrap_or_default();
    let ended = execute(&data, |operation, body| {
        // A function cannot change the simulation.
        if !operation.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return (400, json!({ "__type": "UnknownOperationException" }).to_string());
        }
        send(workspace, wall, operation, body)
    });
    let report = report(&ended, name, batch, limit_ms);
    send(workspace, wall, "Dynalab.ReportInvocation", &report.to_string());
}

/// Runs one invocation. `call` executes the requests of the function.
fn execute(data: &Value, mut call: impl FnMut(&str, &str) -> (u16, String)) -> HandlerEnd {
    let mut script = match Script::begin(data) {
        Ok(script) => script,
        Err(error) => return HandlerEnd::Threw(error),
    };
    loop {
        let messages = match script.messages() {
            Ok(messages) => messages,
            Err(error) => return HandlerEnd::Threw(error),
        };
        let ended = messages.iter().find_map(|message| {
            let text = message["text"].as_str().unwrap_or_default().to_owned();
            match message["kind"].as_str()? {
                "answered" => Some(HandlerEnd::Answered(text)),
                "threw" => Some(HandlerEnd::Threw(text)),
                _ => None,
            }
        });
        if let Some(ended) = ended {
            return ended;
        }
        let calls: Vec<&Value> = messages.iter().filter(|message| message["kind"] == "call").collect();
        if calls.is_empty() {
            return HandlerEnd::Timeout;
        }
        for message in calls {
            let text = |name: &str| message[name].as_str().unwrap_or_default();
            let (status, body) = call(text("operation"), text("body"));
            let reply = json!({ "number": message["number"], "status": status, "body": body });
            if let Err(error) = script.reply(&reply) {
                return HandlerEnd::Threw(error);
            }
        }
    }
}

fn report(ended: &HandlerEnd, name: &str, batch: u64, limit_ms: u64) -> Value {
    let mut report = json!({ "Name": name, "Batch": batch, "DurationMs": 0 });
    match ended {
        HandlerEnd::Answered(answer) => {
            let answer: Value = serde_json::from_str(answer).unwrap_or_default();
            let failures = answer.get("batchItemFailures").and_then(Value::as_array);
            if let Some(failures) = failures.filter(|failures| !failures.is_empty()) {
                let named = failures.iter().map(|failure| {
                    json!({ "itemIdentifier": failure["itemIdentifier"].as_str().unwrap_or_default() })
                });
                report["BatchItemFailures"] = named.collect();
            }
        }
        HandlerEnd::Threw(error) => report["Error"] = error.chars().take(1_000).collect::<String>().into(),
        HandlerEnd::Timeout => {
            report["DurationMs"] = limit_ms.into();
            report["Error"] = format!("Task timed out after {:.2} seconds", limit_ms as f64 / 1000.0).into();
        }
    }
    report
}

fn look(workspace: &mut Workspace, wall: Timestamp, operation: &str, body: &Value) -> Value {
    let at = workspace.time(wall);
    let answer = workspace.peek(at, operation, &body.to_string(), TraceLevel::Off);
    serde_json::from_str(&answer.body).unwrap_or_default()
}

fn send(workspace: &mut Workspace, wall: Timestamp, operation: &str, body: &str) -> (u16, String) {
    let at = workspace.time(wall);
    let answer = workspace.execute(at, operation, body, TraceLevel::Off);
    workspace.follow_clock(wall);
    (answer.status, answer.body)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{HandlerEnd, execute, report};

    /// Runs a function with one record. Returns its result and its requests.
    fn run(code: &str) -> (HandlerEnd, Vec<(String, String)>) {
        let event = json!({ "Records": [{ "eventName": "INSERT", "n": 1 }] });
        let data = json!({ "code": code, "event": event.to_string(), "context": { "functionName": "f" }, "limit": 3000 });
        let mut calls = Vec::new();
        let ended = execute(&data, |operation, body| {
            calls.push((operation.to_owned(), body.to_owned()));
            match operation {
                "DeleteItem" => {
                    (400, r#"{"__type":"a#ConditionalCheckFailedException","message":"no"}"#.to_owned())
                }
                _ => (200, r#"{"Item":{"n":{"N":"7"}}}"#.to_owned()),
            }
        });
        (ended, calls)
    }

    #[test]
    fn a_function_answers_throws_or_waits_for_ever() {
        let cases = [
            (
                "export const handler = async (event) => event.Records.length;",
                HandlerEnd::Answered("1".to_owned()),
            ),
            ("export const handler = () => {};", HandlerEnd::Answered("null".to_owned())),
            (
                "export const handler = async (_, context) => context.functionName;",
                HandlerEnd::Answered("\"f\"".to_owned()),
            ),
            (
                "export function handler() { throw new TypeError('bad'); }",
                HandlerEnd::Threw("TypeError: bad".to_owned()),
            ),
            (
                "export const other = 1;",
                HandlerEnd::Threw("Error: The text does not export a function named handler".to_owned()),
            ),
            ("export const handler = () => new Promise(() => {});", HandlerEnd::Timeout),
            ("export const handler = async () => { while (true) {} };", HandlerEnd::Timeout),
        ];
        for (code, expected) in cases {
            assert_eq!(run(code), (expected, Vec::new()), "{code}");
        }
        assert!(matches!(run("export const handler = (").0, HandlerEnd::Threw(_)));
    }

    #[test]
    fn requests_of_a_function_are_answered_or_refused() {
        let code = "export const handler = async () => {
            const { Item } = await dynamodb.getItem({ TableName: 'T', Key: { k: { S: 'a' } } });
            try { await dynamodb.deleteItem({ TableName: 'T' }); } catch (error) { return Item.n.N + error.name; }
        };";
        let (ended, calls) = run(code);
        assert_eq!(ended, HandlerEnd::Answered("\"7ConditionalCheckFailedException\"".to_owned()));
        let names: Vec<&str> = calls.iter().map(|(operation, _)| operation.as_str()).collect();
        assert_eq!(names, ["GetItem", "DeleteItem"]);
        assert_eq!(calls[0].1, r#"{"TableName":"T","Key":{"k":{"S":"a"}}}"#);
    }

    #[test]
    fn an_end_is_reported_as_the_page_reports_it() {
        let failures = HandlerEnd::Answered(r#"{"batchItemFailures":[{"itemIdentifier":"12"}]}"#.to_owned());
        assert_eq!(report(&failures, "f", 2, 3000)["BatchItemFailures"], json!([{ "itemIdentifier": "12" }]));
        let none = HandlerEnd::Answered(r#"{"batchItemFailures":[]}"#.to_owned());
        assert_eq!(report(&none, "f", 2, 3000), json!({ "Name": "f", "Batch": 2, "DurationMs": 0 }));
        assert_eq!(report(&HandlerEnd::Timeout, "f", 2, 3000)["Error"], "Task timed out after 3.00 seconds");
    }
}
