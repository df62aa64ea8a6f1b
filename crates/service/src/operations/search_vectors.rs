//! SearchVectors: returns the items of a vector index that are nearest to a vector. DynamoDB searches approximately. Dynalab
//! compares every entry, so its result is exact.

pub(crate) mod condition;
pub(crate) mod nearest;
mod request_text;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::{DynamoError, ReadingError, SearchError, ValidationError, VectorError};
use dynalab_engine::execution::plan::{Plan, Source};
use dynalab_engine::registry::vector_index::distance::float_of;
use dynalab_engine::registry::vector_index::entries::VectorIndex;
use dynalab_engine::request::expression_parameters::ExpressionParameters;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::request::return_values::ReturnConsumedCapacity;
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::trace::{EventKind, PageEnd};
use dynalab_expressions::{Aliases, BoundProjection};
use dynalab_types::{AttributeValue, Item};

use crate::complete::{Complete, Context};
use condition::SearchCondition;
use nearest::{NearestEntry, nearest, project_entry, request_bytes};
pub(crate) use request_text::check_members;

const TOP_K_MAX: i64 = 100;
const RESPONSE_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A SearchVectors request.
#[derive(Clone, Debug)]
pub struct SearchVectors {
    table: String,
    index: String,
    vector: Vec<AttributeValue>,
    top_k: i64,
    condition: Option<String>,
    projection: Option<String>,
    parameters: ExpressionParameters,
    return_consumed_capacity: ReturnConsumedCapacity,
}

/// A checked SearchVectors request.
#[derive(Clone)]
pub struct BoundSearch {
    vector: Vec<f32>,
    condition: SearchCondition,
    projection: Option<BoundProjection>,
}

/// The response of SearchVectors.
#[derive(Debug)]
pub struct SearchVectorsResponse {
    results: Vec<(Item, f64)>,
    /// The charged bytes, if the request asked for them.
    request_bytes: Option<u64>,
}

impl SearchVectors {
    /// Performs the checks that need no table.
    fn bind(&self) -> Result<BoundSearch, DynamoError> {
        if !(1..=TOP_K_MAX).contains(&self.top_k) {
            return Err(SearchError::TopKOutOfRange { top_k: self.top_k }.into());
        }
        let float = |value: &AttributeValue| match value {
            AttributeValue::N(number) => float_of(*number),
            _ => None,
        };
        let vector = self.vector.iter().map(float).collect::<Option<Vec<_>>>();
        let vector = vector.ok_or(VectorError::Search(SearchError::VectorInvalid))?;
        let given = [
            ("SearchConditionExpression", self.condition.is_some()),
            ("ProjectionExpression", self.projection.is_some()),
        ];
        let mut aliases = self.parameters.aliases(&given)?;
        let condition = SearchCondition::bind(self.condition.as_deref(), &self.parameters, &mut aliases)?;
        let projection = self.bind_projection(&mut aliases)?;
        self.parameters.finish(&aliases)?;
        Ok(BoundSearch { vector, condition, projection })
    }

    fn bind_projection(&self, aliases: &mut Aliases) -> Result<Option<BoundProjection>, DynamoError> {
        let bind = |text| dynalab_expressions::projection(text, aliases);
        let bound = self.projection.as_deref().map(bind).transpose();
        bound.map_err(|error| self.parameters.error(error))
    }

    /// Returns the index if it can be searched.
    fn source<'a>(
        &self,
        database: &'a Database,
        bound: &BoundSearch,
    ) -> Result<(&'a Table, &'a VectorIndex), DynamoError> {
        let table = database.table(table_name_of(&self.table))?;
        let no_such_index =
            || ValidationError::Reading(ReadingError::NoSuchIndex { index: self.index.clone() });
        let index = table.vectors.get(&self.index).ok_or_else(no_such_index)?;
        match (index.definition.status, table.definition.status) {
            (TableStatus::Deleting, _) | (TableStatus::Creating, TableStatus::Updating) => {
                return Err(no_such_index().into());
            }
            (TableStatus::Creating, _) => {
                return Err(SearchError::Backfilling { index: self.index.clone() }.into());
            }
            _ => {}
        }
        let (searched, indexed) = (bound.vector.len() as u64, index.definition.dimensions);
        if searched != indexed {
            return Err(SearchError::OtherDimension { searched, indexed }.into());
        }
        bound.condition.check(&index.definition)?;
        Ok((table, index))
    }
}

