//! The entries of a table's vector indexes. They are derived from the items, so they are never stored.

use std::collections::BTreeMap;

use dynalab_types::key::ScalarRef;
use dynalab_types::vector_limits::FLOAT_BYTES;
use dynalab_types::{AttributeValue, Item, KeyBytes, KeySchema, PackedItem};

use crate::database::rows::Rows;
use crate::error::{DynamoError, KeyError, ValidationError, VectorError};
use crate::execution::key_values::{data_type, is_empty};
use crate::registry::Checked;
use crate::registry::vector_index::distance::float_of;
use crate::registry::vector_index::{SearchRole, VectorIndexDefinition, definition_codec};

/// The vector indexes of one table, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorIndexes {
    indexes: Vec<VectorIndex>,
}

/// A vector index with its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorIndex {
    pub definition: VectorIndexDefinition,
    /// By the table's key.
    pub entries: BTreeMap<KeyBytes, VectorEntry>,
    pub size_bytes: u64,
    /// By how many bytes the vectors of all items are larger as lists of numbers.
    list_surplus_bytes: i64,
    /// The part of it for each item with a vector that is not in the index.
    surplus_of_others: BTreeMap<KeyBytes, i64>,
}

/// The entry of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorEntry {
    pub vector: Box<[f32]>,
    /// The attributes of the search schema.
    pub searched: Item,
    pub item: PackedItem,
    pub size_bytes: u64,
    list_surplus_bytes: i64,
}

/// No stored vector contains NaN.
impl Eq for VectorEntry {}

impl VectorIndexDefinition {
    /// Returns the vector of an item, if the item is in the index.
    pub fn vector_of(&self, item: &Item) -> Option<Box<[f32]>> {
        let fits = |name: &str, scalar_type| {
            let value = item.get(name)?;
            (ScalarRef::from_value(value, scalar_type).is_some() && !is_empty(value)).then_some(())
        };
        if let Some(hash) = self.hash() {
            fits(&hash.name, hash.scalar_type)?;
        }
        self.stored_vector(item)
    }

    /// Returns the vector of an item, also if the item lacks the HASH attribute and is not in the index.
    fn stored_vector(&self, item: &Item) -> Option<Box<[f32]>> {
        let AttributeValue::L(elements) = item.get(&self.vector_attribute)? else { return None };
        if elements.len() as u64 != self.dimensions {
            return None;
        }
        elements
            .iter()
            .map(|element| if let AttributeValue::N(number) = element { float_of(*number) } else { None })
            .collect()
    }

    fn searched_of(&self, item: &Item) -> Item {
        let elements = self.search_schema.iter().map(|element| &element.attribute.name);
        elements.filter_map(|name| Some((name.clone(), item.get(name)?.clone()))).collect()
    }

    /// Returns the size of an item's entry in bytes. Each dimension counts four bytes.
    pub fn entry_size_bytes(&self, item: &Item) -> u64 {
        self.projected.entry_size_bytes(item).saturating_add_signed(-self.list_surplus_bytes(item))
    }

    /// Returns by how many bytes the vector as a list of numbers exceeds four bytes per dimension. Returns 0 if the attribute
    /// is not a vector.
    fn list_surplus_bytes(&self, item: &Item) -> i64 {
        match (self.stored_vector(item), item.get(&self.vector_attribute)) {
            (Some(_), Some(list)) => list.size_bytes() as i64 - (self.dimensions * FLOAT_BYTES) as i64,
            _ => 0,
        }
    }

    /// Checks an item before it is written.
    pub(crate) fn check(&self, item: &Item) -> Result<(), DynamoError> {
        for element in &self.search_schema {
            let attribute = &element.attribute;
            let Some(value) = item.get(&attribute.name) else { continue };
            if ScalarRef::from_value(value, attribute.scalar_type).is_none() {
                return Err(VectorError::WrongSearchType {
                    attribute: attribute.name.to_string(),
                    expected: data_type(attribute.scalar_type),
                    actual: value.data_type(),
                    index: self.name.to_string(),
                }
                .into());
            }
            if element.role == SearchRole::Hash && is_empty(value) {
                return Err(ValidationError::Key(KeyError::EmptyIndexKey {
                    attribute: attribute.name.to_string(),
                    data_type: value.data_type(),
                    index: self.name.to_string(),
                })
                .into());
            }
        }
        match item.get(&self.vector_attribute) {
            None => Ok(()),
            Some(value) => Ok(self.check_vector(value)?),
        }
    }

    fn check_vector(&self, value: &AttributeValue) -> Result<(), VectorError> {
        let index = || self.name.to_string();
        let AttributeValue::L(elements) = value else {
            return Err(VectorError::NotAList {
                parameter: self.vector_attribute.to_string(),
                index: index(),
            });
        };
        for (position, element) in elements.iter().enumerate() {
            let parameter = || format!("{}[{position}]", self.vector_attribute);
            let AttributeValue::N(number) = element else {
                let actual = element.data_type();
                return Err(VectorError::NotANumber { parameter: parameter(), actual, index: index() });
            };
            if float_of(*number).is_none() {
                return Err(VectorError::NotAFloat {
                    parameter: parameter(),
                    value: *number,
                    index: index(),
                });
            }
        }
        if elements.len() as u64 == self.dimensions {
            return Ok(());
        }
        Err(VectorError::WrongSize {
            parameter: self.vector_attribute.to_string(),
            expected: self.dimensions,
            actual: elements.len() as u64,
            index: index(),
        })
    }
}

