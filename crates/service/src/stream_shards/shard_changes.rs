//! Creates and closes the shards of a stream when the table's partitions change, or after a time.

use std::sync::Arc;

use dynalab_capacity::partition_map::{KeyBoundary, PartitionMap};
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::database::stream::Stream;
use dynalab_engine::database::table::Table;
use dynalab_engine::settings::dials::Dials;
use dynalab_types::Timestamp;

use crate::complete::TaskContext;
use crate::partition::map_of;
use crate::stream_shards::{OpenShards, Shard, ShardEnd, ShardName, closed_shard_key, closed_shards};

/// Stores when streams were closed. Their shards can be read for 24 hours from then on. `changes` are already applied.
pub(crate) fn close_shards(changes: &[Change], database: &Database, now: Timestamp) -> WriteSet {
    let mut writes = WriteSet::default();
    for change in changes {
        let Change::Stream { arn, after: Some(after), .. } = change else { continue };
        let Ok(stream) = database.stream(arn) else { continue };
        if after.closed {
            writes.append(OpenShards::close_all(stream, database, now));
        }
    }
    writes
}

/// Updates the shards. Call it when a stream was created, or when partitions or settings changed.
pub(crate) fn update_shards(stream: &Stream, database: &Database, dials: &Dials, now: Timestamp) -> WriteSet {
    if stream.definition.closed {
        return WriteSet::default();
    }
    let kept = OpenShards::kept(database, &stream.definition.arn);
    let table = database.find(&stream.definition.table);
    let Some(table) = table.filter(|_| dials.stream_shards > 0) else { return WriteSet::default() };
    let before = kept.unwrap_or_else(|| OpenShards::new(stream));
    let mut shards = before.clone();
    shards.follow_partitions(&partitions_of(table, database), stream, now);
    shards.scheduled(before, (stream, database), dials, now)
}

/// Closes the shards that have been open for long enough, and opens new ones for their key ranges.
pub(crate) fn roll(arn: &str, context: &TaskContext) -> WriteSet {
    let now = context.due.at;
    let (Ok(stream), Some(shards)) = (context.database.stream(arn), OpenShards::kept(context.database, arn))
    else {
        return WriteSet::default();
    };
    if shards.rolls_at != Some(now) {
        return WriteSet::default();
    }
    let before = OpenShards { rolls_at: None, ..shards };
    let mut after = before.clone();
    let dials = context.config.dials.as_ref().filter(|dials| dials.stream_shards > 0);
    let Some(dials) = dials.filter(|dials| dials.stream_shard_roll_ms > 0) else {
        return after.stored(stream, context.database, now);
    };
    let is_old = |shard: &Shard| shard.opened_at.plus_ms(dials.stream_shard_roll_ms) <= now;
    for closed in after.close(stream, now, is_old) {
        after.push(Some(closed.name()), closed.from, closed.to, stream.next_sequence, now);
    }
    after.scheduled(before, (stream, context.database), dials, now)
}

/// Returns the first keys of a table's partitions.
fn partitions_of(table: &Table, database: &Database) -> Vec<KeyBoundary> {
    let map = map_of(database, &table.definition.name, None).unwrap_or(PartitionMap::even(1));
    map.partitions().iter().map(|partition| partition.from.clone()).collect()
}

impl OpenShards {
    /// Returns the initial shards. A stream with records has had one shard so far. A new stream has none.
    fn new(stream: &Stream) -> OpenShards {
        match stream.next_sequence {
            1 => OpenShards { rolls_at: None, next_number: 0, shards: Vec::new() },
            _ => OpenShards::of_one(stream),
        }
    }

    /// Closes all shards of a closed stream, unless they are.
    fn close_all(stream: &Stream, database: &Database, now: Timestamp) -> WriteSet {
        let kept = OpenShards::kept(database, &stream.definition.arn);
        let mut shards = kept.unwrap_or_else(|| OpenShards {
            rolls_at: None,
            next_number: 1,
            shards: vec![Shard::whole(stream)],
        });
        if shards.close(stream, now, |_| true).is_empty() {
            return WriteSet::default();
        }
        shards.rolls_at = None;
        shards.stored(stream, database, now)
    }

