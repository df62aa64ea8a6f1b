//! Adds partitions when a table's provisioned throughput or on-demand peak grows. The number of partitions never decreases.

use dynalab_capacity::admission::CapacityRules;
use dynalab_capacity::partition_map::{PartitionMap, Split};
use dynalab_capacity::partitions::{on_demand_partitions, provisioned_partitions};
use dynalab_engine::database::charges::Owner;
use dynalab_engine::database::table::{BillingMode, IndexDefinition, Table};
use dynalab_engine::registry::Checked;
use dynalab_engine::trace::{EventKind, SplitReason};

use super::admission::current_map;
use super::resource::Resource;
use super::state::PartitionState;
use super::{map_codec, map_key, split};
use crate::complete::Context;

/// Returns the current partitions, after the splits that the throughput needs.
pub(super) fn grown_map(
    context: &mut Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    rules: &CapacityRules,
    resource: &Resource,
) -> PartitionMap {
    let mut map = current_map(context, table, index);
    let needed = needed_count(table, index, rules, resource);
    if map.count() >= needed {
        return map;
    }
    let splits = map.grow_to(needed);
    let key = map_key(&table.definition.name, index);
    context.write_always(key, Some(map_codec::write(&map)));
    for split in splits {
        divide_state(context, table, index, &map, &split);
        let owner = Owner {
            table: table.definition.name.clone(),
            index: index.map(|index| (index.kind, index.name.clone())),
        };
        context.trace.emit(|| EventKind::PartitionSplit { owner, split, reason: SplitReason::Throughput });
    }
    map
}

/// Divides the state of a split partition. Each of the two starts with half of it, if there is any.
pub(super) fn divide_state(
    context: &mut Context,
    table: &Table,
    index: Option<&IndexDefinition>,
    map: &PartitionMap,
    split: &Split,
) {
    let name = &table.definition.name;
    let parent_key = PartitionState::key(name, index, split.parent);
    let Some(parent) =
        context.record(&parent_key).and_then(|bytes| PartitionState::from_bytes(bytes).checked())
    else {
        return;
    };
    context.write_always(parent_key, None);
    for child in split.children {
        let size_bytes =
            map.place_of_id(child).map_or(0, |place| split::size_bytes(table, index, map, place));
        let key = PartitionState::key(name, index, child);
        context.write_always(key, Some(parent.halved(size_bytes).to_bytes()));
    }
}

fn needed_count(
    table: &Table,
    index: Option<&IndexDefinition>,
    rules: &CapacityRules,
    resource: &Resource,
) -> u64 {
    let definition = &table.definition;
    let (throughput, warm) = match index {
        None => (&definition.throughput, &definition.warm),
        Some(index) => (&index.throughput, &index.warm),
    };
    let warm = warm.units(definition.billing, throughput);
    match definition.billing {
        BillingMode::Provisioned => {
            let for_throughput = provisioned_partitions(throughput.read, throughput.write, 0);
            for_throughput.max(on_demand_partitions(warm.read, warm.write, 0))
        }
        BillingMode::PayPerRequest => on_demand_partitions(
            resource.flows.read.grown_units(rules, warm.read),
            resource.flows.write.grown_units(rules, warm.write),
            0,
        ),
    }
}
