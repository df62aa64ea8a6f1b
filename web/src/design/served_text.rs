//! Describes how a pattern reaches its items, and why.

use dynalab_modeling::report::{How, Served, Why};

use super::desk::Desk;
use crate::sentences::design as words;

/// Returns one word, for a cell.
pub fn short(desk: &Desk, how: How) -> String {
    desk.text(match how {
        How::NotRun => words::DESIGN_HOW_NOT_RUN,
        How::Get => words::DESIGN_HOW_GET,
        How::Query => words::DESIGN_HOW_QUERY,
        How::Queries => words::DESIGN_HOW_QUERIES,
        How::Scan => words::DESIGN_HOW_SCAN,
        How::Batch => words::DESIGN_HOW_BATCH,
        How::Write => words::DESIGN_HOW_WRITE,
        How::Transaction => words::DESIGN_HOW_TRANSACTION,
        How::Search => words::DESIGN_HOW_SEARCH,
        How::Other => words::DESIGN_HOW_OTHER,
    })
}

/// Returns the operation and the index, such as "Query GSI1".
pub fn how(desk: &Desk, served: &Served, operation: &str) -> String {
    if served.how == How::NotRun || operation.is_empty() {
        return short(desk, served.how);
    }
    let mut text = operation.to_owned();
    if let Some(index) = &served.index {
        text = format!("{text} {index}");
    }
    if served.times > 1 && served.how == How::Queries {
        text = format!("{} × {text}", served.times);
    }
    text
}

pub fn why(desk: &Desk, served: &Served) -> String {
    let names = |names: &[String]| names.join(", ");
    let reason = match &served.why {
        Why::NotRun => String::new(),
        Why::WholeKey { attributes } => {
            desk.text(words::DesignWhyWholeKey { attributes: names(attributes).as_str().into() })
        }
        Why::PartitionKey { attributes } => {
            desk.text(words::DesignWhyPartitionKey { attributes: names(attributes).as_str().into() })
        }
        Why::SortKeyRange { attributes } => {
            desk.text(words::DesignWhySortKeyRange { attributes: names(attributes).as_str().into() })
        }
        Why::Sharded { count } => desk.text(words::DesignWhySharded { count: u64::from(*count).into() }),
        Why::NoKey { parameters } if parameters.is_empty() => desk.text(words::DESIGN_WHY_NO_PARAMETERS),
        Why::NoKey { parameters } => {
            desk.text(words::DesignWhyNoKey { parameters: names(parameters).as_str().into() })
        }
        Why::SeveralItems { count } => desk.text(words::DesignWhySeveral { count: u64::from(*count).into() }),
        Why::Vector => desk.text(words::DESIGN_WHY_VECTOR),
        Why::Other => String::new(),
    };
    let parts = [Some(reason), served.condition.clone()];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
