//! ExecuteTransaction: executes up to 100 PartiQL statements as one transaction. They are all reads or all writes.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{PayloadFingerprint, WriteSet};
use dynalab_engine::error::{
    CancellationReason, DynamoError, StatementError, TransactedProblem, TransactionError, ValidationError,
};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::execution::read_transaction::{BoundGet, ReadTransaction};
use dynalab_engine::execution::transact_action::BoundAction;
use dynalab_engine::execution::transaction::{
    KeyFrom, MEMBERS_MAX, SIZE_MAX_BYTES, Target, cancelled, decode_members, plan, refuse_duplicates,
};
use dynalab_engine::execution::write_transaction::{TOKEN_LENGTH_MAX, WriteTransaction};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::request::resource_access::ResourceAccess;
use dynalab_engine::request::return_values::ReturnConsumedCapacity;
use dynalab_engine::response::consumed_capacity::{self, ConsumedCapacity};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_expressions::partiql::{Statement, StatementKind};
use dynalab_types::binary::Writer;
use dynalab_types::{PackedItem, fingerprint};

use crate::complete::{Complete, Context};
use crate::statement::resource_access::of_statement;
use crate::statement::select::BoundSelect;
use crate::statement::write::bind_write;
use crate::statement::{StatementRequest, check_table, is_read};

/// An ExecuteTransaction request.
#[derive(Clone, Debug)]
pub struct ExecuteTransaction {
    statements: Vec<StatementRequest>,
    token: Option<String>,
    return_consumed_capacity: ReturnConsumedCapacity,
    /// Filled by the first step.
    running: Option<Running>,
}

#[derive(Clone, Debug)]
enum Running {
    Reads(ReadTransaction),
    Writes(WriteTransaction),
}

/// The bound statements. At most one of the first two lists has elements.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    gets: Vec<BoundGet>,
    actions: Vec<BoundAction>,
    /// The reasons, if the transaction is canceled before any item is read.
    reasons: Vec<CancellationReason>,
}

/// The response of ExecuteTransaction.
#[derive(Debug)]
pub struct ExecuteTransactionResponse {
    /// The items of a read transaction.
    items: Vec<Option<PackedItem>>,
    consumed: Vec<ConsumedCapacity>,
}

impl Bound {
    #[inline(never)]
    fn add(
        &mut self,
        request: &StatementRequest,
        statement: &Statement,
        database: &Database,
        index: usize,
    ) -> Result<(), DynamoError> {
        if let Some(get) = bind_get(request, statement, database, index)? {
            self.gets.push(get);
            return Ok(());
        }
        let write = bind_write(request, statement, database).map_err(|error| told_by_index(error, index))?;
        self.actions.extend(write.map(|write| write.action));
        Ok(())
    }

    fn targets(&self) -> impl Iterator<Item = &Target> {
        self.gets.iter().map(|get| &get.target).chain(self.actions.iter().map(|action| &action.target))
    }
}

impl ExecuteTransaction {
    #[inline(never)]
    fn bind(&self, database: &Database) -> Result<Bound, DynamoError> {
        let mut statements = Vec::with_capacity(self.statements.len());
        for (index, request) in self.statements.iter().enumerate() {
            let parsed = request.parse_text().map_err(|problem| StatementError::InTransaction {
                index,
                problem: TransactedProblem::Text(Box::new(problem)),
            });
            statements.push(request.check_parameters(parsed?)?);
        }
        if statements.iter().any(is_read) && !statements.iter().all(is_read) {
            return Err(StatementError::MixedTransaction.into());
        }
        let mut bound = Bound::default();
        let mut reasons = Vec::with_capacity(statements.len());
        for (index, (request, statement)) in self.statements.iter().zip(&statements).enumerate() {
            check_clauses(statement).map_err(|problem| StatementError::InTransaction { index, problem })?;
            reasons.push(match bound.add(request, statement, database, index) {
                Ok(()) => CancellationReason::None,
                Err(error) => early_reason(error, &reasons)?,
            });
        }
        if reasons.iter().any(|reason| *reason != CancellationReason::None) {
            bound.reasons = reasons;
            return Ok(bound);
        }
        refuse_duplicates(bound.targets())?;
        if self.statements.iter().map(StatementRequest::payload_bytes).sum::<u64>() > SIZE_MAX_BYTES {
            return Err(TransactionError::PayloadTooLarge.into());
        }
        Ok(bound)
    }

    /// Returns the fingerprint of everything except the token.
    fn payload(&self) -> PayloadFingerprint {
        let mut writer = Writer::default();
        for statement in &self.statements {
            statement.write_payload(&mut writer);
        }
        writer.byte(self.return_consumed_capacity as u8);
        PayloadFingerprint(fingerprint(&writer.bytes))
    }

    #[inline(never)]
    fn begin(
        &mut self,
        bound: Bound,
        context: &mut Context,
    ) -> Result<Step<ExecuteTransactionResponse>, DynamoError> {
        if !bound.reasons.is_empty() {
            return Err(cancelled(context, bound.reasons));
        }
        if bound.actions.is_empty() {
            self.running = Some(Running::Reads(ReadTransaction::begin(bound.gets)));
            return Ok(Step::More(WriteSet::default()));
        }
        let token = self.token.as_deref().map(|token| (token, self.payload()));
        let transaction = WriteTransaction::begin(context, bound.actions, token)?;
        if transaction.is_repeated {
            let consumed = transaction.consumed(context, self.return_consumed_capacity);
            let response = ExecuteTransactionResponse { items: Vec::new(), consumed };
            return Ok(Step::Done(response, WriteSet::default()));
        }
        self.running = Some(Running::Writes(transaction));
        Ok(Step::More(WriteSet::default()))
    }
}

