//! Sentences about the result of a pattern, and why it is red.

use dynalab_messages::figures::grouped;
use dynalab_messages::{Language, Message};

use super::findings as words;
use crate::report::{Red, Verdict};

impl Message for Verdict {
    fn write(&self, language: Language) -> String {
        match self {
            Verdict::Green => words::VERDICT_GREEN.write(language),
            Verdict::Red(red) => red.write(language),
        }
    }
}

impl Message for Red {
    fn write(&self, language: Language) -> String {
        match self {
            Red::NoOperation => words::RED_NO_REQUEST.write(language),
            Red::NoExpectation => words::RED_NO_EXPECTATION.write(language),
            Red::NotRun(problem) => {
                words::RedNotRun { problem: problem.write(language).as_str().into() }.write(language)
            }
            Red::Refused => words::RED_REFUSED.write(language),
            Red::ErrorExpected { expected, got } => {
                let got = got.clone().unwrap_or_else(|| words::RED_NO_ERROR.write(language));
                words::RedErrorExpected { expected: expected.into(), got: (&got).into() }.write(language)
            }
            Red::Empty => words::RED_EMPTY.write(language),
            Red::NotEmpty { returned } => words::RedNotEmpty { returned: (*returned).into() }.write(language),
            Red::Count { expected_least, expected_most, returned } => {
                let expected = range(*expected_least, *expected_most, language);
                words::RedCount { expected: (&expected).into(), returned: (*returned).into() }.write(language)
            }
            Red::Rows { missing, unexpected, missing_count, unexpected_count } => {
                rows((missing, *missing_count), (unexpected, *unexpected_count), language)
            }
            Red::Attribute { place, attribute, expected, got } => words::RedValue {
                attribute: attribute.into(),
                place: (place + 1).into(),
                got: or_nothing(got, language).as_str().into(),
                expected: expected.into(),
            }
            .write(language),
            Red::Order { place, by } => {
                words::RedOrder { place: (place + 1).into(), attribute: by.into() }.write(language)
            }
            Red::State { key, attribute, expected, got } => {
                state(key, attribute.as_ref(), expected, &or_nothing(got, language), language)
            }
            Red::Scan => words::RED_SCAN.write(language),
            Red::MorePages => words::RED_MORE_PAGES.write(language),
        }
    }
}

fn or_nothing(got: &Option<String>, language: Language) -> String {
    got.clone().unwrap_or_else(|| words::RED_NOTHING.write(language))
}

/// Writes one sentence about missing items, and one about unexpected ones. The keys are at most five of each.
fn rows(missing: (&[String], u64), unexpected: (&[String], u64), language: Language) -> String {
    let mut sentences = Vec::new();
    if let (keys, count @ 1..) = missing {
        let keys = keys.join(", ");
        sentences.push(words::RedRowsMissing { count: count.into(), keys: (&keys).into() }.write(language));
    }
    if let (keys, count @ 1..) = unexpected {
        let keys = keys.join(", ");
        sentences
            .push(words::RedRowsUnexpected { count: count.into(), keys: (&keys).into() }.write(language));
    }
    sentences.join(" ")
}

fn state(key: &str, attribute: Option<&String>, expected: &str, got: &str, language: Language) -> String {
    let (key, expected, got) = (key.into(), expected.into(), got.into());
    match attribute {
        Some(attribute) => {
            words::RedState { attribute: attribute.into(), key, got, expected }.write(language)
        }
        None => words::RedItemState { key, got, expected }.write(language),
    }
}

/// Writes a range of numbers: "3", "3 to 5", "at least 3" or "at most 5".
fn range(least: Option<u64>, most: Option<u64>, language: Language) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => grouped(least),
        (Some(least), Some(most)) => {
            words::RangeBetween { least: least.into(), most: most.into() }.write(language)
        }
        (Some(least), None) => words::RangeAtLeast { least: least.into() }.write(language),
        (None, Some(most)) => words::RangeAtMost { most: most.into() }.write(language),
        (None, None) => words::RANGE_ANY.write(language),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_messages::Language;

    use super::range;

    #[test]
    fn a_range_has_the_ends_that_it_has() {
        let english = |least, most| range(least, most, Language::English);
        assert_eq!(english(Some(3), Some(3)), "3");
        assert_eq!(english(Some(3), Some(1_200)), "3 to 1,200");
        assert_eq!(english(Some(3), None), "at least 3");
        assert_eq!(english(None, Some(3)), "at most 3");
        assert_eq!(english(None, None), "any number");
    }
}
