//! Renders "What differs" as rows: the subject, the learner's value and the goal's value.

use dynalab_lessons::Json;
use dynalab_lessons::goal::Expected;
use dynalab_lessons::verdict::{Difference, ItemPlace, Limit, PatternFault, UnitKind};
use dynalab_messages::Messages;
use dynalab_messages::figures::{grouped, grouped_decimal};
use serde_json::Value;

use crate::request::attribute;
use crate::sentences::learn as words;

/// Maximum number of rows. More rows are harder to read.
const ROWS_MAX: usize = 8;
const CHARACTERS_MAX: usize = 160;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub what: String,
    pub yours: String,
    pub goal: String,
}

pub fn rows(differences: &[Difference], messages: &Messages) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    // Several goals can fail for the same reason, such as a rejected request.
    for row in differences.iter().flat_map(|difference| of_one(difference, messages)) {
        if rows.len() < ROWS_MAX && !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

fn row(what: String, yours: String, goal: String) -> Vec<Row> {
    vec![Row { what, yours, goal }]
}

fn of_one(difference: &Difference, messages: &Messages) -> Vec<Row> {
    match difference {
        Difference::MissingItem { .. }
        | Difference::ExtraItem { .. }
        | Difference::Attribute { .. }
        | Difference::Order { .. }
        | Difference::ItemCount { .. } => of_items(difference, messages),
        Difference::Requests { .. }
        | Difference::ItemsRead { .. }
        | Difference::Units { .. }
        | Difference::Throttled { .. } => of_cost(difference, messages),
        Difference::Rejected { step, operation, error, message } => {
            let goal = messages.text(words::LEARN_DIFFERS_REJECTED_GOAL);
            row(step_name(*step, operation, messages), cut(&format!("{error}: {message}")), goal)
        }
        Difference::Outcome { step, operation, yours, goal } => {
            let succeeded = || messages.text(words::LEARN_DIFFERS_SUCCEEDED);
            let yours = yours.clone().unwrap_or_else(succeeded);
            row(step_name(*step, operation, messages), yours, goal.clone())
        }
        Difference::Operation { step, yours, goal } => {
            row(step_name(*step, yours, messages), yours.clone(), goal.join(", "))
        }
        Difference::Scan { step, operation, source } => row(
            step_name(*step, operation, messages),
            messages.text(words::LearnDiffersScanYours { source: source.as_str().into() }),
            messages.text(words::LEARN_DIFFERS_SCAN_GOAL),
        ),
        Difference::Source { step, yours, goal } => {
            let what = messages.text(words::LearnDiffersSource { step: u64::from(*step).into() });
            row(what, yours.clone(), goal.clone())
        }
        Difference::Value { at, yours, goal } => row(
            messages.text(words::LearnDiffersValue { at: at.as_str().into() }),
            maybe(yours.as_ref(), messages),
            expected(goal, messages),
        ),
        Difference::Probe { operation, error, message } => row(
            messages.text(words::LearnDiffersProbe { operation: operation.as_str().into() }),
            cut(&format!("{error}: {message}")),
            messages.text(words::LEARN_DIFFERS_REJECTED_GOAL),
        ),
        Difference::Given { question, yours } => row(
            messages.text(words::LearnDiffersGiven { question: question.as_str().into() }),
            yours.clone().unwrap_or_else(|| messages.text(words::LEARN_DIFFERS_GIVEN_NONE)),
            messages.text(words::LEARN_DIFFERS_GIVEN_GOAL),
        ),
        Difference::Pattern { .. } | Difference::Finding { .. } | Difference::Design { .. } => {
            of_design(difference, messages)
        }
        Difference::AfterOrder { schedule, because } => {
            let order: Vec<String> = schedule.iter().map(|client| (client + 1).to_string()).collect();
            let order = order.join(" ");
            let what = messages.text(words::LearnDiffersOrderOfSteps { order: order.as_str().into() });
            let inner = because.iter().flat_map(|difference| of_one(difference, messages));
            inner.map(|inner| Row { what: format!("{what} · {}", inner.what), ..inner }).collect()
        }
    }
}

fn of_items(difference: &Difference, messages: &Messages) -> Vec<Row> {
    let item_in = |place: &ItemPlace| match place {
        ItemPlace::Response => messages.text(words::LEARN_DIFFERS_RESPONSE_ITEM),
        ItemPlace::Source(source) => messages.text(words::LearnDiffersItem { place: source.as_str().into() }),
    };
    match difference {
        Difference::MissingItem { place, item } => {
            row(item_in(place), messages.text(words::LEARN_DIFFERS_MISSING_YOURS), item_text(item))
        }
        Difference::ExtraItem { place, item } => {
            row(item_in(place), item_text(item), messages.text(words::LEARN_DIFFERS_EXTRA_GOAL))
        }
        Difference::Attribute { place, key, attribute, yours, goal } => row(
            match place {
                ItemPlace::Response => messages.text(words::LearnDiffersResponseAttribute {
                    key: item_text(key).as_str().into(),
                    attribute: attribute.as_str().into(),
                }),
                ItemPlace::Source(source) => messages.text(words::LearnDiffersAttribute {
                    key: item_text(key).as_str().into(),
                    place: source.as_str().into(),
                    attribute: attribute.as_str().into(),
                }),
            },
            maybe(yours.as_ref(), messages),
            maybe(goal.as_ref(), messages),
        ),
        Difference::Order { place, yours, goal } => row(
            messages.text(words::LearnDiffersOrder { number: (*place).into() }),
            item_text(yours),
            item_text(goal),
        ),
        Difference::ItemCount { place, yours, goal } => row(
            match place {
                ItemPlace::Response => messages.text(words::LEARN_DIFFERS_RESPONSE_COUNT),
                ItemPlace::Source(source) => {
                    messages.text(words::LearnDiffersItemCount { place: source.as_str().into() })
                }
            },
            grouped(*yours),
            grouped(*goal),
        ),
        _ => Vec::new(),
    }
}

fn of_cost(difference: &Difference, messages: &Messages) -> Vec<Row> {
    match difference {
        Difference::Requests { yours, limit } => {
            row(messages.text(words::LEARN_DIFFERS_REQUESTS), grouped(u64::from(*yours)), limit_text(*limit))
        }
        Difference::ItemsRead { yours, at_most, returned } => {
            let (read, returned) = (grouped(*yours), grouped(*returned));
            row(
                messages.text(words::LEARN_DIFFERS_ITEMS_READ),
                messages.text(words::LearnDiffersItemsReadYours {
                    read: read.as_str().into(),
                    returned: returned.as_str().into(),
                }),
                limit_text(Limit::AtMost(*at_most as f64)),
            )
        }
        Difference::Units { kind, yours, limit, steps } => {
            let (name, unit) = match kind {
                UnitKind::Read => (words::LEARN_DIFFERS_READ_UNITS, "RCU"),
                UnitKind::Write => (words::LEARN_DIFFERS_WRITE_UNITS, "WCU"),
            };
            let total = format!("{} {unit}", grouped_decimal(*yours));
            let mut rows = row(messages.text(name), total, format!("{} {unit}", limit_text(*limit)));
            // With a single step, the sum is the step's value.
            if steps.len() > 1 {
                rows.extend(steps.iter().map(|step| Row {
                    what: step_name(step.step, &step.operation, messages),
                    yours: format!("{} {unit}", grouped_decimal(step.units)),
                    goal: String::new(),
                }));
            }
            rows
        }
        Difference::Throttled { requests, throttled, permille_max, error } => row(
            messages.text(words::LEARN_DIFFERS_THROTTLED),
            messages.text(words::LearnDiffersThrottledYours {
                throttled: (*throttled).into(),
                requests: (*requests).into(),
                error: error.as_str().into(),
            }),
            messages.text(words::LearnDiffersThrottledGoal { permille: u64::from(*permille_max).into() }),
        ),
        _ => Vec::new(),
    }
}

fn of_design(difference: &Difference, messages: &Messages) -> Vec<Row> {
    match difference {
        Difference::Pattern { pattern, fault } => {
            let fault = match fault {
                PatternFault::NotRun => words::LEARN_DIFFERS_PATTERN_NOT_RUN,
                PatternFault::Refused => words::LEARN_DIFFERS_PATTERN_REFUSED,
                PatternFault::Scan => words::LEARN_DIFFERS_PATTERN_SCAN,
                PatternFault::MorePages => words::LEARN_DIFFERS_PATTERN_PAGES,
                PatternFault::Outcome => words::LEARN_DIFFERS_PATTERN_OUTCOME,
                PatternFault::Result => words::LEARN_DIFFERS_PATTERN_RESULT,
            };
            row(pattern.clone(), messages.text(fault), messages.text(words::LEARN_DIFFERS_PATTERN_GOAL))
        }
        Difference::Finding { rule, place, is_asked_for } => {
            let what = messages.text(words::LearnDiffersFinding { rule: rule.as_str().into() });
            let (found, absent) = (words::LEARN_DIFFERS_PRESENT, words::LEARN_DIFFERS_ABSENT);
            match is_asked_for {
                true => row(what, messages.text(absent), messages.text(found)),
                false => row(what, cut(place), messages.text(absent)),
            }
        }
        Difference::Design { detail } => {
            let goal = messages.text(words::LEARN_DIFFERS_DESIGN_GOAL);
            row(messages.text(words::LEARN_DIFFERS_DESIGN), cut(detail), goal)
        }
        _ => Vec::new(),
    }
}

fn step_name(step: u32, operation: &str, messages: &Messages) -> String {
    messages.text(words::LearnDiffersStep { step: u64::from(step).into(), operation: operation.into() })
}

fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::AtMost(value) => format!("≤ {}", grouped_decimal(value)),
        Limit::AtLeast(value) => format!("≥ {}", grouped_decimal(value)),
    }
}

