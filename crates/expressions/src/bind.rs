//! Binds a parsed condition: resolves placeholders and checks operands, from left to right.

use dynalab_types::DataType;

use crate::aliases::Aliases;
use crate::condition::{BoundCondition, BoundOperand};
use crate::condition_function::{ConditionFunction, check_literal};
use crate::error::{ExpressionError, ExpressionKind, Problem};
use crate::evaluate::order;
use crate::functions::{Binding, Function};
use crate::partiql::{self, Literal};
use crate::path::{DocumentPath, PathStep};
use crate::syntax::{Comparator, Condition, FunctionCall, Operand, Path, PathElement, ValueClass};
use crate::vocabulary;

/// Maximum number of elements of a path, including the attribute.
const PATH_LEVELS_MAX: usize = 32;
/// Maximum number of values in the list of IN.
const IN_VALUES_MAX: usize = 100;

/// Resolves the placeholders of a condition and checks its operands.
///
/// # Errors
/// A placeholder is not defined, an operand has a wrong type or place, or a function has a wrong number of operands.
pub fn bind_condition(
    kind: ExpressionKind,
    tree: &Condition,
    aliases: &mut Aliases,
) -> Result<BoundCondition, ExpressionError> {
    vocabulary::check_condition(tree)
        .and_then(|()| bind_tree(tree, aliases))
        .map_err(|problem| problem.in_expression(kind))
}

pub(crate) fn bind_tree(tree: &Condition, aliases: &mut Aliases) -> Result<BoundCondition, Problem> {
    let mut tree = tree;
    while let Condition::Group(inner) = tree {
        tree = inner;
    }
    match tree {
        Condition::Or(terms) => Ok(BoundCondition::Or(bind_terms(terms, aliases)?)),
        Condition::And(terms) => Ok(BoundCondition::And(bind_terms(terms, aliases)?)),
        Condition::Not(term) => Ok(BoundCondition::Not(Box::new(bind_tree(term, aliases)?))),
        Condition::Group(inner) => bind_tree(inner, aliases),
        Condition::Compare { left, comparator, right } => bind_comparison(left, *comparator, right, aliases),
        Condition::Between { operand, low, high } => bind_between([operand, low, high], aliases),
        Condition::In { operand, candidates } => bind_in(operand, candidates, aliases),
        Condition::Is { operand, negated, class } => bind_is(operand, *negated, *class, aliases),
        Condition::Function(call) => bind_call(call, aliases),
    }
}

fn bind_terms(terms: &[Condition], aliases: &mut Aliases) -> Result<Vec<BoundCondition>, Problem> {
    // A plain loop, because conditions nest and iterator adapters would multiply the stack per level.
    let mut bound = Vec::with_capacity(terms.len());
    for term in terms {
        bound.push(bind_tree(term, aliases)?);
    }
    Ok(bound)
}

fn bind_comparison(
    left: &Operand,
    operator: Comparator,
    right: &Operand,
    aliases: &mut Aliases,
) -> Result<BoundCondition, Problem> {
    if cfg!(feature = "partiql")
        && let Some(condition) = partiql::bind_truth(left, operator, right, aliases)?
    {
        return Ok(condition);
    }
    let left = bind_operand(left, aliases)?;
    let right = bind_operand(right, aliases)?;
    check_distinct(operator.text(), &left, [&right])?;
    if !matches!(operator, Comparator::Equal | Comparator::NotEqual) {
        check_ordered(operator.text(), [&left, &right])?;
    }
    Ok(BoundCondition::Compare { left, operator, right })
}

fn bind_between(operands: [&Operand; 3], aliases: &mut Aliases) -> Result<BoundCondition, Problem> {
    const NAME: &str = "BETWEEN";
    let [operand, low, high] = operands;
    let operand = bind_operand(operand, aliases)?;
    let low = bind_operand(low, aliases)?;
    let high = bind_operand(high, aliases)?;
    check_distinct(NAME, &operand, [&low, &high])?;
    check_ordered(NAME, [&operand, &low, &high])?;
    if let (BoundOperand::Value(low), BoundOperand::Value(high)) = (&low, &high) {
        let (low, high) = (low.clone(), high.clone());
        match order(&low, &high) {
            None => return Err(Problem::BetweenTypes { low, high }),
            Some(order) if order.is_gt() => return Err(Problem::BetweenOrder { low, high }),
            Some(_) => {}
        }
    }
    Ok(BoundCondition::Between { operand, low, high })
}

fn bind_in(
    operand: &Operand,
    candidates: &[Operand],
    aliases: &mut Aliases,
) -> Result<BoundCondition, Problem> {
    const NAME: &str = "IN";
    let operand = bind_operand(operand, aliases)?;
    let candidates = bind_operands(candidates, aliases)?;
    let count = candidates.len();
    if count > IN_VALUES_MAX {
        return Err(Problem::TooManyOperandsOfIn { count });
    }
    check_distinct(NAME, &operand, &candidates)?;
    Ok(BoundCondition::In { operand, candidates })
}

