//! Key attribute values, and the bytes that order a table by hash, partition key and sort key.

use crate::attribute_value::{AttributeValue, Item};
use crate::number::Number;
use crate::schema::{KeyAttribute, KeySchema, ScalarType};

/// The value of a key attribute. DynamoDB allows only these three types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyValue {
    S(Box<str>),
    N(Number),
    B(Box<[u8]>),
}

impl KeyValue {
    /// Returns the key value, or `None` for a type that no key has.
    pub fn from_attribute(value: &AttributeValue) -> Option<KeyValue> {
        match value {
            AttributeValue::S(text) => Some(KeyValue::S(text.clone())),
            AttributeValue::N(number) => Some(KeyValue::N(*number)),
            AttributeValue::B(bytes) => Some(KeyValue::B(bytes.clone())),
            _ => None,
        }
    }

    /// Returns the value as an attribute of an item.
    pub fn to_attribute(&self) -> AttributeValue {
        match self {
            KeyValue::S(text) => AttributeValue::S(text.clone()),
            KeyValue::N(number) => AttributeValue::N(*number),
            KeyValue::B(bytes) => AttributeValue::B(bytes.clone()),
        }
    }

    /// Returns the type of the value.
    pub fn scalar_type(&self) -> ScalarType {
        match self {
            KeyValue::S(_) => ScalarType::S,
            KeyValue::N(_) => ScalarType::N,
            KeyValue::B(_) => ScalarType::B,
        }
    }
}

/// A partition key and, in tables that have one, a sort key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PrimaryKey {
    pub partition: KeyValue,
    pub sort: Option<KeyValue>,
}

/// The bytes that order a table or an index: eight bytes of hash, the partition key, the sort key. In an index, the
/// table's key follows. Each part is self-delimiting and sorts as its values do.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyBytes(Box<[u8]>);

impl KeyBytes {
    /// Wraps encoded bytes. [`KeyValue`] and `KeySchema` encode them.
    pub fn from_vec(bytes: Vec<u8>) -> KeyBytes {
        KeyBytes(bytes.into_boxed_slice())
    }

    /// Returns the bytes. Their order is the order of the items.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Returns the hash of the partition key. It decides the partition.
    pub fn hash(&self) -> u64 {
        hash_of_prefix(&self.0)
    }
}

impl std::borrow::Borrow<[u8]> for KeyBytes {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

fn hash_of_prefix(bytes: &[u8]) -> u64 {
    let mut first = [0u8; 8];
    for (target, byte) in first.iter_mut().zip(bytes) {
        *target = *byte;
    }
    u64::from_be_bytes(first)
}

/// Returns the bytes of a partition key alone: the common prefix of its item collection.
///
/// DynamoDB does not publish its hash function. This one is xxHash64 of the encoded key.
pub fn collection_prefix<'a>(partition: impl IntoIterator<Item = ScalarRef<'a>>) -> Vec<u8> {
    let mut bytes = vec![0; 8];
    for value in partition {
        value.write(&mut bytes);
    }
    let hash = xxhash_rust::xxh64::xxh64(&bytes[8..], 0);
    bytes[..8].copy_from_slice(&hash.to_be_bytes());
    bytes
}

/// A borrowed key value. It avoids copies of an item's strings when a key is encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScalarRef<'a> {
    S(&'a str),
    N(Number),
    B(&'a [u8]),
}

impl<'a> ScalarRef<'a> {
    /// Returns None if the value is not of type `wanted`.
    pub fn from_value(value: &'a AttributeValue, wanted: ScalarType) -> Option<ScalarRef<'a>> {
        match (value, wanted) {
            (AttributeValue::S(text), ScalarType::S) => Some(ScalarRef::S(text)),
            (AttributeValue::N(number), ScalarType::N) => Some(ScalarRef::N(*number)),
            (AttributeValue::B(bytes), ScalarType::B) => Some(ScalarRef::B(bytes)),
            _ => None,
        }
    }

    /// Appends the order-preserving, self-delimiting bytes.
    pub fn write(self, bytes: &mut Vec<u8>) {
        match self {
            ScalarRef::S(text) => write_escaped(text.as_bytes(), bytes),
            ScalarRef::N(number) => number.write_order_preserving(bytes),
            ScalarRef::B(raw) => write_escaped(raw, bytes),
        }
    }

    /// Appends the common prefix of the bytes of all values that begin with this value.
    pub fn write_prefix(self, bytes: &mut Vec<u8>) {
        match self {
            ScalarRef::S(text) => escape(text.as_bytes(), bytes),
            ScalarRef::B(raw) => escape(raw, bytes),
            ScalarRef::N(number) => number.write_order_preserving(bytes),
        }
    }
}

fn escape(raw: &[u8], bytes: &mut Vec<u8>) {
    bytes.reserve(raw.len() + 2);
    for &byte in raw {
        bytes.push(byte);
        if byte == 0 {
            bytes.push(0xFF);
        }
    }
}

/// Writes a zero byte as 00 FF and the end as 00 01. A value then sorts before its continuations.
fn write_escaped(raw: &[u8], bytes: &mut Vec<u8>) {
    escape(raw, bytes);
    bytes.extend_from_slice(&[0, 1]);
}

/// Returns the first byte string greater than all that begin with `prefix`. Returns None if there is no such bound.
pub fn end_of_prefix(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Some(end);
        }
    }
    None
}

