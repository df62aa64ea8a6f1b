//! One poll of a mapping: ends invocations, retries failed batches, and starts new ones.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{RETENTION_MS, Stream, StreamRecord};
use dynalab_engine::trace::{EventKind, Tracer};
use dynalab_types::Timestamp;

use crate::complete::TaskContext;
use crate::event_source::Mapping;
use crate::event_source::handler::Outcome;
use crate::event_source::lane_reader::LaneReader;
use crate::event_source::state::{
    DEAD_LETTERS_KEPT, DeadLetter, Flight, INVOCATIONS_KEPT, Invocation, Lane, MappingState, Span,
};
use crate::stream_event::StreamEvent;
use crate::stream_shards::shard_records::ShardReader;
use crate::stream_shards::{Lineage, Shard};

/// The maximum size of an invocation's records in bytes.
const PAYLOAD_MAX_BYTES: u64 = 6 * 1024 * 1024;
/// The maximum wait between two retries of a failing batch, in milliseconds.
const RETRY_MOST_MS: u64 = 60_000;

/// The state during one poll of a mapping.
struct Poll<'a> {
    mapping: &'a Mapping,
    stream: &'a Stream,
    lineage: &'a Lineage,
    region: &'a str,
    now: Timestamp,
    seed: u64,
    retry_ms: u64,
    state: MappingState,
    given_up: Vec<DeadLetter>,
    trace: &'a mut Tracer,
}

pub(crate) fn perform(name: &str, context: TaskContext) -> WriteSet {
    let (database, now) = (context.database, context.due.at);
    let Some(mapping) = context.service.simulation_state.mappings.get(name) else {
        return WriteSet::default();
    };
    let state = MappingState::load(database, name);
    let Ok(stream) = database.stream(&mapping.stream) else { return WriteSet::default() };
    if state.wakes_at != Some(now) {
        // The mapping was rescheduled to another time.
        return WriteSet::default();
    }
    let lineage = Lineage::load(database, stream, now);
    let dials = context.config.dials.as_ref();
    let mut poll = Poll {
        mapping,
        stream,
        lineage: &lineage,
        region: stream.definition.region(),
        now,
        seed: dials.map_or(0, |dials| dials.seed),
        retry_ms: dials.map_or(0, |dials| dials.stream_retry_ms).max(1),
        state,
        given_up: Vec::new(),
        trace: context.trace,
    };
    poll.run();
    let Poll { state, given_up, .. } = poll;
    let next = state.next_due(mapping.window_ms).map(|at| at.max(now.plus_ms(1)));
    let mut writes = mapping.scheduled(state, next, now);
    if !given_up.is_empty() && mapping.on_failure.is_some() {
        let mut letters = DeadLetter::all(database, name);
        letters.extend(given_up);
        let newest = letters.len().saturating_sub(DEAD_LETTERS_KEPT);
        let bytes = DeadLetter::bytes_of(&letters[newest..]);
        writes.changes.push(Change::record(DeadLetter::key(name), Some(bytes)));
    }
    writes
}

impl<'a> Poll<'a> {
    fn run(&mut self) {
        let lineage = self.lineage;
        self.state.shards.retain(|known| lineage.get(known.shard.number).is_some());
        let (starts_from, lanes) = (self.mapping.starts_from, self.mapping.lanes);
        for shard in &lineage.shards {
            if !self.parent_is_done(shard) {
                continue;
            }
            let reader = ShardReader::new(self.stream, shard, self.now);
            let mut driven = std::mem::take(&mut self.state.shard_mut(shard, starts_from, lanes).lanes);
            for (number, lane) in (0..).zip(&mut driven) {
                self.drive(LaneReader { shard: reader, number, lanes }, lane);
            }
            self.state.shard_mut(shard, starts_from, lanes).lanes = driven;
        }
    }

    /// Returns true if the parent shard is processed to its end. A shard is read only then, so that the records of an item stay
    /// in order.
    fn parent_is_done(&self, shard: &Shard) -> bool {
        let Some(parent) = shard.parent.and_then(|parent| self.lineage.get(parent.number)) else {
            return true;
        };
        let end = ShardReader::new(self.stream, parent, self.now).end();
        let known = self.state.find(parent.number);
        known.is_some_and(|known| known.lanes.iter().all(|lane| lane.is_idle() && lane.position >= end))
    }

