//! Pending writes, which have not reached all followers and global indexes. A follower has the current data without its missing
//! writes. A write is kept with the replaced item until all have received it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader};
use dynalab_types::{KeyBytes, PackedItem, Timestamp, fingerprint};

use crate::codec::primitives::{read_optional_item, write_optional_item};
use crate::codec::record_form;
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::settings::zone::Zone;

/// The maximum number of pending writes per item. Above it, the two oldest arrive together.
const WRITES_MAX: usize = 32;

/// A receiver of replicated writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follower<'a> {
    Replica(Zone),
    Index(&'a str),
}

/// A write that some followers do not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingWrite {
    pub written_at: Timestamp,
    /// The time of arrival at the replica in each zone.
    pub replicas: [Timestamp; 3],
    /// The time of arrival at each affected global index.
    pub indexes: Vec<(Arc<str>, Timestamp)>,
    pub before: Option<PackedItem>,
}

impl PendingWrite {
    /// Returns the time at which the write arrives at a follower.
    #[inline]
    pub fn arrival_time(&self, follower: Follower) -> Timestamp {
        match follower {
            Follower::Replica(zone) => self.replicas[zone.place()],
            Follower::Index(name) => self
                .indexes
                .iter()
                .find(|(index, _)| index.as_ref() == name)
                .map_or(self.written_at, |(_, at)| *at),
        }
    }

    /// Returns true if the write changes this index.
    pub fn affects_index(&self, index: &str) -> bool {
        self.indexes.iter().any(|(touched, _)| touched.as_ref() == index)
    }

    /// Returns when all replicas and indexes have received it.
    pub fn completion_time(&self) -> Timestamp {
        let indexes = self.indexes.iter().map(|(_, at)| *at);
        self.replicas.into_iter().chain(indexes).max().unwrap_or(self.written_at)
    }
}

/// The pending writes of one table by item, oldest first. They are derived from the records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplicationQueue {
    items: BTreeMap<KeyBytes, Vec<PendingWrite>>,
    /// For each item, when all have received its last write.
    ends: BTreeSet<(Timestamp, KeyBytes)>,
}

/// The content of a record.
pub struct ItemQueue {
    pub key: KeyBytes,
    pub writes: Vec<PendingWrite>,
}

impl ItemQueue {
    /// Returns the key of the record that stores the queue of an item.
    pub fn record_key(table: &str, key: &KeyBytes) -> RecordKey {
        RecordKey::of_table(RecordKind::UNDERWAY, table, &format!("{:032x}", fingerprint(key.as_slice())))
    }

    /// Returns the input for random numbers.
    pub fn hash(&self) -> u64 {
        fingerprint(self.key.as_slice()) as u64
    }

    /// Returns the arrival time, not earlier than that of an older pending write.
    pub fn after_last(&self, follower: Follower, arrives: Timestamp) -> Timestamp {
        self.writes.iter().map(|write| write.arrival_time(follower)).fold(arrives, Timestamp::max)
    }

    /// Adds a write at the end. If the queue is too long, the two oldest writes become one.
    pub fn push(&mut self, write: PendingWrite) {
        self.writes.push(write);
        if self.writes.len() > WRITES_MAX {
            let second = self.writes.remove(1);
            if let Some(first) = self.writes.first_mut() {
                first.replicas = second.replicas;
                let left = first.indexes.iter().filter(|(index, _)| !second.affects_index(index));
                first.indexes = left.chain(&second.indexes).cloned().collect();
            }
        }
    }

    /// Encodes the queue.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.slice(self.key.as_slice());
        writer.unsigned(self.writes.len() as u64);
        for write in &self.writes {
            writer.unsigned(write.written_at.epoch_ms);
            write.replicas.iter().for_each(|at| writer.unsigned(at.epoch_ms));
            writer.unsigned(write.indexes.len() as u64);
            for (index, at) in &write.indexes {
                writer.text(index);
                writer.unsigned(at.epoch_ms);
            }
            write_optional_item(write.before.as_ref(), &mut writer);
        }
        writer.bytes
    }

    /// Reads the bytes of `to_bytes`.
    ///
    /// # Errors
    /// The bytes are no queue.
    pub fn from_bytes(bytes: &[u8]) -> Result<ItemQueue, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let reader = &mut reader;
        let timestamp = |reader: &mut Reader| reader.unsigned().map(Timestamp::from_epoch_ms);
        let key = KeyBytes::from_vec(reader.slice()?.to_vec());
        let mut writes = Vec::new();
        for _ in 0..reader.count()? {
            let written_at = timestamp(reader)?;
            let replicas = [timestamp(reader)?, timestamp(reader)?, timestamp(reader)?];
            let mut indexes = Vec::new();
            for _ in 0..reader.count()? {
                indexes.push((reader.text()?.into(), timestamp(reader)?));
            }
            let before = read_optional_item(reader)?;
            writes.push(PendingWrite { written_at, replicas, indexes, before });
        }
        Ok(ItemQueue { key, writes })
    }
}

