//! The output of `terraform show -json`: the state or the plan, whose values are all known.

use dynalab_modeling::formats::FormatError;
use dynalab_types::Budget;
use hcl::{Block, Body, Expression};
use serde_json::{Map, Value};

use super::RESOURCE;

/// Members of resources whose values are lists of blocks.
const BLOCKS: [&str; 12] = [
    "attribute",
    "global_secondary_index",
    "local_secondary_index",
    "key_schema",
    "ttl",
    "point_in_time_recovery",
    "replica",
    "server_side_encryption",
    "on_demand_throughput",
    "warm_throughput",
    "target_tracking_scaling_policy_configuration",
    "filter_criteria",
];

pub fn is_like(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && text.contains("\"format_version\"")
        && text.contains(&format!("\"{RESOURCE}\""))
}

/// Reads the resources as a configuration. Data sources and values that a provider computed are left out.
///
/// # Errors
/// Returns an error if the text is not JSON, or would become too much.
pub fn parse(text: &str, budget: &Budget) -> Result<Body, FormatError> {
    let shown: Value = serde_json::from_str(text)
        .map_err(|error| FormatError::NotJson { line: error.line(), column: error.column() })?;
    let values = shown.get("planned_values").or_else(|| shown.get("values")).unwrap_or(&Value::Null);
    let mut body = Body::builder();
    let mut modules = vec![&values["root_module"]];
    while let Some(module) = modules.pop() {
        modules.extend(module["child_modules"].as_array().into_iter().flatten().rev());
        for resource in module["resources"].as_array().into_iter().flatten() {
            budget.step(1)?;
            let (Some(kind), Some(name)) = (resource["type"].as_str(), resource["name"].as_str()) else {
                continue;
            };
            if resource["mode"] != "data"
                && let Some(members) = resource["values"].as_object()
            {
                let block = Block::builder("resource").add_labels([kind, name]);
                body = body.add_block(block.add_structures(of_members(members, budget)?.0).build());
            }
        }
    }
    Ok(body.build())
}

fn of_members(members: &Map<String, Value>, budget: &Budget) -> Result<Body, FormatError> {
    let _level = budget.enter()?;
    let mut body = Body::builder();
    for (name, value) in members {
        budget.step(1)?;
        match value {
            // The provider writes each value that is not set.
            Value::Null => {}
            Value::Array(list) if BLOCKS.contains(&name.as_str()) => {
                for element in list.iter().filter_map(Value::as_object) {
                    let block = Block::builder(name.as_str()).add_structures(of_members(element, budget)?.0);
                    body = body.add_block(block.build());
                }
            }
            Value::String(text) if text.is_empty() => {}
            Value::Array(list) if list.is_empty() => {}
            value if !is_computed(name) => {
                body = body.add_attribute((name.as_str(), expression(value, budget)?));
            }
            _ => {}
        }
    }
    Ok(body.build())
}

/// Returns true for what AWS computes, or what is the same in each table.
fn is_computed(name: &str) -> bool {
    ["arn", "id", "stream_arn", "stream_label", "tags_all", "restore_source_name", "region"].contains(&name)
}

fn expression(value: &Value, budget: &Budget) -> Result<Expression, FormatError> {
    let _level = budget.enter()?;
    budget.step(1)?;
    Ok(match value {
        Value::Null => Expression::Null,
        Value::Bool(flag) => Expression::Bool(*flag),
        Value::Number(number) => number
            .as_i64()
            .map(Expression::from)
            .unwrap_or_else(|| Expression::from(number.as_f64().unwrap_or_default())),
        Value::String(text) => Expression::String(text.clone()),
        Value::Array(list) => {
            let list = list.iter().map(|value| expression(value, budget));
            Expression::Array(list.collect::<Result<_, FormatError>>()?)
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                Ok((hcl::expr::ObjectKey::from(name.as_str()), expression(value, budget)?))
            });
            Expression::Object(members.collect::<Result<_, FormatError>>()?)
        }
    })
}
