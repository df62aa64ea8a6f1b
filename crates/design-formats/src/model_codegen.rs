//! The schema for code generation of AWS's data-modeling server (`schema.json`): entities with key templates, fields and patterns.

use dynalab_modeling::Template;
use dynalab_modeling::design::{
    Access, AccessPattern, Attribute, AttributeType, Consistency, Design, Entity, Index, IndexKind, ItemKey,
    KeyAttribute, Placement, Projection, Table,
};
use dynalab_modeling::formats::{
    Format, FormatError, ImportNote, ImportedDesign, Look, NoRequestReason, Wanted,
};
use dynalab_types::Budget;
use serde_json::Value;

use crate::first_patterns::RATE;
use crate::first_request::{self, RequestDescription};
use crate::object_literal::members;
use crate::tables;

pub const FORMAT: Format = Format {
    id: "model-codegen",
    names: ["Code schema of AWS’s design server", "AWS のデータモデリングサーバーのコード生成用スキーマ"],
    extension: "json",
    is_like,
    read: Some(read),
    write: None,
};

/// Assumed number of items, because the file has none. A note contains this figure.
const ITEMS: u64 = 10_000;
/// Maximum number of entities in a file. It limits the time to import a hostile file.
const ENTITIES_MAX: usize = 500;
/// The members of a key, in the table, in an index and in the templates of an entity.
const PARTS: [(&str, &str); 2] = [("partition_key", "pk_template"), ("sort_key", "sk_template")];

fn is_like(look: &Look) -> bool {
    look.text().contains("table_config")
        && look.outline().is_some_and(|value| {
            value["tables"][0]["table_config"].is_object() && value["tables"][0]["entities"].is_object()
        })
}

fn read(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| FormatError::NotJson { line: error.line(), column: error.column() })?;
    let mut design = Design::default();
    let mut notes = Vec::new();
    for (number, body) in list(&value["tables"]).iter().enumerate() {
        read_table(&mut design, body, &format!("tables[{number}]"))?;
    }
    design.name = design.tables.first().ok_or(FormatError::NoTable)?.name.clone();
    tables::number_keys(&mut design);
    let mut patterns: Vec<(&str, &str, &Value)> = Vec::new();
    for body in list(&value["tables"]) {
        let table = body["table_config"]["table_name"].as_str().unwrap_or_default();
        for (entity, of_entity) in members(&body["entities"]) {
            patterns
                .extend(list(&of_entity["access_patterns"]).iter().map(|pattern| (table, entity, pattern)));
        }
    }
    // Patterns have numbers across the whole file, but are listed by entity.
    patterns.sort_by_key(|(_, _, pattern)| id_of(pattern).parse::<u64>().unwrap_or(u64::MAX));
    for (table, entity, pattern) in patterns {
        read_pattern(&mut design, table, entity, pattern, &mut notes);
    }
    notes.push(ImportNote::Assumed { items: ITEMS, requests_per_second: RATE.average as u64 });
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn read_table(design: &mut Design, body: &Value, place: &str) -> Result<(), FormatError> {
    let config = &body["table_config"];
    let name = config["table_name"].as_str().ok_or_else(|| missing(place, "table_config.table_name"))?;
    let mut table = Table {
        name: name.to_owned(),
        partition_key: key(&config["partition_key"]),
        sort_key: key(&config["sort_key"]),
        ..Table::default()
    };
    if table.partition_key.is_empty() {
        return Err(missing(place, "table_config.partition_key"));
    }
    for (number, index) in list(&body["gsi_list"]).iter().enumerate() {
        let place = format!("{place}.gsi_list[{number}]");
        let partition_key = key(&index["partition_key"]);
        if partition_key.is_empty() {
            return Err(missing(&place, "partition_key"));
        }
        table.indexes.push(Index {
            name: index["name"].as_str().ok_or_else(|| missing(&place, "name"))?.to_owned(),
            kind: IndexKind::Global,
            partition_key,
            sort_key: key(&index["sort_key"]),
            projection: projection(index),
            ..Index::default()
        });
    }
    for (name, entity) in members(&body["entities"]) {
        if design.entities.len() >= ENTITIES_MAX {
            let place = place.to_owned();
            return Err(FormatError::Member { place, wanted: Wanted::OneOfEntities });
        }
        read_entity(design, &mut table, name, entity)?;
    }
    set_key_types(design, &mut table);
    design.tables.push(table);
    Ok(())
}

fn missing(place: &str, member: &str) -> FormatError {
    FormatError::Member { place: format!("{place}.{member}"), wanted: Wanted::Text }
}

/// Reads a key. A key part with several attributes is a list. The templates define the types.
fn key(value: &Value) -> Vec<KeyAttribute> {
    let names = value.as_str().into_iter().chain(list(value).iter().filter_map(Value::as_str));
    names.map(|name| KeyAttribute { name: name.to_owned(), ..KeyAttribute::default() }).collect()
}

fn projection(index: &Value) -> Projection {
    match index["projection"].as_str() {
        Some("KEYS_ONLY") => Projection::KeysOnly,
        Some("INCLUDE") => Projection::Include(
            list(&index["included_attributes"])
                .iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
        ),
        _ => Projection::All,
    }
}

