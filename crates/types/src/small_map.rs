//! Maps and sets for few entries, as sorted lists. They need a twentieth of a `BTreeMap`'s wasm per type.

use std::borrow::Borrow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A map as a list sorted by key. An insertion moves all later entries, so use it for dozens of entries only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallMap<Key, Value> {
    entries: Vec<(Key, Value)>,
}

impl<Key, Value> Default for SmallMap<Key, Value> {
    fn default() -> SmallMap<Key, Value> {
        SmallMap { entries: Vec::new() }
    }
}

impl<Key: Ord, Value> SmallMap<Key, Value> {
    pub fn new() -> SmallMap<Key, Value> {
        SmallMap::default()
    }

    fn position<Wanted: Ord + ?Sized>(&self, wanted: &Wanted) -> Result<usize, usize>
    where
        Key: Borrow<Wanted>,
    {
        self.entries.binary_search_by(|(key, _)| key.borrow().cmp(wanted))
    }

    /// Returns the value of a key.
    pub fn get<Wanted: Ord + ?Sized>(&self, wanted: &Wanted) -> Option<&Value>
    where
        Key: Borrow<Wanted>,
    {
        self.position(wanted).ok().map(|index| &self.entries[index].1)
    }

    /// Returns the value of a key, to change it.
    pub fn get_mut<Wanted: Ord + ?Sized>(&mut self, wanted: &Wanted) -> Option<&mut Value>
    where
        Key: Borrow<Wanted>,
    {
        match self.position(wanted) {
            Ok(index) => Some(&mut self.entries[index].1),
            Err(_) => None,
        }
    }

    /// Returns true if the map has the key.
    pub fn contains_key<Wanted: Ord + ?Sized>(&self, wanted: &Wanted) -> bool
    where
        Key: Borrow<Wanted>,
    {
        self.position(wanted).is_ok()
    }

    /// Inserts an entry and returns the previous value of its key.
    pub fn insert(&mut self, key: Key, value: Value) -> Option<Value> {
        match self.position(&key) {
            Ok(index) => Some(std::mem::replace(&mut self.entries[index].1, value)),
            Err(index) => {
                self.entries.insert(index, (key, value));
                None
            }
        }
    }

    /// Removes an entry and returns it.
    pub fn remove<Wanted: Ord + ?Sized>(&mut self, wanted: &Wanted) -> Option<(Key, Value)>
    where
        Key: Borrow<Wanted>,
    {
        self.position(wanted).ok().map(|index| self.entries.remove(index))
    }

    /// Returns the value of a key. Inserts the result of `make` if the key is missing.
    pub fn get_or_insert_with(&mut self, key: Key, make: impl FnOnce() -> Value) -> &mut Value {
        let index = match self.position(&key) {
            Ok(index) => index,
            Err(index) => {
                self.entries.insert(index, (key, make()));
                index
            }
        };
        &mut self.entries[index].1
    }

    /// Keeps only the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Key, &Value) -> bool) {
        self.entries.retain(|(key, value)| keep(key, value));
    }
}

impl<Key, Value> SmallMap<Key, Value> {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates in the order of the keys.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Key, &Value)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// Returns the entries in the order of their keys, to change the values.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Key, &mut Value)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Returns the keys in their order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Key> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// Returns the values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.iter().map(|(_, value)| value)
    }
}

impl<Key: Ord, Value> FromIterator<(Key, Value)> for SmallMap<Key, Value> {
    fn from_iter<Entries: IntoIterator<Item = (Key, Value)>>(entries: Entries) -> SmallMap<Key, Value> {
        let mut map = SmallMap::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

impl<Key, Value> IntoIterator for SmallMap<Key, Value> {
    type Item = (Key, Value);
    type IntoIter = std::vec::IntoIter<(Key, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// Serializes the map as the list of its entries.
impl<Key: Serialize, Value: Serialize> Serialize for SmallMap<Key, Value> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.entries.serialize(serializer)
    }
}

impl<'de, Key: Ord + Deserialize<'de>, Value: Deserialize<'de>> Deserialize<'de> for SmallMap<Key, Value> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SmallMap<Key, Value>, D::Error> {
        let entries = Vec::<(Key, Value)>::deserialize(deserializer)?;
        if !entries.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err(D::Error::custom("the entries are not in order"));
        }
        Ok(SmallMap { entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_ordered_and_keeps_one_value_a_key() {
        let mut map: SmallMap<&str, u8> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        assert_eq!(map.iter().collect::<Vec<_>>(), [(&"a", &2), (&"b", &3)]);
        assert_eq!((map.get("a"), map.get("c")), (Some(&2), None));
        assert_eq!(map.insert("a", 9), Some(2));
        *map.get_or_insert_with("c", || 0) += 5;
        assert_eq!(map.remove("b"), Some(("b", 3)));
        map.retain(|_, value| *value > 5);
        assert_eq!(map.into_iter().collect::<Vec<_>>(), [("a", 9)]);
    }
}
