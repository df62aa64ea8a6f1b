//! Writes a configuration with the tables of a design.

use dynalab_modeling::Design;
use dynalab_modeling::design::{
    Capacity, Index, IndexKind, KeyAttribute, Mode, Projection, Replica, ReplicaConsistency, Table,
    TableClass,
};
use dynalab_modeling::table_request::add_capacity;
use hcl::expr::{ObjectKey, TemplateExpr};
use hcl::structure::BlockBuilder;
use hcl::{Attribute, Block, Body, Expression, Structure};
use serde_json::{Value, json};

use super::production::{self, Names};
use super::read::{CAPACITY_BLOCKS, OF_REPLICA};
use super::{FORMAT, RESOURCE};
use crate::tables::{resource_names, snake_case};

pub fn write(design: &Design) -> String {
    let names = resource_names(&design.tables, snake_case);
    let resources = names.iter().zip(&design.tables).map(|(name, table)| resource(name, table));
    let mut free = Names::default();
    let both = names.iter().zip(&design.tables);
    let production = both.flat_map(|(name, table)| production::blocks(&mut free, name, table));
    let body = Body::builder().add_blocks(resources).add_blocks(production).build();
    // Only a value that this language cannot represent could fail. A design has none.
    hcl::to_string(&with_literals(body)).unwrap_or_default()
}

/// Writes each text of a body as a literal. The library would lose a dollar sign before `${`.
fn with_literals(body: Body) -> Body {
    let structures = body.into_iter().map(|structure| match structure {
        Structure::Attribute(attribute) => {
            Structure::Attribute(Attribute { expr: literal(attribute.expr), ..attribute })
        }
        Structure::Block(block) => Structure::Block(Block { body: with_literals(block.body), ..block }),
    });
    structures.collect()
}

fn literal(expression: Expression) -> Expression {
    match expression {
        Expression::String(text) => TemplateExpr::QuotedString(dynalab_literals::hcl::text(&text)).into(),
        Expression::Array(elements) => Expression::Array(elements.into_iter().map(literal).collect()),
        Expression::Object(members) => {
            let name = |name: ObjectKey| match name {
                ObjectKey::Expression(name) => ObjectKey::Expression(literal(name)),
                other => other,
            };
            let members = members.into_iter().map(|(key, value)| (name(key), literal(value)));
            Expression::Object(members.collect())
        }
        other => other,
    }
}

fn resource(name: &str, table: &Table) -> Block {
    let is_provisioned = matches!(table.mode, Mode::Provisioned { .. });
    let mode = if is_provisioned { "PROVISIONED" } else { "PAY_PER_REQUEST" };
    let mut block = Block::builder("resource")
        .add_labels([RESOURCE, name])
        .add_attribute(("name", table.name.as_str()))
        .add_attribute(("billing_mode", mode));
    block = throughput(block, &table.capacity, is_provisioned);
    for (member, key) in [("hash_key", table.partition_key.first()), ("range_key", table.sort_key.first())] {
        if let Some(key) = key {
            block = block.add_attribute((member, key.name.as_str()));
        }
    }
    if table.class == TableClass::InfrequentAccess {
        block = block.add_attribute(("table_class", "STANDARD_INFREQUENT_ACCESS"));
    }
    if table.deletion_protection {
        block = block.add_attribute(("deletion_protection_enabled", true));
    }
    if !table.settings.tags.is_empty() {
        let tags = table.settings.tags.iter();
        let tags: hcl::Object<ObjectKey, Expression> =
            tags.map(|(key, value)| (tag_key(key), Expression::from(value.as_str()))).collect();
        block = block.add_attribute(("tags", Expression::from(tags)));
    }
    let view = table.stream.as_ref().map(|stream| stream.view.as_str());
    // Replication requires a stream with both images.
    let view = if table.replicas.is_empty() { view } else { Some("NEW_AND_OLD_IMAGES") };
    if let Some(view) = view {
        block = block.add_attribute(("stream_enabled", true)).add_attribute(("stream_view_type", view));
    }
    block = capacity_blocks(block, &table.capacity, is_provisioned);
    for key in table.key_attributes() {
        let attribute = Block::builder("attribute")
            .add_attribute(("name", key.name.as_str()))
            .add_attribute(("type", key.data_type.name()));
        block = block.add_block(attribute.build());
    }
    for index in &table.indexes {
        block = block.add_block(index_block(index, is_provisioned));
    }
    if let Some(attribute) = &table.ttl {
        let ttl = Block::builder("ttl")
            .add_attribute(("attribute_name", attribute.as_str()))
            .add_attribute(("enabled", true));
        block = block.add_block(ttl.build());
    }
    if table.recovery {
        let mut recovery = Block::builder("point_in_time_recovery").add_attribute(("enabled", true));
        if let Some(days) = table.settings.recovery_days {
            recovery = recovery.add_attribute(("recovery_period_in_days", days));
        }
        block = block.add_block(recovery.build());
    }
    if let Some(encryption) = &table.settings.encryption {
        let mut own = Block::builder("server_side_encryption").add_attribute(("enabled", encryption.enabled));
        if let Some(key) = &encryption.key {
            own = own.add_attribute(("kms_key_arn", key.as_str()));
        }
        block = block.add_block(own.build());
    }
    for own in &table.replicas {
        block = block.add_block(replica(own, table.replica_consistency));
    }
    block.build()
}

