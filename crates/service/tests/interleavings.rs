//! Tests of every interleaving of the steps of a few requests. Successful requests give the result of some serial
//! order.

#[macro_use]
mod each_engine;

use std::collections::BTreeSet;

use dynalab_engine::database::Database;
use dynalab_engine::engine::{Command, Engine, Progress};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, Ticket, TraceLevel};
use dynalab_types::Timestamp;

const AT: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };

type Sent = (&'static str, String);
/// The responses of successful requests, by their position in the list, and the data at the end.
type Outcome = (Vec<Option<String>>, Database);

fn engine<S: Service>() -> Engine<S> {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let table = r#"{"TableName":"Pay","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
    begin_and_finish(&mut engine, &("CreateTable", table.to_owned()));
    for key in ["x", "y"] {
        let item = format!(r#"{{"TableName":"Pay","Item":{{"k":{{"S":"{key}"}},"history":{{"L":[]}}}}}}"#);
        begin_and_finish(&mut engine, &("PutItem", item));
    }
    engine
}

fn begin<S: Service>(engine: &mut Engine<S>, (operation, body): &Sent) -> Ticket {
    let request = Request::parse(operation, body).expect("a request");
    engine.begin(Command { at: AT, request }, TraceLevel::Off)
}

fn begin_and_finish<S: Service>(engine: &mut Engine<S>, sent: &Sent) -> Option<String> {
    let ticket = begin(engine, sent);
    loop {
        if let Some(answer) = step(engine, ticket) {
            return answer;
        }
    }
}

/// Runs a step. Returns the response after the last step. The inner option is None if the request was rejected.
fn step<S: Service>(engine: &mut Engine<S>, ticket: Ticket) -> Option<Option<String>> {
    match engine.step(ticket) {
        Progress::Running { .. } => None,
        Progress::Finished(execution) => {
            let (status, answer) = execution.answer();
            Some((status == 200).then_some(answer))
        }
        Progress::Unknown => panic!("a step too many"),
    }
}

/// Returns an update that appends a name to an item's history. Different orders give different results.
fn append(key: &str, name: &str) -> String {
    format!(
        r#""TableName":"Pay","Key":{{"k":{{"S":"{key}"}}}},"UpdateExpression":"SET history = list_append(history, :n)",
        "ExpressionAttributeValues":{{":n":{{"L":[{{"S":"{name}"}}]}}}}"#
    )
}

fn writes(first: &str, second: &str, name: &str) -> Sent {
    let update = |key| format!(r#"{{"Update":{{{}}}}}"#, append(key, name));
    ("TransactWriteItems", format!(r#"{{"TransactItems":[{},{}]}}"#, update(first), update(second)))
}

fn reads() -> Sent {
    let get = |key| format!(r#"{{"Get":{{"TableName":"Pay","Key":{{"k":{{"S":"{key}"}}}}}}}}"#);
    ("TransactGetItems", format!(r#"{{"TransactItems":[{},{}]}}"#, get("x"), get("y")))
}

fn single_write() -> Sent {
    ("UpdateItem", format!(r#"{{{},"ReturnValues":"ALL_NEW"}}"#, append("y", "single")))
}

/// Returns all sequences that contain each request's number once per step.
fn interleavings(steps: &[usize]) -> Vec<Vec<usize>> {
    if steps.iter().all(|left| *left == 0) {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for next in (0..steps.len()).filter(|next| steps[*next] > 0) {
        let mut left = steps.to_vec();
        left[next] -= 1;
        found.extend(interleavings(&left).into_iter().map(|mut rest| {
            rest.insert(0, next);
            rest
        }));
    }
    found
}

fn play<S: Service>(requests: &[Sent], order: &[usize]) -> Outcome {
    let mut engine = engine::<S>();
    let tickets: Vec<Ticket> = requests.iter().map(|sent| begin(&mut engine, sent)).collect();
    let mut answers = vec![None; requests.len()];
    for &next in order {
        if let Some(answer) = step(&mut engine, tickets[next]) {
            answers[next] = answer;
        }
    }
    assert!(tickets.iter().all(|ticket| matches!(engine.step(*ticket), Progress::Unknown)), "a step too few");
    (answers, engine.database().clone())
}

/// Returns the outcomes of all subsets of the requests in serial order. Each request must succeed.
fn serial_outcomes<S: Service>(requests: &[Sent]) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(order) = orders.pop() {
        let mut engine = engine::<S>();
        let mut answers = vec![None; requests.len()];
        for &next in &order {
            answers[next] = begin_and_finish(&mut engine, &requests[next]);
            assert!(answers[next].is_some(), "alone, every request succeeds");
        }
        outcomes.push((answers, engine.database().clone()));
        for next in (0..requests.len()).filter(|next| !order.contains(next)) {
            orders.push([order.clone(), vec![next]].concat());
        }
    }
    outcomes
}

/// Checks all interleavings. Returns the different numbers of successful requests.
fn check<S: Service>(requests: &[Sent], steps: &[usize]) -> BTreeSet<usize> {
    let serial = serial_outcomes::<S>(requests);
    let mut successes = BTreeSet::new();
    for order in interleavings(steps) {
        let outcome = play::<S>(requests, &order);
        assert!(serial.contains(&outcome), "{order:?} is like no serial order: {:?}", outcome.0);
        successes.insert(outcome.0.iter().flatten().count());
    }
    successes
}

fn two_transactions_in_the_same_and_in_crossed_order<S: Service>() {
    // In the same order at least one commits: the first to lock the first item.
    let same = check::<S>(&[writes("x", "y", "one"), writes("x", "y", "two")], &[4, 4]);
    assert_eq!(same, BTreeSet::from([1, 2]));
    let crossed = check::<S>(&[writes("x", "y", "one"), writes("y", "x", "two")], &[4, 4]);
    assert_eq!(crossed, BTreeSet::from([0, 1, 2]));
}

fn two_transactions_and_a_single_write<S: Service>() {
    let successes =
        check::<S>(&[writes("x", "y", "one"), writes("y", "x", "two"), single_write()], &[4, 4, 1]);
    assert_eq!(successes, BTreeSet::from([0, 1, 2, 3]));
}

fn a_writing_and_a_reading_transaction_and_a_single_write<S: Service>() {
    let successes = check::<S>(&[writes("x", "y", "one"), reads(), single_write()], &[4, 4, 1]);
    assert!(successes.contains(&3) && successes.contains(&1), "{successes:?}");
}

#[test]
fn all_interleavings_are_found() {
    assert_eq!(interleavings(&[2, 2]).len(), 6);
    assert_eq!(interleavings(&[4, 4, 1]).len(), 630);
}

each_engine!(
    two_transactions_in_the_same_and_in_crossed_order,
    two_transactions_and_a_single_write,
    a_writing_and_a_reading_transaction_and_a_single_write,
);
