//! Writes a template with the tables of a design.

use dynalab_modeling::Design;
use dynalab_modeling::design::{Dimension, Mode, ReplicaConsistency, Table, TableClass};
use dynalab_modeling::table_request::{SMALLEST, whole};
use serde_json::{Map, Value, json};

use super::{GLOBAL_TABLE, TABLE, home_region, production};
use crate::tables::{pascal_case, resource_names};

pub fn template(design: &Design) -> Value {
    let names = resource_names(&design.tables, pascal_case);
    let mut resources: Map<String, Value> =
        names.iter().zip(&design.tables).map(|(name, table)| (name.clone(), resource(table))).collect();
    for (name, table) in names.iter().zip(&design.tables) {
        production::write(&mut resources, name, table);
    }
    let mut template = Map::new();
    template.insert("AWSTemplateFormatVersion".to_owned(), json!("2010-09-09"));
    if !design.name.is_empty() {
        // CloudFormation allows 1,024 bytes.
        let description: String = design.name.chars().take(250).collect();
        template.insert("Description".to_owned(), json!(description));
    }
    template.insert("Resources".to_owned(), Value::Object(resources));
    Value::Object(template)
}

fn resource(table: &Table) -> Value {
    let mut properties = match whole(table, SMALLEST) {
        Value::Object(properties) => properties,
        _ => Map::new(),
    };
    // CloudFormation has no property for vector indexes.
    properties.remove("VectorIndexes");
    if let Some(stream) = properties.get_mut("StreamSpecification").and_then(Value::as_object_mut) {
        stream.remove("StreamEnabled");
    }
    if let Some(attribute) = &table.ttl {
        properties.insert(
            "TimeToLiveSpecification".to_owned(),
            json!({ "AttributeName": attribute, "Enabled": true }),
        );
    }
    let recovery = json!({ "PointInTimeRecoveryEnabled": true });
    let kind = if table.replicas.is_empty() {
        if table.recovery {
            properties.insert("PointInTimeRecoverySpecification".to_owned(), recovery);
        }
        TABLE
    } else {
        make_global(table, &mut properties);
        GLOBAL_TABLE
    };
    json!({ "Type": kind, "DeletionPolicy": "Retain", "UpdateReplacePolicy": "Retain", "Properties": properties })
}

/// Converts a table to a global table. Capacity and settings of each Region move to its replica.
fn make_global(table: &Table, properties: &mut Map<String, Value>) {
    properties.remove("TableClass");
    properties.remove("DeletionProtectionEnabled");
    properties.remove("ProvisionedThroughput");
    // Replication requires a stream with both images, whatever the other readers need.
    properties.insert("StreamSpecification".to_owned(), json!({ "StreamViewType": "NEW_AND_OLD_IMAGES" }));
    let is_provisioned = matches!(table.mode, Mode::Provisioned { .. });
    let mut index_reads = Vec::new();
    for index in
        properties.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut).into_iter().flatten()
    {
        if let Some(index) = index.as_object_mut().filter(|_| is_provisioned) {
            index.remove("ProvisionedThroughput");
            let name = index.get("IndexName").and_then(Value::as_str).map(str::to_owned);
            let writes = production::settings(table, name.as_deref(), Dimension::Write);
            index.insert("WriteProvisionedThroughputSettings".to_owned(), writes);
            let reads = production::settings(table, name.as_deref(), Dimension::Read);
            index_reads.push(json!({ "IndexName": name, "ReadProvisionedThroughputSettings": reads }));
        }
    }
    if is_provisioned {
        let writes = production::settings(table, None, Dimension::Write);
        properties.insert("WriteProvisionedThroughputSettings".to_owned(), writes);
    }
    if table.replica_consistency == ReplicaConsistency::Strong {
        properties.insert("MultiRegionConsistency".to_owned(), json!("STRONG"));
    }
    let others = table.replicas.iter().map(|replica| json!(replica.region));
    let replica = |region: Value| {
        let mut replica = Map::new();
        replica.insert("Region".to_owned(), region);
        if table.recovery {
            let recovery = json!({ "PointInTimeRecoveryEnabled": true });
            replica.insert("PointInTimeRecoverySpecification".to_owned(), recovery);
        }
        if table.class == TableClass::InfrequentAccess {
            replica.insert("TableClass".to_owned(), json!("STANDARD_INFREQUENT_ACCESS"));
        }
        if table.deletion_protection {
            replica.insert("DeletionProtectionEnabled".to_owned(), json!(true));
        }
        if is_provisioned {
            let reads = production::settings(table, None, Dimension::Read);
            replica.insert("ReadProvisionedThroughputSettings".to_owned(), reads);
            if !index_reads.is_empty() {
                replica.insert("GlobalSecondaryIndexes".to_owned(), json!(index_reads));
            }
        }
        Value::Object(replica)
    };
    let replicas: Vec<Value> = std::iter::once(home_region()).chain(others).map(replica).collect();
    properties.insert("Replicas".to_owned(), Value::Array(replicas));
}
