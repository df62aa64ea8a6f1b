//! Bodies of CreateTable and responses of DescribeTable: keys, indexes and settings of tables, without entities.

use std::collections::BTreeMap;

use dynalab_types::{Bound, Budget};
use serde_json::Value;

use super::leftovers::{Node, Taken};
use super::{Format, FormatError, ImportNote, ImportedDesign, Look, Wanted, settings};
use crate::design::{
    AttributeType, Design, Index, IndexKind, KeyAttribute, Mode, Projection, Stream, Table, TableClass,
    VectorIndex,
};
use crate::table_request::whole;

pub const FORMAT: Format = Format {
    id: "create-table",
    names: ["CreateTable (JSON)", "CreateTable (JSON)"],
    extension: "json",
    is_like,
    read: Some(read),
    write: Some(|design, _, _| write(design).into()),
};

/// Headroom of an imported provisioned table. Its units do not describe the load.
const HEADROOM_PERCENT: f64 = 20.0;
/// Members with a list of indexes, whose own members are taken one by one.
const INDEX_LISTS: [&str; 2] = ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"];

/// Members of CreateTable and DescribeTable that a design contains or can ignore, besides those of [`settings`].
const KNOWN: [&str; 11] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
    "VectorIndexes",
    "BillingMode",
    "BillingModeSummary",
    "StreamSpecification",
    "TableClass",
    "DeletionProtectionEnabled",
];
/// Members of DescribeTable that describe the state of a table, not its design.
const STATE: [&str; 13] = [
    "TableStatus",
    "CreationDateTime",
    "TableSizeBytes",
    "ItemCount",
    "TableArn",
    "TableId",
    "LatestStreamLabel",
    "LatestStreamArn",
    "TableClassSummary",
    "Replicas",
    "TableThroughputModeSummary",
    "GlobalTableVersion",
    "GlobalTableWitnesses",
];
/// Members of an index that a design contains, that describe its state, or that the readers of templates take.
const INDEX_MEMBERS: [&str; 10] = [
    "WriteProvisionedThroughputSettings",
    "ReadProvisionedThroughputSettings",
    "IndexName",
    "KeySchema",
    "Projection",
    "IndexStatus",
    "Backfilling",
    "IndexSizeBytes",
    "ItemCount",
    "IndexArn",
];

fn is_like(look: &Look) -> bool {
    let Some(value) = look.outline() else { return false };
    bodies(value).first().is_some_and(|body| body.get("KeySchema").is_some())
}

/// Returns the bodies: one, a list, or those in the member Table of responses.
fn bodies(value: &Value) -> Vec<&Value> {
    let list = value.as_array().map_or_else(|| vec![value], |list| list.iter().collect());
    list.into_iter().map(|body| body.get("Table").unwrap_or(body)).collect()
}

fn read(text: &str, _: &Budget) -> Result<ImportedDesign, FormatError> {
    let value = super::json(text)?;
    let mut notes = vec![ImportNote::KeysOnly];
    let bodies = bodies(&value);
    Bound::Tables.check(bodies.len())?;
    let tables = bodies
        .into_iter()
        .enumerate()
        .map(|(number, body)| read_table(body, &format!("table {}", number + 1), &mut notes))
        .collect::<Result<Vec<Table>, FormatError>>()?;
    let name = tables.first().map(|table| table.name.clone()).unwrap_or_default();
    Ok(ImportedDesign { format: FORMAT.id, design: Design { name, tables, ..Design::default() }, notes })
}

