//! A stored item: one block of bytes, a third of the memory of the same item as a map of values.

use std::sync::Arc;

use crate::attribute_value::Item;
use crate::binary::{Malformed, Reader, Writer};
use crate::wire;

/// An encoded item. Clones share the block, for example between a table and its indexes. Equal items have equal blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedItem {
    /// The size that DynamoDB counts, then the item in the encoding of change logs.
    bytes: Arc<[u8]>,
}

impl PackedItem {
    /// Encodes an item.
    pub fn pack(item: &Item) -> PackedItem {
        let size_bytes = item.size_bytes();
        let mut writer = Writer { bytes: Vec::with_capacity(size_bytes as usize + 4 * item.len() + 4) };
        writer.unsigned(size_bytes);
        writer.map(item);
        PackedItem { bytes: writer.bytes.into() }
    }

    /// Decodes the item.
    pub fn unpack(&self) -> Item {
        // The bytes were packed from an item, so decoding succeeds.
        self.reader().map().unwrap_or_default()
    }

    /// Returns the size that DynamoDB counts, in bytes.
    pub fn size_bytes(&self) -> u64 {
        Reader::new(&self.bytes).unsigned().unwrap_or_default()
    }

    /// Appends the item in the encoding of [`Writer::map`].
    pub fn write(&self, writer: &mut Writer) {
        writer.bytes.extend_from_slice(self.reader().rest());
    }

    /// Reads an item that `write` wrote. Returns an error for damaged bytes.
    ///
    /// # Errors
    /// The bytes are no item.
    pub fn read(reader: &mut Reader) -> Result<PackedItem, Malformed> {
        Ok(PackedItem::pack(&reader.map()?))
    }

    /// Appends the item as DynamoDB JSON, without unpacking it.
    pub fn write_json(&self, json: &mut String) {
        json.reserve(self.bytes.len() * 2);
        // As in `unpack`, decoding succeeds.
        let _ = write_map(&mut self.reader(), json);
    }

    fn reader(&self) -> Reader<'_> {
        let mut reader = Reader::new(&self.bytes);
        let _ = reader.unsigned();
        reader
    }
}

fn write_map(reader: &mut Reader, json: &mut String) -> Result<(), Malformed> {
    json.push('{');
    for index in 0..reader.count()? {
        if index > 0 {
            json.push(',');
        }
        wire::write_json_string(reader.text()?, json);
        json.push(':');
        write_value(reader, json)?;
    }
    json.push('}');
    Ok(())
}

/// Writes one value as DynamoDB JSON. Writes strings without copying them, because most values are strings.
fn write_value(reader: &mut Reader, json: &mut String) -> Result<(), Malformed> {
    if let Some(text) = reader.text_value()? {
        json.push_str("{\"S\":");
        wire::write_json_string(text, json);
        json.push('}');
    } else {
        wire::write_value(&reader.value()?, json);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute_value::AttributeValue;

    fn item() -> Item {
        let json = r#"{"a":{"S":"日本\n"},"b":{"N":"-12.5"},"c":{"L":[{"S":"x"},{"M":{"d":{"BOOL":true}}}]},"e":{"SS":["p","q"]}}"#;
        match crate::json::parse(json) {
            Ok(crate::json::Value::Object(object)) => wire::decode_item(&object).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn it_is_the_item_that_was_packed() {
        let packed = PackedItem::pack(&item());
        assert_eq!(packed.unpack(), item());
        assert_eq!(packed.size_bytes(), item().size_bytes());
        let mut writer = Writer::default();
        packed.write(&mut writer);
        assert_eq!(PackedItem::read(&mut Reader::new(&writer.bytes)), Ok(packed.clone()));
        assert_eq!(Reader::new(&writer.bytes).map(), Ok(item()));
        let mut json = String::new();
        packed.write_json(&mut json);
        assert_eq!(json, wire::item_json(&item()));
    }

    #[test]
    fn equal_items_are_equal_blocks() {
        let mut other = item();
        assert_eq!(PackedItem::pack(&other), PackedItem::pack(&item()));
        other.insert("f", AttributeValue::Null);
        assert_ne!(PackedItem::pack(&other), PackedItem::pack(&item()));
        assert_eq!(PackedItem::pack(&Item::new()).unpack(), Item::new());
    }
}
