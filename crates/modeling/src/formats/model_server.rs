//! The validation file of AWS's data-modeling server: tables, items, and patterns as `aws` command lines without expected results.

use std::collections::BTreeSet;

use dynalab_request_text::{self as request_text, TextForm};
use dynalab_types::{Bound, Budget};
use serde_json::{Map, Value};

use super::create_table::{list, read_table, text};
use super::sample_rows::{self, Row};
use super::{Format, FormatError, ImportNote, ImportedDesign, Look, NoRequestReason, Wanted};
use crate::design::{
    Access, AccessPattern, Attribute, AttributeType, Design, Entity, Operation, Placement, RawRequest, Table,
};

pub const FORMAT: Format = Format {
    id: "model-server",
    names: ["Model of AWS’s design server", "AWS の設計サーバーのモデル"],
    extension: "json",
    is_like,
    read: Some(read),
    write: None,
};

/// Returns true for this file. The agent skill's file has the same name, but `table_name` and no items.
fn is_like(look: &Look) -> bool {
    look.outline().is_some_and(|value| {
        value["tables"][0].get("TableName").is_some() && value.get("access_patterns").is_some()
    })
}

fn read(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let value = super::json(text)?;
    let mut notes = vec![ImportNote::NoExpectedResults];
    let mut design = Design { name: "Imported model".to_owned(), ..Design::default() };
    let tables = list(&value, "the file", "tables")?;
    Bound::Tables.check(tables.len())?;
    for (number, body) in tables.iter().enumerate() {
        design.tables.push(read_table(body, &format!("tables[{number}]"), &mut notes)?);
    }
    let none = Value::Object(Map::new());
    let items = value.get("items").filter(|items| items.is_object()).unwrap_or(&none);
    for table in &mut design.tables {
        let rows = read_rows(items, &table.name)?;
        if !rows.is_empty() {
            design.entities.push(entity_of(table, rows, &mut notes));
        }
    }
    for (number, pattern) in list(&value, "the file", "access_patterns")?.iter().enumerate() {
        design.patterns.push(read_pattern(pattern, &format!("access_patterns[{number}]"), &mut notes)?);
    }
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

fn read_rows(items: &Value, table: &str) -> Result<Vec<Row>, FormatError> {
    list(items, "items", table)?
        .iter()
        .enumerate()
        .map(|(number, put)| {
            let item = put.get("PutRequest").and_then(|put| put.get("Item")).and_then(Value::as_object);
            let place = format!("items.{table}[{number}].PutRequest.Item");
            let item = item.ok_or(FormatError::Member { place, wanted: Wanted::Item })?;
            Ok(item.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
        })
        .collect()
}

/// Converts the items of a table to rows of one entity, whose attributes include the keys. A note says if they are not all of them.
pub(super) fn entity_of(table: &mut Table, mut rows: Vec<Row>, notes: &mut Vec<ImportNote>) -> Entity {
    let mut attributes: Vec<Attribute> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (name, value) in rows.iter().flatten() {
        if known.insert(name) {
            let kind = value.as_object().and_then(|typed| typed.keys().next()).cloned().unwrap_or_default();
            let data_type =
                serde_json::from_value::<AttributeType>(Value::String(kind)).unwrap_or(AttributeType::S);
            attributes.push(Attribute {
                name: name.clone(),
                data_type,
                present: 1.0,
                ..Attribute::default()
            });
        }
    }
    let (name, found) = (format!("{} item", table.name), rows.len());
    rows.truncate(sample_rows::kept(rows.iter().map(sample_rows::bytes_of), 1, sample_rows::ROWS_MAX));
    if rows.len() < found {
        notes.push(ImportNote::ItemsCut { table: table.name.clone(), kept: rows.len(), found });
    }
    table.items = vec![Placement { entity: name.clone(), ..Placement::default() }];
    Entity { name, count: found as u64, attributes, rows, ..Entity::default() }
}

fn read_pattern(
    pattern: &Value,
    place: &str,
    notes: &mut Vec<ImportNote>,
) -> Result<AccessPattern, FormatError> {
    let number = match &pattern["pattern"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let description = text(pattern, place, "description")?;
    let name = format!("{number} {description}");
    let operation = match pattern.get("implementation").and_then(Value::as_str) {
        None => {
            let text = pattern["reason"].as_str().unwrap_or_default().to_owned();
            let reason = NoRequestReason::Stated { text };
            notes.push(ImportNote::NoRequest { pattern: name.clone(), reason });
            None
        }
        Some(line) => match request_of(line) {
            Ok(request) => Some(Operation::Request(request)),
            Err(detail) => {
                let reason = NoRequestReason::NotReadable { detail };
                notes.push(ImportNote::NoRequest { pattern: name.clone(), reason });
                None
            }
        },
    };
    // The file does not specify the caller of a request.
    Ok(AccessPattern { name, access: Access::Public, operation, ..AccessPattern::default() })
}

/// Returns the request of a command line, or the mistake.
fn request_of(line: &str) -> Result<RawRequest, String> {
    let reading = request_text::read(TextForm::CommandLine, line, ("", ""))
        .map_err(|mistake| format!("{mistake:?}"))?;
    let body = serde_json::from_str(&reading.body.json()).map_err(|error| error.to_string())?;
    Ok(RawRequest { operation: reading.operation, body, ..RawRequest::default() })
}
