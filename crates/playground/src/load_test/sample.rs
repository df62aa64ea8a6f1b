//! Reads the access patterns from the history, and a sample of the items that their values come from.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_engine::table::Table;
use dynalab_service::Engine;
use dynalab_types::PackedItem;
use dynalab_types::json::{self, Value};
use dynalab_types::wire::{decode_value, value_json};

use super::measure::{MeasuredFrom, MeasuredKey, REQUESTS_MIN};
use super::pattern::{
    AccessPattern, HistoryRequest, ItemKind, Operation, partition_attribute, partition_attributes, prefix_of,
};
use crate::history::History;

/// The newest entries of the history that are read.
const MOMENTS_MAX: usize = 20_000;
const PATTERNS_MAX: usize = 50;
/// Requests of each pattern whose other values are repeated.
const EXAMPLES_MAX: usize = 20;
/// Items of a table that are read. Of a larger table, every second, third, … item.
const ITEMS_MAX: usize = 20_000;

/// An item that requests are made from.
#[derive(Clone, Debug)]
pub(super) struct SampledItem {
    pub kind: ItemKind,
    /// The values of [`partition_attributes`], in their order.
    pub values: Vec<Option<String>>,
    pub item: PackedItem,
}

/// The sampled items of one table.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub attributes: Vec<(Option<Arc<str>>, Box<str>)>,
    pub items: Vec<SampledItem>,
}

impl Sample {
    pub fn from_table(table: &Table) -> Sample {
        let attributes = partition_attributes(table);
        let stride = table.items.len().div_ceil(ITEMS_MAX).max(1);
        let items = table.items.iter().step_by(stride).map(|(_, packed)| {
            let item = packed.unpack();
            let values = attributes.iter().map(|(_, attribute)| item.get(attribute).map(value_json));
            SampledItem {
                kind: ItemKind::from_item(&table.definition.key, &item),
                values: values.collect(),
                item: packed.clone(),
            }
        });
        let items = items.collect();
        Sample { attributes, items }
    }

    /// Returns the place of an attribute in [`SampledItem::values`].
    pub fn place(&self, attribute: &str) -> Option<usize> {
        self.attributes.iter().position(|(_, known)| known.as_ref() == attribute)
    }

    /// Returns the items that requests of the pattern read or write.
    pub fn fitting<'a>(&'a self, pattern: &'a AccessPattern) -> impl Iterator<Item = &'a SampledItem> {
        let attribute = pattern.keys.first().and_then(|key| self.place(&key.attribute));
        self.items.iter().filter(move |sampled| match pattern.operation {
            Operation::Scan => true,
            Operation::Query => attribute
                .and_then(|place| sampled.values.get(place)?.as_deref())
                .and_then(|text| decode_value(&json::parse(text).ok()?).ok())
                .is_some_and(|value| prefix_of(&value) == pattern.kind.partition),
            _ => sampled.kind == pattern.kind,
        })
    }
}

/// Returns the access patterns of the shown point in history, the most frequent first.
pub fn access_patterns(history: &History, engine: &Engine) -> Vec<AccessPattern> {
    let database = engine.database();
    let mut patterns: Vec<AccessPattern> = Vec::new();
    let mut next = history.position();
    for _ in 0..MOMENTS_MAX {
        let Some(moment) = history.moment(next) else { break };
        next = moment.parent;
        let operation = Operation::from_name(&moment.operation).filter(|_| moment.status == 200);
        let Some(operation) = operation else { continue };
        let Ok(Value::Object(body)) = json::parse(&moment.body) else { continue };
        let table = body.get("TableName").and_then(Value::as_str).and_then(|name| database.find(name));
        let Some(table) = table else { continue };
        if let Some(seen) = HistoryRequest::read(table, operation, body) {
            count(&mut patterns, table, seen);
        }
    }
    let mut samples: BTreeMap<Arc<str>, Sample> = BTreeMap::new();
    for pattern in &mut patterns {
        let Some(table) = database.find(&pattern.table) else { continue };
        let sample = samples.entry(pattern.table.clone()).or_insert_with(|| Sample::from_table(table));
        measure_items(pattern, sample);
    }
    patterns.sort_by(|one, other| other.requests.cmp(&one.requests).then_with(|| one.id.cmp(&other.id)));
    patterns
}

