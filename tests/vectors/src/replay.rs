//! Replays one file of vectors: which requests can be sent next, and whether their responses match.

use std::fmt;

use serde_json::Value;

use crate::comparison::same_answer;

/// A request as a client sends it.
#[derive(Clone, Debug)]
pub struct Request {
    pub operation: String,
    /// JSON text.
    pub body: String,
}

/// The response to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// JSON text.
    pub body: String,
}

/// The replay of a file, from an empty database.
#[derive(Debug)]
pub struct Replay {
    vectors: Vec<Vector>,
    answered: usize,
    handles: Vec<Handle>,
    outcome: Outcome,
}

#[derive(Debug, Default)]
pub struct Outcome {
    pub checked: usize,
    pub failures: Vec<Failure>,
}

#[derive(Debug)]
pub struct Failure {
    pub case: String,
    sent: String,
    expected: String,
    found: String,
}

#[derive(Debug)]
struct Vector {
    operation: String,
    request: Value,
    status: u64,
    response: Value,
    check: bool,
    case: String,
}

/// A value that a later request repeats from a response, such as a LastEvaluatedKey or an ARN. It has the recorded value and
/// the tested engine's.
#[derive(Debug)]
struct Handle {
    recorded: Value,
    ours: Value,
}

/// The members of responses, at any depth, whose values are handles.
const GIVEN: [&str; 7] = [
    "LastEvaluatedKey",
    "LatestStreamArn",
    "StreamArn",
    "ShardId",
    "ShardIterator",
    "NextShardIterator",
    "NextToken",
];

/// The members of requests whose values are handles.
const TAKEN: [&str; 5] = ["ExclusiveStartKey", "StreamArn", "ShardId", "ShardIterator", "NextToken"];

/// Collects the handles that both responses have.
fn handles(recorded: &Value, ours: &Value, found: &mut Vec<Handle>) {
    match (recorded, ours) {
        (Value::Object(recorded), Value::Object(ours)) => {
            for (name, recorded) in recorded {
                let Some(ours) = ours.get(name) else { continue };
                if GIVEN.contains(&name.as_str()) {
                    found.push(Handle { recorded: recorded.clone(), ours: ours.clone() });
                } else {
                    handles(recorded, ours, found);
                }
            }
        }
        (Value::Array(recorded), Value::Array(ours)) => {
            recorded.iter().zip(ours).for_each(|(recorded, ours)| handles(recorded, ours, found));
        }
        _ => {}
    }
}

/// Returns the lines with the account of the engine in place of that of the recorder, which is another account to the engine.
fn in_account(lines: &str) -> String {
    lines.replace(":000000000000:", ":123456789012:")
}

