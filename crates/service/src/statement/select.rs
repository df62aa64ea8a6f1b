//! SELECT: a query if its condition requires one or several values of the partition key, otherwise a scan.

use std::ops::Bound;

use dynalab_engine::database::Database;
use dynalab_engine::database::table::IndexDefinition;
use dynalab_engine::error::{
    DynamoError, ReadingError, SearchError, StatementError, TableError, ValidationError, VectorError,
};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::execution::read_page::{KeyRange, Page, read_page};
use dynalab_engine::operations::query::{query_plan, stretch};
use dynalab_engine::request::fields::table_name_of;
use dynalab_engine::request::read_request::{BoundRead, ReadRequest, ReadSource};
use dynalab_expressions::partiql::{self, Select, Statement, StatementProblem};
use dynalab_expressions::{
    BoundCondition, BoundKeyCondition, BoundOperand, BoundProjection, KeyClause, KeyTest, Problem,
};
use dynalab_types::{AttributeValue, Item, KeySchema};

use crate::complete::Context;
use crate::statement::index_rules::{
    check_alternatives, check_projected, check_single_attributes, has_function_call,
};
use crate::statement::key_types::check_conditions;
use crate::statement::{StatementRequest, conjuncts, is_equality, join, take_test};

/// The maximum number of partition key values in an IN.
const PARTITIONS_MAX: usize = 50;
/// The maximum number of items that one page evaluates if IN names several partition key values.
const PARTITIONS_PAGE_MAX: i64 = 10;

/// A checked SELECT.
#[derive(Clone, Debug)]
pub struct BoundSelect {
    request: ReadRequest,
    read: BoundRead,
    /// One for each partition key value. Empty for a scan.
    conditions: Vec<BoundKeyCondition>,
    forward: bool,
    calls_function: bool,
}

impl BoundSelect {
    /// Checks a SELECT against its table.
    ///
    /// # Errors
    /// The table or the index does not exist, or the statement does not fit its key.
    pub fn bind(
        request: &StatementRequest,
        (statement, select): (&Statement, &Select),
        database: &Database,
    ) -> Result<BoundSelect, DynamoError> {
        check_single_attributes(&select.from, database)?;
        refuse_selected_call(statement)?;
        let projection = partiql::bind_projection(&select.projection)?;
        let mut aliases = request.aliases();
        let bind = |condition| partiql::bind_where(condition, &mut aliases);
        let filter = select.filter.as_ref().map(bind).transpose()?;
        let read_request = ReadRequest::of_statement(&select.from, request.consistent_read);
        let source = source_of(&read_request, projection.as_ref(), database)?;
        if let Some(index) = source.index {
            check_projected(index, filter.as_ref())?;
        }
        check_alternatives(&source, filter.as_ref())?;
        let mut terms = conjuncts(filter);
        let schema = source.key_schema();
        let mut conditions = key_conditions(schema, &mut terms);
        if conditions.len() > PARTITIONS_MAX {
            return Err(StatementError::TooManyPartitions.into());
        }
        check_conditions(schema, &conditions)?;
        let forward = order(select, schema, &mut conditions)?;
        let read = BoundRead { filter: join(terms), projection };
        let calls_function = select.filter.as_ref().is_some_and(has_function_call);
        Ok(BoundSelect { request: read_request, read, conditions, forward, calls_function })
    }

