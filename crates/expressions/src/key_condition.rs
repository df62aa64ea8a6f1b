//! Bound key conditions: one test for each key attribute.

use std::fmt;

use dynalab_types::AttributeValue;

use crate::aliases::Aliases;
use crate::bind::bind_condition;
use crate::condition::{BoundCondition, BoundOperand};
use crate::condition_function::ConditionFunction;
use crate::error::{ExpressionError, ExpressionKind, KeyProblem, Problem};
use crate::literal::Literal;
use crate::path::DocumentPath;
use crate::syntax::{Comparator, Condition, write_separated};

/// The tests in the order written, each of a different attribute. The caller checks them against the key schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundKeyCondition {
    pub clauses: Vec<KeyClause>,
}

/// The condition on one key attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyClause {
    pub attribute: Box<str>,
    pub test: KeyTest,
}

/// The test of a key value. Values compare as in the order of the sort key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyTest {
    Equal(AttributeValue),
    Less(AttributeValue),
    LessOrEqual(AttributeValue),
    Greater(AttributeValue),
    GreaterOrEqual(AttributeValue),
    /// The range includes both bounds.
    Between(AttributeValue, AttributeValue),
    BeginsWith(AttributeValue),
}

/// Turns a condition into one test for each key attribute. Whether the attributes are those of the table is checked later.
///
/// # Errors
/// The expression is no valid condition, or has an operator, a repeated attribute or a nested path that key conditions do
/// not allow.
pub fn bind_key_condition(
    tree: &Condition,
    aliases: &mut Aliases,
) -> Result<BoundKeyCondition, ExpressionError> {
    let condition = bind_condition(ExpressionKind::KeyCondition, tree, aliases)?;
    let mut clauses = Vec::new();
    collect_clauses(condition, &mut clauses)
        .map_err(|problem| problem.in_expression(ExpressionKind::KeyCondition))?;
    Ok(BoundKeyCondition { clauses })
}

impl KeyClause {
    /// Returns the key test that equals the condition, if there is one.
    pub fn from_condition(condition: &BoundCondition) -> Option<KeyClause> {
        let mut clauses = Vec::new();
        collect_clauses(condition.clone(), &mut clauses).ok()?;
        clauses.pop()
    }
}

fn collect_clauses(condition: BoundCondition, clauses: &mut Vec<KeyClause>) -> Result<(), Problem> {
    let clause = match condition {
        BoundCondition::And(terms) => {
            return terms.into_iter().try_for_each(|term| collect_clauses(term, clauses));
        }
        BoundCondition::Or(_) => return Err(KeyProblem::Operator("OR").into()),
        BoundCondition::Not(_) => return Err(KeyProblem::Operator("NOT").into()),
        BoundCondition::In { .. } => return Err(KeyProblem::Operator("IN").into()),
        BoundCondition::Compare { left, operator, right } => comparison(left, operator, right)?,
        BoundCondition::Between { operand, low, high } => {
            let (attribute, [low, high]) = operands("BETWEEN", operand, [low, high])?;
            KeyClause { attribute, test: KeyTest::Between(low, high) }
        }
        BoundCondition::Function(ConditionFunction::BeginsWith { operand, prefix }) => {
            let (attribute, [prefix]) = operands("begins_with", operand, [prefix])?;
            KeyClause { attribute, test: KeyTest::BeginsWith(prefix) }
        }
        BoundCondition::Function(function) => {
            return Err(KeyProblem::Operator(function.name()).into());
        }
    };
    if clauses.iter().any(|other| other.attribute == clause.attribute) {
        return Err(KeyProblem::ConditionRepeated.into());
    }
    clauses.push(clause);
    Ok(())
}

