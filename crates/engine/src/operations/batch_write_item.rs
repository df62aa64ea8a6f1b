//! BatchWriteItem: up to 25 independent puts and deletes, with one step per item. It is not a transaction.

use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, SmallMap};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::database::charges::CapacityKind;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{BatchError, DynamoError, KeyError, ValidationError};
use crate::execution::context::Context;
use crate::execution::item_keys::check_index_keys;
use crate::execution::item_write::{ItemWrite, WriteService, check_item_size};
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::{Plan, Source};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::{Resource, ResourceAccess};
use crate::request::return_values::{
    ItemCollectionMetrics, ReturnConsumedCapacity, decode_collection_metrics,
};
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "BatchWriteItem";

const WRITES_MAX: usize = 25;

/// A BatchWriteItem request, with its progress.
#[derive(Clone, Debug)]
pub struct BatchWriteItem {
    tables: Option<Vec<(String, Vec<Write>)>>,
    return_consumed_capacity: ReturnConsumedCapacity,
    return_collection_metrics: bool,
    progress: Progress,
}

/// One element of the list as the request contains it: a put, a delete, or an error.
#[derive(Clone, Debug)]
struct Write {
    put: Option<Option<Arc<Item>>>,
    delete: Option<Option<Item>>,
}

#[derive(Clone, Debug, Default)]
struct Progress {
    /// The number of executed writes over all tables.
    done: usize,
    metrics: Vec<(String, ItemCollectionMetrics)>,
    /// The writes that the client must send again.
    unprocessed: Vec<(String, Write)>,
    /// The error of the first throttled write.
    throttled: Option<DynamoError>,
}

/// The response of BatchWriteItem.
#[derive(Debug)]
pub struct BatchWriteItemResponse {
    consumed: Vec<ConsumedCapacity>,
    metrics: Vec<(String, ItemCollectionMetrics)>,
    /// By table name.
    unprocessed: SmallMap<String, Vec<Write>>,
}

impl BatchWriteItem {
    fn writes(&self) -> impl Iterator<Item = (&str, &Write)> {
        let tables = self.tables.iter().flatten();
        tables.flat_map(|(table, writes)| writes.iter().map(move |write| (table.as_str(), write)))
    }

    /// Checks the whole request. Nothing is written if a check fails.
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        if self.tables.as_ref().is_none_or(Vec::is_empty) {
            return Err(ValidationError::RequiredRequestItems { operation: "BatchWriteItem" }.into());
        }
        if self.writes().count() > WRITES_MAX {
            return Err(BatchError::TooManyWriteItems.into());
        }
        for (_, write) in self.writes() {
            match (&write.put, &write.delete) {
                (Some(_), None) | (None, Some(_)) => {}
                _ => return Err(BatchError::WriteRequestNotOneAction.into()),
            }
            if let Some(Some(item)) = &write.put {
                check_item_size(item)?;
            }
        }
        let mut seen = SmallMap::new();
        for (table_as_named, write) in self.writes() {
            let name = table_name_of(table_as_named);
            let key = write.key_bytes(database, name)?;
            if seen.insert((name, key), ()).is_some() {
                return Err(BatchError::DuplicateKeys.into());
            }
        }
        Ok(())
    }

    /// Ends one write, whether it was executed or left unprocessed.
    fn go_on(
        &mut self,
        context: &Context<impl WriteService>,
        writes: WriteSet,
    ) -> Result<Step<BatchWriteItemResponse>, DynamoError> {
        self.progress.done += 1;
        match self.progress.done < self.writes().count() {
            true => Ok(Step::More(writes)),
            false => self.finish(context, writes),
        }
    }

    /// Ends the batch after all writes.
    fn finish<S: WriteService>(
        &mut self,
        context: &Context<S>,
        writes: WriteSet,
    ) -> Result<Step<BatchWriteItemResponse>, DynamoError> {
        if let Some((table, _)) = self.progress.unprocessed.first()
            && self.progress.unprocessed.len() == self.writes().count()
            && let Some(error) = self
                .progress
                .throttled
                .clone()
                .or_else(|| S::nothing_processed(context, table_name_of(table), CapacityKind::Write))
        {
            return Err(error);
        }
        let response = self.response(context);
        Ok(Step::Done(response, writes))
    }

    fn response(&mut self, context: &Context<impl WriteService>) -> BatchWriteItemResponse {
        let tables = self.tables.iter().flatten();
        let consumed = tables.filter_map(|(named, _)| {
            ConsumedCapacity::if_requested(
                context,
                self.return_consumed_capacity,
                table_name_of(named),
                named,
            )
        });
        let consumed = consumed.collect();
        BatchWriteItemResponse {
            consumed,
            metrics: std::mem::take(&mut self.progress.metrics),
            unprocessed: self.unprocessed(),
        }
    }

    fn unprocessed(&mut self) -> SmallMap<String, Vec<Write>> {
        let mut unprocessed = SmallMap::new();
        for (table, write) in std::mem::take(&mut self.progress.unprocessed) {
            unprocessed.get_or_insert_with(table, Vec::new).push(write);
        }
        unprocessed
    }
}

