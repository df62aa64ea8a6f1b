//! Vector indexes in requests of CreateTable and UpdateTable.

use std::collections::BTreeSet;

use dynalab_types::vector_limits::{DIMENSIONS_MAX, INLINE_FILTERS_MAX, VECTOR_INDEXES_MAX};
use dynalab_types::{KeyAttribute, KeySchema, ScalarType};

use crate::database::table::{BillingMode, IndexDefinition, TableStatus};
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{DynamoError, IndexError, ProjectionError, VectorError};
use crate::registry::vector_index::{
    DistanceFunction, SearchAttribute, SearchRole, VectorIndexDefinition, projected_attributes,
};
use crate::request::fields::Fields;
use crate::request::table_members::{RequestedProjection, decode_projection};

/// The maximum length of an attribute name. The API's model has no other limit.
const ATTRIBUTE_NAME_MAX: usize = 65_535;

/// The index as the request contains it.
#[derive(Clone, Debug)]
pub struct RequestedVectorIndex {
    pub name: String,
    vector_attribute: String,
    search_schema: Vec<(String, SearchRole)>,
    projection: Option<RequestedProjection>,
    dimensions: u64,
    distance: DistanceFunction,
}

/// One element of VectorIndexUpdates.
#[derive(Clone, Debug)]
pub struct VectorIndexUpdate {
    pub create: Option<RequestedVectorIndex>,
    pub delete: Option<String>,
}

impl VectorIndexUpdate {
    pub(crate) fn decode(fields: &mut Fields) -> VectorIndexUpdate {
        VectorIndexUpdate {
            create: fields.nested("Create", RequestedVectorIndex::decode),
            delete: fields.nested("Delete", |index| {
                index.require("IndexName");
                index.index_name("IndexName").unwrap_or_default()
            }),
        }
    }
}

impl RequestedVectorIndex {
    /// Reads the members of a vector index.
    pub fn decode(fields: &mut Fields) -> RequestedVectorIndex {
        for member in ["IndexName", "VectorAttribute", "Dimensions", "DistanceFunction"] {
            fields.require(member);
        }
        let known = DistanceFunction::ALL.map(|function| (function.name(), function));
        const NAMES: [&str; 3] = ["COSINE", "DOT_PRODUCT", "EUCLIDEAN"];
        RequestedVectorIndex {
            name: fields.index_name("IndexName").unwrap_or_default(),
            vector_attribute: decode_vector_attribute(fields),
            search_schema: decode_search_schema(fields),
            projection: decode_projection(fields),
            dimensions: fields.integer_between("Dimensions", "Long", 1, None).unwrap_or(1).max(1) as u64,
            distance: fields
                .enumeration("DistanceFunction", &NAMES, &known)
                .unwrap_or(DistanceFunction::Cosine),
        }
    }

    /// Checks the index and returns its definition.
    ///
    /// # Errors
    /// A member is out of range, an attribute is not defined, or the projection is invalid.
    pub fn bind(
        &self,
        table_key: &KeySchema,
        definitions: &[(String, ScalarType)],
        with_table: bool,
    ) -> Result<VectorIndexDefinition, DynamoError> {
        let search_schema = self.bind_search_schema(definitions)?;
        if self.dimensions > DIMENSIONS_MAX {
            return Err(VectorError::DimensionsOutOfRange.into());
        }
        let projection = match &self.projection {
            Some(projection) => projection.bind()?,
            None => return Err(ProjectionError::UnknownType.into()),
        };
        Ok(VectorIndexDefinition {
            projected: projected_attributes(&projection, table_key, &self.vector_attribute, &search_schema),
            name: self.name.as_str().into(),
            vector_attribute: self.vector_attribute.as_str().into(),
            dimensions: self.dimensions,
            distance: self.distance,
            search_schema,
            projection,
            status: if with_table { TableStatus::Active } else { TableStatus::Creating },
            made_with_table: with_table,
        })
    }

    fn bind_search_schema(
        &self,
        definitions: &[(String, ScalarType)],
    ) -> Result<Vec<SearchAttribute>, VectorError> {
        let mut names = BTreeSet::new();
        let mut bound = Vec::with_capacity(self.search_schema.len());
        for (name, role) in &self.search_schema {
            let defined = definitions.iter().find(|(defined, _)| defined == name);
            let Some((_, scalar_type)) = defined else { return Err(VectorError::SearchAttributeNotDefined) };
            names.insert(name.as_str());
            let attribute = KeyAttribute { name: name.as_str().into(), scalar_type: *scalar_type };
            bound.push(SearchAttribute { attribute, role: *role });
        }
        let count = |wanted| bound.iter().filter(|element| element.role == wanted).count();
        let well_formed = names.len() == bound.len()
            && count(SearchRole::Hash) <= 1
            && count(SearchRole::InlineFilter) <= INLINE_FILTERS_MAX;
        if well_formed { Ok(bound) } else { Err(VectorError::SearchSchemaForm { index: self.name.clone() }) }
    }
}

fn decode_vector_attribute(fields: &mut Fields) -> String {
    let name = fields.nested("VectorAttribute", |attribute| {
        attribute.require("AttributeName");
        attribute.text_of_length("AttributeName", 1, 255).unwrap_or_default()
    });
    name.unwrap_or_default()
}

fn decode_search_schema(fields: &mut Fields) -> Vec<(String, SearchRole)> {
    let known = [SearchRole::Hash, SearchRole::InlineFilter].map(|role| (role.name(), role));
    if fields.is_empty_list("SearchSchema") {
        fields.violation("SearchSchema", ValueDisplay::Text("[]".into()), Constraint::LengthAtLeast(1));
    }
    let elements = fields.list("SearchSchema", |element| {
        element.require("AttributeName");
        element.require("SearchSchemaElementType");
        let name = element.text_of_length("AttributeName", 0, ATTRIBUTE_NAME_MAX).unwrap_or_default();
        let role = element.enumeration("SearchSchemaElementType", &["HASH", "INLINE_FILTER"], &known);
        (name, role.unwrap_or(SearchRole::InlineFilter))
    });
    elements.unwrap_or_default()
}

/// Checks a table and all its vector indexes together.
///
/// # Errors
/// The table is not on demand, has too many vector indexes, or two indexes have one name.
pub fn check_vector_indexes<'a>(
    billing: BillingMode,
    vectors: impl Iterator<Item = &'a VectorIndexDefinition> + Clone,
    others: &[IndexDefinition],
) -> Result<(), DynamoError> {
    if billing != BillingMode::PayPerRequest && vectors.clone().next().is_some() {
        return Err(VectorError::NotOnDemand.into());
    }
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for name in others.iter().map(|index| &index.name).chain(vectors.clone().map(|index| &index.name)) {
        if !names.insert(name) {
            return Err(IndexError::DuplicateName { index: name.to_string() }.into());
        }
    }
    for (place, index) in vectors.clone().enumerate() {
        let conflicts = |before: &VectorIndexDefinition| {
            before.vector_attribute == index.vector_attribute && before.dimensions != index.dimensions
        };
        if vectors.clone().take(place).any(conflicts) {
            let attribute = index.vector_attribute.to_string();
            return Err(VectorError::DimensionsConflict { attribute }.into());
        }
    }
    if vectors.count() > VECTOR_INDEXES_MAX { Err(VectorError::TooManyIndexes.into()) } else { Ok(()) }
}

/// Returns the attributes of all search schemas.
pub fn searched_attributes(requested: &[RequestedVectorIndex]) -> Vec<&str> {
    let elements = requested.iter().flat_map(|index| &index.search_schema);
    elements.map(|(name, _)| name.as_str()).collect()
}
