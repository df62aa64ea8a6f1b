//! Encodes and decodes an optional item.

use dynalab_types::PackedItem;
use dynalab_types::binary::{Malformed, Reader, Writer};

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