/// Binds `IS`. MISSING requires a path. NULL is a value, so a missing attribute is not NULL.
fn bind_is(
    operand: &Operand,
    negated: bool,
    class: ValueClass,
    aliases: &mut Aliases,
) -> Result<BoundCondition, Problem> {
    let operand = bind_operand(operand, aliases)?;
    let condition = match (class, operand) {
        (ValueClass::Missing, BoundOperand::Path(path)) => {
            let function = if negated {
                ConditionFunction::AttributeExists(path)
            } else {
                ConditionFunction::AttributeNotExists(path)
            };
            return Ok(function.into());
        }
        (ValueClass::Missing, _) => return Err(Problem::PathRequired { operator: "MISSING".to_owned() }),
        (ValueClass::Null, operand) => has_type(&operand, DataType::Null),
        (ValueClass::Type(name), operand) => match name.data_types() {
            [] => BoundCondition::And(vec![has_type(&operand, DataType::S), has_type(&operand, DataType::N)]),
            [data_type] => has_type(&operand, *data_type),
            several => {
                BoundCondition::Or(several.iter().map(|data_type| has_type(&operand, *data_type)).collect())
            }
        },
    };
    Ok(if negated { BoundCondition::Not(Box::new(condition)) } else { condition })
}

fn has_type(operand: &BoundOperand, data_type: DataType) -> BoundCondition {
    ConditionFunction::AttributeType { operand: operand.clone(), data_type }.into()
}

pub(crate) fn bind_call(call: &FunctionCall, aliases: &mut Aliases) -> Result<BoundCondition, Problem> {
    let function = find_function(call)?;
    let arguments = bind_operands(&call.arguments, aliases)?;
    function.check_operand_count(arguments.len())?;
    let Binding::Condition(bind) = function.binding else {
        return Err(Problem::FunctionMisplaced { name: call.name.to_string() });
    };
    if let Some((first, rest)) = arguments.split_first() {
        check_distinct(function.name, first, rest)?;
    }
    function.check_argument_types(&arguments)?;
    Ok(BoundCondition::Function(bind(function.name, arguments)?))
}

pub(crate) fn find_function(call: &FunctionCall) -> Result<&'static Function, Problem> {
    let found = Function::find_in_expressions(&call.name);
    found.ok_or_else(|| Problem::UnknownFunction { name: call.name.to_string() })
}

fn bind_operands(operands: &[Operand], aliases: &mut Aliases) -> Result<Vec<BoundOperand>, Problem> {
    let mut bound = Vec::with_capacity(operands.len());
    for operand in operands {
        bound.push(bind_operand(operand, aliases)?);
    }
    Ok(bound)
}

fn bind_operand(operand: &Operand, aliases: &mut Aliases) -> Result<BoundOperand, Problem> {
    match operand {
        Operand::Path(path) => Ok(BoundOperand::Path(bind_path(path, aliases)?)),
        Operand::Value(alias) => Ok(BoundOperand::Value(aliases.value(alias)?.clone())),
        Operand::Literal(literal) => bind_literal(literal, aliases),
        Operand::Group(inner) => bind_operand(inner, aliases),
        Operand::Function(call) => bind_size(call, aliases),
    }
}

/// A function of its own, because operands nest and every match arm costs stack.
fn bind_literal(literal: &Literal, aliases: &Aliases) -> Result<BoundOperand, Problem> {
    literal.value(aliases.parameters()).map(BoundOperand::Value)
}

/// Binds `size`, the only function that returns a value inside a condition.
fn bind_size(call: &FunctionCall, aliases: &mut Aliases) -> Result<BoundOperand, Problem> {
    let function = find_function(call)?;
    let arguments = bind_operands(&call.arguments, aliases)?;
    function.check_operand_count(arguments.len())?;
    let misplaced = || Problem::FunctionMisplaced { name: call.name.to_string() };
    if !matches!(function.binding, Binding::Size) {
        return Err(misplaced());
    }
    function.check_argument_types(&arguments)?;
    let argument = arguments.into_iter().next().ok_or_else(misplaced)?;
    Ok(BoundOperand::Size(Box::new(argument)))
}

/// Returns an error if an operator compares a path with itself, as DynamoDB does.
fn check_distinct<'a>(
    operator: &'static str,
    first: &BoundOperand,
    rest: impl IntoIterator<Item = &'a BoundOperand>,
) -> Result<(), Problem> {
    match first {
        BoundOperand::Path(path) if rest.into_iter().any(|operand| operand == first) => {
            Err(Problem::OperandsNotDistinct { operator, path: path.clone() })
        }
        _ => Ok(()),
    }
}

fn check_ordered<'a>(
    operator: &'static str,
    operands: impl IntoIterator<Item = &'a BoundOperand>,
) -> Result<(), Problem> {
    operands.into_iter().try_for_each(|operand| {
        check_literal(operator, operand, |data_type| {
            matches!(data_type, DataType::S | DataType::N | DataType::B)
        })
    })
}

pub(crate) fn bind_path(path: &Path, aliases: &mut Aliases) -> Result<DocumentPath, Problem> {
    let mut attribute: Option<Box<str>> = None;
    let mut steps = Vec::with_capacity(path.elements.len().saturating_sub(1));
    for element in &path.elements {
        let step = match element {
            PathElement::Name(name) | PathElement::Quoted(name) => PathStep::Name(name.clone()),
            PathElement::Alias(alias) => PathStep::Name(aliases.name(alias)?.into()),
            PathElement::Index(digits) => PathStep::Index(index(digits)?),
        };
        match (step, &attribute) {
            (PathStep::Name(name), None) => attribute = Some(name),
            (step, _) => steps.push(step),
        }
    }
    let levels = 1 + steps.len();
    if levels > PATH_LEVELS_MAX {
        return Err(Problem::PathTooDeep { levels });
    }
    Ok(DocumentPath { attribute: attribute.unwrap_or_default(), steps })
}

fn index(digits: &str) -> Result<usize, Problem> {
    digits.parse().map_err(|_| Problem::ListIndexOutOfRange { digits: digits.to_owned() })
}
