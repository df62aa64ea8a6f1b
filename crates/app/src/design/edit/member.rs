//! Edits of any member of the format, by its place: each member of a design can be set, renamed, moved and taken away.

use dynalab_modeling::Design;
use dynalab_modeling::shape::{Shape, first_fault, members};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Edit;
use crate::design::pattern_draft;

/// The part of a design in which a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The members of the design itself.
    Design,
    Entity(usize),
    Relation(usize),
    Table(usize),
    Pattern(usize),
}

/// One step on the way to a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    Member(String),
    /// The entry of a list.
    Entry(usize),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemberEdit {
    pub part: Part,
    pub place: Vec<Step>,
    pub change: MemberChange,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MemberChange {
    /// Sets the member, or the entry after the last one.
    Set(Value),
    Unset,
    /// Gives the entry of a map another name.
    Rename(String),
    /// Exchanges the entry of a list with the one before it.
    MoveUp,
}

impl Part {
    pub fn shape(self) -> &'static Shape {
        match self {
            Part::Design => &members::DESIGN,
            Part::Entity(_) => &members::ENTITY,
            Part::Relation(_) => &members::RELATION,
            Part::Table(_) => &members::TABLE,
            Part::Pattern(_) => &members::PATTERN,
        }
    }

    /// Returns the part as JSON. None if it is gone.
    pub fn value(self, design: &Design) -> Option<Value> {
        match self {
            Part::Design => serde_json::to_value(design).ok(),
            Part::Entity(number) => json(design.entities.get(number)?),
            Part::Relation(number) => json(design.relations.get(number)?),
            Part::Table(number) => json(design.tables.get(number)?),
            Part::Pattern(number) => json(design.patterns.get(number)?),
        }
    }

    /// Replaces the part. A value that the format does not allow changes nothing.
    fn replace(self, design: &mut Design, value: Value) {
        match self {
            Part::Design => put(Some(design), value),
            Part::Entity(number) => put(design.entities.get_mut(number), value),
            Part::Relation(number) => put(design.relations.get_mut(number), value),
            Part::Table(number) => put(design.tables.get_mut(number), value),
            Part::Pattern(number) => put(design.patterns.get_mut(number), value),
        }
    }
}

fn json<T: Serialize>(part: &T) -> Option<Value> {
    serde_json::to_value(part).ok()
}

fn put<T: DeserializeOwned>(part: Option<&mut T>, value: Value) {
    if let (Some(part), Ok(value)) = (part, serde_json::from_value(value)) {
        *part = value;
    }
}

impl From<MemberEdit> for Edit {
    fn from(edit: MemberEdit) -> Edit {
        Edit::Member(edit)
    }
}

impl Step {
    pub fn member(name: &str) -> Step {
        Step::Member(name.to_owned())
    }
}

impl MemberEdit {
    pub fn set(part: Part, place: Vec<Step>, value: Value) -> Edit {
        Edit::Member(MemberEdit { part, place, change: MemberChange::Set(value) })
    }

    pub fn unset(part: Part, place: Vec<Step>) -> Edit {
        Edit::Member(MemberEdit { part, place, change: MemberChange::Unset })
    }

    pub(super) fn apply(self, design: &mut Design) {
        let MemberEdit { part, place, change } = self;
        let Some(mut value) = part.value(design) else { return };
        let fault_before = first_fault(&value, part.shape());
        let Some((last, way)) = place.split_last() else { return };
        let Some(holder) = way.iter().try_fold(&mut value, into) else { return };
        change_member(holder, last, change);
        let fault = first_fault(&value, part.shape());
        // What a file brought along and the format does not know stays, but an edit adds nothing of that kind.
        if fault.is_some() && fault != fault_before {
            return;
        }
        part.replace(design, value);
        let asks =
            matches!(place.first(), Some(Step::Member(name)) if name == "operation" || name == "expect");
        if let (Part::Pattern(number), true) = (part, asks)
            && let Some(mut pattern) = design.patterns.get(number).cloned()
        {
            pattern_draft::fill_parameters(design, &mut pattern);
            design.patterns[number] = pattern;
        }
    }
}

/// Returns the member or entry of a value. A member that is not there yet is an object.
fn into<'a>(value: &'a mut Value, step: &Step) -> Option<&'a mut Value> {
    match step {
        Step::Member(name) => {
            let object = value.as_object_mut()?;
            Some(object.entry(name.as_str()).or_insert_with(|| Value::Object(Map::new())))
        }
        Step::Entry(number) => value.as_array_mut()?.get_mut(*number),
    }
}

fn change_member(holder: &mut Value, step: &Step, change: MemberChange) {
    match (step, holder) {
        (Step::Member(name), Value::Object(object)) => match change {
            MemberChange::Set(value) => drop(object.insert(name.clone(), value)),
            MemberChange::Unset => drop(object.remove(name)),
            MemberChange::Rename(other) if !object.contains_key(&other) => {
                if let Some(value) = object.remove(name) {
                    object.insert(other, value);
                }
            }
            MemberChange::Rename(_) | MemberChange::MoveUp => {}
        },
        (Step::Entry(number), Value::Array(list)) => match change {
            MemberChange::Set(value) if *number == list.len() => list.push(value),
            MemberChange::Set(value) => {
                if let Some(entry) = list.get_mut(*number) {
                    *entry = value;
                }
            }
            MemberChange::Unset if *number < list.len() => drop(list.remove(*number)),
            MemberChange::MoveUp if *number > 0 && *number < list.len() => list.swap(*number - 1, *number),
            _ => {}
        },
        // A list that is not there yet begins with its first entry.
        (Step::Entry(0), empty @ Value::Object(_)) if empty.as_object().is_some_and(Map::is_empty) => {
            if let MemberChange::Set(value) = change {
                *empty = Value::Array(vec![value]);
            }
        }
        _ => {}
    }
}
