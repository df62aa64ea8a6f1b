//! The result of a load: answers, throttles by reason, units, latencies, second by second.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Sent;
use crate::units;

/// Errors that say that a request was throttled.
const THROTTLES: [&str; 4] = [
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "RequestLimitExceeded",
    "ThrottledException",
];

/// How a request ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Answered {
        read_units: f64,
        write_units: f64,
    },
    /// Throttled, with the reason that the service gives, or the name of the error.
    Throttled {
        reason: String,
    },
    /// Refused for another reason: a condition that fails, for example.
    Refused {
        name: String,
    },
    NoResponse,
}

impl Outcome {
    pub fn of_response(operation: &str, response: &Value) -> Outcome {
        let units = units::of_response(response);
        match crate::compare::is_write(operation) {
            true => Outcome::Answered { read_units: 0.0, write_units: units },
            false => Outcome::Answered { read_units: units, write_units: 0.0 },
        }
    }

    pub fn of_error(name: &str, message: &str) -> Outcome {
        let is_cancelled_for_it =
            name == "TransactionCanceledException" && message.contains("ThrottlingError");
        if THROTTLES.contains(&name) || is_cancelled_for_it {
            return Outcome::Throttled { reason: reason_of(name, message) };
        }
        Outcome::Refused { name: name.to_owned() }
    }
}

/// Returns the reason in a message of DynamoDB, such as `TableReadProvisionedThroughputExceeded`, or the name of the error.
fn reason_of(name: &str, message: &str) -> String {
    let words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_reason = |word: &&str| {
        ["Table", "Index", "Account"].iter().any(|start| word.starts_with(start))
            && ["Exceeded", "Throttling"].iter().any(|end| word.contains(end))
    };
    words.into_iter().find(is_reason).unwrap_or(name).to_owned()
}

/// Counts of a run, or of one second of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub requests: u64,
    pub answered: u64,
    pub throttled: BTreeMap<String, u64>,
    pub refused: BTreeMap<String, u64>,
    pub unanswered: u64,
    pub read_units: f64,
    pub write_units: f64,
}

impl Tally {
    pub fn add(&mut self, outcome: &Outcome) {
        self.requests += 1;
        match outcome {
            Outcome::Answered { read_units, write_units } => {
                self.answered += 1;
                self.read_units += read_units;
                self.write_units += write_units;
            }
            Outcome::Throttled { reason } => *self.throttled.entry(reason.clone()).or_default() += 1,
            Outcome::Refused { name } => *self.refused.entry(name.clone()).or_default() += 1,
            Outcome::NoResponse => self.unanswered += 1,
        }
    }

    /// Returns the share of the requests that were throttled, from 0 to 1.
    pub fn throttled_share(&self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.throttled_count() as f64 / self.requests as f64 }
    }

    pub fn throttled_count(&self) -> u64 {
        self.throttled.values().sum()
    }
}

/// Latencies in microseconds, from when a request was due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latencies {
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub p999: u64,
    pub longest: u64,
}

/// The result of a load, or its prediction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadReport {
    pub all: Tally,
    pub seconds: Vec<Tally>,
    /// By the place of the pattern in the design.
    pub patterns: BTreeMap<usize, Tally>,
    /// None for a prediction.
    pub latencies: Option<Latencies>,
}

impl LoadReport {
    /// Counts what was sent.
    pub fn of_sent(sent: &[Sent]) -> LoadReport {
        let mut report = LoadReport::default();
        for one in sent {
            report.add(one.due_us, one.pattern, &one.outcome);
        }
        let mut latencies: Vec<u64> = sent.iter().map(|one| one.latency_us).collect();
        latencies.sort_unstable();
        let at = |share: f64| {
            let place = (latencies.len() as f64 * share).ceil() as usize;
            latencies.get(place.saturating_sub(1)).copied().unwrap_or_default()
        };
        report.latencies = (!latencies.is_empty()).then(|| Latencies {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            longest: at(1.0),
        });
        report
    }

    pub fn add(&mut self, due_us: u64, pattern: usize, outcome: &Outcome) {
        let second = (due_us / 1_000_000) as usize;
        if self.seconds.len() <= second {
            self.seconds.resize(second + 1, Tally::default());
        }
        self.seconds[second].add(outcome);
        self.patterns.entry(pattern).or_default().add(outcome);
        self.all.add(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_a_throttle_is_that_of_the_service() {
        let reason = |message| match Outcome::of_error("ThrottlingException", message) {
            Outcome::Throttled { reason } => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            reason("… (TableWriteKeyRangeThroughputExceeded)"),
            "TableWriteKeyRangeThroughputExceeded"
        );
        assert_eq!(reason("Rate exceeded"), "ThrottlingException");
        let failed = Outcome::of_error("ConditionalCheckFailedException", "The conditional request failed");
        assert!(matches!(failed, Outcome::Refused { .. }));
    }

    #[test]
    fn latencies_are_of_all_requests() {
        let outcome = Outcome::Answered { read_units: 1.0, write_units: 0.0 };
        let sent: Vec<Sent> = (1..=1000)
            .map(|number| Sent {
                due_us: number * 2_000,
                latency_us: number,
                pattern: 0,
                outcome: outcome.clone(),
            })
            .collect();
        let report = LoadReport::of_sent(&sent);
        let latencies = report.latencies.unwrap();
        assert_eq!((latencies.p50, latencies.p99, latencies.p999, latencies.longest), (500, 990, 999, 1000));
        assert_eq!((report.all.read_units, report.seconds.len()), (1000.0, 3));
        assert_eq!(report.seconds.iter().map(|second| second.requests).sum::<u64>(), 1000);
    }
}
