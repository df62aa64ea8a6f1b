//! Reads a cost model. The file has keys and figures. Requests and results are derived from them.

use std::collections::BTreeMap;

use dynalab_modeling::design::{
    Access, AccessPattern, AttributeType, Consistency, Design, Index, IndexKind, KeyAttribute, Mode,
    Projection, Rate, Replica, Table, TableClass, VectorIndex,
};
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, NoRequestReason, Wanted};
use dynalab_types::Budget;
use serde_json::Value;

use super::entity::{fit_sizes, read_entity};
use super::{FORMAT, keep, kept_of, list, rest, text};
use crate::first_request::{self, RequestDescription};
use crate::tables;

/// Maximum number of entities in a file. It limits the time to import a hostile file.
const ENTITIES_MAX: usize = 500;
/// Headroom of an imported provisioned table. Its units do not describe the load.
const HEADROOM_PERCENT: f64 = 20.0;
/// Number of results of a vector search if the file has none.
const TOP: u64 = 10;

pub type Types = BTreeMap<String, AttributeType>;

pub fn read(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| FormatError::NotJson { line: error.line(), column: error.column() })?;
    let mut design = Design::default();
    let mut notes = Vec::new();
    for (number, body) in list(&value, "tables")?.iter().enumerate() {
        read_table(&mut design, body, &format!("tables[{number}]"))?;
    }
    design.name = design.tables.first().map(|table| table.name.clone()).unwrap_or_default();
    tables::number_keys(&mut design);
    fit_sizes(&mut design);
    for body in list(&value, "access_patterns")? {
        read_pattern(&mut design, body, &mut notes);
    }
    keep(&mut design.extra, rest(&value, &["tables", "access_patterns"]));
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

fn read_table(design: &mut Design, body: &Value, place: &str) -> Result<(), FormatError> {
    let types = types(body);
    let schema = &body["key_schema"];
    let mut table = Table {
        name: text(body, "table_name", place)?,
        partition_key: key(&schema["partition_key"], &types),
        sort_key: key(&schema["sort_key"], &types),
        ..Table::default()
    };
    if table.partition_key.is_empty() {
        let place = format!("{place}.key_schema.partition_key");
        return Err(FormatError::Member { place, wanted: Wanted::Text });
    }
    for (number, index) in list(body, "gsis")?.iter().enumerate() {
        let place = format!("{place}.gsis[{number}]");
        let partition_key = key(&index["partition_key"], &types);
        if partition_key.is_empty() {
            return Err(FormatError::Member {
                place: format!("{place}.partition_key"),
                wanted: Wanted::Text,
            });
        }
        table.indexes.push(Index {
            name: text(index, "index_name", &place)?,
            kind: IndexKind::Global,
            partition_key,
            sort_key: key(&index["sort_key"], &types),
            projection: projection(&index["projection"]),
            extra: kept_of(index, &["index_name", "partition_key", "sort_key", "projection"]),
            ..Index::default()
        });
    }
    for (number, index) in list(body, "vector_indexes")?.iter().enumerate() {
        table.vector_indexes.push(vector_index(index, &format!("{place}.vector_indexes[{number}]"))?);
    }
    if body["table_class"].as_str().is_some_and(|class| class.to_ascii_uppercase().contains("INFREQUENT")) {
        table.class = TableClass::InfrequentAccess;
    }
    if body["provisioned_capacity"].is_object() {
        table.mode = Mode::Provisioned { headroom_percent: HEADROOM_PERCENT };
    }
    let regions = body["global_tables"].as_array().into_iter().flatten().filter_map(Value::as_str);
    table.replicas =
        regions.map(|region| Replica { region: region.to_owned(), ..Replica::default() }).collect();
    for entity in list(body, "entities")? {
        if design.entities.len() >= ENTITIES_MAX {
            let place = place.to_owned();
            return Err(FormatError::Member { place, wanted: Wanted::OneOfEntities });
        }
        read_entity(design, &mut table, entity, &types)?;
    }
    keep(&mut table.extra, rest(body, &["table_name", "key_schema", "gsis", "vector_indexes", "entities"]));
    design.tables.push(table);
    Ok(())
}

