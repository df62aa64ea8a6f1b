//! A range of a table or index as a follower has it: the current rows with the missing writes undone while reading. Only the
//! differing rows are stored.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::ops::Bound;

use dynalab_capacity::ReadConsistency;
use dynalab_capacity::partition_map::KeyBoundary;
use dynalab_engine::database::charges::Owner;
use dynalab_engine::database::replication_queue::{Follower, PendingWrite, missing_writes};
use dynalab_engine::database::table::{IndexDefinition, IndexKind, Table};
use dynalab_engine::error::{DynamoError, FaultError};
use dynalab_engine::execution::read_page::KeyRange;
use dynalab_engine::request::read_request::ReadSource;
use dynalab_engine::settings::zone::Zone;
use dynalab_engine::trace::EventKind;
use dynalab_types::{KeyBytes, PackedItem};

use crate::complete::Context;
use crate::replicas::{ServingReplica, check_leader, map_of, matter, serving};
use crate::zones::Access;

/// The differing rows of a range, and the serving replicas.
#[derive(Default)]
pub struct StaleRows<'a> {
    /// `None` for a row that the follower does not have yet.
    rows: BTreeMap<KeyBytes, Option<&'a PackedItem>>,
    partitions: BTreeMap<u64, PartitionReplica>,
    /// For a global index: the number of missing writes in the range, and the age of the oldest in milliseconds.
    missing: u64,
    behind_ms: u64,
}

/// The serving replica of one partition.
#[derive(Clone, Copy)]
struct PartitionReplica {
    serving: ServingReplica,
    missing: u64,
    behind_ms: u64,
}

impl<'a> StaleRows<'a> {
    /// Returns `None` if every possible replica has all writes.
    ///
    /// # Errors
    /// The read is not available: the key has no leader, or no replica answers.
    pub fn find(
        context: &Context<'a>,
        source: &ReadSource<'a>,
        consistency: ReadConsistency,
        range: &KeyRange,
    ) -> Result<Option<StaleRows<'a>>, DynamoError> {
        if let Some(index) = source.index.filter(|index| index.kind == IndexKind::Global) {
            if let Some(zones) = context.service.zones()
                && !Zone::ALL.into_iter().any(|zone| zones.is_serving(zone, context.now))
            {
                return Err(FaultError::Internal.into());
            }
            return Ok(StaleRows::of_global_index(context, source.table, index, range));
        }
        if consistency != ReadConsistency::Eventual || !matter(context) {
            return Ok(None);
        }
        let mut stale = StaleRows::default();
        let owner = owner_of(source);
        let map = map_of(context.database, source.table);
        for (key, writes) in source.table.replication_queue.iter() {
            let partition = map.of_key(key.as_slice()).id;
            let answer = stale.answer(context, &owner, source.table, partition)?;
            let Some(follower) = answer.serving.follower() else { continue };
            let missing = missing_writes(writes, follower, context.now);
            let Some(oldest) = missing.first() else { continue };
            if stale.take_back(source.table, source.index, range, key, oldest)
                && let Some(answer) = stale.partitions.get_mut(&partition)
            {
                answer.missing += missing.len() as u64;
                let behind_ms = context.now.epoch_ms.saturating_sub(oldest.written_at.epoch_ms);
                answer.behind_ms = answer.behind_ms.max(behind_ms);
            }
        }
        Ok(Some(stale))
    }

    fn of_global_index(
        context: &Context<'a>,
        table: &'a Table,
        index: &IndexDefinition,
        range: &KeyRange,
    ) -> Option<StaleRows<'a>> {
        if table.replication_queue.is_empty() {
            return None;
        }
        let mut stale = StaleRows::default();
        for (key, writes) in table.replication_queue.iter() {
            let missing = missing_writes(writes, Follower::Index(&index.name), context.now);
            if let Some(oldest) = missing.first()
                && stale.take_back(table, Some(index), range, key, oldest)
            {
                stale.missing +=
                    missing.iter().filter(|write| write.affects_index(&index.name)).count() as u64;
                let behind_ms = context.now.epoch_ms.saturating_sub(oldest.written_at.epoch_ms);
                stale.behind_ms = stale.behind_ms.max(behind_ms);
            }
        }
        Some(stale)
    }

    /// Returns the serving replica of the partition, chosen once per page.
    fn answer(
        &mut self,
        context: &Context,
        owner: &Owner,
        table: &Table,
        partition: u64,
    ) -> Result<PartitionReplica, DynamoError> {
        if let Some(answer) = self.partitions.get(&partition) {
            return Ok(*answer);
        }
        let serving = serving(context, owner, table, partition, partition)?;
        let answer = PartitionReplica { serving, missing: 0, behind_ms: 0 };
        self.partitions.insert(partition, answer);
        Ok(answer)
    }

    /// Restores the state of one item before a write. Returns true if that changes the range.
    fn take_back(
        &mut self,
        table: &'a Table,
        index: Option<&IndexDefinition>,
        range: &KeyRange,
        key: &KeyBytes,
        oldest: &'a PendingWrite,
    ) -> bool {
        let row_key = |item: &PackedItem| match index {
            None => Some(key.clone()),
            Some(index) => index.entry_key(key, &item.unpack()),
        };
        let now = table.items.packed(key).and_then(row_key).filter(|key| range.contains(key));
        let then = oldest.before.as_ref().and_then(row_key).filter(|key| range.contains(key));
        let differs = now.is_some() || then.is_some();
        if let Some(key) = now {
            self.rows.insert(key, None);
        }
        if let Some(key) = then {
            self.rows.insert(key, oldest.before.as_ref());
        }
        differs
    }

    /// Returns the current rows with the differing ones in their place.
    pub fn over<'r>(
        &'r self,
        rows: impl DoubleEndedIterator<Item = (&'r KeyBytes, &'r PackedItem)> + 'r,
        forward: bool,
    ) -> Box<dyn Iterator<Item = (&'r KeyBytes, &'r PackedItem)> + 'r> {
        let stale = self.rows.iter().map(|(key, item)| (key, *item));
        match forward {
            true => Box::new(Over { rows: rows.peekable(), stale: stale.peekable(), forward }),
            false => Box::new(Over { rows: rows.rev().peekable(), stale: stale.rev().peekable(), forward }),
        }
    }
}

