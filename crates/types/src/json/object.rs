//! The members of a JSON object: sorted by name, and with their places in the text.
//!
//! They are one list. Most objects of a request have one member, the type of a value, and a node of a tree for it would take a
//! hundred times the text.

use std::cmp::Ordering;
use std::slice;
use std::vec;

use super::Value;

/// The members of an object, sorted by name. If a name occurs twice, the last value counts.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// Sorted by name, each name once.
    members: Vec<Member>,
    /// The place of the next member.
    next_place: u32,
}

/// A name with its value and its place in the text. Public only because the iterators contain it.
#[derive(Clone, Debug)]
pub struct Member {
    name: String,
    value: Value,
    place: u32,
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

fn entry(member: &Member) -> Entry<'_> {
    (&member.name, &member.value)
}

fn entry_mut(member: &mut Member) -> EntryMut<'_> {
    (&member.name, &mut member.value)
}

fn into_entry(member: Member) -> (String, Value) {
    (member.name, member.value)
}

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

    /// Returns the position of a name, or the position where it would be.
    fn position(&self, name: &str) -> Result<usize, usize> {
        // Most names are asked for, or added, in order.
        match self.members.last().map(|last| last.name.as_str().cmp(name)) {
            None | Some(Ordering::Less) => Err(self.members.len()),
            Some(Ordering::Equal) => Ok(self.members.len() - 1),
            Some(Ordering::Greater) => self.members.binary_search_by(|member| member.name.as_str().cmp(name)),
        }
    }

    /// Returns the value of a member.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.position(name).ok().map(|position| &self.members[position].value)
    }

    /// Returns the value of a member, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.position(name).ok().map(|position| &mut self.members[position].value)
    }

    /// Returns a member with its own name.
    pub fn get_key_value(&self, name: &str) -> Option<Entry<'_>> {
        self.position(name).ok().map(|position| entry(&self.members[position]))
    }

    /// Returns true if the object has a member with this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.position(name).is_ok()
    }

    /// Adds a member behind all others. Returns the value that it replaces. Add many members with `extend`, because each one that is
    /// not the last by name moves those after it.
    pub fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        let member = self.next(name, value);
        match self.position(&member.name) {
            Ok(position) => Some(std::mem::replace(&mut self.members[position], member).value),
            Err(position) => {
                if self.members.is_empty() {
                    self.members.reserve_exact(1);
                }
                self.members.insert(position, member);
                None
            }
        }
    }

    fn next(&mut self, name: String, value: Value) -> Member {
        let place = self.next_place;
        self.next_place += 1;
        Member { name, value, place }
    }

    /// Removes a member and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.position(name).ok().map(|position| self.members.remove(position).value)
    }

    /// Keeps only the members for which `is_kept` returns true.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&String, &mut Value) -> bool) {
        self.members.retain_mut(|member| is_kept(&member.name, &mut member.value));
    }

    /// Returns the member whose name sorts first.
    pub fn first_key_value(&self) -> Option<Entry<'_>> {
        self.iter().next()
    }

    /// Returns the names in the order of their bytes.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &String> + ExactSizeIterator {
        self.members.iter().map(|member| &member.name)
    }

    /// Returns the values in the order of their names.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.members.iter().map(|member| &member.value)
    }

    /// Returns the values in the order of their names, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.members.iter_mut().map(|member| &mut member.value)
    }

    /// Iterates in the order of the names.
    pub fn iter(&self) -> std::iter::Map<slice::Iter<'_, Member>, fn(&Member) -> Entry<'_>> {
        self.members.iter().map(entry)
    }

    /// Returns the members in the order of the text.
    pub fn in_order_sent(&self) -> Vec<Entry<'_>> {
        let mut members: Vec<_> = self.members.iter().collect();
        members.sort_by_key(|member| member.place);
        members.into_iter().map(entry).collect()
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = Entry<'a>;
    type IntoIter = std::iter::Map<slice::Iter<'a, Member>, fn(&'a Member) -> Entry<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter().map(entry)
    }
}

impl<'a> IntoIterator for &'a mut Object {
    type Item = EntryMut<'a>;
    type IntoIter = std::iter::Map<slice::IterMut<'a, Member>, fn(&'a mut Member) -> EntryMut<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter_mut().map(entry_mut)
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter = std::iter::Map<vec::IntoIter<Member>, fn(Member) -> (String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter().map(into_entry)
    }
}

/// Panics if there is no such member, as indexing of maps does.
impl std::ops::Index<&str> for Object {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        match self.get(name) {
            Some(value) => value,
            None => panic!("the object has no member {name:?}"),
        }
    }
}

impl FromIterator<(String, Value)> for Object {
    fn from_iter<Members: IntoIterator<Item = (String, Value)>>(members: Members) -> Object {
        let mut object = Object::new();
        object.extend(members);
        object
    }
}

/// Adds the members behind all others, in any number and order.
impl Extend<(String, Value)> for Object {
    fn extend<Members: IntoIterator<Item = (String, Value)>>(&mut self, members: Members) {
        for (name, value) in members {
            let member = self.next(name, value);
            if self.members.is_empty() {
                self.members.reserve_exact(1);
            }
            self.members.push(member);
        }
        let is_sorted = |pair: &[Member]| pair[0].name < pair[1].name;
        if !self.members.windows(2).all(is_sorted) {
            // Of the members with one name, the last one comes first, and the others go.
            self.members.sort_unstable_by(|one, other| {
                one.name.cmp(&other.name).then_with(|| other.place.cmp(&one.place))
            });
            self.members.dedup_by(|later, earlier| later.name == earlier.name);
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
    fn a_member_that_comes_twice_counts_as_the_last_one() {
        let members = [("b", true), ("a", true), ("b", false), ("c", true)];
        let member = |(name, value): (&str, bool)| (name.to_owned(), Value::Bool(value));
        let mut one_by_one = Object::new();
        for (name, value) in members.map(member) {
            one_by_one.insert(name, value);
        }
        for object in [members.into_iter().map(member).collect(), one_by_one] {
            assert_eq!(object.get("b"), Some(&Value::Bool(false)));
            let sent: Vec<&String> = object.in_order_sent().into_iter().map(|(name, _)| name).collect();
            assert_eq!(sent, ["a", "b", "c"]);
            assert_eq!(object.get("d"), None);
            assert_eq!(object.get("0"), None);
        }
    }

    /// A value such as `{"N":"1"}` takes ten times its text, not a hundred times.
    #[test]
    fn an_object_of_one_member_takes_no_more_than_it_has() {
        let object = Object::from([("N".to_owned(), Value::String("1".to_owned()))]);
        assert_eq!(object.members.capacity(), 1);
        assert!(size_of::<Member>() <= 64 && size_of::<Value>() <= 32);
    }

    #[test]
    fn places_do_not_count_for_equality() {
        assert_eq!(object(&["a", "b"]), object(&["b", "a", "b"]));
        assert_ne!(object(&["a"]), object(&["a", "b"]));
        assert_ne!(Object::from([("a".to_owned(), Value::Bool(true))]), object(&["a"]));
    }
}