/// Reads a key. A key part with several attributes is a list.
fn key(value: &Value, types: &Types) -> Vec<KeyAttribute> {
    let names: Vec<&str> = match value {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect(),
    };
    let of_name = |name: &str| {
        let data_type = types.get(name).copied().filter(|found| found.can_be_key()).unwrap_or_default();
        KeyAttribute { name: name.to_owned(), data_type, ..KeyAttribute::default() }
    };
    names.into_iter().map(of_name).collect()
}

fn vector_index(index: &Value, place: &str) -> Result<VectorIndex, FormatError> {
    let schema = &index["search_schema"];
    let filters = schema["inline_filters"].as_array().into_iter().flatten();
    let known =
        ["index_name", "vector_attribute", "dimensions", "distance_function", "projection", "search_schema"];
    Ok(VectorIndex {
        name: text(index, "index_name", place)?,
        attribute: text(index, "vector_attribute", place)?,
        dimensions: index["dimensions"].as_u64().unwrap_or(0).min(4_096) as u32,
        distance: index["distance_function"].as_str().unwrap_or("COSINE").to_owned(),
        partition_key: schema["partition_key"].as_str().map(str::to_owned),
        filters: filters.filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        projection: projection(&index["projection"]),
        extra: kept_of(index, &known),
    })
}

/// Reads a projection: an object, or its type alone.
fn projection(value: &Value) -> Projection {
    match value["type"].as_str().or(value.as_str()) {
        Some("KEYS_ONLY") => Projection::KeysOnly,
        Some("INCLUDE") => {
            let names = value["attributes"].as_array().into_iter().flatten();
            Projection::Include(names.filter_map(|name| name.as_str().map(str::to_owned)).collect())
        }
        _ => Projection::All,
    }
}

/// Returns the attribute types. `attribute_definitions` override the attributes of entities.
fn types(body: &Value) -> Types {
    let of_entities = body["entities"].as_array().into_iter().flatten();
    let attributes = of_entities.flat_map(|entity| entity["attributes"].as_array().into_iter().flatten());
    let definitions = body["attribute_definitions"].as_array().into_iter().flatten();
    let mut types = Types::new();
    for attribute in attributes.chain(definitions) {
        let name = attribute["name"].as_str().or(attribute["attribute_name"].as_str());
        let kind = attribute.get("type").or_else(|| attribute.get("attribute_type"));
        let kind = kind.and_then(|kind| serde_json::from_value(kind.clone()).ok());
        if let (Some(name), Some(kind)) = (name, kind) {
            types.insert(name.to_owned(), kind);
        }
    }
    types
}

fn read_pattern(design: &mut Design, body: &Value, notes: &mut Vec<ImportNote>) {
    let id = match &body["pattern_id"] {
        Value::Null => String::new(),
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };
    let name = format!("{id} {}", body["description"].as_str().unwrap_or_default()).trim().to_owned();
    let peak = body["peak_rps"].as_f64().unwrap_or(0.0);
    let is_strong = matches!(body["consistency"].as_str(), Some("strong" | "transactional"));
    let mut pattern = AccessPattern {
        name: name.clone(),
        rate: Rate::new(body["avg_rps"].as_f64().unwrap_or(peak), peak),
        failed_conditions: body["conditional_fail_rate"].as_f64().unwrap_or(0.0).clamp(0.0, 1.0),
        consistency: if is_strong { Consistency::Strong } else { Consistency::Eventual },
        // The file does not specify the caller of a request.
        access: Access::Public,
        ..AccessPattern::default()
    };
    let operation = body["operation"].as_str().unwrap_or_default();
    let table = design.table(body["table"].as_str().unwrap_or_default());
    let written = body["entities_written"][0].as_str();
    let has_request = table.is_some_and(|table| {
        let mut meant =
            table.items.iter().filter(|item| written.is_none_or(|written| item.entity == written));
        let Some(item) = meant.next() else { return false };
        let Some(entity) = design.entity(&item.entity) else { return false };
        let top = body["top_k"].as_u64().unwrap_or(TOP);
        let index = body["index"].as_str();
        first_request::add(
            &mut pattern,
            &RequestDescription { operation, table, index, item, entity, range: None, top },
        )
    });
    if !has_request {
        let reason = NoRequestReason::Described { operation: operation.to_owned() };
        notes.push(ImportNote::NoRequest { pattern: name, reason });
    }
    keep(&mut pattern.extra, rest(body, &[]));
    design.patterns.push(pattern);
}
