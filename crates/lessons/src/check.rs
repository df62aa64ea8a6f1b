//! The checker: compares the history of a workspace with the goals of a lesson.
//!
//! It does not change the workspace. It executes requests again at their place in the history, then reverts them. Requests of a
//! goal run on a copy of the engine.

mod answer;
mod begun;
mod design;
mod every_order;
mod expect;
mod items;
mod plan;
mod probe;
mod state;
mod step;
mod throttles;

use dynalab_playground::Workspace;
use dynalab_playground::workspace::TravelError;

use crate::attempt::Attempt;
use crate::goal::{Goal, NamedGoal};
use crate::lesson::{Figures, Hint, HintCondition};
use crate::verdict::{Difference, GoalStatus, GoalVerdict, Verdict};

pub use step::Step;

/// The data that a goal checks.
struct Evidence<'a> {
    workspace: &'a Workspace,
    steps: &'a [Step],
    attempt: &'a Attempt,
    /// None in a lesson without a key design, and until the learner has made one.
    design: Option<design::CheckedDesign>,
}

/// The differences from a goal. None if the attempt has nothing that the goal is about.
type Found = Option<Vec<Difference>>;

/// Returns no differences if one of the candidates meets the goal. Otherwise returns those of the last candidate.
fn best(found: impl Iterator<Item = Vec<Difference>>) -> Found {
    let mut last = None;
    for differences in found {
        if differences.is_empty() {
            return Some(differences);
        }
        last = Some(differences);
    }
    last
}

/// # Errors
/// Fails if the history no longer has the requests of the attempt.
pub fn check(workspace: &mut Workspace, attempt: &Attempt) -> Result<Verdict, TravelError> {
    let steps = step::steps(workspace, attempt.after)?;
    let design = attempt.design.as_ref().map(design::CheckedDesign::new);
    let evidence = Evidence { workspace, steps: &steps, attempt, design };
    let mut goals: Vec<GoalVerdict> = attempt.goals.iter().map(|goal| evidence.verdict(goal)).collect();
    let solved = goals.iter().all(|goal| goal.status == GoalStatus::Met);
    let hints = if solved { Vec::new() } else { hints(&attempt.hints, &goals, &steps) };
    let figures = evidence.design.as_ref().map_or_else(|| figures(&steps), design::CheckedDesign::figures);
    begun::mark(workspace, attempt, &steps, &mut goals)?;
    Ok(Verdict { solved, hints, figures, goals })
}

impl Evidence<'_> {
    fn verdict(&self, goal: &NamedGoal) -> GoalVerdict {
        let found = match &goal.check {
            Goal::Answer(goal) => answer::check(self, goal),
            Goal::Given(goal) => answer::check_given(self, goal),
            Goal::Items(goal) => self.tried().then(|| state::check(self.workspace.engine(), goal)),
            Goal::State(goal) | Goal::Stream(goal) => {
                self.tried().then(|| probe::check(self.workspace.engine(), goal))
            }
            Goal::EveryOrder(goal) => self.tried().then(|| every_order::check(self, goal)),
            Goal::Plan(goal) => plan::check(self, goal),
            Goal::Units(goal) => plan::check_units(self, goal),
            Goal::Green(goal) => self.design.as_ref().map(|design| design.check_green(goal)),
            Goal::Findings(goal) => self.design.as_ref().map(|design| design.check_findings(goal)),
            Goal::Throttles(goal) => self.tried().then(|| throttles::check(self.workspace.engine(), goal)),
        };
        let status = match &found {
            None => GoalStatus::NotTried,
            Some(differences) if differences.is_empty() => GoalStatus::Met,
            Some(_) => GoalStatus::NotMet,
        };
        GoalVerdict { goal: goal.id.clone(), status, differences: found.unwrap_or_default() }
    }

    /// Whether the learner did anything: the start alone never meets a goal.
    fn tried(&self) -> bool {
        !self.steps.is_empty() || !self.attempt.clients.is_empty() || !self.attempt.given.is_empty()
    }
}

/// Sums the figures of all requests except those that control the simulation.
fn figures(steps: &[Step]) -> Figures {
    let mut figures = Figures::default();
    for step in steps.iter().filter(|step| !step.is_control()) {
        figures.requests += u32::from(step.succeeded());
        figures.read_units += step.read_units();
        figures.write_units += step.write_units();
        figures.items_read += step.items_read;
        figures.items_returned += step.items.len() as u64;
    }
    figures
}

fn hints(hints: &[Hint], goals: &[GoalVerdict], steps: &[Step]) -> Vec<String> {
    let last = steps.iter().rev().find(|step| !step.is_control());
    let error = last.and_then(|step| step.error.as_ref());
    let holds = |condition: &HintCondition| match condition {
        HintCondition::Goal(id) => {
            goals.iter().any(|goal| goal.goal == *id && goal.status != GoalStatus::Met)
        }
        HintCondition::Error(name) => error.is_some_and(|(known, _)| known == name),
        HintCondition::Message(part) => error.is_some_and(|(_, message)| message.contains(part.as_str())),
        HintCondition::Operation(name) => last.is_some_and(|step| step.operation == *name),
    };
    let offered = hints.iter().filter(|hint| hint.when.is_empty() || hint.when.iter().any(holds));
    offered.map(|hint| hint.id.clone()).collect()
}
