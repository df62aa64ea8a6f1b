//! What a table carries besides its keys, read from members of CreateTable, DescribeTable and CloudFormation.

use serde_json::Value;

use super::production::whole;
use crate::design::settings::INSIGHTS_MODE;
use crate::design::{Capacity, Encryption, Settings, Units};

/// Members of a table or an index whose values [`read_capacity`] takes.
pub const CAPACITY_MEMBERS: [&str; 3] = ["ProvisionedThroughput", "WarmThroughput", "OnDemandThroughput"];

/// Members of a table whose values [`read_settings`] takes.
pub const SETTINGS_MEMBERS: [&str; 5] =
    ["Tags", "SSESpecification", "SSEDescription", "ResourcePolicy", "ContributorInsightsSpecification"];

/// The warm throughput of every table, which a description shows without a request for it.
const WARM_OF_EVERY_TABLE: [u64; 2] = [12_000, 4_000];

/// Reads the units of a table or an index.
pub fn read_capacity(body: &Value) -> Capacity {
    let units = read_units(&body["ProvisionedThroughput"], ["ReadCapacityUnits", "WriteCapacityUnits"]);
    let mut warm = read_units(&body["WarmThroughput"], ["ReadUnitsPerSecond", "WriteUnitsPerSecond"]);
    if body["WarmThroughput"].get("Status").is_some() && is_usual(warm, units) {
        warm = Units::default();
    }
    let maximum = read_units(&body["OnDemandThroughput"], ["MaxReadRequestUnits", "MaxWriteRequestUnits"]);
    Capacity { units, warm, maximum, ..Capacity::default() }
}

/// Reads two numbers. Zero is the units of an on-demand table, and -1 no maximum.
pub fn read_units(body: &Value, [read, write]: [&str; 2]) -> Units {
    let number = |name: &str| whole(&body[name]).filter(|number| *number > 0);
    Units { read: number(read), write: number(write) }
}

/// Returns true if a described table has the warm throughput without asking for it: that of every table, or its units.
fn is_usual(warm: Units, units: Units) -> bool {
    let is_usual = |warm: Option<u64>, own: Option<u64>, usual: u64| {
        warm.is_none_or(|warm| warm <= usual.max(own.unwrap_or(0)))
    };
    is_usual(warm.read, units.read, WARM_OF_EVERY_TABLE[0])
        && is_usual(warm.write, units.write, WARM_OF_EVERY_TABLE[1])
}

/// Reads the settings of a table. Returns the members that are not what a design has.
pub fn read_settings(body: &Value, settings: &mut Settings) -> Vec<&'static str> {
    let mut refused = Vec::new();
    let mut refuse = |member: &'static str, is_read: bool| {
        if !is_read {
            refused.push(member);
        }
    };
    if let Some(tags) = present(body, "Tags") {
        refuse("Tags", add_tags(tags, settings));
    }
    if let Some(found) = present(body, "SSESpecification") {
        let enabled = found.get("Enabled").or(found.get("SSEEnabled"));
        let key = found["KMSMasterKeyId"].as_str().map(str::to_owned);
        // The key alone is that of a replica, whose table has the rest.
        let enabled = enabled.map_or_else(|| key.is_some().then_some(true), flag);
        settings.encryption = enabled.map(|enabled| Encryption { enabled, key, ..Encryption::default() });
        refuse("SSESpecification", settings.encryption.is_some());
    } else if let Some(found) = present(body, "SSEDescription") {
        let key = found["KMSMasterKeyArn"].as_str().map(str::to_owned);
        let own = || Encryption { enabled: true, key, ..Encryption::default() };
        settings.encryption = (found["SSEType"] == "KMS").then(own);
        refuse("SSEDescription", settings.encryption.is_some());
    }
    if let Some(policy) = present(body, "ResourcePolicy") {
        settings.policy = policy_of(policy);
        refuse("ResourcePolicy", settings.policy.is_some());
    }
    if let Some(policy) = body.get("StreamSpecification").and_then(|stream| present(stream, "ResourcePolicy"))
    {
        settings.stream_policy = policy_of(policy);
        refuse("StreamSpecification.ResourcePolicy", settings.stream_policy.is_some());
    }
    if let Some(found) = present(body, "ContributorInsightsSpecification") {
        let mode = found["Mode"].as_str().unwrap_or(INSIGHTS_MODE);
        settings.contributor_insights = (flag(&found["Enabled"]) == Some(true)).then(|| mode.to_owned());
    }
    refused
}

fn present<'a>(body: &'a Value, member: &str) -> Option<&'a Value> {
    body.get(member).filter(|value| !value.is_null())
}

/// Adds tags, a list of keys and values or a map. Returns false if one is not a text.
pub fn add_tags(tags: &Value, settings: &mut Settings) -> bool {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    };
    let read: Option<Vec<(String, String)>> = match tags {
        Value::Array(list) => {
            list.iter().map(|tag| Some((text(&tag["Key"])?, text(&tag["Value"])?))).collect()
        }
        Value::Object(map) => map.iter().map(|(key, value)| Some((key.clone(), text(value)?))).collect(),
        _ => None,
    };
    let is_read = read.is_some();
    settings.tags.extend(read.into_iter().flatten());
    is_read
}

/// Returns the document of a policy: an object, its text, or the object in the member of a template.
pub fn policy_of(policy: &Value) -> Option<Value> {
    let document = policy.get("PolicyDocument").unwrap_or(policy);
    let document = match document {
        Value::String(text) => super::json(text).ok()?,
        other => other.clone(),
    };
    document.is_object().then_some(document)
}

/// Reads a flag. A template may write it as a text.
fn flag(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| value.as_str()?.parse().ok())
}
