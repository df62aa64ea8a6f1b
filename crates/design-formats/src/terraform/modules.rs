//! Calls of modules: those of common modules for tables become tables, those of local folders give values to the folder's files.

use dynalab_types::TooMuch;
use hcl::structure::BlockBuilder;
use hcl::{Block, Body, Value};

use super::RESOURCE;
use super::values::Values;

/// Members of a call that are no variables of its module.
const OWN: [&str; 6] = ["source", "version", "providers", "count", "for_each", "depends_on"];

/// A common module that makes one table, and how it names what the resource has.
struct TableModule {
    /// The end of its source.
    source: &'static str,
    /// Attributes with another name than the resource's.
    attributes: &'static [(&'static str, &'static str)],
    /// Lists whose elements are blocks of the resource.
    blocks: &'static [(&'static str, &'static str)],
    /// The mode of a table whose call names none.
    mode: &'static str,
    /// Variables for a block with one flag: the variable, the block, the attribute.
    flags: &'static [(&'static str, &'static str, &'static str)],
}

const MODULES: [TableModule; 2] = [
    TableModule {
        source: "terraform-aws-modules/dynamodb-table/aws",
        attributes: &[],
        blocks: &[
            ("attributes", "attribute"),
            ("global_secondary_indexes", "global_secondary_index"),
            ("local_secondary_indexes", "local_secondary_index"),
            ("replica_regions", "replica"),
        ],
        mode: "PAY_PER_REQUEST",
        flags: &[("point_in_time_recovery_enabled", "point_in_time_recovery", "enabled")],
    },
    TableModule {
        source: "cloudposse/dynamodb/aws",
        attributes: &[("enable_streams", "stream_enabled")],
        blocks: &[
            ("dynamodb_attributes", "attribute"),
            ("global_secondary_index_map", "global_secondary_index"),
            ("local_secondary_index_map", "local_secondary_index"),
        ],
        mode: "PROVISIONED",
        flags: &[("enable_point_in_time_recovery", "point_in_time_recovery", "enabled")],
    },
];

/// Returns the blocks that call a module.
pub fn calls(body: &Body) -> impl Iterator<Item = &Block> {
    body.blocks().filter(|block| block.identifier() == "module")
}

fn source(call: &Block) -> Option<&str> {
    let source = call.body().attributes().find(|attribute| attribute.key() == "source")?;
    match source.expr() {
        hcl::Expression::String(text) => Some(text),
        _ => None,
    }
}

fn known_module(source: &str) -> Option<&'static TableModule> {
    // A registry's host can stand before the name, and a folder of the module behind it.
    let source = source.split("//").next().unwrap_or(source);
    MODULES.iter().find(|module| source.ends_with(module.source))
}

/// Returns true if the call makes a table by a common module.
pub fn is_table(call: &Block) -> bool {
    source(call).is_some_and(|source| known_module(source).is_some())
}

/// Returns the folder of a local module.
pub fn local_folder(call: &Block) -> Option<&str> {
    source(call).filter(|source| source.starts_with("./") || source.starts_with("../"))
}

/// Gives the arguments of calls of local modules to the variables of these modules, whose files are read together with the calls.
///
/// # Errors
/// Returns the refusal if the values would become too much.
pub fn pass_arguments(body: &Body, values: &mut Values) -> Result<(), TooMuch> {
    for call in calls(body).filter(|call| local_folder(call).is_some()) {
        for argument in call.body().attributes().filter(|argument| !OWN.contains(&argument.key())) {
            values.pass(argument.key(), argument.expr())?;
        }
    }
    Ok(())
}

/// Returns the table that a call of a common module makes, as a resource. The resource keeps `for_each` and `count`.
///
/// # Errors
/// Returns the refusal if the values would become too much.
pub fn table(call: &Block, values: &Values) -> Result<Option<Block>, TooMuch> {
    let Some(module) = source(call).and_then(known_module) else { return Ok(None) };
    let name = call.labels().first().map(hcl::BlockLabel::as_str).unwrap_or("table");
    let mut resource = Block::builder("resource").add_labels([RESOURCE, name]);
    let body = call.body();
    let has = |key: &str| body.attributes().any(|attribute| attribute.key() == key);
    if !has("billing_mode") {
        resource = resource.add_attribute(("billing_mode", module.mode));
    }
    let mut key_types = Vec::new();
    let mut ttl = [None, None];
    for attribute in body.attributes() {
        let key = attribute.key();
        let value = || values.value(attribute.expr());
        if let Some((_, block)) = module.blocks.iter().find(|(variable, _)| *variable == key) {
            resource = match value()? {
                Some(list) => add_blocks(resource, block, list),
                // An unknown list is named as a member of the table.
                None => resource.add_attribute((key, attribute.expr().clone())),
            };
        } else if let Some((_, block, member)) = module.flags.iter().find(|(variable, ..)| *variable == key) {
            let flag = Block::builder(*block).add_attribute((*member, attribute.expr().clone()));
            resource = resource.add_block(flag.build());
        } else if let Some((_, member)) = module.attributes.iter().find(|(variable, _)| *variable == key) {
            resource = resource.add_attribute((*member, attribute.expr().clone()));
        } else {
            match key {
                "source" | "version" | "providers" => {}
                "ttl_enabled" => ttl[0] = Some(attribute.expr().clone()),
                "ttl_attribute_name" | "ttl_attribute" => ttl[1] = Some(attribute.expr().clone()),
                "hash_key_type" | "range_key_type" => key_types.push((key, value()?)),
                _ => resource = resource.add_attribute((key, attribute.expr().clone())),
            }
        }
    }
    if let [enabled, Some(name)] = ttl {
        let block = Block::builder("ttl").add_attribute(("attribute_name", name));
        let enabled = enabled.unwrap_or(hcl::Expression::Bool(module.source.starts_with("cloudposse")));
        resource = resource.add_block(block.add_attribute(("enabled", enabled)).build());
    }
    if module.source.starts_with("cloudposse") {
        resource = add_keys(resource, body, &key_types, values)?;
    }
    Ok(Some(resource.build()))
}

/// Adds a block for each element of a list of maps.
fn add_blocks(mut resource: BlockBuilder, name: &str, list: Value) -> BlockBuilder {
    let list = match list {
        Value::Array(list) => list,
        Value::Object(map) => map.into_iter().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    };
    for element in list {
        let mut block = Block::builder(name);
        if let Value::Object(members) = element {
            for (key, value) in members {
                block = block.add_attribute((key, value));
            }
        }
        resource = resource.add_block(block.build());
    }
    resource
}

/// Adds the definitions of the table's own keys, whose types are variables of the call.
fn add_keys(
    mut resource: BlockBuilder,
    body: &Body,
    types: &[(&str, Option<Value>)],
    values: &Values,
) -> Result<BlockBuilder, TooMuch> {
    for (key, of_type) in [("hash_key", "hash_key_type"), ("range_key", "range_key_type")] {
        let Some(name) = body.attributes().find(|attribute| attribute.key() == key) else { continue };
        let Some(name) = values.value(name.expr())? else { continue };
        let found = types.iter().find(|(variable, _)| *variable == of_type);
        let data_type = found.and_then(|(_, value)| value.clone()).unwrap_or_else(|| Value::from("S"));
        let block =
            Block::builder("attribute").add_attribute(("name", name)).add_attribute(("type", data_type));
        resource = resource.add_block(block.build());
    }
    Ok(resource)
}
