//! Findings about retries: updates that a second delivery of the same request changes again.

use dynalab_capacity::partitions::PARTITION_WRITE_UNITS;
use dynalab_expressions::{Operand, SetValue, UpdateClause, parse_update};
use dynalab_types::Item;
use serde_json::Value;

use super::{Facts, at_pattern, sent};
use crate::design::{AccessPattern, Entity, Operation};
use crate::report::{Finding, Fix, PatternReport, Place, Rule, Severity};

/// The attribute that counts the versions of an item.
pub(super) const VERSION: &str = "version";
/// Writes per second of one key, as a fraction of a partition's limit, above which versions fail too often.
const CONTENDED: f64 = 0.01;

pub fn check(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        if let Some(finding) = of_pattern(facts, pattern, report) {
            findings.push(finding);
        }
    }
}

fn of_pattern(facts: &Facts, pattern: &AccessPattern, report: &PatternReport) -> Option<Finding> {
    // The token of a transaction makes its retry safe.
    if report.operation != "UpdateItem" || report.error.is_some() {
        return None;
    }
    let body: Value = serde_json::from_str(&report.body).ok()?;
    let sent = sent::of_body(facts, &body)?;
    let (table, stored, update) = (sent.table, sent.stored, sent.update.as_ref()?);
    let before = stored.map_or(&sent.key, |stored| &stored.item);
    let once = update.apply(before).ok()?;
    if sent.condition.as_ref().is_some_and(|condition| !condition.matches(&once)) {
        return None;
    }
    let twice = update.apply(&once).ok()?;
    let attribute = first_difference(&once, &twice)?;
    let placement = stored.and_then(|stored| table.items.get(stored.origin.placement));
    let entity = placement.and_then(|placement| facts.design.entity(&placement.entity));
    let needs_item = sent.condition.as_ref().is_some_and(|condition| !condition.matches(&Item::default()));
    let is_contended =
        report.heat.iter().any(|heat| heat.write_units_per_second > PARTITION_WRITE_UNITS as f64 * CONTENDED);
    let has_version = |entity: &Entity| entity.attribute(VERSION).is_some();
    let is_plain = matches!(pattern.operation, Some(Operation::Update(_)));
    let fix = if is_plain && needs_item && !is_contended && entity.is_some_and(|entity| !has_version(entity))
    {
        Fix::AddVersion { row: stored.map_or(0, |stored| stored.origin.row as u64) }
    } else {
        Fix::SendWithToken
    };
    let place = Place {
        entity: entity.map(|entity| entity.name.clone()),
        table: Some(table.name.clone()),
        item: placement.map(|placement| placement.name().to_owned()),
        attribute: Some(attribute.clone()),
        ..at_pattern(pattern)
    };
    let rule = Rule::RepeatedWrite { attribute, writes_per_second: pattern.rate.average };
    Some(Finding::new(rule, Severity::Advice, place, fix))
}

/// Returns true if an update adds to a value, so that its effect depends on how often it arrives.
pub(super) fn has_addition(text: &str) -> bool {
    let Ok(update) = parse_update(text) else { return false };
    update.clauses.iter().any(|clause| match clause {
        UpdateClause::Add(_) => true,
        UpdateClause::Set(actions) => actions.iter().any(|action| match &action.value {
            SetValue::Operand(Operand::Function(call)) => &*call.name == "list_append",
            SetValue::Operand(_) => false,
            SetValue::Sum(..) | SetValue::Difference(..) | SetValue::Group(_) => true,
        }),
        UpdateClause::Remove(_) | UpdateClause::Delete(_) => false,
    })
}

/// Returns the first attribute that differs, by name.
fn first_difference(left: &Item, right: &Item) -> Option<String> {
    let names = left.iter().chain(right.iter()).map(|(name, _)| name);
    names.filter(|name| left.get(name) != right.get(name)).min().map(ToString::to_string)
}
