//! The state of one partition: consumption, heat, size, and throttled requests.

use dynalab_capacity::admission::{CapacityRules, PartitionFlow, PartitionLimits};
use dynalab_capacity::heat::{Heat, WatchedKey};
use dynalab_capacity::second_window::SecondWindow;
use dynalab_capacity::token_bucket::TokenBucket;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::IndexDefinition;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use super::map_codec::read_boundary;

/// A pair of values for reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ByKind<T> {
    pub read: T,
    pub write: T,
}

impl<T> ByKind<T> {
    /// Returns the value for a kind of capacity.
    pub fn get(&self, kind: CapacityKind) -> &T {
        match kind {
            CapacityKind::Read => &self.read,
            CapacityKind::Write => &self.write,
        }
    }

    /// Returns the value for a kind of capacity, to change it.
    pub fn of_mut(&mut self, kind: CapacityKind) -> &mut T {
        match kind {
            CapacityKind::Read => &mut self.read,
            CapacityKind::Write => &mut self.write,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartitionState {
    pub flows: ByKind<PartitionFlow>,
    /// The number of throttled requests.
    pub throttled: ByKind<u64>,
    pub heat: Heat,
    /// Measured once, then updated by each write.
    pub size_bytes: u64,
    /// If a full partition could not be split, it is checked again at this size in bytes.
    pub next_look_bytes: u64,
}

impl PartitionState {
    /// Returns the key of the record of a table or index.
    pub fn key(table: &str, index: Option<&IndexDefinition>, id: u64) -> RecordKey {
        let index = index.map_or("", |index| &index.name);
        RecordKey::of_table(RecordKind::PARTITION, table, &format!("{index}/{id}"))
    }

    /// Returns the state of a partition that begins at this time with this size.
    pub fn begun(limits: &ByKind<PartitionLimits>, at_ms: u64, size_bytes: u64) -> PartitionState {
        let begun = |limits| PartitionFlow::begun(limits, at_ms);
        let flows = ByKind { read: begun(limits.read), write: begun(limits.write) };
        PartitionState { flows, size_bytes, ..PartitionState::default() }
    }

    /// Advances the state to a time. A completed second counts for the heat.
    pub fn roll(&mut self, rules: &CapacityRules, limits: &ByKind<PartitionLimits>, now_ms: u64) {
        let read = self.flows.read.roll(limits.read, now_ms);
        let write = self.flows.write.roll(limits.write, now_ms);
        let Some(ended) = read.or(write) else { return };
        let permille = |used: u64, limits: PartitionLimits| {
            (u128::from(used) * 1_000 / u128::from(limits.ceiling_milli.max(1))) as u64
        };
        let of_reads = permille(read.map_or(0, |read| read.used_milli), limits.read);
        let of_writes = permille(write.map_or(0, |write| write.used_milli), limits.write);
        self.heat.end_second(rules, ended.second, now_ms / 1_000, of_reads.max(of_writes));
    }

    /// Returns the state of one of the two parts of a split.
    pub fn halved(&self, size_bytes: u64) -> PartitionState {
        let flows = ByKind { read: self.flows.read.halved(), write: self.flows.write.halved() };
        PartitionState { flows, size_bytes, ..PartitionState::default() }
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<PartitionState, Malformed> {
        record_form::read(bytes, PartitionState::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<PartitionState, Malformed> {
        let mut flow = || -> Result<PartitionFlow, Malformed> {
            Ok(PartitionFlow { window: read_window(reader)?, share: read_bucket(reader)? })
        };
        let flows = ByKind { read: flow()?, write: flow()? };
        Ok(PartitionState {
            flows,
            throttled: ByKind { read: reader.unsigned()?, write: reader.unsigned()? },
            size_bytes: reader.unsigned()?,
            next_look_bytes: reader.unsigned()?,
            heat: read_heat(reader)?,
        })
    }
}

pub(super) fn read_window(reader: &mut Reader) -> Result<SecondWindow, Malformed> {
    Ok(SecondWindow {
        second: reader.unsigned()?,
        used_milli: reader.unsigned()?,
        last_milli: reader.unsigned()?,
    })
}

pub(super) fn read_bucket(reader: &mut Reader) -> Result<TokenBucket, Malformed> {
    let is_owed = reader.byte()? == 1;
    let level_milli = i64::try_from(reader.unsigned()?).map_err(|_| Malformed)?;
    Ok(TokenBucket {
        level_milli: if is_owed { -level_milli } else { level_milli },
        at_ms: reader.unsigned()?,
        rest_micro: reader.unsigned()?,
    })
}

fn read_heat(reader: &mut Reader) -> Result<Heat, Malformed> {
    let Some(second) = reader.unsigned()?.checked_sub(1) else { return Ok(Heat::default()) };
    let mut heat = Heat { since_second: Some(second), ..Heat::default() };
    heat.seen = reader.unsigned()?;
    heat.rising = reader.unsigned()?;
    if reader.byte()? == 1 {
        heat.last_key = Some(read_boundary(reader)?);
    }
    for _ in 0..reader.count()? {
        heat.watched.push(WatchedKey { key: read_boundary(reader)?, milli: reader.unsigned()? });
    }
    Ok(heat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_capacity::partition_map::KeyBoundary;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let rules = CapacityRules::OF_THE_SERVICE;
        let mut state = PartitionState { size_bytes: 77, ..PartitionState::default() };
        state.throttled.write = 3;
        state.flows.read.share.level_milli = -5;
        state.flows.write.window.used_milli = 1_000_000;
        assert_eq!(PartitionState::from_bytes(&state.to_bytes()), Ok(state.clone()));
        state.heat.end_second(&rules, 8, 9, 900);
        state.heat.watch(b"12345678abc", 1_500);
        assert_eq!(PartitionState::from_bytes(&state.to_bytes()), Ok(state));
    }

    #[test]
    fn a_state_without_a_version_is_read() {
        const BEFORE: &[u8] = &[
            1, 2, 3, 1, 5, 172, 2, 1, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12, 13, 9, 14, 15, 1, 8, 128, 0, 0, 0, 0,
            0, 0, 0, 1, 107, 1, 8, 0, 0, 0, 0, 0, 0, 0, 2, 0, 220, 11,
        ];
        let bucket = |level_milli, at_ms, rest_micro| TokenBucket { level_milli, at_ms, rest_micro };
        let window = |second, used_milli, last_milli| SecondWindow { second, used_milli, last_milli };
        let flow = |window, share| PartitionFlow { window, share };
        let heat = Heat {
            since_second: Some(8),
            watched: vec![WatchedKey { key: KeyBoundary { hash: 2, rest: [].into() }, milli: 1_500 }],
            last_key: Some(KeyBoundary { hash: 1 << 63, rest: (*b"k").into() }),
            seen: 14,
            rising: 15,
        };
        let read = flow(window(1, 2, 3), bucket(-5, 300, 1));
        let write = flow(window(4, 5, 6), bucket(7, 8, 9));
        let kept = PartitionState {
            flows: ByKind { read, write },
            throttled: ByKind { read: 10, write: 11 },
            heat,
            size_bytes: 12,
            next_look_bytes: 13,
        };
        assert_eq!(PartitionState::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(PartitionState::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
