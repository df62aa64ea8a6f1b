//! Findings about retries: updates that a second delivery of the same request changes again.

use dynalab_capacity::partitions::PARTITION_WRITE_UNITS;
use dynalab_expressions::{
    Aliases, BoundCondition, BoundUpdate, ExpressionKind, Operand, SetValue, UpdateClause, condition,
    parse_update, update,
};
use dynalab_types::Item;
use serde_json::Value;

use super::{Facts, at_pattern};
use crate::check::stored::key_text;
use crate::design::{AccessPattern, Entity, Operation};
use crate::literal;
use crate::report::{Finding, Fix, PatternReport, Place, Rule, Severity};

/// The attribute that counts the versions of an item.
pub(super) const VERSION: &str = "version";
/// Writes per second of one key, as a fraction of a partition's limit, above which versions fail too often.
const CONTENDED: f64 = 0.01;

/// An update with its condition, names and values filled in.
struct SentUpdate {
    update: BoundUpdate,
    condition: Option<BoundCondition>,
}

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
    let sent = read(&body)?;
    let place = facts.design.tables.iter().position(|table| table.name == report.served.table)?;
    let table = facts.design.tables.get(place)?;
    let key = literal::item_from_wire(&body["Key"])?;
    let stored = facts.context.scratch.tables.get(place)?.with_key(&key_text(table, &key));
    let before = stored.map_or(&key, |stored| &stored.item);
    let once = sent.update.apply(before).ok()?;
    if sent.condition.as_ref().is_some_and(|condition| !condition.matches(&once)) {
        return None;
    }
    let twice = sent.update.apply(&once).ok()?;
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

fn read(body: &Value) -> Option<SentUpdate> {
    let names = body["ExpressionAttributeNames"].as_object().into_iter().flatten();
    let names: Option<Vec<(String, String)>> =
        names.map(|(alias, name)| Some((alias.clone(), name.as_str()?.to_owned()))).collect();
    let values = body["ExpressionAttributeValues"].as_object().into_iter().flatten();
    let values: Option<Vec<_>> =
        values.map(|(alias, value)| Some((alias.clone(), literal::from_wire(value)?))).collect();
    let mut aliases = Aliases::new(names?, values?);
    let condition = match body["ConditionExpression"].as_str() {
        Some(text) => Some(condition(ExpressionKind::Condition, text, &mut aliases).ok()?),
        None => None,
    };
    Some(SentUpdate { update: update(body["UpdateExpression"].as_str()?, &mut aliases).ok()?, condition })
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