/// Returns the reason for an error that cancels the transaction before any item is read: a missing table, or a key of a
/// wrong type, of which only the first gets a reason. Any other error rejects the request.
fn early_reason(
    error: DynamoError,
    earlier: &[CancellationReason],
) -> Result<CancellationReason, DynamoError> {
    let has_wrong_key = earlier.iter().any(|reason| matches!(reason, CancellationReason::ValidationError(_)));
    match error {
        DynamoError::ResourceNotFound => Ok(CancellationReason::ResourceNotFound),
        DynamoError::Validation(error)
            if matches!(
                *error,
                ValidationError::Statement(
                    StatementError::KeyValueType { .. } | StatementError::KeyTypeMismatch { .. },
                )
            ) =>
        {
            let reason = CancellationReason::ValidationError(error);
            Ok(if has_wrong_key { CancellationReason::None } else { reason })
        }
        other => Err(other),
    }
}

/// Adds the position of the statement to the errors that contain it.
fn told_by_index(error: DynamoError, index: usize) -> DynamoError {
    match error.validation() {
        Some(ValidationError::Statement(StatementError::ExistsWithoutCondition)) => {
            StatementError::InTransaction { index, problem: TransactedProblem::ExistsWithoutCondition }.into()
        }
        _ => error,
    }
}

fn check_clauses(statement: &Statement) -> Result<(), TransactedProblem> {
    match &statement.kind {
        StatementKind::Update(update) if update.returning.is_some() => Err(TransactedProblem::Returning),
        StatementKind::Delete(delete) if delete.returning.is_some() => Err(TransactedProblem::Returning),
        StatementKind::Select(select) | StatementKind::Exists(select) if select.from.index.is_some() => {
            Err(TransactedProblem::Index)
        }
        _ => Ok(()),
    }
}

/// Returns the read of a SELECT, or `None` for other statements.
#[inline(never)]
fn bind_get(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
    index: usize,
) -> Result<Option<BoundGet>, DynamoError> {
    let StatementKind::Select(select) = &statement.kind else { return Ok(None) };
    let bound = BoundSelect::bind(request, (statement, select), database)?;
    let problem = TransactedProblem::SelectWithoutKey;
    let key =
        bound.item_key(&bound.source(database)?).ok_or(StatementError::InTransaction { index, problem })?;
    let target = Target::find(database, &select.from.table, &Arc::new(key), KeyFrom::Key)?;
    let read = bound.into_read();
    Ok(Some(BoundGet { target, projection: read.projection, filter: read.filter }))
}

impl ExecuteTransaction {
    fn resource_accesses(&self, database: &Database) -> Vec<ResourceAccess> {
        let touched = self.statements.iter().filter_map(|statement| of_statement(statement, database));
        touched.map(|touched| touched.in_operation(Self::NAME)).collect()
    }
}

impl Operation<Complete> for ExecuteTransaction {
    const NAME: &'static str = "ExecuteTransaction";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Items(ExecuteTransaction::resource_accesses);
    type Response = ExecuteTransactionResponse;

    fn decode(fields: &mut Fields) -> ExecuteTransaction {
        ExecuteTransaction {
            statements: decode_members(
                fields,
                "TransactStatements",
                MEMBERS_MAX,
                false,
                StatementRequest::decode,
                StatementRequest::text,
            ),
            token: fields.text_of_length("ClientRequestToken", 1, TOKEN_LENGTH_MAX),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            running: None,
        }
    }

    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        self.statements.iter().try_for_each(|statement| check_table(statement, config))
    }

    /// The bound statements, until the first step takes them.
    type Planned = Bound;

    fn plan(&self, database: &Database) -> Result<Bound, DynamoError> {
        self.bind(database)
    }

    fn describe(&self, bound: &Bound, database: &Database) -> Result<Plan, DynamoError> {
        plan(bound.targets(), database)
    }

    fn step(
        &mut self,
        bound: &mut Bound,
        context: &mut Context,
    ) -> Result<Step<ExecuteTransactionResponse>, DynamoError> {
        let wanted = self.return_consumed_capacity;
        let (items, writes, consumed) = match &mut self.running {
            None => {
                context.trace_plan(|database| plan(bound.targets(), database));
                return self.begin(std::mem::take(bound), context);
            }
            Some(Running::Reads(reads)) => {
                let Some(items) = reads.step(context)? else { return Ok(Step::More(WriteSet::default())) };
                (items, WriteSet::default(), reads.consumed(context, wanted))
            }
            Some(Running::Writes(transaction)) => {
                let Some(writes) = transaction.step(context)? else {
                    return Ok(Step::More(WriteSet::default()));
                };
                (Vec::new(), writes, transaction.consumed(context, wanted))
            }
        };
        Ok(Step::Done(ExecuteTransactionResponse { items, consumed }, writes))
    }

    fn encode(response: &ExecuteTransactionResponse, body: &mut ObjectWriter) {
        body.objects("Responses", &response.items, |object, item| {
            if let Some(item) = item {
                object.packed_item("Item", item);
            }
        });
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
