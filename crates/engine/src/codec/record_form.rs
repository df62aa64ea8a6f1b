//! The format of a record: a version byte, a mark byte, then the content in postcard's encoding or in the record's own.
//!
//! Older records have no version. They begin with a flag, a small tag, or a variable-size integer of minimal length. Therefore
//! none of them begins like a record with a version.

use dynalab_types::binary::{Malformed, Reader, Writer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of new records. New members of a content need a new version. New variants are added at the end.
pub const VERSION: u8 = 1;
/// Set in the version byte. In a variable-size integer, this bit means that more bytes follow.
const MORE: u8 = 0x80;
/// In a variable-size integer, this byte would add nothing, so no integer of minimal length contains it here.
const MARK: u8 = 0;

/// Encodes a record: version, mark, and the content in postcard's encoding.
pub fn write(content: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(content, vec![MORE | VERSION, MARK]).expect("the content of a record is plain data")
}

/// Reads what [`write`] wrote. `older` reads records without a version. Both must reach the end of the bytes.
///
/// # Errors
/// The bytes are no record of this version, and `older` cannot read them.
pub fn read<Content: DeserializeOwned>(
    bytes: &[u8],
    older: impl FnOnce(&mut Reader) -> Result<Content, Malformed>,
) -> Result<Content, Malformed> {
    match version(bytes) {
        Some((VERSION, content)) => match postcard::take_from_bytes(content) {
            Ok((content, [])) => Ok(content),
            _ => Err(Malformed),
        },
        Some(_) => Err(Malformed),
        None => {
            let mut reader = Reader::new(bytes);
            let content = older(&mut reader)?;
            if reader.is_empty() { Ok(content) } else { Err(Malformed) }
        }
    }
}

/// Reads only the first member.
///
/// # Errors
/// The bytes are no record of this version, and `older` cannot read them.
pub fn read_first<First: DeserializeOwned>(
    bytes: &[u8],
    older: impl FnOnce(&mut Reader) -> Result<First, Malformed>,
) -> Result<First, Malformed> {
    match version(bytes) {
        Some((VERSION, content)) => {
            postcard::take_from_bytes(content).map(|(first, _)| first).map_err(|_| Malformed)
        }
        Some(_) => Err(Malformed),
        None => older(&mut Reader::new(bytes)),
    }
}

/// Begins a record that writes its content itself. The format of that content is the one from before records had versions.
pub fn begin() -> Writer {
    Writer { bytes: vec![MORE | VERSION, MARK] }
}

/// Returns a reader of the content of a record that [`begin`] began, or of one without a version.
///
/// # Errors
/// The record has a later version.
pub fn content(bytes: &[u8]) -> Result<Reader<'_>, Malformed> {
    match version(bytes) {
        Some((VERSION, content)) => Ok(Reader::new(content)),
        Some(_) => Err(Malformed),
        None => Ok(Reader::new(bytes)),
    }
}

/// Returns the version of a record and its content, or `None` for a record without a version.
pub fn version(bytes: &[u8]) -> Option<(u8, &[u8])> {
    match bytes {
        [version, MARK, content @ ..] if *version > MORE => Some((*version & !MORE, content)),
        _ => None,
    }
}

/// Reads a number of eight bytes in little-endian order.
///
/// # Errors
/// The bytes are not eight.
pub fn number(bytes: &[u8]) -> Result<u64, Malformed> {
    bytes.try_into().map(u64::from_le_bytes).map_err(|_| Malformed)
}

/// Returns the text of a record that is nothing but a text.
///
/// # Errors
/// The bytes are not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, Malformed> {
    std::str::from_utf8(bytes).map_err(|_| Malformed)
}

/// Serializes a shared string as its text.
pub mod shared_text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the text as serde writes a `str`.
    ///
    /// # Errors
    /// The serializer cannot write it.
    pub fn serialize<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
        text.as_ref().serialize(serializer)
    }

    /// Reads a text into shared memory.
    ///
    /// # Errors
    /// The data is no text.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
        Box::<str>::deserialize(deserializer).map(Arc::from)
    }
}

/// Serializes an optional shared string as its text.
pub mod optional_shared_text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the text, if there is one.
    ///
    /// # Errors
    /// The serializer cannot write it.
    pub fn serialize<S: Serializer>(text: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
        text.as_deref().serialize(serializer)
    }

    /// Reads a text, if there is one, into shared memory.
    ///
    /// # Errors
    /// The data is no optional text.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Arc<str>>, D::Error> {
        Ok(Option::<Box<str>>::deserialize(deserializer)?.map(Arc::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads an integer and a text, as records without a version have them.
    fn older(reader: &mut Reader) -> Result<(u64, String), Malformed> {
        Ok((reader.unsigned()?, reader.text()?.to_owned()))
    }

    #[test]
    fn it_is_read_back_and_begins_with_its_version() {
        let content = (300u64, "tea".to_owned());
        let bytes = write(&content);
        assert_eq!(bytes[..2], [0x81, 0]);
        assert_eq!(read(&bytes, older), Ok(content));
        assert_eq!(read_first(&bytes, |_| Err(Malformed)), Ok(300u64));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length], older), Err(Malformed), "cut at {length}");
        }
        assert_eq!(read(&[&bytes[..], &[0]].concat(), older), Err(Malformed));
        assert_eq!(version(&[0x82, MARK, 7]), Some((2, [7].as_slice())));
        assert_eq!(read(&[0x82, MARK, 7], older), Err(Malformed));
    }

    #[test]
    fn own_content_is_read_with_a_version_and_without() {
        let mut writer = begin();
        writer.unsigned(300);
        writer.text("tea");
        let content_of = |bytes: &[u8]| content(bytes).and_then(|mut reader| older(&mut reader));
        assert_eq!(writer.bytes[..2], [0x81, 0]);
        assert_eq!(content_of(&writer.bytes), Ok((300, "tea".to_owned())));
        assert_eq!(content_of(&writer.bytes[2..]), Ok((300, "tea".to_owned())), "as it was written before");
        let newer = [&[0x82, MARK], &writer.bytes[2..]].concat();
        assert_eq!(content_of(&newer), Err(Malformed));
    }

    #[test]
    fn no_integer_of_before_is_taken_for_a_version() {
        for value in (0..70_000).chain([u64::from(u32::MAX), u64::MAX]) {
            let mut writer = dynalab_types::binary::Writer::default();
            writer.unsigned(value);
            writer.text("");
            assert_eq!(version(&writer.bytes), None, "{value}");
            assert_eq!(read(&writer.bytes, older), Ok((value, String::new())));
        }
    }
}
