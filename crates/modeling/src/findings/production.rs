//! The largest read of one request in production, for findings about pages: the items of its key range, with their own bytes, for the
//! parent with the most rows. `check/full_size.rs` has the mean read of a whole execution instead, for the bill.

use dynalab_types::Item;

use super::{Facts, source_of};
use crate::check::expectations::FilledCondition;
use crate::check::heat::{Variety, variety};
use crate::check::requests::RequestBuilder;
use crate::check::stored::StoredItem;
use crate::check::tables::{entry_bytes, scale};
use crate::design::{AccessPattern, Index, KeyCondition, Parameter, Query, Scan, Table};
use crate::literal;

/// Rows of a key in the sample below which its part of the parent's rows is taken from all rows.
const FEW_ROWS: f64 = 3.0;
/// Values of the lists of a sharded Query that are tried.
const TRIED_SHARDS: usize = 8;

/// The items that one request reads in production.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProductionRead {
    pub items: f64,
    pub bytes: f64,
    /// The kind of item with the most bytes, by its name in the table.
    pub largest_kind: Option<String>,
    /// Mean bytes of the items in the sample that the request reads.
    pub item_bytes: f64,
}

/// Returns what the largest of a Query's requests reads, without its limit. Returns None if the sample has no such items, or if
/// comparing them would take too long.
pub fn of_query(facts: &Facts, pattern: &AccessPattern, query: &Query) -> Option<ProductionRead> {
    let maker = RequestBuilder::new(facts.design, &facts.context.sample, pattern).ok()?;
    let longest = query.for_each.values().map(Vec::len).max().unwrap_or(1).min(TRIED_SHARDS);
    let mut most: Option<ProductionRead> = None;
    for number in 0..longest.max(1) {
        let mut values = maker.values.clone();
        for (name, literals) in &query.for_each {
            let literal = literals.get(number % literals.len().max(1))?;
            values.insert(name.clone(), literal::value_of(literal, None));
        }
        let read = of_request(facts, &maker.with_values(values), query);
        most = most
            .into_iter()
            .chain(read)
            .reduce(|one, other| if one.bytes >= other.bytes { one } else { other });
    }
    most
}

fn of_request(facts: &Facts, maker: &RequestBuilder, query: &Query) -> Option<ProductionRead> {
    let place = facts.design.tables.iter().position(|table| table.name == query.table)?;
    let (table, index) =
        (&facts.design.tables[place], named_index(facts, &query.table, query.index.as_deref())?);
    let conditions: Vec<(&str, FilledCondition)> = (query.key.iter())
        .map(|(name, key)| Some((name.as_str(), FilledCondition::from_condition(maker, key).ok()?)))
        .collect::<Option<_>>()?;
    let is_read = |item: &Item| {
        conditions.iter().all(|(name, key)| item.get(name).is_some_and(|value| key.matches(value)))
    };
    sum(facts, (place, table, index), is_read, |kind, read| rows_of_key(facts, maker, query, kind, read))
}

/// Returns what a Scan of all items reads.
pub fn of_scan(facts: &Facts, scan: &Scan) -> Option<ProductionRead> {
    let place = facts.design.tables.iter().position(|table| table.name == scan.table)?;
    let (table, index) =
        (&facts.design.tables[place], named_index(facts, &scan.table, scan.index.as_deref())?);
    sum(
        facts,
        (place, table, index),
        |_| true,
        |entity, read| read * scale(facts.design, facts.context, entity),
    )
}

/// Returns the index of a request, or None for the table. The outer None is an unknown name.
#[allow(clippy::option_option, reason = "an unknown index is not the table")]
fn named_index<'a>(facts: &Facts<'a>, table: &str, index: Option<&str>) -> Option<Option<&'a Index>> {
    let table = facts.design.table(table)?;
    match index {
        Some(name) => table.index(name).map(Some),
        None => Some(None),
    }
}

/// Sums the items of each kind. `rows` returns how many there are in production, for an entity and the number in the sample.
fn sum(
    facts: &Facts,
    (place, table, index): (usize, &Table, Option<&Index>),
    is_read: impl Fn(&Item) -> bool,
    rows: impl Fn(&str, f64) -> f64,
) -> Option<ProductionRead> {
    let items = facts.context.scratch.tables.get(place)?;
    facts.context.budget.step(items.items.len()).ok()?;
    let is_entry = |stored: &&StoredItem| {
        index.is_none_or(|index| index.key().all(|attribute| stored.item.contains(&attribute.name)))
    };
    let mut sum = ProductionRead::default();
    let (mut sample_items, mut sample_bytes, mut largest) = (0.0, 0.0, 0.0);
    for (kind, placement) in table.items.iter().enumerate() {
        let read = items.of_kind(kind).iter().filter(is_entry).filter(|stored| is_read(&stored.item));
        let (count, bytes) = read.fold((0.0, 0.0), |(count, bytes), stored| {
            let own = index.map_or(stored.size_bytes, |index| entry_bytes(table, index, &stored.item));
            (count + 1.0, bytes + own as f64)
        });
        if count == 0.0 {
            continue;
        }
        let items = rows(&placement.entity, count).max(count);
        let full_bytes = items * bytes / count;
        sum.items += items;
        sum.bytes += full_bytes;
        if full_bytes > largest {
            largest = full_bytes;
            sum.largest_kind = Some(placement.name().to_owned());
        }
        sample_items += count;
        sample_bytes += bytes;
    }
    sum.item_bytes = sample_bytes / f64::max(sample_items, 1.0);
    (sample_items > 0.0).then_some(sum)
}

