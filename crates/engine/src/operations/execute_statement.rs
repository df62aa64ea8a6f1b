//! ExecuteStatement: one PartiQL statement, reading a page or writing an item.

use dynalab_types::{Item, PackedItem};

use crate::change::WriteSet;
use crate::consumed_capacity::{self, ConsumedCapacity};
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, StatementError};
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::read_page::Page;
use crate::read_request::ReadRequest;
use crate::return_values::ReturnConsumedCapacity;
use crate::service::touched::{self, Touched};
use crate::statement::select::BoundSelect;
use crate::statement::write::bind_write;
use crate::statement::{StatementRequest, next_token, table_of};
use dynalab_expressions::partiql::{Statement, StatementKind};

#[derive(Clone, Debug)]
pub struct ExecuteStatement {
    statement: StatementRequest,
    limit: Option<i64>,
    next_token: Option<String>,
    return_consumed_capacity: ReturnConsumedCapacity,
}

#[derive(Debug)]
pub struct ExecuteStatementResponse {
    items: Vec<PackedItem>,
    /// NextToken and LastEvaluatedKey.
    next: Option<Box<(String, Item)>>,
    consumed: Option<ConsumedCapacity>,
}

impl ExecuteStatement {
    fn parse(&self) -> Result<Statement, DynamoError> {
        let statement = self.statement.parse()?;
        match statement.kind {
            StatementKind::Exists(_) => Err(StatementError::ExistsOutsideTransaction.into()),
            _ => Ok(statement),
        }
    }
}

impl Operation for ExecuteStatement {
    const NAME: &'static str = "ExecuteStatement";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = ExecuteStatementResponse;

    fn decode(fields: &mut Fields) -> ExecuteStatement {
        ExecuteStatement {
            statement: StatementRequest::decode(fields),
            next_token: fields.text_of_length("NextToken", 1, next_token::TOKEN_LENGTH_MAX),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            limit: fields.integer_between("Limit", "Integer", 1, None),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        let statement = self.parse()?;
        if let StatementKind::Select(select) = &statement.kind {
            let request = ReadRequest::of_statement(&select.from, self.statement.consistent_read);
            return Ok(BoundSelect::bind(&self.statement, &request, select, database)?.plan());
        }
        match bind_write(&self.statement, &statement, database)? {
            Some(write) => write.action.target.plan(database),
            None => Ok(Plan::NoRead),
        }
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<ExecuteStatementResponse>, DynamoError> {
        let statement = self.parse()?;
        let mut page = Page::default();
        let mut writes = WriteSet::default();
        if let StatementKind::Select(select) = &statement.kind {
            let mut request = ReadRequest::of_statement(&select.from, self.statement.consistent_read);
            request.limit = self.limit;
            let bound = BoundSelect::bind(&self.statement, &request, select, context.database)?;
            let token = self.next_token.as_deref();
            let start_key = token.map(|token| next_token::decode(&self.statement, token)).transpose()?;
            page = bound.read(context, &mut request, start_key.as_ref())?;
        } else if let Some(write) = bind_write(&self.statement, &statement, context.database)? {
            let (attributes, made) = write.execute(context)?;
            page.items.extend(attributes.as_deref().map(PackedItem::pack));
            writes = made;
        }
        let next = page.last_key.map(|key| Box::new((next_token::encode(&self.statement, &key), key)));
        let named = &table_of(&statement.kind).table;
        let wanted = self.return_consumed_capacity;
        let consumed = ConsumedCapacity::of(context, wanted, table_name_of(named), named);
        Ok(Step::Done(ExecuteStatementResponse { items: page.items, next, consumed }, writes))
    }

    fn touched(&self, database: &Database) -> Vec<Touched> {
        let mut touched: Vec<Touched> =
            touched::of_statement(&self.statement, database).into_iter().collect();
        touched.iter_mut().for_each(|touched| touched.consumed(self.return_consumed_capacity));
        touched
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
