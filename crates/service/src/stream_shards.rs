//! The shards of a stream: one for each partition of its table. A shard is closed when its partition splits, or when it has
//! been open for long enough. Its children continue it. A stream without stored shards has one shard.

pub(crate) mod shard_changes;
pub(crate) mod shard_records;

use dynalab_capacity::partition_map::KeyBoundary;
use dynalab_engine::codec::primitives::{read_flag, read_time, write_time};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::stream::{RETENTION_MS, Stream, StreamDefinition};
use dynalab_engine::error::{DynamoError, StreamError};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyBytes, Timestamp};
use serde::{Deserialize, Serialize};

/// A part of a stream: the records of a key range from one sequence number to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number in the order of creation. It is never reused in the stream.
    pub number: u64,
    pub parent: Option<ShardName>,
    pub from: KeyBoundary,
    /// The first key after the range. `None` for no upper limit.
    pub to: Option<KeyBoundary>,
    /// The sequence number of its first possible record.
    pub first: u64,
    pub opened_at: Timestamp,
    pub closed: Option<ShardEnd>,
}

/// The number and creation time that determine a shard's id. Children store it too, because they exist longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardName {
    pub number: u64,
    pub opened_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShardEnd {
    /// The sequence number of its last possible record. Less than the first one if it has no records.
    pub last: u64,
    pub at: Timestamp,
}

/// The shards of a stream that can still be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lineage {
    pub next_number: u64,
    /// In the order of their numbers.
    pub shards: Vec<Shard>,
}

/// What changes when a shard is opened or closed. A closed shard does not change any more and is a record of its own, so that a change
/// costs the same after many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenShards {
    /// The time when the next open shard has been open for long enough.
    pub rolls_at: Option<Timestamp>,
    pub next_number: u64,
    /// In the order of their numbers. In older records, the closed shards are among them.
    pub shards: Vec<Shard>,
}

impl Shard {
    fn whole(stream: &Stream) -> Shard {
        Shard {
            number: 0,
            parent: None,
            from: KeyBoundary::first(),
            to: None,
            first: 1,
            opened_at: stream.definition.created_at,
            closed: None,
        }
    }

    /// Returns what the id of the shard is made of.
    pub fn name(&self) -> ShardName {
        ShardName { number: self.number, opened_at: self.opened_at }
    }

    /// Returns the id of the shard in its stream.
    pub fn id(&self, stream: &StreamDefinition) -> String {
        self.name().id(stream)
    }

    /// Returns true if the shard records writes of the key.
    pub fn contains_key(&self, key: &KeyBytes) -> bool {
        let place = KeyBoundary::of_key(key.as_slice());
        self.from <= place && self.to.as_ref().is_none_or(|to| place < *to)
    }

    fn has_range(&self, from: &KeyBoundary, to: Option<&KeyBoundary>) -> bool {
        self.from == *from && self.to.as_ref() == to
    }

    /// Returns true if all its records are older than 24 hours.
    fn is_trimmed(&self, now: Timestamp) -> bool {
        self.closed.is_some_and(|end| end.at.plus_ms(RETENTION_MS) <= now)
    }
}

impl ShardName {
    /// Returns the id. Ids are in the order of numbers. The first shard has the id of the shard of a stream without stored
    /// shards.
    pub fn id(self, stream: &StreamDefinition) -> String {
        if self.number == 0 {
            return stream.shard_id();
        }
        let mark = dynalab_types::fingerprint(format!("{}/{}", stream.arn, self.number).as_bytes()) as u32;
        format!("shardId-{:017}{:03}-{mark:08x}", self.opened_at.epoch_ms, self.number % 1000)
    }
}

impl Lineage {
    /// Returns the shards of any stream, without those that cannot be read any more.
    pub fn load(database: &Database, stream: &Stream, now: Timestamp) -> Lineage {
        let Some(kept) = OpenShards::kept(database, &stream.definition.arn) else {
            let mut shards = vec![OpenShards::shard_of_one(stream)];
            shards.retain(|shard| !shard.is_trimmed(now));
            return Lineage { next_number: 1, shards };
        };
        let closed = closed_shards(database, &stream.definition.arn).map(|(_, shard)| shard);
        let mut shards: Vec<Shard> =
            closed.chain(kept.shards).filter(|shard| !shard.is_trimmed(now)).collect();
        shards.sort_by_key(|shard| shard.number);
        Lineage { next_number: kept.next_number, shards }
    }

    /// Returns a stream that can still be read, with its shards. 24 hours after it was closed, it no longer exists.
    ///
    /// # Errors
    /// `StreamError::NotFound` if there is no such stream.
    pub fn find<'a>(
        database: &'a Database,
        arn: &str,
        now: Timestamp,
    ) -> Result<(&'a Stream, Lineage), DynamoError> {
        let stream = database.stream(arn)?;
        let lineage = Lineage::load(database, stream, now);
        match stream.definition.closed && lineage.shards.is_empty() {
            true => Err(StreamError::NotFound { arn: arn.to_owned() }.into()),
            false => Ok((stream, lineage)),
        }
    }

    /// Returns the shard with this number.
    pub fn get(&self, number: u64) -> Option<&Shard> {
        let place = self.shards.binary_search_by_key(&number, |shard| shard.number).ok()?;
        self.shards.get(place)
    }
}

