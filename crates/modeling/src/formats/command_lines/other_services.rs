//! Commands of other services for a table: auto scaling, alarms and event source mappings.

use dynalab_literals::shell::json_word;
use serde_json::{Value, json};

use super::super::production::{
    self, POLICY_TYPE, SERVICE, ScaledResource, add_alarm, add_reader, alarm_members, function_name,
    mapping_members,
};
use crate::design::{Dimension, Table};

/// The command that prints the ARN of a table's stream. `write` puts it in double quotes, and `read` needs no stream to exist.
const STREAM_ARN: [&str; 2] =
    ["$(aws dynamodb describe-table --query Table.LatestStreamArn --output text --cli-input-json ", ")"];
/// The same command in files of before, with the table as a word.
const STREAM_ARN_OF_WORD: [&str; 2] =
    ["$(aws dynamodb describe-table --query Table.LatestStreamArn --output text --table-name ", ")"];

/// A quote within a word in single quotes.
const QUOTE_IN_WORD: &str = r"'\''";

/// Writes the commands of a table, after those of its settings.
pub fn write(text: &mut String, table: &Table) {
    for scaling in &table.scaling {
        let resource = ScaledResource::of(table, scaling);
        let place = [
            ("ServiceNamespace", json!(SERVICE)),
            ("ResourceId", json!(resource.id(&table.name))),
            ("ScalableDimension", json!(resource.dimension())),
        ];
        let with = |others: &[(&str, Value)]| -> Value {
            place.iter().chain(others).map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
        };
        let bounds = with(&[("MinCapacity", json!(scaling.least)), ("MaxCapacity", json!(scaling.most))]);
        push(text, "application-autoscaling register-scalable-target", "", &bounds);
        let policy = with(&[
            ("PolicyName", json!(resource.policy_name())),
            ("PolicyType", json!(POLICY_TYPE)),
            ("TargetTrackingScalingPolicyConfiguration", Value::Object(production::tracking(table, scaling))),
        ]);
        push(text, "application-autoscaling put-scaling-policy", "", &policy);
    }
    for alarm in &table.alarms {
        let members = alarm_members(alarm, &Value::from(table.name.as_str()));
        push(text, "cloudwatch put-metric-alarm", "", &Value::Object(members));
    }
    for reader in table.stream.iter().flat_map(|stream| &stream.readers) {
        // The shell fills in the ARN, so it is no part of the document.
        let table = json_word(&json!({ "TableName": table.name }).to_string());
        let stream = format!(" --event-source-arn \"{}{table}{}\"", STREAM_ARN[0], STREAM_ARN[1]);
        let mut members = mapping_members(reader);
        members.insert("FunctionName".to_owned(), json!(function_name(reader)));
        push(text, "lambda create-event-source-mapping", &stream, &Value::Object(members));
    }
}

/// Writes a command. All values are in one document, in which the CLI reads none as an option, a file or an address.
fn push(text: &mut String, command: &str, options: &str, members: &Value) {
    text.push_str(&format!("aws {command}{options} --cli-input-json {}\n", json_word(&members.to_string())));
}

/// Replaces each command that prints the ARN of a stream by such an ARN, because the text is read and not run.
pub fn without_substitutions(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((start, [begins, ends])) = first_of(rest) {
        let after = &rest[start + begins.len()..];
        let Some((table, length)) = table_of_substitution(after, begins == STREAM_ARN[0], ends) else {
            break;
        };
        out.push_str(&rest[..start]);
        out.push_str(&format!("arn:aws:dynamodb:us-east-1:123456789012:table/{table}/stream/LATEST"));
        rest = &after[length..];
    }
    out + rest
}

fn first_of(text: &str) -> Option<(usize, [&'static str; 2])> {
    let found = [STREAM_ARN, STREAM_ARN_OF_WORD].into_iter();
    found.filter_map(|command| Some((text.find(command[0])?, command))).min_by_key(|(start, _)| *start)
}

/// Returns the table that a command names, in the form that a double-quoted word needs, and the length of the rest of the command.
fn table_of_substitution(text: &str, is_json: bool, ends: &str) -> Option<(String, usize)> {
    if !is_json {
        let (table, _) = text.split_once(ends)?;
        return Some((table.to_owned(), table.len() + ends.len()));
    }
    // The document is one word in single quotes.
    let quoted = text.strip_prefix('\'')?;
    let mut length = quoted.find('\'')?;
    while quoted[length..].starts_with(QUOTE_IN_WORD) {
        length += QUOTE_IN_WORD.len();
        length += quoted[length..].find('\'')?;
    }
    let document: Value = serde_json::from_str(&quoted[..length].replace(QUOTE_IN_WORD, "'")).ok()?;
    let table: String = document["TableName"].as_str()?.chars().flat_map(in_double_quotes).collect();
    text[length + 2..].starts_with(ends).then_some((table, length + 2 + ends.len()))
}

/// Returns a character with a backslash before it, if it has a meaning in double quotes.
fn in_double_quotes(letter: char) -> impl Iterator<Item = char> {
    ['"', '\\', '$', '`'].contains(&letter).then_some('\\').into_iter().chain([letter])
}

/// Sets what a request of these services changes in the tables. Returns None if it changes nothing.
pub fn set(tables: &mut [Table], operation: &str, body: &Value) -> Option<()> {
    match operation {
        "UpdateTableReplicaAutoScaling" => set_scaling(tables, body),
        "Dynalab.PutMetricAlarm" => add_alarm(tables, body),
        "Dynalab.PutEventSourceMapping" => {
            let place = body["StreamArn"].as_str()?.split_once(":table/")?.1;
            let name = place.rsplit_once("/stream/").map_or(place, |(name, _)| name);
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