impl ReplicationQueue {
    /// Updates the pending writes when a record is replaced.
    pub(crate) fn set(&mut self, before: Option<&[u8]>, after: Option<&[u8]>) {
        let read = |bytes: Option<&[u8]>| bytes.and_then(|bytes| ItemQueue::from_bytes(bytes).checked());
        if let Some(before) = read(before) {
            self.items.remove(&before.key);
            self.ends.remove(&(last_completion_time(&before.writes), before.key));
        }
        if let Some(after) = read(after) {
            self.ends.insert((last_completion_time(&after.writes), after.key.clone()));
            self.items.insert(after.key, after.writes);
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the number of items with pending writes.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the pending writes of an item, the oldest first.
    #[inline]
    pub fn of_item(&self, key: &KeyBytes) -> &[PendingWrite] {
        self.items.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the items in the order of keys.
    pub fn iter(&self) -> impl Iterator<Item = (&KeyBytes, &[PendingWrite])> {
        self.items.iter().map(|(key, writes)| (key, writes.as_slice()))
    }

    /// Returns the item whose writes arrive first at all replicas and indexes.
    pub fn first_to_complete(&self) -> Option<(Timestamp, &KeyBytes)> {
        self.ends.first().map(|(at, key)| (*at, key))
    }

    /// Returns the items whose writes have reached all replicas and indexes, in that order.
    pub fn completed_items(&self, now: Timestamp) -> impl Iterator<Item = &KeyBytes> {
        self.ends.iter().take_while(move |(at, _)| *at <= now).map(|(_, key)| key)
    }
}

fn last_completion_time(writes: &[PendingWrite]) -> Timestamp {
    writes.iter().map(PendingWrite::completion_time).max().unwrap_or_default()
}

/// Returns the writes that a follower has not received, oldest first. It has the item from before the first of them.
pub fn missing_writes<'a>(
    writes: &'a [PendingWrite],
    follower: Follower,
    now: Timestamp,
) -> &'a [PendingWrite] {
    let got = writes.iter().take_while(|write| write.arrival_time(follower) <= now).count();
    writes.get(got..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_epoch_ms(ms)
    }

    fn write(written: u64, replicas: [u64; 3]) -> PendingWrite {
        let indexes = vec![("ByG".into(), at(written + 100))];
        PendingWrite { written_at: at(written), replicas: replicas.map(at), indexes, before: None }
    }

    #[test]
    fn a_record_is_kept_and_followed() {
        let item = ItemQueue { key: KeyBytes::from_vec(vec![1; 12]), writes: vec![write(5, [5, 9, 30])] };
        let mut replication_queue = ReplicationQueue::default();
        replication_queue.set(None, Some(&item.to_bytes()));
        assert_eq!(replication_queue.of_item(&item.key), item.writes);
        assert_eq!(replication_queue.first_to_complete(), Some((at(105), &item.key)));
        replication_queue.set(Some(&item.to_bytes()), None);
        assert_eq!(replication_queue, ReplicationQueue::default());
    }

    #[test]
    fn each_follower_misses_what_has_not_arrived() {
        let writes = [write(5, [5, 9, 30]), write(6, [6, 12, 30])];
        let missed = |zone, now| missing_writes(&writes, Follower::Replica(zone), at(now)).len();
        assert_eq!([missed(Zone::A, 6), missed(Zone::B, 9), missed(Zone::C, 29)], [0, 1, 2]);
        assert_eq!(missing_writes(&writes, Follower::Index("ByG"), at(105)).len(), 1);
        assert_eq!(missing_writes(&writes, Follower::Index("Other"), at(6)).len(), 0);
    }

    #[test]
    fn of_a_hot_item_the_oldest_arrive_together() {
        let mut item = ItemQueue { key: KeyBytes::from_vec(vec![1; 12]), writes: Vec::new() };
        (0..=WRITES_MAX as u64).for_each(|number| item.push(write(number, [number, 500 + number, number])));
        assert_eq!(item.writes.len(), WRITES_MAX);
        assert_eq!(item.writes[0].replicas[1], at(501));
        assert_eq!(item.writes[1].replicas[1], at(502));
    }
}