    /// Processes a lane until an invocation is in progress, or until nothing can be done now.
    fn drive(&mut self, reader: LaneReader<'a>, lane: &mut Lane) {
        loop {
            match lane.in_flight {
                Some(flight) if flight.outcome == Outcome::Awaited && self.mapping.code.is_some() => return,
                Some(flight) if flight.done_at > self.now => return,
                Some(flight) => {
                    lane.in_flight = None;
                    self.finish(reader, lane, flight);
                }
                None => match self.take(reader, lane) {
                    Some((span, records)) => self.hand_over(reader, lane, span, &records),
                    None => return,
                },
            }
        }
    }

    /// Returns the next batch. It can be without records if they have all expired.
    fn take(&mut self, reader: LaneReader<'a>, lane: &mut Lane) -> Option<(Span, Vec<&'a StreamRecord>)> {
        if let Some(span) = lane.waiting.last().copied() {
            if span.not_before > self.now {
                return None;
            }
            lane.waiting.pop();
            let records = reader.records_of(span).filter(|record| self.matches(record)).collect();
            return Some((span, records));
        }
        let mut records: Vec<&StreamRecord> = Vec::new();
        let (mut bytes, mut full, mut filtered) = (0, false, 0);
        // The records after the batch are read again with the next one.
        let mut filtered_in_batch = 0;
        for record in reader.records_from(lane.position) {
            if !self.matches(record) {
                filtered += 1;
                continue;
            }
            bytes += StreamEvent::new(&self.stream.definition, record).size_bytes;
            full = bytes > PAYLOAD_MAX_BYTES && !records.is_empty();
            if full {
                break;
            }
            records.push(record);
            filtered_in_batch = filtered;
            full = records.len() as u64 >= self.mapping.batch_size;
            if full {
                break;
            }
        }
        let (Some(first), Some(last)) = (records.first(), records.last()) else {
            (lane.position, lane.window_since) = (reader.end(), None);
            self.state.counts.filtered += filtered;
            return None;
        };
        let since = *lane.window_since.get_or_insert(self.now);
        let closed = reader.shard.shard.closed.is_some();
        if !full && !closed && self.now < since.plus_ms(self.mapping.window_ms) {
            return None;
        }
        (lane.position, lane.window_since) = (last.sequence + 1, None);
        self.state.counts.filtered += filtered_in_batch;
        let span = Span {
            first: first.sequence,
            last: last.sequence,
            count: records.len() as u64,
            retries: 0,
            not_before: self.now,
        };
        Some((span, records))
    }

    fn matches(&self, record: &StreamRecord) -> bool {
        self.mapping.matches(record, &self.stream.definition, self.region)
    }

