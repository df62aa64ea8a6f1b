//! Binds a parsed update. Checks all placeholders first, then conflicting paths, then operand types.

use dynalab_types::DataType;

use crate::aliases::Aliases;
use crate::bind::{bind_path, find_function};
use crate::error::{ExpressionError, ExpressionKind, OperandType, Problem};
use crate::functions::Binding;
use crate::partiql::{self, Literal};
use crate::projection::check_paths_apart;
use crate::syntax::{FunctionCall, Operand, SetValue, Update, UpdateClause, ValueAction};
use crate::update::{BoundUpdate, UpdateAction, UpdateValue};
use crate::vocabulary;

/// Resolves the placeholders of an update and checks its paths and operands.
///
/// # Errors
/// A placeholder is not defined, two paths overlap, or an operand has a wrong type.
pub fn bind_update(tree: &Update, aliases: &mut Aliases) -> Result<BoundUpdate, ExpressionError> {
    bind_tree(tree, aliases).map_err(|problem| problem.in_expression(ExpressionKind::Update))
}

fn bind_tree(tree: &Update, aliases: &mut Aliases) -> Result<BoundUpdate, Problem> {
    vocabulary::check_update(tree)?;
    bind_clauses(tree, aliases)
}

/// Binds the clauses without a check for reserved words, because PartiQL statements allow more names.
pub(crate) fn bind_clauses(tree: &Update, aliases: &mut Aliases) -> Result<BoundUpdate, Problem> {
    let mut actions = Vec::new();
    for clause in &tree.clauses {
        bind_clause(clause, aliases, &mut actions)?;
    }
    check_paths_apart(actions.iter().map(UpdateAction::path))?;
    actions.iter().try_for_each(check_action)?;
    Ok(BoundUpdate { actions })
}

fn bind_clause(
    clause: &UpdateClause,
    aliases: &mut Aliases,
    actions: &mut Vec<UpdateAction>,
) -> Result<(), Problem> {
    match clause {
        UpdateClause::Set(list) => {
            for action in list {
                let path = bind_path(&action.path, aliases)?;
                if cfg!(feature = "partiql")
                    && let SetValue::Operand(Operand::Function(call)) = &action.value
                    && let Some(change) = partiql::set_change(call, &path, aliases)?
                {
                    actions.push(change);
                    continue;
                }
                let value = bind_set_value(&action.value, aliases)?;
                actions.push(UpdateAction::Set { path, value });
            }
        }
        UpdateClause::Remove(paths) => {
            for path in paths {
                actions.push(UpdateAction::Remove { path: bind_path(path, aliases)? });
            }
        }
        UpdateClause::Add(list) => {
            for ValueAction { path, value } in list {
                let path = bind_path(path, aliases)?;
                actions.push(UpdateAction::Add { path, value: aliases.value(value)?.clone() });
            }
        }
        UpdateClause::Delete(list) => {
            for ValueAction { path, value } in list {
                let path = bind_path(path, aliases)?;
                actions.push(UpdateAction::Delete { path, value: aliases.value(value)?.clone() });
            }
        }
    }
    Ok(())
}

fn bind_set_value(value: &SetValue, aliases: &mut Aliases) -> Result<UpdateValue, Problem> {
    match value {
        SetValue::Operand(operand) => bind_operand(operand, aliases),
        SetValue::Sum(left, right) => {
            let [left, right] = bind_pair(left, right, aliases)?;
            Ok(UpdateValue::Sum(left, right))
        }
        SetValue::Difference(left, right) => {
            let [left, right] = bind_pair(left, right, aliases)?;
            Ok(UpdateValue::Difference(left, right))
        }
        SetValue::Group(inner) => bind_set_value(inner, aliases),
    }
}

fn bind_pair(
    left: &Operand,
    right: &Operand,
    aliases: &mut Aliases,
) -> Result<[Box<UpdateValue>; 2], Problem> {
    Ok([Box::new(bind_operand(left, aliases)?), Box::new(bind_operand(right, aliases)?)])
}

