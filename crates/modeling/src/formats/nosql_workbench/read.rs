//! Reads a model of NoSQL Workbench. Each facet with items, and each table's own list of items, becomes an entity.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_types::{Bound, Budget};
use serde_json::{Map, Value, json};

use super::{ATTRIBUTE_MEMBERS, CAPACITY, FORMAT, IN_TABLE_DATA, KEPT, MORE_ATTRIBUTES};
use crate::design::{
    Attribute, AttributeType, Capacity, Design, Entity, Extra, Index, IndexKind, KeyAttribute, Mode,
    Placement, Table,
};
use crate::formats::changed_values::{self, ChangedValues};
use crate::formats::create_table::{list, read_projection, text};
use crate::formats::leftovers::{Node, Taken};
use crate::formats::settings::read_units;
use crate::formats::{FormatError, ImportNote, ImportedDesign, Wanted};
use crate::literal;
use crate::table_request::provisioned;

/// Headroom of an imported table. The format has units instead.
const HEADROOM_PERCENT: f64 = 20.0;
/// Maximum number of kinds of items in a file. It limits the time to import a hostile file.
const KINDS_MAX: usize = 500;
const ATTRIBUTE: [&str; 2] = ["AttributeName", "AttributeType"];

/// Members of a table that are read in other ways, or that every file has.
const TABLE_MEMBERS: [&str; 6] = [
    "TableName",
    "BillingMode",
    "TableData",
    "DataAccess",
    "SampleDataFormats",
    "ProvisionedCapacitySettings",
];
/// Members of a table that become parts of the design. The others are kept.
const READ_OF_TABLE: [&str; 8] = [
    "TableName",
    "KeyAttributes",
    "NonKeyAttributes",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
    "TableData",
    "TableFacets",
    "BillingMode",
];
const FACET_MEMBERS: [&str; 5] =
    ["FacetName", "KeyAttributeAlias", "TableData", "NonKeyAttributes", "DataAccess"];
const INDEX_LISTS: [&str; 2] = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];

type Types = BTreeMap<String, AttributeType>;

