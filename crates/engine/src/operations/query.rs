//! Query: reads an item collection of a table or index, or a range of it, in sort key order.

use std::ops::Bound;

use dynalab_expressions::{Aliases, BoundKeyCondition, KeyClause, KeyTest};
use dynalab_types::key::{ScalarRef, collection_prefix, end_of_prefix};
use dynalab_types::{AttributeValue, DataType, KeyAttribute, KeySchema};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::database::table::IndexDefinition;
use crate::error::{DynamoError, KeyError, LegacyError, PageError, ReadingError, ValidationError};
use crate::execution::context::Context;
use crate::execution::key_values::{check_key_lengths, is_empty};
use crate::execution::plan::Plan;
use crate::execution::read_page::{KeyRange, PageService, read_page};
use crate::request::fields::{Fields, RequestLayer};
use crate::request::legacy::key_conditions::KeyConditions;
use crate::request::legacy::legacy_error;
use crate::request::operation::{Access, Operation, Step};
use crate::request::printed_value::printed_key;
use crate::request::read_request::{BoundRead, ReadRequest, ReadResponse, ReadSource};
use crate::request::resource_access::ResourceAccess;
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "Query";

/// A Query request.
#[derive(Clone, Debug)]
pub struct Query {
    pub read: ReadRequest,
    key_condition: Option<String>,
    key_conditions: Option<KeyConditions>,
    forward: bool,
}

#[derive(Clone, Debug)]
struct BoundQuery {
    key_condition: BoundKeyCondition,
    read: BoundRead,
}

/// The checked request and the range of keys that it reads.
#[derive(Clone, Debug)]
pub struct PlannedQuery {
    bound: BoundQuery,
    range: KeyRange,
}

impl Query {
    fn bind(&self) -> Result<BoundQuery, DynamoError> {
        let [filter, projection] = self.read.given();
        let given = [filter, ("KeyConditionExpression", self.key_condition.is_some()), projection];
        self.read.legacy.check(self.read.layer, &given)?;
        self.read.check_select()?;
        if self.key_condition.is_none() && self.key_conditions.is_none() {
            return Err(ReadingError::KeyConditionRequired.into());
        }
        let mut aliases = self.read.parameters.aliases(&given)?;
        let read = self.read.bind(&mut aliases)?;
        let key_condition = self.bind_key_condition(&mut aliases)?;
        self.read.parameters.finish(&aliases)?;
        Ok(BoundQuery { key_condition, read })
    }

    /// Binds the key condition from either form.
    fn bind_key_condition(&self, aliases: &mut Aliases) -> Result<BoundKeyCondition, DynamoError> {
        match (&self.key_condition, &self.key_conditions) {
            (Some(text), _) => dynalab_expressions::key_condition(text, aliases)
                .map_err(|error| self.read.parameters.error(error)),
            (None, Some(conditions)) => {
                conditions.bind().map_err(|error| legacy_error(self.read.layer, error))
            }
            (None, None) => Err(ReadingError::KeyConditionRequired.into()),
        }
    }

    fn range(&self, source: &ReadSource, bound: &BoundQuery) -> Result<KeyRange, DynamoError> {
        let schema = source.key_schema();
        if let Some(filter) = &bound.read.filter
            && let Some(attribute) = filter.attributes().into_iter().find(|name| schema.contains(name))
        {
            let attribute = attribute.to_owned();
            return Err(match &self.read.filter {
                Some(_) => ReadingError::FilterOnKey { attribute }.into(),
                None => ValidationError::Legacy(LegacyError::FilterOnKey { attribute }).into(),
            });
        }
        source.check_paths(&bound.read)?;
        let (collection, range) = stretch(schema, source.index, &bound.key_condition, self.forward)?;
        let Some(start_key) = &self.read.start_key else { return Ok(range) };
        let start = source.start_key_bytes(start_key).ok_or_else(|| {
            let has_names = source.has_names_of_start_key(start_key);
            if has_names { PageError::StartKeyDoesNotMatch } else { PageError::StartKeyInvalid }
        })?;
        if source.index.is_none() && schema.sort.is_empty() {
            return Err(PageError::StartKeyOfHashTable { key: printed_key(start_key) }.into());
        }
        if is_one_item(source, &bound.key_condition) {
            return Err(PageError::StartKeyOfOneItem.into());
        }
        if !start.as_slice().starts_with(&collection) {
            return Err(PageError::StartKeyOutsideQuery.into());
        }
        if !range.contains(&start) {
            return Err(PageError::StartKeyOutsideRange.into());
        }
        Ok(range.after(&start))
    }

