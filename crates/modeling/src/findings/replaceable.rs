//! Findings about indexes whose queries the table or a different index can serve.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::indexes::is_used;
use super::{Facts, at_table};
use crate::check::heat::kind_of;
use crate::check::requests::RequestBuilder;
use crate::design::{Index, ItemKey, KeyAttribute, KeyTemplates, Operation, Placement, Projection, Table};
use crate::report::{Finding, Fix, PatternReport, Place, Rule, Severity};
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
struct Entry<'a> {
    partition: Vec<Cow<'a, ItemKey>>,
    sort: Vec<Cow<'a, ItemKey>>,
}

/// The kinds of items that a request addresses by their whole key, as positions of the table and of the kind. None if a request of the
/// design cannot be read.
type Addressed = Option<BTreeSet<(usize, usize)>>;

pub fn check(facts: &Facts, findings: &mut Vec<Finding>) {
    let addressed = OnceCell::new();
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
            let by = candidates.into_iter().find(|keys| can_serve(facts, table, keys, index));
            if let Some(keys) = by {
                let by = keys.index.map(|index| index.name.clone());
                let place = Place { index: Some(index.name.clone()), ..at_table(table) };
                let fix = Fix::UseKey { index: index.name.clone(), by: by.clone() };
                findings.push(Finding::new(Rule::ReplaceableIndex { by }, Severity::Warning, place, fix));
            } else {
                findings.extend(only_index(facts, table, index, &addressed));
            }
        }
    }
}

/// Returns the templates of an item in these keys. Returns None if the item is not in the index.
fn entry<'a>(facts: &Facts, placement: &'a Placement, keys: &Keys) -> Option<Entry<'a>> {
    let entity = facts.design.entity(&placement.entity)?;
    let of_attribute = |attribute: &KeyAttribute| match placement.keys.get(&attribute.name) {
        Some(key) => Some(Cow::Borrowed(key)),
        None => entity
            .attribute(&attribute.name)
            .map(|_| Cow::Owned(ItemKey { template: Template::value(&attribute.name), when: None })),
    };
    let of_part = |part: &[KeyAttribute]| part.iter().map(of_attribute).collect::<Option<Vec<_>>>();
    Some(Entry { partition: of_part(keys.partition)?, sort: of_part(keys.sort)? })
}

/// Returns true if a query of the index has the same result from these keys.
fn can_serve(facts: &Facts, table: &Table, keys: &Keys, index: &Index) -> bool {
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

fn prefixes<'a>(entry: &'a Entry) -> Vec<&'a str> {
    entry.partition.iter().map(|key| key.template.prefix()).collect()
}

/// Returns a finding for an item that patterns reach through the index alone. Its table can have the keys of the index.
fn only_index(
    facts: &Facts,
    table: &Table,
    index: &Index,
    addressed: &OnceCell<Addressed>,
) -> Option<Finding> {
    let keys = Keys::of_index(index);
    let place = facts.design.tables.iter().position(|known| known.name == table.name)?;
    table.items.iter().enumerate().find_map(|(kind, placement)| {
        let entry = entry(facts, placement, &keys)?;
        let is_sparse = entry.partition.iter().chain(&entry.sort).any(|key| key.when.is_some());
        // The parent's id is in the key, so the item is always addressed with its parent. Another attribute of the parent, such as
        // its city, does not identify it.
        let parent = facts.design.parents_of(&placement.entity).find(|relation| {
            let of_parent = facts.design.entity(&relation.parent);
            let is_id = |name: &String| of_parent.is_some_and(|parent| parent.is_own_id(name));
            let mut attributes = entry.partition.iter().flat_map(|key| key.template.attributes());
            attributes.any(|name| relation.copies.get(name).is_some_and(is_id))
        })?;
        let stored = facts.design.tables.iter().flat_map(|table| &table.items);
        let is_alone = stored.filter(|other| other.entity == placement.entity).count() == 1;
        if is_sparse || !is_alone || !is_read_through(facts, table, index, placement) {
            return None;
        }
        let addressed = addressed.get_or_init(|| addressed_kinds(facts));
        let is_addressed = addressed.as_ref().is_none_or(|kinds| kinds.contains(&(place, kind)));
        (!is_addressed).then(|| {
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

/// Returns true if patterns return the item, and all of them from the index.
fn is_read_through(facts: &Facts, table: &Table, index: &Index, placement: &Placement) -> bool {
    let mut reads = facts
        .patterns
        .iter()
        .filter(|report| {
            report.served.table == table.name && report.kinds.iter().any(|kind| kind == placement.name())
        })
        .map(|report| report.served.index.as_ref() == Some(&index.name))
        .peekable();
    let is_only_way = reads.peek().is_some() && reads.all(|is_through| is_through);
    // A pattern that finds other items through the index needs it.
    let is_of_others = |report: &PatternReport| {
        let is_served =
            report.served.table == table.name && report.served.index.as_ref() == Some(&index.name);
        is_served && report.kinds.iter().any(|kind| kind != placement.name())
    };
    is_only_way && !facts.patterns.iter().any(is_of_others)
}

/// Returns the kinds of items that gets, updates, deletes and checks of the design address.
fn addressed_kinds(facts: &Facts) -> Addressed {
    let mut kinds = BTreeSet::new();
    for (pattern, _) in facts.pattern_runs() {
        let keys: Vec<(&str, &KeyTemplates)> = match &pattern.operation {
            Some(Operation::Get(get)) => vec![(&get.table, &get.key)],
            Some(Operation::Update(update)) => vec![(&update.table, &update.key)],
            Some(Operation::Delete(delete)) => vec![(&delete.table, &delete.key)],
            Some(Operation::TransactGet { reads }) => {
                reads.iter().map(|get| (get.table.as_str(), &get.key)).collect()
            }
            Some(Operation::BatchGet(batch)) => {
                batch.keys.iter().map(|key| (batch.table.as_str(), key)).collect()
            }
            Some(Operation::TransactWrite { writes } | Operation::BatchWrite { writes }) => {
                writes.iter().filter_map(|action| Some((action.table(), action.key()?))).collect()
            }
            Some(Operation::Request(_)) => return None,
            _ => continue,
        };
        let maker = RequestBuilder::new(facts.design, &facts.context.sample, pattern).ok()?;
        for (table, key) in keys {
            let place = facts.design.tables.iter().position(|known| known.name == table);
            kinds.extend(place.and_then(|place| Some((place, kind_of(&maker, place, key, facts.context)?))));
        }
    }
    Some(kinds)
}
