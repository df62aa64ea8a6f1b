//! What is known of one partition: what its reads and writes took, how hot it is, how much is in it, and how often it refused.

use dynalab_capacity::admission::{CapacityRules, PartitionFlow, PartitionLimits};
use dynalab_capacity::heat::{Heat, WatchedKey};
use dynalab_capacity::second_window::SecondWindow;
use dynalab_capacity::token_bucket::TokenBucket;
use dynalab_types::binary::{Malformed, Reader, Writer};

use super::map_codec::{read_boundary, write_boundary};
use crate::charges::CapacityKind;
use crate::registry::{RecordKey, RecordKind};
use crate::table::IndexDefinition;

/// Something for reads, and the same for writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByKind<T> {
    pub read: T,
    pub write: T,
}

impl<T> ByKind<T> {
    pub fn of(&self, kind: CapacityKind) -> &T {
        match kind {
            CapacityKind::Read => &self.read,
            CapacityKind::Write => &self.write,
        }
    }

    pub fn of_mut(&mut self, kind: CapacityKind) -> &mut T {
        match kind {
            CapacityKind::Read => &mut self.read,
            CapacityKind::Write => &mut self.write,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartitionState {
    pub flows: ByKind<PartitionFlow>,
    /// Requests refused.
    pub throttled: ByKind<u64>,
    pub heat: Heat,
    /// Measured once, and followed since.
    pub size_bytes: u64,
    /// It could not be split when it was full, and is not looked at before it has grown to that.
    pub next_look_bytes: u64,
}

impl PartitionState {
    pub fn key(table: &str, index: Option<&IndexDefinition>, id: u64) -> RecordKey {
        let index = index.map_or("", |index| &index.name);
        RecordKey::of_table(RecordKind::PARTITION, table, &format!("{index}/{id}"))
    }

    pub fn begun(limits: &ByKind<PartitionLimits>, at_ms: u64, size_bytes: u64) -> PartitionState {
        let begun = |limits| PartitionFlow::begun(limits, at_ms);
        let flows = ByKind { read: begun(limits.read), write: begun(limits.write) };
        PartitionState { flows, size_bytes, ..PartitionState::default() }
    }

    /// Goes to that moment. A second that ended may have been a busy one.
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

    /// One of the two that come out of a split.
    pub fn halved(&self, size_bytes: u64) -> PartitionState {
        let flows = ByKind { read: self.flows.read.halved(), write: self.flows.write.halved() };
        PartitionState { flows, size_bytes, ..PartitionState::default() }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        for flow in [&self.flows.read, &self.flows.write] {
            write_window(&flow.window, &mut writer);
            write_bucket(&flow.share, &mut writer);
        }
        for number in [self.throttled.read, self.throttled.write, self.size_bytes, self.next_look_bytes] {
            writer.unsigned(number);
        }
        write_heat(&self.heat, &mut writer);
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<PartitionState, Malformed> {
        let mut reader = Reader::new(bytes);
        let mut flow = || -> Result<PartitionFlow, Malformed> {
            Ok(PartitionFlow { window: read_window(&mut reader)?, share: read_bucket(&mut reader)? })
        };
        let flows = ByKind { read: flow()?, write: flow()? };
        Ok(PartitionState {
            flows,
            throttled: ByKind { read: reader.unsigned()?, write: reader.unsigned()? },
            size_bytes: reader.unsigned()?,
            next_look_bytes: reader.unsigned()?,
            heat: read_heat(&mut reader)?,
        })
    }
}

pub(super) fn write_window(window: &SecondWindow, writer: &mut Writer) {
    for number in [window.second, window.used_milli, window.last_milli] {
        writer.unsigned(number);
    }
}

pub(super) fn read_window(reader: &mut Reader) -> Result<SecondWindow, Malformed> {
    Ok(SecondWindow {
        second: reader.unsigned()?,
        used_milli: reader.unsigned()?,
        last_milli: reader.unsigned()?,
    })
}

/// The sign of the level comes first.
pub(super) fn write_bucket(bucket: &TokenBucket, writer: &mut Writer) {
    writer.byte(u8::from(bucket.level_milli < 0));
    for number in [bucket.level_milli.unsigned_abs(), bucket.at_ms, bucket.rest_micro] {
        writer.unsigned(number);
    }
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

/// A partition that is not busy has watched nothing.
fn write_heat(heat: &Heat, writer: &mut Writer) {
    writer.unsigned(heat.since_second.map_or(0, |second| second + 1));
    if heat.since_second.is_none() {
        return;
    }
    writer.unsigned(heat.seen);
    writer.unsigned(heat.rising);
    writer.byte(u8::from(heat.last_key.is_some()));
    if let Some(key) = &heat.last_key {
        write_boundary(key, writer);
    }
    writer.unsigned(heat.watched.len() as u64);
    for watched in &heat.watched {
        write_boundary(&watched.key, writer);
        writer.unsigned(watched.milli);
    }
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
}
