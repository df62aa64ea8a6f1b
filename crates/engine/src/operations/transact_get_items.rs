//! TransactGetItems: reads up to 100 items as they are at one time.

use std::sync::Arc;

use dynalab_expressions::BoundProjection;
use dynalab_types::{Item, PackedItem};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::error::DynamoError;
use crate::execution::context::{Context, ItemService};
use crate::execution::item_keys::check_key_paths;
use crate::execution::plan::Plan;
use crate::execution::read_transaction::{BoundGet, ReadTransaction};
use crate::execution::transact_action::names_text;
use crate::execution::transaction::{
    KeyFrom, MEMBERS_MAX, TRANSACT_ITEMS, Target, decode_members, plan, refuse_duplicates,
};
use crate::operations::get_item::bind_projection;
use crate::request::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::request::fields::{Fields, RequestLayer};
use crate::request::operation::{Access, Operation, Step};
use crate::request::printed_value::item_text;
use crate::request::resource_access::ResourceAccess;
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "TransactGetItems";

/// A TransactGetItems request, with its progress.
#[derive(Clone, Debug)]
pub struct TransactGetItems {
    members: Vec<Option<Get>>,
    return_consumed_capacity: ReturnConsumedCapacity,
    /// Filled by the first step.
    running: Option<ReadTransaction>,
}

/// One read as the request contains it.
#[derive(Clone, Debug)]
struct Get {
    table: String,
    key: Arc<Item>,
    projection: Option<String>,
    parameters: ExpressionParameters,
}

/// The response of TransactGetItems.
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

impl TransactGetItems {
    fn bind(&self, database: &Database) -> Result<Vec<BoundGet>, DynamoError> {
        let gets = || self.members.iter().flatten();
        let projections = gets().map(Get::bind).collect::<Result<Vec<_>, _>>()?;
        let targets = gets().map(|get| Target::find(database, &get.table, &get.key, KeyFrom::Key));
        let targets = targets.collect::<Result<Vec<_>, _>>()?;
        for (target, projection) in targets.iter().zip(&projections) {
            let definition = &database.table(&target.table.name)?.definition;
            check_key_paths(definition, projection.iter().flat_map(|projection| projection.paths()))?;
        }
        refuse_duplicates(targets.iter())?;
        let parts = targets.into_iter().zip(projections);
        Ok(parts.map(|(target, projection)| BoundGet { target, projection, filter: None }).collect())
    }
}

impl TransactGetItems {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let gets = self.members.iter().flatten().map(|get| {
            let mut touched = ResourceAccess::of_item("GetItem", &get.table, &get.key).in_operation(NAME);
            touched.add_expression(get.projection.as_deref(), &get.parameters);
            touched.set_return_consumed_capacity(self.return_consumed_capacity);
            touched
        });
        gets.collect()
    }
}

impl<S: ItemService> Operation<S> for TransactGetItems {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Older;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(TransactGetItems::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> =
        |operation| operation.members.iter_mut().flatten().map(|get| &mut get.table).collect();
    type Response = TransactGetItemsResponse;

    fn decode(fields: &mut Fields) -> TransactGetItems {
        let decode = |member: &mut Fields| {
            member.require("Get");
            member.nested("Get", Get::decode)
        };
        let checks = fields.manner.checks;
        if checks.newer_transacted_values {
            fields.layer = RequestLayer::Plain;
        }
        let is_newer = checks.newer_read_transactions;
        TransactGetItems {
            members: decode_members(fields, TRANSACT_ITEMS, MEMBERS_MAX, is_newer, decode, member_text),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            running: None,
        }
    }

    /// The bound reads, until the first step takes them.
    type Planned = Vec<BoundGet>;

    fn plan(&self, database: &Database) -> Result<Vec<BoundGet>, DynamoError> {
        self.bind(database)
    }

    fn describe(&self, gets: &Vec<BoundGet>, database: &Database) -> Result<Plan, DynamoError> {
        plan(gets.iter().map(|get| &get.target), database)
    }

    fn step(
        &mut self,
        gets: &mut Vec<BoundGet>,
        context: &mut Context<S>,
    ) -> Result<Step<TransactGetItemsResponse>, DynamoError> {
        let Some(running) = &mut self.running else {
            context.trace_plan(|database| plan(gets.iter().map(|get| &get.target), database));
            self.running = Some(ReadTransaction::begin(std::mem::take(gets)));
            return Ok(Step::More(WriteSet::default()));
        };
        let Some(items) = running.step(context)? else { return Ok(Step::More(WriteSet::default())) };
        let consumed = running.consumed(context, self.return_consumed_capacity);
        Ok(Step::Done(TransactGetItemsResponse { items, consumed }, WriteSet::default()))
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