    fn source<'a>(&self, database: &'a Database, bound: &BoundQuery) -> Result<ReadSource<'a>, DynamoError> {
        self.read.source(database, bound.read.projection.as_ref())
    }
}

/// Returns the access plan of a query.
pub fn query_plan(source: &ReadSource, condition: &BoundKeyCondition, forward: bool, filtered: bool) -> Plan {
    let partition_of = |attribute: &KeyAttribute| {
        let clauses = &condition.clauses;
        clauses.iter().find_map(|clause| match &clause.test {
            KeyTest::Equal(value) if clause.attribute == attribute.name => {
                Some((attribute.name.clone(), value.clone()))
            }
            _ => None,
        })
    };
    let is_sort = |clause: &&KeyClause| {
        source.key_schema().sort.iter().any(|attribute| attribute.name == clause.attribute)
    };
    let sort: Vec<KeyClause> = condition.clauses.iter().filter(is_sort).cloned().collect();
    let sort_condition = (!sort.is_empty()).then(|| BoundKeyCondition { clauses: sort }.to_string());
    Plan::QueryPartition {
        sort_condition,
        partition: source.key_schema().partition.iter().filter_map(partition_of).collect(),
        source: source.source.clone(),
        condition: condition.to_string(),
        forward,
        filtered,
    }
}

/// Returns true if the condition contains the whole primary key of the table.
fn is_one_item(source: &ReadSource, condition: &BoundKeyCondition) -> bool {
    source.index.is_none() && source.key_schema().attributes().all(|key| has_equality(condition, key))
}

fn has_equality(condition: &BoundKeyCondition, attribute: &KeyAttribute) -> bool {
    let is_equal =
        |clause: &KeyClause| clause.attribute == attribute.name && matches!(clause.test, KeyTest::Equal(_));
    condition.clauses.iter().any(is_equal)
}

