//! TransactWriteItems: up to 100 writes and checks, all or nothing.
//!
//! The first step checks the request and looks up its token, each of the next ones prepares an item and holds it, and the
//! last one writes everything or cancels.

use std::sync::Arc;

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_types::binary::Writer;
use dynalab_types::{PackedItem, fingerprint};

use crate::agenda::Work;
use crate::change::{Change, PayloadFingerprint, WriteSet};
use crate::charges::{CapacityKind, Owner};
use crate::consumed_capacity::{self, ConsumedCapacity};
use crate::context::Context;
use crate::database::Database;
use crate::error::{CancellationReason, DynamoError, TransactionError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::{Plan, Source};
use crate::return_values::{ItemCollectionMetrics, ReturnConsumedCapacity, decode_collection_metrics};
use crate::trace::EventKind;
use crate::transact_action::{Action, ActionKind, BoundAction, Prepared};
use crate::transaction::{SIZE_MAX_BYTES, cancelled, decode_members, plan, refuse_duplicates};

/// How long a token is remembered after its transaction is completed.
const TOKEN_LIFE_MS: u64 = 10 * 60 * 1000;
const TOKEN_LENGTH_MAX: usize = 36;

#[derive(Clone, Debug)]
pub struct TransactWriteItems {
    members: Vec<Member>,
    token: Option<String>,
    return_consumed_capacity: ReturnConsumedCapacity,
    return_collection_metrics: bool,
    /// Filled by the first step.
    running: Option<Running>,
}

/// As typed: one action, or a mistake.
#[derive(Clone, Debug)]
struct Member {
    actions: Vec<Action>,
}

#[derive(Clone, Debug)]
struct Running {
    actions: Vec<BoundAction>,
    /// Of the actions looked at so far.
    outcomes: Vec<Result<Prepared, CancellationReason>>,
}

#[derive(Debug)]
pub struct TransactWriteItemsResponse {
    consumed: Vec<ConsumedCapacity>,
    metrics: Vec<(String, ItemCollectionMetrics)>,
}

impl Member {
    fn decode(fields: &mut Fields) -> Member {
        let decode = |kind: ActionKind| fields.nested(kind.name(), |action| Action::decode(kind, action));
        Member { actions: ActionKind::ALL.into_iter().filter_map(decode).collect() }
    }

    fn action(&self) -> Result<&Action, DynamoError> {
        match self.actions.as_slice() {
            [action] => Ok(action),
            [] => Err(TransactionError::WithoutAction.into()),
            _ => Err(TransactionError::SeveralActions.into()),
        }
    }

    fn text(&self) -> String {
        let text_of = |kind: ActionKind| {
            let action = self.actions.iter().find(|action| action.kind == kind);
            action.map_or("null".to_owned(), Action::text)
        };
        let [check, put, delete, update] = ActionKind::ALL.map(text_of);
        format!("TransactWriteItem(conditionCheck={check}, put={put}, delete={delete}, update={update})")
    }
}

impl TransactWriteItems {
    /// All checks of the request as a whole, in the service's order: expressions, tables, keys.
    fn bind(&self, database: &Database) -> Result<Vec<BoundAction>, DynamoError> {
        let actions = self.members.iter().map(Member::action).collect::<Result<Vec<_>, _>>()?;
        let expressions = actions.iter().map(|action| action.bind()).collect::<Result<Vec<_>, _>>()?;
        let targets = actions.iter().map(|action| action.target(database)).collect::<Result<Vec<_>, _>>()?;
        refuse_duplicates(targets.iter())?;
        if targets.iter().map(|target| target.item_or_key.size_bytes()).sum::<u64>() > SIZE_MAX_BYTES {
            return Err(TransactionError::TooLarge.into());
        }
        let parts = actions.into_iter().zip(expressions).zip(targets);
        Ok(parts.map(|((action, expressions), target)| action.bound(expressions, target)).collect())
    }

    /// Everything but the token.
    fn payload(&self) -> PayloadFingerprint {
        let mut writer = Writer::default();
        for action in self.members.iter().flat_map(|member| &member.actions) {
            action.write_payload(&mut writer);
        }
        writer.byte(self.return_consumed_capacity as u8);
        writer.byte(u8::from(self.return_collection_metrics));
        PayloadFingerprint(fingerprint(&writer.bytes))
    }

    fn begin(&mut self, context: &mut Context) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        let actions = self.bind(context.database)?;
        let planned = plan(actions.iter().map(|action| &action.target), context.database)?;
        context.trace.emit(|| EventKind::Planned(planned));
        if let Some(token) = &self.token {
            if context.holds.holder_of_token(token).is_some() {
                return Err(DynamoError::TransactionInProgress);
            }
            match context.database.token(token) {
                Some(payload) if payload == self.payload() => return self.repeat(context, &actions),
                Some(_) => return Err(DynamoError::IdempotentParameterMismatch),
                None => context.holds.hold_token(token, context.ticket),
            }
        }
        self.running = Some(Running { actions, outcomes: Vec::new() });
        Ok(Step::More(WriteSet::default()))
    }

    /// The same request again: it is answered as before and changes nothing. Its items are read.
    fn repeat(
        &self,
        context: &mut Context,
        actions: &[BoundAction],
    ) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        for action in actions {
            let table = action.target.table(context)?;
            let item = action.target.key.as_ref().ok().and_then(|key| table.items.packed(key));
            let source = Source { table: table.definition.name.clone(), index: None };
            let key = table.definition.key.key_of(&action.target.item_or_key);
            let size_bytes = item.map(PackedItem::size_bytes);
            context.trace_read(&source, &key, size_bytes);
            let units = read_units(size_bytes.unwrap_or_default(), ReadConsistency::Transactional);
            context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        }
        let consumed = self.consumed(context, actions, CapacityKind::Read);
        Ok(Step::Done(TransactWriteItemsResponse { consumed, metrics: Vec::new() }, WriteSet::default()))
    }

    fn finish(
        &self,
        context: &mut Context,
        running: Running,
    ) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        let Running { actions, outcomes } = running;
        if outcomes.iter().any(Result::is_err) {
            let reasons =
                outcomes.into_iter().map(|outcome| outcome.err().unwrap_or(CancellationReason::None));
            return Err(cancelled(context, reasons.collect()));
        }
        let metrics = self.collection_metrics(context, &actions)?;
        let mut writes = WriteSet::default();
        for (action, prepared) in actions.iter().zip(outcomes.into_iter().flatten()) {
            writes.append(action.commit(context, prepared)?);
        }
        context.trace.emit(|| EventKind::TransactionCommitted { items: actions.len() as u64 });
        if let Some(token) = &self.token {
            let token: Arc<str> = token.as_str().into();
            let after = Some(self.payload());
            writes.changes.push(Change::Token { token: token.clone(), before: None, after });
            writes = writes.then(TOKEN_LIFE_MS, Work::ForgetToken { token });
        }
        let consumed = self.consumed(context, &actions, CapacityKind::Write);
        Ok(Step::Done(TransactWriteItemsResponse { consumed, metrics }, writes))
    }

    fn collection_metrics(
        &self,
        context: &Context,
        actions: &[BoundAction],
    ) -> Result<Vec<(String, ItemCollectionMetrics)>, DynamoError> {
        let mut metrics = Vec::new();
        if !self.return_collection_metrics {
            return Ok(metrics);
        }
        for action in actions.iter().filter(|action| action.kind != ActionKind::ConditionCheck) {
            let target = &action.target;
            if let Some(found) = ItemCollectionMetrics::of(target.table(context)?, &target.item_or_key) {
                metrics.push((target.table_as_named.clone(), found));
            }
        }
        Ok(metrics)
    }

    fn consumed(
        &self,
        context: &Context,
        actions: &[BoundAction],
        kind: CapacityKind,
    ) -> Vec<ConsumedCapacity> {
        let tables = actions.iter().map(|action| action.target.table_as_named.as_str());
        ConsumedCapacity::of_transaction(context, self.return_consumed_capacity, kind, tables)
    }
}

