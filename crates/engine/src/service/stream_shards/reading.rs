//! One shard as its readers see it: where it begins and ends now, and its records from a place on.

use dynalab_types::Timestamp;

use crate::service::stream_shards::{Lineage, Shard};
use crate::stream::{Stream, StreamRecord};

/// A shard of a stream at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardReader<'a> {
    pub stream: &'a Stream,
    pub shard: &'a Shard,
    readable: &'a [StreamRecord],
}

impl<'a> ShardReader<'a> {
    pub fn new(stream: &'a Stream, shard: &'a Shard, now: Timestamp) -> ShardReader<'a> {
        ShardReader { stream, shard, readable: stream.readable(now) }
    }

    pub fn find(
        stream: &'a Stream,
        lineage: &'a Lineage,
        id: &str,
        now: Timestamp,
    ) -> Option<ShardReader<'a>> {
        let shard = lineage.shards.iter().find(|shard| shard.id(&stream.definition) == id)?;
        Some(ShardReader::new(stream, shard, now))
    }

    /// The place behind its last record: that of the record that comes next, if one does.
    pub fn end(&self) -> u64 {
        self.shard.closed.map_or(self.stream.next_sequence, |end| end.last + 1)
    }

    /// Its records from a place on, oldest first.
    pub fn records_from(self, sequence: u64) -> impl Iterator<Item = &'a StreamRecord> {
        let (shard, end) = (self.shard, self.end());
        let from = sequence.max(shard.first);
        let first = self.readable.partition_point(|record| record.sequence < from);
        let records = self.readable[first..].iter().take_while(move |record| record.sequence < end);
        records.filter(move |record| shard.is_whole() || shard.holds(&record.key))
    }

    /// The place of its first record from there on, or its end.
    pub fn next_place(&self, sequence: u64) -> u64 {
        self.records_from(sequence).next().map_or(self.end(), |record| record.sequence)
    }

    /// The place of its oldest record that can be read, or its end.
    pub fn horizon(&self) -> u64 {
        self.next_place(0)
    }

    /// Whether it can be asked for the record of that number, or for those behind its last.
    pub fn could_have(&self, sequence: u64) -> bool {
        (self.shard.first..=self.end()).contains(&sequence)
    }

    /// Nothing comes any more behind that place.
    pub fn is_drained(&self, sequence: u64) -> bool {
        self.shard.closed.is_some() && sequence >= self.end()
    }

    /// Whether records of the stream are gone that were there from that place on. A place that was told as the next is never
    /// behind a record that is not of the shard.
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
