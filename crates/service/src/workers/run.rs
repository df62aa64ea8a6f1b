//! Runs the workers of an application: frees expired leases, assigns free shards, and reads records.

use std::sync::Arc;

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::stream::Stream;
use dynalab_engine::trace::{EventKind, Tracer};
use dynalab_types::Timestamp;

use crate::complete::TaskContext;
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};
use crate::workers::Workers;
use crate::workers::leases::{Lease, Leases};

struct Run<'a> {
    workers: &'a Workers,
    stream: &'a Stream,
    lineage: &'a Lineage,
    now: Timestamp,
    leases: Leases,
    trace: &'a mut Tracer,
}

pub(crate) fn perform(name: &str, context: TaskContext) -> WriteSet {
    let (database, now) = (context.database, context.due.at);
    let Some(workers) = context.service.simulation_state.workers.get(name) else {
        return WriteSet::default();
    };
    let leases = Leases::load(database, name);
    let Ok(stream) = database.stream(&workers.stream) else { return WriteSet::default() };
    if leases.wakes_at != Some(now) {
        // The run was rescheduled to another time.
        return WriteSet::default();
    }
    let lineage = Lineage::load(database, stream, now);
    let mut run = Run { workers, stream, lineage: &lineage, now, leases, trace: context.trace };
    run.free_expired();
    run.begin_shards();
    let more = loop {
        run.assign();
        run.balance();
        let more = run.read();
        // The end of a shard allows its children to start.
        if !run.begin_shards() {
            break more;
        }
    };
    let interval_ms = context.config.dials.as_ref().map_or(0, |dials| dials.stream_poll_interval_ms);
    let polls_at = more.then(|| now.plus_ms(interval_ms.max(1)));
    let next = polls_at.into_iter().chain(run.next_expiry()).min();
    workers.scheduled(run.leases, next, now)
}

impl<'a> Run<'a> {
    fn is_running(&self, name: &str) -> bool {
        self.leases.worker(name).is_some_and(|worker| worker.stopped_at.is_none())
    }

    fn is_expired(&self, owner: &str) -> bool {
        let expires_at = self.leases.expiry_time(owner, self.workers.lease_ms);
        expires_at.is_some_and(|at| at <= self.now)
    }

    fn free_expired(&mut self) {
        let lineage = self.lineage;
        self.leases.leases.retain(|lease| lineage.get(lease.shard.number).is_some());
        for place in 0..self.leases.leases.len() {
            let owner = self.leases.leases[place].owner.clone();
            if owner.is_some_and(|owner| self.is_expired(&owner)) {
                self.leases.leases[place].owner = None;
            }
        }
    }

    /// Returns when a shard of a stopped worker can be taken.
    fn next_expiry(&self) -> Option<Timestamp> {
        if !self.leases.workers.iter().any(|worker| worker.stopped_at.is_none()) {
            return None;
        }
        let held = self.leases.leases.iter().filter(|lease| !lease.is_done);
        held.filter_map(|lease| self.leases.expiry_time(lease.owner.as_deref()?, self.workers.lease_ms)).min()
    }

    /// Creates a lease for each shard whose parent is finished. Returns true if there is a new one.
    fn begin_shards(&mut self) -> bool {
        let mut begun = false;
        for shard in &self.lineage.shards {
            if self.leases.find(shard.number).is_some() || !self.parent_is_done(shard) {
                continue;
            }
            let position = shard.first.max(self.workers.starts_from);
            let lease = Lease {
                shard: shard.name(),
                owner: None,
                checkpoint: position,
                position,
                since_checkpoint: 0,
                handed_to: position,
                is_done: false,
            };
            let place = self.leases.leases.partition_point(|known| known.shard.number < shard.number);
            self.leases.leases.insert(place, lease);
            begun = true;
        }
        begun
    }

    fn parent_is_done(&self, shard: &Shard) -> bool {
        let parent = shard.parent.and_then(|parent| self.lineage.get(parent.number));
        parent.is_none_or(|parent| self.leases.find(parent.number).is_some_and(|lease| lease.is_done))
    }