pub(crate) fn bind_operand(operand: &Operand, aliases: &mut Aliases) -> Result<UpdateValue, Problem> {
    match operand {
        Operand::Path(path) => Ok(UpdateValue::Path(bind_path(path, aliases)?)),
        Operand::Value(alias) => Ok(UpdateValue::Value(aliases.value(alias)?.clone())),
        Operand::Literal(literal) => bind_literal(literal, aliases),
        Operand::Group(inner) => bind_operand(inner, aliases),
        Operand::Function(call) => bind_call(call, aliases),
    }
}

/// A function of its own, because operands nest and every match arm costs stack.
fn bind_literal(literal: &Literal, aliases: &Aliases) -> Result<UpdateValue, Problem> {
    literal.value(aliases.parameters()).map(UpdateValue::Value)
}

/// Binds a call. Work before and after the arguments is in other functions, so nested calls need less stack.
fn bind_call(call: &FunctionCall, aliases: &mut Aliases) -> Result<UpdateValue, Problem> {
    find_function(call)?;
    bound_call(call, bind_arguments(&call.arguments, aliases)?)
}

fn bind_arguments(operands: &[Operand], aliases: &mut Aliases) -> Result<Vec<UpdateValue>, Problem> {
    // A plain loop, because iterator adapters would need more stack per level.
    let mut arguments = Vec::with_capacity(operands.len());
    for operand in operands {
        arguments.push(bind_operand(operand, aliases)?);
    }
    Ok(arguments)
}

fn bound_call(call: &FunctionCall, arguments: Vec<UpdateValue>) -> Result<UpdateValue, Problem> {
    let function = find_function(call)?;
    let count = arguments.len();
    function.check_operand_count(count)?;
    let [first, second]: [UpdateValue; 2] = arguments
        .try_into()
        .map_err(|_| Problem::OperandCount { operator: function.name.to_owned(), count })?;
    match (function.binding, first) {
        (Binding::IfNotExists, UpdateValue::Path(path)) => {
            Ok(UpdateValue::IfNotExists { path, default: Box::new(second) })
        }
        (Binding::IfNotExists, _) => Err(Problem::PathRequired { operator: function.name.to_owned() }),
        (Binding::ListAppend, first) => Ok(UpdateValue::ListAppend(Box::new(first), Box::new(second))),
        _ => Err(Problem::FunctionOfOtherLanguage { name: call.name.to_string(), in_update: true }),
    }
}

fn check_action(action: &UpdateAction) -> Result<(), Problem> {
    match action {
        UpdateAction::Set { value, .. } => check_value(value),
        UpdateAction::Remove { .. } => Ok(()),
        UpdateAction::Add { value, .. } => match value.data_type() {
            DataType::N | DataType::Ss | DataType::Ns | DataType::Bs => Ok(()),
            data_type => Err(Problem::ActionOperandType { action: "ADD", data_type }),
        },
        UpdateAction::Delete { value, .. } => match value.data_type() {
            DataType::Ss | DataType::Ns | DataType::Bs => Ok(()),
            data_type => Err(Problem::ActionOperandType { action: "DELETE", data_type }),
        },
    }
}

fn check_value(value: &UpdateValue) -> Result<(), Problem> {
    match value {
        UpdateValue::Value(_) | UpdateValue::Path(_) => Ok(()),
        UpdateValue::Sum(left, right) => check_operands("+", [left, right], DataType::N),
        UpdateValue::Difference(left, right) => check_operands("-", [left, right], DataType::N),
        UpdateValue::IfNotExists { default, .. } => check_value(default),
        UpdateValue::ListAppend(left, right) => check_operands("list_append", [left, right], DataType::L),
    }
}

fn check_operands(
    operator: &'static str,
    operands: [&UpdateValue; 2],
    wanted: DataType,
) -> Result<(), Problem> {
    for operand in operands {
        check_value(operand)?;
        match literal_type(operand) {
            Some(data_type) if data_type != wanted => {
                return Err(Problem::OperandType { operator, operand_type: OperandType::Of(data_type) });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the type of a value if it does not depend on the item.
fn literal_type(value: &UpdateValue) -> Option<DataType> {
    match value {
        UpdateValue::Value(value) => Some(value.data_type()),
        UpdateValue::Sum(..) | UpdateValue::Difference(..) => Some(DataType::N),
        UpdateValue::ListAppend(..) => Some(DataType::L),
        UpdateValue::Path(_) | UpdateValue::IfNotExists { .. } => None,
    }
}
