//! The common part of PutItem, UpdateItem and DeleteItem: the condition and the returned data.

use std::sync::Arc;

use dynalab_expressions::{Aliases, BoundCondition, ExpressionKind};
use dynalab_types::{Item, KeyBytes};

use crate::database::Database;
use crate::database::table::Table;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::item_write::{WriteService, charge_refused_write};
use crate::execution::plan::{Plan, Source};
use crate::request::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::legacy::expected::Expected;
use crate::request::legacy::legacy_error;
use crate::request::resource_access::ResourceAccess;
use crate::request::return_values::{
    ItemCollectionMetrics, ReturnConsumedCapacity, ReturnValues, decode_collection_metrics,
    decode_old_on_failure,
};
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;
use crate::trace::EventKind;

/// The members other than the table and the item or key.
#[derive(Clone, Debug)]
pub struct WriteRequest {
    pub table: String,
    pub layer: RequestLayer,
    condition: Option<String>,
    pub parameters: ExpressionParameters,
    expected: Expected,
    legacy: LegacyParameters,
    pub return_values: ReturnValues,
    return_consumed_capacity: ReturnConsumedCapacity,
    return_collection_metrics: bool,
    return_old_on_failure: bool,
}

/// The response of a single write.
#[derive(Debug)]
pub struct WriteResponse {
    attributes: Option<Arc<Item>>,
    consumed: Option<ConsumedCapacity>,
    collection_metrics: Option<ItemCollectionMetrics>,
}

/// The result of planning a write, before its item is read.
#[derive(Clone, Debug)]
pub struct PlannedWrite {
    pub key: KeyBytes,
    pub condition: Option<BoundCondition>,
}

impl WriteRequest {
    /// Returns the access plan.
    pub(crate) fn describe(&self, item_or_key: &Item, database: &Database) -> Result<Plan, DynamoError> {
        let definition = &database.table(table_name_of(&self.table))?.definition;
        Ok(Plan::of_item(&definition.name, definition.key.key_of(item_or_key)))
    }

