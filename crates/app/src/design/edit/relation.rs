//! Edits of a relation between two entities.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::design::{Relation, Skew};
use serde::{Deserialize, Serialize};

use super::{Edit, remove};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RelationEdit {
    Remove,
    /// Sets an end of the relation. The child then copies the parent's id if it has an attribute of that name.
    SetParent(String),
    SetChild(String),
    /// The number of children of a parent: the least, the mean, and the most.
    SetLeast(u64),
    SetMean(f64),
    SetMost(u64),
    SetSkew(Skew),
    /// The child's attribute `to` copies the parent's attribute `from`.
    Copy {
        to: String,
        from: String,
    },
    /// Another attribute of the child copies what `old` copied.
    MoveCopy {
        old: String,
        to: String,
    },
    RemoveCopy(String),
}

impl RelationEdit {
    /// Returns the edit of the relation at this position.
    pub fn of(self, relation: usize) -> Edit {
        Edit::Relation { relation, edit: self }
    }

    pub(super) fn apply(self, design: &mut Design, place: usize) {
        let Some(relation) = design.relations.get_mut(place) else { return };
        match self {
            RelationEdit::Remove => remove(&mut design.relations, place),
            RelationEdit::SetParent(name) => change_end(design, place, name, |relation| &mut relation.parent),
            RelationEdit::SetChild(name) => change_end(design, place, name, |relation| &mut relation.child),
            RelationEdit::SetLeast(rows) => relation.per_parent.least = rows,
            RelationEdit::SetMean(rows) => relation.per_parent.mean = rows,
            RelationEdit::SetMost(rows) => relation.per_parent.most = rows,
            RelationEdit::SetSkew(skew) => relation.skew = skew,
            RelationEdit::Copy { to, from } => {
                relation.copies.insert(to, from);
            }
            RelationEdit::MoveCopy { old, to } => {
                if let Some(from) = relation.copies.remove(&old) {
                    relation.copies.insert(to, from);
                }
            }
            RelationEdit::RemoveCopy(to) => {
                relation.copies.remove(&to);
            }
        }
    }
}

fn change_end(design: &mut Design, place: usize, chosen: String, end: fn(&mut Relation) -> &mut String) {
    let Some(relation) = design.relations.get_mut(place) else { return };
    if *end(relation) == chosen {
        return;
    }
    *end(relation) = chosen;
    let (parent, child) = (relation.parent.clone(), relation.child.clone());
    let copies = common_id(design, &parent, &child);
    if let Some(relation) = design.relations.get_mut(place) {
        relation.copies = copies;
    }
}

/// Returns the parent's first attribute, if the child has one of that name.
pub fn common_id(design: &Design, parent: &str, child: &str) -> BTreeMap<String, String> {
    let first = design.entity(parent).and_then(|entity| entity.attributes.first());
    let has = |name: &String| {
        parent != child && design.entity(child).is_some_and(|child| child.attribute(name).is_some())
    };
    first
        .map(|attribute| attribute.name.clone())
        .filter(has)
        .map(|name| (name.clone(), name))
        .into_iter()
        .collect()
}
