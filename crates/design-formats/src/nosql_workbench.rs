//! The model files of NoSQL Workbench, with their items understood as those of other files are: entities, key templates and first
//! access patterns.

use dynalab_modeling::design::{Design, Placement, Table};
use dynalab_modeling::formats::nosql_workbench::{self, IN_TABLE_DATA};
use dynalab_modeling::formats::sample_rows::{self, Row};
use dynalab_modeling::formats::{Format, FormatError, ImportNote, ImportedDesign};
use dynalab_modeling::literal;
use dynalab_types::{Budget, Item};

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
    let (mut kept, mut all) = (0, 0);
    let placements = table.items.len();
    for placement in std::mem::take(&mut table.items) {
        let Some(place) = design.entities.iter().position(|entity| entity.name == placement.entity) else {
            continue;
        };
        let rows = &mut design.entities[place].rows;
        let (found, bytes) = (rows.len(), rows.iter().map(sample_rows::bytes_of));
        let first = sample_rows::kept(bytes, placements, sample_rows::ROWS_MAX);
        let items: Vec<Item> = rows.iter().map_while(item_of).collect();
        // Samples may have items without a key, which no table could hold.
        let has_keys = |item: &Item| {
            table.key().all(|key| {
                item.get(&key.name).is_some_and(|value| value.data_type().name() == key.data_type.name())
            })
        };
        if items.len() < found || !items.iter().all(has_keys) {
            rows.truncate(first);
            kept += first;
            all += found;
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
            let bytes = kind.items.iter().map(|item| item.size_bytes() as usize);
            let first = sample_rows::kept(bytes, placements + of_list.len() - 1, sample_rows::ROWS_MAX);
            kept += first;
            all += kind.items.len();
            let (mut entity, made) = entity::make(table, &name, &kind.items[..first], kind.items.len());
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
    if kept < all {
        notes.push(ImportNote::ItemsCut { table: table.name.clone(), kept, found: all });
    }
}

fn item_of(row: &Row) -> Option<Item> {
    literal::item_from_members(row)
}
