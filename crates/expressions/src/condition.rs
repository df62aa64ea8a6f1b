//! Bound conditions: placeholders resolved, parentheses removed, ready to evaluate.

use std::collections::BTreeSet;

use dynalab_types::ordered::set_of;
use std::fmt;

use dynalab_types::AttributeValue;

use crate::condition_function::ConditionFunction;
use crate::literal::Literal;
use crate::path::DocumentPath;
use crate::syntax::{Comparator, write_separated};

/// A condition or filter for one item. Legacy parameters build these trees directly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundCondition {
    /// True if all terms are true.
    And(Vec<BoundCondition>),
    /// True if at least one term is true.
    Or(Vec<BoundCondition>),
    Not(Box<BoundCondition>),
    Compare {
        left: BoundOperand,
        operator: Comparator,
        right: BoundOperand,
    },
    Between {
        operand: BoundOperand,
        low: BoundOperand,
        high: BoundOperand,
    },
    In {
        operand: BoundOperand,
        candidates: Vec<BoundOperand>,
    },
    Function(ConditionFunction),
}

/// What a comparison or a function of a condition reads: a value of the item, a constant, or the size of either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundOperand {
    Path(DocumentPath),
    Value(AttributeValue),
    Size(Box<BoundOperand>),
}

impl From<ConditionFunction> for BoundCondition {
    fn from(function: ConditionFunction) -> BoundCondition {
        BoundCondition::Function(function)
    }
}

impl BoundCondition {
    /// Returns the names of the top-level attributes in the condition.
    pub fn attributes(&self) -> BTreeSet<&str> {
        set_of(self.paths().into_iter().map(|path| path.attribute.as_ref()))
    }

    /// Returns all paths in the order written, including repetitions.
    pub fn paths(&self) -> Vec<&DocumentPath> {
        let mut paths = Vec::new();
        self.collect_paths(&mut paths);
        paths
    }

    fn collect_paths<'a>(&'a self, paths: &mut Vec<&'a DocumentPath>) {
        match self {
            BoundCondition::And(terms) | BoundCondition::Or(terms) => {
                terms.iter().for_each(|term| term.collect_paths(paths));
            }
            BoundCondition::Not(term) => term.collect_paths(paths),
            BoundCondition::Compare { left, right, .. } => {
                paths.extend([left.path(), right.path()].iter().flatten())
            }
            BoundCondition::Between { operand, low, high } => {
                paths.extend([operand.path(), low.path(), high.path()].iter().flatten());
            }
            BoundCondition::In { operand, candidates } => {
                paths.extend(operand.path());
                paths.extend(candidates.iter().filter_map(BoundOperand::path));
            }
            BoundCondition::Function(function) => {
                paths.extend(function.paths());
            }
        }
    }

    /// Returns the precedence of the printed text. A term with a higher value needs parentheses inside one with a lower
    /// value.
    fn looseness(&self) -> u8 {
        match self {
            BoundCondition::Or(_) => 2,
            BoundCondition::And(_) => 1,
            _ => 0,
        }
    }
}

impl BoundOperand {
    /// Returns the path that the operand reads, if any.
    pub fn path(&self) -> Option<&DocumentPath> {
        match self {
            BoundOperand::Path(path) => Some(path),
            BoundOperand::Value(_) => None,
            BoundOperand::Size(inner) => inner.path(),
        }
    }

    /// Returns the operand that reads a top-level attribute.
    pub fn attribute(name: impl Into<Box<str>>) -> BoundOperand {
        BoundOperand::Path(DocumentPath::attribute(name))
    }
}

impl fmt::Display for BoundCondition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoundCondition::And(terms) => {
                write_separated(formatter, terms.iter().map(|term| Term { term, looseness_max: 0 }), " AND ")
            }
            BoundCondition::Or(terms) => {
                write_separated(formatter, terms.iter().map(|term| Term { term, looseness_max: 1 }), " OR ")
            }
            BoundCondition::Not(term) => write!(formatter, "NOT {}", Term { term, looseness_max: 0 }),
            BoundCondition::Compare { left, operator, right } => {
                write!(formatter, "{left} {operator} {right}")
            }
            BoundCondition::Between { operand, low, high } => {
                write!(formatter, "{operand} BETWEEN {low} AND {high}")
            }
            BoundCondition::In { operand, candidates } => {
                write!(formatter, "{operand} IN (")?;
                write_separated(formatter, candidates, ", ")?;
                formatter.write_str(")")
            }
            BoundCondition::Function(function) => write!(formatter, "{function}"),
        }
    }
}

struct Term<'a> {
    term: &'a BoundCondition,
    looseness_max: u8,
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.term.looseness() > self.looseness_max {
            write!(formatter, "({})", self.term)
        } else {
            write!(formatter, "{}", self.term)
        }
    }
}

impl fmt::Display for BoundOperand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoundOperand::Path(path) => write!(formatter, "{path}"),
            BoundOperand::Value(value) => write!(formatter, "{}", Literal(value)),
            BoundOperand::Size(inner) => write!(formatter, "size({inner})"),
        }
    }
}
