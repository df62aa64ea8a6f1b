//! TransactGetItems: up to 100 items as they were at one moment.
//!
//! Nothing is held: a step an item reads it, and the last step looks whether all of them are still as they were read.

use std::sync::Arc;

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_expressions::BoundProjection;
use dynalab_types::{Item, PackedItem};

use crate::change::WriteSet;
use crate::charges::{CapacityKind, Owner};
use crate::consumed_capacity::{self, ConsumedCapacity};
use crate::context::Context;
use crate::database::Database;
use crate::error::{CancellationReason, DynamoError, TransactionError};
use crate::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::get_item::bind_projection;
use crate::operations::{Operation, Step};
use crate::plan::{Plan, Source};
use crate::printed_value::item_text;
use crate::return_values::ReturnConsumedCapacity;
use crate::trace::EventKind;
use crate::transact_action::names_text;
use crate::transaction::{
    KeyFrom, SIZE_MAX_BYTES, Target, cancelled, decode_members, plan, refuse_duplicates,
};

#[derive(Clone, Debug)]
pub struct TransactGetItems {
    members: Vec<Option<Get>>,
    return_consumed_capacity: ReturnConsumedCapacity,
    /// Filled by the first step.
    running: Option<Running>,
}

/// As typed.
#[derive(Clone, Debug)]
struct Get {
    table: String,
    key: Arc<Item>,
    projection: Option<String>,
    parameters: ExpressionParameters,
}

#[derive(Clone, Debug)]
struct Running {
    gets: Vec<BoundGet>,
    /// Of the gets done so far.
    outcomes: Vec<Result<Option<PackedItem>, CancellationReason>>,
}

#[derive(Clone, Debug)]
struct BoundGet {
    target: Target,
    projection: Option<BoundProjection>,
}

#[derive(Debug)]
pub struct TransactGetItemsResponse {
    items: Vec<Option<PackedItem>>,
    consumed: Vec<ConsumedCapacity>,
}

impl Get {
    fn decode(fields: &mut Fields) -> Get {
        fields.require("Key");
        Get {
            table: fields.nested_table_name(),
            key: Arc::new(fields.item("Key").unwrap_or_default()),
            projection: fields.text("ProjectionExpression"),
            parameters: ExpressionParameters::decode_names(fields),
        }
    }

    fn bind(&self) -> Result<Option<BoundProjection>, DynamoError> {
        let legacy = LegacyParameters::default();
        bind_projection(self.projection.as_deref(), &self.parameters, &legacy, RequestLayer::Older)
    }

    fn text(&self) -> String {
        let names = self.parameters.names.as_ref().map(names_text);
        format!(
            "Get(key={}, tableName={}, projectionExpression={}, expressionAttributeNames={}, workloadProfileName=null)",
            item_text(&self.key),
            self.table,
            self.projection.as_deref().unwrap_or("null"),
            names.as_deref().unwrap_or("null"),
        )
    }
}

fn member_text(member: &Option<Get>) -> String {
    format!("TransactGetItem(get={})", member.as_ref().map_or("null".to_owned(), Get::text))
}

impl BoundGet {
    fn read(&self, context: &mut Context) -> Result<Option<PackedItem>, DynamoError> {
        let table = self.target.table(context)?;
        let key = self.target.key()?;
        context.trace_route(table, key.as_slice());
        let item = table.items.packed(key);
        let source = Source { table: table.definition.name.clone(), index: None };
        let size_bytes = item.map(PackedItem::size_bytes);
        context.trace_read(&source, &self.target.item_or_key, size_bytes);
        let units = read_units(size_bytes.unwrap_or_default(), ReadConsistency::Transactional);
        context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        context.refuse_held_item(table, key, &self.target.item_or_key)?;
        Ok(item.cloned())
    }

