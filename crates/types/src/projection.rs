//! The projection of an index: the attributes that its entries contain.

use std::collections::BTreeSet;

use crate::attribute_value::Item;
use crate::ordered::set_of;
use crate::schema::KeySchema;

/// The attributes of a projection as a request declares them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    All,
    KeysOnly,
    /// The listed attributes and the keys.
    Include(Vec<Box<str>>),
}

impl Projection {
    /// Returns "ALL", "KEYS_ONLY" or "INCLUDE".
    pub fn type_name(&self) -> &'static str {
        match self {
            Projection::All => "ALL",
            Projection::KeysOnly => "KEYS_ONLY",
            Projection::Include(_) => "INCLUDE",
        }
    }
}

/// A projection together with the keys of the table and the index, which every entry contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectedAttributes {
    /// None if all attributes are projected.
    names: Option<BTreeSet<Box<str>>>,
}

impl ProjectedAttributes {
    /// Returns the attributes of an entry: the keys of table and index, and those of the projection.
    pub fn new(projection: &Projection, table_key: &KeySchema, index_key: &KeySchema) -> ProjectedAttributes {
        let included: &[Box<str>] = match projection {
            Projection::All => return ProjectedAttributes { names: None },
            Projection::KeysOnly => &[],
            Projection::Include(names) => names,
        };
        let keys =
            table_key.attributes().chain(index_key.attributes()).map(|attribute| attribute.name.clone());
        ProjectedAttributes { names: Some(set_of(keys.chain(included.iter().cloned()))) }
    }

    /// Returns true if entries contain every attribute.
    pub fn is_all(&self) -> bool {
        self.names.is_none()
    }

    /// Returns true if entries contain the attribute.
    pub fn contains(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.contains(name))
    }

    /// Returns the index entry of an item.
    pub fn project(&self, item: &Item) -> Item {
        let Some(names) = &self.names else { return item.clone() };
        item.iter()
            .filter(|(name, _)| names.contains(*name))
            .map(|(name, value)| (name, value.clone()))
            .collect()
    }

    /// Returns true if two versions of an item have the same index entry.
    pub fn same_entry(&self, before: &Item, after: &Item) -> bool {
        match &self.names {
            None => before == after,
            Some(names) => names.iter().all(|name| before.get(name) == after.get(name)),
        }
    }
}
