//! Reads the tables of a template, with the settings that a design contains.

use dynalab_modeling::design::{DeletionPolicy, Dimension, Replica, ReplicaConsistency, Table};
use dynalab_modeling::formats::leftovers::Taken;
use dynalab_modeling::formats::production::whole;
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, Wanted, create_table};
use dynalab_types::{Bound, Budget};
use serde_json::{Map, Value, json};

use super::resolve::{Path, Scope};
use super::{GLOBAL_TABLE, SIMPLE_TABLE, TABLE, for_each, global, home_region, id_of, production};
use crate::GivenValues;
use crate::placeholders::Placeholders;
use crate::serverless::variables;
use crate::tables::{design_of, other_resources};
use crate::yaml;

/// Members of a template that its tables need, or that change nothing.
const OF_TEMPLATE: [&str; 8] = [
    "AWSTemplateFormatVersion",
    "Transform",
    "Description",
    "Metadata",
    "Parameters",
    "Mappings",
    "Conditions",
    "Resources",
];

/// Members of a table's resource that are read, or that change nothing in the table.
const OF_RESOURCE: [&str; 7] =
    ["Type", "Properties", "Condition", "DeletionPolicy", "UpdateReplacePolicy", "DependsOn", "Metadata"];

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    read_with(text, &GivenValues::new(), budget)
}

/// Reads a template with values of parameters that a person gave.
///
/// # Errors
/// Returns an error if the text is not YAML, has no table, or would become too much.
pub fn read_with(text: &str, given: &GivenValues, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let mut template = yaml::read(text, budget)?;
    let placeholders = Placeholders::new(given);
    // Resources that a file of the Serverless Framework names are a template without a version.
    if template.get("AWSTemplateFormatVersion").is_none() {
        template = variables::resolve(template, &Value::Null, &placeholders, budget)?;
    }
    read_template(template, id_of(text), &placeholders, budget)
}

/// Reads the tables of a template.
///
/// # Errors
/// Returns an error if there is no table, if a table is not valid, or if the template would become too much.
pub fn read_template(
    mut template: Value,
    format: &'static str,
    placeholders: &Placeholders,
    budget: &Budget,
) -> Result<ImportedDesign, FormatError> {
    let mut notes = vec![ImportNote::KeysOnly];
    if let Some(resources) = without_loops(&template, placeholders, budget, &mut notes)? {
        template["Resources"] = Value::Object(resources);
    }
    let mut scope = Scope::from_template(&template, placeholders, budget);
    let mut tables = Vec::new();
    let mut names = Map::new();
    let mut region = None;
    for (id, resource) in template.get("Resources").and_then(Value::as_object).into_iter().flatten() {
        let kind = resource.get("Type").and_then(Value::as_str);
        if ![TABLE, GLOBAL_TABLE, SIMPLE_TABLE].map(Some).contains(&kind) {
            continue;
        }
        if let Some(condition) = resource.get("Condition").and_then(Value::as_str)
            && scope.is_true(&json!(condition))? == Some(false)
        {
            notes.push(ImportNote::NotCreated { place: id.clone(), condition: condition.to_owned() });
            continue;
        }
        Bound::Tables.check(tables.len() + 1).map_err(|refusal| refusal.at_member(id))?;
        let mut unknown = Vec::new();
        let none = Value::Object(Map::new());
        let written = resource.get("Properties").unwrap_or(&none);
        let properties = scope.resolve(written, &Path::of_resource(id), &mut unknown)?;
        let Value::Object(properties) = properties else {
            return Err(FormatError::Member { place: format!("{id}.Properties"), wanted: Wanted::Object });
        };
        let unknown = unknown.into_iter();
        notes.extend(
            unknown.map(|told| ImportNote::UnknownValue { place: told.place, expression: told.expression }),
        );
        let properties = match kind == Some(SIMPLE_TABLE) {
            true => of_simple_table(id, properties, &mut notes),
            false => properties,
        };
        let (mut table, home) = read_table(id, properties, &mut notes)?;
        notes.extend(rest_of(resource, &OF_RESOURCE, id));
        read_policies(&mut table, resource, id, &mut notes);
        region = region.or(home);
        names.insert(id.clone(), Value::String(table.name.clone()));
        tables.push(table);
    }
    scope.set_names(names);
    // What the resources beside the tables need is most often no part of a design.
    notes.extend(placeholders.notes());
    let of_other_services = production::read(&template, &scope, &mut tables, &mut notes)?;
    let resources = template.get("Resources").and_then(Value::as_object).into_iter().flat_map(Map::values);
    let types = resources.filter_map(|resource| resource.get("Type").and_then(Value::as_str));
    let known = [&[TABLE, GLOBAL_TABLE, SIMPLE_TABLE], &production::TYPES[..]].concat();
    let types = types.filter(|name| !known.contains(name)).chain(of_other_services);
    notes.extend(other_resources(types));
    notes.extend(rest_of(&template, &OF_TEMPLATE, "the file"));
    let mut imported = design_of(format, tables, notes)?;
    imported.design.region = region.unwrap_or(imported.design.region);
    Ok(imported)
}

