//! ExecuteStatement: executes one PartiQL statement, which reads a page or writes an item.

use dynalab_types::{Item, PackedItem};

use crate::complete::{Complete, Context};
use crate::statement::resource_access::of_statement;
use crate::statement::select::BoundSelect;
use crate::statement::write::{BoundWrite, bind_write};
use crate::statement::{StatementRequest, check_table, next_token, table_of};
use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::execution::read_page::Page;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::request::resource_access::ResourceAccess;
use dynalab_engine::request::return_values::ReturnConsumedCapacity;
use dynalab_engine::response::consumed_capacity::{self, ConsumedCapacity};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_expressions::Problem;
use dynalab_expressions::partiql::{Statement, StatementKind, StatementProblem};

/// An ExecuteStatement request.
#[derive(Clone, Debug)]
pub struct ExecuteStatement {
    statement: StatementRequest,
    limit: Option<i64>,
    next_token: Option<String>,
    return_consumed_capacity: ReturnConsumedCapacity,
}

/// The response of ExecuteStatement.
#[derive(Debug)]
pub struct ExecuteStatementResponse {
    items: Vec<PackedItem>,
    /// NextToken and LastEvaluatedKey.
    next: Option<Box<(String, Item)>>,
    consumed: Option<ConsumedCapacity>,
}

/// A planned statement.
#[derive(Clone, Debug)]
pub enum PlannedStatement {
    Select(Box<BoundSelect>),
    Write(Box<BoundWrite>),
}

impl PlannedStatement {
    /// Returns the access plan.
    pub(crate) fn describe(&self, database: &Database) -> Result<Plan, DynamoError> {
        match self {
            PlannedStatement::Select(select) => Ok(select.plan(&select.source(database)?)),
            PlannedStatement::Write(write) => write.action.target.plan(database),
        }
    }
}

impl ExecuteStatement {
    fn parse(&self) -> Result<Statement, DynamoError> {
        let statement = self.statement.parse()?;
        match statement.kind {
            StatementKind::Exists(_) => Err(Problem::from(StatementProblem::ExistsMisplaced).into()),
            _ => Ok(statement),
        }
    }
}

impl ExecuteStatement {
    fn resource_accesses(&self, database: &Database) -> Vec<ResourceAccess> {
        let mut touched: Vec<ResourceAccess> = of_statement(&self.statement, database).into_iter().collect();
        touched
            .iter_mut()
            .for_each(|touched| touched.set_return_consumed_capacity(self.return_consumed_capacity));
        touched
    }
}

impl Operation<Complete> for ExecuteStatement {
    const NAME: &'static str = "ExecuteStatement";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Items(ExecuteStatement::resource_accesses);
    type Response = ExecuteStatementResponse;

    fn decode(fields: &mut Fields) -> ExecuteStatement {
        ExecuteStatement {
            statement: StatementRequest::decode(fields),
            next_token: fields.text_of_length("NextToken", 1, next_token::TOKEN_LENGTH_MAX),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            limit: fields.integer_between("Limit", "Integer", 1, None),
        }
    }

    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        check_table(&self.statement, config)
    }

    /// The plan, and the name of the table as the statement contains it.
    type Planned = (Option<PlannedStatement>, Box<str>);

    fn plan(&self, database: &Database) -> Result<Self::Planned, DynamoError> {
        let statement = self.parse()?;
        let planned = match &statement.kind {
            StatementKind::Select(select) => {
                let bound = BoundSelect::bind(&self.statement, (&statement, select), database)?;
                Some(PlannedStatement::Select(Box::new(bound)))
            }
            _ => bind_write(&self.statement, &statement, database)?
                .map(|write| PlannedStatement::Write(Box::new(write))),
        };
        Ok((planned, table_of(&statement.kind).table.clone()))
    }

    fn describe(&self, (planned, _): &Self::Planned, database: &Database) -> Result<Plan, DynamoError> {
        planned.as_ref().map_or(Ok(Plan::NoRead), |planned| planned.describe(database))
    }

    fn step(
        &mut self,
        (planned, named): &mut Self::Planned,
        context: &mut Context,
    ) -> Result<Step<ExecuteStatementResponse>, DynamoError> {
        let mut page = Page::default();
        let mut writes = WriteSet::default();
        match planned {
            Some(PlannedStatement::Select(select)) => {
                let token = self.next_token.as_deref();
                let start_key = token.map(|token| next_token::decode(&self.statement, token)).transpose()?;
                page = select.read(context, self.limit, start_key.as_ref())?;
            }
            Some(PlannedStatement::Write(write)) => {
                let (attributes, made) = write.execute(context)?;
                page.items.extend(attributes.as_deref().map(PackedItem::pack));
                writes = made;
            }
            None => {}
        }
        let next = page.last_key.map(|key| Box::new((next_token::encode(&self.statement, &key), key)));
        let wanted = self.return_consumed_capacity;
        let consumed = ConsumedCapacity::if_requested(context, wanted, table_name_of(named), named);
        Ok(Step::Done(ExecuteStatementResponse { items: page.items, next, consumed }, writes))
    }

    fn encode(response: &ExecuteStatementResponse, body: &mut ObjectWriter) {
        body.list("Items", &response.items, |json, item| item.write_json(json));
        if let Some(next) = &response.next {
            body.text("NextToken", &next.0);
            body.item("LastEvaluatedKey", &next.1);
        }
        consumed_capacity::encode_one(&response.consumed, body);
    }
}
