//! Splits a partition that is full, or that has had a high load for long. A single item is never divided. With a local index,
//! an item collection is not divided either.

use std::ops::Bound;

use dynalab_capacity::partition_map::{KeyBoundary, PartitionMap};
use dynalab_engine::database::table::{IndexDefinition, Table};
use dynalab_engine::trace::{EventKind, SplitReason};
use dynalab_types::{KeyBytes, PackedItem};

use super::admission::PartitionAdmission;
use super::growth::divide_state;
use super::{map_codec, map_key};
use crate::complete::Context;

/// A full partition that cannot be split is checked again after some growth. The growth is this fraction of the maximum size.
const LOOKS_PER_FILLING: u64 = 8;

pub(super) fn split_if_due(context: &mut Context, mut standing: PartitionAdmission, growth_bytes: i64) {
    let rules = standing.rules;
    let most_bytes = rules.partition_size_bytes;
    let looks_full = most_bytes > 0
        && growth_bytes > 0
        && standing.partition.size_bytes >= most_bytes.max(standing.partition.next_look_bytes);
    if looks_full {
        let size_bytes = size_bytes(standing.table, standing.index, &standing.map, standing.place);
        standing.partition.size_bytes = size_bytes.saturating_add_signed(growth_bytes);
        if standing.partition.size_bytes >= most_bytes {
            if let Some(at) = middle(&standing, size_bytes)
                && standing.split(context, at, SplitReason::Size)
            {
                return;
            }
            standing.partition.next_look_bytes =
                standing.partition.size_bytes + (most_bytes / LOOKS_PER_FILLING).max(1);
        }
        standing.keep_partition(context);
    }
    // In 2014 there was no split for heat.
    if rules.has_static_shares {
        return;
    }
    let keeps = has_whole_collections(standing.table, standing.index);
    if let Some(at) = standing.partition.heat.split_due(&rules, context.now.epoch_ms, keeps) {
        standing.split(context, at, SplitReason::Heat);
    }
}

/// Returns true if item collections stay together. The entries of a local index are in the partition of their items.
fn has_whole_collections(table: &Table, index: Option<&IndexDefinition>) -> bool {
    index.is_none() && table.definition.has_local_indexes()
}

impl PartitionAdmission<'_> {
    /// Splits the partition. Returns false if the boundary is not inside it.
    fn split(&mut self, context: &mut Context, at: KeyBoundary, reason: SplitReason) -> bool {
        let Some(split) = self.map.split(self.id(), at) else { return false };
        let key = map_key(&self.table.definition.name, self.index);
        context.write_always(key, Some(map_codec::write(&self.map)));
        divide_state(context, self.table, self.index, &self.map, &split);
        let owner = self.owner();
        context.trace.emit(|| EventKind::PartitionSplit { owner, split, reason });
        true
    }
}

/// Returns the size of the data in one partition, in bytes.
pub(super) fn size_bytes(
    table: &Table,
    index: Option<&IndexDefinition>,
    map: &PartitionMap,
    place: usize,
) -> u64 {
    let mut bytes = 0;
    for_each_row(table, index, map, place, |_, row| bytes += entry_size_bytes(index, row));
    bytes
}

fn entry_size_bytes(index: Option<&IndexDefinition>, row: &PackedItem) -> u64 {
    index.map_or_else(|| row.size_bytes(), |index| index.entry_size_bytes(row))
}

/// Calls a function for each row of a partition, in the order of keys.
pub(super) fn for_each_row<'t>(
    table: &'t Table,
    index: Option<&IndexDefinition>,
    map: &PartitionMap,
    place: usize,
    mut see: impl FnMut(&'t KeyBytes, &'t PackedItem),
) {
    let rows = match index {
        None => &table.items,
        Some(index) => match table.index_rows(&index.name) {
            Some(rows) => &rows.rows,
            None => return,
        },
    };
    let from = map.partitions().get(place).map(|partition| partition.from.to_bytes()).unwrap_or_default();
    let to = map.end_of(place).map(KeyBoundary::to_bytes);
    let to = to.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    rows.range((Bound::Included(from.as_slice()), to)).for_each(|(key, row)| see(key, row));
}

/// Returns the boundary that divides the stored data most evenly. Returns `None` for a single item, or for an item collection
/// that stays together.
fn middle(standing: &PartitionAdmission, total_bytes: u64) -> Option<KeyBoundary> {
    let keeps = has_whole_collections(standing.table, standing.index);
    let (mut before, mut previous): (u64, Option<u64>) = (0, None);
    let mut best: Option<(u64, KeyBoundary)> = None;
    for_each_row(standing.table, standing.index, &standing.map, standing.place, |key, row| {
        let begins = previous != Some(key.hash());
        let uneven = total_bytes.saturating_sub(before).abs_diff(before);
        let may_begin = previous.is_some() && (begins || !keeps);
        if may_begin && best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            let at = match begins {
                true => KeyBoundary::of_hash(key.hash()),
                false => KeyBoundary::of_key(key.as_slice()),
            };
            best = Some((uneven, at));
        }
        before += entry_size_bytes(standing.index, row);
        previous = Some(key.hash());
    });
    best.map(|(_, at)| at)
}
