//! Writes a template with the tables of a design.

use dynalab_modeling::Design;
use dynalab_modeling::design::{Settings, Table};
use dynalab_modeling::table_request::whole;
use serde_json::{Map, Value, json};

use super::{GLOBAL_TABLE, TABLE, global, production};
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
    let mut properties = match whole(table) {
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
    if table.recovery {
        let mut recovery = json!({ "PointInTimeRecoveryEnabled": true });
        if let Some(days) = table.settings.recovery_days {
            recovery["RecoveryPeriodInDays"] = json!(days);
        }
        properties.insert("PointInTimeRecoverySpecification".to_owned(), recovery);
    }
    add_settings(&mut properties, &table.settings);
    let kind = if table.replicas.is_empty() {
        TABLE
    } else {
        global::make(table, &mut properties);
        GLOBAL_TABLE
    };
    json!({
        "Type": kind,
        "DeletionPolicy": table.settings.deletion_policy.word(),
        "UpdateReplacePolicy": table.settings.replacement_policy.word(),
        "Properties": properties,
    })
}

/// Adds the settings that a template has and a request does not, or that it spells otherwise.
fn add_settings(properties: &mut Map<String, Value>, settings: &Settings) {
    if let Some(encryption) = properties.get_mut("SSESpecification").and_then(Value::as_object_mut) {
        let enabled = encryption.remove("Enabled");
        encryption.extend(enabled.map(|enabled| ("SSEEnabled".to_owned(), enabled)));
    }
    let document = |policy: &Value| json!({ "PolicyDocument": policy });
    if let Some(policy) = &settings.policy {
        properties.insert("ResourcePolicy".to_owned(), document(policy));
    }
    let stream = properties.get_mut("StreamSpecification").and_then(Value::as_object_mut);
    if let Some((stream, policy)) = stream.zip(settings.stream_policy.as_ref()) {
        stream.insert("ResourcePolicy".to_owned(), document(policy));
    }
    if let Some(mode) = &settings.contributor_insights {
        let insights = json!({ "Enabled": true, "Mode": mode });
        properties.insert("ContributorInsightsSpecification".to_owned(), insights);
    }
}
