//! What a reader of a file did not take. A reader marks what it takes; the rest becomes notes by itself, with alike ones counted.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::ImportNote;

/// Maximum number of notes about a file. One more counts the others.
const NOTES_MAX: usize = 200;

/// What was taken of a tree. Values are known by their address, so the tree outlives this.
#[derive(Debug, Default)]
pub struct Taken {
    /// Values of which members may be left.
    opened: RefCell<BTreeSet<usize>>,
    /// Values that were taken with all below them.
    whole: RefCell<BTreeSet<usize>>,
}

/// A value of a file, whose reader marks what it takes.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    value: &'a Value,
    taken: &'a Taken,
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

impl Taken {
    /// Returns the root of a tree, of which nothing is taken.
    pub fn root<'a>(&'a self, value: &'a Value) -> Node<'a> {
        Node { value, taken: self }
    }

    /// Returns a note for each member that was not taken, with its place below `place`. An absent value (null) is none.
    pub fn rest(&self, root: &Value, place: &str) -> Vec<ImportNote> {
        let mut notes = Vec::new();
        self.sweep(root, place, &mut notes);
        notes
    }

    fn sweep(&self, value: &Value, place: &str, notes: &mut Vec<ImportNote>) {
        if self.whole.borrow().contains(&address(value)) {
            return;
        }
        let members: Vec<(String, &Value)> = match value {
            // Sorted by name, independent of the map type of this build.
            Value::Object(members) => {
                let sorted: BTreeMap<&String, &Value> = members.iter().collect();
                sorted.into_iter().map(|(name, value)| (name.clone(), value)).collect()
            }
            Value::Array(values) => {
                values.iter().enumerate().map(|(number, value)| (format!("[{number}]"), value)).collect()
            }
            _ => return,
        };
        for (name, member) in members {
            let is_known = |set: &RefCell<BTreeSet<usize>>| set.borrow().contains(&address(member));
            if is_known(&self.opened) || is_known(&self.whole) {
                let between = if place.is_empty() || name.starts_with('[') { "" } else { "." };
                self.sweep(member, &format!("{place}{between}{name}"), notes);
            } else if !member.is_null() {
                notes.push(ImportNote::LeftOut { place: place.to_owned(), member: name });
            }
        }
    }
}

impl<'a> Node<'a> {
    /// Takes a member, and returns it with what is below it still to take.
    pub fn get(self, name: &str) -> Option<Node<'a>> {
        Some(self.open(self.value.get(name)?))
    }

    fn open(self, value: &'a Value) -> Node<'a> {
        self.taken.opened.borrow_mut().insert(address(value));
        Node { value, taken: self.taken }
    }

    /// Takes the elements of a list.
    pub fn elements(self) -> impl Iterator<Item = Node<'a>> {
        self.value.as_array().into_iter().flatten().map(move |value| self.open(value))
    }

    /// Takes the members of an object, sorted by name.
    pub fn members(self) -> impl Iterator<Item = (&'a str, Node<'a>)> {
        let sorted: BTreeMap<&'a String, &'a Value> = self.value.as_object().into_iter().flatten().collect();
        sorted.into_iter().map(move |(name, value)| (name.as_str(), self.open(value)))
    }

    /// Takes the value and everything below it.
    pub fn whole(self) -> &'a Value {
        self.taken.whole.borrow_mut().insert(address(self.value));
        self.value
    }

    /// Takes a member and everything below it. Returns null if there is none.
    pub fn whole_of(self, name: &str) -> &'a Value {
        self.get(name).map_or(&Value::Null, Node::whole)
    }

    /// Takes members whose content is known and not needed.
    pub fn pass(self, names: &[&str]) {
        for name in names {
            self.whole_of(name);
        }
    }

    /// Returns the value, without taking what is below it.
    pub fn value(self) -> &'a Value {
        self.value
    }
}

