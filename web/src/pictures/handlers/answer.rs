//! The result of an invocation, and its report to the engine.

use serde_json::{Value, json};

use crate::sandbox::InvocationEnd;

/// Maximum length of an error message in the history, in characters. Longer messages are cut.
const ERROR_CHARACTERS_MAX: usize = 1_000;

impl InvocationEnd {
    /// Returns the report of the invocation, or none if its result is unknown.
    pub fn report(&self, name: &str, batch: u64, duration_ms: u64, limit_ms: u64) -> Option<Value> {
        let mut report = json!({ "Name": name, "Batch": batch, "DurationMs": duration_ms });
        match self {
            InvocationEnd::Stopped => return None,
            InvocationEnd::Answered(answer) => {
                if let Some(failures) = failures_of(answer) {
                    report["BatchItemFailures"] = failures;
                }
            }
            InvocationEnd::Threw(why) => {
                report["Error"] = why.chars().take(ERROR_CHARACTERS_MAX).collect::<String>().into();
            }
            InvocationEnd::Timeout => {
                report["DurationMs"] = limit_ms.into();
                report["Error"] = timeout_sentence(limit_ms).into();
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
fn failures_of(answer: &str) -> Option<Value> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let failures = answer.get("batchItemFailures")?.as_array().filter(|failures| !failures.is_empty())?;
    let named = failures.iter().map(|failure| {
        let identifier = failure.get("itemIdentifier").and_then(Value::as_str).unwrap_or_default();
        json!({ "itemIdentifier": identifier })
    });
    Some(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_reported_as_the_service_reads_it() {
        let report = |answer: &str| InvocationEnd::Answered(answer.to_owned()).report("f", 3, 12, 3000);
        let done = json!({ "Name": "f", "Batch": 3, "DurationMs": 12 });
        for answer in
            ["null", "\"done\"", "{}", r#"{"batchItemFailures":[]}"#, r#"{"batchItemFailures":null}"#]
        {
            assert_eq!(report(answer), Some(done.clone()), "{answer}");
        }
        let failed = report(r#"{"batchItemFailures":[{"itemIdentifier":"100"},{"other":1}]}"#);
        let names = json!([{ "itemIdentifier": "100" }, { "itemIdentifier": "" }]);
        assert_eq!(failed.map(|report| report["BatchItemFailures"].clone()), Some(names));
    }

    #[test]
    fn what_was_ended_took_all_of_its_time() {
        let report = InvocationEnd::Timeout.report("f", 1, 3017, 3000);
        let sentence = "Task timed out after 3.00 seconds";
        let told = json!({ "Name": "f", "Batch": 1, "DurationMs": 3000, "Error": sentence });
        assert_eq!(report, Some(told));
        assert_eq!(InvocationEnd::Stopped.report("f", 1, 20, 3000), None);
        let threw = InvocationEnd::Threw("x".repeat(5_000)).report("f", 1, 1, 3000).unwrap_or_default();
        assert_eq!(threw["Error"].as_str().map(str::len), Some(ERROR_CHARACTERS_MAX));
    }
}
