//! Dynalab.DescribeVectorSearch: the entries of a vector index nearest to a vector or an item. It also compares the sizes of
//! the possible projections, for the diagram.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::Table;
use dynalab_engine::error::{DynamoError, ReadingError, SearchError, ValidationError, VectorError};
use dynalab_engine::execution::key_values::bytes_of_key;
use dynalab_engine::registry::vector_index::distance::float_of;
use dynalab_engine::registry::vector_index::entries::VectorIndex;
use dynalab_engine::registry::vector_index::{VectorIndexDefinition, projected_attributes};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::projection::Projection;
use dynalab_types::{AttributeValue, Item};

use crate::complete::{Complete, Context};
use crate::contract::{Call, Digits, Json, encode, vectors as contract};
use crate::operations::search_vectors::condition::SearchCondition;
use crate::operations::search_vectors::nearest::{NearestEntry, nearest, project_entry, request_bytes};

const TOP_K_USUAL: i64 = 5;
const TOP_K_MAX: i64 = 100;
/// The maximum number of nearest entries in the response.
const ENTRIES_TOLD: usize = 40;
/// The maximum number of items that are offered as the start of a search.
const CANDIDATES_TOLD: usize = 50;

/// A DescribeVectorSearch request.
#[derive(Clone, Debug)]
pub struct DescribeVectorSearch {
    table: String,
    /// `None` is the first vector index of the table.
    index: Option<String>,
    vector: Option<Vec<AttributeValue>>,
    /// The key of the item whose vector is searched. Without a key and a vector, it is the first item of the index.
    key: Option<Item>,
    top_k: i64,
}

/// The vector to search for.
struct SearchTarget {
    key: Option<Item>,
    vector: Vec<f32>,
    hash: Option<Item>,
}

impl DescribeVectorSearch {
    fn wanted(&self, table: &Table, index: &VectorIndex) -> Result<Option<SearchTarget>, DynamoError> {
        let definition = &index.definition;
        if let Some(vector) = &self.vector {
            let float = |value: &AttributeValue| match value {
                AttributeValue::N(number) => float_of(*number),
                _ => None,
            };
            let vector = vector.iter().map(float).collect::<Option<Vec<f32>>>();
            let vector = vector.ok_or(VectorError::Search(SearchError::VectorInvalid))?;
            let (searched, indexed) = (vector.len() as u64, definition.dimensions);
            if searched != indexed {
                return Err(SearchError::OtherDimension { searched, indexed }.into());
            }
            let first = index.entries.values().next();
            return Ok(Some(SearchTarget {
                key: None,
                vector,
                hash: first.and_then(|entry| hash_of(definition, &entry.searched)),
            }));
        }
        let schema = &table.definition.key;
        let entry = match &self.key {
            // If the item is no longer in the index, the first item is used.
            Some(key) => index.entries.get(&bytes_of_key(schema, key)?),
            None => None,
        };
        Ok(entry.or(index.entries.values().next()).map(|entry| SearchTarget {
            key: Some(schema.key_of(&entry.item.unpack())),
            vector: entry.vector.to_vec(),
            hash: hash_of(definition, &entry.searched),
        }))
    }

    fn search(
        &self,
        table: &Table,
        index: &VectorIndex,
    ) -> Result<Option<contract::VectorSearchDescription>, DynamoError> {
        let Some(wanted) = self.wanted(table, index)? else { return Ok(None) };
        let (definition, schema) = (&index.definition, &table.definition.key);
        let in_hash = wanted.hash.as_ref().and_then(|hash| hash.iter().next());
        let condition = in_hash.map_or_else(SearchCondition::default, |(name, value)| {
            SearchCondition::of_value(name, value.clone())
        });
        let (found, examined) = nearest(index, &wanted.vector, &condition, ENTRIES_TOLD);
        let top_k = self.top_k as usize;
        let entries = found.iter().map(|found| contract::VectorEntry {
            key: Json::from(&schema.key_of(&found.entry.item.unpack())),
            score: Digits::from_number(found.score),
            size_bytes: found.entry.size_bytes,
            vector: found.entry.vector.to_vec(),
        });
        let candidates =
            index.entries.values().take(CANDIDATES_TOLD).map(|entry| contract::VectorCandidate {
                key: Json::from(&schema.key_of(&entry.item.unpack())),
            });
        Ok(Some(contract::VectorSearchDescription {
            indexes: Vec::new(),
            index_name: Some(definition.name.to_string()),
            distance_function: Some(definition.distance.name().to_owned()),
            dimensions: Some(definition.dimensions),
            key: wanted.key.as_ref().map(Json::from),
            hash: wanted.hash.as_ref().map(Json::from),
            search_vector: Some(wanted.vector),
            top_k: Some(top_k as u64),
            indexed: Some(index.entries.len() as u64),
            examined: Some(examined),
            candidates: Some(candidates.collect()),
            entries: Some(entries.collect()),
            projections: Some(projections(table, definition, &found, top_k, examined)),
        }))
    }
}

fn hash_of(definition: &VectorIndexDefinition, searched: &Item) -> Option<Item> {
    let name = &definition.hash()?.name;
    Some([(name.clone(), searched.get(name)?.clone())].into_iter().collect())
}

/// Returns the size of the index with its own projection, and with the other two kinds.
fn projections(
    table: &Table,
    definition: &VectorIndexDefinition,
    found: &[NearestEntry],
    top_k: usize,
    examined: u64,
) -> Vec<contract::VectorProjection> {
    let mut kinds = vec![Projection::KeysOnly, Projection::All];
    if let Projection::Include(_) = &definition.projection {
        kinds.insert(1, definition.projection.clone());
    }
    let bytes = |projection: Projection| {
        let projected = projected_attributes(
            &projection,
            &table.definition.key,
            &definition.vector_attribute,
            &definition.search_schema,
        );
        let other = VectorIndexDefinition { projection, projected, ..definition.clone() };
        let returned =
            found.iter().take(top_k).map(|found| project_entry(&other, found.entry, None).size_bytes());
        let returned: u64 = returned.sum();
        contract::VectorProjection {
            projection_type: other.projection.type_name().to_owned(),
            current: other.projection == definition.projection,
            entry_bytes: found.iter().map(|found| other.entry_size_bytes(&found.entry.item.unpack())).sum(),
            returned_bytes: returned,
            search_bytes: request_bytes(definition, examined, returned),
        }
    };
    kinds.into_iter().map(bytes).collect()
}

impl Operation<Complete> for DescribeVectorSearch {
    const NAME: &'static str = <contract::DescribeVectorSearch as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = contract::VectorSearchDescription;

    fn decode(fields: &mut Fields) -> DescribeVectorSearch {
        DescribeVectorSearch {
            table: fields.table_name(),
            index: fields.text("IndexName"),
            vector: fields.value_list("SearchVector"),
            key: fields.item("Key"),
            top_k: fields.integer_between("TopK", "Integer", 1, Some(TOP_K_MAX)).unwrap_or(TOP_K_USUAL),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<contract::VectorSearchDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let indexes = table.vectors.definitions().map(|index| index.name.to_string()).collect();
        let index = match &self.index {
            Some(name) => {
                let no_such_index =
                    || ValidationError::Reading(ReadingError::NoSuchIndex { index: name.clone() });
                Some(table.vectors.get(name).ok_or_else(no_such_index)?)
            }
            None => table.vectors.iter().next(),
        };
        let search = index.map(|index| self.search(table, index)).transpose()?.flatten();
        let described = contract::VectorSearchDescription { indexes, ..search.unwrap_or_default() };
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(response: &contract::VectorSearchDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
