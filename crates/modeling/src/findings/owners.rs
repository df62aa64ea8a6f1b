//! Findings about access: requests whose key does not contain the owner, or that read items of other owners.

use super::{Facts, at_pattern, key_templates, source_of};
use crate::check::heat::kind_of;
use crate::check::requests::{RequestBuilder, placeholders};
use crate::design::{Access, AccessPattern, KeyTemplates, Operation, Placement, Table};
use crate::report::{Finding, Fix, Place, Rule, Severity};

pub fn check(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs().filter(|(pattern, _)| pattern.access == Access::Owner) {
        let Some(operation) = &pattern.operation else { continue };
        let kinds = match operation {
            Operation::Update(update) => written(facts, pattern, &update.table, &update.key),
            Operation::Delete(delete) => written(facts, pattern, &delete.table, &delete.key),
            _ => facts.returned(report),
        };
        for (table, placement) in kinds {
            let entity = facts.design.entity(&placement.entity);
            let Some(owner) = entity.and_then(|entity| entity.owner.as_ref()) else { continue };
            let in_key = key_templates(operation)
                .into_iter()
                .flat_map(|template| template.attributes())
                .any(|parameter| source_of(pattern, parameter) == owner);
            if in_key {
                continue;
            }
            let place = Place {
                entity: Some(placement.entity.clone()),
                table: Some(table.name.clone()),
                index: report.served.index.clone(),
                item: Some(placement.name().to_owned()),
                attribute: partition_attribute(table, report.served.index.as_deref()),
                ..at_pattern(pattern)
            };
            let in_filter = filter_of(operation)
                .iter()
                .flat_map(|filter| placeholders(filter))
                .any(|name| source_of(pattern, &name[1..]) == owner);
            let fix = Fix::PutOwnerFirst { owner: owner.clone() };
            let rule = match in_filter {
                true => Rule::OwnerOnlyInFilter {
                    owner: owner.clone(),
                    read: report.read,
                    returned: report.returned,
                },
                false => Rule::OwnerNotInKey { owner: owner.clone() },
            };
            findings.push(Finding::new(rule, Severity::Error, place, fix));
        }
    }
}

fn filter_of(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Query(query) => query.filter.as_deref(),
        Operation::Scan(scan) => scan.filter.as_deref(),
        Operation::Update(update) => update.condition.as_deref(),
        Operation::Delete(delete) => delete.condition.as_deref(),
        _ => None,
    }
}

fn partition_attribute(table: &Table, index: Option<&str>) -> Option<String> {
    let key = match index.and_then(|name| table.index(name)) {
        Some(index) => &index.partition_key,
        None => &table.partition_key,
    };
    key.first().map(|attribute| attribute.name.clone())
}

/// Returns the kind of item that an update or delete changes. For these, a condition on the owner is enough.
fn written<'a>(
    facts: &Facts<'a>,
    pattern: &AccessPattern,
    table: &str,
    key: &KeyTemplates,
) -> Vec<(&'a Table, &'a Placement)> {
    let place = facts.design.tables.iter().position(|known| known.name == table);
    let found = place.and_then(|place| {
        let maker = RequestBuilder::new(facts.design, &facts.context.sample, pattern).ok()?;
        let table = &facts.design.tables[place];
        Some((table, table.items.get(kind_of(&maker, place, key, facts.context)?)?))
    });
    found.into_iter().collect()
}
