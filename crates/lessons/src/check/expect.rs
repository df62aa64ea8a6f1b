//! Statements about a response.

use dynalab_types::Number;
use dynalab_types::json::Value;

use crate::goal::{Expectation, Expected};
use crate::json::Json;
use crate::reference::values_at;
use crate::verdict::Difference;

pub(super) fn check(response: &Value, expectations: &[Expectation]) -> Vec<Difference> {
    let mut found = Vec::new();
    for expectation in expectations {
        let values = values_at(response, &expectation.at);
        let wrong: Vec<&&Value> = values.iter().filter(|value| !matches(value, &expectation.is)).collect();
        let absent = matches!(expectation.is, Expected::Absent);
        let difference = |yours: Option<&Value>| Difference::Value {
            at: expectation.at.clone(),
            yours: yours.map(|value| Json(value.clone())),
            goal: expectation.is.clone(),
        };
        if values.is_empty() && !absent {
            found.push(difference(None));
        }
        found.extend(wrong.into_iter().map(|value| difference(Some(value))));
    }
    found
}

fn matches(value: &Value, expected: &Expected) -> bool {
    match expected {
        Expected::Equal(goal) => is_equal(value, &goal.0),
        Expected::NotEqual(goal) => !is_equal(value, &goal.0),
        Expected::AtLeast(least) => number(value).is_some_and(|number| number >= *least),
        Expected::AtMost(most) => number(value).is_some_and(|number| number <= *most),
        Expected::Length(length) => match value {
            Value::Array(elements) => elements.len() as u64 == *length,
            Value::Object(members) => members.len() as u64 == *length,
            _ => false,
        },
        Expected::Contains(goal) => contains(value, &goal.0),
        Expected::Present => !value.is_null(),
        Expected::Absent => value.is_null(),
    }
}

/// Compares two values. JSON numbers and DynamoDB numbers are equal by value.
fn is_equal(yours: &Value, goal: &Value) -> bool {
    match (yours, goal) {
        (Value::Number(_), Value::Number(_)) => number(yours) == number(goal),
        (Value::Object(yours), Value::Object(goal)) => match (yours.get("N"), goal.get("N")) {
            (Some(Value::String(yours)), Some(Value::String(goal))) => {
                yours == goal || Number::parse(yours).is_ok_and(|yours| Number::parse(goal) == Ok(yours))
            }
            _ => {
                yours.len() == goal.len()
                    && goal
                        .iter()
                        .all(|(name, goal)| yours.get(name).is_some_and(|yours| is_equal(yours, goal)))
            }
        },
        (Value::Array(yours), Value::Array(goal)) => {
            yours.len() == goal.len() && yours.iter().zip(goal).all(|(yours, goal)| is_equal(yours, goal))
        }
        _ => yours == goal,
    }
}

fn contains(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Array(elements), part) => elements.iter().any(|element| contains(element, part)),
        (Value::Object(members), Value::Object(parts)) => {
            parts.iter().all(|(name, part)| members.get(name).is_some_and(|member| contains(member, part)))
        }
        (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
        (value, part) => is_equal(value, part),
    }
}

/// Reads a JSON number, or a DynamoDB number: a string, or `{"N": "…"}`.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(text) | Value::String(text) => text.parse().ok(),
        Value::Object(members) => members.get("N").and_then(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(response: &str, at: &str, is: Expected) -> usize {
        let response = Json::parse(response).expect("JSON").0;
        check(&response, &[Expectation { at: at.to_owned(), is }]).len()
    }

    fn json(text: &str) -> Json {
        Json::parse(text).expect("JSON")
    }

    #[test]
    fn a_path_leads_into_members_and_lists() {
        let response = r#"{"Table":{"Indexes":[{"Name":"A","Units":5},{"Name":"B","Units":2}],"Mode":"P"}}"#;
        let count = |at: &str, is: Expected| found(response, at, is);
        assert_eq!(count("Table.Mode", Expected::Equal(json("\"P\""))), 0);
        assert_eq!(count("Table.Mode", Expected::NotEqual(json("\"P\""))), 1);
        assert_eq!(count("Table.Indexes", Expected::Length(2)), 0);
        assert_eq!(count("Table.Indexes", Expected::Length(1)), 1);
        assert_eq!(count("Table.Indexes.1.Name", Expected::Equal(json("\"B\""))), 0);
        assert_eq!(count("Table.Indexes.*.Units", Expected::AtLeast(3.0)), 1);
        assert_eq!(count("Table.Indexes.*.Units", Expected::AtMost(5.0)), 0);
        assert_eq!(count("Table.Indexes", Expected::Contains(json(r#"{"Name":"B"}"#))), 0);
        assert_eq!(count("Table.Indexes", Expected::Contains(json(r#"{"Name":"C"}"#))), 1);
        assert_eq!(count("Table.Nothing", Expected::Absent), 0);
        assert_eq!(count("Table.Nothing", Expected::Present), 1);
        assert_eq!(count("Table.Mode", Expected::Absent), 1);
        assert_eq!(count("Table.Nothing", Expected::AtMost(1.0)), 1);
    }

    #[test]
    fn numbers_of_an_item_are_numbers() {
        let response = r#"{"Item":{"stock":{"N":"10.0"}}}"#;
        assert_eq!(found(response, "Item.stock", Expected::AtLeast(10.0)), 0);
        assert_eq!(found(response, "Item.stock.N", Expected::AtMost(9.0)), 1);
    }
}