impl Replay {
    /// # Panics
    /// Panics if a line is not a vector.
    pub fn new(lines: &str) -> Replay {
        Replay {
            vectors: in_account(lines).lines().map(Vector::parse).collect(),
            answered: 0,
            handles: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// Returns the requests that can be sent now, in order. They end before a request that repeats a value of a missing
    /// response. Empty at the end of the file.
    pub fn sendable(&self) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut awaited: Vec<Handle> = Vec::new();
        for vector in &self.vectors[self.answered..] {
            if vector.taken().any(|taken| awaited.iter().any(|handle| handle.recorded == *taken)) {
                break;
            }
            handles(&vector.response, &vector.response, &mut awaited);
            requests.push(Request {
                operation: vector.operation.clone(),
                body: self.with_our_handles(vector).to_string(),
            });
        }
        requests
    }

    /// Compares the response to the next request.
    ///
    /// # Panics
    /// Panics if there is no such request, or the response is not JSON.
    pub fn answer(&mut self, answer: &Answer) {
        let vector = &self.vectors[self.answered];
        let found: Value = serde_json::from_str(&answer.body).expect("an answer is JSON");
        let request = self.with_our_handles(vector);
        if vector.check {
            self.outcome.checked += 1;
            let same_status = u64::from(answer.status) == vector.status;
            if !same_status || !same_answer(&request, &vector.response, &found) {
                self.outcome.failures.push(Failure {
                    case: vector.case.clone(),
                    sent: format!("{} {request}", vector.operation),
                    expected: format!("{} {}", vector.status, vector.response),
                    found: format!("{} {found}", answer.status),
                });
            }
        }
        handles(&vector.response, &found, &mut self.handles);
        self.answered += 1;
    }

    /// # Panics
    /// Panics if requests are left, because a part of a file does not prove the whole.
    pub fn outcome(self) -> Outcome {
        assert_eq!(self.answered, self.vectors.len(), "requests without an answer");
        self.outcome
    }

    /// Replaces recorded handles by those of the tested engine, such as the key where a page ended.
    fn with_our_handles(&self, vector: &Vector) -> Value {
        let mut request = vector.request.clone();
        for name in TAKEN {
            if let Some(member) = request.get_mut(name)
                && let Some(handle) = self.handles.iter().rev().find(|handle| handle.recorded == *member)
            {
                *member = handle.ours.clone();
            }
        }
        request
    }
}

impl Vector {
    fn parse(line: &str) -> Vector {
        let mut vector: Value = serde_json::from_str(line).expect("a line of JSON");
        Vector {
            operation: vector["operation"].as_str().expect("an operation").to_owned(),
            status: vector["status"].as_u64().expect("a status"),
            check: vector["check"] == true,
            case: vector["test"].as_str().unwrap_or("unnamed").to_owned(),
            request: vector["request"].take(),
            response: vector["response"].take(),
        }
    }

    fn taken(&self) -> impl Iterator<Item = &Value> {
        TAKEN.into_iter().filter_map(|name| self.request.get(name))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text: &str| text.chars().take(1200).collect::<String>();
        writeln!(formatter, "{}", self.case)?;
        writeln!(formatter, "  sent     {}", short(&self.sent))?;
        writeln!(formatter, "  expected {}", short(&self.expected))?;
        write!(formatter, "  found    {}", short(&self.found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: &str = r#"{"operation":"Scan","request":{"Limit":1},"status":200,"response":{"Count":1,"LastEvaluatedKey":{"a":{"S":"x"}}},"check":true,"test":"first"}
{"operation":"Scan","request":{"ExclusiveStartKey":{"a":{"S":"y"}}},"status":200,"response":{"Count":0},"check":false,"test":null}
{"operation":"Scan","request":{"ExclusiveStartKey":{"a":{"S":"x"}}},"status":200,"response":{"Count":3},"check":true,"test":"second"}"#;

    fn answered(status: u16, body: &str) -> Answer {
        Answer { status, body: body.to_owned() }
    }

    #[test]
    fn a_page_waits_for_the_page_before_it_and_goes_on_from_there() {
        let mut replay = Replay::new(PAGES);
        assert_eq!(replay.sendable().len(), 2);
        replay.answer(&answered(200, r#"{"Count":1,"LastEvaluatedKey":{"a":{"S":"ours"}}}"#));
        replay.answer(&answered(400, "{}"));
        let [last] = replay.sendable().try_into().expect("one request is left");
        assert_eq!(last.body, r#"{"ExclusiveStartKey":{"a":{"S":"ours"}}}"#);
        replay.answer(&answered(200, r#"{"Count":3}"#));
        assert!(replay.sendable().is_empty());
        let outcome = replay.outcome();
        assert_eq!((outcome.checked, outcome.failures.len()), (2, 0));
    }

    #[test]
    fn another_status_or_another_answer_is_a_failure() {
        for (status, body) in [(500, r#"{"Count":3}"#), (200, r#"{"Count":4}"#), (200, "{}")] {
            let mut replay = Replay::new(PAGES.lines().last().unwrap_or_default());
            replay.answer(&answered(status, body));
            let outcome = replay.outcome();
            assert_eq!(outcome.failures.len(), 1, "{status} {body}");
            assert_eq!(outcome.failures[0].case, "second");
        }
    }

    #[test]
    #[should_panic(expected = "requests without an answer")]
    fn a_part_of_a_file_has_no_outcome() {
        let _ = Replay::new(PAGES).outcome();
    }
}
