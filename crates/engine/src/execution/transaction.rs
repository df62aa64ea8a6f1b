//! The common part of read and write transactions: their items, the rules between these, and cancellation.

use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, KeySchema, SmallMap};

use crate::database::Database;
use crate::database::scheduler::TableRef;
use crate::database::table::Table;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::error::{CancellationReason, DynamoError, KeyError, TransactionError, ValidationError};
use crate::execution::context::{Context, ItemService};
use crate::execution::key_values::{bytes_of_item, bytes_of_key};
use crate::execution::plan::{Plan, Source};
use crate::request::fields::{Fields, table_name_of};
use crate::trace::EventKind;

pub(crate) const TRANSACT_ITEMS: &str = "TransactItems";
/// The maximum number of items.
pub const MEMBERS_MAX: usize = 100;
/// The maximum size of all items: 4 MB.
pub const SIZE_MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The item of one transaction member.
#[derive(Clone, Debug)]
pub struct Target {
    pub table_as_named: String,
    pub table: TableRef,
    pub item_or_key: Arc<Item>,
    /// `None` if the key does not match the table's schema, which cancels the transaction. The other items are checked anyway.
    pub key: Option<KeyBytes>,
    from: KeyFrom,
}

/// Where the key of an item comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFrom {
    /// The key attributes are among the attributes of an item.
    Item,
    /// The key attributes only.
    Key,
}

impl KeyFrom {
    fn bytes(self, schema: &KeySchema, item_or_key: &Item) -> Result<KeyBytes, DynamoError> {
        match self {
            KeyFrom::Item => bytes_of_item(schema, item_or_key),
            KeyFrom::Key => bytes_of_key(schema, item_or_key),
        }
    }
}

impl Target {
    /// Finds the table, which must exist. An empty key value rejects the whole request.
    ///
    /// # Errors
    /// No table has this name, or it is being created or deleted.
    pub fn find(
        database: &Database,
        table_as_named: &str,
        item_or_key: &Arc<Item>,
        from: KeyFrom,
    ) -> Result<Target, DynamoError> {
        let definition = &database.table(table_name_of(table_as_named))?.definition;
        let key = match from.bytes(&definition.key, item_or_key) {
            Ok(key) => Some(key),
            Err(DynamoError::Validation(error))
                if !matches!(*error, ValidationError::Key(KeyError::Empty { .. })) =>
            {
                None
            }
            Err(other) => return Err(other),
        };
        Ok(Target {
            table_as_named: table_as_named.to_owned(),
            table: definition.reference(),
            item_or_key: item_or_key.clone(),
            key,
            from,
        })
    }

    /// Returns the table as it is now. It can be deleted or replaced between two steps.
    ///
    /// # Errors
    /// The table was deleted since the transaction began.
    pub fn table<'a>(&self, context: &Context<'a, impl ItemService>) -> Result<&'a Table, DynamoError> {
        let table = context.table(&self.table.name)?;
        if table.definition.id == self.table.id { Ok(table) } else { Err(DynamoError::ResourceNotFound) }
    }

    /// Returns the key of the item.
    ///
    /// # Errors
    /// The key does not fit the table.
    pub fn key(&self, table: &Table) -> Result<&KeyBytes, DynamoError> {
        let Some(key) = &self.key else {
            // Finds the problem of the key again, for the error.
            self.from.bytes(&table.definition.key, &self.item_or_key)?;
            return Err(KeyError::DoesNotMatchSchema.into());
        };
        Ok(key)
    }

    /// Returns the plan of the read or write: one item by its key.
    ///
    /// # Errors
    /// The table does not exist.
    pub fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        let definition = &database.table(&self.table.name)?.definition;
        let source = Source { table: definition.name.clone(), index: None };
        Ok(Plan::OneItem { source, key: definition.key.key_of(&self.item_or_key) })
    }
}

/// Returns the plan of all items.
///
/// # Errors
/// A table does not exist.
pub fn plan<'t>(targets: impl Iterator<Item = &'t Target>, database: &Database) -> Result<Plan, DynamoError> {
    targets.map(|target| target.plan(database)).collect::<Result<_, _>>().map(Plan::Batch)
}

/// Rejects a transaction that contains an item twice.
///
/// # Errors
/// Two items have the same table and key.
pub fn refuse_duplicates<'t>(targets: impl Iterator<Item = &'t Target>) -> Result<(), DynamoError> {
    let mut seen = SmallMap::new();
    let mut keys = targets.filter_map(|target| Some((&target.table.name, target.key.as_ref()?)));
    if keys.all(|key| seen.insert(key, ()).is_none()) {
        Ok(())
    } else {
        Err(TransactionError::DuplicateItems.into())
    }
}

/// Reads a list of 1 to `most` members, such as TransactItems. `text` prints one as DynamoDB's request layer does in error
/// messages. Newer checks (`is_newer`) report an empty list without its value.
pub fn decode_members<Member>(
    fields: &mut Fields,
    name: &'static str,
    most: usize,
    is_newer: bool,
    decode: impl FnMut(&mut Fields) -> Member,
    text: impl Fn(&Member) -> String,
) -> Vec<Member> {
    fields.require(name);
    if is_newer && fields.is_empty_list(name) {
        fields.violation(name, ValueDisplay::Hidden, Constraint::LengthAtLeast(1));
        return Vec::new();
    }
    let Some(members) = fields.list(name, decode) else { return Vec::new() };
    let constraint = match members.len() {
        0 => Constraint::LengthAtLeast(1),
        count if count <= most => return members,
        _ => Constraint::LengthAtMost(most as u64),
    };
    let shown: Vec<String> = members.iter().map(text).collect();
    fields.violation(name, ValueDisplay::Text(format!("[{}]", shown.join(", "))), constraint);
    members
}

/// Cancels a transaction with the reasons of its items.
pub fn cancelled(context: &mut Context<impl ItemService>, reasons: Vec<CancellationReason>) -> DynamoError {
    context.trace.emit(|| EventKind::TransactionCancelled {
        codes: reasons.iter().map(CancellationReason::code).collect(),
    });
    DynamoError::TransactionCanceled { reasons }
}
