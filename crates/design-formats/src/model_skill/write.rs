//! Writes a cost model with the measured sizes and counts of the design's check.

use dynalab_modeling::Design;
use dynalab_modeling::design::{
    AccessPattern, Consistency, Entity, Index, IndexKind, KeyAttribute, Mode, Operation, Projection, Table,
    TableClass, VectorIndex,
};
use dynalab_modeling::report::{PatternReport, Report};
use serde_json::{Map, Value, json};

use super::kept;
use crate::kept::print;

/// The file's size estimate is kept while the measured size differs by less than this factor.
const SAME_SIZE: f64 = 2.0;

pub fn write(design: &Design, report: &Report) -> String {
    let mut file = kept(&design.extra);
    let tables: Vec<Value> = design.tables.iter().map(|table| write_table(design, report, table)).collect();
    let reports = report.patterns.iter();
    let patterns = design.patterns.iter().zip(reports).enumerate();
    let patterns: Vec<Value> = patterns
        .map(|(number, (pattern, measured))| write_pattern(design, report, pattern, measured, number + 1))
        .collect();
    file.insert("tables".to_owned(), Value::Array(tables));
    file.insert("access_patterns".to_owned(), Value::Array(patterns));
    print(Value::Object(file))
}

fn write_table(design: &Design, report: &Report, table: &Table) -> Value {
    let mut body = kept(&table.extra);
    body.insert("table_name".to_owned(), json!(table.name));
    body.insert("key_schema".to_owned(), key(&table.partition_key, &table.sort_key));
    let class = match table.class {
        TableClass::Standard => "STANDARD",
        TableClass::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
    };
    let same_class = body.get("table_class").and_then(Value::as_str).is_some_and(|kept| {
        kept.to_ascii_uppercase().contains("INFREQUENT") == (table.class == TableClass::InfrequentAccess)
    });
    if !same_class {
        body.insert("table_class".to_owned(), json!(class));
    }
    // Only a list of Regions specifies the replicas.
    if !table.replicas.is_empty() || body.get("global_tables").is_none_or(Value::is_array) {
        let regions: Vec<&str> = table.replicas.iter().map(|replica| replica.region.as_str()).collect();
        body.insert("global_tables".to_owned(), json!(regions));
    }
    match table.mode {
        Mode::OnDemand => drop(body.remove("provisioned_capacity")),
        Mode::Provisioned { .. } => {
            body.entry("provisioned_capacity").or_insert_with(|| json!({}));
        }
    }
    if !body.contains_key("attribute_definitions") {
        let definitions: Vec<Value> = table
            .key_attributes()
            .into_iter()
            .map(|key| json!({ "attribute_name": key.name, "attribute_type": key.data_type }))
            .collect();
        body.insert("attribute_definitions".to_owned(), Value::Array(definitions));
    }
    let mut entities: Vec<&Entity> = Vec::new();
    for entity in table.items.iter().filter_map(|placement| design.entity(&placement.entity)) {
        if entities.iter().all(|known| known.name != entity.name) {
            entities.push(entity);
        }
    }
    let entities = entities.into_iter().map(|entity| write_entity(report, entity)).collect();
    body.insert("entities".to_owned(), Value::Array(entities));
    // The format has no local indexes.
    let indexes = table.indexes.iter().filter(|index| index.kind == IndexKind::Global);
    body.insert("gsis".to_owned(), indexes.map(write_index).collect());
    let vectors = table.vector_indexes.iter().map(|index| write_vector_index(design, table, index));
    body.insert("vector_indexes".to_owned(), vectors.collect());
    Value::Object(body)
}

