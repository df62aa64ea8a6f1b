//! The input of the checker: the goals, where the attempt begins, and the learner's answers to the lesson's questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::design::DesignAnswer;
use crate::goal::NamedGoal;
use crate::json::Json;
use crate::lesson::{Hint, RequestFacts};

/// The page sends it to the worker, which has the workspace with the learner's tables and history. The attempt is the current
/// branch of the history, from entry `after` to the head. Requests that the learner undid or left on another branch do not
/// count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub goals: Vec<NamedGoal>,
    pub hints: Vec<Hint>,
    /// The number of the history's head right after the start was opened (`TimelineView::head`).
    pub after: u32,
    /// The learner's answers, by question name.
    pub given: BTreeMap<String, String>,
    /// In a lesson with several clients: the requests of each client, as the learner wrote them.
    pub clients: Vec<Vec<RequestFacts>>,
    /// In a lesson about a key design: the brief and the learner's answer.
    pub design: Option<DesignAttempt>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DesignAttempt {
    pub brief: Json,
    pub answer: DesignAnswer,
}