impl OpenShards {
    /// Returns the key of the record of a stream.
    pub fn key(stream: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::STREAM_SHARDS, stream)
    }

    /// Returns the stored shards.
    pub fn kept(database: &Database, stream: &str) -> Option<OpenShards> {
        OpenShards::from_bytes(database.record(&OpenShards::key(stream))?).checked()
    }

    /// Returns the single shard of a stream without stored shards.
    fn of_one(stream: &Stream) -> OpenShards {
        OpenShards { rolls_at: None, next_number: 1, shards: vec![OpenShards::shard_of_one(stream)] }
    }

    fn shard_of_one(stream: &Stream) -> Shard {
        let mut shard = Shard::whole(stream);
        if stream.definition.closed {
            // The time of closing is not stored: the core engine or an older version closed the stream. It was not before this.
            let at = stream.records.last().map_or(stream.definition.created_at, |record| record.at);
            shard.closed = Some(ShardEnd { last: stream.next_sequence - 1, at });
        }
        shard
    }

    /// Returns the shards that are not closed.
    pub fn open(&self) -> impl Iterator<Item = &Shard> {
        self.shards.iter().filter(|shard| shard.closed.is_none())
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        write_time(self.rolls_at, &mut writer);
        writer.unsigned(self.next_number);
        writer.unsigned(self.shards.len() as u64);
        self.shards.iter().for_each(|shard| shard.write(&mut writer));
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<OpenShards, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let (rolls_at, next_number) = (read_time(&mut reader)?, reader.unsigned()?);
        let mut shards = Vec::new();
        for _ in 0..reader.count()? {
            shards.push(Shard::read(&mut reader)?);
        }
        Ok(OpenShards { rolls_at, next_number, shards })
    }
}

/// Separates the ARN of a stream from the number of a closed shard. ARNs do not contain it.
const SEPARATOR: char = '\n';

/// Returns the key of a closed shard. The shards of a stream are in the order of their numbers.
pub(crate) fn closed_shard_key(stream: &str, number: u64) -> RecordKey {
    RecordKey::of_account(RecordKind::CLOSED_SHARD, &format!("{stream}{SEPARATOR}{number:020}"))
}

/// Returns the stored closed shards of a stream in the order of their numbers.
pub(crate) fn closed_shards<'a>(
    database: &'a Database,
    stream: &str,
) -> impl Iterator<Item = (&'a RecordKey, Shard)> + use<'a> {
    let prefix = format!("{stream}{SEPARATOR}");
    let records = database.registry().with_prefix(RecordKind::CLOSED_SHARD, "", &prefix);
    records.filter_map(|(key, bytes)| Some((key, Shard::from_bytes(bytes).checked()?)))
}

impl Shard {
    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        self.write(&mut writer);
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Shard, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let shard = Shard::read(&mut reader)?;
        if reader.is_empty() { Ok(shard) } else { Err(Malformed) }
    }

    fn write(&self, writer: &mut Writer) {
        writer.unsigned(self.number);
        writer.unsigned(self.parent.map_or(0, |parent| parent.number + 1));
        writer.unsigned(self.parent.map_or(0, |parent| parent.opened_at.epoch_ms));
        writer.slice(&self.from.to_bytes());
        writer.byte(u8::from(self.to.is_some()));
        if let Some(to) = &self.to {
            writer.slice(&to.to_bytes());
        }
        writer.unsigned(self.first);
        writer.unsigned(self.opened_at.epoch_ms);
        write_time(self.closed.map(|end| end.at), writer);
        writer.unsigned(self.closed.map_or(0, |end| end.last));
    }

    fn read(reader: &mut Reader) -> Result<Shard, Malformed> {
        Ok(Shard {
            number: reader.unsigned()?,
            parent: {
                let (number, opened_at) = (reader.unsigned()?.checked_sub(1), reader.unsigned()?);
                let opened_at = Timestamp::from_epoch_ms(opened_at);
                number.map(|number| ShardName { number, opened_at })
            },
            from: KeyBoundary::of_key(reader.slice()?),
            to: if read_flag(reader)? { Some(KeyBoundary::of_key(reader.slice()?)) } else { None },
            first: reader.unsigned()?,
            opened_at: Timestamp::from_epoch_ms(reader.unsigned()?),
            closed: {
                let (at, last) = (read_time(reader)?, reader.unsigned()?);
                at.map(|at| ShardEnd { last, at })
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_back() {
        let opened_at = Timestamp::from_epoch_ms(5);
        let first = Shard {
            number: 0,
            parent: None,
            from: KeyBoundary::first(),
            to: None,
            first: 1,
            opened_at,
            closed: Some(ShardEnd { last: 7, at: Timestamp::from_epoch_ms(9) }),
        };
        let half = KeyBoundary::of_hash(1 << 63);
        let left = Shard {
            number: 1,
            parent: Some(first.name()),
            to: Some(half.clone()),
            first: 8,
            closed: None,
            ..first.clone()
        };
        let right = Shard { number: 2, from: half, to: None, ..left.clone() };
        assert_eq!(Shard::from_bytes(&first.to_bytes()), Ok(first.clone()));
        let stored =
            OpenShards { rolls_at: Some(opened_at), next_number: 3, shards: vec![first, left, right] };
        assert_eq!(OpenShards::from_bytes(&stored.to_bytes()), Ok(stored));
    }
}
