//! The settings of a table other than keys, indexes and capacity: tags, TTL, encryption, point-in-time recovery, stream.

use std::sync::Arc;

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::codec::primitives::{
    read_flag, read_text, read_time, read_view, view_byte, write_text, write_time,
};
use crate::database::stream::{StreamDefinition, StreamView};
use crate::database::table::tags::Tags;

/// All settings are off in a new table. Add a new setting at the end of the codec, with a new format version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSettings {
    pub tags: Tags,
    pub time_to_live: TimeToLive,
    pub encryption: Option<Encryption>,
    pub recovery: Option<PointInTimeRecovery>,
    pub stream: Option<TableStream>,
}

/// The current or the last stream of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStream {
    pub arn: Arc<str>,
    pub label: Box<str>,
    pub view: StreamView,
    /// True if the stream records new writes.
    pub enabled: bool,
}

/// The attribute with the expiry time of an item, in seconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeToLive {
    /// `None` if TTL is off.
    pub attribute: Option<Box<str>>,
    pub changed_at: Option<Timestamp>,
}

/// Encryption with an AWS KMS key. Without it, DynamoDB uses its own key and does not describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encryption {
    /// The ARN or id of the key. `None` is the account's key for DynamoDB.
    pub key: Option<Box<str>>,
}

/// Point-in-time recovery, with its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInTimeRecovery {
    pub since: Timestamp,
    pub days: u64,
}

impl TableSettings {
    /// Returns the ARN of the stream that records new writes.
    pub fn open_stream(&self) -> Option<&Arc<str>> {
        self.stream.as_ref().filter(|stream| stream.enabled).map(|stream| &stream.arn)
    }
}

impl From<&StreamDefinition> for TableStream {
    fn from(stream: &StreamDefinition) -> TableStream {
        TableStream {
            arn: stream.arn.clone(),
            label: stream.label.clone(),
            view: stream.view,
            enabled: !stream.closed,
        }
    }
}

pub(crate) fn write_settings(settings: &TableSettings, writer: &mut Writer) {
    settings.tags.write(writer);
    write_text(settings.time_to_live.attribute.as_deref(), writer);
    write_time(settings.time_to_live.changed_at, writer);
    writer.byte(u8::from(settings.encryption.is_some()));
    if let Some(encryption) = &settings.encryption {
        write_text(encryption.key.as_deref(), writer);
    }
    write_time(settings.recovery.map(|recovery| recovery.since), writer);
    writer.unsigned(settings.recovery.map_or(0, |recovery| recovery.days));
    writer.byte(u8::from(settings.stream.is_some()));
    if let Some(stream) = &settings.stream {
        writer.text(&stream.arn);
        writer.text(&stream.label);
        writer.byte(view_byte(stream.view));
        writer.byte(u8::from(stream.enabled));
    }
}

pub(crate) fn read_settings(reader: &mut Reader) -> Result<TableSettings, Malformed> {
    let mut settings = TableSettings { tags: Tags::read(reader)?, ..TableSettings::default() };
    settings.time_to_live = TimeToLive { attribute: read_text(reader)?, changed_at: read_time(reader)? };
    if read_flag(reader)? {
        settings.encryption = Some(Encryption { key: read_text(reader)? });
    }
    let (since, days) = (read_time(reader)?, reader.unsigned()?);
    settings.recovery = since.map(|since| PointInTimeRecovery { since, days });
    if read_flag(reader)? {
        settings.stream = Some(TableStream {
            arn: reader.text()?.into(),
            label: reader.text()?.into(),
            view: read_view(reader)?,
            enabled: read_flag(reader)?,
        });
    }
    Ok(settings)
}
