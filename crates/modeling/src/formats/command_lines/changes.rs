//! What later commands of a script change in a table that the script created.

use serde_json::{Value, json};

use super::super::settings::{add_tags, policy_of};
use super::super::{ImportNote, create_table, production};
use crate::design::settings::INSIGHTS_MODE;
use crate::design::{Mode, Replica, Table};
use crate::table_request::key_schema;

/// Members of UpdateTable that a body of CreateTable has too.
const OF_CREATION: [&str; 9] = [
    "BillingMode",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "WarmThroughput",
    "StreamSpecification",
    "SSESpecification",
    "TableClass",
    "DeletionProtectionEnabled",
    "GlobalSecondaryIndexUpdates",
];

/// Sets what a command changes. Returns None if a design has no place for it.
pub fn set(tables: &mut [Table], operation: &str, body: &Value, notes: &mut Vec<ImportNote>) -> Option<()> {
    let name = body["TableName"].as_str().or_else(|| table_of(body["ResourceArn"].as_str()?))?;
    let name = if name.starts_with("arn:") { table_of(name)? } else { name };
    let table = tables.iter_mut().find(|table| table.name == name)?;
    match operation {
        "UpdateTimeToLive" => {
            let setting = &body["TimeToLiveSpecification"];
            let attribute = setting["AttributeName"].as_str()?.to_owned();
            table.ttl = setting["Enabled"].as_bool()?.then_some(attribute);
        }
        "UpdateContinuousBackups" => {
            let setting = &body["PointInTimeRecoverySpecification"];
            table.recovery = setting["PointInTimeRecoveryEnabled"].as_bool()?;
            table.settings.recovery_days = production::whole(&setting["RecoveryPeriodInDays"]);
        }
        "UpdateTable" => return update(table, body, notes),
        "TagResource" => return add_tags(&body["Tags"], &mut table.settings).then_some(()),
        "PutResourcePolicy" => {
            let policy = Some(policy_of(&body["Policy"])?);
            let is_of_stream = body["ResourceArn"].as_str().is_some_and(|arn| arn.contains("/stream/"));
            match is_of_stream {
                true => table.settings.stream_policy = policy,
                false => table.settings.policy = policy,
            }
        }
        // Those of an index are no part of a design.
        "UpdateContributorInsights" if body.get("IndexName").is_none() => {
            let is_on = body["ContributorInsightsAction"].as_str()? == "ENABLE";
            let mode = body["ContributorInsightsMode"].as_str().unwrap_or(INSIGHTS_MODE);
            table.settings.contributor_insights = is_on.then(|| mode.to_owned());
        }
        _ => return None,
    }
    Some(())
}

/// Returns the table that an ARN of it, of its stream or of its index names.
fn table_of(arn: &str) -> Option<&str> {
    let place = arn.split_once(":table/")?.1;
    Some(place.split_once('/').map_or(place, |(name, _)| name))
}

/// Updates a table. The changes are read as a table of its own: it has the members that CreateTable and UpdateTable share.
fn update(table: &mut Table, body: &Value, notes: &mut Vec<ImportNote>) -> Option<()> {
    let created = |update: &Value| update["Create"]["RegionName"].as_str().map(str::to_owned);
    let regions = body["ReplicaUpdates"].as_array().into_iter().flatten().filter_map(created);
    let replicas: Vec<Replica> = regions.map(|region| Replica { region, ..Replica::default() }).collect();
    if replicas.is_empty() && OF_CREATION.iter().all(|member| body.get(member).is_none()) {
        return None;
    }
    let updates = || body["GlobalSecondaryIndexUpdates"].as_array().into_iter().flatten();
    let mut changes = body.clone();
    for member in ["ReplicaUpdates", "GlobalSecondaryIndexUpdates", "TableName"] {
        changes.as_object_mut()?.remove(member);
    }
    let created: Vec<&Value> = updates().filter_map(|update| update.get("Create")).collect();
    let mut definitions: Vec<Value> = body["AttributeDefinitions"].as_array().cloned().unwrap_or_default();
    definitions.extend(
        table
            .key_attributes()
            .into_iter()
            .map(|key| json!({ "AttributeName": key.name, "AttributeType": key.data_type.name() })),
    );
    changes["TableName"] = json!(table.name);
    changes["AttributeDefinitions"] = json!(definitions);
    changes["KeySchema"] = key_schema(&table.partition_key, &table.sort_key);
    changes["GlobalSecondaryIndexes"] = json!(created);
    let found = create_table::read_table(&changes, &table.name, notes).ok()?;
    table.replicas.extend(replicas);
    for index in found.indexes {
        table.indexes.retain(|known| known.name != index.name);
        table.indexes.push(index);
    }
    for update in updates() {
        if let Some(name) = update["Delete"]["IndexName"].as_str() {
            table.indexes.retain(|known| known.name != name);
        }
        let name = update["Update"]["IndexName"].as_str();
        if let Some(index) = table.indexes.iter_mut().find(|index| Some(index.name.as_str()) == name) {
            index.capacity.replace(&super::super::settings::read_capacity(&update["Update"]));
        }
    }
    table.capacity.replace(&found.capacity);
    let has = |member: &str| body.get(member).is_some();
    if has("BillingMode") {
        // The headroom of a table that stays provisioned is the design's.
        let is_same =
            matches!((found.mode, table.mode), (Mode::Provisioned { .. }, Mode::Provisioned { .. }));
        table.mode = if is_same { table.mode } else { found.mode };
    }
    if has("StreamSpecification") {
        let readers = table.stream.take().map(|stream| stream.readers).unwrap_or_default();
        table.stream = found.stream;
        if let Some(stream) = &mut table.stream {
            stream.readers = readers;
        }
    }
    if has("SSESpecification") {
        table.settings.encryption = found.settings.encryption;
    }
    if has("TableClass") {
        table.class = found.class;
    }
    if has("DeletionProtectionEnabled") {
        table.deletion_protection = found.deletion_protection;
    }
    Some(())
}
