//! Findings about conditions: a write that can leave a final state, and an expected error that a missing item causes.

use dynalab_types::{AttributeValue, Item};

use super::sent::{self, SentWrite, compared_values};
use super::{Facts, at_pattern};
use crate::check::FAILED_CONDITIONS;
use crate::design::{AccessPattern, AttributeType, Entity, Operation, Parameter, Placement, Values};
use crate::literal;
use crate::report::{Finding, Fix, Place, Rule, Severity};

/// Values from which an attribute is no longer a state.
const STATES_MAX: usize = 12;

/// A change of a state that a pattern makes.
struct Transition<'a> {
    pattern: &'a AccessPattern,
    placement: &'a Placement,
    table: &'a str,
    attribute: &'a str,
    /// The states that the condition names.
    named: Vec<AttributeValue>,
    /// The states of items of the sample that the condition lets through, and that the write changes.
    left: Vec<AttributeValue>,
    becomes: AttributeValue,
    /// True if the condition reads the state.
    is_guarded: bool,
}

pub fn check_final_states(facts: &Facts, findings: &mut Vec<Finding>) {
    let mut transitions = Vec::new();
    for (pattern, _) in facts.pattern_runs() {
        for write in sent::of_pattern(facts, pattern) {
            transitions.extend(of_write(facts, pattern, &write));
        }
    }
    for one in transitions.iter().filter(|one| one.is_guarded) {
        // Each state that the write leaves is compared with all transitions.
        if facts.context.budget.step(transitions.len().saturating_mul(one.left.len())).is_err() {
            break;
        }
        let is_same = |other: &&Transition| {
            (other.table, other.placement.name(), other.attribute)
                == (one.table, one.placement.name(), one.attribute)
        };
        let others = || transitions.iter().filter(is_same);
        let is_named = |state: &AttributeValue| {
            others().any(|other| other.named.iter().any(|named| literal::same(named, state)))
        };
        // A state is final if a pattern moves an item from a named state to it, and no condition names it.
        let is_reached = |state: &AttributeValue| {
            others().any(|other| !other.named.is_empty() && literal::same(&other.becomes, state))
        };
        let left = one.left.iter().find(|state| is_reached(state) && !is_named(state));
        let Some(state) = left else { continue };
        let attribute = one.attribute.to_owned();
        let place = Place {
            table: Some(one.table.to_owned()),
            item: Some(one.placement.name().to_owned()),
            attribute: Some(attribute.clone()),
            ..at_pattern(one.pattern)
        };
        let state = literal::show(state);
        let fix = Fix::KeepState { attribute: attribute.clone(), state: state.clone() };
        let rule = Rule::LeavesFinalState { attribute, state, becomes: literal::show(&one.becomes) };
        let finding = Finding::new(rule, Severity::Warning, place, fix);
        // Several writes of one transaction say the same.
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
}

/// Returns the changes of states that a write makes: of attributes with a list of values.
fn of_write<'a>(facts: &Facts<'a>, pattern: &'a AccessPattern, write: &SentWrite<'a>) -> Vec<Transition<'a>> {
    let (Some(update), Some(stored)) = (&write.update, write.stored) else { return Vec::new() };
    let kind = stored.origin.placement;
    let Some(placement) = write.table.items.get(kind) else { return Vec::new() };
    let Some(entity) = facts.design.entity(&placement.entity) else { return Vec::new() };
    let items = facts.context.scratch.tables.get(write.place).map_or(&[][..], |items| items.of_kind(kind));
    let mut found = Vec::new();
    for (attribute, states) in states_of(entity) {
        let steps = items.len() + stored.item.iter().count() * states.len();
        if facts.context.budget.step(steps).is_err() {
            break;
        }
        let Some(becomes) = update.apply(&stored.item).ok().and_then(|after| after.get(attribute).cloned())
        else {
            continue;
        };
        let is_set = |state: &AttributeValue| {
            let mut item = stored.item.clone();
            item.insert(attribute, state.clone());
            update.apply(&item).is_ok_and(|after| after.get(attribute) == Some(&becomes))
        };
        // A write that leaves the state as it is makes no transition.
        if !states.iter().all(is_set) {
            continue;
        }
        let condition = write.condition.as_ref();
        let lets = |item: &Item| condition.is_none_or(|condition| condition.matches(item));
        let is_left = |state: &AttributeValue| {
            let mut with = items.iter().filter(|other| other.item.get(attribute) == Some(state)).peekable();
            match with.peek() {
                Some(_) => with.any(|other| lets(&other.item)),
                // No item of the sample has the state: the written one, if it had it.
                None => {
                    let mut item = stored.item.clone();
                    item.insert(attribute, state.clone());
                    lets(&item)
                }
            }
        };
        let left = states
            .iter()
            .filter(|state| !literal::same(state, &becomes) && is_left(state))
            .cloned()
            .collect();
        let named = condition.map_or_else(Vec::new, |condition| compared_values(condition, attribute));
        found.push(Transition {
            pattern,
            placement,
            table: &write.table.name,
            attribute,
            named: named.into_iter().cloned().collect(),
            left,
            becomes,
            is_guarded: condition.is_some_and(|condition| condition.attributes().contains(attribute)),
        });
    }
    found
}

