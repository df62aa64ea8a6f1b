//! Tells a goal about tables or settings that the learner has not begun from one that is wrong: both are not met.
//!
//! A request that meets a goal belongs to that goal. What else it changes says nothing about the other goals.

use dynalab_playground::Workspace;
use dynalab_playground::workspace::TravelError;

use super::{Evidence, Step};
use crate::attempt::Attempt;
use crate::goal::{Goal, NamedGoal, ProbeGoal};
use crate::verdict::{Difference, GoalStatus, GoalVerdict};

/// A longer attempt has no goals that are not begun.
const STEPS_MAX: usize = 30;
/// Operations of the simulation that only let time pass.
const PASSING: [&str; 2] = ["Dynalab.AdvanceClock", "Dynalab.SetClock"];
/// The beginnings of the names of operations that change nothing.
const READING: [&str; 9] =
    ["Get", "Query", "Scan", "Describe", "List", "BatchGet", "TransactGet", "Search", "Dynalab.Describe"];

/// Marks the goals that the learner has not begun as not tried.
///
/// # Errors
/// Fails if the history no longer has the requests of the attempt.
pub(super) fn mark(
    workspace: &mut Workspace,
    attempt: &Attempt,
    steps: &[Step],
    verdicts: &mut [GoalVerdict],
) -> Result<(), TravelError> {
    let is_open = |verdict: &GoalVerdict| verdict.status == GoalStatus::NotMet;
    let states: Vec<bool> = attempt.goals.iter().map(|goal| is_state(&goal.check)).collect();
    let some_open = verdicts.iter().zip(&states).any(|(verdict, state)| *state && is_open(verdict));
    if !some_open || attempt.goals.len() < 2 || !attempt.clients.is_empty() || steps.len() > STEPS_MAX {
        return Ok(());
    }
    let begun = match verdicts.iter().any(|verdict| verdict.status == GoalStatus::Met) {
        true => {
            let shown = workspace.history().number(workspace.history().position());
            let begun = begun(workspace, attempt, steps);
            // The page may show an earlier point in history.
            workspace.look_at(shown)?;
            begun?
        }
        // No request belongs to a goal, so each may be about any.
        false => attempt.goals.iter().map(|goal| is_tried(steps, &goal.check)).collect(),
    };
    for ((verdict, state), begun) in verdicts.iter_mut().zip(states).zip(begun) {
        if state && is_open(verdict) && !begun {
            (verdict.status, verdict.differences) = (GoalStatus::NotTried, Vec::new());
        }
    }
    Ok(())
}

fn begun(workspace: &mut Workspace, attempt: &Attempt, steps: &[Step]) -> Result<Vec<bool>, TravelError> {
    let mut begun = vec![false; attempt.goals.len()];
    workspace.look_at(attempt.after)?;
    let mut before = differences(workspace, attempt, &[]);
    for (place, step) in steps.iter().enumerate() {
        workspace.look_at(attempt.after + step.number)?;
        let now = differences(workspace, attempt, &steps[..=place]);
        let meets = before.iter().zip(&now).any(|(before, now)| !is_met(before) && is_met(now));
        for (place, goal) in attempt.goals.iter().enumerate() {
            let (before, now) = (&before[place], &now[place]);
            let is_lost = is_met(before) && !is_met(now);
            let is_other = !meets && (before != now || (is_try(step) && is_about(step, &goal.check)));
            begun[place] |= is_lost || is_other;
        }
        before = now;
    }
    Ok(begun)
}

/// Returns the differences of the goals that are quick to check. `None` for goals that are not tried, and for all others.
fn differences(workspace: &Workspace, attempt: &Attempt, steps: &[Step]) -> Vec<Option<Vec<Difference>>> {
    let evidence = Evidence { workspace, steps, attempt, design: None };
    let of_goal = |goal: &NamedGoal| match &goal.check {
        Goal::Answer(goal) => super::answer::check(&evidence, goal),
        Goal::Items(goal) => Some(super::state::check(workspace.engine(), goal)),
        Goal::State(goal) | Goal::Stream(goal) => Some(super::probe::check(workspace.engine(), goal)),
        _ => None,
    };
    attempt.goals.iter().map(of_goal).collect()
}

fn is_state(goal: &Goal) -> bool {
    matches!(goal, Goal::Items(_) | Goal::State(_) | Goal::Stream(_))
}

fn is_met(differences: &Option<Vec<Difference>>) -> bool {
    differences.as_ref().is_some_and(Vec::is_empty)
}

fn is_tried(steps: &[Step], goal: &Goal) -> bool {
    steps.iter().any(|step| is_try(step) && is_about(step, goal))
}

/// Whether a request could have changed what a goal is about.
fn is_try(step: &Step) -> bool {
    !PASSING.contains(&step.operation.as_str())
        && !READING.iter().any(|beginning| step.operation.starts_with(beginning))
}

/// Whether a request names a table of the goal. A goal without tables may be about any request.
fn is_about(step: &Step, goal: &Goal) -> bool {
    let tables: Vec<&str> = match goal {
        Goal::Items(goal) => vec![&goal.table],
        Goal::State(goal) | Goal::Stream(goal) => tables_of(goal),
        _ => return false,
    };
    tables.is_empty() || tables.iter().any(|table| step.tables.contains(*table))
}

fn tables_of(goal: &ProbeGoal) -> Vec<&str> {
    use dynalab_types::json::Value;
    let named = goal.requests.iter().filter_map(|request| match &request.body.0 {
        Value::Object(body) => body.get("TableName").and_then(Value::as_str),
        _ => None,
    });
    named.collect()
}
