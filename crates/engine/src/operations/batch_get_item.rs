//! BatchGetItem: up to 100 items by their keys, with one step per item, until 16 MB are read.

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_expressions::BoundProjection;
use dynalab_types::KeyBytes;
use dynalab_types::{Item, PackedItem, SmallMap};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::database::charges::{CapacityKind, Owner};
use crate::database::table::Table;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{BatchError, DynamoError, ValidationError};
use crate::execution::context::{Context, ItemService};
use crate::execution::item_keys::check_key_paths;
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::{Plan, Source};
use crate::operations::get_item::bind_projection;
use crate::request::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::legacy::attributes_to_get::AttributesToGet;
use crate::request::legacy::legacy_error;
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::{Resource, ResourceAccess};
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "BatchGetItem";

const KEYS_MAX: usize = 100;
const RESPONSE_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A BatchGetItem request, with its progress.
#[derive(Clone, Debug)]
pub struct BatchGetItem {
    tables: Option<Vec<(String, KeysOfTable)>>,
    return_consumed_capacity: ReturnConsumedCapacity,
    progress: Progress,
}

/// The keys and parameters for one table.
#[derive(Clone, Debug)]
struct KeysOfTable {
    keys: Vec<Item>,
    /// The keys as JSON. Two notations of one number are two keys.
    written: Vec<String>,
    consistent_read: bool,
    projection_text: Option<String>,
    parameters: ExpressionParameters,
    attributes_to_get: AttributesToGet,
    legacy: LegacyParameters,
    // Filled by the first step.
    found: Vec<PackedItem>,
    unprocessed: Vec<Item>,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    table: usize,
    key: usize,
    read_bytes: u64,
    /// The error of the first throttled key.
    throttled: Option<DynamoError>,
}

/// The response of BatchGetItem.
#[derive(Debug)]
pub struct BatchGetItemResponse {
    tables: Vec<(String, KeysOfTable)>,
    consumed: Vec<ConsumedCapacity>,
}

impl BatchGetItem {
    fn tables(&self) -> &[(String, KeysOfTable)] {
        self.tables.as_deref().unwrap_or_default()
    }

    /// Checks the request. Returns the projections of the tables in their order.
    fn check(&self, database: &Database) -> Result<Vec<Option<BoundProjection>>, DynamoError> {
        if self.tables.is_none() {
            return Err(ValidationError::RequiredRequestItems { operation: "BatchGetItem" }.into());
        }
        if let Some((table, _)) = self.tables().iter().find(|(_, wanted)| wanted.keys.len() > KEYS_MAX) {
            return Err(BatchError::TooManyKeys { table: table.clone() }.into());
        }
        if self.tables().iter().map(|(_, wanted)| wanted.keys.len()).sum::<usize>() > KEYS_MAX {
            return Err(BatchError::TooManyGetItems.into());
        }
        self.refuse_mixed_parameters()?;
        let projections =
            self.tables().iter().map(|(_, wanted)| wanted.bind()).collect::<Result<Vec<_>, _>>()?;
        for ((table, wanted), projection) in self.tables().iter().zip(&projections) {
            let definition = &database.table(table_name_of(table))?.definition;
            check_key_paths(definition, projection.iter().flat_map(|projection| projection.paths()))?;
            let mut seen = SmallMap::new();
            for (place, key) in wanted.keys.iter().enumerate() {
                let key = bytes_of_key(&definition.key, key)?;
                if seen.insert((key, wanted.written.get(place)), ()).is_some() {
                    return Err(BatchError::DuplicateKeys.into());
                }
            }
        }
        Ok(projections)
    }

    /// Rejects the combination of expressions and legacy parameters, also between tables.
    fn refuse_mixed_parameters(&self) -> Result<(), DynamoError> {
        let all =
            |is_given: fn(&KeysOfTable) -> bool| self.tables().iter().any(|(_, wanted)| is_given(wanted));
        let given = [("ProjectionExpression", all(|wanted| wanted.projection_text.is_some()))];
        match self.tables().iter().find(|(_, wanted)| wanted.attributes_to_get.is_given()) {
            Some((_, wanted)) => wanted.legacy.check(RequestLayer::Plain, &given),
            None => Ok(()),
        }
    }

