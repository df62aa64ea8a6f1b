//! Draws the requests of one access pattern: its key values by their shares, everything else from the items and the history.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_engine::table::Table;
use dynalab_types::json;
use dynalab_types::wire::{base64_text, decode_value, item_json, value_json, write_json_string};
use dynalab_types::{AttributeValue, Item, KeyAttribute, KeySchema};

use super::heat::ResourceConsumption;
use super::pattern::{AccessPattern, Example, Operation, partition_attributes};
use super::sample::{Sample, SampledItem};
use crate::share::document::text_of;
use crate::share::generator::Draw;

/// A request, and the key values that it reads or writes.
#[derive(Clone, Debug)]
pub(super) struct DrawnRequest {
    pub body: String,
    /// The partition key values as DynamoDB JSON, each with its index (`None`: the table).
    pub keys: Vec<(Option<Arc<str>>, String)>,
}

/// An access pattern with the values that its requests draw from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pattern: AccessPattern,
    key: KeySchema,
    /// The key attributes of all indexes, which a written item gets from an item of its kind.
    index_attributes: Vec<Box<str>>,
    partition_attributes: Vec<(Option<Arc<str>>, Box<str>)>,
    items: Vec<SampledItem>,
    shares: Shares,
    /// The places of the items with each value.
    places: BTreeMap<String, Vec<usize>>,
    /// The members of each example that do not change, as text.
    rests: Vec<String>,
}

/// Values with cumulative weights.
#[derive(Clone, Debug, Default)]
struct Shares {
    values: Vec<String>,
    ends: Vec<u64>,
    /// A draw of the values after the first is a value that does not exist yet.
    rest_is_new: bool,
}

impl Shares {
    /// The measured shares; with `hottest_permille`, the hottest value has that share and the others divide the rest as measured.
    fn new(
        pattern: &AccessPattern,
        others: &BTreeMap<String, Vec<usize>>,
        hottest_permille: Option<u64>,
    ) -> Shares {
        let Some(key) = pattern.keys.get(pattern.varied) else { return Shares::default() };
        let mut counted: Vec<(String, u64)> =
            key.hottest_first().into_iter().map(|(value, count)| (value.to_owned(), count)).collect();
        let rest_is_new = key.is_unique() && pattern.operation == Operation::PutItem && key.index.is_none();
        if let Some(permille) = hottest_permille {
            if counted.len() == 1 {
                let known = counted[0].0.clone();
                let unasked = others.iter().filter(|(value, _)| **value != known);
                counted.extend(unasked.map(|(value, places)| (value.clone(), places.len() as u64)));
            }
            let rest: u64 = counted.iter().skip(1).map(|(_, count)| count).sum();
            for (place, (_, count)) in counted.iter_mut().enumerate() {
                *count = if place == 0 { permille * rest.max(1) } else { *count * (1_000 - permille) };
            }
        } else if rest_is_new {
            // No value is hotter than another, so every write is new.
            counted[0].1 = 0;
        }
        let mut end = 0;
        let (values, ends) = counted
            .into_iter()
            .map(|(value, weight)| {
                end += weight;
                (value, end)
            })
            .unzip();
        Shares { values, ends, rest_is_new }
    }

    /// Returns a value, and whether it stands for a new one.
    fn draw(&self, draw: &mut Draw) -> Option<(&str, bool)> {
        let total = *self.ends.last()?;
        let place = match total {
            0 => 0,
            total => {
                let drawn = draw.below(total);
                self.ends.partition_point(|end| *end <= drawn)
            }
        };
        Some((self.values.get(place)?, self.rest_is_new && place > 0))
    }
}

