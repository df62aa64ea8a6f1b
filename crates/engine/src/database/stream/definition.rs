//! The definition of a stream: its table, the images in its records, and who made a recorded change.

use std::sync::Arc;

use dynalab_types::{KeyBytes, KeySchema, Timestamp};

use crate::database::table::TableDefinition;
use crate::response::calendar::millisecond_text;

/// The images in a record.
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

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            StreamView::KeysOnly => "KEYS_ONLY",
            StreamView::NewImage => "NEW_IMAGE",
            StreamView::OldImage => "OLD_IMAGE",
            StreamView::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }

    pub(super) fn has_new_image(self) -> bool {
        matches!(self, StreamView::NewImage | StreamView::NewAndOldImages)
    }

    pub(super) fn has_old_image(self) -> bool {
        matches!(self, StreamView::OldImage | StreamView::NewAndOldImages)
    }
}

/// The definition of a stream, without its records. It is immutable: a change creates a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamDefinition {
    pub arn: Arc<str>,
    pub table: Arc<str>,
    /// The time at which the stream was turned on. It is the last part of the ARN.
    pub label: Box<str>,
    pub view: StreamView,
    /// The key schema of the table.
    pub key: KeySchema,
    pub created_at: Timestamp,
    /// True if the stream was turned off or its table deleted. Its records can still be read, but no more are added.
    pub closed: bool,
}

/// Who made the change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedBy {
    #[default]
    Client,
    /// TTL deletion.
    Service,
}

/// Says that a stream and recovery log record the change of an item. In an inverse, it removes the record instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordingMark {
    pub at: Timestamp,
    pub taken_back: bool,
    pub by: RecordedBy,
}

impl StreamDefinition {
    /// Creates a stream whose label is the current time. If that label exists, it uses the next free millisecond.
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

    /// Returns the log of point-in-time recovery: a stream with both images that only the engine reads. It has no label.
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

    /// Returns the key to store with a record.
    pub(crate) fn kept_key(&self, key: impl FnOnce() -> Option<KeyBytes>) -> Option<KeyBytes> {
        if self.is_recovery_log() { Some(KeyBytes::default()) } else { key() }
    }

    /// Returns the Region of its table or replica, taken from the ARN.
    pub fn region(&self) -> &str {
        self.arn.split(':').nth(3).unwrap_or_default()
    }

    /// Returns true for the log of point-in-time recovery, which is no stream of the API.
    pub fn is_recovery_log(&self) -> bool {
        self.label.is_empty()
    }

    /// Returns the id of its first shard.
    pub fn shard_id(&self) -> String {
        let mark = self
            .arn
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("shardId-{:020}-{mark:08x}", self.created_at.epoch_ms)
    }
}

pub(crate) fn recovery_log_arn(table_arn: &str, since: Timestamp) -> Arc<str> {
    format!("{table_arn}/recovery/{}", since.epoch_ms).into()
}
