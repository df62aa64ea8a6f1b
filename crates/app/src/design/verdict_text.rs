//! Sentences about why a pattern is red, and about its expected result.

use dynalab_messages::Messages;
use dynalab_modeling::report::{Expected, Red};

use crate::sentences::design as words;

/// Returns the reason in a few words.
pub fn name(messages: &Messages, red: &Red) -> String {
    messages.text(match red {
        Red::NoOperation => words::DESIGN_RED_NO_REQUEST,
        Red::NoExpectation => words::DESIGN_RED_NO_EXPECTATION,
        Red::NotRun(_) => words::DESIGN_RED_NOT_RUN,
        Red::Refused => words::DESIGN_RED_REFUSED,
        Red::ErrorExpected { .. } => words::DESIGN_RED_ERROR_EXPECTED,
        Red::Empty => words::DESIGN_RED_EMPTY,
        Red::NotEmpty { .. } => words::DESIGN_RED_NOT_EMPTY,
        Red::Count { .. } => words::DESIGN_RED_COUNT,
        Red::Rows { .. } => words::DESIGN_RED_ROWS,
        Red::Attribute { .. } => words::DESIGN_RED_VALUE,
        Red::Order { .. } => words::DESIGN_RED_ORDER,
        Red::State { .. } => words::DESIGN_RED_STATE,
        Red::Scan => words::DESIGN_RED_SCAN,
        Red::MorePages => words::DESIGN_RED_MORE_PAGES,
    })
}

pub fn expected(messages: &Messages, expected: &Expected) -> String {
    match expected {
        Expected { error: Some(error), .. } => error.clone(),
        Expected { is_empty_meant: true, .. } => messages.text(words::DESIGN_EMPTY_MEANT),
        Expected { count: Some(count), .. } => {
            messages.text(words::DesignItemCount { items: (*count).into() })
        }
        _ => String::new(),
    }
}