    /// Stores the open shards, each closed one by itself, and deletes the oldest that can no longer be read.
    fn stored(mut self, stream: &Stream, database: &Database, now: Timestamp) -> WriteSet {
        let arn = &stream.definition.arn;
        let closed: Vec<Shard> = self.shards.extract_if(.., |shard| shard.closed.is_some()).collect();
        let mut writes = WriteSet::from_change(Change::record(OpenShards::key(arn), Some(self.to_bytes())));
        for shard in closed.iter().filter(|shard| !shard.is_trimmed(now)) {
            let change = Change::record(closed_shard_key(arn, shard.number), Some(shard.to_bytes()));
            writes.changes.push(change);
        }
        let trimmed = closed_shards(database, arn).take_while(|(_, shard)| shard.is_trimmed(now));
        writes.changes.extend(trimmed.map(|(key, _)| Change::record(key.clone(), None)));
        writes
    }

    /// Closes the shards that `which` selects, and returns them.
    fn close(&mut self, stream: &Stream, now: Timestamp, which: impl Fn(&Shard) -> bool) -> Vec<Shard> {
        let end = ShardEnd { last: stream.next_sequence - 1, at: now };
        let mut closed = Vec::new();
        for shard in self.shards.iter_mut().filter(|shard| shard.closed.is_none() && which(shard)) {
            shard.closed = Some(end);
            closed.push(shard.clone());
        }
        closed
    }

    fn push(
        &mut self,
        parent: Option<ShardName>,
        from: KeyBoundary,
        to: Option<KeyBoundary>,
        first: u64,
        now: Timestamp,
    ) {
        let number = self.next_number;
        self.next_number += 1;
        self.shards.push(Shard { number, parent, from, to, first, opened_at: now, closed: None });
    }

    /// Opens a shard for each partition without one. The children of a closed shard are the new shards within its range.
    fn follow_partitions(&mut self, begins: &[KeyBoundary], stream: &Stream, now: Timestamp) {
        let ranges: Vec<_> =
            begins.iter().enumerate().map(|(place, from)| (from, begins.get(place + 1))).collect();
        let is_a_partition = |shard: &Shard| ranges.iter().any(|(from, to)| shard.has_range(from, *to));
        let closed = self.close(stream, now, |shard| !is_a_partition(shard));
        for (from, to) in &ranges {
            if self.open().any(|shard| shard.has_range(from, *to)) {
                continue;
            }
            let parent = closed
                .iter()
                .rfind(|shard| shard.from <= **from && shard.to.as_ref().is_none_or(|to| *from < to));
            let parent = parent.map(Shard::name);
            self.push(parent, (*from).clone(), to.cloned(), stream.next_sequence, now);
        }
    }

    /// Writes the changed shards, and schedules the next roll.
    fn scheduled(
        mut self,
        before: OpenShards,
        (stream, database): (&Stream, &Database),
        dials: &Dials,
        now: Timestamp,
    ) -> WriteSet {
        let mut writes = WriteSet::default();
        let oldest = self.open().map(|shard| shard.opened_at).min();
        let rolls_at = oldest
            .filter(|_| dials.stream_shard_roll_ms > 0)
            .map(|at| at.plus_ms(dials.stream_shard_roll_ms).max(now.plus_ms(1)));
        if let Some(at) = rolls_at
            && self.rolls_at.is_none_or(|planned| at < planned)
        {
            self.rolls_at = Some(at);
            let payload: Arc<[u8]> = stream.definition.arn.as_bytes().into();
            let task = Task { kind: TaskKind::STREAM_SHARDS_ROLL, table: None, payload };
            writes = writes.then(at.epoch_ms - now.epoch_ms, Work::Task(task));
        }
        if self != before {
            writes.append(self.stored(stream, database, now));
        }
        writes
    }
}
