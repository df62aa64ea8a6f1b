//! Checks of a parsed tree before placeholders are resolved: reserved words, list indexes, function names, positions of
//! functions. They run in the order written.

use crate::error::{ExpressionKind, Problem};
use crate::functions::{Binding, Function, FunctionResult};
use crate::reserved::is_reserved;
use crate::syntax::{Condition, FunctionCall, Operand, Path, PathElement, SetValue, Update, UpdateClause};

/// Maximum list index.
const INDEX_MAX: u32 = i32::MAX as u32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A function that is a whole condition.
    Condition,
    /// A function that returns a value inside a condition.
    Operand,
    /// A function that returns a value inside an update.
    Update,
}

pub(crate) fn check_condition(condition: &Condition) -> Result<(), Problem> {
    match condition {
        Condition::Or(terms) | Condition::And(terms) => terms.iter().try_for_each(check_condition),
        Condition::Not(inner) | Condition::Group(inner) => check_condition(inner),
        Condition::Compare { left, right, .. } => {
            check_operand(left, Place::Operand)?;
            check_operand(right, Place::Operand)
        }
        Condition::Between { operand, low, high } => {
            [operand, low, high].into_iter().try_for_each(|operand| check_operand(operand, Place::Operand))
        }
        Condition::In { operand, candidates } => {
            check_operand(operand, Place::Operand)?;
            candidates.iter().try_for_each(|operand| check_operand(operand, Place::Operand))
        }
        Condition::Is { operand, .. } => check_operand(operand, Place::Operand),
        Condition::Function(call) => check_call(call, Place::Condition),
    }
}

pub(crate) fn check_update(update: &Update) -> Result<(), Problem> {
    for clause in &update.clauses {
        match clause {
            UpdateClause::Set(actions) => {
                for action in actions {
                    check_path(&action.path)?;
                    check_set_value(&action.value)?;
                }
            }
            UpdateClause::Remove(paths) => paths.iter().try_for_each(check_path)?,
            UpdateClause::Add(actions) | UpdateClause::Delete(actions) => {
                actions.iter().try_for_each(|action| check_path(&action.path))?;
            }
        }
    }
    Ok(())
}

fn check_set_value(value: &SetValue) -> Result<(), Problem> {
    match value {
        SetValue::Operand(operand) => check_operand(operand, Place::Update),
        SetValue::Sum(left, right) | SetValue::Difference(left, right) => {
            check_operand(left, Place::Update)?;
            check_operand(right, Place::Update)
        }
        SetValue::Group(inner) => check_set_value(inner),
    }
}

fn check_operand(operand: &Operand, place: Place) -> Result<(), Problem> {
    match operand {
        Operand::Path(path) => check_path(path),
        Operand::Value(_) | Operand::Literal(_) => Ok(()),
        Operand::Function(call) => check_call(call, place),
        Operand::Group(inner) => check_operand(inner, place),
    }
}

fn check_call(call: &FunctionCall, place: Place) -> Result<(), Problem> {
    let name = || call.name.to_string();
    let Some(function) = Function::find_in_expressions(&call.name) else {
        return Err(Problem::UnknownFunction { name: name() });
    };
    let in_update = place == Place::Update;
    if function.is_in_expression(ExpressionKind::Update) != in_update {
        return Err(Problem::FunctionOfOtherLanguage { name: name(), in_update });
    }
    let is_misplaced = match place {
        Place::Condition => function.result == FunctionResult::Value,
        Place::Operand => function.result == FunctionResult::Condition,
        Place::Update => false,
    };
    if is_misplaced {
        return Err(Problem::FunctionMisplaced { name: name() });
    }
    if matches!(function.binding, Binding::ListAppend) && call.arguments.iter().any(is_list_append) {
        return Err(Problem::FunctionMisplaced { name: name() });
    }
    let inside = if in_update { Place::Update } else { Place::Operand };
    call.arguments.iter().try_for_each(|argument| check_operand(argument, inside))
}

fn is_list_append(operand: &Operand) -> bool {
    match operand.ungrouped() {
        Operand::Function(call) => Function::find_in_expressions(&call.name)
            .is_some_and(|function| matches!(function.binding, Binding::ListAppend)),
        _ => false,
    }
}

pub(crate) fn check_path(path: &Path) -> Result<(), Problem> {
    for element in &path.elements {
        match element {
            PathElement::Name(name) if is_reserved(name) => {
                return Err(Problem::ReservedWord { word: name.to_string() });
            }
            PathElement::Index(digits) if digits.parse::<u32>().map_or(true, |index| index > INDEX_MAX) => {
                return Err(Problem::ListIndexOutOfRange { digits: digits.to_string() });
            }
            _ => {}
        }
    }
    Ok(())
}
