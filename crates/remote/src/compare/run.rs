//! Runs the requests of a pattern, page by page, here and at an endpoint, in the same way.

use dynalab::Local;
use dynalab_modeling::elsewhere::{PatternRequests, Returned};
use dynalab_modeling::report::ErrorReport;
use serde_json::{Value, json};

use crate::client::Client;
use crate::edge::Edge;
use crate::error::{RemoteError, name_and_message};
use crate::units;

/// Pages of one request that are read.
const PAGES_MAX: u64 = 100;
/// Operations whose response says the units that they consumed.
const WITH_UNITS: [&str; 12] = [
    "GetItem",
    "BatchGetItem",
    "TransactGetItems",
    "Query",
    "Scan",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem",
    "TransactWriteItems",
    "ExecuteStatement",
    "SearchVectors",
];

pub fn has_units(operation: &str) -> bool {
    WITH_UNITS.contains(&operation)
}

/// What the requests of a pattern returned, and what they consumed.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    pub returned: Returned,
    pub requests: u64,
    pub units: f64,
}

/// What a request comes to: a response, or an error of the service.
type Outcome = Result<Value, ErrorReport>;

pub fn run_here(local: &Local, pattern: &PatternRequests) -> Ran {
    let mut ran = Ran::default();
    let call = |operation: &str, body: &Value| -> Outcome {
        let answer = local.execute(operation, &body.to_string());
        let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        if answer.status == 200 { Ok(body) } else { Err(error_of(&body)) }
    };
    let mut turn = Some(Turn::first(pattern));
    while let Some(of) = turn {
        let outcome = call(of.operation(pattern), &of.body);
        turn = ran.add(pattern, of, outcome);
    }
    for body in &pattern.state_reads {
        ran.returned.states.insert(body.to_string(), call("GetItem", body));
    }
    ran
}

/// # Errors
/// The endpoint does not answer, lacks the operation, or refuses the access key.
pub async fn run_there<E: Edge>(client: &Client<E>, pattern: &PatternRequests) -> Result<Ran, RemoteError> {
    let mut ran = Ran::default();
    let mut turn = Some(Turn::first(pattern));
    while let Some(of) = turn {
        let outcome = outcome_of(client.call(of.operation(pattern), &of.body).await)?;
        turn = ran.add(pattern, of, outcome);
    }
    for body in &pattern.state_reads {
        let outcome = outcome_of(client.call("GetItem", body).await)?;
        ran.returned.states.insert(body.to_string(), outcome);
    }
    Ok(ran)
}

/// An error of the service belongs to the comparison. One of the way to it ends the comparison.
fn outcome_of(answer: Result<Value, RemoteError>) -> Result<Outcome, RemoteError> {
    match answer {
        Ok(body) => Ok(Ok(body)),
        Err(error) if error.is_unknown_operation() || error.is_of_access() => Err(error),
        Err(RemoteError::Refused(refusal)) => {
            Ok(Err(ErrorReport { name: refusal.name, message: refusal.message }))
        }
        Err(error) => Err(error),
    }
}

fn error_of(body: &Value) -> ErrorReport {
    let (name, message) = name_and_message(body).unwrap_or_default();
    ErrorReport { name, message }
}

/// The request that is sent next: its place in the pattern, and its page.
struct Turn {
    place: usize,
    page: u64,
    body: Value,
}

impl Turn {
    fn first(pattern: &PatternRequests) -> Turn {
        Turn::at(pattern, 0).unwrap_or(Turn { place: 0, page: 0, body: json!({}) })
    }

    fn at(pattern: &PatternRequests, place: usize) -> Option<Turn> {
        let request = pattern.requests.get(place)?;
        let mut body = request.body.clone();
        if has_units(&request.operation) && body.is_object() {
            body["ReturnConsumedCapacity"] = json!("INDEXES");
        }
        Some(Turn { place, page: 0, body })
    }

    fn operation<'a>(&self, pattern: &'a PatternRequests) -> &'a str {
        pattern.requests.get(self.place).map_or("", |request| request.operation.as_str())
    }
}

impl Ran {
    /// Adds what a request returned. Returns the next one.
    fn add(&mut self, pattern: &PatternRequests, turn: Turn, outcome: Outcome) -> Option<Turn> {
        self.requests += 1;
        let request = pattern.requests.get(turn.place)?;
        match outcome {
            Err(error) => {
                self.returned.error = Some(error);
                None
            }
            Ok(response) => {
                self.units += units::of_response(&response);
                let answer = &mut self.returned.answer;
                let before = answer.has_more;
                answer.add(&request.operation, &turn.body, &response);
                let next =
                    response.get("LastEvaluatedKey").filter(|next| request.all_pages && !next.is_null());
                match next {
                    Some(next) if turn.page + 1 < PAGES_MAX => {
                        answer.has_more = before;
                        let mut body = turn.body;
                        body["ExclusiveStartKey"] = next.clone();
                        Some(Turn { page: turn.page + 1, body, ..turn })
                    }
                    _ => Turn::at(pattern, turn.place + 1),
                }
            }
        }
    }
}
