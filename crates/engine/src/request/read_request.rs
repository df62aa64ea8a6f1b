//! The common part of Query and Scan: the source of the items, what the request returns, and the checks of both.

use dynalab_capacity::ReadConsistency;
use dynalab_expressions::partiql::TableName;
use dynalab_expressions::{Aliases, BoundCondition, BoundProjection, ExpressionKind};
use dynalab_types::{Item, KeyBytes, KeySchema, PackedItem};

use crate::database::Database;
use crate::database::rows::Rows;
use crate::database::table::{IndexDefinition, IndexKind, Table, TableStatus};
use crate::error::SearchError;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{DynamoError, LegacyError, ReadingError, ValidationError};
use crate::execution::context::{Context, ItemService};
use crate::execution::item_keys::check_key_paths;
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::Source;
use crate::execution::read_page::Page;
use crate::request::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::legacy::attributes_to_get::AttributesToGet;
use crate::request::legacy::filter::Filter;
use crate::request::legacy::legacy_error;
use crate::request::resource_access::{Resource, ResourceAccess};
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

/// What a read returns of each item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    AllAttributes,
    AllProjectedAttributes,
    SpecificAttributes,
    Count,
}

impl Select {
    fn name(self) -> &'static str {
        match self {
            Select::AllAttributes => "ALL_ATTRIBUTES",
            Select::AllProjectedAttributes => "ALL_PROJECTED_ATTRIBUTES",
            Select::SpecificAttributes => "SPECIFIC_ATTRIBUTES",
            Select::Count => "COUNT",
        }
    }
}

const SELECT_PRINTED: &[&str] =
    &["SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"];

/// The parameters as the request contains them.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    pub table: String,
    pub layer: RequestLayer,
    pub index: Option<String>,
    pub select: Option<Select>,
    pub limit: Option<i64>,
    pub consistent_read: bool,
    pub filter: Option<String>,
    pub projection: Option<String>,
    pub attributes_to_get: AttributesToGet,
    older_filter: Filter,
    pub start_key: Option<Item>,
    pub parameters: ExpressionParameters,
    pub legacy: LegacyParameters,
    pub return_consumed_capacity: ReturnConsumedCapacity,
    /// The state of a page that is read in several steps.
    pub so_far: Option<ReadSoFar>,
    /// True if the error about a missing projection has the prefix.
    wraps_select: bool,
}

/// The rows of a page that is read in several steps, in reading order.
#[derive(Clone, Debug, Default)]
pub struct ReadSoFar {
    pub rows: Vec<(KeyBytes, PackedItem)>,
    pub size_bytes: u64,
}

/// The bound expressions.
#[derive(Clone, Debug)]
pub struct BoundRead {
    pub filter: Option<BoundCondition>,
    pub projection: Option<BoundProjection>,
}

/// The source of the items: a table or one of its indexes.
pub struct ReadSource<'a> {
    pub table: &'a Table,
    pub index: Option<&'a IndexDefinition>,
    pub rows: &'a Rows,
    pub source: Source,
}

