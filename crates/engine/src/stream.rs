//! A stream: what was written to a table since it was switched on, record by record, in one shard.

use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, KeySchema, PackedItem, Timestamp};

use crate::calendar::millisecond_text;
use crate::change::Change;
use crate::table::TableDefinition;

/// Older records are not read any more.
pub const RETENTION_MS: u64 = 24 * 60 * 60 * 1000;
/// What was written is kept for the longest period there is, since a table's period can be made longer; and a second more.
pub(crate) const RECOVERY_MAX_MS: u64 = 35 * 24 * 60 * 60 * 1000 + 1000;

/// Which images a record shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamView {
    KeysOnly,
    NewImage,
    OldImage,
    NewAndOldImages,
}

impl StreamView {
    pub const ALL: [StreamView; 4] =
        [StreamView::KeysOnly, StreamView::NewImage, StreamView::OldImage, StreamView::NewAndOldImages];

    pub fn name(self) -> &'static str {
        match self {
            StreamView::KeysOnly => "KEYS_ONLY",
            StreamView::NewImage => "NEW_IMAGE",
            StreamView::OldImage => "OLD_IMAGE",
            StreamView::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }

    fn shows_new(self) -> bool {
        matches!(self, StreamView::NewImage | StreamView::NewAndOldImages)
    }

    fn shows_old(self) -> bool {
        matches!(self, StreamView::OldImage | StreamView::NewAndOldImages)
    }
}

/// Everything about a stream but its records. Immutable: a change makes a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamDefinition {
    pub arn: Arc<str>,
    pub table: Arc<str>,
    /// The time at which it was switched on, as it stands at the end of the ARN.
    pub label: Box<str>,
    pub view: StreamView,
    /// Of the table.
    pub key: KeySchema,
    pub created_at: Timestamp,
    /// It was switched off, or its table deleted: what is in it can be read, and nothing comes any more.
    pub closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    pub definition: Arc<StreamDefinition>,
    /// Of the record that comes next; the first has 1.
    pub next_sequence: u64,
    /// In the order of their sequence numbers.
    pub records: Vec<StreamRecord>,
}

/// One item changed: it came (no before), changed, or went (no after).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamRecord {
    pub sequence: u64,
    pub at: Timestamp,
    pub before: Option<PackedItem>,
    pub after: Option<PackedItem>,
    pub by: RecordedBy,
    /// Of the item, as it lies in the table; none in a log of recovery, which is read whole.
    pub key: KeyBytes,
}

/// Whose hand it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedBy {
    #[default]
    Client,
    /// Time to live, which only deletes.
    Service,
}

/// That a change of an item is told to the stream of its table; or, backwards, that its record goes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub at: Timestamp,
    pub taken_back: bool,
    pub by: RecordedBy,
}

impl StreamDefinition {
    /// Named after the moment, or after one shortly after it when that name is taken.
    pub fn new(
        table_arn: &str,
        table: Arc<str>,
        view: StreamView,
        key: KeySchema,
        now: Timestamp,
        taken: impl Fn(&str) -> bool,
    ) -> StreamDefinition {
        let mut created_at = now;
        let mut label = millisecond_text(created_at);
        while taken(&format!("{table_arn}/stream/{label}")) {
            created_at = created_at.plus_ms(1);
            label = millisecond_text(created_at);
        }
        let arn = format!("{table_arn}/stream/{label}").into();
        StreamDefinition { arn, table, label: label.into(), view, key, created_at, closed: false }
    }

    /// What point-in-time recovery goes back by: a stream with both images that only the engine reads. It has no label.
    pub fn recovery_log(table: &TableDefinition, since: Timestamp) -> StreamDefinition {
        StreamDefinition {
            arn: recovery_log_arn(&table.arn, since),
            table: table.name.clone(),
            label: "".into(),
            view: StreamView::NewAndOldImages,
            key: table.key.clone(),
            created_at: since,
            closed: false,
        }
    }