impl VectorIndex {
    fn of_items(definition: VectorIndexDefinition, items: &Rows) -> VectorIndex {
        let mut index = VectorIndex {
            definition,
            entries: BTreeMap::new(),
            size_bytes: 0,
            list_surplus_bytes: 0,
            surplus_of_others: BTreeMap::new(),
        };
        for (key, packed) in items.iter() {
            index.apply_item_change(key, Some((&packed.unpack(), packed)));
        }
        index
    }

    fn apply_item_change(&mut self, key: &KeyBytes, after: Option<(&Item, &PackedItem)>) {
        if let Some(removed) = self.entries.remove(key) {
            self.size_bytes -= removed.size_bytes;
            self.list_surplus_bytes -= removed.list_surplus_bytes;
        }
        self.list_surplus_bytes -= self.surplus_of_others.remove(key).unwrap_or(0);
        let Some((item, packed)) = after else { return };
        let list_surplus_bytes = self.definition.list_surplus_bytes(item);
        self.list_surplus_bytes += list_surplus_bytes;
        let Some(vector) = self.definition.vector_of(item) else {
            if list_surplus_bytes != 0 {
                self.surplus_of_others.insert(key.clone(), list_surplus_bytes);
            }
            return;
        };
        let size_bytes = self.definition.entry_size_bytes(item);
        self.size_bytes += size_bytes;
        let searched = self.definition.searched_of(item);
        let entry = VectorEntry { vector, searched, item: packed.clone(), size_bytes, list_surplus_bytes };
        self.entries.insert(key.clone(), entry);
    }
}

impl VectorIndexes {
    /// Returns the indexes in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &VectorIndex> + Clone {
        self.indexes.iter()
    }

    /// Returns the definitions in the order of their names.
    pub fn definitions(&self) -> impl Iterator<Item = &VectorIndexDefinition> + Clone {
        self.iter().map(|index| &index.definition)
    }

    /// Returns the index with this name.
    pub fn get(&self, name: &str) -> Option<&VectorIndex> {
        self.iter().find(|index| index.definition.name.as_ref() == name)
    }

    /// Returns one index for each vector attribute.
    fn one_for_each_attribute(&self) -> impl Iterator<Item = &VectorIndex> {
        self.iter()
            .enumerate()
            .filter(|(place, index)| {
                let attribute = &index.definition.vector_attribute;
                !self.iter().take(*place).any(|before| before.definition.vector_attribute == *attribute)
            })
            .map(|(_, index)| index)
    }

    /// Returns the size of an item for write charges and the table's size.
    pub(crate) fn stored_size_bytes(&self, item: &Item) -> u64 {
        let surplus: i64 =
            self.one_for_each_attribute().map(|index| index.definition.list_surplus_bytes(item)).sum();
        item.size_bytes().saturating_add_signed(-surplus)
    }

    /// Returns the stored size of a table whose items have this size as lists of numbers.
    pub(crate) fn stored_table_bytes(&self, size_bytes: u64) -> u64 {
        let surplus: i64 = self.one_for_each_attribute().map(|index| index.list_surplus_bytes).sum();
        size_bytes.saturating_add_signed(-surplus)
    }

    /// Returns true if an index has the attribute in its search schema.
    pub fn has_search_attribute(&self, attribute: &str) -> bool {
        self.definitions().any(|index| index.searched(attribute).is_some())
    }

    pub(crate) fn check(&self, item: &Item) -> Result<(), DynamoError> {
        self.definitions().try_for_each(|index| index.check(item))
    }

    /// Applies one write of the table.
    pub fn apply_item_change(&mut self, key: &KeyBytes, after: Option<&PackedItem>) {
        if self.indexes.is_empty() {
            return;
        }
        let unpacked = after.map(PackedItem::unpack);
        for index in &mut self.indexes {
            index.apply_item_change(key, unpacked.as_ref().zip(after));
        }
    }

    /// Creates or changes an index from a record of the registry, or deletes it (`None`).
    pub(crate) fn set(&mut self, name: &str, bytes: Option<&[u8]>, table_key: &KeySchema, items: &Rows) {
        let place = self.indexes.partition_point(|index| index.definition.name.as_ref() < name);
        let before = match self.get(name) {
            Some(_) => Some(self.indexes.remove(place)),
            None => None,
        };
        let Some(definition) =
            bytes.and_then(|bytes| definition_codec::read(name, table_key, bytes).checked())
        else {
            return;
        };
        let index = match before {
            // Only the status of an existing index can change.
            Some(before) => VectorIndex { definition, ..before },
            None => VectorIndex::of_items(definition, items),
        };
        self.indexes.insert(place, index);
    }
}
