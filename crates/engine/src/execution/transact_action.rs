//! One action of TransactWriteItems on one item: a condition check, put, update or delete.

use std::sync::Arc;

use dynalab_capacity::write_units;
use dynalab_expressions::{BoundCondition, BoundUpdate, ExpressionKind, UpdateAction, UpdateValue};
use dynalab_types::binary::Writer;
use dynalab_types::wire::ValueError;
use dynalab_types::{Item, KeyBytes, SmallMap};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::database::charges::{CapacityKind, Owner};
use crate::database::table::Table;
use crate::error::{DynamoError, KeyError, ValidationError};
use crate::execution::context::Context;
use crate::execution::item_keys::{check_index_keys, refuse_empty_index_keys};
use crate::execution::item_update::ItemUpdate;
use crate::execution::item_write::{ItemWrite, WriteService, charge_refused_write, check_item_size};
use crate::execution::key_values::is_empty;
use crate::execution::transaction::{KeyFrom, Target};
use crate::execution::write_transaction::EarlierActions;
use crate::request::expression_parameters::ExpressionParameters;
use crate::request::fields::{Fields, table_name_of};
use crate::request::printed_value::{item_text, value_text};
use crate::request::resource_access::ResourceAccess;
use crate::request::return_values::{ReturnValues, decode_old_on_failure};
use crate::request::write_request::condition_holds;
use crate::trace::EventKind;

/// What an action does with its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    ConditionCheck,
    Put,
    Delete,
    Update,
}

impl ActionKind {
    /// In the order in which DynamoDB prints them.
    pub const ALL: [ActionKind; 4] =
        [ActionKind::ConditionCheck, ActionKind::Put, ActionKind::Delete, ActionKind::Update];

    pub fn name(self) -> &'static str {
        match self {
            ActionKind::ConditionCheck => "ConditionCheck",
            ActionKind::Put => "Put",
            ActionKind::Delete => "Delete",
            ActionKind::Update => "Update",
        }
    }
}

/// The action as the request contains it.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub kind: ActionKind,
    pub table: String,
    item_or_key: Arc<Item>,
    update: Option<String>,
    condition: Option<String>,
    parameters: ExpressionParameters,
    return_old_on_failure: bool,
    /// The problems of the item or key, and of the expression values. Each action reports its own, in the order of the request.
    value_problems: [Option<DynamoError>; 2],
    /// True in a Region with the newer checks: an update is sized as a statement.
    is_newer: bool,
}

/// The maximum nesting depth of expression values in transactions. DynamoDB accepts 32 levels around a value there, one more
/// than elsewhere.
const EXPRESSION_LEVELS_MAX: usize = 33;

fn is_too_deep(problem: &DynamoError) -> bool {
    matches!(
        problem.validation(),
        Some(
            ValidationError::Value(ValueError::TooDeep)
                | ValidationError::OlderValue(ValueError::TooDeep)
                | ValidationError::InvalidExpressionValue { error: ValueError::TooDeep, .. }
        )
    )
}

impl Action {
    pub fn decode(kind: ActionKind, fields: &mut Fields) -> Action {
        let item_or_key = if kind == ActionKind::Put { "Item" } else { "Key" };
        fields.require(item_or_key);
        if kind == ActionKind::Update {
            fields.require("UpdateExpression");
        }
        let table = fields.nested_table_name();
        if kind == ActionKind::ConditionCheck {
            fields.require("ConditionExpression");
        }
        let update = if kind == ActionKind::Update { fields.text("UpdateExpression") } else { None };
        let return_old_on_failure = decode_old_on_failure(fields);
        let item_or_key = Arc::new(fields.item(item_or_key).unwrap_or_default());
        let of_item = fields.take_value_problem();
        let is_newer = fields.manner.checks.newer_write_transactions;
        if !is_newer {
            fields.manner.expression_levels_max = EXPRESSION_LEVELS_MAX;
        }
        let parameters = ExpressionParameters { tells_sizes: true, ..ExpressionParameters::decode(fields) };
        let value_problems = [of_item, fields.take_value_problem()].map(|problem| match problem {
            // The newer checks name no placeholder.
            Some(problem) if is_newer && is_too_deep(&problem) => {
                Some(ValidationError::Value(ValueError::TooDeep).into())
            }
            problem => problem,
        });
        let condition = fields.text("ConditionExpression");
        Action {
            kind,
            table,
            item_or_key,
            update,
            condition,
            parameters,
            return_old_on_failure,
            value_problems,
            is_newer,
        }
    }

