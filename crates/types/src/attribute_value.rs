//! The ten types of a DynamoDB value, and the map that represents items and nested documents.

use std::collections::BTreeSet;
use std::fmt;

use crate::number::Number;

/// One attribute value. Sets are sorted, so equal sets are equal values in whatever order they arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    S(Box<str>),
    N(Number),
    B(Box<[u8]>),
    Bool(bool),
    Null,
    L(Vec<AttributeValue>),
    M(AttributeMap),
    Ss(BTreeSet<Box<str>>),
    Ns(BTreeSet<Number>),
    Bs(BTreeSet<Box<[u8]>>),
}

/// The type of a value, named as in DynamoDB JSON and in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataType {
    S,
    N,
    B,
    Bool,
    Null,
    L,
    M,
    Ss,
    Ns,
    Bs,
}

impl DataType {
    /// All types, in the order of DynamoDB's documentation.
    pub const ALL: [DataType; 10] = [
        DataType::S,
        DataType::N,
        DataType::B,
        DataType::Bool,
        DataType::Null,
        DataType::L,
        DataType::M,
        DataType::Ss,
        DataType::Ns,
        DataType::Bs,
    ];

    /// Returns "S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS" or "BS".
    pub fn name(self) -> &'static str {
        match self {
            DataType::S => "S",
            DataType::N => "N",
            DataType::B => "B",
            DataType::Bool => "BOOL",
            DataType::Null => "NULL",
            DataType::L => "L",
            DataType::M => "M",
            DataType::Ss => "SS",
            DataType::Ns => "NS",
            DataType::Bs => "BS",
        }
    }

    /// Returns the type with this name in DynamoDB JSON.
    pub fn from_name(name: &str) -> Option<DataType> {
        DataType::ALL.into_iter().find(|data_type| data_type.name() == name)
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl AttributeValue {
    /// Returns the type of the value.
    pub fn data_type(&self) -> DataType {
        match self {
            AttributeValue::S(_) => DataType::S,
            AttributeValue::N(_) => DataType::N,
            AttributeValue::B(_) => DataType::B,
            AttributeValue::Bool(_) => DataType::Bool,
            AttributeValue::Null => DataType::Null,
            AttributeValue::L(_) => DataType::L,
            AttributeValue::M(_) => DataType::M,
            AttributeValue::Ss(_) => DataType::Ss,
            AttributeValue::Ns(_) => DataType::Ns,
            AttributeValue::Bs(_) => DataType::Bs,
        }
    }

    /// Returns a string value.
    pub fn string(text: &str) -> AttributeValue {
        AttributeValue::S(text.into())
    }

    /// Returns the levels of nesting. A scalar has depth 1, a map of scalars has depth 2.
    pub fn depth(&self) -> usize {
        match self {
            AttributeValue::L(elements) => 1 + elements.iter().map(AttributeValue::depth).max().unwrap_or(0),
            AttributeValue::M(map) => 1 + map.values().map(AttributeValue::depth).max().unwrap_or(0),
            _ => 1,
        }
    }
}

/// Attribute names and values, unique and sorted by name (UTF-8 bytes). An item is one allocation for its entries, plus
/// one for each name and string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeMap {
    entries: Vec<(Box<str>, AttributeValue)>,
}

/// One item of a table: its attributes by name.
pub type Item = AttributeMap;

impl AttributeMap {
    pub fn new() -> AttributeMap {
        AttributeMap::default()
    }

    /// Returns an empty map with space for this many entries.
    pub fn with_capacity(entries: usize) -> AttributeMap {
        AttributeMap { entries: Vec::with_capacity(entries) }
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(entry_name, _)| entry_name.as_ref().cmp(name))
    }

    /// Returns the value of an attribute.
    pub fn get(&self, name: &str) -> Option<&AttributeValue> {
        self.position(name).ok().map(|index| &self.entries[index].1)
    }

    /// Returns the value of an attribute, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut AttributeValue> {
        match self.position(name) {
            Ok(index) => Some(&mut self.entries[index].1),
            Err(_) => None,
        }
    }

    /// Returns true if the map has an attribute with this name.
    pub fn contains(&self, name: &str) -> bool {
        self.position(name).is_ok()
    }

    /// Inserts an attribute and returns the previous value of that name.
    pub fn insert(&mut self, name: impl Into<Box<str>>, value: AttributeValue) -> Option<AttributeValue> {
        let name = name.into();
        // Names usually arrive in order, from a sorted JSON object or from another map.
        if self.entries.last().is_none_or(|(last, _)| *last < name) {
            self.entries.push((name, value));
            return None;
        }
        match self.position(&name) {
            Ok(index) => Some(std::mem::replace(&mut self.entries[index].1, value)),
            Err(index) => {
                self.entries.insert(index, (name, value));
                None
            }
        }
    }

    /// Removes an attribute and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<AttributeValue> {
        match self.position(name) {
            Ok(index) => Some(self.entries.remove(index).1),
            Err(_) => None,
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &AttributeValue)> {
        self.entries.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// Returns the names in the order of their bytes.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_ref())
    }

    /// Returns the values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Releases unused reserved memory, before the item is stored for long.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
    }
}

impl<Name: Into<Box<str>>> FromIterator<(Name, AttributeValue)> for AttributeMap {
    fn from_iter<Entries: IntoIterator<Item = (Name, AttributeValue)>>(entries: Entries) -> AttributeMap {
        let entries = entries.into_iter();
        let mut map = AttributeMap::with_capacity(entries.size_hint().0);
        for (name, value) in entries {
            map.insert(name, value);
        }
        map
    }
}

impl IntoIterator for AttributeMap {
    type Item = (Box<str>, AttributeValue);
    type IntoIter = std::vec::IntoIter<(Box<str>, AttributeValue)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_sorted_whatever_order_names_come_in() {
        let map: AttributeMap =
            ["b", "a", "c", "a"].into_iter().map(|name| (name, AttributeValue::string(name))).collect();
        assert_eq!(map.keys().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(map.get("b"), Some(&AttributeValue::string("b")));
        assert_eq!(map.get("x"), None);
    }

    #[test]
    fn insert_and_remove_return_what_stood_there() {
        let mut map = AttributeMap::new();
        assert_eq!(map.insert("a", AttributeValue::Null), None);
        assert_eq!(map.insert("a", AttributeValue::Bool(true)), Some(AttributeValue::Null));
        assert_eq!(map.remove("a"), Some(AttributeValue::Bool(true)));
        assert_eq!(map.remove("a"), None);
        assert!(map.is_empty());
    }

    #[test]
    fn sets_compare_without_order() {
        let left = AttributeValue::Ss(["a".into(), "b".into()].into());
        let right = AttributeValue::Ss(["b".into(), "a".into()].into());
        assert_eq!(left, right);
    }

    #[test]
    fn depth_counts_the_value_itself() {
        let one = AttributeValue::string("leaf");
        let two = AttributeValue::L(vec![one.clone()]);
        let three = AttributeValue::M([("a", two.clone())].into_iter().collect());
        assert_eq!([one.depth(), two.depth(), three.depth()], [1, 2, 3]);
    }
}
