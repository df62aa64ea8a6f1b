//! The members of a JSON object: sorted by name, and with their places in the text.

use std::collections::{BTreeMap, btree_map};

use super::Value;

/// The members of an object, sorted by name. If a name occurs twice, the last value counts.
#[derive(Clone, Debug, Default)]
pub struct Object {
    members: BTreeMap<String, Member>,
    /// The place of the next member.
    next_place: usize,
}

/// A value and its place in the text. Public only because the iterators contain it.
#[derive(Clone, Debug)]
pub struct Member {
    place: usize,
    value: Value,
}

/// Two objects are equal whatever the order of their members is.
impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Object {}

type Entry<'a> = (&'a String, &'a Value);
type EntryMut<'a> = (&'a String, &'a mut Value);
type Members<'a> = btree_map::Iter<'a, String, Member>;
type MembersMut<'a> = btree_map::IterMut<'a, String, Member>;
type MemberEntry<'a> = (&'a String, &'a Member);
type MemberEntryMut<'a> = (&'a String, &'a mut Member);

impl Object {
    pub fn new() -> Object {
        Object::default()
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members.get(name).map(|member| &member.value)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.members.get_mut(name).map(|member| &mut member.value)
    }

    pub fn get_key_value(&self, name: &str) -> Option<Entry<'_>> {
        self.members.get_key_value(name).map(|(name, member)| (name, &member.value))
    }

    pub fn contains_key(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// Adds a member behind all others. Returns the value that it replaces.
    pub fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        let place = self.next_place;
        self.next_place += 1;
        self.members.insert(name, Member { place, value }).map(|member| member.value)
    }

    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.members.remove(name).map(|member| member.value)
    }

    pub fn retain(&mut self, mut is_kept: impl FnMut(&String, &mut Value) -> bool) {
        self.members.retain(|name, member| is_kept(name, &mut member.value));
    }

    /// Returns the member whose name sorts first.
    pub fn first_key_value(&self) -> Option<Entry<'_>> {
        self.iter().next()
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &String> + ExactSizeIterator {
        self.members.keys()
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.members.values().map(|member| &member.value)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.members.values_mut().map(|member| &mut member.value)
    }

    /// Iterates in the order of the names.
    pub fn iter(&self) -> std::iter::Map<Members<'_>, fn(MemberEntry<'_>) -> Entry<'_>> {
        self.members.iter().map(|(name, member)| (name, &member.value))
    }

    /// Returns the members in the order of the text.
    pub fn in_order_sent(&self) -> Vec<Entry<'_>> {
        let mut members: Vec<_> = self.members.iter().collect();
        members.sort_by_key(|(_, member)| member.place);
        members.into_iter().map(|(name, member)| (name, &member.value)).collect()
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = Entry<'a>;
    type IntoIter = std::iter::Map<Members<'a>, fn(MemberEntry<'a>) -> Entry<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter().map(|(name, member)| (name, &member.value))
    }
}

impl<'a> IntoIterator for &'a mut Object {
    type Item = EntryMut<'a>;
    type IntoIter = std::iter::Map<MembersMut<'a>, fn(MemberEntryMut<'a>) -> EntryMut<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter_mut().map(|(name, member)| (name, &mut member.value))
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter =
        std::iter::Map<btree_map::IntoIter<String, Member>, fn((String, Member)) -> (String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter().map(|(name, member)| (name, member.value))
    }
}

/// Panics if there is no such member, as indexing of maps does.
impl std::ops::Index<&str> for Object {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        &self.members[name].value
    }
}

impl FromIterator<(String, Value)> for Object {
    fn from_iter<Members: IntoIterator<Item = (String, Value)>>(members: Members) -> Object {
        let mut object = Object::new();
        object.extend(members);
        object
    }
}

impl Extend<(String, Value)> for Object {
    fn extend<Members: IntoIterator<Item = (String, Value)>>(&mut self, members: Members) {
        for (name, value) in members {
            self.insert(name, value);
        }
    }
}

impl<const COUNT: usize> From<[(String, Value); COUNT]> for Object {
    fn from(members: [(String, Value); COUNT]) -> Object {
        members.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(names: &[&str]) -> Object {
        names.iter().map(|name| ((*name).to_owned(), Value::Null)).collect()
    }

    #[test]
    fn members_are_sorted_and_remember_their_places() {
        let object = object(&["b", "c", "a", "b"]);
        let sorted: Vec<&String> = object.keys().collect();
        assert_eq!(sorted, ["a", "b", "c"]);
        let sent: Vec<&String> = object.in_order_sent().into_iter().map(|(name, _)| name).collect();
        assert_eq!(sent, ["c", "a", "b"]);
    }

    #[test]
    fn places_do_not_count_for_equality() {
        assert_eq!(object(&["a", "b"]), object(&["b", "a", "b"]));
        assert_ne!(object(&["a"]), object(&["a", "b"]));
        assert_ne!(Object::from([("a".to_owned(), Value::Bool(true))]), object(&["a"]));
    }
}
