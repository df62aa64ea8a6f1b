//! Writes a schema for each table. The member `extensions` of the first one contains the whole design.

use dynalab_modeling::Design;
use dynalab_modeling::design::{Index, IndexKind, Projection, Table};
use dynalab_modeling::literal;
use dynalab_modeling::sample::items::item_of;
use serde_json::{Map, Value, json};

use super::model::{self, Settings};
use super::{KEPT, TYPE_FIELD, VERSION};
use crate::kept;

pub fn write(design: &Design) -> String {
    kept::print(value(design))
}

pub fn value(design: &Design) -> Value {
    let mut schemas: Vec<Value> = design.tables.iter().map(|table| schema(design, table)).collect();
    if let Some(first) = schemas.first_mut() {
        let mut extensions = Map::new();
        if let Some(Value::Object(kept)) = design.extra.get(KEPT) {
            extensions.extend(kept.clone());
        }
        extensions.insert("dynalab".to_owned(), json!(design));
        first["extensions"] = Value::Object(extensions);
    }
    if schemas.len() == 1 { schemas.remove(0) } else { Value::Array(schemas) }
}

fn schema(design: &Design, table: &Table) -> Value {
    let kept_params = &table.extra.get(KEPT).map_or(Value::Null, |kept| kept["params"].clone());
    let type_field = model::type_field(design, table).unwrap_or_else(|| TYPE_FIELD.to_owned());
    let is_iso = kept_params.get("isoDates").is_none_or(|is_iso| is_iso == &json!(true));
    let settings = Settings { is_iso, type_field };
    let mut indexes = Map::new();
    let mut primary = Map::new();
    for (member, part) in [("hash", &table.partition_key), ("sort", &table.sort_key)] {
        if let Some(attribute) = part.first() {
            primary.insert(member.to_owned(), json!(attribute.name));
        }
    }
    indexes.insert("primary".to_owned(), Value::Object(primary));
    for index in table.indexes.iter().filter(|index| can_represent(index)) {
        let mut written = write_index(index);
        kept::restore(&index.extra, KEPT, &mut written);
        indexes.insert(index.name.clone(), written);
    }
    let models: Map<String, Value> = table
        .items
        .iter()
        .map(|placement| (placement.name().to_owned(), model::write(design, table, placement, &settings)))
        .collect();
    let mut schema = json!({
        "format": VERSION,
        "version": "0.0.1",
        "indexes": indexes,
        "models": models,
        "params": { "isoDates": true, "typeField": settings.type_field },
    });
    kept::restore(&table.extra, KEPT, &mut schema);
    let items = items(design, table);
    if !items.is_empty() {
        schema["items"] = Value::Array(items);
    }
    schema
}

/// Returns true if the format can represent the index. It allows one attribute per key part.
fn can_represent(index: &Index) -> bool {
    index.partition_key.len() == 1 && index.sort_key.len() <= 1 && index.name != "primary"
}

pub fn write_index(index: &Index) -> Value {
    let mut body = Map::new();
    match index.kind {
        IndexKind::Local => drop(body.insert("type".to_owned(), json!("local"))),
        IndexKind::Global => {
            let hash = index.partition_key.first().map(|attribute| attribute.name.as_str());
            body.insert("hash".to_owned(), json!(hash));
        }
    }
    if let Some(sort) = index.sort_key.first() {
        body.insert("sort".to_owned(), json!(sort.name));
    }
    let project = match &index.projection {
        Projection::All => json!("all"),
        Projection::KeysOnly => json!("keys"),
        Projection::Include(names) => json!(names),
    };
    body.insert("project".to_owned(), project);
    Value::Object(body)
}

/// Returns the items of entities whose rows the design specifies.
fn items(design: &Design, table: &Table) -> Vec<Value> {
    let mut items = Vec::new();
    for placement in &table.items {
        for row in design.entity(&placement.entity).into_iter().flat_map(|entity| &entity.rows) {
            let row = literal::item_from_wire(&json!(row));
            let item = row.and_then(|row| item_of(table, placement, &row).ok());
            items.extend(item.map(|item| literal::item_json(&item)));
        }
    }
    items
}
