//! INSERT, UPDATE, DELETE and EXISTS as actions of transactions.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, StatementError, ValidationError};
use dynalab_engine::execution::item_write::check_item_size;
use dynalab_engine::execution::transact_action::{ActionKind, BoundAction};
use dynalab_engine::execution::transaction::{KeyFrom, Target};
use dynalab_engine::request::fields::table_name_of;
use dynalab_engine::request::return_values::ReturnValues;
use dynalab_expressions::partiql::{self, Returning, Statement, StatementKind, TableName};
use dynalab_expressions::{
    Aliases, BoundCondition, BoundUpdate, Condition, ConditionFunction, DocumentPath, KeyTest,
};
use dynalab_types::wire::{NESTING_LEVELS_MAX, ValueError};
use dynalab_types::{AttributeValue, Item, KeySchema};

use crate::complete::Context;
use crate::statement::key_types::check_key;
use crate::statement::select::refuse_selected_call;
use crate::statement::{StatementRequest, conjuncts, is_equality, join, take_test};

/// A checked INSERT, UPDATE, DELETE or EXISTS.
#[derive(Clone, Debug)]
pub struct BoundWrite {
    pub action: BoundAction,
    pub return_values: ReturnValues,
}

impl BoundWrite {
    /// Executes the statement alone.
    ///
    /// # Errors
    /// The condition does not hold, or the item is invalid or locked.
    pub fn execute(&self, context: &mut Context) -> Result<(Option<Arc<Item>>, WriteSet), DynamoError> {
        self.action.execute(context, self.return_values)
    }
}

/// Returns the action of a statement, or `None` for a SELECT.
pub(crate) fn bind_write(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) -> Result<Option<BoundWrite>, DynamoError> {
    let mut aliases = request.aliases();
    let (kind, table, filter, update, returning) = match &statement.kind {
        StatementKind::Select(_) => return Ok(None),
        StatementKind::Insert(insert) => {
            let item = insert.item.value(&request.parameters)?;
            return bind_insert(request, &insert.into, item, database).map(Some);
        }
        StatementKind::Update(update) => {
            let bound = partiql::bind_update(&update.update, &mut aliases)?;
            (ActionKind::Update, &update.table, &update.filter, Some(bound), update.returning)
        }
        StatementKind::Delete(delete) => {
            if let Some(returning) = delete.returning.filter(|returning| *returning != Returning::AllOld) {
                return Err(StatementError::ReturningOfDelete { returning }.into());
            }
            (ActionKind::Delete, &delete.from, &delete.filter, None, delete.returning)
        }
        StatementKind::Exists(select) => {
            refuse_selected_call(statement)?;
            (ActionKind::ConditionCheck, &select.from, &select.filter, None, None)
        }
    };
    let schema = key_schema(table, database)?;
    let (key, terms) = key_and_rest(filter.as_ref(), schema, &mut aliases)?;
    if kind == ActionKind::ConditionCheck && terms.is_empty() {
        return Err(StatementError::ExistsWithoutCondition.into());
    }
    let condition = condition_of(kind, schema, terms);
    let action = action(request, kind, table, key, update, condition, database)?;
    let return_values = match returning {
        None => ReturnValues::None,
        Some(Returning::AllOld) => ReturnValues::AllOld,
        Some(Returning::AllNew) => ReturnValues::AllNew,
        Some(Returning::ModifiedOld) => ReturnValues::UpdatedOld,
        Some(Returning::ModifiedNew) => ReturnValues::UpdatedNew,
    };
    Ok(Some(BoundWrite { action, return_values }))
}

fn bind_insert(
    request: &StatementRequest,
    table: &TableName,
    item: AttributeValue,
    database: &Database,
) -> Result<BoundWrite, DynamoError> {
    let AttributeValue::M(item) = item else { return Err(StatementError::WithoutKey.into()) };
    if item.values().any(|value| value.depth() > NESTING_LEVELS_MAX) {
        return Err(ValidationError::Value(ValueError::TooDeep).into());
    }
    check_item_size(&item)?;
    let schema = key_schema(table, database)?;
    check_key(schema, &item)?;
    let absent = presence(schema, ConditionFunction::AttributeNotExists);
    let mut action = action(request, ActionKind::Put, table, item, None, absent, database)?;
    action.inserts = true;
    Ok(BoundWrite { action, return_values: ReturnValues::None })
}

fn key_schema<'a>(table: &TableName, database: &'a Database) -> Result<&'a KeySchema, DynamoError> {
    let found = database.table(table_name_of(&table.table))?;
    if table.index.is_some() {
        return Err(StatementError::WriteToIndex.into());
    }
    Ok(&found.definition.key)
}

/// Returns the key that the condition requires, and the remaining terms.
fn key_and_rest(
    filter: Option<&Condition>,
    schema: &KeySchema,
    aliases: &mut Aliases,
) -> Result<(Item, Vec<BoundCondition>), DynamoError> {
    let condition = match filter {
        Some(filter) => Some(partiql::bind_where(filter, aliases)?),
        None => None,
    };
    let mut terms = conjuncts(condition);
    let mut key = Item::new();
    for attribute in schema.attributes() {
        let clause = take_test(&mut terms, &attribute.name, is_equality).ok_or(StatementError::WithoutKey)?;
        if let KeyTest::Equal(value) = clause.test {
            key.insert(clause.attribute, value);
        }
    }
    check_key(schema, &key)?;
    Ok((key, terms))
}

/// Returns the condition. UPDATE and EXISTS require that the item exists. A DELETE of a missing item succeeds, whatever other
/// terms it has.
fn condition_of(
    kind: ActionKind,
    schema: &KeySchema,
    mut terms: Vec<BoundCondition>,
) -> Option<BoundCondition> {
    if kind != ActionKind::Delete {
        let mut all: Vec<BoundCondition> =
            presence(schema, ConditionFunction::AttributeExists).into_iter().collect();
        all.append(&mut terms);
        return join(all);
    }
    let asked = join(terms)?;
    let mut alternatives: Vec<BoundCondition> =
        presence(schema, ConditionFunction::AttributeNotExists).into_iter().collect();
    alternatives.push(asked);
    Some(BoundCondition::Or(alternatives))
}

fn presence(schema: &KeySchema, function: fn(DocumentPath) -> ConditionFunction) -> Option<BoundCondition> {
    let attribute = schema.partition.first()?;
    Some(function(DocumentPath::attribute(attribute.name.clone())).into())
}

fn action(
    request: &StatementRequest,
    kind: ActionKind,
    table: &TableName,
    item_or_key: Item,
    update: Option<BoundUpdate>,
    condition: Option<BoundCondition>,
    database: &Database,
) -> Result<BoundAction, DynamoError> {
    let from = if kind == ActionKind::Put { KeyFrom::Item } else { KeyFrom::Key };
    let target = Target::find(database, &table.table, &Arc::new(item_or_key), from)?;
    Ok(BoundAction::of_statement(kind, target, update, condition, request.return_old_on_failure))
}
