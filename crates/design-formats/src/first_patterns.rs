//! First access patterns for a design without any: one item by its key, and all items of a partition key, per table and index. Their
//! expected results come from the sample.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::Template;
use dynalab_modeling::design::{
    Access, AccessPattern, Design, Expectation, Get, KeyAttribute, KeyCondition, Operation, Parameter,
    Placement, Query, Rate, Table,
};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::literal;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::sample::items::item_of;
use dynalab_types::Item;

/// The assumed rate, because the file has no load. A note contains these figures.
pub const RATE: Rate = Rate::new(10.0, 50.0);

/// An item of the sample and its origin.
struct SampleItem<'a> {
    placement: &'a Placement,
    row: usize,
    item: Item,
}

/// Adds first patterns for every table of the design.
pub fn add(design: &mut Design) {
    design.patterns.clear();
    add_for(design, |_| true);
}

/// Adds first patterns for some tables. The present patterns stay.
pub fn add_for(design: &mut Design, is_wanted: impl Fn(&Table) -> bool) {
    let (sample, _) = Sample::make(design);
    let mut patterns = std::mem::take(&mut design.patterns);
    for table in design.tables.iter().filter(|table| is_wanted(table)) {
        for mut pattern in of_table(&sample, table) {
            if patterns.iter().any(|known| known.name == pattern.name) {
                let index = match &pattern.operation {
                    Some(Operation::Query(query)) => query.index.as_ref(),
                    _ => None,
                };
                pattern.name = format!("{} ({})", pattern.name, index.unwrap_or(&table.name));
            }
            patterns.push(pattern);
        }
    }
    design.patterns = patterns;
}

/// Adds first patterns and returns the note about them.
pub fn add_and_say(design: &mut Design) -> ImportNote {
    add(design);
    ImportNote::FirstPatterns { requests_per_second: RATE.average as u64 }
}

fn of_table(sample: &Sample, table: &Table) -> Vec<AccessPattern> {
    let mut stored = Vec::new();
    for placement in &table.items {
        let rows = sample.rows(&placement.entity).map_or(&[][..], |rows| &rows.rows);
        for (row, values) in rows.iter().enumerate() {
            if let Ok(item) = item_of(table, placement, values) {
                stored.push(SampleItem { placement, row, item });
            }
        }
    }
    let mut patterns: Vec<AccessPattern> =
        table.items.iter().filter_map(|placement| one_item(table, placement)).collect();
    if !table.sort_key.is_empty() {
        patterns.extend(queries(table, None, &table.partition_key, &table.sort_key, &stored));
    }
    for index in &table.indexes {
        patterns.extend(queries(table, Some(&index.name), &index.partition_key, &index.sort_key, &stored));
    }
    patterns
}

fn one_item(table: &Table, placement: &Placement) -> Option<AccessPattern> {
    let templates: Option<BTreeMap<String, Template>> = table
        .key()
        .map(|key| Some((key.name.clone(), placement.keys.get(&key.name)?.template.clone())))
        .collect();
    let key = templates?;
    let expect = Expectation { count: Some(1), first: key.clone(), ..Expectation::default() };
    let parameters = parameters(key.values(), placement, 0);
    let get = Get { table: table.name.clone(), key, ..Get::default() };
    Some(pattern(format!("One {}", placement.name()), parameters, Operation::Get(get), expect))
}

/// Returns one Query per template of the partition key, for the key with the most items.
fn queries(
    table: &Table,
    index: Option<&str>,
    partition: &[KeyAttribute],
    sort: &[KeyAttribute],
    stored: &[SampleItem<'_>],
) -> Vec<AccessPattern> {
    let [partition] = partition else { return Vec::new() };
    let is_in = |item: &Item| {
        let mut keys = std::iter::once(partition).chain(sort);
        keys.all(|key| {
            item.get(&key.name).is_some_and(|value| value.data_type().name() == key.data_type.name())
        })
    };
    let value_of = |item: &Item| item.get(&partition.name).map(literal::show);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for value in
        stored.iter().filter(|stored| is_in(&stored.item)).filter_map(|stored| value_of(&stored.item))
    {
        *counts.entry(value).or_default() += 1;
    }
    // The key with the most items, per template.
    let mut busiest: BTreeMap<String, (u64, &SampleItem<'_>)> = BTreeMap::new();
    for one in stored.iter().filter(|stored| is_in(&stored.item)) {
        let template = one.placement.keys.get(&partition.name).map(|key| key.template.to_string());
        let (Some(template), Some(value)) = (template, value_of(&one.item)) else { continue };
        let count = counts.get(&value).copied().unwrap_or(0);
        let known = busiest.get(&template).map_or(0, |(count, _)| *count);
        if count > known {
            busiest.insert(template, (count, one));
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (text, (count, one)) in busiest {
        // An item that is alone under its table key is read by that key.
        let is_needed = count > 1 || index.is_some();
        let Some(template) = one.placement.keys.get(&partition.name).map(|key| key.template.clone()) else {
            continue;
        };
        if !is_needed || !seen.insert(text.clone()) {
            continue;
        }
        let key = BTreeMap::from([(partition.name.clone(), KeyCondition::Equals(template.clone()))]);
        let each = BTreeMap::from([(partition.name.clone(), template.clone())]);
        let expect = Expectation { count: Some(count), each, ..Expectation::default() };
        let query = Query {
            table: table.name.clone(),
            index: index.map(str::to_owned),
            key,
            all_pages: true,
            ..Query::default()
        };
        let parameters = parameters([&template], one.placement, one.row);
        let name = format!("Items with {} {text}", partition.name);
        found.push(pattern(name, parameters, Operation::Query(query), expect));
    }
    found
}

fn parameters<'a>(
    templates: impl IntoIterator<Item = &'a Template>,
    placement: &Placement,
    row: usize,
) -> BTreeMap<String, Parameter> {
    let names = templates.into_iter().flat_map(Template::attributes);
    let parameter = |name: &str| {
        let of = format!("{}.{name}", placement.entity);
        (name.to_owned(), Parameter::Sample { of, row })
    };
    names.map(parameter).collect()
}

fn pattern(
    name: String,
    parameters: BTreeMap<String, Parameter>,
    operation: Operation,
    expect: Expectation,
) -> AccessPattern {
    AccessPattern {
        name,
        rate: RATE,
        access: Access::Service,
        parameters,
        operation: Some(operation),
        expect: Some(expect),
        ..AccessPattern::default()
    }
}