    /// Returns the running worker with the fewest or the most shards.
    fn extreme(&self, most: bool) -> Option<(Arc<str>, u64)> {
        let running = self.leases.workers.iter().filter(|worker| worker.stopped_at.is_none());
        let mut loads = running.map(|worker| (worker.name.clone(), self.leases.load_of(&worker.name)));
        let first = loads.next()?;
        Some(loads.fold(first, |chosen, other| {
            let better = if most { other.1 > chosen.1 } else { other.1 < chosen.1 };
            if better { other } else { chosen }
        }))
    }

    /// Assigns free shards to the workers with the fewest.
    fn assign(&mut self) {
        for place in 0..self.leases.leases.len() {
            let lease = &self.leases.leases[place];
            if lease.owner.is_none()
                && !lease.is_done
                && let Some((worker, _)) = self.extreme(false)
            {
                self.give(place, worker);
            }
        }
    }

    /// Moves shards until the numbers of shards differ by at most one.
    fn balance(&mut self) {
        while let (Some((rich, most)), Some((poor, fewest))) = (self.extreme(true), self.extreme(false))
            && most > fewest + 1
        {
            let is_its = |lease: &Lease| !lease.is_done && lease.owner.as_ref() == Some(&rich);
            let Some(place) = self.leases.leases.iter().rposition(is_its) else { return };
            self.give(place, poor);
        }
    }

    /// Assigns a shard to a worker, which starts at the checkpoint.
    fn give(&mut self, place: usize, worker: Arc<str>) {
        let again = self.noted_too_late(&self.leases.leases[place]);
        let lease = &mut self.leases.leases[place];
        lease.rewind_to_checkpoint();
        lease.owner = Some(worker.clone());
        self.leases.moves += 1;
        let shard = lease.shard.id(&self.stream.definition);
        let (workers, at) = (self.workers.name.clone(), self.now);
        self.trace.emit(|| EventKind::LeaseTaken { workers, worker, shard, again, at });
    }

    /// Returns the number of records that were read after the checkpoint.
    fn noted_too_late(&self, lease: &Lease) -> u64 {
        let Some(shard) = self.lineage.get(lease.shard.number) else { return 0 };
        let unnoted = ShardReader::new(self.stream, shard, self.now).records_from(lease.checkpoint);
        unnoted.take_while(|record| record.sequence < lease.handed_to).count() as u64
    }

    /// Reads records for all running workers. Returns true if there are more.
    fn read(&mut self) -> bool {
        let mut more = false;
        for place in 0..self.leases.leases.len() {
            let lease = &self.leases.leases[place];
            let Some(owner) = lease.owner.clone().filter(|owner| !lease.is_done && self.is_running(owner))
            else {
                continue;
            };
            if let Some(shard) = self.lineage.get(lease.shard.number) {
                more |= self.read_shard(place, &owner, ShardReader::new(self.stream, shard, self.now));
            }
        }
        more
    }

    fn read_shard(&mut self, place: usize, owner: &Arc<str>, reader: ShardReader) -> bool {
        let lease = &mut self.leases.leases[place];
        let mut read = 0;
        for record in reader.records_from(lease.position).take(self.workers.records_per_poll as usize) {
            read += 1;
            self.leases.twice += u64::from(record.sequence < lease.handed_to);
            lease.position = record.sequence + 1;
            lease.handed_to = lease.handed_to.max(lease.position);
            lease.since_checkpoint += 1;
            if lease.since_checkpoint >= self.workers.checkpoint_every {
                lease.note();
                self.leases.checkpoints += 1;
            }
        }
        self.leases.processed += read;
        if let Some(worker) = self.leases.workers.iter_mut().find(|worker| worker.name == *owner) {
            worker.processed += read;
        }
        let end = reader.next_place(lease.position);
        if end < reader.end() {
            return true;
        }
        lease.position = end;
        if lease.since_checkpoint == 0 {
            lease.note();
        }
        if reader.is_drained(end) {
            // The end of a shard is always a checkpoint.
            lease.note();
            self.leases.checkpoints += 1;
            lease.is_done = true;
        }
        false
    }
}