/// Returns the attributes of an entity that are states: texts from a list. The rows of the sample have these values.
fn states_of(entity: &Entity) -> impl Iterator<Item = (&str, Vec<AttributeValue>)> {
    entity.attributes.iter().filter_map(|attribute| match &attribute.values {
        Values::Choice { values, .. } | Values::Cycle { values }
            if attribute.data_type == AttributeType::S && (2..=STATES_MAX).contains(&values.len()) =>
        {
            let values = values.iter().map(|value| literal::value_of(value, Some(attribute.data_type)));
            Some((attribute.name.as_str(), values.collect()))
        }
        _ => None,
    })
}

/// Checks for a failed condition that an expectation wants, on an item that does not exist. The condition was not what failed.
pub fn check_expected_errors(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let expected = pattern.expect.as_ref().and_then(|expect| expect.error.as_deref());
        let is_failed = |error: &str| FAILED_CONDITIONS.iter().any(|name| error.contains(name));
        let is_got = report.error.as_ref().is_some_and(|error| is_failed(&error.name));
        if !expected.is_some_and(is_failed) || !is_got || !report.verdict.is_green() {
            continue;
        }
        let writes = sent::of_pattern(facts, pattern);
        let fails = |write: &SentWrite| {
            let stored = write.stored.map(|stored| &stored.item);
            stored.zip(write.condition.as_ref()).is_some_and(|(item, condition)| !condition.matches(item))
        };
        if writes.iter().any(fails) {
            continue;
        }
        let missing = writes.iter().find(|write| write.stored.is_none() && reads_more_than_the_key(write));
        let Some(write) = missing else { continue };
        let shown: Vec<String> =
            write.table.key().filter_map(|key| write.key.get(&key.name).map(literal::show)).collect();
        let place = Place { table: Some(write.table.name.clone()), ..at_pattern(pattern) };
        let rule = Rule::ErrorFromMissingItem { key: shown.join(" / ") };
        findings.push(Finding::new(rule, Severity::Warning, place, Fix::CorrectKey));
    }
}

/// Returns true if the condition compares attributes other than the key. A condition on the key alone is about whether the item exists.
fn reads_more_than_the_key(write: &SentWrite) -> bool {
    let is_key = |name: &str| write.table.key().any(|key| key.name == name);
    write
        .condition
        .as_ref()
        .is_some_and(|condition| condition.attributes().into_iter().any(|name| !is_key(name)))
}

/// Adds to the condition of a pattern's update that the item does not have the state.
pub(super) fn keep_state(pattern: &mut AccessPattern, attribute: &str, state: &str) -> Option<()> {
    const PARAMETER: &str = "final_state";
    let Operation::Update(update) = pattern.operation.as_mut()? else { return None };
    if pattern.parameters.contains_key(PARAMETER) || update.values.contains_key(PARAMETER) {
        return None;
    }
    let alias = update
        .names
        .iter()
        .find(|(_, name)| *name == attribute)
        .map_or(attribute, |(alias, _)| alias.as_str());
    let is_plain = alias.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_taken = update.names.get(alias).is_some_and(|name| name != attribute);
    if !is_plain || is_taken {
        return None;
    }
    let keeps = format!("#{alias} <> :{PARAMETER}");
    update.condition = Some(match &update.condition {
        Some(condition) => format!("({condition}) AND {keeps}"),
        None => keeps,
    });
    let value = Parameter::Value { value: state.into() };
    pattern.parameters.insert(PARAMETER.to_owned(), value);
    Some(())
}