/// Reads a model. Its items are rows as they stand in the file.
///
/// # Errors
/// Returns an error if a member is missing or invalid.
pub fn read(text_of_file: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let value = crate::formats::json(text_of_file)?;
    let mut design = Design { name: text(&value, "the file", "ModelName")?, ..Design::default() };
    let mut notes = Vec::new();
    let mut kept = rest(&value, &["ModelName", "DataModel"]);
    if let Some(Value::Object(metadata)) = kept.get_mut("ModelMetadata")
        && let Some(Value::String(description)) = metadata.remove("Description")
    {
        design.notes = description;
    }
    keep(&mut design.extra, kept);
    let tables = list(&value, "the file", "DataModel")?;
    Bound::Tables.check(tables.len())?;
    for (number, body) in tables.iter().enumerate() {
        read_table(&mut design, body, &format!("DataModel[{number}]"), &mut notes)?;
    }
    let has_items = !design.entities.is_empty();
    notes.push(if has_items { ImportNote::NoExpectedResults } else { ImportNote::KeysOnly });
    notes.extend(leftovers(&value, &design.name));
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

/// Names the members that no known file of the format has. Most are kept for the next file.
fn leftovers(value: &Value, model: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    let root = taken.root(value);
    root.pass(&["ModelName", "ModelMetadata", "ModelSchema"]);
    for table in root.get("DataModel").into_iter().flat_map(Node::elements) {
        table.pass(&TABLE_MEMBERS);
        take_key(table);
        table
            .get("NonKeyAttributes")
            .into_iter()
            .flat_map(Node::elements)
            .for_each(|node| node.pass(&ATTRIBUTE));
        for member in INDEX_LISTS {
            for index in table.get(member).into_iter().flat_map(Node::elements) {
                index.pass(&["IndexName", CAPACITY]);
                take_key(index);
                index
                    .get("Projection")
                    .into_iter()
                    .for_each(|node| node.pass(&["ProjectionType", "NonKeyAttributes"]));
            }
        }
        for facet in table.get("TableFacets").into_iter().flat_map(Node::elements) {
            facet.pass(&FACET_MEMBERS);
        }
    }
    let is_dropped = |place: &str| place.ends_with(".KeyAttributes") || place.ends_with(".Projection");
    let named = taken.rest(value, "").into_iter().map(|note| match note {
        ImportNote::LeftOut { place, member } if !is_dropped(&place) => {
            let place = if place.is_empty() { model.to_owned() } else { place };
            ImportNote::Kept { place, member, format: FORMAT.names[0] }
        }
        other => other,
    });
    named.collect()
}

fn take_key(node: Node<'_>) {
    if let Some(key) = node.get("KeyAttributes") {
        for part in ["PartitionKey", "SortKey"].into_iter().filter_map(|name| key.get(name)) {
            part.pass(&ATTRIBUTE);
        }
    }
}

fn read_table(
    design: &mut Design,
    body: &Value,
    place: &str,
    notes: &mut Vec<ImportNote>,
) -> Result<(), FormatError> {
    let types = attribute_types(body, place)?;
    let (partition_key, sort_key) = key(body, place)?;
    let mut table =
        Table { name: text(body, place, "TableName")?, partition_key, sort_key, ..Table::default() };
    for (member, kind) in
        [("GlobalSecondaryIndexes", IndexKind::Global), ("LocalSecondaryIndexes", IndexKind::Local)]
    {
        let list = list(body, place, member)?;
        Bound::Indexes.check(list.len()).map_err(|refusal| refusal.at_member(place))?;
        for (number, index) in list.iter().enumerate() {
            table.indexes.push(read_index(index, kind, &format!("{place}.{member}[{number}]"))?);
        }
    }
    if body["BillingMode"] == "PROVISIONED" {
        table.mode = Mode::Provisioned { headroom_percent: HEADROOM_PERCENT };
    }
    let mut kept = rest(body, &READ_OF_TABLE);
    table.capacity = take_capacity(&mut kept);
    let of_attributes: Map<String, Value> = list(body, place, "NonKeyAttributes")?
        .iter()
        .filter_map(|attribute| {
            Some((attribute["AttributeName"].as_str()?.to_owned(), rest(attribute, &ATTRIBUTE)))
        })
        .filter(|(_, others)| !others.is_empty())
        .map(|(name, others)| (name, Value::Object(others)))
        .collect();
    if !of_attributes.is_empty() {
        kept.insert(ATTRIBUTE_MEMBERS.to_owned(), Value::Object(of_attributes));
    }
    let rows = rows(body, place, &table.name, notes)?;
    if !rows.is_empty() {
        if design.entities.len() >= KINDS_MAX {
            return Err(member(place, Wanted::OneOfTables));
        }
        let declared: Vec<&str> = types.keys().map(String::as_str).collect();
        let name = free_name(design, &format!("{} item", table.name));
        design.entities.push(entity_of(&name, rows, &types, &table, &declared));
        let extra = Extra::from([(KEPT.to_owned(), json!({ IN_TABLE_DATA: true }))]);
        table.items.push(Placement { entity: name, extra, ..Placement::default() });
    }
    let empty = read_facets(design, &mut table, &types, (body, place), notes)?;
    if !empty.is_empty() {
        kept.insert("TableFacets".to_owned(), Value::Array(empty));
    }
    let used = used_attributes(design, &table);
    let more: Map<String, Value> = types
        .iter()
        .filter(|(name, _)| !used.contains(name.as_str()))
        .map(|(name, data_type)| (name.clone(), json!(data_type)))
        .collect();
    if !more.is_empty() {
        kept.insert(MORE_ATTRIBUTES.to_owned(), Value::Object(more));
    }
    keep(&mut table.extra, kept);
    design.tables.push(table);
    Ok(())
}

/// Converts facets with items to kinds of items. Returns the other facets.
fn read_facets(
    design: &mut Design,
    table: &mut Table,
    types: &Types,
    (body, place): (&Value, &str),
    notes: &mut Vec<ImportNote>,
) -> Result<Vec<Value>, FormatError> {
    let mut empty = Vec::new();
    for (number, facet) in list(body, place, "TableFacets")?.iter().enumerate() {
        let place = format!("{place}.TableFacets[{number}]");
        let facet_name = text(facet, &place, "FacetName")?;
        let names = list(facet, &place, "NonKeyAttributes")?
            .iter()
            .map(|name| {
                name.as_str().ok_or_else(|| member(&format!("{place}.NonKeyAttributes"), Wanted::Texts))
            })
            .collect::<Result<Vec<&str>, FormatError>>()?;
        let rows = rows(facet, &place, &format!("{} ({facet_name})", table.name), notes)?;
        if rows.is_empty() {
            empty.push(facet.clone());
            continue;
        }
        if design.entities.len() >= KINDS_MAX {
            return Err(member(&place, Wanted::OneOfFacets));
        }
        let name = free_name(design, &facet_name);
        design.entities.push(entity_of(&name, rows, types, table, &names));
        let mut extra = Extra::new();
        keep(&mut extra, rest(facet, &["FacetName", "NonKeyAttributes", "TableData"]));
        let own_name = if name == facet_name { String::new() } else { facet_name };
        table.items.push(Placement { entity: name, name: own_name, extra, ..Placement::default() });
    }
    Ok(empty)
}

fn read_index(index: &Value, kind: IndexKind, place: &str) -> Result<Index, FormatError> {
    let (partition_key, sort_key) = key(index, place)?;
    let known = ["IndexName", "KeyAttributes", "Projection"];
    let mut extra = Extra::new();
    let mut kept = rest(index, &known);
    let capacity = take_capacity(&mut kept);
    keep(&mut extra, kept);
    let projection = read_projection(index.get("Projection"));
    let name = text(index, place, "IndexName")?;
    Ok(Index { name, kind, partition_key, sort_key, projection, capacity, extra })
}

/// Takes the units out of the members of a table or an index, if they are all that the file says there.
fn take_capacity(kept: &mut Map<String, Value>) -> Capacity {
    let Some(settings) = kept.get_mut(CAPACITY).and_then(Value::as_object_mut) else {
        return Capacity::default();
    };
    let whole = settings.get("ProvisionedThroughput").cloned().unwrap_or_default();
    let units = read_units(&whole, ["ReadCapacityUnits", "WriteCapacityUnits"]);
    if whole == provisioned(units) {
        settings.remove("ProvisionedThroughput");
        if settings.is_empty() {
            kept.remove(CAPACITY);
        }
    }
    Capacity { units, ..Capacity::default() }
}

type Row = BTreeMap<String, Value>;

/// Returns the items of a table or facet. Values that are no DynamoDB JSON are converted or left out, and named.
fn rows(
    body: &Value,
    place: &str,
    table: &str,
    notes: &mut Vec<ImportNote>,
) -> Result<Vec<Row>, FormatError> {
    let (mut rows, mut changed) = (Vec::new(), ChangedValues::default());
    let mut others: Option<(usize, usize)> = None;
    for (number, item) in list(body, place, "TableData")?.iter().enumerate() {
        let valid = item.as_object().filter(|_| literal::is_item(item));
        if let Some(members) = valid {
            rows.push(members.iter().map(|(name, value)| (name.clone(), value.clone())).collect());
            continue;
        }
        match changed_values::read_item(item) {
            Some((item, changes)) => {
                changed.add(number + 1, &changes);
                let members = literal::item_json(&item);
                rows.push(
                    members
                        .as_object()
                        .into_iter()
                        .flatten()
                        .map(|(name, value)| (name.clone(), value.clone()))
                        .collect(),
                );
            }
            None => others.get_or_insert((number + 1, 0)).1 += 1,
        }
    }
    notes.extend(changed.notes(table));
    notes.extend(others.map(|(item, count)| ImportNote::NoItems { table: table.to_owned(), item, count }));
    Ok(rows)
}

/// Creates an entity. Its attributes are the keys, the named ones and all others in the rows.
fn entity_of(name: &str, rows: Vec<Row>, types: &Types, table: &Table, named: &[&str]) -> Entity {
    let mut all: Types = table.key().map(|key| (key.name.clone(), key.data_type)).collect();
    for attribute in named {
        all.entry((*attribute).to_owned()).or_insert(types.get(*attribute).copied().unwrap_or_default());
    }
    for (attribute, value) in rows.iter().flatten() {
        let found = value.as_object().and_then(|typed| typed.keys().next()).and_then(|kind| data_type(kind));
        let declared = types.get(attribute).copied().or(found).unwrap_or_default();
        all.entry(attribute.clone()).or_insert(declared);
    }
    let attributes = all
        .into_iter()
        .map(|(name, data_type)| Attribute { name, data_type, present: 1.0, ..Attribute::default() })
        .collect();
    Entity { name: name.to_owned(), count: rows.len() as u64, attributes, rows, ..Entity::default() }
}

/// Returns the attributes that an export declares: table keys, index keys and attributes of entities.
fn used_attributes<'a>(design: &'a Design, table: &'a Table) -> BTreeSet<&'a str> {
    let of_entities = table.items.iter().filter_map(|placement| design.entity(&placement.entity));
    let stored = of_entities.flat_map(|entity| &entity.attributes).map(|attribute| attribute.name.as_str());
    stored.chain(table.key_attributes().into_iter().map(|key| key.name.as_str())).collect()
}

/// Returns the name, with a number if an entity has it already.
fn free_name(design: &Design, name: &str) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while design.entity(&free).is_some() {
        free = format!("{name} {number}");
        number += 1;
    }
    free
}

