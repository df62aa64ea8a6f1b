//! The model files of NoSQL Workbench, with their items understood as those of other files are: entities, key templates and first
//! access patterns.

use dynalab_modeling::design::{Design, Placement, Table};
use dynalab_modeling::formats::nosql_workbench::{self, IN_TABLE_DATA};
use dynalab_modeling::formats::{Format, FormatError, ImportNote, ImportedDesign};
use dynalab_modeling::literal;
use dynalab_types::{Budget, Item};
use serde_json::Value;

use crate::first_patterns;
use crate::items::{entity, free_entity_name, kinds};

pub const FORMAT: Format = Format { read: Some(read), ..nosql_workbench::FORMAT };

fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let mut imported = nosql_workbench::read(text, budget)?;
    if imported.design.entities.is_empty() {
        return Ok(imported);
    }
    let mut tables = std::mem::take(&mut imported.design.tables);
    for table in &mut tables {
        budget.step(text.len())?;
        divide(&mut imported.design, table, &mut imported.notes);
    }
    imported.design.tables = tables;
    imported.notes.retain(|note| *note != ImportNote::NoExpectedResults);
    imported.notes.push(first_patterns::add_and_say(&mut imported.design));
    Ok(imported)
}

/// Makes entities of the items of a table. A facet is one kind of item, the table's own list may have several.
fn divide(design: &mut Design, table: &mut Table, notes: &mut Vec<ImportNote>) {
    for placement in std::mem::take(&mut table.items) {
        let Some(place) = design.entities.iter().position(|entity| entity.name == placement.entity) else {
            continue;
        };
        let items: Vec<Item> = design.entities[place].rows.iter().filter_map(item_of).collect();
        // Samples may have items without a key, which no table could hold.
        let has_keys = |item: &Item| {
            table.key().all(|key| {
                item.get(&key.name).is_some_and(|value| value.data_type().name() == key.data_type.name())
            })
        };
        if items.len() < design.entities[place].rows.len() || !items.iter().all(has_keys) {
            table.items.push(placement);
            continue;
        }
        let before = design.entities.remove(place);
        let is_own_list =
            placement.extra.get(nosql_workbench::KEPT).is_some_and(|kept| kept[IN_TABLE_DATA] == true);
        let mut of_list = match is_own_list {
            true => kinds::divide(table, &items, notes),
            false => vec![kinds::Kind { name: before.name.clone(), items: items.iter().collect() }],
        };
        // The items of one kind keep the name that the reader gave them.
        if let [only] = &mut of_list[..]
            && only.name == kinds::ONLY_KIND
        {
            only.name.clone_from(&before.name);
        }
        for (number, kind) in of_list.iter().enumerate() {
            let name = match is_own_list {
                true => free_entity_name(design, &table.name, &kind.name),
                false => kind.name.clone(),
            };
            let (mut entity, made) = entity::make(table, &name, &kind.items, kind.items.len());
            for attribute in before.attributes.iter().filter(|_| !is_own_list) {
                let is_key = table.key_attributes().iter().any(|key| key.name == attribute.name);
                if !is_key && entity.attribute(&attribute.name).is_none() {
                    entity.attributes.push(attribute.clone());
                }
            }
            design.entities.insert((place + number).min(design.entities.len()), entity);
            let (extra, own_name) = (placement.extra.clone(), placement.name.clone());
            table.items.push(Placement { extra, name: own_name, ..made });
        }
    }
}

fn item_of(row: &std::collections::BTreeMap<String, Value>) -> Option<Item> {
    literal::item_from_wire(&serde_json::to_value(row).ok()?)
}
