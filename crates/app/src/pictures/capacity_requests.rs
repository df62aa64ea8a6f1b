//! The requests of the capacity settings: billing mode, provisioned units and auto scaling.

use dynalab_playground::views::capacity::Capacity;
use serde_json::{Value, json};

use crate::request::call_result::ReadyRequest;

/// The target utilization of new auto scaling, in percent: what the console of AWS proposes.
const TARGET_PERCENT: u64 = 70;
/// The most units per second to which new auto scaling may go, unless more are provisioned already.
const SCALED_MAX: u64 = 1_000;

/// Units per second to provision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    pub read: u64,
    pub write: u64,
}

/// A table or global index, and whether its writes or its reads are scaled.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<'a> {
    pub table: &'a str,
    /// The name of the Region of the table. Reads scale per Region, writes in all Regions together.
    pub region: &'a str,
    pub index: Option<&'a str>,
    pub writes: bool,
}

/// Returns the request that puts a table on demand.
pub fn pay_per_request(table: &str) -> ReadyRequest {
    ("UpdateTable", json!({ "TableName": table, "BillingMode": "PAY_PER_REQUEST" }).to_string())
}

/// Returns the request that provisions a table or index. `place` is its position among the described resources. Without it,
/// all are provisioned, for a table that was on demand.
pub fn provision(table: &str, described: &Capacity, place: Option<usize>, units: Units) -> ReadyRequest {
    let throughput = json!({ "ReadCapacityUnits": units.read, "WriteCapacityUnits": units.write });
    let mut body = json!({ "TableName": table });
    let mut indexes = Vec::new();
    for (number, resource) in described.resources.iter().enumerate() {
        if place.is_some_and(|place| place != number) {
            continue;
        }
        match &resource.index_name {
            None => body["ProvisionedThroughput"] = throughput.clone(),
            Some(name) => {
                indexes.push(json!({ "Update": { "IndexName": name, "ProvisionedThroughput": throughput } }))
            }
        }
    }
    if place.is_none() {
        body["BillingMode"] = "PROVISIONED".into();
    }
    if !indexes.is_empty() {
        body["GlobalSecondaryIndexUpdates"] = indexes.into();
    }
    ("UpdateTable", body.to_string())
}

/// Returns the request that turns on auto scaling from the present units per second upwards.
pub fn scale(scaled: Scaled, present_units: Option<f64>) -> ReadyRequest {
    let least = present_units.map_or(1, |units| units as u64).max(1);
    let policy = json!({ "TargetTrackingScalingPolicyConfiguration": { "TargetValue": TARGET_PERCENT } });
    update_scaling(
        scaled,
        json!({ "MinimumUnits": least, "MaximumUnits": SCALED_MAX.max(least), "ScalingPolicyUpdate": policy }),
    )
}

/// Returns the request that turns off auto scaling.
pub fn stop_scaling(scaled: Scaled) -> ReadyRequest {
    update_scaling(scaled, json!({ "AutoScalingDisabled": true }))
}

fn update_scaling(scaled: Scaled, settings: Value) -> ReadyRequest {
    let Scaled { table, region, index, writes } = scaled;
    let mut body = json!({ "TableName": table });
    match (index, writes) {
        (None, true) => body["ProvisionedWriteCapacityAutoScalingUpdate"] = settings,
        (Some(index), true) => {
            body["GlobalSecondaryIndexUpdates"] =
                json!([{ "IndexName": index, "ProvisionedWriteCapacityAutoScalingUpdate": settings }]);
        }
        (None, false) => {
            body["ReplicaUpdates"] = json!([{ "RegionName": region, "ReplicaProvisionedReadCapacityAutoScalingUpdate": settings }]);
        }
        (Some(index), false) => {
            let of_index =
                json!({ "IndexName": index, "ProvisionedReadCapacityAutoScalingUpdate": settings });
            body["ReplicaUpdates"] =
                json!([{ "RegionName": region, "ReplicaGlobalSecondaryIndexUpdates": [of_index] }]);
        }
    }
    ("UpdateTableReplicaAutoScaling", body.to_string())
}