impl SearchVectors {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let mut touched =
            ResourceAccess::new(Self::NAME, Resource::table_or_index(&self.table, Some(&self.index)));
        touched.add_expression(self.projection.as_deref(), &self.parameters);
        touched.add_expression(self.condition.as_deref(), &self.parameters);
        touched.set_return_consumed_capacity(self.return_consumed_capacity);
        vec![touched]
    }
}

impl Operation<Complete> for SearchVectors {
    const NAME: &'static str = "SearchVectors";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(SearchVectors::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = SearchVectorsResponse;

    fn decode(fields: &mut Fields) -> SearchVectors {
        SearchVectors {
            table: fields.table_name(),
            index: fields.index_name("IndexName").unwrap_or_default(),
            return_consumed_capacity: ReturnConsumedCapacity::decode_alone(fields),
            top_k: fields.integer_between("TopK", "Integer", 1, None).unwrap_or_default(),
            vector: fields.value_list("SearchVector").unwrap_or_default(),
            condition: fields.text("SearchConditionExpression"),
            projection: fields.text("ProjectionExpression"),
            parameters: ExpressionParameters::decode(fields),
        }
    }

    type Planned = BoundSearch;

    fn plan(&self, database: &Database) -> Result<BoundSearch, DynamoError> {
        let bound = self.bind()?;
        self.source(database, &bound)?;
        Ok(bound)
    }

    fn describe(&self, bound: &BoundSearch, database: &Database) -> Result<Plan, DynamoError> {
        let (table, index) = self.source(database, bound)?;
        let definition = &index.definition;
        let source = Source { table: table.definition.name.clone(), index: Some(definition.name.clone()) };
        let hash = definition.hash().and_then(|hash| Some((hash, bound.condition.value_of(&hash.name)?)));
        Ok(match hash {
            Some((hash, value)) => Plan::QueryPartition {
                source,
                partition: [(hash.name.clone(), value.clone())].into_iter().collect(),
                condition: bound.condition.to_string(),
                sort_condition: None,
                forward: true,
                filtered: bound.condition.len() > 1,
            },
            None => Plan::ScanSegment {
                source,
                segment: 0,
                total_segments: 1,
                filtered: bound.condition.len() > 0,
            },
        })
    }

    fn step(
        &mut self,
        bound: &mut BoundSearch,
        context: &mut Context,
    ) -> Result<Step<SearchVectorsResponse>, DynamoError> {
        let (_, index) = self.source(context.database, bound)?;
        context.trace_plan(|database| self.describe(bound, database));
        let (found, examined) = nearest(index, &bound.vector, &bound.condition, self.top_k as usize);
        let result = |found: &NearestEntry| {
            (project_entry(&index.definition, found.entry, bound.projection.as_ref()), found.score)
        };
        let results: Vec<(Item, f64)> = found.iter().map(result).collect();
        let returned_bytes: u64 = results.iter().map(|(item, _)| item.size_bytes()).sum();
        if returned_bytes > RESPONSE_MAX_BYTES {
            return Err(SearchError::ResponseTooLarge.into());
        }
        let returned = results.len() as u64;
        context.trace.emit(|| EventKind::PageEnded { end: PageEnd::End, evaluated: examined, returned });
        let is_asked = self.return_consumed_capacity != ReturnConsumedCapacity::None;
        let request_bytes = is_asked.then(|| request_bytes(&index.definition, examined, returned_bytes));
        Ok(Step::Done(SearchVectorsResponse { results, request_bytes }, WriteSet::default()))
    }

    fn encode(response: &SearchVectorsResponse, body: &mut ObjectWriter) {
        if let Some(bytes) = response.request_bytes {
            body.object("ConsumedCapacity", |object| {
                object.double("VectorSearchRequestBytes", bytes as f64);
            });
        }
        body.objects("SearchResults", &response.results, |object, (item, score)| {
            object.item("Item", item);
            object.precise_double("Score", *score);
        });
    }
}
