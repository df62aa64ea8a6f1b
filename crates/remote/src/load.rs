//! Sends the load of a design to an endpoint for real, and says beside it what the engine here does with the same requests at the same
//! seconds under DynamoDB's limits.
//!
//! The load is open: a request starts when it is due, also if the endpoint is slow, and its latency counts from then.

pub mod predict;
pub mod report;
pub mod schedule;

use futures_util::StreamExt;
use futures_util::future::{Either, select};
use futures_util::stream::FuturesUnordered;

use dynalab_modeling::Design;
use dynalab_modeling::elsewhere::SentRequest;
use serde_json::Value;

pub use report::{LoadReport, Outcome, Tally};
pub use schedule::{LoadOptions, Schedule, ScheduledRequest};

use crate::client::Client;
use crate::compare::touched;
use crate::edge::Edge;
use crate::error::RemoteError;

/// Requests that wait for an answer at once. One that is due beyond them starts later, and its latency counts from when it was due.
const UNDER_WAY_MAX: usize = 2_000;

/// What was sent, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Microseconds from the beginning to when the request was due.
    pub due_us: u64,
    /// Microseconds from when it was due to its answer.
    pub latency_us: u64,
    pub pattern: usize,
    pub outcome: Outcome,
}

/// Sends a schedule. What its writes change is put back at the end.
///
/// # Errors
/// The endpoint does not answer at all, refuses the access key, or the client was stopped before the first request.
pub async fn load<E: Edge>(
    client: &Client<E>,
    design: &Design,
    schedule: &Schedule,
    mut progress: impl FnMut(u64),
) -> Result<Vec<Sent>, RemoteError> {
    let kept = touched::read(client, written_keys(design, schedule)).await?;
    let sent = send_all(client, schedule, &mut progress).await;
    touched::put_back(client, kept).await?;
    sent
}

/// Returns the tables and keys of the items that a schedule writes.
fn written_keys(design: &Design, schedule: &Schedule) -> Vec<(String, Value)> {
    let requests: Vec<SentRequest> =
        schedule.requests.iter().map(|request| request.request.clone()).collect();
    match touched::keys(&requests, design) {
        touched::Touched::Items(keys) => keys,
        // A schedule has only requests whose bodies say what they write.
        touched::Touched::None | touched::Touched::Unknown => Vec::new(),
    }
}

async fn send_all<E: Edge>(
    client: &Client<E>,
    schedule: &Schedule,
    progress: &mut impl FnMut(u64),
) -> Result<Vec<Sent>, RemoteError> {
    let begin = client.edge().monotonic_us();
    let mut under_way = FuturesUnordered::new();
    let mut sent = Vec::with_capacity(schedule.requests.len());
    let mut waiting = schedule.requests.iter().peekable();
    loop {
        let now = client.edge().monotonic_us() - begin;
        while under_way.len() < UNDER_WAY_MAX
            && let Some(request) = waiting.next_if(|request| request.due_us <= now)
        {
            under_way.push(send_one(client, request, begin));
        }
        let ended = match waiting.peek() {
            None if under_way.is_empty() => return Ok(sent),
            Some(next) if under_way.len() < UNDER_WAY_MAX => {
                let wait = std::pin::pin!(client.edge().sleep_us(next.due_us.saturating_sub(now)));
                match under_way.is_empty() {
                    true => {
                        wait.await;
                        None
                    }
                    false => match select(under_way.next(), wait).await {
                        Either::Left((ended, _)) => ended,
                        Either::Right(_) => None,
                    },
                }
            }
            _ => under_way.next().await,
        };
        if let Some(one) = ended {
            let one: Sent = one?;
            sent.push(one);
            progress(sent.len() as u64);
        }
    }
}

async fn send_one<E: Edge>(
    client: &Client<E>,
    request: &ScheduledRequest,
    begin: u64,
) -> Result<Sent, RemoteError> {
    let mut body = request.request.body.clone();
    ask_for_units(&request.request.operation, &mut body);
    let answer = client.call_once(&request.request.operation, &body).await;
    let outcome = match answer {
        Ok(response) => Outcome::of_response(&request.request.operation, &response),
        Err(error) if error.is_of_access() => return Err(error),
        Err(RemoteError::Refused(refusal)) => Outcome::of_error(&refusal.name, &refusal.message),
        Err(RemoteError::NoResponse { .. }) => Outcome::NoResponse,
        Err(RemoteError::NotDynamoDb { status, .. }) => Outcome::of_error(&format!("HTTP {status}"), ""),
        Err(error) => return Err(error),
    };
    let due = begin + request.due_us;
    let latency_us = client.edge().monotonic_us().saturating_sub(due);
    Ok(Sent { due_us: request.due_us, latency_us, pattern: request.pattern, outcome })
}

/// Asks the service to say what a request consumed.
pub(crate) fn ask_for_units(operation: &str, body: &mut Value) {
    if crate::compare::has_units(operation) && body.is_object() {
        body["ReturnConsumedCapacity"] = Value::from("TOTAL");
    }
}