fn attribute_types(body: &Value, place: &str) -> Result<Types, FormatError> {
    list(body, place, "NonKeyAttributes")?
        .iter()
        .enumerate()
        .map(|(number, attribute)| read_attribute(attribute, &format!("{place}.NonKeyAttributes[{number}]")))
        .collect()
}

fn read_attribute(attribute: &Value, place: &str) -> Result<(String, AttributeType), FormatError> {
    let kind = text(attribute, place, "AttributeType")?;
    let data_type =
        data_type(&kind).ok_or_else(|| member(&format!("{place}.AttributeType"), Wanted::DataType))?;
    Ok((text(attribute, place, "AttributeName")?, data_type))
}

fn data_type(name: &str) -> Option<AttributeType> {
    serde_json::from_value(Value::from(name)).ok()
}

type Key = (Vec<KeyAttribute>, Vec<KeyAttribute>);

fn key(body: &Value, place: &str) -> Result<Key, FormatError> {
    let part = |name: &str| match body["KeyAttributes"].get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(part) => {
            let place = format!("{place}.KeyAttributes.{name}");
            let (name, data_type) = read_attribute(part, &place)?;
            match data_type.can_be_key() {
                true => {
                    let mut extra = Extra::new();
                    keep(&mut extra, rest(part, &ATTRIBUTE));
                    Ok(vec![KeyAttribute { name, data_type, extra }])
                }
                false => Err(member(&format!("{place}.AttributeType"), Wanted::KeyType)),
            }
        }
    };
    let partition = part("PartitionKey")?;
    if partition.is_empty() {
        return Err(member(&format!("{place}.KeyAttributes.PartitionKey"), Wanted::Attribute));
    }
    Ok((partition, part("SortKey")?))
}

fn member(place: &str, wanted: Wanted) -> FormatError {
    FormatError::Member { place: place.to_owned(), wanted }
}

/// Returns the unknown members.
fn rest(body: &Value, known: &[&str]) -> Map<String, Value> {
    let members = body.as_object().into_iter().flatten();
    members
        .filter(|(name, _)| !known.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn keep(extra: &mut Extra, members: Map<String, Value>) {
    if !members.is_empty() {
        extra.insert(KEPT.to_owned(), Value::Object(members));
    }
}
