//! Key schemas: the key attributes of a table or an index, and their types.

use serde::{Deserialize, Serialize};

/// The type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ScalarType {
    S,
    N,
    B,
}

impl ScalarType {
    /// Returns the name in DynamoDB JSON.
    pub fn name(self) -> &'static str {
        match self {
            ScalarType::S => "S",
            ScalarType::N => "N",
            ScalarType::B => "B",
        }
    }

    /// Returns the type with this name. Other types cannot be keys.
    pub fn from_name(name: &str) -> Option<ScalarType> {
        match name {
            "S" => Some(ScalarType::S),
            "N" => Some(ScalarType::N),
            "B" => Some(ScalarType::B),
            _ => None,
        }
    }
}

/// The role of an attribute in a key schema: HASH or RANGE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyType {
    Hash,
    Range,
}

impl KeyType {
    /// Returns the name in a KeySchema.
    pub fn name(self) -> &'static str {
        match self {
            KeyType::Hash => "HASH",
            KeyType::Range => "RANGE",
        }
    }
}

/// A key attribute with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyAttribute {
    pub name: Box<str>,
    pub scalar_type: ScalarType,
}

/// The key of a table or an index. Tables and local indexes have one partition key attribute and at most one sort key
/// attribute. A global index may have up to four of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySchema {
    pub partition: Vec<KeyAttribute>,
    pub sort: Vec<KeyAttribute>,
}

impl KeySchema {
    /// Iterates over partition key attributes, then sort key attributes, in the order of definition.
    pub fn attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition.iter().chain(&self.sort)
    }

    /// Returns the key attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&KeyAttribute> {
        self.attributes().find(|attribute| attribute.name.as_ref() == name)
    }

    /// Returns true if the attribute is part of the key.
    pub fn contains(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }
}
