//! What an update weighs as a statement, whatever it makes of an item: UpdateItem refuses one that is too heavy.
//!
//! Figures: measured at the service in October 2026.

use crate::path::{DocumentPath, PathStep};
use crate::update::{BoundUpdate, UpdateAction, UpdateValue};

const STATEMENT_BYTES: u64 = 3;
/// Of SET and of ADD.
const WRITE_BYTES: u64 = 19;
/// Of REMOVE and of DELETE.
const REMOVE_BYTES: u64 = 1;
const TARGET_STEP_BYTES: u64 = 4;
const OPERAND_PATH_BYTES: u64 = 1;
const OPERAND_STEP_BYTES: u64 = 14;
const SUM_BYTES: u64 = 34;
const DIFFERENCE_BYTES: u64 = 37;
const IF_NOT_EXISTS_BYTES: u64 = 39;
const LIST_APPEND_BYTES: u64 = 37;

impl BoundUpdate {
    /// The values that the statement holds count, those that it reads do not.
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

/// The attribute is the first step.
fn path_bytes(path: &DocumentPath) -> u64 {
    let steps: u64 = path.steps.iter().map(|step| OPERAND_STEP_BYTES + step_length(step)).sum();
    OPERAND_PATH_BYTES + OPERAND_STEP_BYTES + path.attribute.len() as u64 + steps
}

/// Bytes of a name, or the digits of an index.
fn step_length(step: &PathStep) -> u64 {
    match step {
        PathStep::Name(name) => name.len() as u64,
        PathStep::Index(index) => index.checked_ilog10().map_or(1, |power| u64::from(power) + 1),
    }
}
