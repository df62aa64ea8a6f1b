//! Encodes and decodes streams: definitions for the change log, records for snapshots.

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{PackedItem, Timestamp};

use crate::codec::primitives::{
    read_flag, read_key, read_optional_item, read_view, view_byte, write_key, write_optional_item,
};
use crate::database::stream::{RecordedBy, RecordingMark, Stream, StreamDefinition, StreamRecord};

/// Marks a deletion by TTL, in place of the new image.
const GONE_BY_SERVICE: u8 = 2;

pub(crate) fn write_stream_definition(definition: &StreamDefinition, writer: &mut Writer) {
    writer.text(&definition.arn);
    writer.text(&definition.table);
    writer.text(&definition.label);
    writer.byte(view_byte(definition.view));
    write_key(&definition.key, writer);
    writer.unsigned(definition.created_at.epoch_ms);
    writer.byte(u8::from(definition.closed));
}

pub(crate) fn read_stream_definition(reader: &mut Reader) -> Result<StreamDefinition, Malformed> {
    Ok(StreamDefinition {
        arn: reader.text()?.into(),
        table: reader.text()?.into(),
        label: reader.text()?.into(),
        view: read_view(reader)?,
        key: read_key(reader)?,
        created_at: Timestamp::from_epoch_ms(reader.unsigned()?),
        closed: read_flag(reader)?,
    })
}

pub(crate) fn write_recorded(recorded: RecordingMark, writer: &mut Writer) {
    let by_service = recorded.by == RecordedBy::Service;
    writer.byte(u8::from(recorded.taken_back) | u8::from(by_service) << 1);
    writer.unsigned(recorded.at.epoch_ms);
}

pub(crate) fn read_recorded(reader: &mut Reader) -> Result<RecordingMark, Malformed> {
    let (taken_back, by) = match reader.byte()? {
        0 => (false, RecordedBy::Client),
        1 => (true, RecordedBy::Client),
        2 => (false, RecordedBy::Service),
        3 => (true, RecordedBy::Service),
        _ => return Err(Malformed),
    };
    Ok(RecordingMark { taken_back, by, at: Timestamp::from_epoch_ms(reader.unsigned()?) })
}

/// Writes a stream without its records.
pub(crate) fn write_stream(stream: &Stream, writer: &mut Writer) {
    write_stream_definition(&stream.definition, writer);
    writer.unsigned(stream.next_sequence);
}

pub(crate) fn read_stream(reader: &mut Reader) -> Result<Stream, Malformed> {
    let definition = Arc::new(read_stream_definition(reader)?);
    Ok(Stream { definition, next_sequence: reader.unsigned()?, records: Vec::new() })
}

pub(crate) fn write_record(record: &StreamRecord, writer: &mut Writer) {
    writer.unsigned(record.sequence);
    writer.unsigned(record.at.epoch_ms);
    write_optional_item(record.before.as_ref(), writer);
    match (&record.after, record.by) {
        (None, RecordedBy::Service) => writer.byte(GONE_BY_SERVICE),
        (after, _) => write_optional_item(after.as_ref(), writer),
    }
}

/// Reads a record of this stream.
pub(crate) fn read_record(reader: &mut Reader, stream: &StreamDefinition) -> Result<StreamRecord, Malformed> {
    let sequence = reader.unsigned()?;
    let at = Timestamp::from_epoch_ms(reader.unsigned()?);
    let before = read_optional_item(reader)?;
    let (after, by) = match reader.byte()? {
        0 => (None, RecordedBy::Client),
        1 => (Some(PackedItem::read(reader)?), RecordedBy::Client),
        GONE_BY_SERVICE => (None, RecordedBy::Service),
        _ => return Err(Malformed),
    };
    let key = stream.kept_key(|| stream.key.key_bytes(&after.as_ref().or(before.as_ref())?.unpack()));
    Ok(StreamRecord { sequence, at, before, after, by, key: key.ok_or(Malformed)? })
}