fn read_entity(design: &mut Design, table: &mut Table, name: &str, body: &Value) -> Result<(), FormatError> {
    let attributes: Vec<Attribute> = list(&body["fields"]).iter().filter_map(attribute).collect();
    let mut placement = Placement { entity: name.to_owned(), ..Placement::default() };
    if design.entity(name).is_some() {
        placement.entity = format!("{name} of {}", table.name);
        name.clone_into(&mut placement.name);
    }
    let own = [table.partition_key.clone(), table.sort_key.clone()];
    add_templates(&mut placement, &own, body, name)?;
    for mapping in list(&body["gsi_mappings"]) {
        let index = table.indexes.iter().find(|index| Some(index.name.as_str()) == mapping["name"].as_str());
        if let Some(index) = index {
            let parts = [index.partition_key.clone(), index.sort_key.clone()];
            add_templates(&mut placement, &parts, mapping, name)?;
        }
    }
    design.entities.push(Entity {
        name: placement.entity.clone(),
        count: ITEMS,
        attributes,
        ..Entity::default()
    });
    table.items.push(placement);
    Ok(())
}

fn add_templates(
    placement: &mut Placement,
    parts: &[Vec<KeyAttribute>; 2],
    body: &Value,
    entity: &str,
) -> Result<(), FormatError> {
    for ((_, member), keys) in PARTS.iter().zip(parts) {
        let texts =
            body[*member].as_str().into_iter().chain(list(&body[*member]).iter().filter_map(Value::as_str));
        for (key, text) in keys.iter().zip(texts) {
            let template = Template::parse(&without_python(text)).map_err(|_| FormatError::Member {
                place: format!("entities.{entity}.{member}"),
                wanted: Wanted::KeyTemplate,
            })?;
            placement.keys.insert(key.name.clone(), ItemKey { template, when: None });
        }
    }
    Ok(())
}

/// Removes Python formats after a colon. Leading zeros (`{score:05d}`) are converted, others are removed.
fn without_python(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('{') {
        let (value, after) = inside.split_once('}').unwrap_or((inside, ""));
        let (name, format) = value.split_once(':').unwrap_or((value, ""));
        let digits = format.strip_prefix('0').map(|format| format.trim_end_matches('d')).unwrap_or_default();
        let format = digits.parse::<u8>().map(|digits| format!(":{digits}")).unwrap_or_default();
        plain.push_str(&format!("{before}{{{name}{format}}}"));
        rest = after;
    }
    plain + rest
}

/// Sets the type N for key attributes that are one number in every kind of item.
fn set_key_types(design: &Design, table: &mut Table) {
    let is_number = |placement: &Placement, key: &ItemKey| {
        let entity = design.entity(&placement.entity);
        let found = key.template.only_attribute().and_then(|name| entity?.attribute(name));
        found.is_some_and(|attribute| attribute.data_type == AttributeType::N)
    };
    let items = table.items.clone();
    let of_indexes =
        table.indexes.iter_mut().flat_map(|index| index.partition_key.iter_mut().chain(&mut index.sort_key));
    for key in table.partition_key.iter_mut().chain(&mut table.sort_key).chain(of_indexes) {
        let mut having = items.iter().filter_map(|item| Some((item, item.keys.get(&key.name)?))).peekable();
        if having.peek().is_some() && having.all(|(item, template)| is_number(item, template)) {
            key.data_type = AttributeType::N;
        }
    }
}

fn attribute(field: &Value) -> Option<Attribute> {
    let data_type = match field["type"].as_str()? {
        "integer" | "decimal" | "number" | "float" => AttributeType::N,
        "boolean" => AttributeType::BOOL,
        "array" => AttributeType::L,
        "object" => AttributeType::M,
        "binary" => AttributeType::B,
        _ => AttributeType::S,
    };
    Some(Attribute {
        name: field["name"].as_str()?.to_owned(),
        data_type,
        present: 1.0,
        ..Attribute::default()
    })
}

/// Returns the pattern's id, a number or a string.
fn id_of(pattern: &Value) -> String {
    match &pattern["pattern_id"] {
        Value::Null => String::new(),
        Value::String(id) => id.clone(),
        other => other.to_string(),
    }
}

fn read_pattern(design: &mut Design, table: &str, entity: &str, body: &Value, notes: &mut Vec<ImportNote>) {
    let id = id_of(body);
    let said = body["description"].as_str().or(body["name"].as_str()).unwrap_or_default();
    let mut pattern = AccessPattern {
        name: format!("{id} {said}").trim().to_owned(),
        rate: RATE,
        // The file does not specify the caller of a request.
        access: Access::Public,
        consistency: if body["consistent_read"] == true {
            Consistency::Strong
        } else {
            Consistency::Eventual
        },
        ..AccessPattern::default()
    };
    let operation = body["operation"].as_str().unwrap_or_default();
    let table = design.table(table);
    let item = table.and_then(|table| table.placement(entity));
    let found = table.zip(item).and_then(|(table, item)| Some((table, item, design.entity(&item.entity)?)));
    let has_request = found.is_some_and(|(table, item, entity)| {
        let (index, range) = (body["index_name"].as_str(), body["range_condition"].as_str());
        first_request::add(
            &mut pattern,
            &RequestDescription { operation, table, index, item, entity, range, top: 0 },
        )
    });
    if !has_request {
        let reason = NoRequestReason::Described { operation: operation.to_owned() };
        notes.push(ImportNote::NoRequest { pattern: pattern.name.clone(), reason });
    }
    design.patterns.push(pattern);
}