/// Returns the rows of an entity in the key range of a Query, for the parent with the most rows. `read` are those of the sample.
fn rows_of_key(facts: &Facts, maker: &RequestBuilder, query: &Query, entity: &str, read: f64) -> f64 {
    let names =
        query.key.values().flat_map(KeyCondition::templates).flat_map(|template| template.attributes());
    let mut fewest: Option<f64> = None;
    let mut has_own_value = false;
    for name in names {
        let of = match maker.pattern.parameters.get(name) {
            Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => of,
            _ => continue,
        };
        let Some((source, attribute)) = of.split_once('.') else { continue };
        match most_rows(facts, entity, attribute) {
            Some(most) => {
                // The key can have a part of the parent's rows only, such as those of a section.
                let all = rows_with(facts, maker, entity, &[(name, attribute)]).max(read);
                let mut part = read / all;
                if read < FEW_ROWS && read < all {
                    part = part.min(other_part(facts, maker, query, entity));
                }
                let rows = most * part;
                fewest = Some(fewest.map_or(rows, |known: f64| known.min(rows)));
            }
            None => {
                let is_many =
                    matches!(variety(facts.design, source, attribute, facts.context), Variety::Grows(_));
                has_own_value |= is_many;
            }
        }
    }
    match fewest {
        Some(rows) => rows,
        None if has_own_value => read,
        None => read * scale(facts.design, facts.context, entity),
    }
}

/// Returns the most rows that have one value of an attribute, if a relation copies it. Over several relations, the numbers multiply.
fn most_rows(facts: &Facts, entity: &str, attribute: &str) -> Option<f64> {
    let (mut entity, mut attribute) = (entity.to_owned(), attribute.to_owned());
    let mut most: Option<f64> = None;
    // A chain of relations is at most as long as the list of entities.
    for _ in 0..=facts.design.entities.len() {
        let relation =
            facts.design.parents_of(&entity).find(|relation| relation.copies.contains_key(&attribute));
        let Some(relation) = relation else { break };
        most = Some(most.unwrap_or(1.0) * relation.per_parent.most as f64);
        (entity, attribute) = (relation.parent.clone(), relation.copies[&attribute].clone());
    }
    most
}

/// Returns the part of all rows of an entity that have the values of the key's parameters other than a parent's, such as a section.
fn other_part(facts: &Facts, maker: &RequestBuilder, query: &Query, entity: &str) -> f64 {
    let templates = query.key.values().filter_map(|key| match key {
        KeyCondition::Equals(template) | KeyCondition::BeginsWith { begins_with: template } => Some(template),
        _ => None,
    });
    let has = |attribute: &str| {
        facts.design.entity(entity).is_some_and(|entity| entity.attribute(attribute).is_some())
    };
    let names = templates.flat_map(|template| template.attributes());
    let others: Vec<(&str, &str)> = names
        .map(|name| (name, source_of(maker.pattern, name)))
        .filter(|(_, attribute)| has(attribute) && most_rows(facts, entity, attribute).is_none())
        .collect();
    let all = facts.context.sample.rows(entity).map_or(0, |rows| rows.rows.len()) as f64;
    let with = rows_with(facts, maker, entity, &others);
    if others.is_empty() || with == 0.0 || all == 0.0 { 1.0 } else { with / all }
}

/// Returns how many rows of the sample have the values of these parameters, each with the attribute that it is compared with.
fn rows_with(facts: &Facts, maker: &RequestBuilder, entity: &str, parameters: &[(&str, &str)]) -> f64 {
    let Some(rows) = facts.context.sample.rows(entity) else { return 0.0 };
    if facts.context.budget.step(rows.rows.len() * parameters.len().max(1)).is_err() {
        return 0.0;
    }
    let has = |row: &&Item| {
        parameters.iter().all(|(name, attribute)| {
            let both = row.get(attribute).zip(maker.values.get(*name));
            both.is_some_and(|(value, wanted)| literal::same(value, wanted))
        })
    };
    rows.rows.iter().filter(has).count() as f64
}
