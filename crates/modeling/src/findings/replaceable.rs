//! Findings about indexes whose queries the table or a different index can serve.

use super::indexes::is_used;
use super::{Facts, at_table};
use crate::check::heat::kind_of;
use crate::check::requests::RequestBuilder;
use crate::design::{
    AccessPattern, Index, ItemKey, KeyAttribute, KeyTemplates, Operation, Placement, Projection, Table,
};
use crate::report::{Finding, Fix, Place, Rule, Severity};
use crate::template::Template;

/// The keys of an index or of a table, with what it stores.
struct Keys<'a> {
    index: Option<&'a Index>,
    partition: &'a [KeyAttribute],
    sort: &'a [KeyAttribute],
}

impl<'a> Keys<'a> {
    fn of_table(table: &'a Table) -> Keys<'a> {
        Keys { index: None, partition: &table.partition_key, sort: &table.sort_key }
    }

    fn of_index(index: &'a Index) -> Keys<'a> {
        Keys { index: Some(index), partition: &index.partition_key, sort: &index.sort_key }
    }
}

/// The templates of one kind of item in the keys of an index.
#[derive(PartialEq)]
struct Entry {
    partition: Vec<ItemKey>,
    sort: Vec<ItemKey>,
}

pub fn check(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        for (number, index) in table.indexes.iter().enumerate() {
            if !is_used(facts, table, &index.name) {
                continue;
            }
            let others = table.indexes.iter().enumerate().filter(|(other, known)| {
                // Of two indexes with equal keys, the first one stays.
                *other < number || (*other != number && known.sort_key.len() > index.sort_key.len())
            });
            let candidates =
                std::iter::once(Keys::of_table(table)).chain(others.map(|(_, other)| Keys::of_index(other)));
            let by = candidates.into_iter().find(|keys| serves(facts, table, keys, index));
            if let Some(keys) = by {
                let by = keys.index.map(|index| index.name.clone());
                let place = Place { index: Some(index.name.clone()), ..at_table(table) };
                let fix = Fix::UseKey { index: index.name.clone(), by: by.clone() };
                findings.push(Finding::new(Rule::ReplaceableIndex { by }, Severity::Warning, place, fix));
            } else {
                findings.extend(only_index(facts, table, index));
            }
        }
    }
}

/// Returns the templates of an item in these keys. Returns None if the item is not in the index.
fn entry(facts: &Facts, placement: &Placement, keys: &Keys) -> Option<Entry> {
    let entity = facts.design.entity(&placement.entity)?;
    let of_attribute = |attribute: &KeyAttribute| match placement.keys.get(&attribute.name) {
        Some(key) => Some(key.clone()),
        None => entity
            .attribute(&attribute.name)
            .map(|_| ItemKey { template: Template::value(&attribute.name), when: None }),
    };
    let of_part = |part: &[KeyAttribute]| part.iter().map(of_attribute).collect::<Option<Vec<_>>>();
    Some(Entry { partition: of_part(keys.partition)?, sort: of_part(keys.sort)? })
}

/// Returns true if a query of the index has the same result from these keys.
fn serves(facts: &Facts, table: &Table, keys: &Keys, index: &Index) -> bool {
    let has_attributes = match (keys.index.map(|index| &index.projection), &index.projection) {
        (None | Some(Projection::All), _) | (Some(_), Projection::KeysOnly) => true,
        (Some(Projection::Include(kept)), Projection::Include(names)) => {
            names.iter().all(|name| kept.contains(name))
        }
        _ => false,
    };
    if !has_attributes || keys.sort.len() < index.sort_key.len() {
        return false;
    }
    let own = Keys::of_index(index);
    let entries: Vec<(Option<Entry>, Option<Entry>)> = table
        .items
        .iter()
        .map(|placement| (entry(facts, placement, &own), entry(facts, placement, keys)))
        .collect();
    let begins = |entry: &Entry, other: &Entry| {
        entry.partition == other.partition && other.sort.starts_with(&entry.sort)
    };
    let prefixes: Vec<Vec<&str>> =
        entries.iter().filter_map(|(own, _)| Some(prefixes(own.as_ref()?))).collect();
    !prefixes.is_empty()
        && entries.iter().all(|pair| match pair {
            (Some(entry), Some(other)) => begins(entry, other),
            (Some(_), None) => false,
            // The partitions must not contain items that the index does not have.
            (None, Some(other)) => !prefixes.contains(&self::prefixes(other)),
            (None, None) => true,
        })
}

fn prefixes(entry: &Entry) -> Vec<&str> {
    entry.partition.iter().map(|key| key.template.prefix()).collect()
}

/// Returns a finding for an item that patterns reach through the index alone. Its table can have the keys of the index.
fn only_index(facts: &Facts, table: &Table, index: &Index) -> Option<Finding> {
    let keys = Keys::of_index(index);
    table.items.iter().find_map(|placement| {
        let entry = entry(facts, placement, &keys)?;
        let is_sparse = entry.partition.iter().chain(&entry.sort).any(|key| key.when.is_some());
        // The parent's id is in the key, so the item is always addressed with its parent.
        let parent = facts.design.parents_of(&placement.entity).find(|relation| {
            let mut attributes = entry.partition.iter().flat_map(|key| key.template.attributes());
            attributes.any(|name| relation.copies.contains_key(name))
        })?;
        let is_alone = facts.design.tables.iter().flat_map(|table| &table.items);
        let is_alone = is_alone.filter(|other| other.entity == placement.entity).count() == 1;
        let through: Vec<bool> = facts
            .pattern_runs()
            .filter_map(|(pattern, report)| {
                let is_returned = report.served.table == table.name
                    && report.kinds.iter().any(|kind| kind == placement.name());
                match is_returned {
                    true => Some(report.served.index.as_ref() == Some(&index.name)),
                    false => is_addressed(facts, table, pattern, placement).then_some(false),
                }
            })
            .collect();
        let is_through_index = !through.is_empty() && through.iter().all(|is_through| *is_through);
        (is_alone && !is_sparse && is_through_index).then(|| {
            let item = placement.name().to_owned();
            let place = Place {
                entity: Some(placement.entity.clone()),
                index: Some(index.name.clone()),
                item: Some(item.clone()),
                ..at_table(table)
            };
            let rule = Rule::IndexIsTheKey { item, parent: parent.parent.clone() };
            Finding::new(rule, Severity::Advice, place, Fix::MoveKey { index: index.name.clone() })
        })
    })
}

/// Returns true if an update or a delete of the pattern has the key of such an item.
fn is_addressed(facts: &Facts, table: &Table, pattern: &AccessPattern, placement: &Placement) -> bool {
    let Some(place) = facts.design.tables.iter().position(|known| known.name == table.name) else {
        return false;
    };
    let Ok(maker) = RequestBuilder::new(facts.design, &facts.ground.sample, pattern) else { return true };
    let is_of = |key: &KeyTemplates| {
        let kind = kind_of(&maker, place, key, facts.ground);
        kind.and_then(|kind| table.items.get(kind)).is_some_and(|found| found.name() == placement.name())
    };
    match &pattern.operation {
        Some(Operation::Get(get)) => is_of(&get.key),
        Some(Operation::Update(update)) => is_of(&update.key),
        Some(Operation::Delete(delete)) => is_of(&delete.key),
        Some(Operation::TransactWrite { writes } | Operation::BatchWrite { writes }) => {
            writes.iter().any(|action| action.key().is_some_and(is_of))
        }
        Some(Operation::Request(_)) => true,
        _ => false,
    }
}
