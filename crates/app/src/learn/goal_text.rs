//! The state of a goal as a word, and the differences of all goals.

use dynalab_lessons::verdict::{Difference, GoalStatus, Verdict};
use dynalab_messages::Messages;

use crate::sentences::learn as words;

/// Returns the word for the state of a goal.
pub fn status_word(status: GoalStatus, messages: &Messages) -> String {
    messages.text(match status {
        GoalStatus::NotTried => words::LEARN_GOAL_OPEN,
        GoalStatus::Met => words::LEARN_GOAL_MET,
        GoalStatus::NotMet => words::LEARN_GOAL_FAILED,
    })
}

/// Returns the differences of all goals that are not met.
pub fn all_differences(verdict: &Verdict) -> Vec<Difference> {
    let failed = verdict.goals.iter().filter(|goal| goal.status == GoalStatus::NotMet);
    failed.flat_map(|goal| goal.differences.iter().cloned()).collect()
}