impl Operation for TransactWriteItems {
    const NAME: &'static str = "TransactWriteItems";
    const LAYER: RequestLayer = RequestLayer::Older;
    type Response = TransactWriteItemsResponse;

    fn decode(fields: &mut Fields) -> TransactWriteItems {
        TransactWriteItems {
            members: decode_members(fields, Member::decode, Member::text),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            return_collection_metrics: decode_collection_metrics(fields),
            token: fields.text_of_length("ClientRequestToken", 1, TOKEN_LENGTH_MAX),
            running: None,
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        let actions = self.bind(database)?;
        plan(actions.iter().map(|action| &action.target), database)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        let Some(mut running) = self.running.take() else { return self.begin(context) };
        let Some(action) = running.actions.get(running.outcomes.len()) else {
            return self.finish(context, running);
        };
        let doomed = running.outcomes.iter().any(Result::is_err);
        running.outcomes.push(match action.prepare(context, doomed) {
            Ok(prepared) => Ok(prepared),
            Err(error) => Err(CancellationReason::try_from(error)?),
        });
        self.running = Some(running);
        Ok(Step::More(WriteSet::default()))
    }

    fn encode(response: &TransactWriteItemsResponse, body: &mut ObjectWriter) {
        ItemCollectionMetrics::encode_by_table(&response.metrics, body);
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