fn expected(goal: &Expected, messages: &Messages) -> String {
    match goal {
        Expected::Equal(value) => value_text(value),
        Expected::NotEqual(value) => {
            messages.text(words::LearnDiffersNotEqual { value: value_text(value).as_str().into() })
        }
        Expected::AtLeast(value) => {
            messages.text(words::LearnDiffersAtLeast { value: grouped_decimal(*value).as_str().into() })
        }
        Expected::AtMost(value) => {
            messages.text(words::LearnDiffersAtMost { value: grouped_decimal(*value).as_str().into() })
        }
        Expected::Length(count) => messages.text(words::LearnDiffersLength { count: (*count).into() }),
        Expected::Contains(value) => {
            messages.text(words::LearnDiffersContains { value: value_text(value).as_str().into() })
        }
        Expected::Present => messages.text(words::LEARN_DIFFERS_PRESENT),
        Expected::Absent => messages.text(words::LEARN_DIFFERS_ABSENT),
    }
}

fn maybe(value: Option<&Json>, messages: &Messages) -> String {
    value.map_or_else(|| messages.text(words::LEARN_DIFFERS_ABSENT), value_text)
}

/// Formats an attribute value as the items show it, with its type in front where the type matters. Other JSON is unchanged.
fn value_text(value: &Json) -> String {
    let text = value.text();
    let parsed: Value = serde_json::from_str(&text).unwrap_or_default();
    let shown = attribute::from_value(&parsed);
    match parsed {
        _ if !shown.data_type.is_empty() => cut(&format!("{} {}", shown.data_type, shown.text)),
        Value::String(text) => cut(&text),
        _ => cut(&text),
    }
}

