//! Reads schemas. Each schema is a table, each model an entity with its keys.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::design::{AttributeType, Entity, Index, IndexKind, KeyAttribute, Projection, Table};
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, Wanted};
use dynalab_modeling::literal;
use dynalab_types::Budget;
use serde_json::{Value, json};

use super::leftovers::name_leftovers;
use super::model::{self, Settings};
use super::{FORMAT, KEPT, VERSION, attribute, is_schema, write};
use crate::object_literal::{self, members};
use crate::{first_patterns, kept, tables};

/// Maximum number of models in a file. It limits the time to import a hostile file.
const MODELS_MAX: usize = 500;

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let found = object_literal::find(text, budget)?;
    let schemas: Vec<(Option<&Value>, &Value)> =
        found.values.iter().flat_map(|value| object_literal::collect(value, is_schema)).collect();
    if schemas.is_empty() {
        return Err(FormatError::NoTable);
    }
    let mut design = Design::default();
    let written = &schemas[0].1["extensions"]["dynalab"]["tables"];
    for (number, (around, schema)) in schemas.iter().enumerate() {
        let name = written[number]["name"].as_str().or(around.and_then(|around| around["name"].as_str()));
        read_schema(&mut design, schema, table_name(name, number))?;
    }
    design.name = design.tables.first().map(|table| table.name.clone()).unwrap_or_default();
    tables::number_keys(&mut design);
    let mut notes = found.notes_of(is_schema);
    for ((_, schema), table) in schemas.iter().zip(&design.tables) {
        notes.extend(name_leftovers(schema, &table.name));
    }
    let extensions = &schemas[0].1["extensions"];
    let mut others = extensions.clone();
    if let Some(others) = others.as_object_mut() {
        others.remove("dynalab");
    }
    if others.as_object().is_some_and(|others| !others.is_empty()) {
        design.extra.insert(KEPT.to_owned(), others);
    }
    match serde_json::from_value::<Design>(extensions["dynalab"].clone()) {
        Ok(written) => {
            let files: Vec<Value> = schemas.iter().map(|(_, schema)| (*schema).clone()).collect();
            let file = if let [only] = &files[..] { only.clone() } else { Value::Array(files) };
            if write::value(&written) == file {
                return Ok(ImportedDesign { format: FORMAT.id, design: written, notes });
            }
            notes.push(ImportNote::ChangedSince);
            take_rest(&mut design, &written);
        }
        Err(_) => notes.push(first_patterns::add_and_say(&mut design)),
    }
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

/// Copies what a schema cannot represent from the design that the file was written from.
fn take_rest(design: &mut Design, written: &Design) {
    for entity in &mut design.entities {
        let Some(before) = written.entity(&entity.name) else { continue };
        let mut whole = before.clone();
        whole.rows = std::mem::take(&mut entity.rows);
        whole.attributes = std::mem::take(&mut entity.attributes);
        for attribute in &mut whole.attributes {
            let same =
                before.attribute(&attribute.name).filter(|before| before.data_type == attribute.data_type);
            if let Some(before) = same {
                attribute.values = before.values.clone();
                attribute.changes = before.changes;
                attribute.present = before.present;
            }
        }
        *entity = whole;
    }
    for table in &mut design.tables {
        let Some(before) = written.table(&table.name) else { continue };
        *table = Table {
            partition_key: std::mem::take(&mut table.partition_key),
            sort_key: std::mem::take(&mut table.sort_key),
            indexes: std::mem::take(&mut table.indexes),
            items: std::mem::take(&mut table.items),
            ttl: table.ttl.take(),
            ..before.clone()
        };
    }
    design.name.clone_from(&written.name);
    design.notes.clone_from(&written.notes);
    design.region.clone_from(&written.region);
    design.seed = written.seed;
    design.relations.clone_from(&written.relations);
    design.patterns.clone_from(&written.patterns);
}

