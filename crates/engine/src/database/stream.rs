//! A stream: the writes to a table since the stream was turned on, as records in one sequence.

mod definition;

use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, KeySchema, PackedItem, Timestamp};

use crate::database::change::Change;

pub(crate) use definition::recovery_log_arn;
pub use definition::{RecordedBy, RecordingMark, StreamDefinition, StreamView};

/// Records older than this cannot be read, in milliseconds.
pub const RETENTION_MS: u64 = 24 * 60 * 60 * 1000;
/// Recovery records are kept for the longest recovery period plus one second. The period of a table can be increased to 35
/// days.
pub(crate) const RECOVERY_MAX_MS: u64 = 35 * 24 * 60 * 60 * 1000 + 1000;

/// A stream with its records, or the log of point-in-time recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    pub definition: Arc<StreamDefinition>,
    /// The sequence number of the next record, starting at 1.
    pub next_sequence: u64,
    /// In the order of sequence numbers.
    pub records: Vec<StreamRecord>,
}

/// A change of one item: inserted (no `before`), modified, or removed (no `after`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamRecord {
    pub sequence: u64,
    pub at: Timestamp,
    pub before: Option<PackedItem>,
    pub after: Option<PackedItem>,
    pub by: RecordedBy,
    /// The encoded key of the item. Empty in recovery logs, which are read as a whole.
    pub key: KeyBytes,
}

impl Stream {
    pub fn new(definition: Arc<StreamDefinition>) -> Stream {
        Stream { definition, next_sequence: 1, records: Vec::new() }
    }

    /// Returns the change that closes the stream.
    pub fn close(&self) -> Change {
        Change::stream(StreamDefinition { closed: true, ..self.definition.as_ref().clone() })
    }

    pub(crate) fn record(
        &mut self,
        recorded: RecordingMark,
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

    /// Returns the records of the last 24 hours.
    pub fn readable(&self, now: Timestamp) -> &[StreamRecord] {
        let oldest_ms = now.epoch_ms.saturating_sub(RETENTION_MS);
        let from = self.records.partition_point(|record| record.at.epoch_ms < oldest_ms);
        &self.records[from..]
    }

    pub(crate) fn forget_before(&mut self, oldest_ms: u64) {
        let first_kept = self.records.partition_point(|record| record.at.epoch_ms < oldest_ms);
        self.records.drain(..first_kept);
    }

    /// Returns the sequence number of the oldest readable record, or of the next record if there is none.
    pub fn horizon(&self, now: Timestamp) -> u64 {
        self.readable(now).first().map_or(self.next_sequence, |record| record.sequence)
    }
}

impl StreamRecord {
    /// Returns INSERT, MODIFY or REMOVE.
    pub fn event_name(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "INSERT",
            (Some(_), Some(_)) => "MODIFY",
            (Some(_), None) => "REMOVE",
        }
    }

    /// Returns the key attributes of the changed item.
    pub fn keys(&self, key: &KeySchema) -> Item {
        let item = self.after.as_ref().or(self.before.as_ref()).map(PackedItem::unpack);
        item.map(|item| key.key_of(&item)).unwrap_or_default()
    }

    /// Returns the new and the old image, as far as the view type includes them.
    pub fn images(&self, view: StreamView) -> (Option<&PackedItem>, Option<&PackedItem>) {
        let new = self.after.as_ref().filter(|_| view.has_new_image());
        (new, self.before.as_ref().filter(|_| view.has_old_image()))
    }
}

/// Formats a sequence number with 21 digits, in ascending text order like DynamoDB's.
pub fn sequence_text(sequence: u64) -> String {
    format!("1{sequence:020}")
}

/// Parses the text of [`sequence_text`].
pub fn sequence_of(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('1').filter(|digits| digits.len() == 20)?;
    // `parse` alone accepts a sign.
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
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
        for text in ["", "1", "7", "200000000000000000007", "1000000000000000000070", "1+0000000000000000007"]
        {
            assert_eq!(sequence_of(text), None, "{text}");
        }
    }
}
