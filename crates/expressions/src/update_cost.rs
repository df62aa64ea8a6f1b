//! The size of an update as a statement, independent of the item. UpdateItem rejects one that is too large.
//!
//! Source: measured at DynamoDB in October 2026.

use crate::path::{DocumentPath, PathStep};
use crate::update::{BoundUpdate, UpdateAction, UpdateValue};

const STATEMENT_BYTES: u64 = 3;
/// Cost of a SET or ADD action.
const WRITE_BYTES: u64 = 19;
/// Cost of a REMOVE or DELETE action.
const REMOVE_BYTES: u64 = 1;
const TARGET_STEP_BYTES: u64 = 4;
const OPERAND_PATH_BYTES: u64 = 1;
const OPERAND_STEP_BYTES: u64 = 14;
const SUM_BYTES: u64 = 34;
const DIFFERENCE_BYTES: u64 = 37;
const IF_NOT_EXISTS_BYTES: u64 = 39;
const LIST_APPEND_BYTES: u64 = 37;

impl BoundUpdate {
    /// Returns the size of the statement in bytes. Values in the statement count, values that it reads do not.
    pub fn statement_bytes(&self) -> u64 {
        STATEMENT_BYTES + self.actions.iter().map(action_bytes).sum::<u64>()
    }
}

fn action_bytes(action: &UpdateAction) -> u64 {
    match action {
        UpdateAction::Set { path, value } => WRITE_BYTES + target_bytes(path) + operand_bytes(value),
        UpdateAction::Add { path, value } => WRITE_BYTES + target_bytes(path) + value.size_bytes(),
        UpdateAction::Remove { path } | UpdateAction::Delete { path, .. } => {
            REMOVE_BYTES + target_bytes(path)
        }
    }
}

fn target_bytes(path: &DocumentPath) -> u64 {
    let steps: u64 = path.steps.iter().map(|step| TARGET_STEP_BYTES + step_length(step)).sum();
    path.attribute.len() as u64 + steps
}

fn operand_bytes(operand: &UpdateValue) -> u64 {
    match operand {
        UpdateValue::Value(value) => value.size_bytes(),
        UpdateValue::Path(path) => path_bytes(path),
        UpdateValue::Sum(left, right) => SUM_BYTES + operand_bytes(left) + operand_bytes(right),
        UpdateValue::Difference(left, right) => DIFFERENCE_BYTES + operand_bytes(left) + operand_bytes(right),
        UpdateValue::IfNotExists { path, default } => {
            IF_NOT_EXISTS_BYTES + path_bytes(path) + operand_bytes(default)
        }
        UpdateValue::ListAppend(left, right) => {
            LIST_APPEND_BYTES + operand_bytes(left) + operand_bytes(right)
        }
    }
}

/// Returns the size of a path operand in bytes. The attribute is its first step.
fn path_bytes(path: &DocumentPath) -> u64 {
    let steps: u64 = path.steps.iter().map(|step| OPERAND_STEP_BYTES + step_length(step)).sum();
    OPERAND_PATH_BYTES + OPERAND_STEP_BYTES + path.attribute.len() as u64 + steps
}

/// Returns the bytes of a name, or the number of digits of an index.
fn step_length(step: &PathStep) -> u64 {
    match step {
        PathStep::Name(name) => name.len() as u64,
        PathStep::Index(index) => index.checked_ilog10().map_or(1, |power| u64::from(power) + 1),
    }
}
