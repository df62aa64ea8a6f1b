//! BatchExecuteStatement: up to 25 PartiQL statements about one item each, a step a statement; each fails by itself.

use std::sync::Arc;

use dynalab_expressions::partiql::{Statement, StatementKind};
use dynalab_types::PackedItem;

use crate::change::WriteSet;
use crate::consumed_capacity::{self, ConsumedCapacity};
use crate::context::Context;
use crate::database::Database;
use crate::error::{BatchError, CancellationReason, DynamoError, StatementError, ValidationError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::read_request::ReadRequest;
use crate::return_values::ReturnConsumedCapacity;
use crate::service::touched::{self, Touched};
use crate::statement::select::BoundSelect;
use crate::statement::write::bind_write;
use crate::statement::{StatementRequest, reads, table_of};
use crate::transaction::{KeyFrom, Target, decode_members, refuse_duplicates};

const STATEMENTS_MAX: usize = 25;

#[derive(Clone, Debug)]
pub struct BatchExecuteStatement {
    statements: Vec<StatementRequest>,
    return_consumed_capacity: ReturnConsumedCapacity,
    checked: bool,
    outcomes: Vec<Outcome>,
}

/// The answer to one statement.
#[derive(Clone, Debug)]
struct Outcome {
    result: Result<Option<PackedItem>, CancellationReason>,
    table_as_named: Option<Box<str>>,
}

#[derive(Debug)]
pub struct BatchExecuteStatementResponse {
    outcomes: Vec<Outcome>,
    consumed: Vec<ConsumedCapacity>,
}

/// A SELECT of a batch is about one item.
fn bind_select<'a>(
    request: &StatementRequest,
    read_request: &ReadRequest,
    statement: &Statement,
    database: &'a Database,
) -> Result<Option<BoundSelect<'a>>, DynamoError> {
    let StatementKind::Select(select) = &statement.kind else { return Ok(None) };
    let bound = BoundSelect::bind(request, read_request, select, database)?;
    if bound.item_key().is_none() {
        return Err(StatementError::BatchSelectWithoutKey.into());
    }
    Ok(Some(bound))
}

impl BatchExecuteStatement {
    /// The checks of the whole request; what is wrong with one statement is told in its place. Returns the items that
    /// the others are about.
    #[inline(never)]
    fn check(&self, database: &Database) -> Result<Vec<Target>, DynamoError> {
        let mut targets = Vec::with_capacity(self.statements.len());
        let mut first_reads = None;
        for request in &self.statements {
            let Ok(statement) = request.parse() else { continue };
            let reads = reads(&statement);
            if *first_reads.get_or_insert(reads) != reads {
                return Err(StatementError::MixedBatch.into());
            }
            targets.extend(target(request, &statement, database));
        }
        refuse_duplicates(targets.iter())
            .map_err(|_| DynamoError::from(ValidationError::Batch(BatchError::DuplicateKeys)))?;
        Ok(targets)
    }

    #[inline(never)]
    fn execute(
        request: &StatementRequest,
        statement: &Statement,
        context: &mut Context,
    ) -> Result<(Option<PackedItem>, WriteSet), DynamoError> {
        let mut read_request = ReadRequest::of_statement(table_of(&statement.kind), request.consistent_read);
        if let Some(select) = bind_select(request, &read_request, statement, context.database)? {
            let page = select.read(context, &mut read_request, None)?;
            return Ok((page.items.into_iter().next(), WriteSet::default()));
        }
        if let StatementKind::Exists(_) = &statement.kind {
            return Err(StatementError::ExistsOutsideTransaction.into());
        }
        let Some(write) = bind_write(request, statement, context.database)? else {
            return Ok((None, WriteSet::default()));
        };
        let (attributes, writes) = write.execute(context)?;
        Ok((attributes.as_deref().map(PackedItem::pack), writes))
    }

    fn response(&mut self, context: &Context) -> BatchExecuteStatementResponse {
        let outcomes = std::mem::take(&mut self.outcomes);
        let mut named = outcomes.iter().filter_map(|outcome| outcome.table_as_named.as_deref());
        let consumed = ConsumedCapacity::of_tables(context, self.return_consumed_capacity, None, &mut named);
        BatchExecuteStatementResponse { outcomes, consumed }
    }
}

/// The item that a statement is about.
#[inline(never)]
fn target(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) -> Result<Target, DynamoError> {
    let named = table_of(&statement.kind);
    let read_request = ReadRequest::of_statement(named, request.consistent_read);
    if let Some(select) = bind_select(request, &read_request, statement, database)? {
        let key = select.item_key().unwrap_or_default();
        return Target::find(database, &named.table, &Arc::new(key), KeyFrom::Key);
    }
    let write = bind_write(request, statement, database)?;
    write.map(|write| write.action.target).ok_or_else(|| StatementError::WithoutKey.into())
}

impl Operation for BatchExecuteStatement {
    const NAME: &'static str = "BatchExecuteStatement";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = BatchExecuteStatementResponse;

    fn decode(fields: &mut Fields) -> BatchExecuteStatement {
        BatchExecuteStatement {
            statements: decode_members(
                fields,
                "Statements",
                STATEMENTS_MAX,
                StatementRequest::decode,
                StatementRequest::text,
            ),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            checked: false,
            outcomes: Vec::new(),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        crate::transaction::plan(self.check(database)?.iter(), database)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<BatchExecuteStatementResponse>, DynamoError> {
        if !self.checked {
            self.check(context.database)?;
            self.checked = true;
        }
        let Some(request) = self.statements.get(self.outcomes.len()) else {
            return Ok(Step::Done(self.response(context), WriteSet::default()));
        };
        let mut writes = WriteSet::default();
        let mut table_as_named = None;
        let executed = match request.parse() {
            Ok(statement) => {
                table_as_named = Some(table_of(&statement.kind).table.clone());
                BatchExecuteStatement::execute(request, &statement, context)
            }
            Err(error) => Err(error),
        };
        let result = match executed {
            Ok((item, made)) => {
                writes = made;
                Ok(item)
            }
            Err(error) => Err(CancellationReason::of_statement(error)?),
        };
        self.outcomes.push(Outcome { result, table_as_named });
        if self.outcomes.len() < self.statements.len() {
            return Ok(Step::More(writes));
        }
        Ok(Step::Done(self.response(context), writes))
    }

    fn touched(&self, database: &Database) -> Vec<Touched> {
        self.statements.iter().filter_map(|statement| touched::of_statement(statement, database)).collect()
    }

    fn encode(response: &BatchExecuteStatementResponse, body: &mut ObjectWriter) {
        body.objects("Responses", &response.outcomes, |object, outcome| {
            match &outcome.result {
                Ok(Some(item)) => object.packed_item("Item", item),
                Ok(None) => {}
                Err(reason) => object.object("Error", |error| reason.encode(error)),
            }
            if let Some(table) = &outcome.table_as_named {
                object.text("TableName", table);
            }
        });
        consumed_capacity::encode_list(&response.consumed, body);
    }
}