impl Write {
    /// Returns the item to put, or the key to delete.
    fn item_or_key(&self) -> Option<&Item> {
        match (&self.put, &self.delete) {
            (Some(Some(item)), _) => Some(item),
            (_, Some(Some(key))) => Some(key),
            _ => None,
        }
    }

    /// Writes it as in the request.
    fn encode(&self, object: &mut ObjectWriter) {
        if let Some(Some(item)) = &self.put {
            object.object("PutRequest", |put| put.item("Item", item));
        }
        if let Some(Some(key)) = &self.delete {
            object.object("DeleteRequest", |delete| delete.item("Key", key));
        }
    }

    fn key_bytes(&self, database: &Database, table: &str) -> Result<KeyBytes, DynamoError> {
        let table = database.table(table)?;
        let definition = &table.definition;
        let Some(item) = self.item_or_key() else {
            return Err(KeyError::DoesNotMatchSchema.into());
        };
        if self.put.is_some() {
            // Unlike PutItem, BatchWriteItem reports a missing or wrong key attribute in the same way as for a delete.
            let key = bytes_of_key(&definition.key, &definition.key.key_of(item))?;
            check_index_keys(table, item)?;
            Ok(key)
        } else {
            bytes_of_key(&definition.key, item)
        }
    }
}

impl BatchWriteItem {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let tables = self.tables.iter().flatten().map(|(table, writes)| {
            let mut touched = ResourceAccess::new(NAME, Resource::table_or_index(table, None));
            touched.keys = writes.iter().filter_map(Write::item_or_key).cloned().collect();
            let names =
                |item: &Item| -> Vec<String> { item.iter().map(|(name, _)| name.to_string()).collect() };
            touched.add_attribute_names(writes.iter().filter_map(Write::item_or_key).flat_map(names));
            touched.set_return_consumed_capacity(self.return_consumed_capacity);
            touched
        });
        tables.collect()
    }
}