impl ReadRequest {
    /// Reads the parameters. `older_filter` is the name of the legacy filter. `legacy` has the legacy parameters in the order
    /// in which DynamoDB lists them.
    pub(crate) fn decode(
        fields: &mut Fields,
        older_filter: &'static str,
        legacy: &[&'static str],
    ) -> ReadRequest {
        let table = fields.table_name();
        let return_consumed_capacity = ReturnConsumedCapacity::decode(fields);
        let known = [
            Select::AllAttributes,
            Select::AllProjectedAttributes,
            Select::SpecificAttributes,
            Select::Count,
        ]
        .map(|select| (select.name(), select));
        ReadRequest {
            table,
            layer: fields.layer,
            return_consumed_capacity,
            select: fields.enumeration("Select", SELECT_PRINTED, &known),
            limit: decode_limit(fields),
            index: fields.index_name("IndexName"),
            consistent_read: fields.boolean("ConsistentRead").unwrap_or(false),
            filter: fields.text("FilterExpression"),
            projection: fields.text("ProjectionExpression"),
            start_key: fields.item("ExclusiveStartKey"),
            attributes_to_get: AttributesToGet::decode(fields),
            older_filter: Filter::decode(fields, older_filter),
            parameters: ExpressionParameters::decode(fields),
            legacy: LegacyParameters::decode(fields, legacy),
            so_far: None,
            wraps_select: fields.layer != RequestLayer::Older || fields.manner.checks.newer_scans,
        }
    }

    /// Returns the request for a SELECT statement, except its expressions.
    pub fn of_statement(from: &TableName, consistent_read: bool) -> ReadRequest {
        let layer = RequestLayer::Plain;
        ReadRequest {
            table: from.table.to_string(),
            layer,
            index: from.index.as_ref().map(|index| index.to_string()),
            select: None,
            limit: None,
            consistent_read,
            filter: None,
            projection: None,
            attributes_to_get: AttributesToGet::default(),
            older_filter: Filter::default(),
            start_key: None,
            parameters: ExpressionParameters { layer, tells_sizes: false, names: None, values: None },
            legacy: LegacyParameters::default(),
            return_consumed_capacity: ReturnConsumedCapacity::None,
            so_far: None,
            wraps_select: true,
        }
    }

    /// Returns which expressions the request has, for the checks of combined parameters.
    pub(crate) fn given(&self) -> [(&'static str, bool); 2] {
        [("FilterExpression", self.filter.is_some()), ("ProjectionExpression", self.projection.is_some())]
    }

    pub(crate) fn bind(&self, aliases: &mut Aliases) -> Result<BoundRead, DynamoError> {
        let filter = self.parameters.condition(ExpressionKind::Filter, self.filter.as_deref(), aliases)?;
        let bind = |text| dynalab_expressions::projection(text, aliases);
        let projection =
            self.projection.as_deref().map(bind).transpose().map_err(|error| self.parameters.error(error))?;
        let told = |error| legacy_error(self.layer, error);
        // At most one of each pair is present.
        let projection = projection.or(self.attributes_to_get.bind().map_err(told)?);
        let filter = filter.or(self.older_filter.bind().map_err(told)?);
        Ok(BoundRead { filter, projection })
    }

    pub(crate) fn resource_accesses(&self, action: &'static str) -> ResourceAccess {
        let mut touched =
            ResourceAccess::new(action, Resource::table_or_index(&self.table, self.index.as_deref()));
        for expression in [&self.filter, &self.projection] {
            touched.add_expression(expression.as_deref(), &self.parameters);
        }
        touched.add_attribute_names(self.attributes_to_get.names().chain(self.older_filter.names()));
        let projects = self.projection.is_some() || self.attributes_to_get.is_given();
        let all = if self.index.is_some() { Select::AllProjectedAttributes } else { Select::AllAttributes };
        let meant = if projects { Select::SpecificAttributes } else { all };
        touched.select = Some(self.select.unwrap_or(meant).name());
        touched.set_return_consumed_capacity(self.return_consumed_capacity);
        touched
    }

    /// Checks the combination of Select, projection and index, as far as it needs no table.
    pub(crate) fn check_select(&self) -> Result<(), DynamoError> {
        let projects = self.projection.is_some() || self.attributes_to_get.is_given();
        // Query adds a prefix to some of these errors, Scan does not.
        let enveloped = self.layer != RequestLayer::Older;
        let told =
            |error: ValidationError| DynamoError::from(if enveloped { error.enveloped() } else { error });
        match self.select {
            Some(Select::SpecificAttributes) if !projects => {
                let error = ValidationError::Reading(ReadingError::SpecificWithoutProjection);
                Err(DynamoError::from(if self.wraps_select { error.enveloped() } else { error }))
            }
            Some(select) if select != Select::SpecificAttributes && projects => {
                let select = select.name();
                if self.attributes_to_get.is_given() {
                    return Err(told(ValidationError::Legacy(LegacyError::AttributesWithSelect { select })));
                }
                Err(told(ValidationError::Reading(ReadingError::ProjectionWithSelect { select })))
            }
            Some(Select::AllProjectedAttributes) if self.index.is_none() => {
                Err(told(ValidationError::Reading(ReadingError::AllProjectedWithoutIndex)))
            }
            _ => Ok(()),
        }
    }

    /// Finds the table and the index, and rejects requests that they do not support.
    ///
    /// # Errors
    /// The table or the index does not exist, or the index does not have the attributes.
    pub fn source<'a>(
        &self,
        database: &'a Database,
        projection: Option<&BoundProjection>,
    ) -> Result<ReadSource<'a>, DynamoError> {
        let table = database.table(table_name_of(&self.table))?;
        let definition = &table.definition;
        let Some(index_name) = &self.index else {
            let source = Source { table: definition.name.clone(), index: None };
            return Ok(ReadSource { table, index: None, rows: &table.items, source });
        };
        if table.vectors.get(index_name).is_some() {
            // Only Scan still uses the older layer.
            let operation = if self.layer == RequestLayer::Older { "Scan" } else { "Query" };
            return Err(SearchError::OtherOperation { operation }.into());
        }
        let no_such_index =
            || ValidationError::Reading(ReadingError::NoSuchIndex { index: index_name.clone() });
        let index = definition.index(index_name).ok_or_else(no_such_index)?;
        let rows = table.index_rows(index_name).ok_or_else(no_such_index)?;
        // An index that is not filled yet cannot be queried.
        if matches!(index.status, TableStatus::Creating | TableStatus::Deleting) {
            return Err(no_such_index().into());
        }
        if index.kind == IndexKind::Global {
            self.check_global_index(index, projection)?;
        }
        let source = Source { table: definition.name.clone(), index: Some(index.name.clone()) };
        Ok(ReadSource { table, index: Some(index), rows: &rows.rows, source })
    }

