//! What the checker is asked: the goals, where the attempt begins, and what the learner answered without a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::design::DesignAnswer;
use crate::goal::NamedGoal;
use crate::json::Json;
use crate::lesson::{Hint, RequestFacts};

/// Travels to the worker, which has the workspace with the learner's tables and history. The attempt is what the current branch of the
/// history has between entry `after` and its head: what the learner undid or left on another branch does not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub goals: Vec<NamedGoal>,
    pub hints: Vec<Hint>,
    /// The number of the history's head right after the start was opened (`TimelineView::head`).
    pub after: u32,
    /// By the names of the questions.
    pub given: BTreeMap<String, String>,
    /// In a lesson with several clients: the requests of each, as the learner wrote them.
    pub clients: Vec<Vec<RequestFacts>>,
    /// In a lesson about a key design: the brief, and what the learner made of it.
    pub design: Option<DesignAttempt>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DesignAttempt {
    pub brief: Json,
    pub answer: DesignAnswer,
}