/// The lower and the upper bound.
type KeyBounds = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// Returns the common prefix of the item collection's keys, and the range of keys that the condition allows. `schema` is that
/// of the index, if there is one.
///
/// # Errors
/// The condition does not fit the key: the partition key is missing, or a value has a wrong type or length.
pub fn stretch(
    schema: &KeySchema,
    index: Option<&IndexDefinition>,
    condition: &BoundKeyCondition,
    forward: bool,
) -> Result<(Vec<u8>, KeyRange), DynamoError> {
    let find =
        |attribute: &KeyAttribute| condition.clauses.iter().find(|clause| clause.attribute == attribute.name);
    check_hash_attributes(schema, condition)?;
    let mut partition = Vec::new();
    for attribute in &schema.partition {
        let missed = || ReadingError::MissedKeyCondition { attribute: attribute.name.to_string() };
        let clause = find(attribute).ok_or_else(missed)?;
        let KeyTest::Equal(value) = &clause.test else {
            return Err(ReadingError::KeyConditionNotSupported.into());
        };
        partition.push(scalar(attribute, index, value)?);
    }
    let key_attributes = schema.attributes().count();
    if condition.clauses.len() > key_attributes {
        return Err(ValidationError::Reading(ReadingError::TooManyKeyConditions {
            conditions: condition.clauses.len(),
            key_attributes,
        })
        .into());
    }
    if let Some(stranger) = condition.clauses.iter().find(|clause| !schema.contains(&clause.attribute)) {
        // If the condition names another attribute, the error names the key attribute that has no condition.
        let missing = schema.attributes().find(|attribute| find(attribute).is_none());
        let attribute = missing.map_or(&stranger.attribute, |attribute| &attribute.name).to_string();
        return Err(ReadingError::MissedKeyCondition { attribute }.into());
    }
    let collection = collection_prefix(partition);
    let mut prefix = collection.clone();
    let mut not_equal: Vec<&str> = Vec::new();
    let mut last_test = None;
    for attribute in &schema.sort {
        let Some(clause) = find(attribute) else {
            not_equal.push(&attribute.name);
            continue;
        };
        if !not_equal.is_empty() {
            return Err(ValidationError::Reading(ReadingError::RangeKeyGap {
                missing: not_equal.join(", "),
                present: attribute.name.to_string(),
            })
            .into());
        }
        match &clause.test {
            KeyTest::Equal(value) => scalar(attribute, index, value)?.write(&mut prefix),
            _ => {
                last_test = Some((attribute, clause));
                not_equal.push(&attribute.name);
            }
        }
    }
    let equal = |clause: &KeyClause| match &clause.test {
        KeyTest::Equal(value) => Some((clause.attribute.clone(), value.clone())),
        _ => None,
    };
    check_key_lengths(schema, &condition.clauses.iter().filter_map(equal).collect())?;
    let (from, to) = match last_test {
        None => starting_with(prefix),
        Some((attribute, clause)) => sort_bounds(attribute, index, clause, &prefix)?,
    };
    Ok((collection, KeyRange { from, to, forward }))
}

/// Rejects a query of an index with several HASH attributes unless each has an equality.
fn check_hash_attributes(schema: &KeySchema, condition: &BoundKeyCondition) -> Result<(), DynamoError> {
    if schema.partition.len() < 2 {
        return Ok(());
    }
    let missing: Vec<&str> = schema
        .partition
        .iter()
        .filter(|attribute| !has_equality(condition, attribute))
        .map(|attribute| attribute.name.as_ref())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(ReadingError::HashKeysWithoutEquality { missing: missing.join(", ") }.into())
}

/// Returns the value that a key attribute is compared with. An empty value is an error for every operator.
fn scalar<'v>(
    attribute: &KeyAttribute,
    index: Option<&IndexDefinition>,
    value: &'v AttributeValue,
) -> Result<ScalarRef<'v>, DynamoError> {
    let scalar = ScalarRef::from_value(value, attribute.scalar_type).ok_or(ReadingError::KeyConditionType)?;
    if is_empty(value) {
        let (attribute, data_type) = (attribute.name.to_string(), value.data_type());
        return Err(match index {
            Some(index) => KeyError::EmptyIndexKey { attribute, data_type, index: index.name.to_string() },
            None => KeyError::Empty { attribute, data_type },
        }
        .into());
    }
    Ok(scalar)
}

/// Returns the range of all keys with this prefix.
fn starting_with(prefix: Vec<u8>) -> KeyBounds {
    let to = end_of_prefix(&prefix).map_or(Bound::Unbounded, Bound::Excluded);
    (Bound::Included(prefix), to)
}