fn key(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Value {
    let mut body = Map::new();
    for (member, part) in [("partition_key", partition), ("sort_key", sort)] {
        match part {
            [] => {}
            [only] => drop(body.insert(member.to_owned(), json!(only.name))),
            several => {
                let names: Vec<&str> = several.iter().map(|attribute| attribute.name.as_str()).collect();
                body.insert(member.to_owned(), json!(names));
            }
        }
    }
    Value::Object(body)
}

fn write_entity(report: &Report, entity: &Entity) -> Value {
    let mut body = kept(&entity.extra);
    body.insert("entity_name".to_owned(), json!(entity.name));
    body.insert("estimated_item_count".to_owned(), json!(entity.count));
    let measured = mean_bytes(report, &entity.name);
    let estimated = body.get("estimated_item_size_bytes").and_then(Value::as_f64);
    let is_same = |estimated: f64| estimated <= measured * SAME_SIZE && measured <= estimated * SAME_SIZE;
    if !estimated.is_some_and(is_same) {
        body.insert("estimated_item_size_bytes".to_owned(), json!(measured.round() as u64));
    }
    if !body.contains_key("attributes") {
        let attributes = entity.attributes.iter();
        let attributes =
            attributes.map(|attribute| json!({ "name": attribute.name, "type": attribute.data_type }));
        body.insert("attributes".to_owned(), attributes.collect());
    }
    Value::Object(body)
}

fn mean_bytes(report: &Report, entity: &str) -> f64 {
    report.entities.iter().find(|found| found.name == entity).map_or(0.0, |found| found.mean_bytes)
}

fn projection(projection: &Projection) -> Value {
    match projection {
        Projection::All => json!({ "type": "ALL" }),
        Projection::KeysOnly => json!({ "type": "KEYS_ONLY" }),
        Projection::Include(names) => json!({ "type": "INCLUDE", "attributes": names }),
    }
}

fn write_index(index: &Index) -> Value {
    let mut body = kept(&index.extra);
    body.insert("index_name".to_owned(), json!(index.name));
    if let Value::Object(key) = key(&index.partition_key, &index.sort_key) {
        body.extend(key);
    }
    body.insert("projection".to_owned(), projection(&index.projection));
    Value::Object(body)
}

fn write_vector_index(design: &Design, table: &Table, index: &VectorIndex) -> Value {
    let mut body = kept(&index.extra);
    body.insert("index_name".to_owned(), json!(index.name));
    body.insert("vector_attribute".to_owned(), json!(index.attribute));
    body.insert("dimensions".to_owned(), json!(index.dimensions));
    body.insert("distance_function".to_owned(), json!(index.distance));
    body.insert("projection".to_owned(), projection(&index.projection));
    let mut schema = Map::from_iter([("inline_filters".to_owned(), json!(index.filters))]);
    if let Some(partition_key) = &index.partition_key {
        schema.insert("partition_key".to_owned(), json!(partition_key));
    }
    body.insert("search_schema".to_owned(), Value::Object(schema));
    let has_vector = |entity: &&Entity| entity.attribute(&index.attribute).is_some();
    let entities = table.items.iter().filter_map(|placement| design.entity(&placement.entity));
    let indexed: u64 = entities.filter(has_vector).map(|entity| entity.count).sum();
    body.entry("estimated_indexed_items").or_insert_with(|| json!(indexed));
    Value::Object(body)
}

fn write_pattern(
    design: &Design,
    report: &Report,
    pattern: &AccessPattern,
    measured: &PatternReport,
    number: usize,
) -> Value {
    let mut body = kept(&pattern.extra);
    let text = |body: &Map<String, Value>, member: &str| {
        body.get(member).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    if body.is_empty() {
        body.insert("pattern_id".to_owned(), json!(number));
    }
    let id = body.get("pattern_id").map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
    let id = id.unwrap_or_default();
    // The name starts with the number if the file had one.
    let name = pattern.name.strip_prefix(&id).map_or(pattern.name.as_str(), str::trim_start);
    body.insert("description".to_owned(), json!(name));
    body.insert("peak_rps".to_owned(), json!(pattern.rate.peak.max(pattern.rate.average)));
    body.insert("avg_rps".to_owned(), json!(pattern.rate.average));
    let is_strong = pattern.consistency == Consistency::Strong;
    if (text(&body, "consistency") == "transactional") != is_strong || !is_strong {
        body.insert("consistency".to_owned(), json!(if is_strong { "strong" } else { "eventual" }));
    }
    if pattern.failed_conditions > 0.0 || body.contains_key("conditional_fail_rate") {
        body.insert("conditional_fail_rate".to_owned(), json!(pattern.failed_conditions));
    }
    let Some(operation) = &pattern.operation else { return Value::Object(body) };
    let request: Value = serde_json::from_str(&measured.body).unwrap_or_default();
    let (table, index) = target(operation, &request);
    let is_same = text(&body, "operation") == measured.operation
        && text(&body, "table") == table
        && body.get("index").and_then(Value::as_str) == index.as_deref();
    if !is_same {
        body.insert("operation".to_owned(), json!(measured.operation));
        body.insert("table".to_owned(), json!(table));
        body.insert("index".to_owned(), json!(index));
        body.insert("items_per_request".to_owned(), json!(items(operation, measured)));
        let of_table = design.table(&table);
        let first = of_table.and_then(|table| table.items.first());
        let bytes = first.map_or(0.0, |placement| mean_bytes(report, &placement.entity));
        body.insert("estimated_item_size_bytes".to_owned(), json!(bytes.round() as u64));
    }
    if let Operation::SearchVectors(search) = operation {
        body.insert("top_k".to_owned(), json!(search.top));
    }
    Value::Object(body)
}

/// Returns the table and index of the request, the first if there are several.
fn target(operation: &Operation, request: &Value) -> (String, Option<String>) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let of_batch = || request["RequestItems"].as_object().and_then(|tables| tables.keys().min().cloned());
    let of_transaction = || {
        let action = request["TransactItems"][0].as_object()?.values().next()?;
        text(&action["TableName"])
    };
    let of_design = match operation {
        Operation::BatchWrite { writes } | Operation::TransactWrite { writes } => {
            writes.first().map(|write| write.table().to_owned())
        }
        _ => None,
    };
    let table = text(&request["TableName"]).or(of_design).or_else(of_batch).or_else(of_transaction);
    (table.unwrap_or_default(), text(&request["IndexName"]))
}

fn items(operation: &Operation, measured: &PatternReport) -> u64 {
    match operation {
        Operation::BatchWrite { writes } | Operation::TransactWrite { writes } => writes.len() as u64,
        _ if operation.is_write() => 1,
        _ => measured.returned.max(1),
    }
}