    fn hand_over(
        &mut self,
        reader: LaneReader<'a>,
        lane: &mut Lane,
        span: Span,
        records: &[&'a StreamRecord],
    ) {
        let age_most_ms = self.mapping.age_most_ms.unwrap_or(RETENTION_MS);
        let is_too_old = |record: &&&StreamRecord| record.at.plus_ms(age_most_ms) < self.now;
        let too_old = records.iter().take_while(is_too_old).count();
        // A record that is no longer in the stream counts as discarded.
        self.state.counts.discarded += span.count.saturating_sub(records.len() as u64);
        let (old, records) = records.split_at(too_old);
        self.give_up(reader, span, old, true);
        let (Some(first), Some(last)) = (records.first(), records.last()) else { return };
        let count = records.len() as u64;
        let span = Span { first: first.sequence, last: last.sequence, count, ..span };
        let counts = &mut self.state.counts;
        counts.invocations += 1;
        counts.handed += count;
        counts.repeated += records.iter().filter(|record| record.sequence < lane.handed_to).count() as u64;
        lane.handed_to = lane.handed_to.max(span.last + 1);
        let batch = counts.invocations;
        let outcome = match self.mapping.code {
            Some(_) => Outcome::Awaited,
            None => self.mapping.handler.outcome(records, &self.stream.definition.key, batch, self.seed),
        };
        let age_ms = self.now.epoch_ms.saturating_sub(last.at.epoch_ms);
        let (starts_from, lanes) = (self.mapping.starts_from, self.mapping.lanes);
        self.state.shard_mut(reader.shard.shard, starts_from, lanes).iterator_age_ms = age_ms;
        let done_at = self.now.plus_ms(self.mapping.handler.duration_ms);
        lane.in_flight = Some(Flight { span, batch, started_at: self.now, done_at, outcome });
    }

    fn finish(&mut self, reader: LaneReader<'a>, lane: &mut Lane, flight: Flight) {
        self.report_invocation(reader, flight);
        let span = flight.span;
        let (failed_at, done) = match flight.outcome {
            Outcome::Done => {
                self.state.counts.delivered += span.count;
                return;
            }
            // The records before the failed one count as processed if the function reports item failures.
            Outcome::FailedAt(sequence) if self.mapping.reports_items => (sequence, true),
            // An awaited invocation counts as failed if the mapping no longer has that handler.
            Outcome::FailedAt(_) | Outcome::Failed | Outcome::Awaited => (span.first, false),
        };
        self.state.counts.failed_invocations += 1;
        let records: Vec<&StreamRecord> =
            reader.records_of(span).filter(|record| self.matches(record)).collect();
        let failed = records.partition_point(|record| record.sequence < failed_at);
        let (delivered, left) = records.split_at(failed);
        if done {
            self.state.counts.delivered += delivered.len() as u64;
        }
        let Some(first) = left.first() else { return };
        let count = left.len() as u64;
        let rest = Span { first: first.sequence, count, not_before: self.now, ..span };
        if done && failed > 0 {
            // A new batch that begins with the failed record.
            lane.waiting.push(Span { retries: 0, not_before: self.later(0), ..rest });
        } else if self.mapping.bisects && left.len() > 1 {
            let (one, other) = left.split_at(left.len() / 2);
            if let (Some(end), Some(begin)) = (one.last(), other.first()) {
                lane.waiting.push(Span { first: begin.sequence, count: other.len() as u64, ..rest });
                lane.waiting.push(Span { last: end.sequence, count: one.len() as u64, ..rest });
            }
        } else if self.mapping.retries_most.is_some_and(|most| span.retries >= most) {
            self.give_up(reader, rest, left, false);
        } else {
            let not_before = self.later(span.retries);
            lane.waiting.push(Span { retries: span.retries + 1, not_before, ..rest });
        }
    }

    /// Returns the time of the next retry. The wait doubles with each retry.
    fn later(&self, retries: u64) -> Timestamp {
        let factor = 1 << retries.min(16);
        self.now.plus_ms((self.retry_ms * factor).min(RETRY_MOST_MS.max(self.retry_ms)))
    }

    fn give_up(&mut self, reader: LaneReader<'a>, span: Span, records: &[&StreamRecord], too_old: bool) {
        let (Some(first), Some(last)) = (records.first(), records.last()) else { return };
        let count = records.len() as u64;
        match self.mapping.on_failure {
            Some(_) => self.state.counts.dead_lettered += count,
            None => self.state.counts.discarded += count,
        }
        self.given_up.push(DeadLetter {
            shard: reader.shard.shard.name(),
            first: first.sequence,
            last: last.sequence,
            count,
            invocations: span.retries + u64::from(!too_old),
            too_old,
            at: self.now,
            first_arrived_at: first.at,
        });
    }

    fn report_invocation(&mut self, reader: LaneReader<'a>, flight: Flight) {
        let invocations = &mut self.state.invocations;
        invocations.push(Invocation { shard: reader.shard.shard.name(), lane: reader.number, flight });
        let oldest = invocations.len().saturating_sub(INVOCATIONS_KEPT);
        invocations.drain(..oldest);
        self.trace.emit(|| EventKind::Invoked {
            mapping: self.mapping.name.clone(),
            count: flight.span.count,
            retries: flight.span.retries,
            failed: flight.outcome != Outcome::Done,
            at: self.now,
        });
    }
}