impl<S: WriteService> Operation<S> for BatchWriteItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Older;
    const ACCESS: Access<Self> = Access::Items(BatchWriteItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> =
        |operation| operation.tables.iter_mut().flatten().map(|(table, _)| table).collect();
    type Response = BatchWriteItemResponse;

    fn decode(fields: &mut Fields) -> BatchWriteItem {
        let tables = fields.map_of_lists("RequestItems", |write| Write {
            put: write.nested("PutRequest", |put| {
                put.require("Item");
                put.item("Item").map(Arc::new)
            }),
            delete: write.nested("DeleteRequest", |delete| {
                delete.require("Key");
                delete.item("Key")
            }),
        });
        let out_of_bounds = |(_, writes): &&(String, Vec<Write>)| !(1..=WRITES_MAX).contains(&writes.len());
        if tables.iter().flatten().find(out_of_bounds).is_some() {
            let shown = ValueDisplay::Text(request_items_text(tables.as_deref().unwrap_or_default()));
            fields.violation(
                "RequestItems",
                shown,
                Constraint::MapValueLength { least: 1, most: WRITES_MAX as u64 },
            );
        }
        if fields.manner.checks.newer_batch_writes && tables.as_ref().is_some_and(Vec::is_empty) {
            fields.violation("RequestItems", ValueDisplay::Hidden, Constraint::LengthAtLeast(1));
        }
        let return_consumed_capacity = ReturnConsumedCapacity::decode(fields);
        let return_collection_metrics = decode_collection_metrics(fields);
        // Unlike a wrong number of writes, this violation is reported alone.
        if !fields.has_violations() && fields.has_wrong_table_name("RequestItems") {
            fields
                .wrong_table_name("RequestItems", request_items_text(tables.as_deref().unwrap_or_default()));
        }
        BatchWriteItem {
            tables,
            return_consumed_capacity,
            return_collection_metrics,
            progress: Progress::default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        let mut plans = Vec::new();
        for (table, write) in self.writes() {
            let definition = &database.table(table_name_of(table))?.definition;
            let key = definition.key.key_of(write.item_or_key().unwrap_or(&Item::new()));
            plans.push(Plan::OneItem { source: Source { table: definition.name.clone(), index: None }, key });
        }
        Ok(Plan::Batch(plans))
    }

    fn step(
        &mut self,
        (): &mut (),
        context: &mut Context<S>,
    ) -> Result<Step<BatchWriteItemResponse>, DynamoError> {
        if self.progress.done == 0 {
            context.trace_plan(|database| Operation::<S>::describe(self, &(), database));
        }
        let Some((table_as_named, write)) = self.writes().nth(self.progress.done) else {
            return self.finish(context, WriteSet::default());
        };
        let (table_as_named, write) = (table_as_named.to_owned(), write.clone());
        let table = context.table(table_name_of(&table_as_named))?;
        let key = write.key_bytes(context.database, table_name_of(&table_as_named))?;
        if let Some(item) = write.item_or_key()
            && (S::is_left_unprocessed(context, NAME, CapacityKind::Write, table, item)
                || context.check_leader(table, &key).is_err())
        {
            self.progress.unprocessed.push((table_as_named, write));
            return self.go_on(context, WriteSet::default());
        }
        context.trace_route(table, key.as_slice());
        if let Some(item) = write.item_or_key() {
            context.refuse_held_item(table, &key, item)?;
        }
        let before = table.items.get(&key);
        let after = write.put.clone().flatten();
        let unconditional_records = ItemWrite { table, key, before, after }.settle(context);
        if let Err(throttled @ DynamoError::Throttled(_)) = unconditional_records {
            self.progress.throttled.get_or_insert(throttled);
            self.progress.unprocessed.push((table_as_named, write));
            return self.go_on(context, WriteSet::default());
        }
        if self.return_collection_metrics
            && let Some(item) = write.item_or_key()
            && let Some(metrics) = ItemCollectionMetrics::from_table(table, item)
        {
            self.progress.metrics.push((table_as_named, metrics));
        }
        self.go_on(context, unconditional_records?)
    }

    fn encode(response: &BatchWriteItemResponse, body: &mut ObjectWriter) {
        body.object("UnprocessedItems", |tables| {
            for (table, writes) in response.unprocessed.iter() {
                tables.objects(table, writes, |object, write| write.encode(object));
            }
        });
        ItemCollectionMetrics::encode_by_table(&response.metrics, body);
        consumed_capacity::encode_list(&response.consumed, body);
    }
}

/// Prints RequestItems as DynamoDB's request layer does in error messages.
fn request_items_text(tables: &[(String, Vec<Write>)]) -> String {
    let tables = tables.iter().map(|(table, writes)| {
        let writes: Vec<String> = writes.iter().map(write_text).collect();
        format!("{table}=[{}]", writes.join(", "))
    });
    format!("{{{}}}", tables.collect::<Vec<_>>().join(", "))
}

fn write_text(write: &Write) -> String {
    let put = match &write.put {
        Some(item) => {
            let item = item
                .as_ref()
                .map_or("null".to_owned(), |item| crate::request::printed_value::item_text(item));
            format!("PutRequest(item={item}, workloadProfileName=null)")
        }
        None => "null".to_owned(),
    };
    let delete = match &write.delete {
        Some(key) => {
            let key = key.as_ref().map_or("null".to_owned(), crate::request::printed_value::item_text);
            format!("DeleteRequest(key={key}, workloadProfileName=null)")
        }
        None => "null".to_owned(),
    };
    format!("WriteRequest(putRequest={put}, deleteRequest={delete})")
}
