//! Goals about what came back, and about what the learner answered.

use super::expect;
use super::items::{Comparison, decode, decode_value};
use super::state::key_names;
use super::step::{self, Step};
use super::{Evidence, Found};
use crate::goal::{AnswerGoal, GivenGoal, Selection};
use crate::verdict::{Difference, ItemPlace};

pub(super) fn check(evidence: &Evidence, goal: &AnswerGoal) -> Found {
    if let Some(error) = &goal.error {
        return check_error(evidence, &goal.of, error);
    }
    let steps: Vec<&Step> =
        step::select(evidence.steps, &goal.of).into_iter().filter(|step| step.succeeded()).collect();
    let rejected = rejection(evidence.steps, &goal.of);
    let Some(last) = steps.last() else { return rejected.map(|rejected| vec![rejected]) };
    let mut found = Vec::new();
    let yours: Vec<_> = steps.iter().flat_map(|step| &step.items).map(decode_value).collect();
    if let Some(items) = &goal.items {
        let keys = last
            .tables
            .first()
            .map(|table| key_names(evidence.workspace.engine(), table, None))
            .unwrap_or_default();
        let comparison = Comparison {
            place: ItemPlace::Response,
            keys: &keys,
            partial: goal.partial,
            only: true,
            in_order: goal.in_order,
        };
        found.extend(comparison.differences(&yours, &items.iter().map(decode).collect::<Vec<_>>()));
    }
    if let Some(count) = goal.count.filter(|count| *count != yours.len() as u64) {
        let place = ItemPlace::Response;
        found.push(Difference::ItemCount { place, yours: yours.len() as u64, goal: count });
    }
    found.extend(expect::check(&last.response, &goal.expect));
    if !found.is_empty() {
        found.splice(0..0, rejected);
    }
    Some(found)
}

/// Why the last request came to nothing.
pub(super) fn rejection(steps: &[Step], selection: &Selection) -> Option<Difference> {
    let step = step::last_rejected(steps, selection)?;
    let (error, message) = step.error.clone()?;
    Some(Difference::Rejected { step: step.number, operation: step.operation.clone(), error, message })
}

fn check_error(evidence: &Evidence, selection: &Selection, wanted: &str) -> Found {
    let rejected = step::last_rejected(evidence.steps, selection);
    let last = match rejected {
        Some(step) => step,
        None => *step::select(evidence.steps, selection).last()?,
    };
    let yours = last.error.as_ref().map(|(name, _)| name.clone());
    if yours.as_deref() == Some(wanted) {
        return Some(Vec::new());
    }
    let (step, operation) = (last.number, last.operation.clone());
    Some(vec![Difference::Outcome { step, operation, yours, goal: wanted.to_owned() }])
}

pub(super) fn check_given(evidence: &Evidence, goal: &GivenGoal) -> Found {
    let yours = evidence.attempt.given.get(&goal.question)?;
    let right = match (yours.trim().parse::<f64>(), goal.is.parse::<f64>()) {
        (Ok(yours), Ok(goal_number)) => (yours - goal_number).abs() <= goal.tolerance,
        _ => yours == &goal.is,
    };
    let difference = Difference::Given { question: goal.question.clone(), yours: Some(yours.clone()) };
    Some(if right { Vec::new() } else { vec![difference] })
}