impl Source {
    pub fn new(
        pattern: AccessPattern,
        table: &Table,
        sample: &Sample,
        hottest_permille: Option<u64>,
    ) -> Source {
        let definition = &table.definition;
        let items: Vec<SampledItem> = sample.fitting(&pattern).cloned().collect();
        let column = pattern.keys.get(pattern.varied).and_then(|key| sample.place(&key.attribute));
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, sampled) in items.iter().enumerate() {
            if let Some(value) = column.and_then(|column| sampled.values[column].clone()) {
                places.entry(value).or_default().push(place);
            }
        }
        let of_indexes = definition.indexes.iter().flat_map(|index| index.key.attributes());
        Source {
            shares: Shares::new(&pattern, &places, hottest_permille),
            key: definition.key.clone(),
            index_attributes: of_indexes.map(|attribute| attribute.name.clone()).collect(),
            partition_attributes: partition_attributes(table),
            rests: pattern.examples.iter().map(|example| rest_of(&pattern, example)).collect(),
            items,
            places,
            pattern,
        }
    }

    pub fn pattern(&self) -> &AccessPattern {
        &self.pattern
    }

    /// Returns the partition key attribute of a table or index, if it is one of this pattern's table.
    pub fn partition_attribute(&self, used: &ResourceConsumption) -> Option<&str> {
        let mut attributes = self.partition_attributes.iter();
        let found = attributes.find(|(index, _)| used.is(&self.pattern.table, index.as_deref()));
        found.map(|(_, attribute)| attribute.as_ref())
    }

    /// Draws one request. `number` is different for each request, and makes new keys unique.
    pub fn draw(&self, number: u64, draw: &mut Draw) -> DrawnRequest {
        let place = draw.below(self.pattern.examples.len().max(1) as u64) as usize;
        let (Some(example), Some(rest)) = (self.pattern.examples.get(place), self.rests.get(place)) else {
            return DrawnRequest { body: String::from("{}"), keys: Vec::new() };
        };
        let drawn = self.shares.draw(draw).map(|(value, is_new)| (value.to_owned(), is_new));
        match self.pattern.operation {
            Operation::Scan => DrawnRequest { body: format!("{{{rest}}}"), keys: Vec::new() },
            Operation::Query => self.query(example, rest, drawn),
            Operation::PutItem => {
                let item = self.new_item(example, drawn, number, draw);
                DrawnRequest {
                    body: format!("{{\"Item\":{},{rest}}}", item_json(&item)),
                    keys: self.keys_of(&item),
                }
            }
            Operation::GetItem | Operation::UpdateItem | Operation::DeleteItem => {
                let item = self.known_item(example, drawn, draw);
                let keys = match self.pattern.operation {
                    Operation::GetItem => self.keys_of(&item).into_iter().take(1).collect(),
                    _ => self.keys_of(&item),
                };
                let key = item_json(&self.key.key_of(&item));
                DrawnRequest { body: format!("{{\"Key\":{key},{rest}}}"), keys }
            }
        }
    }

    fn query(&self, example: &Example, rest: &str, drawn: Option<(String, bool)>) -> DrawnRequest {
        let (Some((value, _)), Some(placeholder)) = (drawn, &example.placeholder) else {
            return DrawnRequest { body: format!("{{{rest}}}"), keys: Vec::new() };
        };
        let mut values = String::from("{");
        write_json_string(placeholder, &mut values);
        values.push(':');
        values.push_str(&value);
        if let Some(given) = example.body.get("ExpressionAttributeValues").and_then(crate::advice::as_object)
        {
            for (name, value) in given.iter().filter(|(name, _)| *name != placeholder) {
                values.push(',');
                write_json_string(name, &mut values);
                values.push(':');
                value.write(&mut values);
            }
        }
        values.push('}');
        let body = format!("{{\"ExpressionAttributeValues\":{values},{rest}}}");
        let index = self.pattern.keys.first().and_then(|key| key.index.clone());
        DrawnRequest { body, keys: vec![(index, value)] }
    }

    /// An item with the value, or the item of the example with the value in place of its own.
    fn known_item(&self, example: &Example, drawn: Option<(String, bool)>, draw: &mut Draw) -> Item {
        let Some((value, _)) = drawn else { return example.item.clone() };
        if let Some(places) = self.places.get(&value) {
            let place = places[draw.below(places.len() as u64) as usize];
            return self.items[place].item.unpack();
        }
        let mut item = example.item.clone();
        self.set_varied(&mut item, &value);
        item
    }

    fn set_varied(&self, item: &mut Item, value: &str) {
        let key = self.pattern.keys.get(self.pattern.varied);
        let decoded = json::parse(value).ok().and_then(|value| decode_value(&value).ok());
        if let (Some(key), Some(decoded)) = (key, decoded) {
            item.insert(key.attribute.clone(), decoded);
        }
    }

    /// A new item like one of its kind: with all index attributes, and with a key of its own.
    fn new_item(
        &self,
        example: &Example,
        drawn: Option<(String, bool)>,
        number: u64,
        draw: &mut Draw,
    ) -> Item {
        let is_new = drawn.as_ref().is_some_and(|(_, is_new)| *is_new);
        let varies_partition =
            self.pattern.keys.get(self.pattern.varied).is_some_and(|key| key.index.is_none());
        let repeats_partition = varies_partition && drawn.is_some() && !is_new;
        let mut item = self.known_item(example, drawn, draw);
        if !self.items.is_empty() {
            let like = self.items[draw.below(self.items.len() as u64) as usize].item.unpack();
            for name in &self.index_attributes {
                if let (false, Some(value)) = (item.contains(name), like.get(name)) {
                    item.insert(name.clone(), value.clone());
                }
            }
        }
        // The last attribute of the key is new. A table without a sort key keeps the value that was drawn.
        let new = match (self.key.sort.last(), repeats_partition) {
            (Some(sort), _) => Some(sort),
            (None, false) => self.key.partition.last(),
            (None, true) => None,
        };
        if let Some(KeyAttribute { name, .. }) = new
            && let Some(value) = item.get(name).and_then(|value| new_value(value, number))
        {
            item.insert(name.clone(), value);
        }
        item
    }

    /// The partition key values of the table and of the indexes that have the item.
    fn keys_of(&self, item: &Item) -> Vec<(Option<Arc<str>>, String)> {
        let attributes = self.partition_attributes.iter();
        attributes
            .filter_map(|(index, attribute)| Some((index.clone(), value_json(item.get(attribute)?))))
            .collect()
    }
}

