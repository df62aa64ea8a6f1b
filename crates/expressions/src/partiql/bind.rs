//! Binds the parts of a statement: its condition, update and projection, with parameter values.

use dynalab_types::{AttributeValue, DataType};

use super::{SetFunction, SetFunctionProblem, StatementProblem};
use crate::aliases::Aliases;
use crate::bind::{self, bind_tree};
use crate::bind_update::{bind_clauses, bind_operand};
use crate::condition::BoundCondition;
use crate::error::Problem;
use crate::functions::{Binding, Function, FunctionResult};
use crate::path::DocumentPath;
use crate::projection::BoundProjection;
use crate::syntax::{Comparator, Condition, FunctionCall, Operand, Path, Update};
use crate::update::{BoundUpdate, UpdateAction, UpdateValue};

/// Resolves the literals and parameters of WHERE, and checks its operands.
///
/// # Errors
/// An operand has a wrong type or place, or a literal is no value.
pub fn bind_where(condition: &Condition, aliases: &mut Aliases) -> Result<BoundCondition, Problem> {
    bind_tree(condition, aliases)
}

/// Resolves the literals and parameters of SET and REMOVE, and checks their paths and operands.
///
/// # Errors
/// Two paths overlap, an operand has a wrong type, or a literal is no value.
pub fn bind_update(update: &Update, aliases: &mut Aliases) -> Result<BoundUpdate, Problem> {
    bind_clauses(update, aliases)
}

/// Resolves a path of a statement, which has no placeholders.
///
/// # Errors
/// The path is too deep, or an index of it is too large.
pub fn bind_path(path: &Path) -> Result<DocumentPath, Problem> {
    bind::bind_path(path, &mut Aliases::default())
}

/// Binds the selected paths. Returns None for all attributes.
///
/// # Errors
/// A path is invalid.
pub fn bind_projection(paths: &[Path]) -> Result<Option<BoundProjection>, Problem> {
    if paths.is_empty() {
        return Ok(None);
    }
    let mut bound = Vec::with_capacity(paths.len());
    for path in paths {
        bound.push(bind_path(path)?);
    }
    Ok(Some(BoundProjection::flat(bound)))
}

/// Binds `attribute_exists(path) = true` as the function or its opposite. Returns None for any other comparison.
pub(crate) fn bind_truth(
    left: &Operand,
    comparator: Comparator,
    right: &Operand,
    aliases: &mut Aliases,
) -> Result<Option<BoundCondition>, Problem> {
    let (call, literal) = match (left.ungrouped(), right.ungrouped()) {
        (Operand::Function(call), Operand::Literal(literal))
        | (Operand::Literal(literal), Operand::Function(call)) => (call, literal),
        _ => return Ok(None),
    };
    let is_condition = bind::find_function(call)?.result == FunctionResult::Condition;
    let AttributeValue::Bool(wanted) = literal.value(aliases.parameters())? else { return Ok(None) };
    let equal = match comparator {
        Comparator::Equal if is_condition => true,
        Comparator::NotEqual if is_condition => false,
        _ => return Ok(None),
    };
    let condition = bind::bind_call(call, aliases)?;
    Ok(Some(if wanted == equal { condition } else { BoundCondition::Not(Box::new(condition)) }))
}

/// Binds `SET path = set_add(path, <<…>>)` as ADD and `set_delete` as DELETE. Returns None for any other function.
pub(crate) fn set_change(
    call: &FunctionCall,
    target: &DocumentPath,
    aliases: &mut Aliases,
) -> Result<Option<UpdateAction>, Problem> {
    let Some(Binding::SetMembers(function)) = Function::find(&call.name).map(|function| function.binding)
    else {
        return Ok(None);
    };
    let refuse =
        |problem, position| Err(Problem::from(StatementProblem::SetFunction { function, problem, position }));
    let [path, members] = call.arguments.as_slice() else {
        return refuse(SetFunctionProblem::ArgumentCount, call.place().name);
    };
    match bind_operand(path, aliases)? {
        UpdateValue::Path(path) if path == *target => {}
        _ => return refuse(SetFunctionProblem::OtherAttribute, call.place().name),
    }
    let path = target.clone();
    match (bind_operand(members, aliases)?, function) {
        (UpdateValue::Value(value), SetFunction::Add) if is_set(&value) => {
            Ok(Some(UpdateAction::Add { path, value }))
        }
        (UpdateValue::Value(value), SetFunction::Delete) if is_set(&value) => {
            Ok(Some(UpdateAction::Delete { path, value }))
        }
        _ => refuse(SetFunctionProblem::NoSet, call.place().first_argument),
    }
}

fn is_set(value: &AttributeValue) -> bool {
    matches!(value.data_type(), DataType::Ss | DataType::Ns | DataType::Bs)
}
