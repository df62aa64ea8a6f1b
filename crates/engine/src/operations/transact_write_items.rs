//! TransactWriteItems: up to 100 writes and condition checks, all or nothing.

use dynalab_types::binary::Writer;
use dynalab_types::fingerprint;

use crate::database::Database;
use crate::database::change::{PayloadFingerprint, WriteSet};
use crate::error::violation::{Constraint, ValueDisplay, Violation};
use crate::error::{DynamoError, TransactionError, ValidationError};
use crate::execution::context::Context;
use crate::execution::item_write::WriteService;
use crate::execution::plan::Plan;
use crate::execution::transact_action::{Action, ActionKind, BoundAction};
use crate::execution::transaction::{
    MEMBERS_MAX, SIZE_MAX_BYTES, TRANSACT_ITEMS, decode_members, plan, refuse_duplicates,
};
use crate::execution::write_transaction::{TOKEN_LENGTH_MAX, WriteTransaction};
use crate::request::fields::{Fields, RequestLayer};
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::ResourceAccess;
use crate::request::return_values::{
    ItemCollectionMetrics, ReturnConsumedCapacity, decode_collection_metrics,
};
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "TransactWriteItems";

/// A TransactWriteItems request, with its progress.
#[derive(Clone, Debug)]
pub struct TransactWriteItems {
    members: Vec<Member>,
    token: Option<String>,
    return_consumed_capacity: ReturnConsumedCapacity,
    return_collection_metrics: bool,
    /// Filled by the first step.
    running: Option<WriteTransaction>,
}

/// One member as the request contains it: one action, or an error if there is another number.
#[derive(Clone, Debug)]
struct Member {
    actions: Vec<Action>,
}

/// The response of TransactWriteItems.
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

/// Reads the token with the newer checks: one that is too long is reported alone, without its value.
fn decode_token_alone(fields: &mut Fields) -> Option<String> {
    let token = fields.text("ClientRequestToken")?;
    let most = TOKEN_LENGTH_MAX as u64;
    let constraint = match token.chars().count() {
        0 => Constraint::LengthAtLeast(1),
        length if length > TOKEN_LENGTH_MAX => Constraint::LengthAtMost(most),
        _ => return Some(token),
    };
    let path = "ClientRequestToken".to_owned();
    let violation = Violation { path, shown: ValueDisplay::Hidden, constraint };
    fields.alone(ValidationError::Violations(vec![violation]));
    None
}

impl TransactWriteItems {
    /// Checks the request as a whole, in DynamoDB's order: expressions, tables, keys.
    fn bind(&self, database: &Database) -> Result<Vec<BoundAction>, DynamoError> {
        let actions = self.members.iter().map(Member::action).collect::<Result<Vec<_>, _>>()?;
        let expressions = actions.iter().map(|action| action.bind()).collect::<Result<Vec<_>, _>>()?;
        let targets = actions.iter().map(|action| action.target(database)).collect::<Result<Vec<_>, _>>()?;
        for (action, expressions) in actions.iter().zip(&expressions) {
            action.check_index_keys(expressions, database)?;
        }
        refuse_duplicates(targets.iter())?;
        // The stored items do not count, only what the request says of them.
        if actions.iter().map(|action| action.payload_bytes()).sum::<u64>() > SIZE_MAX_BYTES {
            return Err(TransactionError::PayloadTooLarge.into());
        }
        let parts = actions.into_iter().zip(expressions).zip(targets);
        Ok(parts.map(|((action, expressions), target)| action.bound(expressions, target)).collect())
    }

    /// Returns the fingerprint of everything except the token.
    fn payload(&self) -> PayloadFingerprint {
        let mut writer = Writer::default();
        for action in self.members.iter().flat_map(|member| &member.actions) {
            action.write_payload(&mut writer);
        }
        writer.byte(self.return_consumed_capacity as u8);
        writer.byte(u8::from(self.return_collection_metrics));
        PayloadFingerprint(fingerprint(&writer.bytes))
    }

