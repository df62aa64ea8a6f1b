//! What the checker is asked: the goals, where the attempt begins, and what the learner answered without a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::goal::NamedGoal;
use crate::lesson::Hint;

/// Travels to the worker, which has the workspace with the learner's tables and history. The attempt is what the current branch of the
/// history has after its first `start_entries` entries: what the learner undid or left on another branch does not count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub goals: Vec<NamedGoal>,
    pub hints: Vec<Hint>,
    /// How many entries the start of the lesson made; see [`crate::lesson::Measured::start_entries`].
    pub start_entries: u32,
    /// By the names of the questions.
    pub given: BTreeMap<String, String>,
}