    /// Reads the members. `legacy` has the operation's legacy parameters in the order in which DynamoDB lists them.
    pub(crate) fn decode(fields: &mut Fields, legacy: &[&'static str]) -> WriteRequest {
        WriteRequest {
            table: fields.table_name(),
            layer: fields.layer,
            return_values: ReturnValues::decode(fields),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            return_collection_metrics: decode_collection_metrics(fields),
            return_old_on_failure: decode_old_on_failure(fields),
            condition: fields.text("ConditionExpression"),
            parameters: ExpressionParameters::decode(fields),
            expected: Expected::decode(fields),
            legacy: LegacyParameters::decode(fields, legacy),
        }
    }

    /// Reads the members in the order in which the older layer reports problems.
    pub(crate) fn decode_older(fields: &mut Fields, legacy: &[&'static str]) -> WriteRequest {
        fields.tell_all();
        let expected = Expected::decode(fields);
        let return_consumed_capacity = ReturnConsumedCapacity::decode(fields);
        let return_collection_metrics = decode_collection_metrics(fields);
        let table = fields.table_name_among_others();
        WriteRequest {
            table,
            layer: fields.layer,
            return_values: ReturnValues::decode_older(fields),
            return_consumed_capacity,
            return_collection_metrics,
            return_old_on_failure: decode_old_on_failure(fields),
            condition: fields.text("ConditionExpression"),
            parameters: ExpressionParameters::decode(fields),
            expected,
            legacy: LegacyParameters::decode(fields, legacy),
        }
    }

    /// Checks the parameters and binds the condition from either form. `others` are the operation's further expressions.
    pub(crate) fn bind(
        &self,
        others: &[(&'static str, bool)],
        aliases_of: impl FnOnce(&mut Aliases) -> Result<(), DynamoError>,
    ) -> Result<Option<BoundCondition>, DynamoError> {
        let mut given = others.to_vec();
        given.push(("ConditionExpression", self.condition.is_some()));
        self.legacy.check(self.layer, &given)?;
        let mut aliases = self.parameters.aliases(&given)?;
        aliases_of(&mut aliases)?;
        let condition =
            self.parameters.condition(ExpressionKind::Condition, self.condition.as_deref(), &mut aliases)?;
        self.parameters.finish(&aliases)?;
        // At most one of the two is present.
        Ok(condition.or(self.expected.bind().map_err(|error| legacy_error(self.layer, error))?))
    }

    pub(crate) fn resource_accesses(&self, action: &'static str, item_or_key: &Item) -> ResourceAccess {
        let mut touched = ResourceAccess::of_item(action, &self.table, item_or_key);
        touched.add_expression(self.condition.as_deref(), &self.parameters);
        touched.add_attribute_names(self.expected.names());
        touched.set_return_values(self.return_values);
        touched.set_return_consumed_capacity(self.return_consumed_capacity);
        touched
    }

    /// Begins the step of a write. Returns the table and the existing item, unless a transaction in progress has locked it.
    pub(crate) fn begin<'a>(
        &self,
        context: &mut Context<'a, impl WriteService>,
        item_or_key: &Item,
        key: &KeyBytes,
    ) -> Result<(&'a Table, Option<Arc<Item>>), DynamoError> {
        let table = context.table(table_name_of(&self.table))?;
        context.trace_plan(|database| self.describe(item_or_key, database));
        context.trace_route(table, key.as_slice());
        context.refuse_held_item(table, key, item_or_key)?;
        Ok((table, table.items.get(key)))
    }

    /// Returns the attributes of the replaced or deleted item, if the request asks for them.
    pub(crate) fn old_attributes(&self, before: Option<&Arc<Item>>) -> Option<Arc<Item>> {
        before.filter(|_| self.return_values == ReturnValues::AllOld).cloned()
    }

    /// Evaluates the condition against the existing item, or an empty item if there is none. A failed condition is charged.
    pub(crate) fn check_condition(
        &self,
        context: &mut Context<impl WriteService>,
        table: &Table,
        key: &KeyBytes,
        condition: Option<&BoundCondition>,
        before: Option<&Arc<Item>>,
        after_bytes: u64,
    ) -> Result<(), DynamoError> {
        if condition_holds(context, table, condition, before) {
            return Ok(());
        }
        charge_refused_write(context, table, key, before, after_bytes)?;
        let item = if self.return_old_on_failure { before.cloned() } else { None };
        Err(DynamoError::ConditionalCheckFailed { item, is_of_statement: false })
    }

    /// Returns the response. `item` contains at least the partition key.
    pub(crate) fn response(
        &self,
        context: &Context<impl WriteService>,
        table: &Table,
        item: &Item,
        attributes: Option<Arc<Item>>,
    ) -> WriteResponse {
        let consumed = ConsumedCapacity::if_requested(
            context,
            self.return_consumed_capacity,
            &table.definition.name,
            &self.table,
        );
        let wanted = self.return_collection_metrics;
        let collection_metrics = if wanted { ItemCollectionMetrics::from_table(table, item) } else { None };
        WriteResponse { attributes, consumed, collection_metrics }
    }
}

/// Evaluates a condition. A missing item counts as an empty item. No condition is always met.
pub(crate) fn condition_holds(
    context: &mut Context<impl WriteService>,
    table: &Table,
    condition: Option<&BoundCondition>,
    before: Option<&Arc<Item>>,
) -> bool {
    let Some(condition) = condition else { return true };
    if let Some(before) = before {
        let source = Source { table: table.definition.name.clone(), index: None };
        context.trace_read(&source, &table.definition.key.key_of(before), Some(before.size_bytes()));
    }
    let nothing = Item::new();
    let item: &Item = before.map_or(&nothing, |item| item);
    let holds = condition.matches(item);
    context.trace.emit(|| EventKind::ConditionChecked {
        condition: condition.to_string(),
        holds,
        decided_by: condition.verdict(item).decided_by,
    });
    holds
}

impl WriteResponse {
    pub(crate) fn encode(&self, body: &mut ObjectWriter) {
        if let Some(attributes) = &self.attributes {
            body.item("Attributes", attributes);
        }
        consumed_capacity::encode_one(&self.consumed, body);
        if let Some(metrics) = &self.collection_metrics {
            body.object("ItemCollectionMetrics", |object| metrics.encode(object));
        }
    }
}
