//! The conditions of a policy statement: an operator, a condition key, and the values to compare with.

use dynalab_engine::error::PolicyFault;
use dynalab_types::Number;
use dynalab_types::json::Value;

use crate::access::facts::Facts;
use crate::access::policy::texts;
use crate::resource_policy::matches_pattern_in_case;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    operator: Operator,
    negated: bool,
    /// For a key with several values: whether all or any of them must match.
    set: Option<SetOperator>,
    if_exists: bool,
    key: String,
    values: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SetOperator {
    All,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equals,
    EqualsIgnoreCase,
    Like,
    NumberEquals,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Bool,
    Null,
}

/// The operators by name, with their comparison and whether they negate it.
const OPERATORS: &[(&str, Operator, bool)] = &[
    ("StringEquals", Operator::Equals, false),
    ("StringNotEquals", Operator::Equals, true),
    ("StringEqualsIgnoreCase", Operator::EqualsIgnoreCase, false),
    ("StringNotEqualsIgnoreCase", Operator::EqualsIgnoreCase, true),
    ("StringLike", Operator::Like, false),
    ("StringNotLike", Operator::Like, true),
    ("ArnEquals", Operator::Like, false),
    ("ArnLike", Operator::Like, false),
    ("ArnNotEquals", Operator::Like, true),
    ("ArnNotLike", Operator::Like, true),
    ("NumericEquals", Operator::NumberEquals, false),
    ("NumericNotEquals", Operator::NumberEquals, true),
    ("NumericLessThan", Operator::Less, false),
    ("NumericLessThanEquals", Operator::LessOrEqual, false),
    ("NumericGreaterThan", Operator::Greater, false),
    ("NumericGreaterThanEquals", Operator::GreaterOrEqual, false),
    ("Bool", Operator::Bool, false),
    ("Null", Operator::Null, false),
];

impl Condition {
    /// Reads one condition for each condition key.
    ///
    /// # Errors
    /// The operator is unknown, or its values have a wrong form.
    pub fn read(name: &str, keys: &Value) -> Result<Vec<Condition>, PolicyFault> {
        let fault = || PolicyFault::Condition { operator: name.to_owned() };
        let (set, rest) = match name.split_once(':') {
            Some(("ForAllValues", rest)) => (Some(SetOperator::All), rest),
            Some(("ForAnyValue", rest)) => (Some(SetOperator::Any), rest),
            Some(_) => return Err(fault()),
            None => (None, name),
        };
        let (rest, if_exists) = match rest.strip_suffix("IfExists") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let found = OPERATORS.iter().find(|(name, _, _)| *name == rest);
        let (_, operator, negated) = *found.ok_or_else(fault)?;
        let Value::Object(keys) = keys else { return Err(fault()) };
        let conditions = keys.iter().map(|(key, values)| {
            let (key, values) = (key.clone(), texts(values));
            Condition { operator, negated, set, if_exists, key, values }
        });
        Ok(conditions.collect())
    }

    /// Returns true if the values of the key meet the condition.
    pub fn matches(&self, facts: &Facts) -> bool {
        let known = facts.get(&self.key);
        if self.operator == Operator::Null {
            return self.values.iter().any(|value| (value == "true") == known.is_none());
        }
        let Some(known) = known else {
            // A missing condition key. The condition is met for `IfExists`, `ForAllValues` and negated operators.
            return self.if_exists
                || self.set == Some(SetOperator::All)
                || self.negated && self.set.is_none();
        };
        let wanted: Vec<String> = self.values.iter().filter_map(|value| facts.filled(value)).collect();
        let fits =
            |value: &String| wanted.iter().any(|wanted| self.operator.matches(wanted, value)) != self.negated;
        match self.set {
            Some(SetOperator::All) => known.iter().all(fits),
            Some(SetOperator::Any) => known.iter().any(fits),
            // None of the key's values may match.
            None if self.negated => known.iter().all(fits),
            None => known.iter().any(fits),
        }
    }
}

impl Operator {
    fn matches(self, wanted: &str, value: &str) -> bool {
        let numbers = || Some((Number::parse(value).ok()?, Number::parse(wanted).ok()?));
        let compare = |holds: fn(&Number, &Number) -> bool| {
            numbers().is_some_and(|(value, wanted)| holds(&value, &wanted))
        };
        match self {
            Operator::Equals => wanted == value,
            Operator::EqualsIgnoreCase | Operator::Bool => wanted.eq_ignore_ascii_case(value),
            Operator::Like => matches_pattern_in_case(wanted, value),
            Operator::NumberEquals => compare(|value, wanted| value == wanted),
            Operator::Less => compare(|value, wanted| value < wanted),
            Operator::LessOrEqual => compare(|value, wanted| value <= wanted),
            Operator::Greater => compare(|value, wanted| value > wanted),
            Operator::GreaterOrEqual => compare(|value, wanted| value >= wanted),
            Operator::Null => false,
        }
    }
}