fn write(design: &Design) -> String {
    let mut bodies: Vec<Value> = design.tables.iter().map(whole).collect();
    let value = if bodies.len() == 1 { bodies.remove(0) } else { Value::Array(bodies) };
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

/// Reads one table.
///
/// # Errors
/// Returns an error if a member is missing or has the wrong type.
pub fn read_table(body: &Value, place: &str, notes: &mut Vec<ImportNote>) -> Result<Table, FormatError> {
    let types = attribute_types(body, place)?;
    let (partition_key, sort_key) = key(body, place, &types)?;
    let mut table =
        Table { name: text(body, place, "TableName")?, partition_key, sort_key, ..Table::default() };
    for (member, kind) in
        [("GlobalSecondaryIndexes", IndexKind::Global), ("LocalSecondaryIndexes", IndexKind::Local)]
    {
        let list = list(body, place, member)?;
        Bound::Indexes.check(list.len()).map_err(|refusal| refusal.at_member(place))?;
        for (number, index) in list.iter().enumerate() {
            let place = format!("{place}.{member}[{number}]");
            let (partition_key, sort_key) = key(index, &place, &types)?;
            let name = text(index, &place, "IndexName")?;
            let projection = read_projection(index.get("Projection"));
            let capacity = settings::read_capacity(index);
            let index =
                Index { name, kind, partition_key, sort_key, projection, capacity, ..Index::default() };
            table.indexes.push(index);
        }
    }
    for (number, index) in list(body, place, "VectorIndexes")?.iter().enumerate() {
        table.vector_indexes.push(read_vector_index(index, &format!("{place}.VectorIndexes[{number}]"))?);
    }
    let mode =
        body.get("BillingMode").or(body["BillingModeSummary"].get("BillingMode")).and_then(Value::as_str);
    // CreateTable and DescribeTable omit the mode of a provisioned table.
    if mode != Some("PAY_PER_REQUEST") {
        table.mode = Mode::Provisioned { headroom_percent: HEADROOM_PERCENT };
    }
    if let Some(view) = body["StreamSpecification"].get("StreamViewType").and_then(Value::as_str) {
        table.stream = Some(Stream { view: view.to_owned(), ..Stream::default() });
    }
    let class =
        body.get("TableClass").or(body["TableClassSummary"].get("TableClass")).and_then(Value::as_str);
    if class == Some("STANDARD_INFREQUENT_ACCESS") {
        table.class = TableClass::InfrequentAccess;
    }
    table.deletion_protection = body["DeletionProtectionEnabled"].as_bool().unwrap_or(false);
    table.capacity = settings::read_capacity(body);
    let refused = settings::read_settings(body, &mut table.settings);
    let refused = refused.into_iter().map(str::to_owned);
    notes.extend(refused.map(|member| ImportNote::LeftOut { place: table.name.clone(), member }));
    notes.extend(leftovers(body, &table.name));
    Ok(table)
}

/// Names what a design has no place for, in the table and in its indexes.
fn leftovers(body: &Value, table: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    let node = taken.root(body);
    let of_table =
        KNOWN.iter().chain(&STATE).chain(&settings::SETTINGS_MEMBERS).chain(&settings::CAPACITY_MEMBERS);
    for member in of_table.filter(|member| !INDEX_LISTS.contains(member)) {
        node.pass(&[member]);
    }
    for index in INDEX_LISTS.iter().filter_map(|member| node.get(member)).flat_map(Node::elements) {
        index.pass(&INDEX_MEMBERS);
        index.pass(&settings::CAPACITY_MEMBERS);
    }
    taken.rest(body, table)
}

fn read_vector_index(index: &Value, place: &str) -> Result<VectorIndex, FormatError> {
    let schema = list(index, place, "SearchSchema")?;
    let of_kind = |kind: &str| {
        let found = schema.iter().filter(|element| element["SearchSchemaElementType"] == kind);
        found
            .filter_map(|element| element["AttributeName"].as_str().map(str::to_owned))
            .collect::<Vec<String>>()
    };
    Ok(VectorIndex {
        name: text(index, place, "IndexName")?,
        attribute: text(&index["VectorAttribute"], place, "AttributeName")?,
        dimensions: index["Dimensions"].as_u64().unwrap_or(0).min(u64::from(u32::MAX)) as u32,
        distance: text(index, place, "DistanceFunction")?,
        partition_key: of_kind("HASH").into_iter().next(),
        filters: of_kind("INLINE_FILTER"),
        projection: read_projection(index.get("Projection")),
        ..VectorIndex::default()
    })
}

pub(super) fn read_projection(projection: Option<&Value>) -> Projection {
    let Some(projection) = projection else { return Projection::All };
    match projection["ProjectionType"].as_str() {
        Some("KEYS_ONLY") => Projection::KeysOnly,
        Some("INCLUDE") => Projection::Include(
            projection["NonKeyAttributes"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
        ),
        _ => Projection::All,
    }
}

type Types = BTreeMap<String, AttributeType>;

/// Returns the types by name. Of two definitions of a name, the first one counts.
fn attribute_types(body: &Value, place: &str) -> Result<Types, FormatError> {
    let mut types = Types::new();
    for definition in list(body, place, "AttributeDefinitions")? {
        let name = text(definition, place, "AttributeName")?;
        let data_type = match definition["AttributeType"].as_str() {
            Some("N") => AttributeType::N,
            Some("B") => AttributeType::B,
            _ => AttributeType::S,
        };
        types.entry(name).or_insert(data_type);
    }
    Ok(types)
}

type Key = (Vec<KeyAttribute>, Vec<KeyAttribute>);

fn key(body: &Value, place: &str, types: &Types) -> Result<Key, FormatError> {
    let schema = list(body, place, "KeySchema")?;
    let of_kind = |kind: &str| {
        schema
            .iter()
            .filter(|element| element["KeyType"] == kind)
            .map(|element| {
                let name = text(element, place, "AttributeName")?;
                let data_type = types.get(&name).copied().unwrap_or(AttributeType::S);
                Ok(KeyAttribute { name, data_type, ..KeyAttribute::default() })
            })
            .collect::<Result<Vec<KeyAttribute>, FormatError>>()
    };
    let partition = of_kind("HASH")?;
    if partition.is_empty() {
        return Err(FormatError::Member { place: format!("{place}.KeySchema"), wanted: Wanted::HashKey });
    }
    Ok((partition, of_kind("RANGE")?))
}

pub(super) fn list<'a>(body: &'a Value, place: &str, member: &str) -> Result<&'a [Value], FormatError> {
    match body.get(member) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(FormatError::Member { place: format!("{place}.{member}"), wanted: Wanted::List }),
    }
}

pub(super) fn text(body: &Value, place: &str, member: &str) -> Result<String, FormatError> {
    let found = body.get(member).and_then(Value::as_str).map(str::to_owned);
    found.ok_or_else(|| FormatError::Member { place: format!("{place}.{member}"), wanted: Wanted::Text })
}
