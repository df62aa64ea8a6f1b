//! Encodes and decodes the state of a mapping.

use dynalab_engine::codec::primitives::{read_flag, read_time};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};

use crate::event_source::handler::Outcome;
use crate::event_source::state::{
    Counts, DeadLetter, Flight, Invocation, Lane, MappingState, ShardState, Span,
};
use crate::stream_shards::ShardName;

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
    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<MappingState, Malformed> {
        record_form::read(bytes, MappingState::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<MappingState, Malformed> {
        let mut state = MappingState { wakes_at: read_time(reader)?, ..MappingState::default() };
        for number in state.counts.numbers() {
            *number = reader.unsigned()?;
        }
        for _ in 0..reader.count()? {
            let shard = read_shard(reader)?;
            let iterator_age_ms = reader.unsigned()?;
            let mut lanes = Vec::new();
            for _ in 0..reader.count()? {
                lanes.push(read_lane(reader)?);
            }
            state.shards.push(ShardState { shard, lanes, iterator_age_ms });
        }
        for _ in 0..reader.count()? {
            state.invocations.push(Invocation {
                shard: read_shard(reader)?,
                lane: reader.unsigned()?,
                flight: read_flight(reader)?,
            });
        }
        Ok(state)
    }
}

fn read_shard(reader: &mut Reader) -> Result<ShardName, Malformed> {
    let (number, opened_at_ms) = (reader.unsigned()?, reader.unsigned()?);
    Ok(ShardName { number, opened_at: Timestamp::from_epoch_ms(opened_at_ms) })
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

fn read_span(reader: &mut Reader) -> Result<Span, Malformed> {
    Ok(Span {
        first: reader.unsigned()?,
        last: reader.unsigned()?,
        count: reader.unsigned()?,
        retries: reader.unsigned()?,
        not_before: Timestamp::from_epoch_ms(reader.unsigned()?),
    })
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
    /// Returns the key of the record with this name.
    pub fn key(mapping: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::DEAD_LETTERS, mapping)
    }

    /// Returns the dead letters of a mapping, newest last.
    pub fn all(database: &Database, mapping: &str) -> Vec<DeadLetter> {
        let bytes = database.record(&DeadLetter::key(mapping));
        bytes.and_then(|bytes| DeadLetter::read_all(bytes).checked()).unwrap_or_default()
    }

    /// Encodes the dead letters of a mapping.
    pub fn bytes_of(letters: &[DeadLetter]) -> Vec<u8> {
        record_form::write(&letters)
    }

    /// Decodes the dead letters of a mapping.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<DeadLetter>, Malformed> {
        record_form::read(bytes, DeadLetter::read_all_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_all_older(reader: &mut Reader) -> Result<Vec<DeadLetter>, Malformed> {
        let mut letters = Vec::new();
        for _ in 0..reader.count()? {
            letters.push(DeadLetter {
                shard: read_shard(reader)?,
                first: reader.unsigned()?,
                last: reader.unsigned()?,
                count: reader.unsigned()?,
                invocations: reader.unsigned()?,
                at: Timestamp::from_epoch_ms(reader.unsigned()?),
                first_arrived_at: Timestamp::from_epoch_ms(reader.unsigned()?),
                too_old: read_flag(reader)?,
            });
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_epoch_ms(ms)
    }

    const SHARD: ShardName = ShardName { number: 3, opened_at: Timestamp { epoch_ms: 1_000 } };

    fn flight(outcome: Outcome) -> Flight {
        let span = Span { first: 1, last: 9, count: 8, retries: 1, not_before: at(2_000) };
        Flight { span, batch: 4, started_at: at(500), done_at: at(600), outcome }
    }

    #[test]
    fn a_state_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[
            51, 1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 232, 7, 77, 2, 10, 12, 1, 1, 9, 8, 1, 208, 15, 1, 1, 9, 8, 1,
            208, 15, 4, 244, 3, 216, 4, 2, 5, 189, 5, 172, 2, 0, 0, 0, 0, 1, 3, 232, 7, 1, 1, 9, 8, 1, 208,
            15, 4, 244, 3, 216, 4, 3, 0,
        ];
        let counts = Counts {
            invocations: 1,
            failed_invocations: 2,
            handed: 3,
            repeated: 4,
            delivered: 5,
            filtered: 6,
            dead_lettered: 7,
            discarded: 8,
        };
        let busy = Lane {
            position: 10,
            handed_to: 12,
            waiting: vec![flight(Outcome::Done).span],
            in_flight: Some(flight(Outcome::FailedAt(5))),
            window_since: Some(at(700)),
        };
        let lanes = vec![busy, Lane { position: 300, ..Lane::default() }];
        let kept = MappingState {
            wakes_at: Some(at(50)),
            counts,
            shards: vec![ShardState { shard: SHARD, lanes, iterator_age_ms: 77 }],
            invocations: vec![Invocation { shard: SHARD, lane: 1, flight: flight(Outcome::Awaited) }],
        };
        assert_eq!(MappingState::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(MappingState::from_bytes(&kept.to_bytes()), Ok(kept.clone()));
        for bytes in [BEFORE, &kept.to_bytes()] {
            assert_eq!(record_form::read_first(bytes, read_time), Ok(kept.wakes_at));
        }
    }

    #[test]
    fn letters_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[1, 3, 232, 7, 1, 9, 8, 172, 2, 60, 50, 1];
        let kept = vec![DeadLetter {
            shard: SHARD,
            first: 1,
            last: 9,
            count: 8,
            invocations: 300,
            too_old: true,
            at: at(60),
            first_arrived_at: at(50),
        }];
        assert_eq!(DeadLetter::read_all(BEFORE), Ok(kept.clone()));
        assert_eq!(DeadLetter::read_all(&DeadLetter::bytes_of(&kept)), Ok(kept));
    }
}