fn count(patterns: &mut Vec<AccessPattern>, table: &Table, seen: HistoryRequest) {
    let id = seen.id(&table.definition.name);
    let place = match patterns.iter().position(|pattern| pattern.id == id) {
        Some(place) => place,
        None if patterns.len() >= PATTERNS_MAX => return,
        None => {
            patterns.push(new_pattern(id, table, &seen));
            patterns.len() - 1
        }
    };
    let pattern = &mut patterns[place];
    pattern.requests += 1;
    for (attribute, value) in seen.keys {
        if let Some(key) = pattern.keys.iter_mut().find(|key| key.attribute == attribute) {
            *key.counts.entry(value).or_default() += 1;
        }
    }
    if pattern.examples.len() < EXAMPLES_MAX {
        pattern.examples.push(seen.example);
    }
}

/// A pattern without requests. A read has the key attribute of its table or index, a write those of the table and its indexes.
fn new_pattern(id: String, table: &Table, seen: &HistoryRequest) -> AccessPattern {
    let definition = &table.definition;
    let target = seen.index.as_ref().and_then(|name| definition.index(name));
    let attributes = match seen.operation {
        Operation::Scan => Vec::new(),
        operation if operation.is_write() => partition_attributes(table),
        _ => {
            let attribute = partition_attribute(target.map_or(&definition.key, |index| &index.key));
            attribute.map(|attribute| (seen.index.clone(), attribute.into())).into_iter().collect()
        }
    };
    let mut keys: Vec<MeasuredKey> = Vec::new();
    for (index, attribute) in attributes {
        if !keys.iter().any(|key| key.attribute == attribute) {
            keys.push(MeasuredKey {
                attribute,
                index,
                from: MeasuredFrom::Requests,
                counts: BTreeMap::new(),
            });
        }
    }
    AccessPattern {
        id,
        table: definition.name.clone(),
        index: seen.index.clone(),
        operation: seen.operation,
        kind: seen.kind.clone(),
        expression: seen.expression.clone(),
        requests: 0,
        examples: Vec::new(),
        keys,
        varied: 0,
    }
}

/// Replaces the shares of few requests by those of the items, and chooses the attribute with the hottest value.
fn measure_items(pattern: &mut AccessPattern, sample: &Sample) {
    for place in 0..pattern.keys.len() {
        if pattern.keys[place].total() >= REQUESTS_MIN {
            continue;
        }
        let Some(column) = sample.place(&pattern.keys[place].attribute) else { continue };
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for value in sample.fitting(pattern).filter_map(|sampled| sampled.values[column].clone()) {
            *counts.entry(value).or_default() += 1;
        }
        if !counts.is_empty() {
            let key = &mut pattern.keys[place];
            (key.from, key.counts) = (MeasuredFrom::Items, counts);
        }
    }
    let repeated = |key: &MeasuredKey| {
        key.hottest().map_or(0, |(_, count)| if count > 1 { key.permille(count) } else { 0 })
    };
    for place in 1..pattern.keys.len() {
        if repeated(&pattern.keys[place]) > repeated(&pattern.keys[pattern.varied]) {
            pattern.varied = place;
        }
    }
    // An index that no request and no item is in has no values to vary.
    let varied = pattern.keys.get(pattern.varied).map(|key| key.attribute.clone());
    pattern.keys.retain(|key| !key.counts.is_empty());
    pattern.varied =
        pattern.keys.iter().position(|key| Some(&key.attribute) == varied.as_ref()).unwrap_or_default();
}
