//! The state of a mapping: a position for each lane of each shard, the invocations in progress, the waiting retries, and
//! counters.

use dynalab_engine::codec::primitives::read_time;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::event_source::handler::Outcome;
use crate::stream_shards::{Shard, ShardName};

/// The number of newest entries that are kept.
pub(crate) const INVOCATIONS_KEPT: usize = 10;
pub(crate) const DEAD_LETTERS_KEPT: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MappingState {
    /// `None` if nothing is scheduled.
    pub wakes_at: Option<Timestamp>,
    pub counts: Counts,
    /// In the order of shard numbers.
    pub shards: Vec<ShardState>,
    /// The newest is last.
    pub invocations: Vec<Invocation>,
}

/// Counters since the mapping was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub invocations: u64,
    pub failed_invocations: u64,
    /// Records in all invocations, including repeated ones.
    pub handed: u64,
    /// Records that were already in an earlier invocation.
    pub repeated: u64,
    /// Successfully processed records.
    pub delivered: u64,
    pub filtered: u64,
    pub dead_lettered: u64,
    /// Records that were discarded without an on-failure destination.
    pub discarded: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardState {
    pub shard: ShardName,
    pub lanes: Vec<Lane>,
    /// The age of the last record of the latest batch at its invocation, in milliseconds.
    pub iterator_age_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lane {
    /// The sequence number of the next record to take.
    pub position: u64,
    /// Records from `position` up to this sequence number were in an invocation before.
    pub handed_to: u64,
    /// Failed batches to retry before new ones. The next one is last.
    pub waiting: Vec<Span>,
    pub in_flight: Option<Flight>,
    /// The time since which an incomplete batch waits for more records.
    pub window_since: Option<Timestamp>,
}

/// A range of records of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Span {
    pub first: u64,
    pub last: u64,
    /// The number of records when they were taken.
    pub count: u64,
    /// The number of retries so far.
    pub retries: u64,
    pub not_before: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flight {
    pub span: Span,
    pub batch: u64,
    pub started_at: Timestamp,
    pub done_at: Timestamp,
    /// The result that the invocation will have.
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Invocation {
    pub shard: ShardName,
    pub lane: u64,
    pub flight: Flight,
}

impl MappingState {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::EVENT_SOURCE_STATE, name)
    }

    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, name: &str) -> MappingState {
        let bytes = database.record(&MappingState::key(name));
        bytes.and_then(|bytes| MappingState::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Reads only the time of the next poll.
    pub fn next_wake(database: &Database, name: &str) -> Option<Timestamp> {
        let bytes = database.record(&MappingState::key(name))?;
        record_form::read_first(bytes, read_time).checked().flatten()
    }

    /// Returns the state of a shard. A new one starts at the first record that the mapping may read.
    pub fn shard_mut(&mut self, shard: &Shard, starts_from: u64, lanes: u64) -> &mut ShardState {
        let place = self.shards.partition_point(|known| known.shard.number < shard.number);
        if self.shards.get(place).is_none_or(|known| known.shard.number != shard.number) {
            let position = shard.first.max(starts_from);
            let lane = Lane { position, handed_to: position, ..Lane::default() };
            let lanes = (0..lanes).map(|_| lane.clone()).collect();
            self.shards.insert(place, ShardState { shard: shard.name(), lanes, iterator_age_ms: 0 });
        }
        &mut self.shards[place]
    }

    /// Returns the state of the shard with this number.
    pub fn find(&self, number: u64) -> Option<&ShardState> {
        let place = self.shards.binary_search_by_key(&number, |known| known.shard.number).ok()?;
        self.shards.get(place)
    }

    /// Changes the number of lanes. All unfinished records are processed again.
    pub fn with_lanes(mut self, lanes: u64) -> MappingState {
        for shard in &mut self.shards {
            if shard.lanes.len() as u64 == lanes {
                continue;
            }
            let position = shard.lanes.iter().map(Lane::done_to).min().unwrap_or_default();
            let handed_to = shard.lanes.iter().map(|lane| lane.handed_to).max().unwrap_or_default();
            let lane = Lane { position, handed_to, ..Lane::default() };
            shard.lanes = (0..lanes).map(|_| lane.clone()).collect();
        }
        self
    }

    /// Returns the invocations whose result must be reported, with shard and lane number.
    pub fn awaited(&self) -> impl Iterator<Item = (ShardName, u64, &Flight)> {
        self.shards.iter().flat_map(|shard| {
            let lanes = (0..).zip(&shard.lanes);
            lanes.filter_map(|(number, lane)| {
                let flight = lane.in_flight.as_ref().filter(|flight| flight.outcome == Outcome::Awaited)?;
                Some((shard.shard, number, flight))
            })
        })
    }

    /// Returns the invocation of a batch whose result must be reported.
    pub fn awaited_mut(&mut self, batch: u64) -> Option<&mut Flight> {
        let lanes = self.shards.iter_mut().flat_map(|shard| &mut shard.lanes);
        let mut flights = lanes.filter_map(|lane| lane.in_flight.as_mut());
        flights.find(|flight| flight.batch == batch && flight.outcome == Outcome::Awaited)
    }

    /// Returns the earliest time at which a lane has something to do.
    pub fn next_due(&self, window_ms: u64) -> Option<Timestamp> {
        let lanes = self.shards.iter().flat_map(|shard| &shard.lanes);
        lanes.filter_map(|lane| lane.next_due(window_ms)).min()
    }
}

impl Lane {
    /// Returns the sequence number up to which all records are processed.
    pub fn done_to(&self) -> u64 {
        let spans = self.waiting.iter().chain(self.in_flight.as_ref().map(|flight| &flight.span));
        spans.map(|span| span.first).min().unwrap_or(self.position).min(self.position)
    }

    /// Returns true if the lane has no retry and no invocation.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.in_flight.is_none()
    }

    fn next_due(&self, window_ms: u64) -> Option<Timestamp> {
        match (&self.in_flight, self.waiting.last()) {
            (Some(Flight { outcome: Outcome::Awaited, .. }), _) => None,
            (Some(flight), _) => Some(flight.done_at),
            (None, Some(span)) => Some(span.not_before),
            (None, None) => self.window_since.map(|since| since.plus_ms(window_ms)),
        }
    }
}

/// A discarded batch, as the on-failure destination receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeadLetter {
    pub shard: ShardName,
    pub first: u64,
    pub last: u64,
    pub count: u64,
    pub invocations: u64,
    /// True if the records were too old. False if all retries failed.
    pub too_old: bool,
    pub at: Timestamp,
    pub first_arrived_at: Timestamp,
}