    /// Performs the checks that need no table.
    ///
    /// # Errors
    /// An expression is invalid, or has unused placeholders.
    pub fn bind(&self) -> Result<BoundExpressions, DynamoError> {
        let [of_item, of_values] = &self.value_problems;
        // A key that is nested too deeply is reported after the expressions.
        let is_late = self.kind != ActionKind::Put && of_item.as_ref().is_some_and(is_too_deep);
        if let Some(problem) = of_item.iter().filter(|_| !is_late).chain(of_values).next() {
            return Err(problem.clone());
        }
        let given =
            [("UpdateExpression", self.update.is_some()), ("ConditionExpression", self.condition.is_some())];
        let given = if self.kind == ActionKind::Update { &given[..] } else { &given[1..] };
        let mut aliases = self.parameters.aliases(given)?;
        let bind = |text| dynalab_expressions::update(text, &mut aliases);
        let update = self.update.as_deref().map(bind).transpose();
        let update = update.map_err(|error| self.parameters.error(error))?;
        let condition =
            self.parameters.condition(ExpressionKind::Condition, self.condition.as_deref(), &mut aliases)?;
        self.parameters.finish(&aliases)?;
        if let Some(problem) = of_item {
            return Err(problem.clone());
        }
        if self.kind == ActionKind::Put {
            check_item_size(&self.item_or_key)?;
        }
        let update = ItemUpdate { expression: update, by_attribute: false };
        if self.is_newer {
            update.check_statement_size()?;
        }
        Ok(BoundExpressions { update, condition })
    }

    pub fn resource_accesses(&self) -> ResourceAccess {
        let action = match self.kind {
            ActionKind::ConditionCheck => "ConditionCheckItem",
            ActionKind::Put => "PutItem",
            ActionKind::Delete => "DeleteItem",
            ActionKind::Update => "UpdateItem",
        };
        let mut touched = ResourceAccess::of_item(action, &self.table, &self.item_or_key);
        for expression in [&self.update, &self.condition] {
            touched.add_expression(expression.as_deref(), &self.parameters);
        }
        touched
    }

    /// Rejects the whole request for an empty index key value that is known before the item is read.
    ///
    /// # Errors
    /// A key value of an index is empty.
    pub fn check_index_keys(
        &self,
        expressions: &BoundExpressions,
        database: &Database,
    ) -> Result<(), DynamoError> {
        let table = database.table(table_name_of(&self.table))?;
        if self.kind == ActionKind::Put {
            return refuse_empty_index_keys(table, &self.item_or_key);
        }
        for action in expressions.update.expression.iter().flat_map(|update| &update.actions) {
            if let UpdateAction::Set { path, value: UpdateValue::Value(value) } = action
                && is_empty(value)
                && !path.is_nested()
                && table.definition.indexes.iter().any(|index| index.key.contains(&path.attribute))
            {
                return Err(KeyError::UpdateToEmptyIndexKey { data_type: value.data_type() }.into());
            }
        }
        Ok(())
    }

    /// Finds the table and the key of the action.
    ///
    /// # Errors
    /// The table does not exist.
    pub fn target(&self, database: &Database) -> Result<Target, DynamoError> {
        let from = if self.kind == ActionKind::Put { KeyFrom::Item } else { KeyFrom::Key };
        Target::find(database, &self.table, &self.item_or_key, from)
    }