/// Counts alike notes, puts those that change the design first, and bounds their number.
pub fn arrange(notes: Vec<ImportNote>) -> Vec<ImportNote> {
    let mut arranged: Vec<ImportNote> = Vec::new();
    let mut places: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for note in notes {
        let alike = match &note {
            ImportNote::LeftOut { member, .. } => Some((true, member.clone())),
            // Functions of one member, such as its default, are alike.
            ImportNote::UnknownValue { place, expression } if expression.contains("=>") => {
                Some((false, format!("{}=>", place.rsplit('.').next().unwrap_or_default())))
            }
            ImportNote::UnknownValue { expression, .. } => Some((false, expression.clone())),
            _ => None,
        };
        match alike.as_ref().and_then(|alike| places.get(alike)) {
            Some(place) => add_one(&mut arranged[*place]),
            None => {
                places.extend(alike.map(|alike| (alike, arranged.len())));
                arranged.push(note);
            }
        }
    }
    arranged.sort_by_key(rank);
    if arranged.len() > NOTES_MAX {
        let more = arranged.len() - NOTES_MAX;
        arranged.truncate(NOTES_MAX);
        arranged.push(ImportNote::MoreNotes { count: more });
    }
    arranged
}

/// Counts one more place of a note.
fn add_one(note: &mut ImportNote) {
    match note {
        ImportNote::LeftOut { place, member } => {
            *note = ImportNote::LeftOutOften { place: place.clone(), member: member.clone(), more: 1 };
        }
        ImportNote::UnknownValue { place, expression } => {
            let (place, expression) = (place.clone(), expression.clone());
            *note = ImportNote::UnknownOften { place, expression, more: 1 };
        }
        ImportNote::LeftOutOften { more, .. } | ImportNote::UnknownOften { more, .. } => *more += 1,
        _ => {}
    }
}

/// Returns 0 for notes that change the design, then what was left out, then other statements, then what remains to be done.
fn rank(note: &ImportNote) -> u8 {
    match note {
        ImportNote::LeftOut { .. }
        | ImportNote::LeftOutOften { .. }
        | ImportNote::Kept { .. }
        | ImportNote::UnknownValue { .. }
        | ImportNote::UnknownOften { .. } => 1,
        ImportNote::Skipped { .. } | ImportNote::Ignored { .. } | ImportNote::OtherResources { .. } => 2,
        ImportNote::KeysOnly
        | ImportNote::Assumed { .. }
        | ImportNote::FirstPatterns { .. }
        | ImportNote::MoreNotes { .. } => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn left(place: &str, member: &str) -> ImportNote {
        ImportNote::LeftOut { place: place.to_owned(), member: member.to_owned() }
    }

    #[test]
    fn what_was_not_taken_is_named() {
        let file = json!({ "name": "a", "keys": [{ "id": 1, "more": 2 }, { "id": 3 }], "gone": null, "other": { "x": {} },
            "all": { "y": 1 } });
        let taken = Taken::default();
        let root = taken.root(&file);
        assert_eq!(root.whole_of("name"), "a");
        assert_eq!(root.whole_of("all"), &json!({ "y": 1 }));
        for key in root.get("keys").unwrap().elements() {
            assert!(key.whole_of("id").is_u64());
        }
        assert!(root.get("missing").is_none());
        assert_eq!(taken.rest(&file, "file"), [left("file.keys[0]", "more"), left("file", "other")]);
        let (_, other) = root.members().find(|(name, _)| *name == "other").unwrap();
        assert_eq!(other.value(), &json!({ "x": {} }));
        root.get("keys").unwrap().whole();
        assert_eq!(taken.rest(&file, ""), [left("other", "x")]);
    }

    #[test]
    fn alike_notes_are_counted_and_changes_come_first() {
        let notes = vec![
            ImportNote::KeysOnly,
            left("a", "Tags"),
            left("b", "Other"),
            left("b", "Tags"),
            ImportNote::SameTable { table: "a".to_owned(), line: 3 },
            left("c", "Tags"),
        ];
        let tags = ImportNote::LeftOutOften { place: "a".to_owned(), member: "Tags".to_owned(), more: 2 };
        let same = ImportNote::SameTable { table: "a".to_owned(), line: 3 };
        assert_eq!(arrange(notes), [same, tags, left("b", "Other"), ImportNote::KeysOnly]);
        let many = arrange((0..300).map(|number| left("a", &number.to_string())).collect());
        assert_eq!((many.len(), many.last()), (201, Some(&ImportNote::MoreNotes { count: 100 })));
    }
}
