//! A table of a design as the body of CreateTable, and as the requests that follow it.

use serde_json::{Map, Value, json};

use crate::design::{
    Capacity, Encryption, Index, IndexKind, KeyAttribute, Mode, Projection, Settings, Table, TableClass,
    Units, VectorIndex,
};

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

/// Returns the request with all settings of CreateTable. [`after_creation`] has the others.
pub fn whole(table: &Table) -> Value {
    let mut body = keys_only(table);
    let is_provisioned = matches!(table.mode, Mode::Provisioned { .. });
    if is_provisioned {
        body["BillingMode"] = json!("PROVISIONED");
    }
    add_capacity(&mut body, &table.capacity, is_provisioned);
    if let Some(indexes) = body.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut) {
        let own = table.indexes.iter().filter(|index| index.kind == IndexKind::Global);
        for (written, index) in indexes.iter_mut().zip(own) {
            add_capacity(written, &index.capacity, is_provisioned);
        }
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
    add_settings(&mut body, &table.settings);
    body
}

/// Returns the requests that set what CreateTable cannot, in the order in which they are sent once the table is ACTIVE: operations with
/// their bodies.
pub fn after_creation(table: &Table) -> Vec<(&'static str, Value)> {
    let mut requests = Vec::new();
    let name = &table.name;
    if let Some(attribute) = &table.ttl {
        let specification = json!({ "AttributeName": attribute, "Enabled": true });
        let body = json!({ "TableName": name, "TimeToLiveSpecification": specification });
        requests.push(("UpdateTimeToLive", body));
    }
    if table.recovery {
        let mut specification = json!({ "PointInTimeRecoveryEnabled": true });
        if let Some(days) = table.settings.recovery_days {
            specification["RecoveryPeriodInDays"] = json!(days);
        }
        let body = json!({ "TableName": name, "PointInTimeRecoverySpecification": specification });
        requests.push(("UpdateContinuousBackups", body));
    }
    if let Some(mode) = &table.settings.contributor_insights {
        let body = json!({
            "TableName": name, "ContributorInsightsAction": "ENABLE", "ContributorInsightsMode": mode,
        });
        requests.push(("UpdateContributorInsights", body));
    }
    for replica in &table.replicas {
        let update = json!([{ "Create": { "RegionName": replica.region } }]);
        requests.push(("UpdateTable", json!({ "TableName": name, "ReplicaUpdates": update })));
    }
    requests
}

/// Returns the body of the UpdateTable that adds a global index under this name.
pub fn index_creation(table: &Table, index: &Index, name: &str) -> Value {
    let mut definitions: Vec<Value> = Vec::new();
    for key in table.key().chain(index.key()) {
        let definition = json!({ "AttributeName": key.name, "AttributeType": key.data_type.name() });
        if !definitions.contains(&definition) {
            definitions.push(definition);
        }
    }
    let mut create = json!({
        "IndexName": name,
        "KeySchema": key_schema(&index.partition_key, &index.sort_key),
        "Projection": projection(&index.projection),
    });
    add_capacity(&mut create, &index.capacity, matches!(table.mode, Mode::Provisioned { .. }));
    json!({
        "TableName": table.name,
        "AttributeDefinitions": definitions,
        "GlobalSecondaryIndexUpdates": [{ "Create": create }],
    })
}

/// Adds the units of a table or a global index that its capacity mode has.
pub fn add_capacity(body: &mut Value, capacity: &Capacity, is_provisioned: bool) {
    if is_provisioned {
        body["ProvisionedThroughput"] = provisioned(capacity.units);
    } else if !capacity.maximum.is_empty() {
        body["OnDemandThroughput"] = units(capacity.maximum, ["MaxReadRequestUnits", "MaxWriteRequestUnits"]);
    }
    if !capacity.warm.is_empty() {
        body["WarmThroughput"] = units(capacity.warm, ["ReadUnitsPerSecond", "WriteUnitsPerSecond"]);
    }
}

/// Returns the member ProvisionedThroughput.
pub fn provisioned(units: Units) -> Value {
    let [read, write] = units.provisioned();
    json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write })
}

fn units(units: Units, names: [&str; 2]) -> Value {
    let both = names.into_iter().zip([units.read, units.write]);
    both.filter_map(|(name, number)| Some((name.to_owned(), json!(number?)))).collect()
}

fn add_settings(body: &mut Value, settings: &Settings) {
    if let Some(encryption) = &settings.encryption {
        body["SSESpecification"] = encryption_body(encryption);
    }
    if !settings.tags.is_empty() {
        body["Tags"] = tags(settings);
    }
    if let Some(policy) = &settings.policy {
        body["ResourcePolicy"] = json!(policy.to_string());
    }
}

/// Returns the specification of encryption. The only type with a key is KMS.
fn encryption_body(encryption: &Encryption) -> Value {
    let mut body = json!({ "Enabled": encryption.enabled });
    if encryption.enabled {
        body["SSEType"] = json!("KMS");
    }
    if let Some(key) = &encryption.key {
        body["KMSMasterKeyId"] = json!(key);
    }
    body
}

fn tags(settings: &Settings) -> Value {
    settings.tags.iter().map(|(key, value)| json!({ "Key": key, "Value": value })).collect()
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
