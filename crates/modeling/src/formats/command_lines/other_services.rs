//! Commands of other services for a table: auto scaling, alarms and event source mappings.

use serde_json::{Map, Value};

use super::super::production::{
    self, POLICY_TYPE, SERVICE, ScaledResource, add_alarm, add_reader, alarm_members, function_name,
    mapping_members,
};
use crate::design::{Dimension, Table};
use crate::migrate::commands::kebab;

/// The command that prints the ARN of a table's stream. `write` puts it in double quotes, and `read` needs no stream to exist.
const STREAM_ARN: [&str; 2] =
    ["$(aws dynamodb describe-table --query Table.LatestStreamArn --output text --table-name ", ")"];

/// Writes the commands of a table, after those of its settings.
pub fn write(text: &mut String, table: &Table) {
    for scaling in &table.scaling {
        let resource = ScaledResource::of(table, scaling);
        let place = format!(
            "--service-namespace {SERVICE} --resource-id {} --scalable-dimension {}",
            word(&resource.id(&table.name)),
            resource.dimension()
        );
        text.push_str(&format!(
            "aws application-autoscaling register-scalable-target {place} --min-capacity {} --max-capacity {}\n",
            scaling.least, scaling.most
        ));
        let tracking = Value::Object(production::tracking(table, scaling)).to_string();
        text.push_str(&format!(
            "aws application-autoscaling put-scaling-policy {place} --policy-name {} --policy-type {POLICY_TYPE} --target-tracking-scaling-policy-configuration {}\n",
            word(&resource.policy_name()),
            word(&tracking)
        ));
    }
    for alarm in &table.alarms {
        text.push_str("aws cloudwatch put-metric-alarm");
        push_options(text, &alarm_members(alarm, &Value::from(table.name.as_str())));
    }
    for reader in table.stream.iter().flat_map(|stream| &stream.readers) {
        text.push_str(&format!(
            "aws lambda create-event-source-mapping --function-name {} --event-source-arn \"{}{}{}\"",
            function_name(reader),
            STREAM_ARN[0],
            word(&table.name),
            STREAM_ARN[1]
        ));
        push_options(text, &mapping_members(reader));
    }
}

fn push_options(text: &mut String, members: &Map<String, Value>) {
    for (name, value) in members {
        let option = kebab(name);
        match value {
            Value::Bool(true) => text.push_str(&format!(" --{option}")),
            Value::Bool(false) => text.push_str(&format!(" --no-{option}")),
            Value::String(value) => text.push_str(&format!(" --{option} {}", word(value))),
            Value::Array(list) if list.iter().all(Value::is_string) => {
                text.push_str(&format!(" --{option}"));
                for value in list.iter().filter_map(Value::as_str) {
                    text.push_str(&format!(" {}", word(value)));
                }
            }
            value => text.push_str(&format!(" --{option} {}", word(&value.to_string()))),
        }
    }
    text.push('\n');
}

/// Returns a word of the shell, in quotes if it has other characters than letters, digits and a few signs.
pub fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,@%+".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// Replaces each command that prints the ARN of a stream by such an ARN, because the text is read and not run.
pub fn without_substitutions(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(STREAM_ARN[0]) {
        let Some((table, after)) = after.split_once(STREAM_ARN[1]) else { break };
        out.push_str(before);
        out.push_str(&format!("arn:aws:dynamodb:us-east-1:123456789012:table/{table}/stream/LATEST"));
        rest = after;
    }
    out + rest
}

/// Sets what a request of these services changes in the tables. Returns None if it changes nothing.
pub fn set(tables: &mut [Table], operation: &str, body: &Value) -> Option<()> {
    match operation {
        "UpdateTableReplicaAutoScaling" => set_scaling(tables, body),
        "Dynalab.PutMetricAlarm" => add_alarm(tables, body),
        "Dynalab.PutEventSourceMapping" => {
            let name = body["StreamArn"].as_str()?.split_once(":table/")?.1.split('/').next()?;
            let table = tables.iter_mut().find(|table| table.name == name)?;
            let mut members = body.as_object()?.clone();
            for (milliseconds, seconds) in [
                ("MaximumBatchingWindowMs", "MaximumBatchingWindowInSeconds"),
                ("MaximumRecordAgeMs", "MaximumRecordAgeInSeconds"),
            ] {
                let value = members.remove(milliseconds).and_then(|value| production::number(&value));
                // -1 means no limit in both.
                let value = value.map(|value| if value < 0.0 { value } else { value / 1_000.0 });
                members.extend(value.map(|value| (seconds.to_owned(), production::plain(value))));
            }
            add_reader(table, body["Name"].as_str()?, &members);
            Some(())
        }
        _ => None,
    }
}

fn set_scaling(tables: &mut [Table], body: &Value) -> Option<()> {
    let table = body["TableName"].as_str()?;
    let resource = |index: Option<&Value>, units: Dimension| ScaledResource {
        table: table.to_owned(),
        index: index.and_then(Value::as_str).map(str::to_owned),
        units,
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let writes = &body["ProvisionedWriteCapacityAutoScalingUpdate"];
    let mut found = vec![(resource(None, Dimension::Write), writes.clone())];
    for index in list(&body["GlobalSecondaryIndexUpdates"]) {
        let place = resource(index.get("IndexName"), Dimension::Write);
        found.push((place, index["ProvisionedWriteCapacityAutoScalingUpdate"].clone()));
    }
    for replica in list(&body["ReplicaUpdates"]) {
        let own = replica["ReplicaProvisionedReadCapacityAutoScalingUpdate"].clone();
        found.push((resource(None, Dimension::Read), own));
        for index in list(&replica["ReplicaGlobalSecondaryIndexUpdates"]) {
            let place = resource(index.get("IndexName"), Dimension::Read);
            found.push((place, index["ProvisionedReadCapacityAutoScalingUpdate"].clone()));
        }
    }
    let mut is_set = None;
    for (place, settings) in found.into_iter().filter(|(_, settings)| settings.is_object()) {
        let bounds =
            (production::whole(&settings["MinimumUnits"]), production::whole(&settings["MaximumUnits"]));
        if let (Some(least), Some(most)) = bounds {
            is_set = place.set_bounds(tables, least, most).or(is_set);
        }
        let policy = &settings["ScalingPolicyUpdate"]["TargetTrackingScalingPolicyConfiguration"];
        if policy.is_object() {
            is_set = place.set_tracking(tables, policy).or(is_set);
        }
    }
    is_set
}
