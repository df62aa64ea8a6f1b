//! Writes a design as a model of NoSQL Workbench. Each kind of item is a facet with the items of the sample.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{ATTRIBUTE_MEMBERS, CAPACITY, IN_TABLE_DATA, KEPT, MORE_ATTRIBUTES};
use crate::design::{
    AttributeType, Capacity, Design, Extra, Index, IndexKind, KeyAttribute, Mode, Placement, Table,
};
use crate::literal;
use crate::sample::{Sample, items};
use crate::table_request::{projection, provisioned};

/// Maximum number of generated items per kind. The file contains all rows that the design specifies.
const SAMPLE_ITEMS_MAX: usize = 150;
/// The format requires dates, which a design does not have.
const DATE: &str = "Jan 01, 2026, 12:00 AM";

pub fn write(design: &Design) -> String {
    let (sample, _) = Sample::make(design);
    let mut model = kept(&design.extra);
    let metadata = model.entry("ModelMetadata").or_insert_with(|| {
        json!({
            "Author": "", "DateCreated": DATE, "DateLastModified": DATE,
            "AWSService": "Amazon DynamoDB", "Version": "3.0",
        })
    });
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.insert("Description".to_owned(), json!(design.notes));
    }
    model.insert("ModelName".to_owned(), json!(design.name));
    let tables: Vec<Value> = design.tables.iter().map(|table| write_table(design, table, &sample)).collect();
    model.insert("DataModel".to_owned(), Value::Array(tables));
    let mut text = serde_json::to_string_pretty(&sorted(Value::Object(model))).unwrap_or_default();
    text.push('\n');
    text
}

fn write_table(design: &Design, table: &Table, sample: &Sample) -> Value {
    let mut body = kept(&table.extra);
    let more = body.remove(MORE_ATTRIBUTES);
    let of_attributes = body.remove(ATTRIBUTE_MEMBERS).unwrap_or_default();
    let (mut own, mut facets) = (Vec::new(), Vec::new());
    if let Some(Value::Array(empty)) = body.remove("TableFacets") {
        facets = empty;
    }
    let mut declared = DeclaredAttributes::default();
    for index in table.indexes.iter().flat_map(Index::key) {
        declared.add(&index.name, index.data_type);
    }
    for placement in &table.items {
        let mut of_kind = DeclaredAttributes::default();
        let items = items_of(design, table, placement, sample);
        declare(design, placement, &items, &mut of_kind);
        for (name, data_type) in &of_kind.0 {
            declared.add(name, *data_type);
        }
        let mut facet = kept(&placement.extra);
        if facet.get(IN_TABLE_DATA) == Some(&Value::Bool(true)) {
            own.extend(items);
        } else {
            fill_facet(&mut facet, table, placement, of_kind.without_keys(table), items);
            facets.push(Value::Object(facet));
        }
    }
    for (name, kind) in more.iter().filter_map(Value::as_object).flatten() {
        declared.add(name, serde_json::from_value(kind.clone()).unwrap_or_default());
    }
    let attributes = declared.without_keys(table);
    let attributes: Vec<Value> = attributes
        .iter()
        .map(|(name, data_type)| attribute(name, *data_type, &of_attributes[name]))
        .collect();
    body.insert("TableName".to_owned(), json!(table.name));
    body.insert("KeyAttributes".to_owned(), key(&table.partition_key, &table.sort_key));
    body.insert("NonKeyAttributes".to_owned(), Value::Array(attributes));
    body.insert("TableFacets".to_owned(), Value::Array(facets));
    body.insert("TableData".to_owned(), Value::Array(own));
    write_indexes(&mut body, table);
    write_capacity(&mut body, &table.capacity, table.mode != Mode::OnDemand);
    let mode = if table.mode == Mode::OnDemand { "PAY_PER_REQUEST" } else { "PROVISIONED" };
    body.insert("BillingMode".to_owned(), json!(mode));
    body.entry("DataAccess").or_insert_with(|| json!({ "MySql": {} }));
    Value::Object(body)
}

fn write_indexes(body: &mut Map<String, Value>, table: &Table) {
    for (member, kind) in
        [("GlobalSecondaryIndexes", IndexKind::Global), ("LocalSecondaryIndexes", IndexKind::Local)]
    {
        let indexes: Vec<Value> = table
            .indexes
            .iter()
            .filter(|index| index.kind == kind && can_represent(index))
            .map(write_index)
            .collect();
        // No known model of NoSQL Workbench has local indexes, so the member is written only if needed.
        if kind == IndexKind::Global || !indexes.is_empty() {
            body.insert(member.to_owned(), Value::Array(indexes));
        }
    }
}

/// Returns true if the format can represent the index. It allows one attribute per key part.
fn can_represent(index: &Index) -> bool {
    index.partition_key.len() == 1 && index.sort_key.len() <= 1
}

