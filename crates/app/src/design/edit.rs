//! The edits of a design as data: each names what it changes. An edit of a thing that is gone changes nothing.

mod entity;
mod member;
mod pattern;
mod relation;
mod table;

use dynalab_modeling::Design;
use serde::{Deserialize, Serialize};

use super::{additions, pattern_draft};

pub use entity::{AttributeEdit, EntityEdit};
pub use member::{MemberChange, MemberEdit, Part, Step};
pub use pattern::{PatternEdit, RateEdit, RequestEdit, ResultEdit};
pub use relation::{RelationEdit, common_id};
pub use table::{IndexEdit, TableEdit};

/// One edit of a design. A thing is named by its position in its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    Replace(Box<Design>),
    SetName(String),
    AddEntity,
    AddTable,
    /// Adds a relation between two entities, by their names.
    AddRelation {
        parent: String,
        child: String,
    },
    /// Adds a pattern, named by this word and a number.
    AddPattern {
        word: String,
    },
    Entity {
        entity: usize,
        edit: EntityEdit,
    },
    Table {
        table: usize,
        edit: TableEdit,
    },
    Relation {
        relation: usize,
        edit: RelationEdit,
    },
    Pattern {
        pattern: usize,
        edit: PatternEdit,
    },
    /// Sets, adds or takes away any member of the format.
    Member(MemberEdit),
}

impl Edit {
    pub fn apply(self, design: &mut Design) {
        match self {
            Edit::Replace(replaced) => *design = *replaced,
            Edit::SetName(name) => design.name = name,
            Edit::AddEntity => additions::add_entity(design),
            Edit::AddTable => {
                additions::add_table(design);
            }
            Edit::AddRelation { parent, child } => additions::add_relation(design, &parent, &child),
            Edit::AddPattern { word } => {
                let taken = design.patterns.iter().map(|pattern| pattern.name.as_str());
                let name = additions::unused(&format!("{word} "), taken);
                design.patterns.push(pattern_draft::new_pattern(design, name));
            }
            Edit::Entity { entity, edit } => edit.apply(design, entity),
            Edit::Table { table, edit } => edit.apply(design, table),
            Edit::Relation { relation, edit } => edit.apply(design, relation),
            Edit::Pattern { pattern, edit } => edit.apply(design, pattern),
            Edit::Member(edit) => edit.apply(design),
        }
    }
}

/// Removes the entry at this position, if there is one.
fn remove<T>(list: &mut Vec<T>, place: usize) {
    if place < list.len() {
        list.remove(place);
    }
}

#[cfg(test)]
mod member_tests;
#[cfg(test)]
mod tests;
