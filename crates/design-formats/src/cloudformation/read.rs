//! Reads the tables of a template, with the settings that a design contains.

use dynalab_modeling::design::{Dimension, Replica, ReplicaConsistency, Table};
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, Wanted, create_table};
use dynalab_types::{Bound, Budget};
use serde_json::{Map, Value};

use super::resolve::{Path, Scope};
use super::{GLOBAL_TABLE, TABLE, YAML, home_region, production};
use crate::tables::design_of;
use crate::yaml;

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let template = yaml::read(text, budget)?;
    let mut scope = Scope::from_template(&template, budget);
    let mut notes = vec![ImportNote::KeysOnly];
    let mut tables = Vec::new();
    let mut names = Map::new();
    for (id, resource) in template.get("Resources").and_then(Value::as_object).into_iter().flatten() {
        let kind = resource.get("Type").and_then(Value::as_str);
        if kind != Some(TABLE) && kind != Some(GLOBAL_TABLE) {
            continue;
        }
        Bound::Tables.check(tables.len() + 1).map_err(|refusal| refusal.at_member(id))?;
        let mut unknown = Vec::new();
        let properties = scope.resolve(
            resource.get("Properties").unwrap_or(&Value::Null),
            &Path::of_resource(id),
            &mut unknown,
        )?;
        let Value::Object(properties) = properties else {
            return Err(FormatError::Member { place: format!("{id}.Properties"), wanted: Wanted::Object });
        };
        for told in unknown {
            notes.push(ImportNote::UnknownValue { place: told.place, expression: told.expression });
        }
        let table = read_table(id, properties, &mut notes)?;
        names.insert(id.clone(), Value::String(table.name.clone()));
        tables.push(table);
    }
    scope.set_names(names);
    production::read(&template, &scope, &mut tables, &mut notes)?;
    design_of(YAML.id, tables, notes)
}

fn read_table(
    id: &str,
    mut properties: Map<String, Value>,
    notes: &mut Vec<ImportNote>,
) -> Result<Table, FormatError> {
    properties.entry("TableName").or_insert_with(|| Value::String(id.to_owned()));
    let time_to_live = properties.remove("TimeToLiveSpecification").unwrap_or_default();
    let replicas = properties.remove("Replicas").unwrap_or_default();
    let consistency = properties.remove("MultiRegionConsistency").unwrap_or_default();
    let replicas = replicas.as_array().map(Vec::as_slice).unwrap_or_default();
    // For the stack's own Region, the settings are in its replica.
    let home = replicas.iter().find(|replica| replica["Region"] == home_region()["Ref"]).or(replicas.first());
    for (name, value) in home.and_then(Value::as_object).into_iter().flatten() {
        if matches!(
            name.as_str(),
            "PointInTimeRecoverySpecification" | "TableClass" | "DeletionProtectionEnabled"
        ) {
            properties.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
    let recovery = properties.remove("PointInTimeRecoverySpecification").unwrap_or_default();
    let writes = properties.remove("WriteProvisionedThroughputSettings").unwrap_or_default();
    let indexes = properties.get("GlobalSecondaryIndexes").cloned().unwrap_or_default();
    if let Some(flag) = properties.get_mut("DeletionProtectionEnabled") {
        *flag = Value::Bool(is_true(flag));
    }
    let mut table = create_table::read_table(&Value::Object(properties), id, notes)?;
    if is_true(&time_to_live["Enabled"]) {
        table.ttl = time_to_live["AttributeName"].as_str().map(str::to_owned);
    }
    table.recovery = is_true(&recovery["PointInTimeRecoveryEnabled"]);
    let home_settings = home.cloned().unwrap_or_default();
    let own = &home_settings["ReadProvisionedThroughputSettings"];
    production::read_settings(&mut table, None, Dimension::Read, own);
    production::read_settings(&mut table, None, Dimension::Write, &writes);
    for (index, member, units) in [
        (&home_settings["GlobalSecondaryIndexes"], "ReadProvisionedThroughputSettings", Dimension::Read),
        (&indexes, "WriteProvisionedThroughputSettings", Dimension::Write),
    ] {
        for index in index.as_array().into_iter().flatten() {
            let name = index["IndexName"].as_str();
            production::read_settings(&mut table, name, units, &index[member]);
        }
    }
    let others = replicas.iter().filter(|replica| !home.is_some_and(|home| std::ptr::eq(home, *replica)));
    let regions = others.filter_map(|replica| replica["Region"].as_str());
    table.replicas =
        regions.map(|region| Replica { region: region.to_owned(), ..Replica::default() }).collect();
    if consistency == "STRONG" {
        table.replica_consistency = ReplicaConsistency::Strong;
    }
    Ok(table)
}

/// Returns true for a Boolean or a string. A template may write either.
fn is_true(value: &Value) -> bool {
    value == true || value == "true"
}