    fn check_global_index(
        &self,
        index: &IndexDefinition,
        projection: Option<&BoundProjection>,
    ) -> Result<(), DynamoError> {
        if self.consistent_read {
            return Err(ReadingError::ConsistentReadOnGlobalIndex.into());
        }
        if self.select == Some(Select::AllAttributes) && !index.projected.is_all() {
            return Err(ReadingError::SelectAllOnNarrowIndex { index: index.name.to_string() }.into());
        }
        let wanted = projection.into_iter().flat_map(|projection| projection.attributes());
        let missing: Vec<String> =
            wanted.filter(|name| !index.projected.contains(name)).map(str::to_owned).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(ReadingError::NotProjected { index: index.name.to_string(), attributes: missing }.into())
    }

    /// Returns the response with a page of this source.
    pub(crate) fn response(
        &self,
        context: &Context<impl ItemService>,
        source: &ReadSource,
        page: Page,
    ) -> ReadResponse {
        let table = &source.source.table;
        let wanted = self.return_consumed_capacity;
        let consumed = ConsumedCapacity::if_requested(context, wanted, table, &self.table);
        ReadResponse { page, count_only: self.select == Some(Select::Count), consumed }
    }

    /// Returns how current the read is.
    pub fn consistency(&self) -> ReadConsistency {
        if self.consistent_read { ReadConsistency::Strong } else { ReadConsistency::Eventual }
    }

    /// Returns true if the request fetches attributes from the table. Only local indexes support that.
    pub(crate) fn should_fetch(&self, source: &ReadSource, projection: Option<&BoundProjection>) -> bool {
        let Some(index) = source.index.filter(|index| index.kind == IndexKind::Local) else { return false };
        match projection {
            Some(projection) => projection.attributes().iter().any(|name| !index.projected.contains(name)),
            None => self.select == Some(Select::AllAttributes) && !index.projected.is_all(),
        }
    }
}

/// Reads Limit. The error contains the value in the older layer only: Scan, where its checks are not newer.
fn decode_limit(fields: &mut Fields) -> Option<i64> {
    if fields.layer == RequestLayer::Older && !fields.manner.checks.newer_scans {
        return fields.integer_between("Limit", "Integer", 1, None);
    }
    let limit = fields.integer("Limit", "Integer")?;
    if limit < 1 {
        fields.violation("Limit", ValueDisplay::Hidden, Constraint::ValueAtLeast(1));
    }
    Some(limit)
}

impl ReadSource<'_> {
    /// Returns the key schema of the index, or of the table.
    pub fn key_schema(&self) -> &KeySchema {
        self.index.map_or(&self.table.definition.key, |index| &index.key)
    }

    /// Returns the key attributes of the index and the table, for LastEvaluatedKey and ExclusiveStartKey.
    pub(crate) fn start_key_of(&self, item: &Item) -> Item {
        let mut key = self.table.definition.key.key_of(item);
        for (name, value) in self.key_schema().key_of(item) {
            key.insert(name, value);
        }
        key
    }

    /// Returns true if an ExclusiveStartKey has exactly the attributes of the key, whatever their types.
    pub(crate) fn has_names_of_start_key(&self, start_key: &Item) -> bool {
        let table = self.table.definition.key.attributes();
        let own = self.key_schema().attributes();
        self.start_key_of(start_key).len() == start_key.len()
            && table.chain(own).all(|attribute| start_key.get(&attribute.name).is_some())
    }

    /// Encodes an ExclusiveStartKey. Returns `None` unless it has exactly these attributes with their types.
    pub fn start_key_bytes(&self, start_key: &Item) -> Option<KeyBytes> {
        let table_schema = &self.table.definition.key;
        let table_bytes = bytes_of_key(table_schema, &table_schema.key_of(start_key)).ok()?;
        if self.start_key_of(start_key).len() != start_key.len() {
            return None;
        }
        match self.index {
            None => Some(table_bytes),
            Some(index) => index.key.key_bytes_followed_by(start_key, table_bytes.as_slice()),
        }
    }

    /// Rejects paths of a filter or projection into a key attribute.
    pub(crate) fn check_paths(&self, bound: &BoundRead) -> Result<(), DynamoError> {
        let filter = bound.filter.iter().flat_map(|filter| filter.paths());
        let projection = bound.projection.iter().flat_map(|projection| projection.paths());
        check_key_paths(&self.table.definition, filter.chain(projection))
    }
}

/// The response of Query and Scan.
#[derive(Debug)]
pub struct ReadResponse {
    pub(crate) page: Page,
    pub(crate) count_only: bool,
    pub(crate) consumed: Option<ConsumedCapacity>,
}

impl ReadResponse {
    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        if !self.count_only {
            body.list("Items", &self.page.items, |json, item| item.write_json(json));
        }
        body.integer("Count", self.page.returned);
        body.integer("ScannedCount", self.page.evaluated);
        if let Some(key) = &self.page.last_key {
            body.item("LastEvaluatedKey", key);
        }
        consumed_capacity::encode_one(&self.consumed, body);
    }
}