impl KeySchema {
    /// Returns the bytes of an item's key. Returns None if a key attribute is missing or has another type.
    pub fn key_bytes(&self, item: &Item) -> Option<KeyBytes> {
        self.key_bytes_followed_by(item, &[])
    }

    /// Returns the bytes of an item's index key, made unique by the bytes of its table key (`suffix`).
    pub fn key_bytes_followed_by(&self, item: &Item, suffix: &[u8]) -> Option<KeyBytes> {
        let scalar = |attribute: &KeyAttribute| {
            ScalarRef::from_value(item.get(&attribute.name)?, attribute.scalar_type)
        };
        let partition = self.partition.iter().map(scalar).collect::<Option<Vec<_>>>()?;
        let mut bytes = collection_prefix(partition);
        for attribute in &self.sort {
            scalar(attribute)?.write(&mut bytes);
        }
        bytes.extend_from_slice(suffix);
        Some(KeyBytes::from_vec(bytes))
    }

    /// Returns the item's key attributes only.
    pub fn key_of(&self, item: &Item) -> Item {
        self.attributes()
            .filter_map(|attribute| Some((attribute.name.clone(), item.get(&attribute.name)?.clone())))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> KeySchema {
        let attribute = |name: &str, scalar_type| KeyAttribute { name: name.into(), scalar_type };
        KeySchema {
            partition: vec![attribute("pk", ScalarType::S)],
            sort: vec![attribute("sk", ScalarType::B)],
        }
    }

    fn key(pk: &str, sk: &[u8]) -> KeyBytes {
        let item = [("pk", AttributeValue::string(pk)), ("sk", AttributeValue::B(sk.into()))];
        schema().key_bytes(&item.into_iter().collect()).unwrap()
    }

    #[test]
    fn sort_keys_order_as_unsigned_bytes_with_the_shorter_prefix_first() {
        let ascending: [&[u8]; 7] = [&[], &[0], &[0, 0], &[0, 1], &[1], &[0x7F], &[0xFF, 0xFF]];
        for pair in ascending.windows(2) {
            assert!(key("a", pair[0]) < key("a", pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn a_collection_shares_its_prefix_and_no_other_collection_does() {
        let prefix = collection_prefix([ScalarRef::S("a")]);
        assert!(key("a", &[1]).as_slice().starts_with(&prefix));
        assert!(!key("ab", &[1]).as_slice().starts_with(&prefix));
        assert_eq!(key("a", &[1]).hash(), key("a", &[2]).hash());
    }

    #[test]
    fn the_end_of_a_prefix_is_past_all_that_start_with_it() {
        assert_eq!(end_of_prefix(&[1, 2]), Some(vec![1, 3]));
        assert_eq!(end_of_prefix(&[1, 0xFF]), Some(vec![2]));
        assert_eq!(end_of_prefix(&[0xFF, 0xFF]), None);
    }

    #[test]
    fn an_item_without_its_key_has_no_key_bytes() {
        let only_pk: Item = [("pk", AttributeValue::string("a"))].into_iter().collect();
        assert_eq!(schema().key_bytes(&only_pk), None);
        let wrong_type: Item =
            [("pk", AttributeValue::string("a")), ("sk", AttributeValue::string("b"))].into_iter().collect();
        assert_eq!(schema().key_bytes(&wrong_type), None);
    }
}