/// Returns the block of a replica, with the settings that were kept for configurations.
fn replica(replica: &Replica, consistency: ReplicaConsistency) -> Block {
    let mut block = Block::builder("replica").add_attribute(("region_name", replica.region.as_str()));
    if consistency == ReplicaConsistency::Strong {
        block = block.add_attribute(("consistency_mode", "STRONG"));
    }
    for name in OF_REPLICA {
        block = match replica.extra.get(FORMAT.id).and_then(|kept| kept.get(name)) {
            Some(Value::String(text)) => block.add_attribute((name, text.as_str())),
            Some(Value::Bool(flag)) => block.add_attribute((name, *flag)),
            _ => block,
        };
    }
    block.build()
}

/// Adds the provisioned units of a table or a global index.
fn throughput(block: BlockBuilder, capacity: &Capacity, is_provisioned: bool) -> BlockBuilder {
    if !is_provisioned {
        return block;
    }
    let [read, write] = capacity.units.provisioned();
    block.add_attribute(("read_capacity", read)).add_attribute(("write_capacity", write))
}

/// Adds the other units of a table or a global index, which are blocks.
fn capacity_blocks(mut block: BlockBuilder, capacity: &Capacity, is_provisioned: bool) -> BlockBuilder {
    let mut body = json!({});
    add_capacity(&mut body, capacity, is_provisioned);
    for (member, name, names) in CAPACITY_BLOCKS {
        let Some(units) = body.get(member) else { continue };
        let mut own = Block::builder(name);
        for (member, name) in names {
            if let Some(number) = units[member].as_u64() {
                own = own.add_attribute((name, number));
            }
        }
        block = block.add_block(own.build());
    }
    block
}

/// Returns the key of a tag: a name as it is, any other text as a literal.
fn tag_key(key: &str) -> ObjectKey {
    match hcl::Identifier::new(key) {
        Ok(name) => ObjectKey::Identifier(name),
        Err(_) => ObjectKey::Expression(Expression::from(key)),
    }
}

fn index_block(index: &Index, is_provisioned: bool) -> Block {
    let is_local = index.kind == IndexKind::Local;
    let kind = if is_local { "local_secondary_index" } else { "global_secondary_index" };
    let mut block = Block::builder(kind).add_attribute(("name", index.name.as_str()));
    if is_local {
        if let Some(key) = index.sort_key.first() {
            block = block.add_attribute(("range_key", key.name.as_str()));
        }
    } else {
        block = throughput(block, &index.capacity, is_provisioned);
    }
    let projection = match &index.projection {
        Projection::All => "ALL",
        Projection::KeysOnly => "KEYS_ONLY",
        Projection::Include(_) => "INCLUDE",
    };
    block = block.add_attribute(("projection_type", projection));
    if let Projection::Include(names) = &index.projection {
        let names: Vec<Expression> = names.iter().map(|name| Expression::from(name.as_str())).collect();
        block = block.add_attribute(("non_key_attributes", names));
    }
    if !is_local {
        let element = |key: &KeyAttribute, kind: &str| {
            Block::builder("key_schema")
                .add_attribute(("attribute_name", key.name.as_str()))
                .add_attribute(("key_type", kind))
                .build()
        };
        let hash = index.partition_key.iter().map(|key| element(key, "HASH"));
        block = block.add_blocks(hash.chain(index.sort_key.iter().map(|key| element(key, "RANGE"))));
        block = capacity_blocks(block, &index.capacity, is_provisioned);
    }
    block.build()
}
