//! Goals about how DynamoDB executed the requests, and about the capacity that they consumed.

use super::answer::rejection;
use super::step::{self, SourceName, Step};
use super::{Evidence, Found};
use crate::goal::{PlanGoal, UnitsGoal};
use crate::verdict::{Difference, Limit, StepUnits, UnitKind};

pub(super) fn check(evidence: &Evidence, goal: &PlanGoal) -> Found {
    let reads = step::select(evidence.steps, &goal.of);
    let found = super::best(reads.iter().map(|read| differences(goal, read)));
    found.or_else(|| rejection(evidence.steps, &goal.of).map(|rejected| vec![rejected]))
}

fn differences(goal: &PlanGoal, read: &[&Step]) -> Vec<Difference> {
    let steps: Vec<&Step> = read.iter().copied().filter(|step| step.succeeded()).collect();
    let mut found = Vec::new();
    for step in &steps {
        let number = step.number;
        if !goal.only.is_empty() && !goal.only.contains(&step.operation) {
            let (yours, goal) = (step.operation.clone(), goal.only.clone());
            found.push(Difference::Operation { step: number, yours, goal });
        }
        for source in step.scanned.iter().filter(|_| goal.no_scan) {
            let (operation, source) = (step.operation.clone(), source.to_string());
            found.push(Difference::Scan { step: number, operation, source });
        }
        found.extend(goal.index.as_ref().and_then(|index| wrong_source(step, index)));
    }
    let requests = steps.len() as u32;
    for (limit, exceeded) in [
        (
            goal.requests_max.map(|most| Limit::AtMost(most.into())),
            goal.requests_max.is_some_and(|most| requests > most),
        ),
        (
            goal.requests_min.map(|least| Limit::AtLeast(least.into())),
            goal.requests_min.is_some_and(|least| requests < least),
        ),
    ] {
        found.extend(limit.filter(|_| exceeded).map(|limit| Difference::Requests { yours: requests, limit }));
    }
    let read = steps.iter().map(|step| step.items_read).sum::<u64>();
    let returned = steps.iter().map(|step| step.items.len() as u64).sum();
    if let Some(at_most) = goal.items_read_max.filter(|most| read > *most) {
        found.push(Difference::ItemsRead { yours: read, at_most, returned });
    }
    found
}

/// Returns a difference if the step reads another source. An empty name means the base table.
fn wrong_source(step: &Step, index: &str) -> Option<Difference> {
    let wanted = (!index.is_empty()).then(|| index.to_owned());
    let wrong = step.sources.iter().find(|source| source.index != wanted)?;
    let goal = SourceName { table: wrong.table.clone(), index: wanted };
    Some(Difference::Source { step: step.number, yours: wrong.to_string(), goal: goal.to_string() })
}

pub(super) fn check_units(evidence: &Evidence, goal: &UnitsGoal) -> Found {
    let reads = step::select(evidence.steps, &goal.of);
    let found = super::best(reads.iter().map(|read| unit_differences(goal, read)));
    found.or_else(|| rejection(evidence.steps, &goal.of).map(|rejected| vec![rejected]))
}

fn unit_differences(goal: &UnitsGoal, steps: &[&Step]) -> Vec<Difference> {
    let mut found = Vec::new();
    for (kind, most, least) in
        [(UnitKind::Read, goal.read_max, goal.read_min), (UnitKind::Write, goal.write_max, goal.write_min)]
    {
        let units = |step: &Step| match kind {
            UnitKind::Read => step.read_units(),
            UnitKind::Write => step.write_units(),
        };
        let yours: f64 = steps.iter().map(|step| units(step)).sum();
        let limit = match (most, least) {
            (Some(most), _) if yours > most => Limit::AtMost(most),
            (_, Some(least)) if yours < least => Limit::AtLeast(least),
            _ => continue,
        };
        let by_step = steps.iter().filter(|step| units(step) > 0.0).map(|step| StepUnits {
            step: step.number,
            operation: step.operation.clone(),
            units: units(step),
        });
        found.push(Difference::Units { kind, yours, limit, steps: by_step.collect() });
    }
    found
}
