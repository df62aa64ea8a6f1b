//! Reads the records of one lane of a shard.

use dynalab_engine::database::stream::StreamRecord;

use crate::event_source::lane_of;
use crate::event_source::state::Span;
use crate::stream_shards::shard_records::ShardReader;

#[derive(Clone, Copy)]
pub(crate) struct LaneReader<'a> {
    pub shard: ShardReader<'a>,
    pub number: u64,
    pub lanes: u64,
}

impl<'a> LaneReader<'a> {
    /// Returns the sequence number after the last record of the shard.
    pub fn end(self) -> u64 {
        self.shard.end()
    }

    /// Returns the records of the lane from a sequence number on.
    pub fn records_from(self, sequence: u64) -> impl Iterator<Item = &'a StreamRecord> {
        let is_own = move |record: &&StreamRecord| lane_of(record, self.lanes) == self.number;
        self.shard.records_from(sequence).filter(is_own)
    }

    /// Returns the records of the span that can still be read.
    pub fn records_of(self, span: Span) -> impl Iterator<Item = &'a StreamRecord> {
        self.records_from(span.first).take_while(move |record| record.sequence <= span.last)
    }
}