fn sort_bounds(
    attribute: &KeyAttribute,
    index: Option<&IndexDefinition>,
    clause: &KeyClause,
    prefix: &[u8],
) -> Result<KeyBounds, DynamoError> {
    let at = |value: &AttributeValue| -> Result<Vec<u8>, DynamoError> {
        let mut bytes = prefix.to_vec();
        scalar(attribute, index, value)?.write(&mut bytes);
        Ok(bytes)
    };
    let behind = |value: &AttributeValue| -> Result<Bound<Vec<u8>>, DynamoError> {
        Ok(end_of_prefix(&at(value)?).map_or(Bound::Unbounded, Bound::Excluded))
    };
    let first_behind = |value: &AttributeValue| -> Result<Bound<Vec<u8>>, DynamoError> {
        Ok(end_of_prefix(&at(value)?).map_or(Bound::Unbounded, Bound::Included))
    };
    let (collection_from, collection_to) = starting_with(prefix.to_vec());
    Ok(match &clause.test {
        KeyTest::Equal(value) => (Bound::Included(at(value)?), behind(value)?),
        KeyTest::Less(value) => (collection_from, Bound::Excluded(at(value)?)),
        KeyTest::LessOrEqual(value) => (collection_from, behind(value)?),
        KeyTest::Greater(value) => (first_behind(value)?, collection_to),
        KeyTest::GreaterOrEqual(value) => (Bound::Included(at(value)?), collection_to),
        KeyTest::Between(low, high) => (Bound::Included(at(low)?), behind(high)?),
        KeyTest::BeginsWith(value) => {
            let scalar = scalar(attribute, index, value)?;
            if value.data_type() == DataType::N {
                return Err(ReadingError::KeyConditionType.into());
            }
            let mut bytes = prefix.to_vec();
            scalar.write_prefix(&mut bytes);
            starting_with(bytes)
        }
    })
}

impl Query {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let mut touched = self.read.resource_accesses(NAME);
        touched.add_expression(self.key_condition.as_deref(), &self.read.parameters);
        if let Ok(bound) = self.bind() {
            let clauses = bound.key_condition.clauses.into_iter();
            let fixed = clauses.filter_map(|clause| match clause.test {
                KeyTest::Equal(value) => Some((clause.attribute, value)),
                _ => None,
            });
            touched.keys.push(fixed.collect());
        }
        vec![touched]
    }
}

impl<S: PageService> Operation<S> for Query {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ONE_VIOLATION: bool = true;
    const ACCESS: Access<Self> = Access::Items(Query::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.read.table];
    type Response = ReadResponse;

    fn decode(fields: &mut Fields) -> Query {
        let older: &[&'static str] = if fields.has("KeyConditionExpression") {
            &["AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"]
        } else {
            // Only KeyConditions can be combined with the other expressions.
            &["AttributesToGet", "QueryFilter", "ConditionalOperator"]
        };
        Query {
            read: ReadRequest::decode(fields, "QueryFilter", older),
            key_conditions: KeyConditions::decode(fields),
            key_condition: fields.text("KeyConditionExpression"),
            forward: fields.boolean("ScanIndexForward").unwrap_or(true),
        }
    }

    type Planned = PlannedQuery;

    fn plan(&self, database: &Database) -> Result<PlannedQuery, DynamoError> {
        let bound = self.bind()?;
        let range = self.range(&self.source(database, &bound)?, &bound)?;
        Ok(PlannedQuery { bound, range })
    }

    fn describe(&self, planned: &PlannedQuery, database: &Database) -> Result<Plan, DynamoError> {
        let bound = &planned.bound;
        let source = self.source(database, bound)?;
        Ok(query_plan(&source, &bound.key_condition, self.forward, bound.read.filter.is_some()))
    }

    fn step(
        &mut self,
        planned: &mut PlannedQuery,
        context: &mut Context<S>,
    ) -> Result<Step<ReadResponse>, DynamoError> {
        let PlannedQuery { bound, range } = &*planned;
        let source = self.source(context.database, bound)?;
        if S::read_piece(context, &mut self.read, &source, range)? {
            return Ok(Step::More(WriteSet::default()));
        }
        context.trace_plan(|database| Operation::<S>::describe(self, planned, database));
        if let Bound::Included(from) | Bound::Excluded(from) = &range.from {
            context.trace_route(source.table, from);
        }
        let mut page = read_page(context, &self.read, &bound.read, &source, range.clone())?;
        // A query for a single item has no LastEvaluatedKey.
        if is_one_item(&source, &bound.key_condition) {
            page.last_key = None;
        }
        Ok(Step::Done(self.read.response(context, &source, page), WriteSet::default()))
    }

    fn encode(response: &ReadResponse, body: &mut ObjectWriter) {
        response.encode(body);
    }
}
