//! The requests of the map of Regions: replicas, and one item that is written and read in each Region.

use dynalab_service::contract::Call;
use dynalab_service::contract::regions::InRegion;
use serde_json::{Value, json};

use super::global_table_state::VALUE;
use crate::request::call_result::{ReadyRequest, json_of};

/// The Regions that form a strongly consistent table together with the engine's own.
const STRONG: [&str; 2] = ["us-east-2", "us-west-2"];

/// Returns the request that adds a replica.
pub fn add_replica(table: &str, region: &str) -> ReadyRequest {
    update(json!({ "TableName": table, "ReplicaUpdates": [create(region)] }))
}

/// Returns the request that makes a table strongly consistent across three Regions.
pub fn add_strong_replicas(table: &str) -> ReadyRequest {
    let updates = STRONG.map(create);
    update(json!({ "TableName": table, "ReplicaUpdates": updates, "MultiRegionConsistency": "STRONG" }))
}

/// Returns the request that removes a replica.
pub fn remove_replica(table: &str, region: &str) -> ReadyRequest {
    update(json!({ "TableName": table, "ReplicaUpdates": [{ "Delete": { "RegionName": region } }] }))
}

fn create(region: &str) -> Value {
    json!({ "Create": { "RegionName": region } })
}

fn update(body: Value) -> ReadyRequest {
    ("UpdateTable", body.to_string())
}

/// Returns the request that writes a text into the item, in a Region.
pub fn put_item(table: &str, region: &str, key: &Value, text: &str) -> ReadyRequest {
    let mut item = key.clone();
    item[VALUE] = json!({ "S": text });
    in_region(region, "PutItem", &json!({ "TableName": table, "Item": item }))
}

/// Returns the request that reads the item, in a Region.
pub fn get_item(table: &str, region: &str, key: &Value) -> ReadyRequest {
    in_region(region, "GetItem", &json!({ "TableName": table, "Key": key }))
}

fn in_region(region: &str, operation: &str, request: &Value) -> ReadyRequest {
    InRegion { region: region.to_owned(), operation: operation.to_owned(), request: json_of(request) }
        .request()
}
