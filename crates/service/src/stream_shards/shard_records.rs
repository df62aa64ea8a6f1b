//! Reads one shard: its current start and end, and its records from a sequence number.

use dynalab_engine::database::stream::{Stream, StreamRecord};
use dynalab_types::Timestamp;

use crate::stream_shards::{Lineage, Shard};

/// A shard of a stream at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardReader<'a> {
    pub stream: &'a Stream,
    pub shard: &'a Shard,
    readable: &'a [StreamRecord],
}

impl<'a> ShardReader<'a> {
    /// Returns the reader of a shard at a time. Records older than 24 hours cannot be read.
    pub fn new(stream: &'a Stream, shard: &'a Shard, now: Timestamp) -> ShardReader<'a> {
        ShardReader { stream, shard, readable: stream.readable(now) }
    }

    /// Returns the reader of the shard with this id.
    pub fn find(
        stream: &'a Stream,
        lineage: &'a Lineage,
        id: &str,
        now: Timestamp,
    ) -> Option<ShardReader<'a>> {
        let shard = lineage.shards.iter().find(|shard| shard.id(&stream.definition) == id)?;
        Some(ShardReader::new(stream, shard, now))
    }

    /// Returns the sequence number after the last record, which the next record gets if the shard is open.
    pub fn end(&self) -> u64 {
        self.shard.closed.map_or(self.stream.next_sequence, |end| end.last + 1)
    }

    /// Returns its records from a sequence number, oldest first.
    pub fn records_from(self, sequence: u64) -> impl Iterator<Item = &'a StreamRecord> {
        let (shard, end) = (self.shard, self.end());
        let from = sequence.max(shard.first);
        let first = self.readable.partition_point(|record| record.sequence < from);
        let records = self.readable[first..].iter().take_while(move |record| record.sequence < end);
        records.filter(move |record| shard.is_whole() || shard.contains_key(&record.key))
    }

    /// Returns the sequence number of its first record from `sequence` on, or the end.
    pub fn next_place(&self, sequence: u64) -> u64 {
        self.records_from(sequence).next().map_or(self.end(), |record| record.sequence)
    }

    /// Returns the sequence number of its oldest readable record, or the end.
    pub fn horizon(&self) -> u64 {
        self.next_place(0)
    }

    /// Returns true if the sequence number is within the shard or its end.
    pub fn could_have(&self, sequence: u64) -> bool {
        (self.shard.first..=self.end()).contains(&sequence)
    }

    /// Returns true if no more records can follow in the shard.
    pub fn is_drained(&self, sequence: u64) -> bool {
        self.shard.closed.is_some() && sequence >= self.end()
    }

    /// Returns true if records of the stream from `sequence` on have been removed. Iterators always point to a record of the
    /// shard or its end. Therefore removed records of other shards do not count.
    pub fn is_trimmed(&self, sequence: u64) -> bool {
        let kept_from = self.readable.first().map_or(self.end(), |record| record.sequence.min(self.end()));
        sequence.max(self.shard.first) < kept_from
    }
}

impl Shard {
    fn is_whole(&self) -> bool {
        self.to.is_none() && self.from == dynalab_capacity::partition_map::KeyBoundary::first()
    }
}