/// A value of the same type that no item has.
fn new_value(value: &AttributeValue, number: u64) -> Option<AttributeValue> {
    /// Above the numbers that people write by hand.
    const FIRST_NUMBER: u64 = 9_000_000_000_000;
    let json = match value {
        AttributeValue::S(text) => {
            let mut json = String::from("{\"S\":");
            write_json_string(&format!("{text}~{number:x}"), &mut json);
            json.push('}');
            json
        }
        AttributeValue::N(_) => format!("{{\"N\":\"{}\"}}", FIRST_NUMBER + number),
        AttributeValue::B(bytes) => {
            let bytes = [bytes.as_ref(), &number.to_be_bytes()].concat();
            format!("{{\"B\":\"{}\"}}", base64_text(&bytes))
        }
        _ => return None,
    };
    decode_value(&json::parse(&json).ok()?).ok()
}

/// The members of a request that stay as they are, without braces. A request has at least its table.
fn rest_of(pattern: &AccessPattern, example: &Example) -> String {
    let mut members = example.body.clone();
    members.retain(|name, _| !matches!(name.as_str(), "Key" | "Item"));
    if example.placeholder.is_some() {
        members.remove("ExpressionAttributeValues");
    }
    members.insert("TableName".to_owned(), crate::advice::string(pattern.table.as_ref()));
    let json = text_of(&members);
    json.strip_prefix('{').and_then(|json| json.strip_suffix('}')).unwrap_or_default().to_owned()
}
