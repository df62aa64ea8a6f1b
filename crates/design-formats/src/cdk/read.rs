//! Reads the tables of a stack's source code as the template that its run would print, as far as the code is literal.

use std::collections::BTreeMap;

use dynalab_modeling::formats::leftovers::Taken;
use dynalab_modeling::formats::{FormatError, Found, ImportNote, ImportedDesign};
use dynalab_types::Budget;
use serde_json::{Map, Value, json};

use super::FORMAT;
use super::properties::Properties;
use super::source::{Call, Source, camel_case, shown};
use crate::object_literal::expression_of;
use crate::placeholders::Placeholders;
use crate::{GivenValues, cloudformation};

/// The methods of a table that change it.
const METHODS: [&str; 9] = [
    "addGlobalSecondaryIndex",
    "addLocalSecondaryIndex",
    "addReplica",
    "autoScaleReadCapacity",
    "autoScaleWriteCapacity",
    "autoScaleGlobalSecondaryIndexReadCapacity",
    "autoScaleGlobalSecondaryIndexWriteCapacity",
    "addToResourcePolicy",
    "applyRemovalPolicy",
];

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    read_with(text, &GivenValues::new(), budget)
}

/// Reads the tables, with values that a person gave for expressions.
///
/// # Errors
/// Returns an error if no table has a key that is literal, or if the source would become too much.
pub fn read_with(text: &str, given: &GivenValues, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let placeholders = Placeholders::new(given);
    let source = Source::new(text, &placeholders, budget)?;
    let (tables, methods) = source.calls(&METHODS)?;
    let mut notes = Vec::new();
    let mut resources = Map::new();
    let mut of_variables: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
    for call in &methods {
        of_variables.entry(&call.owner).or_default().push(call);
    }
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for table in &tables {
        // A variable of this name can be another one later.
        let of_table = table.variable.as_deref().and_then(|name| of_variables.remove(name));
        let Some(resource) = resource(&source, table, &of_table.unwrap_or_default(), &mut notes)? else {
            continue;
        };
        let number = ids.entry(&table.owner).or_default();
        *number += 1;
        let id = if *number == 1 { table.owner.clone() } else { format!("{}{number}", table.owner) };
        resources.insert(id, resource);
    }
    let program = || FormatError::Other { found: Found::CdkCode };
    if resources.is_empty() {
        return Err(program());
    }
    let template = json!({ "Resources": resources });
    let mut imported = cloudformation::read_template(template, FORMAT.id, &placeholders, budget)?;
    imported.notes.splice(0..0, notes);
    let is_left = |note: &ImportNote| {
        matches!(
            note,
            ImportNote::UnknownValue { .. } | ImportNote::LeftOut { .. } | ImportNote::Placeholder { .. }
        )
    };
    if imported.notes.iter().any(is_left) {
        imported.notes.push(ImportNote::OfProgram);
    }
    Ok(imported)
}

/// Returns the resource of a table, or None for a construct of another module, or a key that is not literal.
fn resource(
    source: &Source,
    table: &Call,
    methods: &[&Call],
    notes: &mut Vec<ImportNote>,
) -> Result<Option<Value>, FormatError> {
    let id = table.owner.as_str();
    let Some(members) = &table.members else {
        if let Some(expression) = table.others.last().and_then(expression_of) {
            notes.push(ImportNote::UnknownValue { place: id.to_owned(), expression: shown(expression) });
        }
        return Ok(None);
    };
    // What a spread adds is unknown, and the keys can be in it.
    let spread = members.keys().find(|name| name.starts_with("...") || name.starts_with("**"));
    let members: Map<String, Value> =
        members.iter().map(|(name, value)| (camel_case(name), value.clone())).collect();
    let whole = Value::Object(members);
    if !["partitionKey", "partitionKeys"].iter().any(|name| whole.get(name).is_some()) {
        if let Some(expression) = spread.cloned() {
            notes.push(ImportNote::UnknownValue { place: id.to_owned(), expression });
        }
        return Ok(None);
    }
    let taken = Taken::default();
    let mut properties = Properties { source, id, node: taken.root(&whole), notes: &mut *notes };
    let mut resource = properties.resource(table.name == "TableV2");
    for call in methods {
        properties.apply(call, &mut resource);
    }
    if resource["Properties"]["KeySchema"][0].is_null() {
        return Ok(None);
    }
    notes.extend(taken.rest(&whole, id));
    Ok(Some(resource))
}
