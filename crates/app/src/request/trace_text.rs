//! Formats the trace as sentences. The codes are listed in `dynalab_playground::views::trace`.

use dynalab_messages::figures;
use dynalab_messages::{Filling, Messages};
use dynalab_playground::views::trace::TraceLine;

use crate::sentences;

/// The kind of a trace line, drawn as a mark beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceMark {
    Step,
    Read,
    ThrownAway,
    Wrote,
    Charged,
    Refused,
}

impl TraceMark {
    pub fn from_code(code: &str) -> TraceMark {
        match code {
            "trace-read" => TraceMark::Read,
            "trace-filtered-out" | "trace-read-missing" => TraceMark::ThrownAway,
            "trace-wrote-new"
            | "trace-wrote-changed"
            | "trace-deleted"
            | "trace-swept"
            | "trace-index-put"
            | "trace-index-deleted" => TraceMark::Wrote,
            "trace-charged" => TraceMark::Charged,
            code if code.starts_with("trace-throttled-") => TraceMark::Refused,
            "trace-rejected"
            | "trace-rejected-until"
            | "trace-condition-failed"
            | "trace-fault"
            | "trace-fault-after-commit"
            | "trace-access-denied"
            | "trace-access-not-allowed"
            | "trace-invocation-failed"
            | "trace-transaction-conflict"
            | "trace-transaction-cancelled" => TraceMark::Refused,
            _ => TraceMark::Step,
        }
    }

    pub fn class(self) -> &'static str {
        match self {
            TraceMark::Step => "trace-line trace-line--step",
            TraceMark::Read => "trace-line trace-line--read",
            TraceMark::ThrownAway => "trace-line trace-line--thrown",
            TraceMark::Wrote => "trace-line trace-line--wrote",
            TraceMark::Charged => "trace-line trace-line--charged",
            TraceMark::Refused => "trace-line trace-line--refused",
        }
    }
}

pub fn sentence(line: &TraceLine, messages: &Messages) -> String {
    let shown: Vec<(&str, String)> =
        line.values.iter().map(|(name, value)| (name.as_str(), shown_value(name, value, messages))).collect();
    let values: Vec<(&str, Filling)> =
        shown.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
    let template = line.code.strip_prefix("trace-").and_then(sentences::shell::trace);
    template.map(|template| messages.fill(template, &values)).unwrap_or_else(|| {
        // An event without a sentence in this version is still shown.
        let values: Vec<String> = line.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("{} {}", line.code, values.join(", "))
    })
}

/// Groups whole numbers and translates words of the engine. Units ("0.5") and keys are unchanged.
fn shown_value(name: &str, value: &str, messages: &Messages) -> String {
    match (name, value.parse()) {
        ("size" | "before" | "after" | "evaluated" | "returned" | "count" | "units", Ok(number)) => {
            figures::grouped(number)
        }
        ("condition", _) if value == "*" => messages.text(sentences::shell::SORT_TEST_ANY),
        ("order", _) if value == "ascending" => messages.text(sentences::shell::ORDER_ASCENDING),
        ("order", _) if value == "descending" => messages.text(sentences::shell::ORDER_DESCENDING),
        _ => value.to_owned(),
    }
}
