//! Event patterns, which filter the records of a mapping.

use std::cmp::Ordering;

use dynalab_types::Number;
use dynalab_types::json::{self, Value};

/// A structure like that of the events. Its leaves are lists of allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Members(Vec<(String, Pattern)>),
    OneOf(Vec<Test>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Text(String),
    Number(Number),
    Literal(Literal),
    Prefix(String),
    Suffix(String),
    IgnoringCase(String),
    Exists(bool),
    /// All comparisons must be true for a JSON number. Numbers of DynamoDB are strings in events, so they never match.
    Numeric(Vec<(Comparison, Number)>),
    NoneOf(Vec<Test>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    True,
    False,
    Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// A message about the problem.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        match json::parse(text) {
            Ok(value @ Value::Object(_)) => Pattern::from_value(&value),
            _ => Err("a pattern is a JSON object".to_owned()),
        }
    }

    fn from_value(value: &Value) -> Result<Pattern, String> {
        match value {
            Value::Object(members) if members.is_empty() => Err("an object is empty".to_owned()),
            Value::Object(members) => {
                let members =
                    members.iter().map(|(name, value)| Ok((name.clone(), Pattern::from_value(value)?)));
                Ok(Pattern::Members(members.collect::<Result<_, String>>()?))
            }
            Value::Array(tests) if tests.is_empty() => Err("a list is empty".to_owned()),
            Value::Array(tests) => {
                Ok(Pattern::OneOf(tests.iter().map(Test::from_value).collect::<Result<_, _>>()?))
            }
            _ => Err("a value must stand in a list".to_owned()),
        }
    }

    /// Returns true if the event has what the pattern demands. `None` is a missing member.
    pub fn matches(&self, event: Option<&Value>) -> bool {
        match self {
            Pattern::Members(members) => {
                members.iter().all(|(name, pattern)| pattern.matches(event.and_then(|event| event.get(name))))
            }
            Pattern::OneOf(tests) => tests.iter().any(|test| match event {
                Some(Value::Array(elements)) => elements.iter().any(|element| test.matches(Some(element))),
                value => test.matches(value),
            }),
        }
    }
}

impl Test {
    fn from_value(value: &Value) -> Result<Test, String> {
        let Value::Object(operator) = value else { return Test::literal(value) };
        let mut members = operator.iter();
        let (Some((name, operand)), None) = (members.next(), members.next()) else {
            return Err("an operator stands alone".to_owned());
        };
        let text = || operand.as_str().map(str::to_owned).ok_or(format!("{name} takes a text"));
        match name.as_str() {
            "prefix" => text().map(Test::Prefix),
            "suffix" => text().map(Test::Suffix),
            "equals-ignore-case" => text().map(Test::IgnoringCase),
            "exists" => match operand {
                Value::Bool(exists) => Ok(Test::Exists(*exists)),
                _ => Err("exists takes true or false".to_owned()),
            },
            "numeric" => Test::numeric(operand),
            "anything-but" => Ok(Test::NoneOf(match operand {
                Value::Array(tests) => tests.iter().map(Test::from_value).collect::<Result<_, _>>()?,
                one => vec![Test::from_value(one)?],
            })),
            other => Err(format!("there is no operator {other}")),
        }
    }

    fn literal(value: &Value) -> Result<Test, String> {
        match value {
            Value::String(text) => Ok(Test::Text(text.clone())),
            Value::Number(text) => number(text).map(Test::Number),
            Value::Bool(true) => Ok(Test::Literal(Literal::True)),
            Value::Bool(false) => Ok(Test::Literal(Literal::False)),
            Value::Null => Ok(Test::Literal(Literal::Null)),
            _ => Err("a list cannot stand in a list".to_owned()),
        }
    }

    fn numeric(operand: &Value) -> Result<Test, String> {
        let Value::Array(parts) = operand else { return Err("numeric takes a list".to_owned()) };
        let comparisons = parts.chunks(2).map(|pair| match pair {
            [Value::String(operator), Value::Number(text)] => {
                let comparison = match operator.as_str() {
                    "=" => Comparison::Equal,
                    "<" => Comparison::Less,
                    "<=" => Comparison::LessOrEqual,
                    ">" => Comparison::Greater,
                    ">=" => Comparison::GreaterOrEqual,
                    other => return Err(format!("numeric does not know {other}")),
                };
                Ok((comparison, number(text)?))
            }
            _ => Err("numeric takes operators and numbers in turn".to_owned()),
        });
        match comparisons.collect::<Result<Vec<_>, _>>()? {
            none if none.is_empty() => Err("numeric compares with nothing".to_owned()),
            comparisons => Ok(Test::Numeric(comparisons)),
        }
    }

