//! The parts of a statement as they are meant: its condition, its update and its projection, with parameters filled in.

use dynalab_types::DataType;

use crate::aliases::Aliases;
use crate::bind::{self, bind_tree};
use crate::bind_update::{bind_clauses, bind_operand};
use crate::condition::BoundCondition;
use crate::error::{OperandType, Problem};
use crate::path::DocumentPath;
use crate::projection::BoundProjection;
use crate::syntax::{Condition, FunctionCall, Path, Update};
use crate::update::{BoundUpdate, UpdateAction, UpdateValue};

pub fn bind_where(condition: &Condition, aliases: &mut Aliases) -> Result<BoundCondition, Problem> {
    bind_tree(condition, aliases)
}

pub fn bind_update(update: &Update, aliases: &mut Aliases) -> Result<BoundUpdate, Problem> {
    bind_clauses(update, aliases)
}

pub fn bind_path(path: &Path) -> Result<DocumentPath, Problem> {
    bind::bind_path(path, &mut Aliases::default())
}

/// None for all attributes.
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

/// `SET path = set_add(path, <<…>>)` is an ADD, and `set_delete` a DELETE; none of any other function.
pub(crate) fn set_change(
    call: &FunctionCall,
    target: &DocumentPath,
    aliases: &mut Aliases,
) -> Result<Option<UpdateAction>, Problem> {
    let (name, adds) = match call.name.as_ref() {
        "set_add" => ("set_add", true),
        "set_delete" => ("set_delete", false),
        _ => return Ok(None),
    };
    let [path, members] = call.arguments.as_slice() else {
        return Err(Problem::OperandCount { operator: name.to_owned(), count: call.arguments.len() });
    };
    match bind_operand(path, aliases)? {
        UpdateValue::Path(path) if path == *target => {}
        _ => return Err(Problem::PathRequired { operator: name.to_owned() }),
    }
    let value = match bind_operand(members, aliases)? {
        UpdateValue::Value(value) => value,
        _ => return Err(Problem::OperandType { operator: name, operand_type: OperandType::NoLiteral }),
    };
    let path = target.clone();
    match value.data_type() {
        DataType::Ss | DataType::Ns | DataType::Bs if adds => Ok(Some(UpdateAction::Add { path, value })),
        DataType::Ss | DataType::Ns | DataType::Bs => Ok(Some(UpdateAction::Delete { path, value })),
        other => Err(Problem::OperandType { operator: name, operand_type: OperandType::Of(other) }),
    }
}