    /// Whether the item is still what was read, and nobody is about to change it.
    fn check_unchanged(&self, context: &mut Context, read: Option<&PackedItem>) -> Result<(), DynamoError> {
        let table = self.target.table(context)?;
        let key = self.target.key()?;
        context.refuse_held_item(table, key, &self.target.item_or_key)?;
        if table.items.packed(key) == read {
            return Ok(());
        }
        context.trace_conflict(table, &self.target.item_or_key);
        Err(DynamoError::TransactionConflict)
    }
}

impl TransactGetItems {
    fn bind(&self, database: &Database) -> Result<Vec<BoundGet>, DynamoError> {
        let gets = || self.members.iter().flatten();
        let projections = gets().map(Get::bind).collect::<Result<Vec<_>, _>>()?;
        let targets = gets().map(|get| Target::find(database, &get.table, &get.key, KeyFrom::Key));
        let targets = targets.collect::<Result<Vec<_>, _>>()?;
        refuse_duplicates(targets.iter())?;
        let parts = targets.into_iter().zip(projections);
        Ok(parts.map(|(target, projection)| BoundGet { target, projection }).collect())
    }

    fn finish(
        &self,
        context: &mut Context,
        running: Running,
    ) -> Result<Step<TransactGetItemsResponse>, DynamoError> {
        let Running { gets, mut outcomes } = running;
        for (get, outcome) in gets.iter().zip(&mut outcomes) {
            if let Ok(read) = outcome
                && let Err(error) = get.check_unchanged(context, read.as_ref())
            {
                *outcome = Err(CancellationReason::try_from(error)?);
            }
        }
        if outcomes.iter().any(Result::is_err) {
            let reasons =
                outcomes.into_iter().map(|outcome| outcome.err().unwrap_or(CancellationReason::None));
            return Err(cancelled(context, reasons.collect()));
        }
        let read: Vec<Option<PackedItem>> = outcomes.into_iter().flatten().collect();
        if read.iter().flatten().map(|item| item.size_bytes()).sum::<u64>() > SIZE_MAX_BYTES {
            return Err(TransactionError::TooLarge.into());
        }
        let items = gets.iter().zip(read).map(|(get, item)| match &get.projection {
            Some(projection) => item.map(|item| PackedItem::pack(&projection.project(&item.unpack()))),
            None => item,
        });
        let items = items.collect();
        let tables = gets.iter().map(|get| get.target.table_as_named.as_str());
        let wanted = self.return_consumed_capacity;
        let consumed = ConsumedCapacity::of_transaction(context, wanted, CapacityKind::Read, tables);
        Ok(Step::Done(TransactGetItemsResponse { items, consumed }, WriteSet::default()))
    }
}

impl Operation for TransactGetItems {
    const NAME: &'static str = "TransactGetItems";
    const LAYER: RequestLayer = RequestLayer::Older;
    const READS_ONLY: bool = true;
    type Response = TransactGetItemsResponse;

    fn decode(fields: &mut Fields) -> TransactGetItems {
        let decode = |member: &mut Fields| {
            member.require("Get");
            member.nested("Get", Get::decode)
        };
        TransactGetItems {
            members: decode_members(fields, decode, member_text),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            running: None,
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        plan(self.bind(database)?.iter().map(|get| &get.target), database)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<TransactGetItemsResponse>, DynamoError> {
        let Some(mut running) = self.running.take() else {
            let gets = self.bind(context.database)?;
            let planned = plan(gets.iter().map(|get| &get.target), context.database)?;
            context.trace.emit(|| EventKind::Planned(planned));
            self.running = Some(Running { gets, outcomes: Vec::new() });
            return Ok(Step::More(WriteSet::default()));
        };
        let Some(get) = running.gets.get(running.outcomes.len()) else {
            return self.finish(context, running);
        };
        running.outcomes.push(match get.read(context) {
            Ok(item) => Ok(item),
            Err(error) => Err(CancellationReason::try_from(error)?),
        });
        self.running = Some(running);
        Ok(Step::More(WriteSet::default()))
    }

    fn encode(response: &TransactGetItemsResponse, body: &mut ObjectWriter) {
        body.objects("Responses", &response.items, |object, item| {
            if let Some(item) = item {
                object.packed_item("Item", item);
            }
        });
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
