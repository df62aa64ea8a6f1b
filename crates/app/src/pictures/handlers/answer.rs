//! The result of an invocation, and its report to the engine.

use dynalab_service::contract::functions::{BatchItemFailure, ReportInvocation};
use serde_json::Value;

/// Maximum length of an error message in the history, in characters. Longer messages are cut.
const ERROR_CHARACTERS_MAX: usize = 1_000;

/// How an invocation ended.
#[derive(Clone, Debug, PartialEq)]
pub enum InvocationEnd {
    /// The handler returned this JSON.
    Answered(String),
    Threw(String),
    /// The worker was ended at the timeout.
    Timeout,
    /// The person stopped it, or its frame was removed. The result is unknown.
    Stopped,
}

impl InvocationEnd {
    /// Returns the report of the invocation, or none if its result is unknown.
    pub fn report(
        &self,
        name: &str,
        batch: u64,
        duration_ms: u64,
        limit_ms: u64,
    ) -> Option<ReportInvocation> {
        let mut report = ReportInvocation {
            name: name.to_owned(),
            batch,
            duration_ms: Some(duration_ms),
            ..ReportInvocation::default()
        };
        match self {
            InvocationEnd::Stopped => return None,
            InvocationEnd::Answered(answer) => {
                report.batch_item_failures = failures_of(answer);
            }
            InvocationEnd::Threw(why) => {
                report.error = Some(why.chars().take(ERROR_CHARACTERS_MAX).collect());
            }
            InvocationEnd::Timeout => {
                report.duration_ms = Some(limit_ms);
                report.error = Some(timeout_sentence(limit_ms));
            }
        }
        Some(report)
    }

    pub fn has_failed(&self) -> bool {
        match self {
            InvocationEnd::Answered(answer) => failures_of(answer).is_some(),
            InvocationEnd::Threw(_) | InvocationEnd::Timeout | InvocationEnd::Stopped => true,
        }
    }
}

/// Returns the message of a timeout, as in a Lambda log.
pub fn timeout_sentence(limit_ms: u64) -> String {
    format!("Task timed out after {:.2} seconds", limit_ms as f64 / 1000.0)
}

/// Returns the batch item failures in a response, or none. A failure without an identifier fails the whole batch.
fn failures_of(answer: &str) -> Option<Vec<BatchItemFailure>> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let failures = answer.get("batchItemFailures")?.as_array().filter(|failures| !failures.is_empty())?;
    let named = failures.iter().map(|failure| {
        let identifier = failure.get("itemIdentifier").and_then(Value::as_str).unwrap_or_default();
        BatchItemFailure { item_identifier: identifier.to_owned() }
    });
    Some(named.collect())
}

#[cfg(test)]
mod tests {
    use dynalab_service::contract::Call;

    use super::*;

    #[test]
    fn an_answer_is_reported_as_the_service_reads_it() {
        let report = |answer: &str| InvocationEnd::Answered(answer.to_owned()).report("f", 3, 12, 3000);
        let done = r#"{"Name":"f","Batch":3,"DurationMs":12}"#;
        for answer in
            ["null", "\"done\"", "{}", r#"{"batchItemFailures":[]}"#, r#"{"batchItemFailures":null}"#]
        {
            assert_eq!(report(answer).map(|report| report.body()).as_deref(), Some(done), "{answer}");
        }
        let failed = report(r#"{"batchItemFailures":[{"itemIdentifier":"100"},{"other":1}]}"#);
        let failures = r#""BatchItemFailures":[{"itemIdentifier":"100"},{"itemIdentifier":""}]}"#;
        assert!(failed.unwrap().body().ends_with(failures));
    }

    #[test]
    fn what_was_ended_took_all_of_its_time() {
        let report = InvocationEnd::Timeout.report("f", 1, 3017, 3000);
        let sentence = "Task timed out after 3.00 seconds";
        let told = format!(r#"{{"Name":"f","Batch":1,"DurationMs":3000,"Error":"{sentence}"}}"#);
        assert_eq!(report.map(|report| report.body()), Some(told));
        assert_eq!(InvocationEnd::Stopped.report("f", 1, 20, 3000), None);
        let threw = InvocationEnd::Threw("x".repeat(5_000)).report("f", 1, 1, 3000).unwrap_or_default();
        assert_eq!(threw.error.map(|error| error.len()), Some(ERROR_CHARACTERS_MAX));
    }
}