    fn matches(&self, value: Option<&Value>) -> bool {
        let text = value.and_then(Value::as_str);
        match self {
            Test::Text(wanted) => text == Some(wanted),
            Test::Number(wanted) => number_of(value) == Some(*wanted),
            Test::Literal(Literal::True) => matches!(value, Some(Value::Bool(true))),
            Test::Literal(Literal::False) => matches!(value, Some(Value::Bool(false))),
            Test::Literal(Literal::Null) => matches!(value, Some(Value::Null)),
            Test::Prefix(prefix) => text.is_some_and(|text| text.starts_with(prefix.as_str())),
            Test::Suffix(suffix) => text.is_some_and(|text| text.ends_with(suffix.as_str())),
            Test::IgnoringCase(wanted) => text.is_some_and(|text| text.eq_ignore_ascii_case(wanted)),
            // Exists only applies to leaf values, as in Lambda.
            Test::Exists(exists) => *exists == value.is_some_and(|value| !matches!(value, Value::Object(_))),
            Test::Numeric(comparisons) => number_of(value).is_some_and(|number| {
                comparisons.iter().all(|(comparison, than)| comparison.matches(number.cmp(than)))
            }),
            Test::NoneOf(tests) => value.is_some() && !tests.iter().any(|test| test.matches(value)),
        }
    }
}

impl Comparison {
    fn matches(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

fn number(text: &str) -> Result<Number, String> {
    Number::parse(text).map_err(|_| format!("{text} has too many digits"))
}

fn number_of(value: Option<&Value>) -> Option<Number> {
    match value {
        Some(Value::Number(text)) => number(text).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, event: &str) -> bool {
        let event = json::parse(event).expect("JSON");
        Pattern::parse(pattern).expect("a pattern").matches(Some(&event))
    }

    #[test]
    fn every_operator_decides() {
        let event = r#"{"eventName":"INSERT","n":7,"flag":true,"image":{"status":{"S":"paid-late"},"amount":{"N":"7"}},"tags":["a","b"]}"#;
        for fitting in [
            r#"{"eventName":["INSERT","MODIFY"]}"#,
            r#"{"n":[7.0]}"#,
            r#"{"n":[{"numeric":[">",5,"<=",7]}]}"#,
            r#"{"flag":[true]}"#,
            r#"{"image":{"status":{"S":[{"prefix":"paid"}]}}}"#,
            r#"{"image":{"status":{"S":[{"suffix":"late"}]}}}"#,
            r#"{"eventName":[{"equals-ignore-case":"insert"}]}"#,
            r#"{"image":{"status":{"S":[{"anything-but":["open","paid"]}]}}}"#,
            r#"{"image":{"status":{"S":[{"anything-but":{"prefix":"open"}}]}}}"#,
            r#"{"image":{"ends":{"N":[{"exists":false}]},"status":{"S":[{"exists":true}]}}}"#,
            r#"{"tags":["b"]}"#,
        ] {
            assert!(is_match(fitting, event), "{fitting}");
        }
        for other in [
            r#"{"eventName":["REMOVE"]}"#,
            r#"{"n":[{"numeric":["<",7]}]}"#,
            r#"{"n":["7"]}"#,
            r#"{"image":{"amount":{"N":[{"numeric":[">",5]}]}}}"#,
            r#"{"image":{"ends":{"N":[{"anything-but":"7"}]}}}"#,
            r#"{"image":[{"exists":true}]}"#,
        ] {
            assert!(!is_match(other, event), "{other}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            r#"{"a":1}"#,
            r#"{"a":[]}"#,
            r#"{"a":[[1]]}"#,
            r#"{"a":[{"like":"b"}]}"#,
            r#"{"a":[{"numeric":["~",1]}]}"#,
            r#"{"a":[{"numeric":[]}]}"#,
            r#"{"a":[{"exists":1}]}"#,
        ] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }
}
