//! What a mapping keeps, as bytes and back.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::database::Database;
use crate::definition_codec::{read_flag, read_time, write_time};
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::service::event_source::handler::Outcome;
use crate::service::event_source::state::{
    Counts, DeadLetter, Flight, Invocation, Lane, MappingState, ShardState, Span,
};
use crate::service::stream_shards::ShardName;

impl Counts {
    fn numbers(&mut self) -> [&mut u64; 8] {
        [
            &mut self.invocations,
            &mut self.failed_invocations,
            &mut self.handed,
            &mut self.repeated,
            &mut self.delivered,
            &mut self.filtered,
            &mut self.dead_lettered,
            &mut self.discarded,
        ]
    }
}

impl MappingState {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        write_time(self.wakes_at, &mut writer);
        self.counts.clone().numbers().into_iter().for_each(|number| writer.unsigned(*number));
        writer.unsigned(self.shards.len() as u64);
        for shard in &self.shards {
            write_shard(shard.shard, &mut writer);
            writer.unsigned(shard.iterator_age_ms);
            writer.unsigned(shard.lanes.len() as u64);
            shard.lanes.iter().for_each(|lane| write_lane(lane, &mut writer));
        }
        writer.unsigned(self.invocations.len() as u64);
        for invocation in &self.invocations {
            write_shard(invocation.shard, &mut writer);
            writer.unsigned(invocation.lane);
            write_flight(&invocation.flight, &mut writer);
        }
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<MappingState, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut state = MappingState { wakes_at: read_time(&mut reader)?, ..MappingState::default() };
        for number in state.counts.numbers() {
            *number = reader.unsigned()?;
        }
        for _ in 0..reader.count()? {
            let shard = read_shard(&mut reader)?;
            let iterator_age_ms = reader.unsigned()?;
            let mut lanes = Vec::new();
            for _ in 0..reader.count()? {
                lanes.push(read_lane(&mut reader)?);
            }
            state.shards.push(ShardState { shard, lanes, iterator_age_ms });
        }
        for _ in 0..reader.count()? {
            state.invocations.push(Invocation {
                shard: read_shard(&mut reader)?,
                lane: reader.unsigned()?,
                flight: read_flight(&mut reader)?,
            });
        }
        Ok(state)
    }
}

fn write_shard(shard: ShardName, writer: &mut Writer) {
    writer.unsigned(shard.number);
    writer.unsigned(shard.opened_at.epoch_ms);
}

fn read_shard(reader: &mut Reader) -> Result<ShardName, Malformed> {
    let (number, opened_at_ms) = (reader.unsigned()?, reader.unsigned()?);
    Ok(ShardName { number, opened_at: Timestamp::from_epoch_ms(opened_at_ms) })
}

fn write_lane(lane: &Lane, writer: &mut Writer) {
    writer.unsigned(lane.position);
    writer.unsigned(lane.handed_to);
    writer.unsigned(lane.waiting.len() as u64);
    lane.waiting.iter().for_each(|span| write_span(span, writer));
    writer.byte(u8::from(lane.in_flight.is_some()));
    lane.in_flight.iter().for_each(|flight| write_flight(flight, writer));
    write_time(lane.window_since, writer);
}

fn read_lane(reader: &mut Reader) -> Result<Lane, Malformed> {
    let mut lane = Lane { position: reader.unsigned()?, handed_to: reader.unsigned()?, ..Lane::default() };
    for _ in 0..reader.count()? {
        lane.waiting.push(read_span(reader)?);
    }
    if read_flag(reader)? {
        lane.in_flight = Some(read_flight(reader)?);
    }
    lane.window_since = read_time(reader)?;
    Ok(lane)
}

fn write_span(span: &Span, writer: &mut Writer) {
    [span.first, span.last, span.count, span.retries, span.not_before.epoch_ms]
        .into_iter()
        .for_each(|number| writer.unsigned(number));
}

fn read_span(reader: &mut Reader) -> Result<Span, Malformed> {
    Ok(Span {
        first: reader.unsigned()?,
        last: reader.unsigned()?,
        count: reader.unsigned()?,
        retries: reader.unsigned()?,
        not_before: Timestamp::from_epoch_ms(reader.unsigned()?),
    })
}

fn write_flight(flight: &Flight, writer: &mut Writer) {
    write_span(&flight.span, writer);
    [flight.batch, flight.started_at.epoch_ms, flight.done_at.epoch_ms]
        .into_iter()
        .for_each(|number| writer.unsigned(number));
    let (outcome, at) = match flight.outcome {
        Outcome::Done => (0, 0),
        Outcome::Failed => (1, 0),
        Outcome::FailedAt(sequence) => (2, sequence),
        Outcome::Awaited => (3, 0),
    };
    writer.byte(outcome);
    writer.unsigned(at);
}

fn read_flight(reader: &mut Reader) -> Result<Flight, Malformed> {
    Ok(Flight {
        span: read_span(reader)?,
        batch: reader.unsigned()?,
        started_at: Timestamp::from_epoch_ms(reader.unsigned()?),
        done_at: Timestamp::from_epoch_ms(reader.unsigned()?),
        outcome: match (reader.byte()?, reader.unsigned()?) {
            (0, _) => Outcome::Done,
            (1, _) => Outcome::Failed,
            (2, sequence) => Outcome::FailedAt(sequence),
            (3, _) => Outcome::Awaited,
            _ => return Err(Malformed),
        },
    })
}

impl DeadLetter {
    pub fn key(mapping: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::DEAD_LETTERS, mapping)
    }

    /// Of a mapping, the newest last.
    pub fn all(database: &Database, mapping: &str) -> Vec<DeadLetter> {
        let bytes = database.record(&DeadLetter::key(mapping));
        bytes.and_then(|bytes| DeadLetter::read_all(bytes).checked()).unwrap_or_default()
    }

    pub fn bytes_of(letters: &[DeadLetter]) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.unsigned(letters.len() as u64);
        for letter in letters {
            write_shard(letter.shard, &mut writer);
            let times = [letter.at.epoch_ms, letter.first_arrived_at.epoch_ms];
            [letter.first, letter.last, letter.count, letter.invocations]
                .into_iter()
                .chain(times)
                .for_each(|number| writer.unsigned(number));
            writer.byte(u8::from(letter.too_old));
        }
        writer.bytes
    }

    pub fn read_all(bytes: &[u8]) -> Result<Vec<DeadLetter>, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut letters = Vec::new();
        for _ in 0..reader.count()? {
            letters.push(DeadLetter {
                shard: read_shard(&mut reader)?,
                first: reader.unsigned()?,
                last: reader.unsigned()?,
                count: reader.unsigned()?,
                invocations: reader.unsigned()?,
                at: Timestamp::from_epoch_ms(reader.unsigned()?),
                first_arrived_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                too_old: read_flag(&mut reader)?,
            });
        }
        Ok(letters)
    }
}