    /// With a record.
    pub(crate) fn kept_key(&self, key: impl FnOnce() -> Option<KeyBytes>) -> Option<KeyBytes> {
        if self.is_recovery_log() { Some(KeyBytes::default()) } else { key() }
    }

    /// Of its table or replica, by the ARN.
    pub fn region(&self) -> &str {
        self.arn.split(':').nth(3).unwrap_or_default()
    }

    pub fn is_recovery_log(&self) -> bool {
        self.label.is_empty()
    }

    /// Its one shard.
    pub fn shard_id(&self) -> String {
        let mark = self
            .arn
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("shardId-{:020}-{mark:08x}", self.created_at.epoch_ms)
    }
}

impl Stream {
    pub fn new(definition: Arc<StreamDefinition>) -> Stream {
        Stream { definition, next_sequence: 1, records: Vec::new() }
    }

    /// Nothing comes any more.
    pub(crate) fn close(&self) -> Change {
        Change::stream(StreamDefinition { closed: true, ..self.definition.as_ref().clone() })
    }

    pub(crate) fn record(
        &mut self,
        recorded: Recorded,
        key: &KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        if recorded.taken_back {
            self.records.pop();
            self.next_sequence = self.next_sequence.saturating_sub(1).max(1);
            return;
        }
        let (before, after) = (before.cloned(), after.cloned());
        let key = self.definition.kept_key(|| Some(key.clone())).unwrap_or_default();
        self.records.push(StreamRecord {
            sequence: self.next_sequence,
            at: recorded.at,
            before,
            after,
            by: recorded.by,
            key,
        });
        self.next_sequence += 1;
    }

    /// The records of the last 24 hours.
    pub fn readable(&self, now: Timestamp) -> &[StreamRecord] {
        let oldest_ms = now.epoch_ms.saturating_sub(RETENTION_MS);
        let from = self.records.partition_point(|record| record.at.epoch_ms < oldest_ms);
        &self.records[from..]
    }

    pub(crate) fn forget_before(&mut self, oldest_ms: u64) {
        let first_kept = self.records.partition_point(|record| record.at.epoch_ms < oldest_ms);
        self.records.drain(..first_kept);
    }

    /// The sequence number of the oldest record that can be read, or of the one that comes next.
    pub fn horizon(&self, now: Timestamp) -> u64 {
        self.readable(now).first().map_or(self.next_sequence, |record| record.sequence)
    }
}

impl StreamRecord {
    pub fn event_name(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "INSERT",
            (Some(_), Some(_)) => "MODIFY",
            (Some(_), None) => "REMOVE",
        }
    }

    pub fn keys(&self, key: &KeySchema) -> Item {
        let item = self.after.as_ref().or(self.before.as_ref()).map(PackedItem::unpack);
        item.map(|item| key.key_of(&item)).unwrap_or_default()
    }

    /// The new and the old image, as far as the view shows them.
    pub fn images(&self, view: StreamView) -> (Option<&PackedItem>, Option<&PackedItem>) {
        let new = self.after.as_ref().filter(|_| view.shows_new());
        (new, self.before.as_ref().filter(|_| view.shows_old()))
    }
}

pub(crate) fn recovery_log_arn(table_arn: &str, since: Timestamp) -> Arc<str> {
    format!("{table_arn}/recovery/{}", since.epoch_ms).into()
}

/// Twenty-one digits and more, ascending, as the service has them.
pub fn sequence_text(sequence: u64) -> String {
    format!("1{sequence:020}")
}

/// The inverse.
pub fn sequence_of(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('1').filter(|digits| digits.len() == 20)?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_numbers_are_read_as_they_were_written() {
        assert_eq!(sequence_text(7), "100000000000000000007");
        for sequence in [1, 7, u64::MAX] {
            assert_eq!(sequence_of(&sequence_text(sequence)), Some(sequence));
        }
        for text in ["", "1", "7", "200000000000000000007", "1000000000000000000070"] {
            assert_eq!(sequence_of(text), None, "{text}");
        }
    }
}
