//! Findings about items that one request reads together, although they are in different partitions or tables.

use std::collections::BTreeSet;

use super::{Facts, at_pattern, source_of};
use crate::check::heat::kind_of;
use crate::check::requests::RequestBuilder;
use crate::design::{AccessPattern, KeyTemplates, Operation, Placement, Table};
use crate::report::{Finding, Fix, Place, Rule, Severity};
use crate::template::Template;

/// Share of the reads of an item that must be together for one partition to help.
const OVERLAP: f64 = 0.5;

/// An item that a request reads by its whole key.
struct Read<'a> {
    table: &'a Table,
    placement: &'a Placement,
    /// The partition key of the request, and its value.
    partition: &'a Template,
    value: String,
}

pub fn check(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, _) in facts.pattern_runs() {
        let reads = reads(facts, pattern);
        for (number, second) in reads.iter().enumerate() {
            let apart = reads[..number].iter().find(|first| are_apart(pattern, first, second));
            let Some(first) = apart else { continue };
            if !is_mostly_together(facts, pattern, first.placement)
                && !is_mostly_together(facts, pattern, second.placement)
            {
                continue;
            }
            let place = Place {
                entity: Some(second.placement.entity.clone()),
                table: Some(second.table.name.clone()),
                item: Some(second.placement.name().to_owned()),
                ..at_pattern(pattern)
            };
            let items = vec![first.placement.name().to_owned(), second.placement.name().to_owned()];
            let fix = Fix::StoreTogether { items: items.clone() };
            findings.push(Finding::new(Rule::ReadApart { items }, Severity::Advice, place, fix));
            break;
        }
    }
}

/// Returns the items of a batch or a transaction that reads. Their number is fixed, so their size has a bound.
fn reads<'a>(facts: &Facts<'a>, pattern: &'a AccessPattern) -> Vec<Read<'a>> {
    let named: Vec<(&str, &KeyTemplates)> = match &pattern.operation {
        Some(Operation::TransactGet { reads }) => {
            reads.iter().map(|get| (get.table.as_str(), &get.key)).collect()
        }
        Some(Operation::BatchGet(batch)) => {
            batch.keys.iter().map(|key| (batch.table.as_str(), key)).collect()
        }
        _ => return Vec::new(),
    };
    let Ok(maker) = RequestBuilder::new(facts.design, &facts.context.sample, pattern) else {
        return Vec::new();
    };
    let of_key = |(name, key): (&str, &'a KeyTemplates)| {
        let place = facts.design.tables.iter().position(|table| table.name == name)?;
        let table = &facts.design.tables[place];
        let placement = table.items.get(kind_of(&maker, place, key, facts.context)?)?;
        let partition = key.get(&table.partition_key.first()?.name)?;
        let value = crate::literal::show(&maker.fill(partition).ok()?);
        Some(Read { table, placement, partition, value })
    };
    named.into_iter().filter_map(of_key).collect()
}

/// Returns true if the same parameters find both items, in different partitions.
fn are_apart(pattern: &AccessPattern, first: &Read, second: &Read) -> bool {
    let sources = |read: &Read| -> BTreeSet<String> {
        read.partition.attributes().map(|name| source_of(pattern, name).to_owned()).collect()
    };
    let is_other = first.placement.entity != second.placement.entity;
    let is_elsewhere = first.table.name != second.table.name || first.value != second.value;
    is_other && is_elsewhere && !sources(first).is_empty() && sources(first) == sources(second)
}

/// Returns true if this pattern is at least half of the reads of the item.
fn is_mostly_together(facts: &Facts, pattern: &AccessPattern, placement: &Placement) -> bool {
    let reads: f64 = facts
        .pattern_runs()
        .filter(|(_, report)| report.kinds.iter().any(|kind| kind == placement.name()))
        .map(|(pattern, _)| pattern.rate.average)
        .sum();
    pattern.rate.average >= reads * OVERLAP
}
