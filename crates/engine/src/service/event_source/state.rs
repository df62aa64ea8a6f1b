//! How far a mapping has come: a place for each lane of each shard, what is in flight, what waits to be tried again, and counts.

use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::database::Database;
use crate::definition_codec::read_time;
use crate::record_form;
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::service::event_source::handler::Outcome;
use crate::service::stream_shards::{Shard, ShardName};

/// So many of the newest are kept.
pub(crate) const INVOCATIONS_KEPT: usize = 10;
pub(crate) const DEAD_LETTERS_KEPT: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MappingState {
    /// None while nothing waits.
    pub wakes_at: Option<Timestamp>,
    pub counts: Counts,
    /// In the order of their numbers.
    pub shards: Vec<ShardState>,
    /// The newest is last.
    pub invocations: Vec<Invocation>,
}

/// Since the mapping was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub invocations: u64,
    pub failed_invocations: u64,
    /// Records handed to the function, again and again.
    pub handed: u64,
    /// Of them, those that it had been handed before.
    pub repeated: u64,
    /// Records that are done.
    pub delivered: u64,
    pub filtered: u64,
    pub dead_lettered: u64,
    /// Given up without a word.
    pub discarded: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardState {
    pub shard: ShardName,
    pub lanes: Vec<Lane>,
    /// Of the last record of the last batch, when it was handed over.
    pub iterator_age_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lane {
    /// The sequence number from which on nothing has been taken.
    pub position: u64,
    /// What is behind that has been handed over before.
    pub handed_to: u64,
    /// What has failed and is tried again before anything else; the next is last.
    pub waiting: Vec<Span>,
    pub in_flight: Option<Flight>,
    /// Since then a batch that is not full waits for more.
    pub window_since: Option<Timestamp>,
}

/// The records of a lane from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Span {
    pub first: u64,
    pub last: u64,
    /// So many there were when they were taken.
    pub count: u64,
    /// How often it was tried again already.
    pub retries: u64,
    pub not_before: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flight {
    pub span: Span,
    pub batch: u64,
    pub started_at: Timestamp,
    pub done_at: Timestamp,
    /// As it will turn out.
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Invocation {
    pub shard: ShardName,
    pub lane: u64,
    pub flight: Flight,
}

impl MappingState {
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::EVENT_SOURCE_STATE, name)
    }

    pub fn of(database: &Database, name: &str) -> MappingState {
        let bytes = database.record(&MappingState::key(name));
        bytes.and_then(|bytes| MappingState::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Without looking at the rest.
    pub fn wakes_at(database: &Database, name: &str) -> Option<Timestamp> {
        let bytes = database.record(&MappingState::key(name))?;
        record_form::read_first(bytes, read_time).checked().flatten()
    }

    /// Of the shard, which begins where the mapping may begin.
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

    pub fn find(&self, number: u64) -> Option<&ShardState> {
        let place = self.shards.binary_search_by_key(&number, |known| known.shard.number).ok()?;
        self.shards.get(place)
    }

    /// With another number of lanes all that is not done is taken again.
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

    /// What somebody must report on, with its shard and the number of its lane.
    pub fn awaited(&self) -> impl Iterator<Item = (ShardName, u64, &Flight)> {
        self.shards.iter().flat_map(|shard| {
            let lanes = (0..).zip(&shard.lanes);
            lanes.filter_map(|(number, lane)| {
                let flight = lane.in_flight.as_ref().filter(|flight| flight.outcome == Outcome::Awaited)?;
                Some((shard.shard, number, flight))
            })
        })
    }

    /// The same, of one batch, to be reported on.
    pub fn awaited_mut(&mut self, batch: u64) -> Option<&mut Flight> {
        let lanes = self.shards.iter_mut().flat_map(|shard| &mut shard.lanes);
        let mut flights = lanes.filter_map(|lane| lane.in_flight.as_mut());
        flights.find(|flight| flight.batch == batch && flight.outcome == Outcome::Awaited)
    }

    pub fn next_moment(&self, window_ms: u64) -> Option<Timestamp> {
        let lanes = self.shards.iter().flat_map(|shard| &shard.lanes);
        lanes.filter_map(|lane| lane.next_moment(window_ms)).min()
    }
}

impl Lane {
    /// All before that sequence number is done.
    pub fn done_to(&self) -> u64 {
        let spans = self.waiting.iter().chain(self.in_flight.as_ref().map(|flight| &flight.span));
        spans.map(|span| span.first).min().unwrap_or(self.position).min(self.position)
    }

    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.in_flight.is_none()
    }

    fn next_moment(&self, window_ms: u64) -> Option<Timestamp> {
        match (&self.in_flight, self.waiting.last()) {
            (Some(Flight { outcome: Outcome::Awaited, .. }), _) => None,
            (Some(flight), _) => Some(flight.done_at),
            (None, Some(span)) => Some(span.not_before),
            (None, None) => self.window_since.map(|since| since.plus_ms(window_ms)),
        }
    }
}

/// What was given up, as the destination is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeadLetter {
    pub shard: ShardName,
    pub first: u64,
    pub last: u64,
    pub count: u64,
    pub invocations: u64,
    /// Otherwise its retries were used up.
    pub too_old: bool,
    pub at: Timestamp,
    pub first_arrived_at: Timestamp,
}
