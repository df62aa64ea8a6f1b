//! An entity of a cost model: keys by name, and an item of the estimated size.

use dynalab_modeling::Template;
use dynalab_modeling::design::{Attribute, AttributeType, Design, Entity, ItemKey, Placement, Table, Values};
use dynalab_modeling::formats::FormatError;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::sample::items::item_of;
use serde_json::{Map, Value, json};

use super::read::Types;
use super::{kept, kept_of, text};
use crate::tables;

/// Rows of the sample, and how many of them share a partition key.
const ROWS: u64 = 50;
const ROWS_OF_KEY: u64 = 5;
const SIZE: &str = "estimated_item_size_bytes";
/// Maximum size of a generated item, in bytes.
const ITEM_BYTES_MAX: u64 = 400_000;
const FILLING: &str = "other_attributes";

pub fn read_entity(
    design: &mut Design,
    table: &mut Table,
    body: &Value,
    types: &Types,
) -> Result<(), FormatError> {
    let name = text(body, "entity_name", "entities")?;
    let keys = table.key_attributes().into_iter().map(|key| {
        let template = Template::value(&key.name);
        (key.name.clone(), ItemKey { template, when: None })
    });
    let placement = Placement { entity: name.clone(), keys: keys.collect(), ..Placement::default() };
    // If two tables store the same entity, its attributes come from the first.
    if design.entity(&name).is_none() {
        let count = body["estimated_item_count"].as_u64().unwrap_or(0);
        let attributes = attributes(table, &name, body, types);
        let extra = kept_of(body, &["entity_name", "estimated_item_count"]);
        let sample = Some(if count == 0 { ROWS } else { ROWS.min(count) });
        design.entities.push(Entity { name, count, sample, attributes, extra, ..Entity::default() });
    }
    table.items.push(placement);
    Ok(())
}

/// Returns the attributes: keys, vectors, and those that the file names.
fn attributes(table: &Table, entity: &str, body: &Value, types: &Types) -> Vec<Attribute> {
    let mut names: Vec<&str> = table.key_attributes().into_iter().map(|key| key.name.as_str()).collect();
    let vectors = table.vector_indexes.iter().map(|index| index.attribute.as_str());
    let of_vectors =
        table.vector_indexes.iter().flat_map(|index| index.partition_key.iter().chain(&index.filters));
    let listed = body["attributes"].as_array().into_iter().flatten();
    let listed = listed.filter_map(|attribute| attribute["name"].as_str().or(attribute.as_str()));
    for name in vectors.chain(of_vectors.map(String::as_str)).chain(listed) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let has_key = |name: &str| {
        let of_table = !table.sort_key.is_empty() && table.partition_key.iter().any(|key| key.name == name);
        of_table || table.indexes.iter().any(|index| index.partition_key.iter().any(|key| key.name == name))
    };
    let of_name = |name: &str| {
        let vector = table.vector_indexes.iter().find(|index| index.attribute == name);
        let data_type = types.get(name).copied().unwrap_or_default();
        let (data_type, values) = match vector {
            Some(index) => (AttributeType::L, Values::Vector { dimensions: index.dimensions as usize }),
            None if has_key(name) => (data_type, shared_values(entity, data_type)),
            None => (data_type, Values::Any),
        };
        Attribute { name: name.to_owned(), data_type, values, present: 1.0, ..Attribute::default() }
    };
    names.into_iter().map(of_name).collect()
}

/// Returns ten values in turn, so that several items share a partition key.
fn shared_values(entity: &str, data_type: AttributeType) -> Values {
    let values = (1..=ROWS / ROWS_OF_KEY).map(|number| match data_type {
        AttributeType::N => json!(number),
        _ => json!(format!("{}-{number:02}", tables::snake_case(entity))),
    });
    Values::Cycle { values: values.collect() }
}

/// Sets the length of a string per entity so that sample items have their estimated size. Vectors do not count.
pub fn fit_sizes(design: &mut Design) {
    let sizes: Vec<u64> =
        design.entities.iter().map(|entity| kept(&entity.extra)).map(|kept| size_of(&kept)).collect();
    for (entity, size) in design.entities.iter_mut().zip(&sizes) {
        if let Some(filling) = filling(&design.tables, entity, *size) {
            filling.values = Values::Text { bytes: 1 };
        }
    }
    let (sample, _) = Sample::make(design);
    for (entity, size) in design.entities.iter_mut().zip(sizes) {
        let mean = mean_bytes(&design.tables, entity, &sample);
        let Some(bytes) = size.checked_sub(mean).filter(|bytes| *bytes > 0) else { continue };
        if let Some(filling) = filling(&design.tables, entity, size) {
            filling.values = Values::Text { bytes: bytes as usize + 1 };
        }
    }
}

fn size_of(kept: &Map<String, Value>) -> u64 {
    kept.get(SIZE).and_then(Value::as_u64).unwrap_or(0).min(ITEM_BYTES_MAX)
}

/// Returns the string attribute that fills an item: one in no key, or a new one.
fn filling<'a>(tables: &[Table], entity: &'a mut Entity, size: u64) -> Option<&'a mut Attribute> {
    let is_key = |name: &str| {
        let mut of_entity =
            tables.iter().filter(|table| table.items.iter().any(|item| item.entity == entity.name));
        of_entity.any(|table| {
            let of_vectors = table
                .vector_indexes
                .iter()
                .flat_map(|index| index.partition_key.iter().chain(&index.filters));
            table.key_attributes().iter().any(|key| key.name == name)
                || of_vectors.into_iter().any(|other| other == name)
        })
    };
    let is_free = |attribute: &Attribute| attribute.data_type == AttributeType::S && !is_key(&attribute.name);
    let place = entity.attributes.iter().position(is_free);
    match place {
        Some(place) => entity.attributes.get_mut(place),
        None if size > 0 => {
            entity.attributes.push(Attribute {
                name: FILLING.to_owned(),
                present: 1.0,
                ..Attribute::default()
            });
            entity.attributes.last_mut()
        }
        None => None,
    }
}

fn mean_bytes(tables: &[Table], entity: &Entity, sample: &Sample) -> u64 {
    let rows = sample.rows(&entity.name).map_or(&[][..], |rows| &rows.rows);
    let vectors =
        entity.attributes.iter().filter(|attribute| matches!(attribute.values, Values::Vector { .. }));
    let vectors: Vec<&str> = vectors.map(|attribute| attribute.name.as_str()).collect();
    let mut placements = tables.iter().flat_map(|table| table.items.iter().map(move |item| (table, item)));
    let Some((table, placement)) = placements.find(|(_, item)| item.entity == entity.name) else { return 0 };
    let items: Vec<u64> = rows
        .iter()
        .filter_map(|row| item_of(table, placement, row).ok())
        .map(|mut item| {
            for name in &vectors {
                item.remove(name);
            }
            item.size_bytes()
        })
        .collect();
    items.iter().sum::<u64>() / (items.len() as u64).max(1)
}
