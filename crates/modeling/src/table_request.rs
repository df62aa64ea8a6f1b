//! A table of a design as the body of CreateTable.

use serde_json::{Map, Value, json};

use crate::design::{Index, IndexKind, KeyAttribute, Mode, Projection, Table, TableClass, VectorIndex};

/// Units of a provisioned table and of each of its global indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throughput {
    pub read: u64,
    pub write: u64,
}

/// The smallest throughput that the AWS console offers, used until the load is measured.
pub const SMALLEST: Throughput = Throughput { read: 5, write: 5 };

/// Returns the request with keys and indexes alone, on demand, for a scratch engine.
pub fn keys_only(table: &Table) -> Value {
    let mut body = Map::new();
    body.insert("TableName".into(), json!(table.name));
    body.insert("AttributeDefinitions".into(), attribute_definitions(table));
    body.insert("KeySchema".into(), key_schema(&table.partition_key, &table.sort_key));
    for (member, kind) in
        [("LocalSecondaryIndexes", IndexKind::Local), ("GlobalSecondaryIndexes", IndexKind::Global)]
    {
        let indexes: Vec<Value> =
            table.indexes.iter().filter(|index| index.kind == kind).map(index_body).collect();
        if !indexes.is_empty() {
            body.insert(member.into(), Value::Array(indexes));
        }
    }
    if !table.vector_indexes.is_empty() {
        body.insert("VectorIndexes".into(), table.vector_indexes.iter().map(vector_index_body).collect());
    }
    body.insert("BillingMode".into(), json!("PAY_PER_REQUEST"));
    Value::Object(body)
}

/// Returns the request with all settings of CreateTable. TTL, recovery and replicas need other requests.
pub fn whole(table: &Table, throughput: Throughput) -> Value {
    let mut body = keys_only(table);
    if let Mode::Provisioned { .. } = table.mode {
        let units = json!({ "ReadCapacityUnits": throughput.read, "WriteCapacityUnits": throughput.write });
        body["BillingMode"] = json!("PROVISIONED");
        if let Some(indexes) = body.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut) {
            for index in indexes {
                index["ProvisionedThroughput"] = units.clone();
            }
        }
        body["ProvisionedThroughput"] = units;
    }
    if let Some(stream) = &table.stream {
        body["StreamSpecification"] = json!({ "StreamEnabled": true, "StreamViewType": stream.view });
    }
    if table.class == TableClass::InfrequentAccess {
        body["TableClass"] = json!("STANDARD_INFREQUENT_ACCESS");
    }
    if table.deletion_protection {
        body["DeletionProtectionEnabled"] = json!(true);
    }
    body
}

fn attribute_definitions(table: &Table) -> Value {
    let searched =
        table.vector_indexes.iter().flat_map(|index| index.partition_key.iter().chain(&index.filters));
    let of_keys = table.key_attributes().into_iter().map(|key| (key.name.clone(), key.data_type.name()));
    let mut all: Vec<(String, &str)> = of_keys.collect();
    for name in searched {
        if all.iter().all(|(known, _)| known != name) {
            all.push((name.clone(), "S"));
        }
    }
    all.into_iter().map(|(name, kind)| json!({ "AttributeName": name, "AttributeType": kind })).collect()
}

pub fn key_schema(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Value {
    let element =
        |attribute: &KeyAttribute, kind: &str| json!({ "AttributeName": attribute.name, "KeyType": kind });
    let hash = partition.iter().map(|attribute| element(attribute, "HASH"));
    hash.chain(sort.iter().map(|attribute| element(attribute, "RANGE"))).collect()
}

pub fn projection(projection: &Projection) -> Value {
    match projection {
        Projection::All => json!({ "ProjectionType": "ALL" }),
        Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
        Projection::Include(names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
    }
}

fn index_body(index: &Index) -> Value {
    json!({
        "IndexName": index.name,
        "KeySchema": key_schema(&index.partition_key, &index.sort_key),
        "Projection": projection(&index.projection),
    })
}

fn vector_index_body(index: &VectorIndex) -> Value {
    let element =
        |name: &String, kind: &str| json!({ "AttributeName": name, "SearchSchemaElementType": kind });
    let hash = index.partition_key.iter().map(|name| element(name, "HASH"));
    let schema: Vec<Value> =
        hash.chain(index.filters.iter().map(|name| element(name, "INLINE_FILTER"))).collect();
    let mut body = json!({
        "IndexName": index.name,
        "VectorAttribute": { "AttributeName": index.attribute },
        "Projection": projection(&index.projection),
        "Dimensions": index.dimensions,
        "DistanceFunction": index.distance,
    });
    if !schema.is_empty() {
        body["SearchSchema"] = Value::Array(schema);
    }
    body
}