/// Reads what happens to a table that leaves the stack.
fn read_policies(table: &mut Table, resource: &Value, id: &str, notes: &mut Vec<ImportNote>) {
    let settings = &mut table.settings;
    for (member, policy) in [
        ("DeletionPolicy", &mut settings.deletion_policy),
        ("UpdateReplacePolicy", &mut settings.replacement_policy),
    ] {
        let Some(written) = resource.get(member) else { continue };
        match written.as_str().and_then(DeletionPolicy::of_word) {
            Some(found) => *policy = found,
            None => notes.push(ImportNote::LeftOut { place: id.to_owned(), member: member.to_owned() }),
        }
    }
}

/// Returns the resources without `Fn::ForEach`, or None if there is no loop.
fn without_loops(
    template: &Value,
    placeholders: &Placeholders,
    budget: &Budget,
    notes: &mut Vec<ImportNote>,
) -> Result<Option<Map<String, Value>>, FormatError> {
    let Some(resources) = template.get("Resources").and_then(Value::as_object) else { return Ok(None) };
    if !has_loop(template) {
        return Ok(None);
    }
    let scope = Scope::from_template(template, placeholders, budget);
    let mut unknown = Vec::new();
    let expanded = for_each::expand(resources, &scope, budget, &mut unknown)?;
    notes.extend(unknown.into_iter().map(|place| ImportNote::Repeated { place }));
    Ok(Some(expanded))
}

fn has_loop(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.iter().any(|(name, value)| name.starts_with("Fn::ForEach::") || has_loop(value))
        }
        Value::Array(list) => list.iter().any(has_loop),
        _ => false,
    }
}

/// Returns the properties of a table for those of a SimpleTable. Its key is the text `id` if it names none, and it is in on-demand mode
/// if it has no units.
fn of_simple_table(
    id: &str,
    mut properties: Map<String, Value>,
    notes: &mut Vec<ImportNote>,
) -> Map<String, Value> {
    let key = take(&mut properties, id, "PrimaryKey", &["Name", "Type"], notes);
    let name = key["Name"].as_str().unwrap_or("id").to_owned();
    let data_type = match key["Type"].as_str() {
        Some("Number") => "N",
        Some("Binary") => "B",
        _ => "S",
    };
    properties.insert("KeySchema".to_owned(), json!([{ "AttributeName": name, "KeyType": "HASH" }]));
    let definitions = json!([{ "AttributeName": name, "AttributeType": data_type }]);
    properties.insert("AttributeDefinitions".to_owned(), definitions);
    if !properties.contains_key("ProvisionedThroughput") {
        properties.insert("BillingMode".to_owned(), json!("PAY_PER_REQUEST"));
    }
    properties
}

