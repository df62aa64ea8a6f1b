//! A sample of the items that the values of requests come from, and what it says about access patterns.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::table::Table;
use dynalab_types::PackedItem;
use dynalab_types::json;
use dynalab_types::wire::{decode_value, value_json};

use super::measure::{MeasuredFrom, MeasuredKey, REQUESTS_MIN};
use super::operation::Operation;
use super::pattern::{AccessPattern, ActionPattern, ItemKind, partition_attributes, prefix_of};

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
    pub fn fitting<'a>(&'a self, pattern: &'a ActionPattern) -> impl Iterator<Item = &'a SampledItem> {
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

/// The samples of the tables of some access patterns. Each table is read once.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(BTreeMap<Arc<str>, Sample>);

impl Samples {
    /// Reads the tables of the patterns.
    pub fn of_patterns(patterns: &[AccessPattern], database: &Database) -> Samples {
        let mut samples = Samples::default();
        for action in patterns.iter().flat_map(|pattern| &pattern.actions) {
            if let (false, Some(table)) =
                (samples.0.contains_key(&action.table), database.find(&action.table))
            {
                samples.0.insert(action.table.clone(), Sample::from_table(table));
            }
        }
        samples
    }

    pub fn of_table(&self, table: &str) -> Option<&Sample> {
        self.0.get(table)
    }

    pub fn items(&self) -> usize {
        self.0.values().map(|sample| sample.items.len()).sum()
    }

    /// Replaces the shares of few requests by those of the items, and chooses the actions and attributes with the hottest values.
    pub fn measure(&self, pattern: &mut AccessPattern) {
        for action in &mut pattern.actions {
            if let Some(sample) = self.of_table(&action.table) {
                measure_items(action, sample);
            }
        }
        let repeated = |action: &ActionPattern| action.keys.get(action.varied).map_or(0, repeated);
        // Of equal actions, the first.
        for place in 1..pattern.actions.len() {
            if repeated(&pattern.actions[place]) > repeated(&pattern.actions[pattern.lead]) {
                pattern.lead = place;
            }
        }
    }
}

/// The share of the hottest value, if it occurs more than once.
fn repeated(key: &MeasuredKey) -> u64 {
    key.hottest().map_or(0, |(_, count)| if count > 1 { key.permille(count) } else { 0 })
}

/// Replaces the shares of few requests by those of the items, and chooses the attribute with the hottest value.
fn measure_items(pattern: &mut ActionPattern, sample: &Sample) {
    for place in 0..pattern.keys.len() {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        if let Some(column) = sample.place(&pattern.keys[place].attribute) {
            for value in sample.fitting(pattern).filter_map(|sampled| sampled.values[column].clone()) {
                *counts.entry(value).or_default() += 1;
            }
        }
        let key = &mut pattern.keys[place];
        let of_items = counts.len();
        if key.total() < REQUESTS_MIN && !counts.is_empty() {
            (key.from, key.counts) = (MeasuredFrom::Items, std::mem::take(&mut counts));
        }
        // A share of the hottest value is completed by values of items that no request named.
        let has_others = counts.keys().any(|value| !key.counts.contains_key(value));
        key.can_vary = of_items > 1 || has_others || key.counts.len() > 1;
    }
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
