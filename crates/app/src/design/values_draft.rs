//! The sample values of an attribute as their kind, and its details as one short text.

use dynalab_messages::Sentence;
use dynalab_modeling::design::{AttributeType, Values};
use dynalab_types::iso_time;
use serde_json::{Value, json};

use crate::sentences::design as words;

/// The kinds that the list offers. Others are offered only to an attribute that has them.
pub const KINDS: [&str; 12] = [
    "any", "sequence", "choice", "number", "time", "date", "person", "email", "uuid", "ulid", "text", "flag",
];

/// Characters of a padded sequence, so that texts sort by number.
const SEQUENCE_WIDTH: usize = 4;
const FIRST_DAY: &str = "2026-01-01";
const LAST_DAY: &str = "2026-03-31";

/// Keeps what the details do not show: the width and start of a sequence, and the weights of a list.
pub fn keep_rest(mut values: Values, before: &Values) -> Values {
    match (&mut values, before) {
        (Values::Sequence { width, start, .. }, Values::Sequence { width: w, start: s, .. }) => {
            (*width, *start) = (*w, *s);
        }
        (Values::Choice { values, weights }, Values::Choice { weights: known, .. })
            if known.len() == values.len() =>
        {
            weights.clone_from(known);
        }
        _ => {}
    }
    values
}

/// Returns the kind's name, as in a design.
pub fn kind(values: &Values) -> &'static str {
    match values {
        Values::Any => "any",
        Values::Sequence { .. } => "sequence",
        Values::Ulid { .. } => "ulid",
        Values::Uuid => "uuid",
        Values::Choice { .. } => "choice",
        Values::Cycle { .. } => "cycle",
        Values::Number { .. } => "number",
        Values::Time { .. } => "time",
        Values::Date { .. } => "date",
        Values::Text { .. } => "text",
        Values::Person => "person",
        Values::Email => "email",
        Values::Flag { .. } => "flag",
        Values::Constant { .. } => "constant",
        Values::Vector { .. } => "vector",
    }
}

pub fn label(kind: &str) -> Sentence {
    match kind {
        "sequence" => words::DESIGN_VALUES_SEQUENCE,
        "ulid" => words::DESIGN_VALUES_ULID,
        "uuid" => words::DESIGN_VALUES_UUID,
        "choice" => words::DESIGN_VALUES_CHOICE,
        "cycle" => words::DESIGN_VALUES_CYCLE,
        "number" => words::DESIGN_VALUES_NUMBER,
        "time" => words::DESIGN_VALUES_TIME,
        "date" => words::DESIGN_VALUES_DATE,
        "text" => words::DESIGN_VALUES_TEXT,
        "person" => words::DESIGN_VALUES_PERSON,
        "email" => words::DESIGN_VALUES_EMAIL,
        "flag" => words::DESIGN_VALUES_FLAG,
        "constant" => words::DESIGN_VALUES_CONSTANT,
        "vector" => words::DESIGN_VALUES_VECTOR,
        _ => words::DESIGN_VALUES_ANY,
    }
}

/// Returns the values of a kind that a person has just chosen.
pub fn first(kind: &str, data_type: AttributeType) -> Values {
    let days = || (FIRST_DAY.to_owned(), LAST_DAY.to_owned());
    match kind {
        "sequence" => Values::Sequence { prefix: String::new(), width: SEQUENCE_WIDTH, start: 1 },
        "choice" if data_type == AttributeType::N => {
            Values::Choice { values: vec![json!(1), json!(2)], weights: Vec::new() }
        }
        "choice" => Values::Choice { values: vec![json!("open"), json!("closed")], weights: Vec::new() },
        "number" => Values::Number { least: 1.0, most: 100.0, decimals: 0 },
        "time" => {
            let (from, to) = days();
            Values::Time { from, to }
        }
        "date" => {
            let (from, to) = days();
            Values::Date { from, to }
        }
        "ulid" => {
            let (from, to) = days();
            Values::Ulid { from, to }
        }
        "person" => Values::Person,
        "email" => Values::Email,
        "uuid" => Values::Uuid,
        "text" => Values::Text { bytes: 100 },
        "flag" => Values::Flag { share: 0.5 },
        _ => Values::Any,
    }
}

