//! Describes how a pattern reaches its items, and why.

use dynalab_messages::Messages;
use dynalab_modeling::report::{AccessMethod, AccessReason, AccessSummary};

use crate::sentences::design as words;

/// Returns one word, for a cell.
pub fn short(messages: &Messages, how: AccessMethod) -> String {
    messages.text(match how {
        AccessMethod::NotRun => words::DESIGN_HOW_NOT_RUN,
        AccessMethod::Get => words::DESIGN_HOW_GET,
        AccessMethod::Query => words::DESIGN_HOW_QUERY,
        AccessMethod::Queries => words::DESIGN_HOW_QUERIES,
        AccessMethod::Scan => words::DESIGN_HOW_SCAN,
        AccessMethod::Batch => words::DESIGN_HOW_BATCH,
        AccessMethod::Write => words::DESIGN_HOW_WRITE,
        AccessMethod::Transaction => words::DESIGN_HOW_TRANSACTION,
        AccessMethod::Search => words::DESIGN_HOW_SEARCH,
        AccessMethod::Other => words::DESIGN_HOW_OTHER,
    })
}

/// Returns the operation and the index, such as "Query GSI1".
pub fn how(messages: &Messages, served: &AccessSummary, operation: &str) -> String {
    if served.how == AccessMethod::NotRun || operation.is_empty() {
        return short(messages, served.how);
    }
    let mut text = operation.to_owned();
    if let Some(index) = &served.index {
        text = format!("{text} {index}");
    }
    if served.times > 1 && served.how == AccessMethod::Queries {
        text = format!("{} × {text}", served.times);
    }
    text
}

/// Returns the reason and the key condition, such as "the partition key is known: PK · PK = USER#1".
pub fn why(messages: &Messages, served: &AccessSummary) -> String {
    let reason = match &served.why {
        // The word beside it says the same.
        AccessReason::NotRun | AccessReason::Other => None,
        why => Some(messages.text(why)),
    };
    [reason, served.condition.clone()].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
