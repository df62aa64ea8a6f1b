//! BatchExecuteStatement: up to 25 PartiQL statements, each on one item, with one step per statement. Each statement fails
//! independently.

use std::sync::Arc;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{BatchError, CancellationReason, DynamoError, StatementError, ValidationError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::execution::transaction::{KeyFrom, Target, decode_members, refuse_duplicates};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::request::resource_access::ResourceAccess;
use dynalab_engine::request::return_values::ReturnConsumedCapacity;
use dynalab_engine::response::consumed_capacity::{self, ConsumedCapacity};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_expressions::Problem;
use dynalab_expressions::partiql::{Statement, StatementKind, StatementProblem};
use dynalab_types::{Item, PackedItem};

use crate::complete::{Complete, Context};
use crate::operations::execute_statement::PlannedStatement;
use crate::statement::resource_access::of_statement;
use crate::statement::select::BoundSelect;
use crate::statement::write::bind_write;
use crate::statement::{StatementRequest, check_table, is_read, table_of};

const STATEMENTS_MAX: usize = 25;

/// A BatchExecuteStatement request.
#[derive(Clone, Debug)]
pub struct BatchExecuteStatement {
    statements: Vec<StatementRequest>,
    return_consumed_capacity: ReturnConsumedCapacity,
    outcomes: Vec<Outcome>,
}

/// The result of one statement.
#[derive(Clone, Debug)]
struct Outcome {
    result: Result<Option<PackedItem>, CancellationReason>,
    table_as_named: Option<Box<str>>,
}

/// The response of BatchExecuteStatement.
#[derive(Debug)]
pub struct BatchExecuteStatementResponse {
    outcomes: Vec<Outcome>,
    consumed: Vec<ConsumedCapacity>,
}

/// Binds a SELECT of a batch, which must read one item by its key.
fn bind_select(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) -> Result<Option<(BoundSelect, Item)>, DynamoError> {
    let StatementKind::Select(select) = &statement.kind else { return Ok(None) };
    let bound = BoundSelect::bind(request, (statement, select), database)?;
    match bound.item_key(&bound.source(database)?) {
        Some(key) => Ok(Some((bound, key))),
        None => Err(StatementError::BatchSelectWithoutKey.into()),
    }
}

/// One statement of the request.
#[derive(Clone, Debug)]
pub struct PlannedMember {
    table_as_named: Option<Box<str>>,
    /// The planned statement, or its error, which is reported in its place.
    statement: Result<PlannedStatement, DynamoError>,
    /// The item of the statement.
    target: Option<Target>,
}

impl PlannedMember {
    fn new(request: &StatementRequest, database: &Database) -> (PlannedMember, Option<bool>) {
        match request.parse() {
            Ok(statement) => {
                let member = PlannedMember {
                    table_as_named: Some(table_of(&statement.kind).table.clone()),
                    statement: plan_statement(request, &statement, database),
                    target: target(request, &statement, database).ok(),
                };
                (member, Some(is_read(&statement)))
            }
            Err(error) => (PlannedMember { table_as_named: None, statement: Err(error), target: None }, None),
        }
    }
}

#[inline(never)]
fn plan_statement(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) -> Result<PlannedStatement, DynamoError> {
    if let Some((select, _)) = bind_select(request, statement, database)? {
        return Ok(PlannedStatement::Select(Box::new(select)));
    }
    if let StatementKind::Exists(_) = &statement.kind {
        return Err(Problem::from(StatementProblem::ExistsMisplaced).into());
    }
    let write = bind_write(request, statement, database)?;
    write
        .map(|write| PlannedStatement::Write(Box::new(write)))
        .ok_or_else(|| StatementError::WithoutKey.into())
}

impl BatchExecuteStatement {
    #[inline(never)]
    fn execute(
        planned: &PlannedStatement,
        context: &mut Context,
    ) -> Result<(Option<PackedItem>, WriteSet), DynamoError> {
        match planned {
            PlannedStatement::Select(select) => {
                let page = select.read(context, None, None)?;
                Ok((page.items.into_iter().next(), WriteSet::default()))
            }
            PlannedStatement::Write(write) => {
                let (attributes, writes) = write.execute(context)?;
                Ok((attributes.as_deref().map(PackedItem::pack), writes))
            }
        }
    }

    fn response(&mut self, context: &Context) -> BatchExecuteStatementResponse {
        let outcomes = std::mem::take(&mut self.outcomes);
        let mut named = outcomes.iter().filter_map(|outcome| outcome.table_as_named.as_deref());
        let consumed = ConsumedCapacity::of_tables(context, self.return_consumed_capacity, None, &mut named);
        BatchExecuteStatementResponse { outcomes, consumed }
    }
}

/// Returns the item of a statement.
#[inline(never)]
fn target(
    request: &StatementRequest,
    statement: &Statement,
    database: &Database,
) -> Result<Target, DynamoError> {
    let named = table_of(&statement.kind);
    if let Some((_, key)) = bind_select(request, statement, database)? {
        return Target::find(database, &named.table, &Arc::new(key), KeyFrom::Key);
    }
    let write = bind_write(request, statement, database)?;
    write.map(|write| write.action.target).ok_or_else(|| StatementError::WithoutKey.into())
}

impl BatchExecuteStatement {
    fn resource_accesses(&self, database: &Database) -> Vec<ResourceAccess> {
        self.statements.iter().filter_map(|statement| of_statement(statement, database)).collect()
    }
}

impl Operation<Complete> for BatchExecuteStatement {
    const NAME: &'static str = "BatchExecuteStatement";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Items(BatchExecuteStatement::resource_accesses);
    type Response = BatchExecuteStatementResponse;

    fn decode(fields: &mut Fields) -> BatchExecuteStatement {
        BatchExecuteStatement {
            statements: decode_members(
                fields,
                "Statements",
                STATEMENTS_MAX,
                false,
                StatementRequest::decode,
                StatementRequest::text,
            ),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            outcomes: Vec::new(),
        }
    }

    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        self.statements.iter().try_for_each(|statement| check_table(statement, config))
    }

    /// The statements in their order.
    type Planned = Vec<PlannedMember>;

    /// Plans the statements. The error of one statement is reported in its place.
    fn plan(&self, database: &Database) -> Result<Vec<PlannedMember>, DynamoError> {
        let mut members = Vec::with_capacity(self.statements.len());
        let mut first_reads = None;
        for request in &self.statements {
            let (member, reads) = PlannedMember::new(request, database);
            if reads.is_some_and(|reads| *first_reads.get_or_insert(reads) != reads) {
                return Err(StatementError::MixedBatch.into());
            }
            members.push(member);
        }
        refuse_duplicates(members.iter().filter_map(|member| member.target.as_ref()))
            .map_err(|_| DynamoError::from(ValidationError::Batch(BatchError::DuplicateKeys)))?;
        Ok(members)
    }

    fn describe(&self, members: &Vec<PlannedMember>, database: &Database) -> Result<Plan, DynamoError> {
        let planned = members.iter().filter_map(|member| member.statement.as_ref().ok());
        planned.map(|planned| planned.describe(database)).collect::<Result<_, _>>().map(Plan::Batch)
    }

    fn step(
        &mut self,
        members: &mut Vec<PlannedMember>,
        context: &mut Context,
    ) -> Result<Step<BatchExecuteStatementResponse>, DynamoError> {
        let Some(member) = members.get(self.outcomes.len()) else {
            return Ok(Step::Done(self.response(context), WriteSet::default()));
        };
        let mut writes = WriteSet::default();
        let mut table_as_named = member.table_as_named.clone();
        let executed = match &member.statement {
            Ok(planned) => BatchExecuteStatement::execute(planned, context),
            Err(error) => {
                if let DynamoError::Validation(_) = error {
                    // The error is about the statement, not the table.
                    table_as_named = None;
                }
                Err(error.clone())
            }
        };
        let result = match executed {
            Ok((item, made)) => {
                writes = made;
                Ok(item)
            }
            Err(error) => Err(CancellationReason::of_statement(error)?.without_item()),
        };
        self.outcomes.push(Outcome { result, table_as_named });
        if self.outcomes.len() < self.statements.len() {
            return Ok(Step::More(writes));
        }
        Ok(Step::Done(self.response(context), writes))
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