/// Formats the attributes of an item: `id: 7, name: Aki`.
fn item_text(item: &Json) -> String {
    let parsed: Value = serde_json::from_str(&item.text()).unwrap_or_default();
    let Some(attributes) = parsed.as_object() else { return cut(&item.text()) };
    let each =
        attributes.iter().map(|(name, value)| format!("{name}: {}", attribute::from_value(value).text));
    cut(&each.collect::<Vec<_>>().join(", "))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::verdict::StepUnits;

    use super::*;
    use dynalab_messages::Language;

    fn difference_texts(difference: Difference, language: Language) -> Vec<[String; 3]> {
        let rows = rows(&[difference], &Messages::new(language));
        rows.into_iter().map(|row| [row.what, row.yours, row.goal]).collect()
    }

    fn json(text: &str) -> Json {
        Json::parse(text).expect("JSON")
    }

    #[test]
    fn a_missing_item_and_a_wrong_attribute_are_named() {
        let place = ItemPlace::Source("Books".to_owned());
        let missing = Difference::MissingItem {
            place: place.clone(),
            item: json(r#"{"id":{"N":"7"},"name":{"S":"Aki"}}"#),
        };
        assert_eq!(
            difference_texts(missing, Language::English),
            [["item in Books", "missing", "id: 7, name: Aki"]]
        );
        let price = Difference::Attribute {
            place,
            key: json(r#"{"id":{"N":"7"}}"#),
            attribute: "price".to_owned(),
            yours: Some(json(r#"{"S":"12"}"#)),
            goal: Some(json(r#"{"N":"12"}"#)),
        };
        assert_eq!(
            difference_texts(price.clone(), Language::English),
            [["id: 7 in Books: price", "S 12", "N 12"]]
        );
        assert_eq!(difference_texts(price, Language::Japanese), [["Books の id: 7: price", "S 12", "N 12"]]);
    }

    #[test]
    fn units_are_told_by_step_where_there_are_several() {
        let step = |step, units| StepUnits { step, operation: "Query".to_owned(), units };
        let units =
            |steps| Difference::Units { kind: UnitKind::Read, yours: 3.5, limit: Limit::AtMost(0.5), steps };
        assert_eq!(
            difference_texts(units(vec![step(1, 3.5)]), Language::English),
            [["read units", "3.5 RCU", "≤ 0.5 RCU"]]
        );
        let rows = difference_texts(units(vec![step(1, 3.0), step(2, 0.5)]), Language::English);
        assert_eq!(rows[1..], [["1 · Query", "3 RCU", ""], ["2 · Query", "0.5 RCU", ""]]);
    }

    #[test]
    fn an_order_of_steps_says_what_it_leads_to() {
        let count = Difference::ItemCount { place: ItemPlace::Response, yours: 1, goal: 2 };
        let order = Difference::AfterOrder { schedule: vec![0, 1, 0], because: vec![count] };
        let expected = "after the order of steps 1 2 1 · items in the response";
        assert_eq!(difference_texts(order, Language::English), [[expected, "1", "2"]]);
    }

    #[test]
    fn a_design_is_told_by_its_patterns_and_findings() {
        let red = Difference::Pattern { pattern: "Profile".to_owned(), fault: PatternFault::Scan };
        assert_eq!(
            difference_texts(red, Language::English),
            [["Profile", "right, but by a Scan", "as expected, without a Scan"]]
        );
        let found = |is_asked_for| Difference::Finding {
            rule: "time-key".to_owned(),
            place: "Bookings".to_owned(),
            is_asked_for,
        };
        assert_eq!(
            difference_texts(found(false), Language::English),
            [["finding time-key", "Bookings", "absent"]]
        );
        assert_eq!(difference_texts(found(true), Language::Japanese), [["指摘 time-key", "なし", "あり"]]);
        let unusable = Difference::Design { detail: "x".to_owned() };
        assert_eq!(
            difference_texts(unusable, Language::English),
            [["part of the design", "x", "can be used"]]
        );
    }

    #[test]
    fn only_so_many_rows_are_told_and_each_once() {
        let messages = Messages::new(Language::English);
        let differs = |yours| Difference::Requests { yours, limit: Limit::AtMost(1.0) };
        let many: Vec<Difference> = (2..22).map(differs).collect();
        assert_eq!(rows(&many, &messages).len(), ROWS_MAX);
        assert_eq!(rows(&[differs(3), differs(3), differs(4)], &messages).len(), 2);
    }

    #[test]
    fn the_response_is_named_without_a_gap() {
        let place = ItemPlace::Response;
        let item = Json::parse(r#"{"id":{"S":"a"}}"#).expect("JSON");
        let missing = Difference::MissingItem { place, item };
        assert_eq!(difference_texts(missing, Language::Japanese), [["応答の項目", "ありません", "id: a"]]);
    }
}