/// Returns the table, and the Region of its first replica if it is named.
fn read_table(
    id: &str,
    mut properties: Map<String, Value>,
    notes: &mut Vec<ImportNote>,
) -> Result<(Table, Option<String>), FormatError> {
    properties.entry("TableName").or_insert_with(|| Value::String(id.to_owned()));
    let of_ttl = ["AttributeName", "Enabled"];
    let time_to_live = take(&mut properties, id, "TimeToLiveSpecification", &of_ttl, notes);
    let replicas = properties.remove("Replicas").unwrap_or_default();
    let consistency = properties.remove("MultiRegionConsistency").unwrap_or_default();
    let replicas = replicas.as_array().map(Vec::as_slice).unwrap_or_default();
    // For the stack's own Region, the settings are in its replica.
    let home = replicas.iter().find(|replica| replica["Region"] == home_region()["Ref"]).or(replicas.first());
    if let Some(home) = home {
        notes.extend(global::rest_of_most_writes(&properties, id));
        notes.extend(global::rest_of_home(home, id));
    }
    global::take_home(&mut properties, home);
    let others = replicas.iter().filter(|replica| !home.is_some_and(|home| std::ptr::eq(home, *replica)));
    let others: Vec<Replica> =
        others.filter_map(|replica| global::other_replica(id, replica, home, notes)).collect();
    let of_recovery = ["PointInTimeRecoveryEnabled", "RecoveryPeriodInDays"];
    let recovery = take(&mut properties, id, "PointInTimeRecoverySpecification", &of_recovery, notes);
    let writes = properties.remove("WriteProvisionedThroughputSettings").unwrap_or_default();
    notes.extend(global::rest_of_units(
        &writes,
        Dimension::Write,
        &format!("{id}.WriteProvisionedThroughputSettings"),
    ));
    let index_writes = global::take_index_settings(&mut properties, home);
    if let Some(flag) = properties.get_mut("DeletionProtectionEnabled") {
        *flag = Value::Bool(is_true(flag));
    }
    let mut table = create_table::read_table(&Value::Object(properties), id, notes)?;
    if is_true(&time_to_live["Enabled"]) {
        table.ttl = time_to_live["AttributeName"].as_str().map(str::to_owned);
    }
    table.recovery = is_true(&recovery["PointInTimeRecoveryEnabled"]);
    table.settings.recovery_days = whole(&recovery["RecoveryPeriodInDays"]);
    let home_settings = home.cloned().unwrap_or_default();
    let own = &home_settings["ReadProvisionedThroughputSettings"];
    production::read_settings(&mut table, None, Dimension::Read, own);
    production::read_settings(&mut table, None, Dimension::Write, &writes);
    for index in home_settings["GlobalSecondaryIndexes"].as_array().into_iter().flatten() {
        let settings = &index["ReadProvisionedThroughputSettings"];
        production::read_settings(&mut table, index["IndexName"].as_str(), Dimension::Read, settings);
    }
    for (name, settings) in index_writes {
        let place =
            format!("{id}.{}.WriteProvisionedThroughputSettings", name.as_deref().unwrap_or_default());
        notes.extend(global::rest_of_units(&settings, Dimension::Write, &place));
        production::read_settings(&mut table, name.as_deref(), Dimension::Write, &settings);
    }
    table.replicas = others;
    if consistency == "STRONG" {
        table.replica_consistency = ReplicaConsistency::Strong;
    }
    // A replica in the Region of the stack says nothing about which Region that is.
    let region = home_settings["Region"].as_str().filter(|region| *region != home_region()["Ref"]);
    Ok((table, region.map(str::to_owned)))
}

/// Takes a member out of the properties. What it has besides the members `known` becomes notes.
fn take(
    properties: &mut Map<String, Value>,
    id: &str,
    name: &str,
    known: &[&str],
    notes: &mut Vec<ImportNote>,
) -> Value {
    let value = properties.remove(name).unwrap_or_default();
    notes.extend(rest_of(&value, known, &format!("{id}.{name}")));
    value
}

/// Returns a note for each member that is not known.
fn rest_of(value: &Value, known: &[&str], place: &str) -> Vec<ImportNote> {
    let taken = Taken::default();
    taken.root(value).pass(known);
    taken.rest(value, place)
}

/// Returns true for a Boolean or a string. A template may write either.
fn is_true(value: &Value) -> bool {
    value == true || value == "true"
}