    /// Returns the table or index that is read.
    ///
    /// # Errors
    /// The table or the index does not exist.
    pub fn source<'a>(&self, database: &'a Database) -> Result<ReadSource<'a>, DynamoError> {
        source_of(&self.request, self.read.projection.as_ref(), database)
    }

    /// Returns the key of the item if the condition contains the whole primary key.
    pub fn item_key(&self, source: &ReadSource) -> Option<Item> {
        let [condition] = self.conditions.as_slice() else { return None };
        let schema = source.key_schema();
        let is_whole = !self.calls_function
            && source.index.is_none()
            && condition.clauses.len() == schema.attributes().count();
        let mut key = Item::new();
        for clause in condition.clauses.iter().filter(|_| is_whole) {
            let KeyTest::Equal(value) = &clause.test else { return None };
            key.insert(clause.attribute.clone(), value.clone());
        }
        is_whole.then_some(key)
    }

    /// Returns filter and projection.
    pub fn into_read(self) -> BoundRead {
        self.read
    }

    /// Returns the plan: a query, several of them, or a scan.
    pub fn plan(&self, source: &ReadSource) -> Plan {
        let filtered = self.read.filter.is_some();
        let query = |condition| query_plan(source, condition, self.forward, filtered);
        match self.conditions.as_slice() {
            [] => {
                Plan::ScanSegment { source: source.source.clone(), segment: 0, total_segments: 1, filtered }
            }
            [condition] => query(condition),
            several => Plan::Batch(several.iter().map(query).collect()),
        }
    }

    fn ranges(&self, source: &ReadSource) -> Result<Vec<KeyRange>, DynamoError> {
        let mut ranges = Vec::with_capacity(self.conditions.len().max(1));
        for condition in &self.conditions {
            let (_, range) = stretch(source.key_schema(), source.index, condition, self.forward)?;
            ranges.push(range);
        }
        if ranges.is_empty() {
            ranges.push(KeyRange::whole());
        }
        Ok(ranges)
    }

    /// Reads one page, from the beginning or after a key.
    ///
    /// # Errors
    /// The read is throttled.
    pub fn read(
        &self,
        context: &mut Context,
        limit: Option<i64>,
        start_key: Option<&Item>,
    ) -> Result<Page, DynamoError> {
        let source = &self.source(context.database)?;
        let mut request = self.request.clone();
        request.limit = limit;
        let mut ranges = self.ranges(source)?;
        let mut first = 0;
        if let Some(start_key) = start_key {
            first = self.go_behind(source, &mut ranges, start_key).ok_or(StatementError::InvalidToken)?;
        }
        context.trace_plan(|_| Ok(self.plan(source)));
        if self.conditions.len() > 1 {
            request.limit = Some(request.limit.unwrap_or(PARTITIONS_PAGE_MAX).min(PARTITIONS_PAGE_MAX));
        }
        let mut page = Page::default();
        for range in ranges.into_iter().skip(first) {
            if let Bound::Included(from) | Bound::Excluded(from) = &range.from
                && !self.conditions.is_empty()
            {
                context.trace_route(source.table, from);
            }
            let mut part = read_page(context, &request, &self.read, source, range)?;
            request.limit = request.limit.map(|limit| limit - part.evaluated as i64);
            page.items.append(&mut part.items);
            page.last_key = part.last_key;
            if page.last_key.is_some() {
                break;
            }
        }
        Ok(page)
    }

    /// Finds the first range with keys after `start_key`, and narrows it to them. Returns `None` if the key is in none of the
    /// ranges.
    fn go_behind(&self, source: &ReadSource, ranges: &mut [KeyRange], start_key: &Item) -> Option<usize> {
        let start = source.start_key_bytes(start_key)?;
        let first = ranges.iter().position(|range| range.contains(&start))?;
        // An item collection of one item has nothing after that item.
        let is_one_item = source.index.is_none() && source.key_schema().sort.is_empty();
        if is_one_item && first + 1 < ranges.len() {
            return Some(first + 1);
        }
        let range = ranges.get_mut(first)?;
        *range = std::mem::replace(range, KeyRange::whole()).after(&start);
        Some(first)
    }
}

/// Returns the source. Its errors have the wording of PartiQL.
fn source_of<'a>(
    request: &ReadRequest,
    projection: Option<&BoundProjection>,
    database: &'a Database,
) -> Result<ReadSource<'a>, DynamoError> {
    request.source(database, projection).map_err(|error| match error.validation() {
        Some(ValidationError::Reading(ReadingError::ConsistentReadOnGlobalIndex)) => {
            StatementError::ConsistentReadOnGlobalIndex.into()
        }
        Some(ValidationError::Reading(ReadingError::NoSuchIndex { .. })) => {
            StatementError::NoSuchIndex.into()
        }
        Some(ValidationError::Reading(ReadingError::NotProjected { index, .. })) => {
            let (attributes, definition) = (selected_attributes(projection), index_of(request, database));
            let is_missing = |name: &String| definition.is_some_and(|index| !index.projected.contains(name));
            let attributes = attributes.into_iter().filter(is_missing).collect();
            ReadingError::NotProjected { index: index.clone(), attributes }.into()
        }
        Some(ValidationError::Table(TableError::Vector(VectorError::Search(
            SearchError::OtherOperation { .. },
        )))) => SearchError::OtherOperation { operation: "Scan" }.into(),
        _ => error,
    })
}

/// Returns the attributes in the order of the statement, without duplicates.
fn selected_attributes(projection: Option<&BoundProjection>) -> Vec<String> {
    let mut attributes: Vec<String> = Vec::new();
    for path in projection.into_iter().flat_map(|projection| projection.paths()) {
        if !attributes.iter().any(|known| **known == *path.attribute) {
            attributes.push(path.attribute.to_string());
        }
    }
    attributes
}

fn index_of<'a>(request: &ReadRequest, database: &'a Database) -> Option<&'a IndexDefinition> {
    database.find(table_name_of(&request.table))?.definition.index(request.index.as_deref()?)
}

