//! A transaction of writes, for TransactWriteItems and PartiQL. Each step prepares and locks one item. The last step writes
//! everything or cancels.

use std::sync::Arc;

use dynalab_capacity::{ReadConsistency, read_units};

use crate::database::change::{Change, PayloadFingerprint, WriteSet};
use crate::database::charges::{CapacityKind, Owner};
use crate::database::scheduler::Work;
use crate::database::table::Table;
use crate::error::{CancellationReason, DynamoError};
use crate::execution::context::Context;
use crate::execution::item_write::WriteService;
use crate::execution::plan::Source;
use crate::execution::transact_action::{BoundAction, PreparedItem};
use crate::execution::transaction::cancelled;
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::ConsumedCapacity;
use crate::trace::EventKind;

/// How long a token is stored after its transaction, in milliseconds.
const TOKEN_LIFE_MS: u64 = 10 * 60 * 1000;
/// The maximum length of a client token.
pub const TOKEN_LENGTH_MAX: usize = 36;

/// A write transaction in progress.
#[derive(Clone, Debug)]
pub struct WriteTransaction {
    pub actions: Vec<BoundAction>,
    /// The results of the actions checked so far.
    outcomes: Vec<Result<PreparedItem, CancellationReason>>,
    /// The client's token and the fingerprint of the request.
    token: Option<(Arc<str>, PayloadFingerprint)>,
    /// True for a repeated request with the same token. It succeeds and changes nothing.
    pub is_repeated: bool,
}

/// The actions of a transaction before the current one.
pub struct EarlierActions<'a> {
    actions: &'a [BoundAction],
    /// The results of the first actions.
    outcomes: &'a [Result<PreparedItem, CancellationReason>],
}

impl EarlierActions<'_> {
    /// Returns true if the transaction will be canceled.
    pub fn is_doomed(&self) -> bool {
        self.outcomes.iter().any(Result::is_err)
    }

    /// Returns the growth of an item collection in bytes by the prepared actions.
    pub fn growth_bytes(&self, table: &Table, collection: &[u8]) -> i64 {
        let prepared = self.actions.iter().zip(self.outcomes);
        let writes = prepared.filter_map(|(action, outcome)| action.write_of(table, outcome.as_ref().ok()?));
        let of_collection = writes.filter(|write| write.collection() == Some(collection));
        of_collection.map(|write| write.collection_growth_bytes()).sum()
    }
}

impl WriteTransaction {
    /// Begins a transaction, and locks its token. A repeated request succeeds without a write.
    ///
    /// # Errors
    /// The token is in use by a transaction in progress, or was used for another request.
    pub fn begin<S: WriteService>(
        context: &mut Context<S>,
        actions: Vec<BoundAction>,
        token: Option<(&str, PayloadFingerprint)>,
    ) -> Result<WriteTransaction, DynamoError> {
        let mut is_repeated = false;
        if let Some((token, payload)) = token {
            if context.locks.token_owner(token).is_some() {
                return Err(DynamoError::TransactionInProgress);
            }
            match context.database.token(token) {
                Some(completed) if completed == payload => is_repeated = true,
                Some(_) => return Err(DynamoError::IdempotentParameterMismatch),
                None => context.locks.lock_token(token, context.ticket),
            }
        }
        let token = token.map(|(token, payload)| (token.into(), payload));
        let transaction = WriteTransaction { actions, outcomes: Vec::new(), token, is_repeated };
        S::begin_transaction(context);
        if is_repeated {
            transaction.read_items(context)?;
        }
        Ok(transaction)
    }

    /// Charges a repeated request as reads.
    fn read_items(&self, context: &mut Context<impl WriteService>) -> Result<(), DynamoError> {
        for action in &self.actions {
            let table = action.target.table(context)?;
            let item = action.target.key.as_ref().and_then(|key| table.items.packed(key));
            let source = Source { table: table.definition.name.clone(), index: None };
            let key = table.definition.key.key_of(&action.target.item_or_key);
            let size_bytes = item.map(|item| table.read_size_bytes(item));
            context.trace_read(&source, &key, size_bytes);
            let units = read_units(size_bytes.unwrap_or_default(), ReadConsistency::Transactional);
            if let Some(key) = &action.target.key {
                context.admit_one(table, CapacityKind::Read, key, units)?;
            }
            context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        }
        Ok(())
    }

    /// Executes one step. Returns the writes of the whole transaction after the last one.
    ///
    /// # Errors
    /// An item canceled the transaction, or a table does not exist.
    pub fn step(
        &mut self,
        context: &mut Context<impl WriteService>,
    ) -> Result<Option<WriteSet>, DynamoError> {
        let Some(action) = self.actions.get(self.outcomes.len()) else {
            return self.finish(context).map(Some);
        };
        if self.outcomes.is_empty() {
            self.refuse_wrong_key(context)?;
        }
        let earlier = EarlierActions { actions: &self.actions, outcomes: &self.outcomes };
        let outcome = match action.prepare(context, &earlier) {
            Ok(prepared) => Ok(prepared),
            Err(error) => Err(CancellationReason::try_from(error)?),
        };
        self.outcomes.push(outcome);
        Ok(None)
    }

    /// Cancels the transaction if a key does not match its table's schema, before any item is read. Only that action gets a
    /// reason.
    fn refuse_wrong_key(&self, context: &mut Context<impl WriteService>) -> Result<(), DynamoError> {
        let Some(wrong) = self.actions.iter().position(|action| action.target.key.is_none()) else {
            return Ok(());
        };
        let target = &self.actions[wrong].target;
        let Err(error) = target.key(target.table(context)?) else { return Ok(()) };
        let mut reasons = vec![CancellationReason::None; self.actions.len()];
        reasons[wrong] = CancellationReason::try_from(error)?;
        Err(cancelled(context, reasons))
    }

    fn finish(&mut self, context: &mut Context<impl WriteService>) -> Result<WriteSet, DynamoError> {
        let outcomes = std::mem::take(&mut self.outcomes);
        if outcomes.iter().any(Result::is_err) {
            let reasons = self.actions.iter().zip(outcomes).map(|(action, outcome)| match outcome {
                Err(reason) => reason,
                Ok(prepared) if action.deletes_nothing(&prepared) => {
                    CancellationReason::ConditionalCheckFailed { item: None }
                }
                Ok(_) => CancellationReason::None,
            });
            let reasons = reasons.collect();
            return Err(cancelled(context, reasons));
        }
        let mut writes = WriteSet::default();
        for (action, prepared) in self.actions.iter().zip(outcomes.into_iter().flatten()) {
            writes.append(action.commit(context, prepared)?);
        }
        context.trace.emit(|| EventKind::TransactionCommitted { items: self.actions.len() as u64 });
        if let Some((token, payload)) = self.token.take() {
            let after = Some(payload);
            writes.changes.push(Change::Token { token: token.clone(), before: None, after });
            writes = writes.then(TOKEN_LIFE_MS, Work::ForgetToken { token });
        }
        Ok(writes)
    }

    /// Returns the consumed capacity by table, as the request wants it.
    pub fn consumed(
        &self,
        context: &Context<impl WriteService>,
        wanted: ReturnConsumedCapacity,
    ) -> Vec<ConsumedCapacity> {
        let mut tables = self.actions.iter().map(|action| action.target.table_as_named.as_str());
        let kind = if self.is_repeated { CapacityKind::Read } else { CapacityKind::Write };
        ConsumedCapacity::of_tables(context, wanted, Some(kind), &mut tables)
    }
}
