//! Edits of an entity and of its attributes.

use dynalab_modeling::Design;
use dynalab_modeling::design::{Attribute, AttributeType, Entity, Placement, Values};
use serde::{Deserialize, Serialize};

use super::{Edit, remove};
use crate::design::{additions, rename, values_draft};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EntityEdit {
    Replace(Box<Entity>),
    /// Removes the entity, its items and its relations.
    Remove,
    Rename(String),
    /// The number of items in production.
    SetCount(u64),
    /// The number of rows of the sample.
    SetSample(Option<u64>),
    /// The number of new items in a month.
    SetGrowth(f64),
    /// After how many days an item is deleted.
    SetRetention(Option<f64>),
    SetOwner(Option<String>),
    AddAttribute,
    Attribute {
        number: usize,
        edit: AttributeEdit,
    },
    /// Stores the entity in the table at this position.
    StoreIn(usize),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AttributeEdit {
    Remove,
    Rename(String),
    SetType(AttributeType),
    SetChanges(bool),
    /// Sets the first sample values of the kind with this name.
    ChooseValues(String),
    /// Sets sample values of the same kind. They keep what the form does not show.
    SetValues(Values),
}

impl EntityEdit {
    /// Returns the edit of the entity at this position.
    pub fn of(self, entity: usize) -> Edit {
        Edit::Entity { entity, edit: self }
    }

    pub(super) fn apply(self, design: &mut Design, place: usize) {
        match self {
            EntityEdit::Remove => return remove_entity(design, place),
            EntityEdit::Rename(name) => return rename::entity(design, place, &name),
            EntityEdit::Attribute { number, edit: AttributeEdit::Rename(name) } => {
                return rename::attribute(design, place, number, &name);
            }
            _ => {}
        }
        let Some(entity) = design.entities.get_mut(place) else { return };
        match self {
            EntityEdit::Replace(replaced) => *entity = *replaced,
            EntityEdit::SetCount(count) => entity.count = count,
            EntityEdit::SetSample(rows) => entity.sample = rows,
            EntityEdit::SetGrowth(growth) => entity.growth_per_month = growth,
            EntityEdit::SetRetention(days) => entity.retention_days = days,
            EntityEdit::SetOwner(owner) => entity.owner = owner,
            EntityEdit::AddAttribute => {
                let taken = entity.attributes.iter().map(|attribute| attribute.name.as_str());
                let name = additions::unused("attribute", taken);
                entity.attributes.push(Attribute { name, present: 1.0, ..Attribute::default() });
            }
            EntityEdit::Attribute { number, edit: AttributeEdit::Remove } => {
                super::remove(&mut entity.attributes, number);
            }
            EntityEdit::Attribute { number, edit } => {
                if let Some(attribute) = entity.attributes.get_mut(number) {
                    edit.apply(attribute);
                }
            }
            EntityEdit::StoreIn(table) => {
                let entity = entity.name.clone();
                if let Some(table) = design.tables.get_mut(table) {
                    table.items.push(Placement { entity, ..Placement::default() });
                }
            }
            EntityEdit::Remove | EntityEdit::Rename(_) => {}
        }
    }
}

impl AttributeEdit {
    fn apply(self, attribute: &mut Attribute) {
        match self {
            AttributeEdit::SetType(data_type) => attribute.data_type = data_type,
            AttributeEdit::SetChanges(changes) => attribute.changes = changes,
            AttributeEdit::ChooseValues(kind) => {
                attribute.values = values_draft::first(&kind, attribute.data_type);
            }
            AttributeEdit::SetValues(values) => {
                attribute.values = values_draft::keep_rest(values, &attribute.values);
            }
            AttributeEdit::Remove | AttributeEdit::Rename(_) => {}
        }
    }
}

fn remove_entity(design: &mut Design, place: usize) {
    let Some(name) = design.entities.get(place).map(|entity| entity.name.clone()) else { return };
    remove(&mut design.entities, place);
    design.relations.retain(|relation| relation.parent != name && relation.child != name);
    for table in &mut design.tables {
        table.items.retain(|item| item.entity != name);
    }
}
