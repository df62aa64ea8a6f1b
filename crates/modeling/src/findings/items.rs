//! Findings about settings of tables: entities with other needs, TTL attributes, expired items in streams, changes of the mode.

use super::{Facts, at_table};
use crate::design::{Action, AttributeType, Operation, Table, Values};
use crate::report::{Finding, Fix, Place, Rule, Severity};

/// Retention in days below which data needs no recovery.
const SHORT_LIVED_DAYS: f64 = 7.0;
/// DynamoDB accepts this many switches to on-demand mode in 24 hours.
const SWITCHES_MAX: u32 = 4;
/// Epoch seconds are below this value until the year 5138.
const SECONDS_MAX: f64 = 1e11;

pub fn check_mixed_needs(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let mut entities: Vec<&str> = Vec::new();
        for placement in &table.items {
            if !entities.contains(&placement.entity.as_str()) {
                entities.push(&placement.entity);
            }
        }
        if entities.len() < 2 {
            continue;
        }
        check_readers(facts, table, &entities, findings);
        let is_short = |name: &&&str| {
            facts
                .design
                .entity(name)
                .and_then(|entity| entity.retention_days)
                .is_some_and(|days| days <= SHORT_LIVED_DAYS)
        };
        let short: Vec<String> = entities.iter().filter(is_short).map(|name| (*name).to_owned()).collect();
        if table.recovery && !short.is_empty() && short.len() < entities.len() {
            let rule = Rule::MixedNeeds { readers: Vec::new(), entities: short.clone() };
            let fix = Fix::SplitTable { entities: short };
            findings.push(Finding::new(rule, Severity::Advice, at_table(table), fix));
        }
    }
}

/// Checks for a stream reader that discards most records.
fn check_readers(facts: &Facts, table: &Table, entities: &[&str], findings: &mut Vec<Finding>) {
    let Some(stream) = &table.stream else { return };
    let writes = |entity: &str| writes_per_second(facts, table, entity);
    let total: f64 = entities.iter().map(|entity| writes(entity)).sum();
    let is_read = |entity: &str| {
        stream
            .readers
            .iter()
            .any(|reader| reader.entities.is_empty() || reader.entities.iter().any(|read| read == entity))
    };
    let unread: Vec<&str> = entities.iter().copied().filter(|entity| !is_read(entity)).collect();
    let wasted: f64 = unread.iter().map(|entity| writes(entity)).sum();
    if !stream.readers.is_empty() && total > 0.0 && wasted * 2.0 > total {
        let entities: Vec<String> = unread.into_iter().map(str::to_owned).collect();
        let readers = stream.readers.iter().map(|reader| reader.name.clone()).collect();
        let rule = Rule::MixedNeeds { readers, entities: entities.clone() };
        findings.push(Finding::new(rule, Severity::Advice, at_table(table), Fix::SplitTable { entities }));
    }
}

fn writes_per_second(facts: &Facts, table: &Table, entity: &str) -> f64 {
    let is_of = |action: &Action| match action {
        Action::Put(put) => {
            put.table == table.name
                && table.placement(&put.item).is_some_and(|placement| placement.entity == entity)
        }
        Action::Update(update) => update.table == table.name && has_same_prefix(table, entity, &update.key),
        Action::Delete(delete) => delete.table == table.name && has_same_prefix(table, entity, &delete.key),
        Action::Check(_) => false,
    };
    facts
        .pattern_runs()
        .map(|(pattern, _)| {
            let actions = pattern.operation.as_ref().map(Operation::actions).unwrap_or_default();
            let count = actions.iter().filter(|action| is_of(action)).count();
            pattern.rate.average * count as f64
        })
        .sum()
}

/// Returns true if the key and the entity's keys have the same text before their first value.
fn has_same_prefix(table: &Table, entity: &str, key: &crate::design::KeyTemplates) -> bool {
    table.items.iter().filter(|placement| placement.entity == entity).any(|placement| {
        key.iter().all(|(name, template)| {
            placement.keys.get(name).is_none_or(|own| own.template.prefix() == template.prefix())
        })
    })
}

