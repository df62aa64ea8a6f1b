//! Goals about responses, and about the learner's answers to questions.

use dynalab_types::Item;

use super::expect;
use super::items::{Comparison, decode, decode_value};
use super::state::key_names;
use super::step::{self, Step};
use super::{Evidence, Found};
use crate::goal::{AnswerGoal, GivenGoal, Selection, Take};
use crate::verdict::{Difference, ItemPlace};

pub(super) fn check(evidence: &Evidence, goal: &AnswerGoal) -> Found {
    if let Some(error) = &goal.error {
        return check_error(evidence, &goal.of, error);
    }
    let rejected = rejection(evidence.steps, &goal.of);
    let reads = step::select(evidence.steps, &goal.of);
    let found = super::best(reads.iter().map(|read| differences(evidence, goal, read)));
    match (found, rejected) {
        (None, rejected) => rejected.map(|rejected| vec![rejected]),
        (Some(mut found), rejected) => {
            if !found.is_empty() {
                found.splice(0..0, rejected);
            }
            Some(found)
        }
    }
}

fn differences(evidence: &Evidence, goal: &AnswerGoal, read: &[&Step]) -> Vec<Difference> {
    let mut found = Vec::new();
    let answered: Vec<&&Step> = read.iter().filter(|step| step.succeeded()).collect();
    let yours: Vec<Item> = answered.iter().flat_map(|step| &step.items).map(decode_value).collect();
    if let Some(items) = &goal.items {
        let table = answered.last().and_then(|step| step.tables.first());
        let keys = table.map(|table| key_names(evidence.workspace.engine(), table, None)).unwrap_or_default();
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
    if let Some(last) = answered.last() {
        found.extend(expect::check(&last.response, &goal.expect));
    }
    found
}

/// Returns the error of the last request, if DynamoDB rejected it.
pub(super) fn rejection(steps: &[Step], selection: &Selection) -> Option<Difference> {
    let step = step::last_rejected(steps, selection)?;
    let (error, message) = step.error.clone()?;
    Some(Difference::Rejected { step: step.number, operation: step.operation.clone(), error, message })
}

fn check_error(evidence: &Evidence, selection: &Selection, wanted: &str) -> Found {
    let failed_so = |step: &Step| step.error.as_ref().is_some_and(|(name, _)| name == wanted);
    if selection.take == Take::Any && step::matching(evidence.steps, selection).any(failed_so) {
        return Some(Vec::new());
    }
    let rejected = step::last_rejected(evidence.steps, selection);
    let last = match rejected {
        Some(step) => step,
        None => *step::select(evidence.steps, selection).last()?.last()?,
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
