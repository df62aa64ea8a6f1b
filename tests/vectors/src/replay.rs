//! One file of vectors on its way: which requests can be sent next, and what their answers were worth.

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

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// JSON text.
    pub body: String,
}

/// A file that is being replayed, from an empty database.
#[derive(Debug)]
pub struct Replay {
    vectors: Vec<Vector>,
    answered: usize,
    page_keys: Vec<PageKey>,
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

/// Where a page ended in the recorded answer, and in ours.
#[derive(Debug)]
struct PageKey {
    recorded: Value,
    ours: Value,
}

impl Replay {
    /// # Panics
    /// When a line is not a vector.
    pub fn new(lines: &str) -> Replay {
        Replay {
            vectors: lines.lines().map(Vector::parse).collect(),
            answered: 0,
            page_keys: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// What can be sent now, in this order: everything before the next request that asks for the page after one which is
    /// not answered yet. Empty at the end of the file.
    pub fn sendable(&self) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut awaited: Vec<&Value> = Vec::new();
        for vector in &self.vectors[self.answered..] {
            if vector.start_key().is_some_and(|start| awaited.contains(&start)) {
                break;
            }
            awaited.extend(vector.response.get("LastEvaluatedKey"));
            requests.push(Request {
                operation: vector.operation.clone(),
                body: self.with_our_page_key(vector).to_string(),
            });
        }
        requests
    }

    /// Takes the answer to the next request.
    ///
    /// # Panics
    /// When there is no such request, or the answer is not JSON.
    pub fn answer(&mut self, answer: &Answer) {
        let vector = &self.vectors[self.answered];
        let found: Value = serde_json::from_str(&answer.body).expect("an answer is JSON");
        let request = self.with_our_page_key(vector);
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
        let page_key = |body: &Value| body.get("LastEvaluatedKey").cloned();
        if let (Some(recorded), Some(ours)) = (page_key(&vector.response), page_key(&found)) {
            self.page_keys.push(PageKey { recorded, ours });
        }
        self.answered += 1;
    }

    /// # Panics
    /// When requests are left: a part of a file says nothing about the whole.
    pub fn outcome(self) -> Outcome {
        assert_eq!(self.answered, self.vectors.len(), "requests without an answer");
        self.outcome
    }

    /// A page is asked for with the key of our own answer before it, not of the recorded one.
    fn with_our_page_key(&self, vector: &Vector) -> Value {
        let mut request = vector.request.clone();
        if let Some(start) = request.get_mut("ExclusiveStartKey")
            && let Some(key) = self.page_keys.iter().rev().find(|key| key.recorded == *start)
        {
            *start = key.ours.clone();
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

    fn start_key(&self) -> Option<&Value> {
        self.request.get("ExclusiveStartKey")
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
