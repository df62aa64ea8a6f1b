//! Vector indexes: the vector attribute, the distance function, and the search schema. Their definitions are records of the
//! registry.

pub mod definition_codec;
pub mod description;
pub mod distance;
pub mod entries;
pub mod lifecycle;
pub mod requested;

use std::sync::Arc;

use dynalab_types::projection::{ProjectedAttributes, Projection};
use dynalab_types::{KeyAttribute, KeySchema, ScalarType};

use crate::database::table::TableStatus;
use crate::registry::{RecordKey, RecordKind};
pub use distance::DistanceFunction;
pub use entries::VectorIndexes;

/// The role of an attribute in the search schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRole {
    /// A search needs one value of it. Items without it are not in the index.
    Hash,
    /// A search can filter by one value of it.
    InlineFilter,
}

impl SearchRole {
    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            SearchRole::Hash => "HASH",
            SearchRole::InlineFilter => "INLINE_FILTER",
        }
    }
}

/// One attribute of the search schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchAttribute {
    pub attribute: KeyAttribute,
    pub role: SearchRole,
}

/// The definition of a vector index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorIndexDefinition {
    pub name: Arc<str>,
    pub vector_attribute: Box<str>,
    pub dimensions: u64,
    pub distance: DistanceFunction,
    pub search_schema: Vec<SearchAttribute>,
    pub projection: Projection,
    pub projected: ProjectedAttributes,
    pub status: TableStatus,
    /// True if CreateTable created the index. Later indexes must be filled.
    pub made_with_table: bool,
}

impl VectorIndexDefinition {
    /// Returns the attribute with the role HASH.
    pub fn hash(&self) -> Option<&KeyAttribute> {
        let found = self.search_schema.iter().find(|element| element.role == SearchRole::Hash);
        found.map(|element| &element.attribute)
    }

    /// Returns the attribute of the search schema with this name.
    pub fn searched(&self, name: &str) -> Option<&KeyAttribute> {
        let mut attributes = self.search_schema.iter().map(|element| &element.attribute);
        attributes.find(|attribute| attribute.name.as_ref() == name)
    }

    pub(crate) fn record_key(&self, table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::VECTOR_INDEX, table, &self.name)
    }
}

/// Returns the attributes of an entry: the table's keys, the vector, the search schema, and the projection.
pub fn projected_attributes(
    projection: &Projection,
    table_key: &KeySchema,
    vector_attribute: &str,
    search_schema: &[SearchAttribute],
) -> ProjectedAttributes {
    let mut always: Vec<KeyAttribute> =
        search_schema.iter().map(|element| element.attribute.clone()).collect();
    // Only the name is used.
    always.push(KeyAttribute { name: vector_attribute.into(), scalar_type: ScalarType::S });
    ProjectedAttributes::new(projection, table_key, &KeySchema { partition: always, sort: Vec::new() })
}
