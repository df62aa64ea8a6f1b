//! Describes how a pattern reaches its items, and why.

use dynalab_modeling::report::{AccessMethod, AccessReason, AccessSummary};

use super::design_context::DesignContext;
use crate::sentences::design as words;

/// Returns one word, for a cell.
pub fn short(desk: &DesignContext, how: AccessMethod) -> String {
    desk.text(match how {
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
pub fn how(desk: &DesignContext, served: &AccessSummary, operation: &str) -> String {
    if served.how == AccessMethod::NotRun || operation.is_empty() {
        return short(desk, served.how);
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

pub fn why(desk: &DesignContext, served: &AccessSummary) -> String {
    let names = |names: &[String]| names.join(", ");
    let reason = match &served.why {
        AccessReason::NotRun => String::new(),
        AccessReason::WholeKey { attributes } => {
            desk.text(words::DesignWhyWholeKey { attributes: names(attributes).as_str().into() })
        }
        AccessReason::PartitionKey { attributes } => {
            desk.text(words::DesignWhyPartitionKey { attributes: names(attributes).as_str().into() })
        }
        AccessReason::SortKeyRange { attributes } => {
            desk.text(words::DesignWhySortKeyRange { attributes: names(attributes).as_str().into() })
        }
        AccessReason::Sharded { count } => {
            desk.text(words::DesignWhySharded { count: u64::from(*count).into() })
        }
        AccessReason::NoKey { parameters } if parameters.is_empty() => {
            desk.text(words::DESIGN_WHY_NO_PARAMETERS)
        }
        AccessReason::NoKey { parameters } => {
            desk.text(words::DesignWhyNoKey { parameters: names(parameters).as_str().into() })
        }
        AccessReason::SeveralItems { count } => {
            desk.text(words::DesignWhySeveral { count: u64::from(*count).into() })
        }
        AccessReason::Vector => desk.text(words::DESIGN_WHY_VECTOR),
        AccessReason::Other => String::new(),
    };
    let parts = [Some(reason), served.condition.clone()];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