    pub fn bound(&self, expressions: BoundExpressions, target: Target) -> BoundAction {
        let return_old_on_failure = self.return_old_on_failure;
        BoundAction {
            kind: self.kind,
            target,
            expressions,
            return_old_on_failure,
            inserts: false,
            deletes_if: false,
        }
    }

    /// Writes all parts that identify the action, for the fingerprint of a transaction.
    pub fn write_payload(&self, writer: &mut Writer) {
        let write_optional = |text: &Option<String>, writer: &mut Writer| {
            writer.byte(u8::from(text.is_some()));
            writer.text(text.as_deref().unwrap_or_default());
        };
        writer.text(self.kind.name());
        writer.text(&self.table);
        writer.map(&self.item_or_key);
        write_optional(&self.update, writer);
        write_optional(&self.condition, writer);
        let ExpressionParameters { names, values, .. } = &self.parameters;
        writer.unsigned(names.as_ref().map_or(0, SmallMap::len) as u64);
        for (alias, name) in names.iter().flat_map(SmallMap::iter) {
            writer.text(alias);
            writer.text(name);
        }
        writer.unsigned(values.as_ref().map_or(0, SmallMap::len) as u64);
        for (alias, value) in values.iter().flat_map(SmallMap::iter) {
            writer.text(alias);
            writer.value(value);
        }
        writer.byte(u8::from(self.return_old_on_failure));
    }

    /// Returns the size of all that the request says about the action.
    pub fn payload_bytes(&self) -> u64 {
        let expressions = [&self.update, &self.condition].into_iter().flatten().map(|text| text.len() as u64);
        self.item_or_key.size_bytes() + expressions.sum::<u64>() + self.parameters.size_bytes()
    }

    /// Returns the action as DynamoDB's request layer prints it in error messages.
    pub fn text(&self) -> String {
        let item_or_key = item_text(&self.item_or_key);
        let subject = match self.kind {
            ActionKind::Put => format!("item={item_or_key}, tableName={}", self.table),
            ActionKind::Update => format!(
                "key={item_or_key}, updateExpression={}, tableName={}",
                self.update.as_deref().unwrap_or("null"),
                self.table
            ),
            _ => format!("key={item_or_key}, tableName={}", self.table),
        };
        let names = self.parameters.names.as_ref().map(names_text);
        let values = self.parameters.values.as_ref().map(|values| {
            let values: Vec<String> =
                values.iter().map(|(alias, value)| format!("{alias}={}", value_text(value))).collect();
            format!("{{{}}}", values.join(", "))
        });
        format!(
            "{}({subject}, conditionExpression={}, expressionAttributeNames={}, expressionAttributeValues={}, \
             returnValuesOnConditionCheckFailure={}, workloadProfileName=null)",
            self.kind.name(),
            self.condition.as_deref().unwrap_or("null"),
            names.as_deref().unwrap_or("null"),
            values.as_deref().unwrap_or("null"),
            if self.return_old_on_failure { "ALL_OLD" } else { "null" },
        )
    }
}

/// Prints names as `{#a=name, #b=other}`.
pub(crate) fn names_text(names: &SmallMap<String, String>) -> String {
    let names: Vec<String> = names.iter().map(|(alias, name)| format!("{alias}={name}")).collect();
    format!("{{{}}}", names.join(", "))
}

#[derive(Clone, Debug)]
pub(crate) struct BoundExpressions {
    update: ItemUpdate,
    condition: Option<BoundCondition>,
}

/// An action after all checks that are possible without its item.
#[derive(Clone, Debug)]
pub struct BoundAction {
    pub kind: ActionKind,
    pub target: Target,
    expressions: BoundExpressions,
    return_old_on_failure: bool,
    /// True for an INSERT statement: its condition fails with the error for an existing item.
    pub inserts: bool,
    /// True for a DELETE statement with a condition. A missing item fails it only in a transaction that is canceled anyway.
    pub deletes_if: bool,
}

/// An item that the transaction locks, before and after the action.
#[derive(Clone, Debug)]
pub struct PreparedItem {
    key: KeyBytes,
    before: Option<Arc<Item>>,
    after: Option<Arc<Item>>,
}

