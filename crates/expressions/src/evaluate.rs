//! Evaluation of conditions: the result for an item, and the clause that decides it.

use std::borrow::Cow;
use std::cmp::Ordering;

use dynalab_types::{AttributeValue, Item, Number};

use crate::condition::{BoundCondition, BoundOperand};
use crate::syntax::Comparator;

/// The result of a condition, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub holds: bool,
    /// The smallest clause that decides the result, printed with names and values.
    pub decided_by: String,
}

/// The value of an operand for one item.
#[derive(Debug)]
pub(crate) enum Reading<'a> {
    Found(Cow<'a, AttributeValue>),
    Missing,
    /// The size of a value that has no size. Every comparison with it is false, including `<>`.
    NoSize,
}

impl BoundOperand {
    pub(crate) fn read<'a>(&'a self, item: &'a Item) -> Reading<'a> {
        match self {
            BoundOperand::Path(path) => match path.resolve(item) {
                Some(value) => Reading::Found(Cow::Borrowed(value)),
                None => Reading::Missing,
            },
            BoundOperand::Value(value) => Reading::Found(Cow::Borrowed(value)),
            BoundOperand::Size(inner) => match inner.read(item) {
                Reading::Found(value) => match size(&value) {
                    Some(size) => Reading::Found(Cow::Owned(AttributeValue::N(size))),
                    None => Reading::NoSize,
                },
                _ => Reading::NoSize,
            },
        }
    }
}

/// Returns the size: UTF-16 units of a string, bytes of a binary, elements of a collection.
fn size(value: &AttributeValue) -> Option<Number> {
    let size = match value {
        AttributeValue::S(text) => text.encode_utf16().count(),
        AttributeValue::B(bytes) => bytes.len(),
        AttributeValue::L(elements) => elements.len(),
        AttributeValue::M(map) => map.len(),
        AttributeValue::Ss(members) => members.len(),
        AttributeValue::Ns(members) => members.len(),
        AttributeValue::Bs(members) => members.len(),
        AttributeValue::N(_) | AttributeValue::Bool(_) | AttributeValue::Null => return None,
    };
    i64::try_from(size).ok().map(Number::from)
}

/// Compares two values of the same ordered type: strings by UTF-8 bytes, numbers by value, binaries by unsigned bytes.
pub fn order(left: &AttributeValue, right: &AttributeValue) -> Option<Ordering> {
    match (left, right) {
        (AttributeValue::S(left), AttributeValue::S(right)) => Some(left.cmp(right)),
        (AttributeValue::N(left), AttributeValue::N(right)) => Some(left.cmp(right)),
        (AttributeValue::B(left), AttributeValue::B(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn compare(left: &Reading<'_>, operator: Comparator, right: &Reading<'_>) -> bool {
    let (left, right) = match (left, right) {
        (Reading::Found(left), Reading::Found(right)) => (left, right),
        (Reading::NoSize, _) | (_, Reading::NoSize) => return false,
        // A missing value is not equal to any value, including another missing value.
        _ => return operator == Comparator::NotEqual,
    };
    match operator {
        Comparator::Equal => left == right,
        Comparator::NotEqual => left != right,
        Comparator::Less => order(left, right).is_some_and(Ordering::is_lt),
        Comparator::LessOrEqual => order(left, right).is_some_and(Ordering::is_le),
        Comparator::Greater => order(left, right).is_some_and(Ordering::is_gt),
        Comparator::GreaterOrEqual => order(left, right).is_some_and(Ordering::is_ge),
    }
}

impl BoundCondition {
    /// Returns true if the condition holds for the item.
    pub fn matches(&self, item: &Item) -> bool {
        match self {
            BoundCondition::And(terms) => terms.iter().all(|term| term.matches(item)),
            BoundCondition::Or(terms) => terms.iter().any(|term| term.matches(item)),
            BoundCondition::Not(term) => !term.matches(item),
            BoundCondition::Compare { left, operator, right } => {
                compare(&left.read(item), *operator, &right.read(item))
            }
            BoundCondition::Between { operand, low, high } => {
                let value = operand.read(item);
                compare(&low.read(item), Comparator::LessOrEqual, &value)
                    && compare(&value, Comparator::LessOrEqual, &high.read(item))
            }
            BoundCondition::In { operand, candidates } => {
                let value = operand.read(item);
                candidates.iter().any(|candidate| compare(&value, Comparator::Equal, &candidate.read(item)))
            }
            BoundCondition::Function(function) => function.matches(item),
        }
    }

    /// Evaluates the condition and finds the deciding clause. Costs a second evaluation and a string.
    pub fn verdict(&self, item: &Item) -> Verdict {
        Verdict { holds: self.matches(item), decided_by: self.deciding_clause(item).to_string() }
    }

    /// Returns the clause that decides. One false term decides AND, one true term decides OR, otherwise all terms
    /// decide.
    fn deciding_clause(&self, item: &Item) -> &BoundCondition {
        let decisive = match self {
            BoundCondition::And(terms) => terms.iter().find(|term| !term.matches(item)),
            BoundCondition::Or(terms) => terms.iter().find(|term| term.matches(item)),
            BoundCondition::Not(term) => {
                // A negation and its term are one clause, unless a part of the term decides alone.
                let clause = term.deciding_clause(item);
                return if std::ptr::eq(clause, term.as_ref()) { self } else { clause };
            }
            _ => None,
        };
        decisive.map_or(self, |term| term.deciding_clause(item))
    }
}
