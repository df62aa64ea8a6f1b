//! Goals that run their own requests on a copy of the engine.

use dynalab_engine::TraceLevel;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::json::{self, Object, Value};

use super::{expect, step};
use crate::goal::ProbeGoal;
use crate::json::Json;
use crate::lesson::RequestFacts;
use crate::reference;
use crate::verdict::Difference;

pub(super) fn check(engine: &Engine, goal: &ProbeGoal) -> Vec<Difference> {
    let mut copy = engine.clone();
    let Some((last, before)) = goal.requests.split_last() else { return Vec::new() };
    let mut responses = Vec::new();
    for request in before {
        match send(&mut copy, request, &responses) {
            Ok(response) => responses.push(Json(response)),
            Err((error, message)) => {
                return vec![Difference::Probe { operation: request.operation.clone(), error, message }];
            }
        }
    }
    let asks_for_error = goal.expect.iter().any(|expectation| expectation.at == "error");
    match send(&mut copy, last, &responses) {
        Ok(response) => expect::check(&response, &goal.expect),
        Err((error, message)) if asks_for_error => {
            let members = [("error", error), ("message", message)];
            let response: Object =
                members.into_iter().map(|(name, text)| (name.to_owned(), Value::String(text))).collect();
            expect::check(&Value::Object(response), &goal.expect)
        }
        Err((error, message)) => {
            vec![Difference::Probe { operation: last.operation.clone(), error, message }]
        }
    }
}

/// Runs a request. Fails with the name and message of the error.
fn send(engine: &mut Engine, request: &RequestFacts, responses: &[Json]) -> Result<Value, (String, String)> {
    let body = reference::resolve(&request.body, responses);
    let parsed = Request::parse(&request.operation, &body.text())
        .map_err(|error| (error.name().to_owned(), error.message().unwrap_or_default()))?;
    let command = Command { at: engine.now(), request: parsed };
    let (status, body) = engine.execute(command, TraceLevel::Off).answer();
    let response = json::parse(&body).unwrap_or(Value::Null);
    if status == 200 { Ok(response) } else { Err(step::error_of(&response)) }
}