impl BoundAction {
    pub fn of_statement(
        kind: ActionKind,
        target: Target,
        update: Option<BoundUpdate>,
        condition: Option<BoundCondition>,
        return_old_on_failure: bool,
    ) -> BoundAction {
        let update = ItemUpdate { expression: update, by_attribute: false };
        let expressions = BoundExpressions { update, condition };
        let deletes_if = kind == ActionKind::Delete && expressions.condition.is_some();
        BoundAction { kind, target, expressions, return_old_on_failure, inserts: false, deletes_if }
    }

    /// Returns the top-level attributes that its expressions name.
    pub fn attributes(&self) -> Vec<String> {
        let BoundExpressions { update, condition } = &self.expressions;
        let written = update.expression.iter().flat_map(|update| update.attributes_written());
        let asked = condition.iter().flat_map(BoundCondition::attributes);
        written.chain(asked).map(str::to_owned).collect()
    }

    /// Executes the action as a single write. Returns the requested attributes and the writes.
    ///
    /// # Errors
    /// The condition does not hold, or the item is invalid or locked.
    pub fn execute(
        &self,
        context: &mut Context<impl WriteService>,
        return_values: ReturnValues,
    ) -> Result<(Option<Arc<Item>>, WriteSet), DynamoError> {
        context.trace_plan(|database| self.target.plan(database));
        let table = self.target.table(context)?;
        let key = self.target.key(table)?;
        context.trace_route(table, key.as_slice());
        let before = table.items.get(key);
        let judged = self.judge(context, table, key, before.as_ref());
        if let Err(DynamoError::ConditionalCheckFailed { .. } | DynamoError::DuplicateItem) = &judged {
            let attempted = if self.kind == ActionKind::Put {
                table.stored_size_bytes(&self.target.item_or_key)
            } else {
                0
            };
            charge_refused_write(context, table, key, before.as_ref(), attempted)?;
        }
        let after = judged.map_err(|error| match error {
            DynamoError::ConditionalCheckFailed { item, .. } => {
                DynamoError::ConditionalCheckFailed { item, is_of_statement: true }
            }
            other => other,
        })?;
        let update = &self.expressions.update;
        let attributes = update.attributes(return_values, before.as_ref(), after.as_ref());
        let write = ItemWrite { table, key: key.clone(), before, after };
        Ok((attributes, write.settle(context)?))
    }

    /// Checks and charges the action, and locks the item if the action is possible. A transaction that will be canceled still
    /// checks the other items for the reasons. It locks none of them.
    ///
    /// # Errors
    /// The condition does not hold, or the item is invalid or locked. The error becomes the reason of the item.
    pub fn prepare<S: WriteService>(
        &self,
        context: &mut Context<S>,
        earlier: &EarlierActions,
    ) -> Result<PreparedItem, DynamoError> {
        let table = self.target.table(context)?;
        let key = self.target.key(table)?;
        context.trace_route(table, key.as_slice());
        context.check_leader(table, key)?;
        let before = table.items.get(key);
        let before = before.as_ref();
        let mut judged = self.judge(context, table, key, before);
        if let (Ok(after), Some(most_bytes)) = (&judged, S::collection_limit(context)) {
            let write = self.prepared_write((table, key), before, Some(after));
            let fits = write.check_collection(most_bytes, |own| earlier.growth_bytes(table, own));
            judged = fits.and(judged);
        }
        let after_bytes = match &judged {
            Err(DynamoError::Validation(_) | DynamoError::ItemCollectionTooLarge) => None,
            Err(_) if self.kind == ActionKind::Put => Some(table.stored_size_bytes(&self.target.item_or_key)),
            Err(_) => Some(0),
            Ok(after) => Some(after.as_ref().map_or(0, |item| table.stored_size_bytes(item))),
        };
        if let Some(after_bytes) = after_bytes {
            let size_bytes = before.map_or(0, |item| table.stored_size_bytes(item)).max(after_bytes);
            // Preparing and committing together consume twice the units of a single write.
            let units = write_units(size_bytes) * 2;
            let judged = judged.as_ref().ok();
            S::admit_prepared(context, || self.prepared_write((table, key), before, judged), units)?;
            context.charge(Owner::table(&table.definition.name), CapacityKind::Write, units);
        }
        let after = judged?;
        if !earlier.is_doomed() {
            context.locks.lock_item(&table.definition.name, key, context.ticket);
            context.trace.emit_item(|| EventKind::TransactionPrepared {
                table: table.definition.name.clone(),
                key: table.definition.key.key_of(&self.target.item_or_key),
                action: self.kind.name(),
            });
        }
        Ok(PreparedItem { key: key.clone(), before: before.cloned(), after })
    }