fn write_index(index: &Index) -> Value {
    let mut body = kept(&index.extra);
    body.insert("IndexName".to_owned(), json!(index.name));
    body.insert("KeyAttributes".to_owned(), key(&index.partition_key, &index.sort_key));
    body.insert("Projection".to_owned(), projection(&index.projection));
    write_capacity(&mut body, &index.capacity, false);
    Value::Object(body)
}

/// Writes the units that are known. A provisioned table must have some.
fn write_capacity(body: &mut Map<String, Value>, capacity: &Capacity, is_needed: bool) {
    let needed = is_needed && !body.contains_key(CAPACITY);
    if capacity.units.is_empty() && !needed {
        return;
    }
    let settings = body.entry(CAPACITY).or_insert_with(|| json!({}));
    if let Some(settings) = settings.as_object_mut() {
        settings.entry("ProvisionedThroughput").or_insert_with(|| provisioned(capacity.units));
    }
}

fn fill_facet(
    facet: &mut Map<String, Value>,
    table: &Table,
    placement: &Placement,
    attributes: Vec<(String, AttributeType)>,
    items: Vec<Value>,
) {
    let names: Vec<String> = attributes.into_iter().map(|(name, _)| name).collect();
    facet.insert("FacetName".to_owned(), json!(placement.name()));
    facet.insert("NonKeyAttributes".to_owned(), json!(names));
    facet.insert("TableData".to_owned(), Value::Array(items));
    facet.entry("KeyAttributeAlias").or_insert_with(|| {
        let mut alias = Map::new();
        let parts = [("PartitionKeyAlias", &table.partition_key), ("SortKeyAlias", &table.sort_key)];
        for (member, part) in parts {
            if let Some(attribute) = part.first() {
                let template = placement.keys.get(&attribute.name).map(|key| json!(key.template));
                alias.insert(member.to_owned(), template.unwrap_or_else(|| json!(attribute.name)));
            }
        }
        Value::Object(alias)
    });
    facet.entry("DataAccess").or_insert_with(|| json!({ "MySql": {} }));
}

fn items_of(design: &Design, table: &Table, placement: &Placement, sample: &Sample) -> Vec<Value> {
    let written = design.entity(&placement.entity).filter(|entity| !entity.rows.is_empty());
    // Without templates and selected attributes, the item equals the row.
    if let Some(entity) = written.filter(|_| placement.keys.is_empty() && placement.attributes.is_none()) {
        return entity.rows.iter().map(|row| json!(row)).collect();
    }
    let most = if written.is_some() { usize::MAX } else { SAMPLE_ITEMS_MAX };
    let rows = sample.rows(&placement.entity).map_or(&[][..], |rows| &rows.rows);
    let items = rows.iter().take(most).filter_map(|row| items::item_of(table, placement, row).ok());
    items.map(|item| literal::item_json(&item)).collect()
}

fn declare(design: &Design, placement: &Placement, items: &[Value], declared: &mut DeclaredAttributes) {
    let entity = design.entity(&placement.entity);
    for attribute in entity.into_iter().flat_map(|entity| &entity.attributes) {
        let stored = placement.attributes.as_ref();
        if stored.is_none_or(|stored| stored.contains(&attribute.name)) {
            declared.add(&attribute.name, attribute.data_type);
        }
    }
    for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
        let kind = value.as_object().and_then(|typed| typed.keys().next());
        let kind = kind.and_then(|kind| serde_json::from_value(Value::from(kind.as_str())).ok());
        declared.add(name, kind.unwrap_or_default());
    }
}

/// Attributes with their types, sorted by name. The first type of a name applies.
#[derive(Default)]
struct DeclaredAttributes(BTreeMap<String, AttributeType>);

impl DeclaredAttributes {
    fn add(&mut self, name: &str, data_type: AttributeType) {
        self.0.entry(name.to_owned()).or_insert(data_type);
    }

    fn without_keys(&self, table: &Table) -> Vec<(String, AttributeType)> {
        let is_key = |name: &str| table.key().any(|key| key.name == name);
        let others = self.0.iter().filter(|(name, _)| !is_key(name));
        others.map(|(name, data_type)| (name.clone(), *data_type)).collect()
    }
}

fn attribute(name: &str, data_type: AttributeType, others: &Value) -> Value {
    let mut body = others.as_object().cloned().unwrap_or_default();
    body.insert("AttributeName".to_owned(), json!(name));
    body.insert("AttributeType".to_owned(), json!(data_type));
    Value::Object(body)
}

fn key(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Value {
    let mut parts = Map::new();
    for (member, part) in [("PartitionKey", partition), ("SortKey", sort)] {
        if let Some(first) = part.first() {
            parts.insert(
                member.to_owned(),
                attribute(&first.name, first.data_type, first.extra.get(KEPT).unwrap_or(&Value::Null)),
            );
        }
    }
    Value::Object(parts)
}

/// Sorts members by name, independent of the map type of this build.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<String, Value> =
                members.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            Value::Object(members.into_iter().collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(sorted).collect()),
        other => other,
    }
}

fn kept(extra: &Extra) -> Map<String, Value> {
    extra.get(KEPT).and_then(Value::as_object).cloned().unwrap_or_default()
}
