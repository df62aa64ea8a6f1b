//! What a table is set to beside its keys, indexes and capacity: tags, time to live, encryption, point-in-time recovery,
//! stream.

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{SmallMap, Timestamp};

use crate::definition_codec::{read_flag, read_time, write_time};
use crate::stream::{StreamDefinition, StreamView};
use crate::stream_codec::{read_view, view_byte};

/// Of a new table all are off. Whoever adds one adds it at the end of the codec, under a new format version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSettings {
    pub tags: SmallMap<String, String>,
    pub time_to_live: TimeToLive,
    pub encryption: Option<Encryption>,
    pub recovery: Option<PointInTimeRecovery>,
    pub stream: Option<TableStream>,
}

/// The stream that a table had last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStream {
    pub arn: Arc<str>,
    pub label: Box<str>,
    pub view: StreamView,
    /// Whether it is told what is written now.
    pub enabled: bool,
}

/// Items may carry the second at which they expire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeToLive {
    /// None when it is off.
    pub attribute: Option<Box<str>>,
    pub changed_at: Option<Timestamp>,
}

/// With a key of AWS KMS; without it the service's own key is at work, of which it says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encryption {
    /// Of the key; none is the account's key for DynamoDB.
    pub key: Option<Box<str>>,
}

/// Continuous backups, from a moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInTimeRecovery {
    pub since: Timestamp,
    pub days: u64,
}

impl TableSettings {
    /// The ARN of the stream that is told what is written.
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
    writer.unsigned(settings.tags.len() as u64);
    for (key, value) in settings.tags.iter() {
        writer.text(key);
        writer.text(value);
    }
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
    let mut settings = TableSettings::default();
    for _ in 0..reader.count()? {
        settings.tags.insert(reader.text()?.to_owned(), reader.text()?.to_owned());
    }
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

pub(crate) fn write_text(text: Option<&str>, writer: &mut Writer) {
    writer.byte(u8::from(text.is_some()));
    if let Some(text) = text {
        writer.text(text);
    }
}

pub(crate) fn read_text(reader: &mut Reader) -> Result<Option<Box<str>>, Malformed> {
    Ok(if read_flag(reader)? { Some(reader.text()?.into()) } else { None })
}
