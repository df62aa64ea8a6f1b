//! Findings about writes: puts without a condition, transactions of one item, missing uniqueness items.

use super::{Facts, at_pattern, at_table, repeats};
use crate::design::{Action, Operation, Put, Values};
use crate::report::{Finding, Fix, Place, Rule, Severity};

const ACTIONS_MAX: usize = 100;

pub fn check_guards(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let puts: Vec<&Put> = match &pattern.operation {
            Some(Operation::Put(put)) => vec![put],
            Some(Operation::TransactWrite { writes }) => writes
                .iter()
                .filter_map(|action| if let Action::Put(put) = action { Some(put) } else { None })
                .collect(),
            _ => continue,
        };
        for put in puts.into_iter().filter(|put| put.row.is_none() && put.condition.is_none()) {
            let Some(table) = facts.design.table(&put.table) else { continue };
            let Some(key) = table.partition_key.first() else { continue };
            let place = Place {
                item: Some(put.item.clone()),
                table: Some(table.name.clone()),
                ..at_pattern(pattern)
            };
            let fix = Fix::AddCondition { condition: format!("attribute_not_exists({})", key.name) };
            let rule = Rule::NoGuard { failed: report.error.is_some() };
            findings.push(Finding::new(rule, Severity::Advice, place, fix));
        }
    }
}

pub fn check_transactions(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, _) in facts.pattern_runs() {
        let actions = match &pattern.operation {
            Some(Operation::TransactWrite { writes }) => writes.len(),
            Some(Operation::TransactGet { reads }) => reads.len(),
            _ => continue,
        };
        // The token of a transaction makes the retry of an update that adds safe.
        let is_for_retries = match &pattern.operation {
            Some(Operation::TransactWrite { writes }) => {
                matches!(&writes[..], [Action::Update(update)] if repeats::has_addition(&update.update))
            }
            _ => false,
        };
        if actions == 1 && !is_for_retries {
            let finding = Finding::new(
                Rule::SingleItemTransaction,
                Severity::Warning,
                at_pattern(pattern),
                Fix::SendAlone,
            );
            findings.push(finding);
        }
        if actions > ACTIONS_MAX {
            let rule = Rule::TooManyActions { actions: actions as u32, most: ACTIONS_MAX as u32 };
            findings.push(Finding::new(rule, Severity::Error, at_pattern(pattern), Fix::None));
        }
    }
}

/// Checks for email addresses that are looked up but not the key of an item. Two items can then have the same one.
pub fn check_uniqueness(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        for placement in &table.items {
            let Some(entity) = facts.design.entity(&placement.entity) else { continue };
            let is_created = facts
                .pattern_runs()
                .any(|(pattern, _)| is_creation(pattern.operation.as_ref(), placement.name()));
            for attribute in entity.attributes.iter().filter(|attribute| attribute.values == Values::Email) {
                let names = |template: &crate::Template| template.attributes().eq([attribute.name.as_str()]);
                let is_looked_up = placement.keys.iter().any(|(name, key)| {
                    names(&key.template)
                        && table
                            .indexes
                            .iter()
                            .any(|index| index.partition_key.iter().any(|part| part.name == *name))
                });
                let is_guarded = facts.design.tables.iter().any(|other| {
                    other.items.iter().filter(|item| item.entity == entity.name).any(|item| {
                        let key = other.partition_key.first();
                        key.and_then(|key| item.keys.get(&key.name)).is_some_and(|key| names(&key.template))
                    })
                });
                if is_looked_up && is_created && !is_guarded {
                    let place = Place {
                        entity: Some(entity.name.clone()),
                        item: Some(placement.name().to_owned()),
                        attribute: Some(attribute.name.clone()),
                        ..at_table(table)
                    };
                    let rule = Rule::NoUniquenessItem { attribute: attribute.name.clone() };
                    let fix = Fix::AddUniquenessItem { attribute: attribute.name.clone() };
                    findings.push(Finding::new(rule, Severity::Advice, place, fix));
                }
            }
        }
    }
}

fn is_creation(operation: Option<&Operation>, item: &str) -> bool {
    let is_put = |put: &Put| put.row.is_none() && put.item == item;
    match operation {
        Some(Operation::Put(put)) => is_put(put),
        Some(Operation::TransactWrite { writes } | Operation::BatchWrite { writes }) => {
            writes.iter().any(|action| matches!(action, Action::Put(put) if is_put(put)))
        }
        _ => false,
    }
}