fn read_schema(design: &mut Design, schema: &Value, name: String) -> Result<(), FormatError> {
    let mut table = Table { name, ..Table::default() };
    let settings = Settings::from_schema(schema);
    read_indexes(&mut table, schema, &settings)?;
    for (name, body) in members(&schema["models"]) {
        if design.entities.len() >= MODELS_MAX {
            let place = format!("models.{name}");
            return Err(FormatError::Member { place, wanted: Wanted::OneOfModels });
        }
        let mut entity = model::read(name, body, &mut table, &settings);
        if design.entity(name).is_some() {
            // Models in two schemas may have the same name.
            entity.name = format!("{name} of {}", table.name);
            if let Some(placement) = table.items.last_mut() {
                placement.entity.clone_from(&entity.name);
                placement.name = name.to_owned();
            }
        }
        design.entities.push(entity);
    }
    read_items(design, &table, schema, &settings);
    // Keep only what the writer does not write by itself.
    let own = json!({ "format": VERSION, "version": "0.0.1", "indexes": null, "models": null,
        "params": { "isoDates": true, "typeField": settings.type_field } });
    let mut found = schema.clone();
    for member in ["indexes", "models"] {
        found[member] = Value::Null;
    }
    if let Some(found) = found.as_object_mut() {
        found.remove("items");
        found.remove("extensions");
    }
    kept::keep(&mut table.extra, KEPT, &found, &own);
    design.tables.push(table);
    Ok(())
}

/// Returns the table's name. A schema has none, but Dynalab writes it and code has it beside the schema.
fn table_name(found: Option<&str>, number: usize) -> String {
    match (found, number) {
        (Some(name), _) => name.to_owned(),
        (None, 0) => "OneTable".to_owned(),
        (None, number) => format!("OneTable{}", number + 1),
    }
}

fn read_indexes(table: &mut Table, schema: &Value, settings: &Settings) -> Result<(), FormatError> {
    let key = |body: &Value, member: &str| -> Vec<KeyAttribute> {
        let name = body[member].as_str().map(str::to_owned);
        name.into_iter()
            .map(|name| KeyAttribute {
                data_type: key_type(schema, &name, settings),
                name,
                ..KeyAttribute::default()
            })
            .collect()
    };
    let primary = &schema["indexes"]["primary"];
    table.partition_key = key(primary, "hash");
    table.sort_key = key(primary, "sort");
    for (name, body) in members(&schema["indexes"]) {
        if name == "primary" {
            continue;
        }
        let is_local = body["type"] == "local";
        let partition_key = if is_local { table.partition_key.clone() } else { key(body, "hash") };
        if partition_key.is_empty() {
            return Err(FormatError::Member { place: format!("indexes.{name}.hash"), wanted: Wanted::Text });
        }
        let projection = match &body["project"] {
            Value::Array(names) => Projection::Include(
                names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
            ),
            Value::String(kind) if kind == "keys" => Projection::KeysOnly,
            _ => Projection::All,
        };
        let mut index = Index {
            name: name.to_owned(),
            kind: if is_local { IndexKind::Local } else { IndexKind::Global },
            partition_key,
            sort_key: key(body, "sort"),
            projection,
            ..Index::default()
        };
        let written = write::write_index(&index);
        kept::keep(&mut index.extra, KEPT, body, &written);
        table.indexes.push(index);
    }
    Ok(())
}

/// Returns the type of a key attribute, from the first model that has it.
fn key_type(schema: &Value, name: &str, settings: &Settings) -> AttributeType {
    let bodies = members(&schema["models"]);
    let mut bodies = bodies.iter().filter_map(|(_, model)| model.get(name));
    bodies
        .next()
        .map(|body| if body.is_object() { body.clone() } else { json!({ "type": body }) })
        .map(|body| attribute::type_of(&body, settings.is_iso))
        .filter(|data_type| data_type.can_be_key())
        .unwrap_or_default()
}

/// Converts items with a model's name to its rows, if they have all attributes of its keys.
fn read_items(design: &mut Design, table: &Table, schema: &Value, settings: &Settings) {
    for item in schema["items"].as_array().into_iter().flatten() {
        let wire = match literal::item_from_wire(item) {
            Some(item) => literal::item_json(&item),
            None => {
                let typed = members(item).into_iter().map(|(name, value)| {
                    (name.to_owned(), literal::wire_json(&literal::value_of(value, None)))
                });
                Value::Object(typed.collect())
            }
        };
        let Some(model) = wire[&settings.type_field]["S"].as_str() else { continue };
        let Some(placement) = table.placement(model) else { continue };
        let has_all = table.key().all(|key| {
            let template = placement.keys.get(&key.name).map(|key| &key.template);
            template.is_some_and(|template| template.attributes().all(|name| wire.get(name).is_some()))
        });
        let Some(entity) = design.entities.iter_mut().find(|entity| entity.name == placement.entity) else {
            continue;
        };
        if has_all {
            add_row(entity, &wire);
        }
    }
}

fn add_row(entity: &mut Entity, item: &Value) {
    let row: BTreeMap<String, Value> =
        members(item).into_iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    entity.rows.push(row);
    entity.count = entity.rows.len() as u64;
}