/// Returns the hint and the text of the details. None for a kind without details.
pub fn details(values: &Values) -> Option<(Sentence, String)> {
    let range = |from: &str, to: &str| format!("{from} to {to}");
    Some(match values {
        Values::Any | Values::Uuid | Values::Person | Values::Email => return None,
        Values::Sequence { prefix, .. } => (words::DESIGN_DETAILS_PREFIX, prefix.clone()),
        Values::Choice { values, .. } | Values::Cycle { values } => {
            let texts: Vec<String> = values.iter().map(plain).collect();
            (words::DESIGN_DETAILS_LIST, texts.join(", "))
        }
        Values::Number { least, most, decimals } => {
            let decimals = *decimals as usize;
            let range = range(&format!("{least:.decimals$}"), &format!("{most:.decimals$}"));
            (words::DESIGN_DETAILS_RANGE, range)
        }
        Values::Time { from, to } | Values::Date { from, to } | Values::Ulid { from, to } => {
            (words::DESIGN_DETAILS_DATES, range(from, to))
        }
        Values::Text { bytes } => (words::DESIGN_DETAILS_BYTES, bytes.to_string()),
        Values::Flag { share } => (words::DESIGN_DETAILS_PERCENT, format!("{}", (share * 100.0).round())),
        Values::Constant { value } => (words::DESIGN_DETAILS_VALUE, plain(value)),
        Values::Vector { dimensions } => (words::DESIGN_DETAILS_DIMENSIONS, dimensions.to_string()),
    })
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the values of a kind with these details. None if they are not valid.
pub fn read(kind: &str, text: &str, data_type: AttributeType) -> Option<Values> {
    let text = text.trim();
    // A range can be one value while it is typed.
    let (from, to) = text.split_once(" to ").unwrap_or((text, text));
    let (from, to) = (from.trim().to_owned(), to.trim().to_owned());
    let are_times = || iso_time::parse(&from).is_some() && iso_time::parse(&to).is_some();
    let value = |text: &str| match (data_type, serde_json::from_str::<serde_json::Number>(text)) {
        (AttributeType::N, Ok(number)) => Some(Value::Number(number)),
        (AttributeType::N, Err(_)) => None,
        _ => Some(json!(text)),
    };
    let list = || -> Option<Vec<Value>> {
        let texts: Vec<&str> = text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
        (!texts.is_empty()).then(|| texts.into_iter().map(value).collect::<Option<Vec<Value>>>())?
    };
    Some(match kind {
        "sequence" => Values::Sequence { prefix: text.to_owned(), width: SEQUENCE_WIDTH, start: 1 },
        "choice" => Values::Choice { values: list()?, weights: Vec::new() },
        "cycle" => Values::Cycle { values: list()? },
        "number" => {
            let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
            let decimals =
                |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len().min(8) as u32);
            let (least, most) = (number(&from)?, number(&to)?);
            Values::Number { least, most: most.max(least), decimals: decimals(&from).max(decimals(&to)) }
        }
        "time" if are_times() => Values::Time { from, to },
        "date" if are_times() => Values::Date { from, to },
        "ulid" if are_times() => Values::Ulid { from, to },
        "text" => Values::Text { bytes: text.parse().ok().filter(|bytes| (1..=400_000).contains(bytes))? },
        "flag" => {
            let percent: f64 = text.parse().ok()?;
            Values::Flag { share: (0.0..=100.0).contains(&percent).then_some(percent / 100.0)? }
        }
        "constant" => Values::Constant { value: value(text)? },
        "vector" => {
            Values::Vector { dimensions: text.parse().ok().filter(|count| (1..=4_096).contains(count))? }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_details_of_each_kind_can_be_read_again() {
        for kind in KINDS {
            let values = first(kind, AttributeType::S);
            assert_eq!(super::kind(&values), kind);
            if let Some((_, text)) = details(&values) {
                assert_eq!(read(kind, &text, AttributeType::S), Some(values), "{kind}: {text}");
            }
        }
        let cycle = Values::Cycle { values: vec![json!("a"), json!("b")] };
        assert_eq!(read("cycle", "a, b,", AttributeType::S), Some(cycle));
        assert_eq!(read("vector", "3", AttributeType::L), Some(Values::Vector { dimensions: 3 }));
        assert_eq!(read("constant", "x", AttributeType::S), Some(Values::Constant { value: json!("x") }));
    }

    #[test]
    fn an_edit_keeps_what_it_does_not_show() {
        let before = Values::Sequence { prefix: "A".into(), width: 7, start: 100 };
        let edited = read("sequence", "B-", AttributeType::S).expect("a prefix");
        let kept = Values::Sequence { prefix: "B-".into(), width: 7, start: 100 };
        assert_eq!(keep_rest(edited, &before), kept);
        let list = |texts: &[&str], weights: &[f64]| Values::Choice {
            values: texts.iter().map(|text| json!(text)).collect(),
            weights: weights.to_vec(),
        };
        let before = list(&["a", "b"], &[3.0, 1.0]);
        assert_eq!(keep_rest(list(&["a", "c"], &[]), &before), list(&["a", "c"], &[3.0, 1.0]));
        assert_eq!(keep_rest(list(&["a"], &[]), &before), list(&["a"], &[]));
    }

    #[test]
    fn details_are_checked() {
        let number = |least, most, decimals| Some(Values::Number { least, most, decimals });
        assert_eq!(read("number", "0.50 to 9.5", AttributeType::N), number(0.5, 9.5, 2));
        assert_eq!(read("number", "7", AttributeType::N), number(7.0, 7.0, 0));
        let choice = Values::Choice { values: vec![json!(1), json!(2.5)], weights: vec![] };
        assert_eq!(read("choice", "1, 2.5", AttributeType::N), Some(choice));
        for (kind, text) in [
            ("number", "one"),
            ("number", "inf to 1"),
            ("choice", " , "),
            ("time", "yesterday"),
            ("date", "2026-02-30"),
            ("text", "0"),
            ("flag", "101"),
            ("vector", "5000"),
        ] {
            assert_eq!(read(kind, text, AttributeType::N), None, "{kind} {text}");
        }
        assert_eq!(read("choice", "a", AttributeType::N), None);
    }
}
