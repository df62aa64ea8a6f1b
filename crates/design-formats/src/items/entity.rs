//! Converts items of one kind to an entity: key templates, attributes with types, shares and values, and rows of the sample.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::Template;
use dynalab_modeling::design::{Attribute, AttributeType, Entity, ItemKey, Placement, Table, Values};
use dynalab_modeling::{literal, template::print};
use dynalab_types::iso_time;
use dynalab_types::{AttributeValue, Item, Number};
use serde_json::Value;

use super::keys;

/// Maximum number of values of a choice. Each value must occur at least twice.
const CHOICES_MAX: usize = 10;

/// Maximum number of attributes that are tried as the source of a part of a key.
const SOURCES_MAX: usize = 200;

/// Creates the entity. `count` is the number of items of this kind in the file. The rows are the first of them.
pub fn make(table: &Table, name: &str, items: &[&Item], count: usize) -> (Entity, Placement) {
    let mut rows: Vec<Item> = items.iter().map(|item| (*item).clone()).collect();
    let mut placement = Placement { entity: name.to_owned(), ..Placement::default() };
    let mut added: Vec<String> = Vec::new();
    for key in table.key_attributes() {
        if rows.iter().all(|row| row.get(&key.name).is_none()) {
            continue;
        }
        let found = {
            let views: Vec<&Item> = rows.iter().collect();
            keys::template(&key.name, &views, &sources(table, &rows))
        };
        let is_whole = found.is_some_and(|(template, parts)| {
            let mut filled = rows.clone();
            for (part, values) in &parts {
                for (row, value) in filled.iter_mut().zip(values) {
                    row.insert(part.as_str(), AttributeValue::string(value));
                }
            }
            // A template is used only if it gives exactly the same values.
            let is_same = filled
                .iter()
                .all(|row| template.fill(|name| row.get(name)).ok().as_ref() == row.get(&key.name));
            if is_same {
                for row in &mut filled {
                    row.remove(&key.name);
                }
                rows = filled;
                added.extend(parts.into_iter().map(|(part, _)| part));
                placement.keys.insert(key.name.clone(), ItemKey { template, when: None });
            }
            is_same
        });
        if !is_whole {
            let template = Template::value(&key.name);
            placement.keys.insert(key.name.clone(), ItemKey { template, when: None });
        }
    }
    let names: BTreeSet<&str> = rows.iter().flat_map(Item::keys).collect();
    let attributes: Vec<Attribute> = names.into_iter().map(|name| attribute(name, &rows)).collect();
    if !added.is_empty() {
        // Key parts that are not stored as attributes.
        let stored = attributes.iter().map(|attribute| attribute.name.clone());
        placement.attributes = Some(stored.filter(|name| !added.contains(name)).collect());
    }
    let wire = |row: &Item| -> BTreeMap<String, Value> {
        let item = literal::item_json(row);
        item.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    let rows = rows.iter().map(wire).collect();
    let entity = Entity { name: name.to_owned(), count: count as u64, attributes, rows, ..Entity::default() };
    (entity, placement)
}

/// Returns the attributes that are in every item and in no key.
fn sources(table: &Table, rows: &[Item]) -> Vec<String> {
    let keys = table.key_attributes();
    let first = rows.first().into_iter().flat_map(Item::keys);
    let is_source = |name: &&str| {
        keys.iter().all(|key| key.name != **name)
            && rows.iter().all(|row| row.get(name).and_then(print).is_some_and(|text| !text.is_empty()))
    };
    first.filter(is_source).take(SOURCES_MAX).map(str::to_owned).collect()
}

fn attribute(name: &str, rows: &[Item]) -> Attribute {
    let values: Vec<&AttributeValue> = rows.iter().filter_map(|row| row.get(name)).collect();
    let kind = usual_type(&values).unwrap_or_default();
    let data_type = serde_json::from_value(Value::from(kind)).unwrap_or(AttributeType::S);
    let present = values.len() as f64 / rows.len().max(1) as f64;
    let values = values_like(name, &values);
    Attribute { name: name.to_owned(), data_type, values, present, ..Attribute::default() }
}

/// Returns the type that most values have. Of two that as many have, the first one counts.
fn usual_type(values: &[&AttributeValue]) -> Option<&'static str> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for name in values.iter().map(|value| value.data_type().name()) {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let most = counts.into_iter().reduce(|most, other| if other.1 > most.1 { other } else { most });
    most.map(|(name, _)| name)
}

/// Returns how to generate similar values: by cardinality, range and size.
fn values_like(name: &str, values: &[&AttributeValue]) -> Values {
    let numbers: Option<Vec<Number>> = values
        .iter()
        .map(|value| match value {
            AttributeValue::N(number) => Some(*number),
            _ => None,
        })
        .collect();
    if let Some(numbers) = numbers {
        let as_float = |number: Option<&Number>| number.and_then(|number| number.to_string().parse().ok());
        let (least, most) = (as_float(numbers.iter().min()), as_float(numbers.iter().max()));
        let fractions = numbers.iter().map(|number| number.to_string());
        let decimals = fractions.map(|text| text.split_once('.').map_or(0, |(_, digits)| digits.len())).max();
        let (least, most) = (least.unwrap_or(0.0), most.unwrap_or(0.0));
        return Values::Number { least, most, decimals: decimals.unwrap_or(0).min(8) as u32 };
    }
    if let [AttributeValue::Bool(_), ..] = values {
        let yes = values.iter().filter(|value| ***value == AttributeValue::Bool(true)).count();
        return Values::Flag { share: yes as f64 / values.len() as f64 };
    }
    let texts: Option<Vec<String>> = values
        .iter()
        .map(|value| match value {
            AttributeValue::S(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { return Values::Any };
    let different: BTreeSet<&String> = texts.iter().collect();
    if different.len() <= CHOICES_MAX && different.len() * 2 <= texts.len() {
        let values = different.into_iter().map(|text| Value::from(text.as_str())).collect();
        return Values::Choice { values, weights: Vec::new() };
    }
    let times: Option<Vec<i64>> = texts.iter().map(|text| iso_time::parse(text)).collect();
    let range = times.and_then(|times| Some((*times.iter().min()?, *times.iter().max()?)));
    if let Some((from, to)) = range.filter(|(from, to)| from < to) {
        return Values::Time { from: iso_time::print(from), to: iso_time::print(to) };
    }
    let bytes = texts.iter().map(String::len).sum::<usize>() / texts.len();
    if different.len() == texts.len() && name.to_ascii_lowercase().ends_with("id") {
        let prefix = format!("{}-", crate::tables::snake_case(name));
        return Values::Sequence { prefix, width: 4, start: 1 };
    }
    Values::Text { bytes: bytes.max(1) }
}