    fn begin(
        &mut self,
        actions: Vec<BoundAction>,
        context: &mut Context<impl WriteService>,
    ) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        let token = self.token.as_deref().map(|token| (token, self.payload()));
        let transaction = WriteTransaction::begin(context, actions, token)?;
        if transaction.is_repeated {
            let consumed = transaction.consumed(context, self.return_consumed_capacity);
            let response = TransactWriteItemsResponse { consumed, metrics: Vec::new() };
            return Ok(Step::Done(response, WriteSet::default()));
        }
        self.running = Some(transaction);
        Ok(Step::More(WriteSet::default()))
    }

    fn collection_metrics(
        &self,
        context: &Context<impl WriteService>,
        actions: &[BoundAction],
    ) -> Result<Vec<(String, ItemCollectionMetrics)>, DynamoError> {
        let mut metrics = Vec::new();
        if !self.return_collection_metrics {
            return Ok(metrics);
        }
        for action in actions.iter().filter(|action| action.kind != ActionKind::ConditionCheck) {
            let target = &action.target;
            if let Some(found) =
                ItemCollectionMetrics::from_table(target.table(context)?, &target.item_or_key)
            {
                metrics.push((target.table_as_named.clone(), found));
            }
        }
        Ok(metrics)
    }
}

impl TransactWriteItems {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let actions = self.members.iter().flat_map(|member| &member.actions).map(|action| {
            let mut touched = action.resource_accesses().in_operation(NAME);
            touched.set_return_consumed_capacity(self.return_consumed_capacity);
            touched
        });
        actions.collect()
    }
}

impl<S: WriteService> Operation<S> for TransactWriteItems {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Older;
    const ACCESS: Access<Self> = Access::Items(TransactWriteItems::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| {
        operation
            .members
            .iter_mut()
            .flat_map(|member| &mut member.actions)
            .map(|action| &mut action.table)
            .collect()
    };
    type Response = TransactWriteItemsResponse;

    fn decode(fields: &mut Fields) -> TransactWriteItems {
        let checks = fields.manner.checks;
        if checks.newer_transacted_values {
            fields.layer = RequestLayer::Plain;
        }
        let is_newer = checks.newer_write_transactions;
        TransactWriteItems {
            // In the order in which DynamoDB reports problems.
            token: if is_newer {
                decode_token_alone(fields)
            } else {
                fields.text_of_length("ClientRequestToken", 1, TOKEN_LENGTH_MAX)
            },
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            return_collection_metrics: decode_collection_metrics(fields),
            members: decode_members(
                fields,
                TRANSACT_ITEMS,
                MEMBERS_MAX,
                is_newer,
                Member::decode,
                Member::text,
            ),
            running: None,
        }
    }

    /// The bound actions, until the first step takes them.
    type Planned = Vec<BoundAction>;

    fn plan(&self, database: &Database) -> Result<Vec<BoundAction>, DynamoError> {
        self.bind(database)
    }

    fn describe(&self, actions: &Vec<BoundAction>, database: &Database) -> Result<Plan, DynamoError> {
        plan(actions.iter().map(|action| &action.target), database)
    }

    fn step(
        &mut self,
        actions: &mut Vec<BoundAction>,
        context: &mut Context<S>,
    ) -> Result<Step<TransactWriteItemsResponse>, DynamoError> {
        let Some(running) = &mut self.running else {
            context.trace_plan(|database| Operation::<S>::describe(self, actions, database));
            return self.begin(std::mem::take(actions), context);
        };
        let Some(writes) = running.step(context)? else { return Ok(Step::More(WriteSet::default())) };
        let consumed = running.consumed(context, self.return_consumed_capacity);
        let metrics = match &self.running {
            Some(running) => self.collection_metrics(context, &running.actions)?,
            None => Vec::new(),
        };
        Ok(Step::Done(TransactWriteItemsResponse { consumed, metrics }, writes))
    }

    fn encode(response: &TransactWriteItemsResponse, body: &mut ObjectWriter) {
        ItemCollectionMetrics::encode_by_table(&response.metrics, body);
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
