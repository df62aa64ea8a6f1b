//! Draws the requests of one access pattern: its key values by their shares, everything else from the items and the history.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::table::Table;
use dynalab_traffic::generator::Draw;
use dynalab_types::json;
use dynalab_types::wire::{base64_text, decode_value, item_json, value_json, write_json_string};
use dynalab_types::{AttributeValue, Item, KeyAttribute, KeySchema};

use super::actions::{DrawnAction, write};
use super::heat::ResourceConsumption;
use super::operation::Operation;
use super::pattern::{AccessPattern, ActionPattern, ExampleAction, partition_attributes};
use super::sample::{Sample, SampledItem, Samples};

/// The draws for an item that the request does not name yet. Then the values are tried in their order, the hottest first. If the
/// request names all their items, the action is left out.
const ATTEMPTS: usize = 8;
/// More than the actions of any request. Distinguishes the new keys of one request.
const ACTIONS_MAX: u64 = 128;

/// A request, and the key values that it reads or writes.
#[derive(Clone, Debug)]
pub(super) struct DrawnRequest {
    pub body: String,
    pub keys: Vec<DrawnKey>,
}

/// A value of a partition key that a request reads or writes.
#[derive(Clone, Debug)]
pub(super) struct DrawnKey {
    pub table: Arc<str>,
    /// `None` for the table.
    pub index: Option<Arc<str>>,
    /// As DynamoDB JSON.
    pub value: String,
}

/// An access pattern with the values that its requests draw from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pattern: AccessPattern,
    /// In the order of the pattern's actions.
    actions: Vec<ActionSource>,
}

/// One action of a pattern with the values that it draws from.
#[derive(Clone, Debug)]
struct ActionSource {
    pattern: ActionPattern,
    key: KeySchema,
    /// The key attributes of all indexes, which a written item gets from an item of its kind.
    index_attributes: Vec<Box<str>>,
    partition_attributes: Vec<(Option<Arc<str>>, Box<str>)>,
    items: Vec<SampledItem>,
    shares: Shares,
    /// The places of the items with each value.
    places: BTreeMap<String, Vec<usize>>,
}

/// A value, and whether it stands for a new one.
type DrawnValue = Option<(String, bool)>;

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
        pattern: &ActionPattern,
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

    fn draw(&self, draw: &mut Draw) -> DrawnValue {
        let total = *self.ends.last()?;
        let place = match total {
            0 => 0,
            total => {
                let drawn = draw.below(total);
                self.ends.partition_point(|end| *end <= drawn)
            }
        };
        Some((self.values.get(place)?.clone(), self.rest_is_new && place > 0))
    }
}

impl Source {
    /// `hottest_permille` is the share of the hottest value of the leading action.
    pub fn new(
        pattern: AccessPattern,
        database: &Database,
        samples: &Samples,
        hottest_permille: Option<u64>,
    ) -> Option<Source> {
        let actions = pattern.actions.iter().enumerate().map(|(place, action)| {
            let table = database.find(&action.table)?;
            let hottest = hottest_permille.filter(|_| place == pattern.lead);
            Some(ActionSource::new(action.clone(), table, samples.of_table(&action.table)?, hottest))
        });
        Some(Source { actions: actions.collect::<Option<_>>()?, pattern })
    }

    pub fn pattern(&self) -> &AccessPattern {
        &self.pattern
    }

    /// Returns the partition key attribute of a table or index, if it is one of this pattern's tables.
    pub fn partition_attribute(&self, used: &ResourceConsumption) -> Option<&str> {
        self.actions.iter().find_map(|action| {
            let mut attributes = action.partition_attributes.iter();
            let found = attributes.find(|(index, _)| used.is(&action.pattern.table, index.as_deref()));
            found.map(|(_, attribute)| attribute.as_ref())
        })
    }

    /// Draws one request. `number` is different for each request, and makes new keys unique.
    pub fn draw(&self, number: u64, draw: &mut Draw) -> DrawnRequest {
        let place = draw.below(self.pattern.examples.len().max(1) as u64) as usize;
        let (mut keys, mut drawn) = (Vec::new(), Vec::new());
        let Some(example) = self.pattern.examples.get(place) else {
            return DrawnRequest { body: String::from("{}"), keys };
        };
        let leading = example.actions.iter().position(|action| action.place == self.pattern.lead);
        let lead = leading.and_then(|place| {
            let action = &example.actions[place];
            Some((self.actions.get(action.place)?, action))
        });
        let of_lead = lead.and_then(|(source, action)| source.value_of(action));
        let lead = lead.and_then(|(source, _)| source.shares.draw(draw));
        let mut named = BTreeSet::new();
        for (place, action) in example.actions.iter().enumerate() {
            let Some(source) = self.actions.get(action.place) else { continue };
            let number = number * ACTIONS_MAX + place as u64;
            // Actions with the same value in the example have the same value again: an order and its customer.
            let follows = Some(place) == leading || (of_lead.is_some() && source.value_of(action) == of_lead);
            let random = (0..ATTEMPTS).map(|_| None);
            let known = source.shares.values.iter().map(|value| Some((value.clone(), false)));
            for other in random.chain(known) {
                let value = match other {
                    Some(_) => other,
                    None if follows => lead.clone(),
                    None => source.shares.draw(draw),
                };
                let (one, of_one) = source.draw(action, value, number, draw);
                let name = (source.pattern.table.clone(), item_json(&source.key.key_of(&one.item)));
                let must_differ = self.pattern.operation.needs_different_items() && !one.item.is_empty();
                if must_differ && !named.insert(name) {
                    continue;
                }
                keys.extend(of_one);
                drawn.push(one);
                break;
            }
        }
        DrawnRequest { body: write(self.pattern.operation, &example.rest, &drawn), keys }
    }
}