    /// Reads the next key. Above 16 MB the remaining keys are returned as unprocessed.
    fn read_next<S: ItemService>(
        &mut self,
        projections: &[Option<BoundProjection>],
        context: &mut Context<S>,
    ) -> Result<(), DynamoError> {
        let Progress { table: table_index, key: key_index, read_bytes, .. } = self.progress;
        let Some((table_as_named, wanted)) = self.tables.iter_mut().flatten().nth(table_index) else {
            return Ok(());
        };
        let Some(key) = wanted.keys.get(key_index) else { return Ok(()) };
        let table = context.table(table_name_of(table_as_named))?;
        if S::is_left_unprocessed(context, NAME, CapacityKind::Read, table, key) {
            wanted.unprocessed.push(key.clone());
            return Ok(());
        }
        let key_bytes = bytes_of_key(&table.definition.key, key)?;
        let consistency =
            if wanted.consistent_read { ReadConsistency::Strong } else { ReadConsistency::Eventual };
        let Ok(item) = context.read_item(table, &key_bytes, consistency) else {
            wanted.unprocessed.push(key.clone());
            return Ok(());
        };
        let size_bytes = item.map_or(0, PackedItem::size_bytes);
        if read_bytes > 0 && read_bytes + size_bytes > RESPONSE_MAX_BYTES {
            wanted.unprocessed.push(key.clone());
            return Ok(());
        }
        let source = Source { table: table.definition.name.clone(), index: None };
        context.trace_route(table, key_bytes.as_slice());
        let charged_bytes = item.map(|item| table.read_size_bytes(item));
        context.trace_read(&source, key, charged_bytes);
        let units = read_units(charged_bytes.unwrap_or_default(), consistency);
        if let Err(throttled) = context.admit_one(table, CapacityKind::Read, &key_bytes, units) {
            wanted.unprocessed.push(key.clone());
            self.progress.throttled.get_or_insert(throttled);
            return Ok(());
        }
        context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        if let Some(item) = item {
            wanted.found.push(match projections.get(table_index).and_then(Option::as_ref) {
                Some(projection) => PackedItem::pack(&projection.project(&item.unpack())),
                None => item.clone(),
            });
        }
        self.progress.read_bytes += size_bytes;
        Ok(())
    }

    /// Moves to the next key. Returns false if there is none.
    fn advance(&mut self) -> bool {
        self.progress.key += 1;
        while let Some((_, wanted)) = self.tables().get(self.progress.table) {
            if self.progress.key < wanted.keys.len() {
                return true;
            }
            self.progress.table += 1;
            self.progress.key = 0;
        }
        false
    }
}

/// Methods for a cache in front of the tables, which already has some of the items.
impl BatchGetItem {
    /// Removes the cached keys from the request, and adds their items to the response. Strongly consistent reads ignore the
    /// cache.
    ///
    /// # Errors
    /// A table does not exist, or a key or projection is invalid.
    pub fn take_known<S: ItemService>(
        &mut self,
        context: &mut Context<S>,
        mut known: impl FnMut(&Table, &KeyBytes, &mut Context<S>) -> Option<Option<PackedItem>>,
    ) -> Result<(), DynamoError> {
        let projections = self.check(context.database)?;
        let tables = self.tables.iter_mut().flatten().zip(projections);
        for ((table, wanted), projection) in tables.filter(|((_, wanted), _)| !wanted.consistent_read) {
            let table = context.table(table_name_of(table))?;
            let mut unknown = Vec::new();
            for key in std::mem::take(&mut wanted.keys) {
                match known(table, &bytes_of_key(&table.definition.key, &key)?, context) {
                    None => unknown.push(key),
                    Some(None) => {}
                    Some(Some(item)) => wanted.found.push(match &projection {
                        Some(projection) => PackedItem::pack(&projection.project(&item.unpack())),
                        None => item,
                    }),
                }
            }
            wanted.keys = unknown;
            wanted.written = Vec::new();
        }
        Ok(())
    }
}

impl BatchGetItemResponse {
    /// Returns true if no key is left to read.
    pub fn asked_nobody(&self) -> bool {
        self.tables.iter().all(|(_, wanted)| wanted.keys.is_empty())
    }

    /// Returns the results of eventually consistent reads without projection: table, key, and the item if it exists.
    pub fn read<'r>(
        &'r self,
        database: &'r Database,
    ) -> impl Iterator<Item = (&'r Table, KeyBytes, Option<&'r PackedItem>)> {
        let whole = |wanted: &KeysOfTable| {
            !wanted.consistent_read
                && wanted.projection_text.is_none()
                && !wanted.attributes_to_get.is_given()
        };
        self.tables.iter().filter(move |(_, wanted)| whole(wanted)).flat_map(move |(table, wanted)| {
            let table = database.find(table_name_of(table));
            let keys = wanted.keys.iter().filter(|key| !wanted.unprocessed.contains(key));
            keys.filter_map(move |key| {
                let table = table?;
                let schema = &table.definition.key;
                let found = wanted.found.iter().find(|item| schema.key_of(&item.unpack()) == *key);
                Some((table, schema.key_bytes(key)?, found))
            })
        })
    }
}

impl KeysOfTable {
    fn bind(&self) -> Result<Option<BoundProjection>, DynamoError> {
        let layer = RequestLayer::Plain;
        let projection =
            bind_projection(self.projection_text.as_deref(), &self.parameters, &self.legacy, layer)?;
        Ok(projection.or(self.attributes_to_get.bind().map_err(|error| legacy_error(layer, error))?))
    }

    /// Writes the unread keys in the structure of the request.
    fn encode_unprocessed(&self, object: &mut ObjectWriter) {
        object.list("Keys", &self.unprocessed, |json, key| dynalab_types::wire::write_item(key, json));
        if self.consistent_read {
            object.boolean("ConsistentRead", true);
        }
        if let Some(projection) = &self.projection_text {
            object.text("ProjectionExpression", projection);
        }
        self.attributes_to_get.encode(object);
        if let Some(names) = &self.parameters.names {
            object.object("ExpressionAttributeNames", |object| {
                names.iter().for_each(|(alias, name)| object.text(alias, name));
            });
        }
    }
}

