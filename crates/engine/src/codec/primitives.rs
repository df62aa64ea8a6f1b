//! Encodes and decodes what several records contain: flags, texts, times, keys, projections, statuses, optional items.

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::projection::Projection;
use dynalab_types::{KeyAttribute, KeyBytes, KeySchema, PackedItem, ScalarType, SmallMap, Timestamp};

use crate::database::stream::StreamView;
use crate::database::table::TableStatus;

/// Reads a byte that is 0 or 1.
///
/// # Errors
/// The byte is another one, or none is left.
pub fn read_flag(reader: &mut Reader) -> Result<bool, Malformed> {
    match reader.byte()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Malformed),
    }
}

/// Writes whether there is a text, then the text.
pub fn write_text(text: Option<&str>, writer: &mut Writer) {
    writer.byte(u8::from(text.is_some()));
    if let Some(text) = text {
        writer.text(text);
    }
}

/// Reads a text of [`write_text`].
///
/// # Errors
/// The bytes are no flag and text.
pub fn read_text(reader: &mut Reader) -> Result<Option<Box<str>>, Malformed> {
    Ok(if read_flag(reader)? { Some(reader.text()?.into()) } else { None })
}

/// Writes zero for `None`, otherwise the milliseconds plus one.
pub fn write_time(at: Option<Timestamp>, writer: &mut Writer) {
    writer.unsigned(at.map_or(0, |at| at.epoch_ms.saturating_add(1)));
}

/// Reads a time of [`write_time`].
///
/// # Errors
/// The bytes end within it.
pub fn read_time(reader: &mut Reader) -> Result<Option<Timestamp>, Malformed> {
    Ok(reader.unsigned()?.checked_sub(1).map(Timestamp::from_epoch_ms))
}

pub(crate) fn read_key_bytes(reader: &mut Reader) -> Result<KeyBytes, Malformed> {
    Ok(KeyBytes::from_vec(reader.slice()?.to_vec()))
}

pub(crate) fn write_key(key: &KeySchema, writer: &mut Writer) {
    for attributes in [&key.partition, &key.sort] {
        writer.unsigned(attributes.len() as u64);
        for attribute in attributes {
            writer.text(&attribute.name);
            writer.text(attribute.scalar_type.name());
        }
    }
}

pub(crate) fn read_key(reader: &mut Reader) -> Result<KeySchema, Malformed> {
    let mut attributes = || -> Result<Vec<KeyAttribute>, Malformed> {
        let attribute = |reader: &mut Reader| {
            Ok(KeyAttribute { name: reader.text()?.into(), scalar_type: read_scalar_type(reader)? })
        };
        (0..reader.count()?).map(|_| attribute(reader)).collect()
    };
    Ok(KeySchema { partition: attributes()?, sort: attributes()? })
}

pub(crate) fn read_scalar_type(reader: &mut Reader) -> Result<ScalarType, Malformed> {
    ScalarType::from_name(reader.text()?).ok_or(Malformed)
}

pub(crate) fn write_projection(projection: &Projection, writer: &mut Writer) {
    match projection {
        Projection::All => writer.byte(0),
        Projection::KeysOnly => writer.byte(1),
        Projection::Include(names) => {
            writer.byte(2);
            writer.unsigned(names.len() as u64);
            names.iter().for_each(|name| writer.text(name));
        }
    }
}

pub(crate) fn read_projection(reader: &mut Reader) -> Result<Projection, Malformed> {
    Ok(match reader.byte()? {
        0 => Projection::All,
        1 => Projection::KeysOnly,
        2 => Projection::Include(
            (0..reader.count()?).map(|_| Ok(reader.text()?.into())).collect::<Result<_, _>>()?,
        ),
        _ => return Err(Malformed),
    })
}

pub(crate) fn status_byte(status: TableStatus) -> u8 {
    match status {
        TableStatus::Creating => 0,
        TableStatus::Updating => 1,
        TableStatus::Deleting => 2,
        TableStatus::Active => 3,
    }
}

pub(crate) fn read_status(reader: &mut Reader) -> Result<TableStatus, Malformed> {
    let statuses = [TableStatus::Creating, TableStatus::Updating, TableStatus::Deleting, TableStatus::Active];
    statuses.get(usize::from(reader.byte()?)).copied().ok_or(Malformed)
}

pub(crate) fn view_byte(view: StreamView) -> u8 {
    match view {
        StreamView::KeysOnly => 0,
        StreamView::NewImage => 1,
        StreamView::OldImage => 2,
        StreamView::NewAndOldImages => 3,
    }
}

pub(crate) fn read_view(reader: &mut Reader) -> Result<StreamView, Malformed> {
    StreamView::ALL.get(usize::from(reader.byte()?)).copied().ok_or(Malformed)
}

pub(crate) fn write_optional_item(item: Option<&PackedItem>, writer: &mut Writer) {
    match item {
        None => writer.byte(0),
        Some(item) => {
            writer.byte(1);
            item.write(writer);
        }
    }
}

pub(crate) fn read_optional_item(reader: &mut Reader) -> Result<Option<PackedItem>, Malformed> {
    match reader.byte()? {
        0 => Ok(None),
        1 => PackedItem::read(reader).map(Some),
        _ => Err(Malformed),
    }
}

/// A map by name, for settings with one value per index.
pub(crate) type ByName<Value> = SmallMap<Arc<str>, Value>;
