//! Sentences about why a pattern is red, and about its expected result.

use dynalab_modeling::report::{Expected, Red};

use super::design_context::DesignContext;
use super::problem_text;
use crate::figures;
use crate::sentences::design as words;

/// Returns the reason in a few words.
pub fn name(desk: &DesignContext, red: &Red) -> String {
    desk.text(match red {
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

/// Returns the reason with its figures and a remedy.
pub fn reason(desk: &DesignContext, red: &Red) -> String {
    let none = || desk.text(words::DESIGN_NOTHING);
    match red {
        Red::NoOperation => desk.text(words::DESIGN_WHY_NO_REQUEST),
        Red::NoExpectation => desk.text(words::DESIGN_WHY_NO_EXPECTATION),
        Red::NotRun(problem) => problem_text::sentence(desk, problem),
        Red::Refused => String::new(),
        Red::ErrorExpected { expected, got } => desk.text(words::DesignWhyErrorExpected {
            expected: expected.as_str().into(),
            got: got.clone().unwrap_or_else(none).as_str().into(),
        }),
        Red::Empty => desk.text(words::DESIGN_WHY_EMPTY),
        Red::NotEmpty { returned } => desk.text(words::DesignWhyNotEmpty { returned: (*returned).into() }),
        Red::Count { expected_least, expected_most, returned } => {
            let range = range(*expected_least, *expected_most);
            desk.text(words::DesignWhyCount { expected: range.as_str().into(), returned: (*returned).into() })
        }
        Red::Rows { missing, unexpected, missing_count, unexpected_count } => {
            let keys: Vec<&str> = missing.iter().chain(unexpected).take(2).map(String::as_str).collect();
            desk.text(words::DesignWhyRows {
                missing: (*missing_count).into(),
                unexpected: (*unexpected_count).into(),
                keys: keys.join(", ").as_str().into(),
            })
        }
        Red::Attribute { place, attribute, expected, got } => desk.text(words::DesignWhyValue {
            place: (place + 1).into(),
            attribute: attribute.as_str().into(),
            expected: expected.as_str().into(),
            got: got.clone().unwrap_or_else(none).as_str().into(),
        }),
        Red::Order { place, by } => {
            desk.text(words::DesignWhyOrder { place: (place + 1).into(), attribute: by.as_str().into() })
        }
        Red::State { key, attribute, expected, got } => desk.text(words::DesignWhyState {
            key: key.as_str().into(),
            attribute: attribute.clone().unwrap_or_default().as_str().into(),
            expected: expected.as_str().into(),
            got: got.clone().unwrap_or_else(none).as_str().into(),
        }),
        Red::Scan => desk.text(words::DESIGN_WHY_SCAN),
        Red::MorePages => desk.text(words::DESIGN_WHY_MORE_PAGES),
    }
}

/// Formats a range: "3", "3–5", "≥ 3" or "≤ 5".
fn range(least: Option<u64>, most: Option<u64>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => figures::grouped(least),
        (Some(least), Some(most)) => format!("{}–{}", figures::grouped(least), figures::grouped(most)),
        (Some(least), None) => format!("≥ {}", figures::grouped(least)),
        (None, Some(most)) => format!("≤ {}", figures::grouped(most)),
        (None, None) => String::new(),
    }
}

pub fn expected(desk: &DesignContext, expected: &Expected) -> String {
    match expected {
        Expected { error: Some(error), .. } => error.clone(),
        Expected { is_empty_meant: true, .. } => desk.text(words::DESIGN_EMPTY_MEANT),
        Expected { count: Some(count), .. } => desk.text(words::DesignItemCount { items: (*count).into() }),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn a_range_has_the_ends_that_it_has() {
        assert_eq!(range(Some(3), Some(3)), "3");
        assert_eq!(range(Some(3), Some(1_200)), "3–1,200");
        assert_eq!(range(Some(3), None), "≥ 3");
        assert_eq!(range(None, Some(3)), "≤ 3");
    }
}