/// Rejects a function in the list of selected attributes.
pub(crate) fn refuse_selected_call(statement: &Statement) -> Result<(), DynamoError> {
    match statement.selected_call {
        Some(position) => Err(Problem::from(StatementProblem::PathComponent(position)).into()),
        None => Ok(()),
    }
}

/// Returns the key conditions that the terms imply, one for each value of the partition key. Removes these terms. Returns an
/// empty list if the terms do not require a partition key value.
fn key_conditions(schema: &KeySchema, terms: &mut Vec<BoundCondition>) -> Vec<BoundKeyCondition> {
    let mut rest = terms.clone();
    let mut clauses: Vec<KeyClause> = Vec::new();
    let mut values = Vec::new();
    for attribute in &schema.partition {
        if let Some(clause) = take_test(&mut rest, &attribute.name, is_equality) {
            clauses.push(clause);
            continue;
        }
        let several = |term: &BoundCondition| values_of(term, &attribute.name);
        let Some(position) = rest.iter().position(|term| several(term).is_some()) else { return Vec::new() };
        if schema.partition.len() > 1 {
            return Vec::new();
        }
        values = several(&rest.remove(position)).unwrap_or_default();
    }
    for attribute in &schema.sort {
        let Some(clause) = take_test(&mut rest, &attribute.name, |_| true) else { break };
        let goes_on = is_equality(&clause.test);
        clauses.push(clause);
        if !goes_on {
            break;
        }
    }
    *terms = rest;
    let Some(partition) = schema.partition.first().filter(|_| !values.is_empty()) else {
        return vec![BoundKeyCondition { clauses }];
    };
    let mut conditions = Vec::with_capacity(values.len());
    for (index, value) in values.iter().enumerate() {
        if values.iter().take(index).any(|before| before == value) {
            continue;
        }
        let mut clauses = clauses.clone();
        let test = KeyTest::Equal(value.clone());
        clauses.insert(0, KeyClause { attribute: partition.name.clone(), test });
        conditions.push(BoundKeyCondition { clauses });
    }
    conditions
}

/// Returns the values that an attribute must have one of: from IN, or from equalities joined by OR.
fn values_of(term: &BoundCondition, attribute: &str) -> Option<Vec<AttributeValue>> {
    match term {
        BoundCondition::In { operand: BoundOperand::Path(path), candidates }
            if path.attribute.as_ref() == attribute && !path.is_nested() =>
        {
            let value = |candidate: &BoundOperand| match candidate {
                BoundOperand::Value(value) => Some(value.clone()),
                _ => None,
            };
            candidates.iter().map(value).collect()
        }
        BoundCondition::Or(terms) => {
            let mut values = Vec::new();
            for term in terms {
                values.extend(values_of(term, attribute)?);
            }
            Some(values)
        }
        other => match super::test_of(other, attribute)? {
            KeyTest::Equal(value) => Some(vec![value]),
            _ => None,
        },
    }
}

/// Returns true for ascending order. Sorts the partition key values if ORDER BY names the partition key.
fn order(
    select: &Select,
    schema: &KeySchema,
    conditions: &mut [BoundKeyCondition],
) -> Result<bool, DynamoError> {
    if select.order.is_empty() {
        return Ok(true);
    }
    if select.filter.is_none() {
        return Err(StatementError::OrderWithoutWhere.into());
    }
    let mut forward = true;
    let mut by_partition = None;
    for term in &select.order {
        let path = partiql::bind_path(&term.path)?;
        let attribute = if path.is_nested() { "" } else { &*path.attribute };
        if schema.sort.iter().any(|sort| sort.name.as_ref() == attribute) {
            forward = !term.descending;
        } else if schema.contains(attribute) {
            by_partition = Some(term.descending);
        } else {
            return Err(StatementError::OrderByOther { attribute: path.to_string() }.into());
        }
    }
    match (conditions.len(), by_partition) {
        (0, _) => Err(StatementError::OrderWithoutKey.into()),
        (1, _) => Ok(forward),
        (_, None) => Err(StatementError::OrderWithoutPartition.into()),
        (_, Some(descending)) => {
            sort_partitions(conditions);
            if descending {
                conditions.reverse();
            }
            Ok(forward)
        }
    }
}

/// Sorts by insertion, because there are few.
fn sort_partitions(conditions: &mut [BoundKeyCondition]) {
    for end in 1..conditions.len() {
        let mut at = end;
        while at > 0
            && let (Some(before), Some(after)) =
                (partition_value(&conditions[at - 1]), partition_value(&conditions[at]))
            && dynalab_expressions::order(before, after).is_some_and(std::cmp::Ordering::is_gt)
        {
            conditions.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn partition_value(condition: &BoundKeyCondition) -> Option<&AttributeValue> {
    match &condition.clauses.first()?.test {
        KeyTest::Equal(value) => Some(value),
        _ => None,
    }
}
