//! Sizes: items near 400 KB, and item collections above 10 GB where a local index limits them.

use std::collections::BTreeMap;

use dynalab_capacity::partitions::PARTITION_SIZE_BYTES;
use dynalab_types::size::ITEM_SIZE_MAX_BYTES;

use super::{Facts, at_table};
use crate::check::heat;
use crate::design::{Entity, IndexKind, Table};
use crate::report::{Finding, Fix, Place, Rule, Severity};

/// Fraction of a limit from which a size is reported.
const NEAR: f64 = 0.8;

pub fn check_item_size(facts: &Facts, findings: &mut Vec<Finding>) {
    for (table, items) in facts.design.tables.iter().zip(&facts.context.scratch.tables) {
        for (placement, kind) in table.items.iter().zip(&items.kinds) {
            let largest_bytes = kind.largest_bytes;
            if largest_bytes as f64 >= ITEM_SIZE_MAX_BYTES as f64 * NEAR {
                let severity =
                    if largest_bytes > ITEM_SIZE_MAX_BYTES { Severity::Error } else { Severity::Warning };
                let place = Place {
                    entity: Some(placement.entity.clone()),
                    item: Some(placement.name().to_owned()),
                    ..at_table(table)
                };
                let rule = Rule::ItemSize { largest_bytes, limit_bytes: ITEM_SIZE_MAX_BYTES };
                findings.push(Finding::new(rule, severity, place, Fix::SplitItem));
            }
        }
    }
}

pub fn check_collection_size(facts: &Facts, findings: &mut Vec<Finding>) {
    for (place, table) in facts.design.tables.iter().enumerate() {
        let local: Vec<&str> = table
            .indexes
            .iter()
            .filter(|index| index.kind == IndexKind::Local)
            .map(|index| index.name.as_str())
            .collect();
        let Some(first) = local.first() else { continue };
        // A local index stores each item again.
        let copies = 1.0 + local.len() as f64;
        for (key, bytes) in largest_collections(facts, place, table) {
            let bytes = bytes * copies;
            let limit_bytes = PARTITION_SIZE_BYTES as f64;
            if bytes >= limit_bytes * NEAR {
                let severity = if bytes > limit_bytes { Severity::Error } else { Severity::Warning };
                let place =
                    Place { index: Some((*first).to_owned()), attribute: Some(key), ..at_table(table) };
                let rule = Rule::CollectionSize { bytes, limit_bytes };
                findings.push(Finding::new(rule, severity, place, Fix::UseGlobalIndex));
            }
        }
    }
}

/// Returns the bytes of the largest item collection, by the template of the partition key.
fn largest_collections(facts: &Facts, place: usize, table: &Table) -> BTreeMap<String, f64> {
    let mut bytes: BTreeMap<String, f64> = BTreeMap::new();
    for (kind, placement) in table.items.iter().enumerate() {
        let found = heat::of_kind(facts.design, place, kind, None, facts.context);
        let entity = facts.entities.iter().find(|entity| entity.name == placement.entity);
        let (Some(busiest), Some(entity)) = (found, entity) else { continue };
        let count = facts.design.entity(&placement.entity).map_or(0.0, Entity::predicted_count);
        let items = (busiest.busiest_share() * count).max(1.0);
        let key = table.partition_key.first().and_then(|attribute| placement.keys.get(&attribute.name));
        let template = key.map(|key| key.template.to_string()).unwrap_or_default();
        *bytes.entry(template).or_default() += items * entity.mean_bytes;
    }
    bytes
}
