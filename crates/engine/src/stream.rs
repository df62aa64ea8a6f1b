//! A stream: what was written to a table since it was switched on, record by record, in one shard.

use std::sync::Arc;

use dynalab_types::{Item, KeySchema, PackedItem, Timestamp};

/// Older records are not read any more.
pub const RETENTION_MS: u64 = 24 * 60 * 60 * 1000;

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
}

/// That a change of an item is told to the stream of its table; or, backwards, that its record goes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub at: Timestamp,
    pub taken_back: bool,
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
        let mut label = iso_text(created_at);
        while taken(&format!("{table_arn}/stream/{label}")) {
            created_at = created_at.plus_ms(1);
            label = iso_text(created_at);
        }
        let arn = format!("{table_arn}/stream/{label}").into();
        StreamDefinition { arn, table, label: label.into(), view, key, created_at, closed: false }
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

    pub(crate) fn record(
        &mut self,
        recorded: Recorded,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        if recorded.taken_back {
            self.records.pop();
            self.next_sequence = self.next_sequence.saturating_sub(1).max(1);
            return;
        }
        let (before, after) = (before.cloned(), after.cloned());
        self.records.push(StreamRecord { sequence: self.next_sequence, at: recorded.at, before, after });
        self.next_sequence += 1;
    }

    /// The records of the last 24 hours.
    pub fn readable(&self, now: Timestamp) -> &[StreamRecord] {
        let oldest_ms = now.epoch_ms.saturating_sub(RETENTION_MS);
        let from = self.records.partition_point(|record| record.at.epoch_ms < oldest_ms);
        &self.records[from..]
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

/// Twenty-one digits and more, ascending, as the service has them.
pub fn sequence_text(sequence: u64) -> String {
    format!("1{sequence:020}")
}

/// The inverse.
pub fn sequence_of(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('1').filter(|digits| digits.len() == 20)?;
    digits.parse().ok()
}

/// "2026-11-21T16:20:00.123", in the proleptic Gregorian calendar and UTC.
fn iso_text(at: Timestamp) -> String {
    let (days, ms) = (at.epoch_ms / 86_400_000, at.epoch_ms % 86_400_000);
    // Years that begin in March, in eras of 400 years: the leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}", ms % 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_calendars_have_them() {
        let text = |epoch_ms| iso_text(Timestamp::from_epoch_ms(epoch_ms));
        assert_eq!(text(0), "1970-01-01T00:00:00.000");
        assert_eq!(text(951_782_400_001), "2000-02-29T00:00:00.001");
        assert_eq!(text(1_795_278_000_123), "2026-11-21T16:20:00.123");
        assert_eq!(text(4_107_542_399_999), "2100-02-28T23:59:59.999");
        assert_eq!(text(4_107_542_400_000), "2100-03-01T00:00:00.000");
    }

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