pub fn check_ttl(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let Some(ttl) = &table.ttl else { continue };
        let mut seen: Vec<&str> = Vec::new();
        for placement in &table.items {
            let entity =
                facts.design.entity(&placement.entity).filter(|entity| !seen.contains(&entity.name.as_str()));
            let Some(entity) = entity else { continue };
            seen.push(&entity.name);
            let Some(attribute) = entity.attribute(ttl) else { continue };
            let is_large = match &attribute.values {
                Values::Number { most, .. } => *most >= SECONDS_MAX,
                Values::Constant { value } => value.as_f64().is_some_and(|value| value >= SECONDS_MAX),
                _ => false,
            };
            if attribute.data_type != AttributeType::N || is_large {
                let place = Place {
                    entity: Some(entity.name.clone()),
                    attribute: Some(ttl.clone()),
                    ..at_table(table)
                };
                let rule = Rule::TtlNotSeconds { attribute: ttl.clone() };
                let fix = Fix::StoreSeconds { attribute: ttl.clone() };
                findings.push(Finding::new(rule, Severity::Error, place, fix));
            }
        }
    }
}

/// Checks for a TTL attribute that no item has. Before a pattern writes to the table, nothing is known about what it writes.
pub fn check_ttl_written(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let Some(ttl) = &table.ttl else { continue };
        let is_stored = table.items.iter().any(|placement| {
            let entity = facts.design.entity(&placement.entity);
            let has = entity.is_some_and(|entity| entity.attribute(ttl).is_some());
            let is_kept = placement.attributes.as_ref().is_none_or(|kept| kept.contains(ttl));
            (has && is_kept) || placement.keys.contains_key(ttl)
        });
        let mut is_written_to = false;
        let mut is_set = false;
        for (pattern, _) in facts.pattern_runs() {
            let Some(operation) = &pattern.operation else { continue };
            // What a request of a person's own writes is unknown.
            is_set |= matches!(operation, Operation::Request(_));
            let actions = operation.actions();
            for action in actions.iter().filter(|action| action.table() == table.name) {
                match action {
                    Action::Put(put) => {
                        is_written_to = true;
                        is_set |= put.set.contains_key(ttl);
                    }
                    Action::Update(update) => {
                        is_written_to = true;
                        is_set |= super::indexes::set_attributes(update).contains(ttl);
                    }
                    Action::Delete(_) | Action::Check(_) => {}
                }
            }
        }
        if is_written_to && !is_stored && !is_set {
            let place = Place { attribute: Some(ttl.clone()), ..at_table(table) };
            let rule = Rule::TtlNotWritten { attribute: ttl.clone() };
            let fix = Fix::WriteTtl { attribute: ttl.clone() };
            findings.push(Finding::new(rule, Severity::Warning, place, fix));
        }
    }
}

/// Checks for stream readers of items that TTL deletes. For a reader, such a delete looks like one of the application.
pub fn check_expired_records(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let (Some(ttl), Some(stream)) = (&table.ttl, &table.stream) else { continue };
        for reader in stream.readers.iter().filter(|reader| reader.expired.is_none()) {
            let mut entities: Vec<String> = Vec::new();
            for placement in &table.items {
                let name = &placement.entity;
                let is_read = reader.entities.is_empty() || reader.entities.contains(name);
                let expires = facts.design.entity(name).is_some_and(|entity| entity.attribute(ttl).is_some());
                let is_stored = placement.attributes.as_ref().is_none_or(|kept| kept.contains(ttl));
                if is_read && expires && is_stored && !entities.contains(name) {
                    entities.push(name.clone());
                }
            }
            if !entities.is_empty() {
                let rule = Rule::ExpiredInStream { reader: reader.name.clone(), entities };
                let fix = Fix::FilterExpired { reader: reader.name.clone() };
                findings.push(Finding::new(rule, Severity::Warning, at_table(table), fix));
            }
        }
    }
}

pub fn check_mode_switches(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in facts.design.tables.iter().filter(|table| table.switches_to_on_demand > SWITCHES_MAX) {
        let rule = Rule::ModeSwitches { per_day: table.switches_to_on_demand, most: SWITCHES_MAX };
        let fix = Fix::LimitSwitches { most: SWITCHES_MAX };
        findings.push(Finding::new(rule, Severity::Error, at_table(table), fix));
    }
}