struct Over<Rows: Iterator, Stale: Iterator> {
    rows: Peekable<Rows>,
    stale: Peekable<Stale>,
    forward: bool,
}

impl<'r, Rows, Stale> Iterator for Over<Rows, Stale>
where
    Rows: Iterator<Item = (&'r KeyBytes, &'r PackedItem)>,
    Stale: Iterator<Item = (&'r KeyBytes, Option<&'r PackedItem>)>,
{
    type Item = (&'r KeyBytes, &'r PackedItem);

    fn next(&mut self) -> Option<(&'r KeyBytes, &'r PackedItem)> {
        loop {
            let Some((stale, _)) = self.stale.peek() else { return self.rows.next() };
            let order = self.rows.peek().map_or(Ordering::Greater, |(row, _)| match self.forward {
                true => row.cmp(stale),
                false => stale.cmp(row),
            });
            if order == Ordering::Less {
                return self.rows.next();
            }
            if order == Ordering::Equal {
                self.rows.next();
            }
            if let Some((key, Some(item))) = self.stale.next() {
                return Some((key, item));
            }
        }
    }
}

fn owner_of(source: &ReadSource) -> Owner {
    let index = source.index.map(|index| (index.kind, index.name.clone()));
    Owner { table: source.table.definition.name.clone(), index }
}

/// Traces the serving replicas of the partitions, and checks that strongly consistent reads had leaders. Call it after a page
/// was read. The key is that of its last row, if the page ended before the range.
pub(crate) fn trace_stale_read(
    context: &mut Context,
    stale: Option<StaleRows>,
    source: &ReadSource,
    consistency: ReadConsistency,
    (range, last): (&KeyRange, Option<&KeyBytes>),
) -> Result<(), DynamoError> {
    if let Some(index) = source.index.filter(|index| index.kind == IndexKind::Global) {
        if let Some(StaleRows { missing: missing @ 1.., behind_ms, .. }) = stale {
            context.trace.emit(|| EventKind::IndexBehind { index: index.name.clone(), missing, behind_ms });
        }
        return Ok(());
    }
    if !matter(context) {
        return Ok(());
    }
    let table = source.table;
    let map = map_of(context.database, table);
    let last = last.map(KeyBytes::as_slice);
    let (from, to) = match (last, range.forward) {
        (Some(_), true) => (key_of(&range.from), last),
        (Some(_), false) => (last, key_of(&range.to)),
        (None, _) => (key_of(&range.from), key_of(&range.to)),
    };
    let first = from.map_or(0, |key| map.place_of_key(key));
    // A range can end at the start of a partition, from which it then reads nothing.
    let begins = |key: &[u8]| map.of_key(key).from == KeyBoundary::of_key(key) && last != to;
    let end = to.map_or(map.partitions().len(), |key| map.place_of_key(key) + usize::from(!begins(key)));
    let mut stale = stale.unwrap_or_default();
    let owner = owner_of(source);
    for partition in map.partitions().iter().take(end).skip(first).map(|partition| partition.id) {
        if consistency != ReadConsistency::Eventual {
            check_leader(context, table, partition, Access::StrongRead)?;
            continue;
        }
        let PartitionReplica { serving, missing, behind_ms } =
            stale.answer(context, &owner, table, partition)?;
        context.trace.emit_item(|| EventKind::ReplicaRead {
            table: table.definition.name.clone(),
            partition,
            zone: serving.zone,
            leads: serving.leads,
            missing,
            behind_ms,
        });
    }
    Ok(())
}

fn key_of(bound: &Bound<Vec<u8>>) -> Option<&[u8]> {
    match bound {
        Bound::Included(key) | Bound::Excluded(key) => Some(key),
        Bound::Unbounded => None,
    }
}