impl ActionSource {
    fn new(
        pattern: ActionPattern,
        table: &Table,
        sample: &Sample,
        hottest_permille: Option<u64>,
    ) -> ActionSource {
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
        ActionSource {
            shares: Shares::new(&pattern, &places, hottest_permille),
            key: definition.key.clone(),
            index_attributes: of_indexes.map(|attribute| attribute.name.clone()).collect(),
            partition_attributes: partition_attributes(table),
            items,
            places,
            pattern,
        }
    }

    /// Returns the value of the varied attribute in an action of the history.
    fn value_of(&self, action: &ExampleAction) -> Option<String> {
        let key = self.pattern.keys.get(self.pattern.varied)?;
        match &action.placeholder {
            Some(placeholder) => {
                let values = crate::advice::as_object(action.body.get("ExpressionAttributeValues")?)?;
                Some(value_json(&decode_value(values.get(placeholder)?).ok()?))
            }
            None => action.item.get(&key.attribute).map(value_json),
        }
    }

    fn draw<'a>(
        &'a self,
        action: &'a ExampleAction,
        value: DrawnValue,
        number: u64,
        draw: &mut Draw,
    ) -> (DrawnAction<'a>, Vec<DrawnKey>) {
        let rest = &action.rest;
        let (item, value, members, keys) = match self.pattern.operation {
            Operation::Query => self.query(action, value),
            Operation::PutItem => {
                let item = self.new_item(action, value, number, draw);
                let (members, keys) = (format!("\"Item\":{},{rest}", item_json(&item)), self.keys_of(&item));
                (item, None, members, keys)
            }
            Operation::GetItem | Operation::UpdateItem | Operation::DeleteItem => {
                let item = self.known_item(action, value, draw);
                let mut keys = self.keys_of(&item);
                if self.pattern.operation == Operation::GetItem {
                    keys.truncate(1);
                }
                let key = self.key.key_of(&item);
                let members = format!("\"Key\":{},{rest}", item_json(&key));
                (key, None, members, keys)
            }
            _ => (Item::default(), None, rest.clone(), Vec::new()),
        };
        let (table, operation) = (self.pattern.table.as_ref(), self.pattern.operation);
        (DrawnAction { form: &action.form, table, operation, item, value, members }, keys)
    }

    fn query(
        &self,
        action: &ExampleAction,
        value: DrawnValue,
    ) -> (Item, Option<String>, String, Vec<DrawnKey>) {
        let (Some((value, _)), Some(placeholder)) = (value, &action.placeholder) else {
            return (Item::default(), None, action.rest.clone(), Vec::new());
        };
        let mut values = String::from("{");
        write_json_string(placeholder, &mut values);
        values.push(':');
        values.push_str(&value);
        if let Some(given) = action.body.get("ExpressionAttributeValues").and_then(crate::advice::as_object) {
            for (name, value) in given.iter().filter(|(name, _)| *name != placeholder) {
                values.push(',');
                write_json_string(name, &mut values);
                values.push(':');
                value.write(&mut values);
            }
        }
        values.push('}');
        let members = format!("\"ExpressionAttributeValues\":{values},{}", action.rest);
        let index = self.pattern.keys.first().and_then(|key| key.index.clone());
        let key = DrawnKey { table: self.pattern.table.clone(), index, value: value.clone() };
        (Item::default(), Some(value), members, vec![key])
    }

    /// An item with the value, or the item of the example with the value in place of its own.
    fn known_item(&self, example: &ExampleAction, drawn: DrawnValue, draw: &mut Draw) -> Item {
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
    fn new_item(&self, example: &ExampleAction, drawn: DrawnValue, number: u64, draw: &mut Draw) -> Item {
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
    fn keys_of(&self, item: &Item) -> Vec<DrawnKey> {
        let attributes = self.partition_attributes.iter();
        attributes
            .filter_map(|(index, attribute)| {
                let value = value_json(item.get(attribute)?);
                Some(DrawnKey { table: self.pattern.table.clone(), index: index.clone(), value })
            })
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