    /// Returns true for a DELETE statement with a condition that found no item.
    pub fn deletes_nothing(&self, prepared: &PreparedItem) -> bool {
        self.deletes_if && prepared.before.is_none()
    }

    /// Returns the write to this table after preparation.
    pub fn write_of<'t>(&self, table: &'t Table, prepared: &PreparedItem) -> Option<ItemWrite<'t>> {
        let is_its =
            self.kind != ActionKind::ConditionCheck && self.target.table.name == table.definition.name;
        let PreparedItem { key, before, after } = prepared.clone();
        is_its.then_some(ItemWrite { table, key, before, after })
    }

    /// Returns the write that the action would make. `judged` is the item after the action.
    fn prepared_write<'t>(
        &self,
        (table, key): (&'t Table, &KeyBytes),
        before: Option<&Arc<Item>>,
        judged: Option<&Option<Arc<Item>>>,
    ) -> ItemWrite<'t> {
        let before = before.cloned();
        // If nothing will be written, no index is affected.
        let after = match judged {
            Some(after) if self.kind != ActionKind::ConditionCheck => after.clone(),
            _ => before.clone(),
        };
        ItemWrite { table, key: key.clone(), before, after }
    }

    /// Returns the item after the action.
    fn judge(
        &self,
        context: &mut Context<impl WriteService>,
        table: &Table,
        key: &KeyBytes,
        before: Option<&Arc<Item>>,
    ) -> Result<Option<Arc<Item>>, DynamoError> {
        let definition = &table.definition;
        let BoundExpressions { update, condition } = &self.expressions;
        match self.kind {
            ActionKind::Put => check_index_keys(table, &self.target.item_or_key)?,
            ActionKind::Update => update.check_keys_untouched(definition)?,
            ActionKind::ConditionCheck | ActionKind::Delete => {}
        }
        context.refuse_held_item(table, key, &self.target.item_or_key)?;
        if !condition_holds(context, table, condition.as_ref(), before) {
            if self.inserts {
                return Err(DynamoError::DuplicateItem);
            }
            let item = if self.return_old_on_failure { before.cloned() } else { None };
            return Err(DynamoError::ConditionalCheckFailed { item, is_of_statement: false });
        }
        match self.kind {
            ActionKind::ConditionCheck => Ok(before.cloned()),
            ActionKind::Put => Ok(Some(self.target.item_or_key.clone())),
            ActionKind::Delete => Ok(None),
            ActionKind::Update => update.apply(table, &self.target.item_or_key, before),
        }
    }

    /// Returns the writes, after all items are prepared.
    ///
    /// # Errors
    /// The item collection would become too large.
    pub fn commit<S: WriteService>(
        &self,
        context: &mut Context<S>,
        prepared: PreparedItem,
    ) -> Result<WriteSet, DynamoError> {
        if self.kind == ActionKind::ConditionCheck {
            return Ok(WriteSet::default());
        }
        let table = self.target.table(context)?;
        let PreparedItem { key, before, after } = prepared;
        let write = ItemWrite { table, key, before, after };
        S::take_committed(context, &write);
        Ok(write.settle_indexes(context))
    }
}
