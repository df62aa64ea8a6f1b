//! A transaction of reads, for TransactGetItems and PartiQL. It locks no items. Each step reads one item, and the last step
//! checks that all items are unchanged.

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_expressions::{BoundCondition, BoundProjection};
use dynalab_types::PackedItem;

use crate::database::charges::{CapacityKind, Owner};
use crate::error::{CancellationReason, DynamoError, TransactionError};
use crate::execution::context::{Context, ItemService};
use crate::execution::plan::Source;
use crate::execution::transaction::{SIZE_MAX_BYTES, Target, cancelled};
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::ConsumedCapacity;

/// A read transaction in progress.
#[derive(Clone, Debug)]
pub struct ReadTransaction {
    gets: Vec<BoundGet>,
    /// The results of the reads so far.
    outcomes: Vec<Result<Option<PackedItem>, CancellationReason>>,
}

/// One read of a transaction.
#[derive(Clone, Debug)]
pub struct BoundGet {
    pub target: Target,
    pub projection: Option<BoundProjection>,
    /// Items that do not match the filter count as missing.
    pub filter: Option<BoundCondition>,
}

impl BoundGet {
    fn read(&self, context: &mut Context<impl ItemService>) -> Result<Option<PackedItem>, DynamoError> {
        let table = self.target.table(context)?;
        let key = self.target.key(table)?;
        context.trace_route(table, key.as_slice());
        context.check_leader(table, key)?;
        let item = table.items.packed(key);
        let source = Source { table: table.definition.name.clone(), index: None };
        let size_bytes = item.map(|item| table.read_size_bytes(item));
        context.trace_read(&source, &self.target.item_or_key, size_bytes);
        let units = read_units(size_bytes.unwrap_or_default(), ReadConsistency::Transactional);
        context.admit_one(table, CapacityKind::Read, key, units)?;
        context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        context.refuse_held_item(table, key, &self.target.item_or_key)?;
        Ok(item.cloned())
    }

    /// Checks that the item is unchanged and not locked by another transaction.
    fn check_unchanged(
        &self,
        context: &mut Context<impl ItemService>,
        read: Option<&PackedItem>,
    ) -> Result<(), DynamoError> {
        let table = self.target.table(context)?;
        let key = self.target.key(table)?;
        context.refuse_held_item(table, key, &self.target.item_or_key)?;
        if table.items.packed(key) == read {
            return Ok(());
        }
        context.trace_conflict(table, &self.target.item_or_key);
        Err(DynamoError::TransactionConflict)
    }

    /// Returns the requested part of the item.
    fn wanted(&self, read: PackedItem) -> Option<PackedItem> {
        if self.projection.is_none() && self.filter.is_none() {
            return Some(read);
        }
        let item = read.unpack();
        if self.filter.as_ref().is_some_and(|filter| !filter.matches(&item)) {
            return None;
        }
        let Some(projection) = &self.projection else { return Some(read) };
        let part = projection.project(&item);
        // A projection that finds nothing has the same response as a missing item, unlike in GetItem.
        (!part.is_empty()).then(|| PackedItem::pack(&part))
    }
}

impl ReadTransaction {
    /// Begins a transaction of these reads.
    pub fn begin(gets: Vec<BoundGet>) -> ReadTransaction {
        ReadTransaction { gets, outcomes: Vec::new() }
    }

    /// Executes one step. Returns all items after the last one.
    ///
    /// # Errors
    /// An item canceled the transaction, or a table does not exist.
    pub fn step(
        &mut self,
        context: &mut Context<impl ItemService>,
    ) -> Result<Option<Vec<Option<PackedItem>>>, DynamoError> {
        let Some(get) = self.gets.get(self.outcomes.len()) else {
            return self.finish(context).map(Some);
        };
        self.outcomes.push(match get.read(context) {
            Ok(item) => Ok(item),
            Err(error) => Err(CancellationReason::try_from(error)?),
        });
        Ok(None)
    }

    fn finish(
        &mut self,
        context: &mut Context<impl ItemService>,
    ) -> Result<Vec<Option<PackedItem>>, DynamoError> {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        for (get, outcome) in self.gets.iter().zip(&mut outcomes) {
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
        let items = self.gets.iter().zip(read).map(|(get, item)| item.and_then(|item| get.wanted(item)));
        Ok(items.collect())
    }

    /// Returns the consumed capacity by table, as the request wants it.
    pub fn consumed(
        &self,
        context: &Context<impl ItemService>,
        wanted: ReturnConsumedCapacity,
    ) -> Vec<ConsumedCapacity> {
        let mut tables = self.gets.iter().map(|get| get.target.table_as_named.as_str());
        ConsumedCapacity::of_tables(context, wanted, Some(CapacityKind::Read), &mut tables)
    }
}