fn comparison(left: BoundOperand, operator: Comparator, right: BoundOperand) -> Result<KeyClause, Problem> {
    let (left, operator, right) = match (&left, &right) {
        (BoundOperand::Value(_), BoundOperand::Path(_)) => (right, operator.mirrored(), left),
        _ => (left, operator, right),
    };
    let test = match operator {
        Comparator::Equal => KeyTest::Equal,
        Comparator::NotEqual => return Err(KeyProblem::Operator("<>").into()),
        Comparator::Less => KeyTest::Less,
        Comparator::LessOrEqual => KeyTest::LessOrEqual,
        Comparator::Greater => KeyTest::Greater,
        Comparator::GreaterOrEqual => KeyTest::GreaterOrEqual,
    };
    let (attribute, [value]) = operands(operator.text(), left, [right])?;
    Ok(KeyClause { attribute, test: test(value) })
}

/// Returns the key attribute and the values to compare with.
fn operands<const COUNT: usize>(
    operator: &'static str,
    first: BoundOperand,
    rest: [BoundOperand; COUNT],
) -> Result<(Box<str>, [AttributeValue; COUNT]), Problem> {
    let is_size = |operand: &BoundOperand| matches!(operand, BoundOperand::Size(_));
    if is_size(&first) || rest.iter().any(is_size) {
        return Err(KeyProblem::OperationNested.into());
    }
    let path_count = rest.iter().chain([&first]).filter_map(BoundOperand::path).count();
    let path = match (first, path_count) {
        (BoundOperand::Path(path), 1) => path,
        (_, 0) => return Err(KeyProblem::NameMissing.into()),
        (BoundOperand::Path(_), _) => return Err(KeyProblem::NamesSeveral.into()),
        _ => return Err(KeyProblem::NameNotFirst(operator).into()),
    };
    if path.is_nested() {
        return Err(KeyProblem::PathNested.into());
    }
    let DocumentPath { attribute, .. } = path;
    let mut values = Vec::with_capacity(COUNT);
    for operand in rest {
        match operand {
            BoundOperand::Value(value) => values.push(value),
            BoundOperand::Path(_) | BoundOperand::Size(_) => return Err(KeyProblem::NamesSeveral.into()),
        }
    }
    let values = values.try_into().map_err(|_| KeyProblem::NameMissing)?;
    Ok((attribute, values))
}

impl KeyTest {
    /// Returns the operator as the expression writes it.
    pub fn operator(&self) -> &'static str {
        match self {
            KeyTest::Equal(_) => "=",
            KeyTest::Less(_) => "<",
            KeyTest::LessOrEqual(_) => "<=",
            KeyTest::Greater(_) => ">",
            KeyTest::GreaterOrEqual(_) => ">=",
            KeyTest::Between(..) => "BETWEEN",
            KeyTest::BeginsWith(_) => "begins_with",
        }
    }

    /// Iterates over the values to compare with.
    pub fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        let (first, second) = match self {
            KeyTest::Equal(value)
            | KeyTest::Less(value)
            | KeyTest::LessOrEqual(value)
            | KeyTest::Greater(value)
            | KeyTest::GreaterOrEqual(value)
            | KeyTest::BeginsWith(value) => (value, None),
            KeyTest::Between(low, high) => (low, Some(high)),
        };
        std::iter::once(first).chain(second)
    }
}

impl fmt::Display for BoundKeyCondition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(formatter, &self.clauses, " AND ")
    }
}

impl fmt::Display for KeyClause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyClause { attribute, test } = self;
        match test {
            KeyTest::Between(low, high) => {
                write!(formatter, "{attribute} BETWEEN {} AND {}", Literal(low), Literal(high))
            }
            KeyTest::BeginsWith(prefix) => write!(formatter, "begins_with({attribute}, {})", Literal(prefix)),
            KeyTest::Equal(value)
            | KeyTest::Less(value)
            | KeyTest::LessOrEqual(value)
            | KeyTest::Greater(value)
            | KeyTest::GreaterOrEqual(value) => {
                write!(formatter, "{attribute} {} {}", test.operator(), Literal(value))
            }
        }
    }
}