impl BatchGetItem {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let tables = self.tables().iter().map(|(table, wanted)| {
            let mut touched = ResourceAccess::new(NAME, Resource::table_or_index(table, None));
            touched.keys.clone_from(&wanted.keys);
            touched.add_attribute_names(
                wanted.keys.iter().flat_map(|key| key.iter().map(|(name, _)| name.to_string())),
            );
            touched.add_expression(wanted.projection_text.as_deref(), &wanted.parameters);
            touched.add_attribute_names(wanted.attributes_to_get.names());
            let projects = wanted.projection_text.is_some() || wanted.attributes_to_get.is_given();
            touched.select = Some(if projects { "SPECIFIC_ATTRIBUTES" } else { "ALL_ATTRIBUTES" });
            touched.set_return_consumed_capacity(self.return_consumed_capacity);
            touched
        });
        tables.collect()
    }
}

impl<S: ItemService> Operation<S> for BatchGetItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(BatchGetItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> =
        |operation| operation.tables.iter_mut().flatten().map(|(table, _)| table).collect();
    type Response = BatchGetItemResponse;

    fn decode(fields: &mut Fields) -> BatchGetItem {
        let tables = fields.map("RequestItems", |table| {
            table.require("Keys");
            if table.is_empty_list("Keys") {
                table.violation("Keys", ValueDisplay::Hidden, Constraint::LengthAtLeast(1));
            }
            KeysOfTable {
                keys: table.items("Keys").unwrap_or_default(),
                written: table.written_elements("Keys"),
                consistent_read: table.boolean("ConsistentRead").unwrap_or(false),
                projection_text: table.text("ProjectionExpression"),
                parameters: ExpressionParameters::decode_names(table),
                attributes_to_get: AttributesToGet::decode(table),
                legacy: LegacyParameters::decode(table, &["AttributesToGet"]),
                found: Vec::new(),
                unprocessed: Vec::new(),
            }
        });
        if fields.has_wrong_table_name("RequestItems") {
            fields.wrong_table_name("RequestItems", fields.written("RequestItems"));
        }
        let is_empty = tables.as_ref().is_some_and(Vec::is_empty);
        let in_older_words = fields.manner.checks.older_batch_reads;
        if is_empty && !in_older_words {
            fields.violation("RequestItems", ValueDisplay::Hidden, Constraint::LengthAtLeast(1));
        }
        BatchGetItem {
            tables: tables.filter(|_| !(is_empty && in_older_words)),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            progress: Progress::default(),
        }
    }

    /// The projections of the tables, in their order.
    type Planned = Vec<Option<BoundProjection>>;

    fn plan(&self, database: &Database) -> Result<Self::Planned, DynamoError> {
        self.check(database)
    }

    fn describe(&self, _: &Self::Planned, database: &Database) -> Result<Plan, DynamoError> {
        let mut plans = Vec::new();
        for (table, wanted) in self.tables() {
            let source =
                Source { table: database.table(table_name_of(table))?.definition.name.clone(), index: None };
            let keys = wanted.keys.iter().cloned();
            plans.extend(keys.map(|key| Plan::OneItem { source: source.clone(), key }));
        }
        Ok(Plan::Batch(plans))
    }

    fn step(
        &mut self,
        projections: &mut Self::Planned,
        context: &mut Context<S>,
    ) -> Result<Step<BatchGetItemResponse>, DynamoError> {
        if (self.progress.table, self.progress.key) == (0, 0) {
            context.trace_plan(|database| Operation::<S>::describe(self, projections, database));
        }
        self.read_next(projections, context)?;
        if self.advance() {
            return Ok(Step::More(WriteSet::default()));
        }
        if let Some((table, _)) = self.tables().iter().find(|(_, wanted)| !wanted.unprocessed.is_empty())
            && self.tables().iter().all(|(_, wanted)| wanted.unprocessed.len() == wanted.keys.len())
            && let Some(error) = self
                .progress
                .throttled
                .clone()
                .or_else(|| S::nothing_processed(context, table_name_of(table), CapacityKind::Read))
        {
            return Err(error);
        }
        let tables = self.tables.take().unwrap_or_default();
        let consumed = tables.iter().filter_map(|(named, _)| {
            ConsumedCapacity::if_requested(
                context,
                self.return_consumed_capacity,
                table_name_of(named),
                named,
            )
        });
        let consumed = consumed.collect();
        Ok(Step::Done(BatchGetItemResponse { tables, consumed }, WriteSet::default()))
    }

    fn encode(response: &BatchGetItemResponse, body: &mut ObjectWriter) {
        body.object("Responses", |tables| {
            for (table, wanted) in &response.tables {
                tables.list(table, &wanted.found, |json, item| item.write_json(json));
            }
        });
        body.object("UnprocessedKeys", |tables| {
            for (table, wanted) in response.tables.iter().filter(|(_, wanted)| !wanted.unprocessed.is_empty())
            {
                tables.object(table, |object| wanted.encode_unprocessed(object));
            }
        });
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
