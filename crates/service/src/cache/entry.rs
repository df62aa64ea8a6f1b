//! The entries of a cache: an item or its absence by table and key, or a response by request.

use dynalab_engine::codec::record_form;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyBytes, PackedItem};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Item,
    Query,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub put_at_ms: u64,
    /// The number of the last access to it.
    pub used: u64,
    pub content: Vec<u8>,
}

impl Entry {
    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Entry, Malformed> {
        record_form::read(bytes, Entry::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Entry, Malformed> {
        let (put_at_ms, used) = (reader.unsigned()?, reader.unsigned()?);
        Ok(Entry { put_at_ms, used, content: reader.slice()?.to_vec() })
    }
}

/// Separates the parts of a key. Names do not contain it, and neither does a label except at its end.
const SEPARATOR: char = '\n';

/// Returns the key of an entry. Entries are ordered by cache, kind and label.
pub(crate) fn key(cache: &str, kind: EntryKind, label: &str) -> RecordKey {
    RecordKey::of_account(RecordKind::CACHE_ENTRY, &(name_prefix(cache, kind) + label))
}

/// Returns how the names of the entries of a cache and a kind begin. The names continue with the label.
pub(crate) fn name_prefix(cache: &str, kind: EntryKind) -> String {
    let letter = if kind == EntryKind::Item { 'i' } else { 'q' };
    format!("{cache}{SEPARATOR}{letter}{SEPARATOR}")
}

/// Returns the label of a key, if it is of this cache and kind.
pub(crate) fn label_of<'k>(cache: &str, kind: EntryKind, key: &'k RecordKey) -> Option<&'k str> {
    key.name.strip_prefix(&name_prefix(cache, kind))
}

pub(crate) fn item_label(table: &str, key: &KeyBytes) -> String {
    let digits: String = key.as_slice().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{table}{SEPARATOR}{digits}")
}

/// Returns the table in an item's label.
pub(crate) fn table_of(label: &str) -> Option<&str> {
    label.split_once(SEPARATOR).map(|(table, _)| table)
}

/// Encodes an item with its key, or only the key of a missing item.
pub(crate) fn item_content(key: &KeyBytes, item: Option<&PackedItem>) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.slice(key.as_slice());
    if let Some(item) = item {
        item.write(&mut writer);
    }
    writer.bytes
}

pub(crate) fn read_item(content: &[u8]) -> Result<(KeyBytes, Option<PackedItem>), Malformed> {
    let mut reader = Reader::new(content);
    let key = KeyBytes::from_vec(reader.slice()?.to_vec());
    let item = if reader.is_empty() { None } else { Some(PackedItem::read(&mut reader)?) };
    Ok((key, item))
}

/// Checks that an entry and its content can be read.
pub(crate) fn check(key: &RecordKey, bytes: &[u8]) -> Result<(), Malformed> {
    let entry = Entry::from_bytes(bytes)?;
    let letter = key.name.split(SEPARATOR).nth(1);
    match letter {
        Some("i") => read_item(&entry.content).map(drop),
        Some("q") => read_query(&entry.content).map(drop),
        _ => Err(Malformed),
    }
}

/// Encodes a response with its request.
pub(crate) fn query_content(operation: &str, request: &str, answer: &str) -> Vec<u8> {
    let mut writer = Writer::default();
    for text in [operation, request, answer] {
        writer.text(text);
    }
    writer.bytes
}

/// Returns operation, request and response.
pub(crate) fn read_query(content: &[u8]) -> Result<[String; 3], Malformed> {
    let mut reader = Reader::new(content);
    let mut next = || reader.text().map(str::to_owned);
    Ok([next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::{AttributeValue, Item};

    #[test]
    fn entries_are_read_back() {
        let item: Item = [("id", AttributeValue::string("a"))].into_iter().collect();
        let (key, item) = (KeyBytes::from_vec(vec![1, 2, 3]), PackedItem::pack(&item));
        for item in [Some(item), None] {
            let content = item_content(&key, item.as_ref());
            assert_eq!(read_item(&content), Ok((key.clone(), item)));
            let entry = Entry { put_at_ms: 5, used: 7, content };
            assert_eq!(Entry::from_bytes(&entry.to_bytes()), Ok(entry));
        }
        let texts = ["Query", "{}", "{\"Count\":0}"];
        let [operation, request, answer] = texts;
        assert_eq!(read_query(&query_content(operation, request, answer)), Ok(texts.map(str::to_owned)));
        let label = item_label("T", &key);
        assert_eq!(label_of("c", EntryKind::Item, &super::key("c", EntryKind::Item, &label)), Some(&*label));
        assert_eq!(label_of("c", EntryKind::Query, &super::key("c", EntryKind::Item, &label)), None);
        assert_eq!(table_of(&label), Some("T"));
    }

    #[test]
    fn an_entry_without_a_version_is_read() {
        const BEFORE: &[u8] = &[172, 2, 2, 2, 1, 2];
        let kept = Entry { put_at_ms: 300, used: 2, content: vec![1, 2] };
        assert_eq!(Entry::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Entry::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
