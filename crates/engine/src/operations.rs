//! A request: an operation on tables and data, listed here, or an operation that the service adds.

pub mod batch_get_item;
pub mod batch_write_item;
pub mod create_table;
pub mod delete_item;
pub mod delete_table;
pub mod describe_table;
pub mod get_item;
pub mod list_tables;
pub mod put_item;
pub mod query;
pub mod scan;
pub mod transact_get_items;
pub mod transact_write_items;
pub mod update_item;
pub mod update_table;

use dynalab_types::json::Object;

use crate::database::Database;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::item_write::WriteService;
use crate::execution::plan::Plan;
use crate::execution::read_page::PageService;
use crate::execution::table_service::TableService;
use crate::request::legacy;
use crate::request::operation::Step;
use crate::request::operation_set::{Requests, operation_set};
use crate::request::regional_checks::RegionalChecks;
use crate::request::resource_access::ResourceAccess;
use crate::request::text::MEMBERS_OF_COMPLETE;
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;

/// One decoded request.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a request is kept once, and a box would be made for each")]
pub enum Request<S: RequestService> {
    Data(DataRequest),
    Service(S::Request),
}

/// The result of planning a request, used by its steps.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "a request is kept once, and a box would be made for each")]
pub enum Planned<S: RequestService> {
    Data(DataPlanned<S>),
    Service(<S::Request as Requests<S>>::Planned),
}

#[derive(Debug)]
enum Answer<S: RequestService> {
    Data(DataAnswer<S>),
    Service(<S::Request as Requests<S>>::Answer),
}

/// The response to a request.
#[derive(Debug)]
pub struct Response<S: RequestService>(Answer<S>);

impl<S: RequestService> Request<S> {
    /// The names of the API's operations.
    pub const ALL: &[&str] = S::OPERATIONS;

    /// The names of the simulation's operations.
    pub const CONTROLS: &[&str] = S::CONTROLS;

    /// Returns the name if it is an operation of the API or the simulation.
    pub fn known_name(operation: &str) -> Option<&'static str> {
        <DataRequest as Requests<S>>::known_name(operation).or_else(|| S::Request::known_name(operation))
    }

    /// Returns true if an operation changes only meters.
    pub fn is_read_only(operation: &str) -> bool {
        let of_data = <DataRequest as Requests<S>>::is_read_only(operation);
        of_data.or_else(|| S::Request::is_read_only(operation)).unwrap_or(true)
    }

    /// Returns the name of the operation.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Data(request) => Requests::<S>::name(request),
            Request::Service(request) => request.name(),
        }
    }

    /// Decodes the body of a request with the checks of us-east-1. `operation` is the part of X-Amz-Target after the dot.
    ///
    /// # Errors
    /// No operation has this name, or the body does not fit it.
    pub fn decode(operation: &str, body: &Object) -> Result<Request<S>, DynamoError> {
        Request::decode_for(RegionalChecks::default(), operation, body)
    }

    /// Decodes the body of a request with the checks of a Region.
    ///
    /// # Errors
    /// No operation has this name, or the body does not fit it.
    pub fn decode_for(
        checks: RegionalChecks,
        operation: &str,
        body: &Object,
    ) -> Result<Request<S>, DynamoError> {
        if let Some(request) = <DataRequest as Requests<S>>::decode(operation, body, checks) {
            return request.map(Request::Data);
        }
        let request = S::Request::decode(operation, body, checks);
        request.map_or(Err(DynamoError::UnknownOperation), |request| request.map(Request::Service))
    }

    /// Rejects ARNs of tables that are not of this account and Region.
    ///
    /// # Errors
    /// An ARN names a table of another account or Region.
    pub fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        match self {
            Request::Data(request) => Requests::<S>::check_tables(request, config),
            Request::Service(request) => request.check_tables(config),
        }
    }

    pub(crate) fn plan(&self, database: &Database) -> Result<Planned<S>, DynamoError> {
        match self {
            Request::Data(request) => request.plan(database).map(Planned::Data),
            Request::Service(request) => request.plan(database).map(Planned::Service),
        }
    }

    pub(crate) fn describe(&self, planned: &Planned<S>, database: &Database) -> Result<Plan, DynamoError> {
        match (self, planned) {
            (Request::Data(request), Planned::Data(planned)) => request.describe(planned, database),
            (Request::Service(request), Planned::Service(planned)) => request.describe(planned, database),
            _ => Ok(Plan::NoRead),
        }
    }

    /// Returns the table names of the request, to change them.
    pub fn tables_mut(&mut self) -> Vec<&mut String> {
        match self {
            Request::Data(request) => Requests::<S>::tables_mut(request),
            Request::Service(request) => request.tables_mut(),
        }
    }

    /// Returns the actions and resources that policies decide about.
    pub fn resource_accesses(&self, database: &Database) -> Vec<ResourceAccess> {
        match self {
            Request::Data(request) => Requests::<S>::resource_accesses(request, database),
            Request::Service(request) => request.resource_accesses(database),
        }
    }

    /// Executes the next step. `planned` is the result of [`Request::plan`] for this request.
    pub(crate) fn step(
        &mut self,
        planned: &mut Planned<S>,
        context: &mut Context<S>,
    ) -> Result<Step<Response<S>>, DynamoError> {
        let step = match (self, planned) {
            (Request::Data(request), Planned::Data(planned)) => {
                request.step(planned, context)?.map(Answer::Data)
            }
            (Request::Service(request), Planned::Service(planned)) => {
                request.step(planned, context)?.map(Answer::Service)
            }
            _ => return Err(DynamoError::UnknownOperation),
        };
        Ok(step.map(Response))
    }

    /// Returns the access plan of the request.
    ///
    /// # Errors
    /// A table or an index does not exist, or an expression is invalid.
    pub fn explain(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.describe(&self.plan(database)?, database)
    }

    /// Executes the next step. Plans the request before the first one.
    ///
    /// # Errors
    /// The request fails. Charges and unconditional records count anyway.
    pub fn plan_and_step(
        &mut self,
        planned: &mut Option<Planned<S>>,
        context: &mut Context<S>,
    ) -> Result<Step<Response<S>>, DynamoError> {
        let planned = match planned {
            Some(planned) => planned,
            None => planned.insert(self.plan(context.database)?),
        };
        self.step(planned, context)
    }
}

impl<S: RequestService> Response<S> {
    /// Returns the response of an operation that the host of an engine executed.
    pub fn of_service(answer: <S::Request as Requests<S>>::Answer) -> Response<S> {
        Response(Answer::Service(answer))
    }

    /// Returns the body of the HTTP response.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        let mut body = ObjectWriter::begin(&mut json);
        match &self.0 {
            Answer::Data(answer) => <DataRequest as Requests<S>>::encode(answer, &mut body),
            Answer::Service(answer) => S::Request::encode(answer, &mut body),
        }
        body.end();
        json
    }
}

operation_set! {
    DataRequest, DataPlanned, DataAnswer <S> for S:
    batch_get_item::BatchGetItem,
    batch_write_item::BatchWriteItem,
    create_table::CreateTable,
    delete_item::DeleteItem,
    delete_table::DeleteTable,
    describe_table::DescribeTable,
    get_item::GetItem,
    list_tables::ListTables,
    put_item::PutItem,
    query::Query,
    scan::Scan,
    transact_get_items::TransactGetItems,
    transact_write_items::TransactWriteItems,
    update_item::UpdateItem,
    update_table::UpdateTable,
}

/// The operations that a service adds, and its checks of request bodies. The default methods leave unsupported requests to
/// another engine.
pub trait RequestService: WriteService + PageService + TableService {
    /// The operations in addition to those on tables and data.
    type Request: Requests<Self>;

    /// The names of the API's operations.
    const OPERATIONS: &'static [&'static str];
    /// The names of the simulation's operations.
    const CONTROLS: &'static [&'static str];

    /// Returns true if the request may need another engine: the operation is not in this one, or the body has an unsupported
    /// member. Escaped characters could hide such a member, so they count too. An attribute with the name of a member only
    /// costs speed.
    fn is_request_unsupported(operation: &str, body: &str) -> bool {
        let is_of_tables = matches!(operation, "CreateTable" | "UpdateTable");
        let names_member = |name: &&str| body.contains(&format!("\"{name}\""));
        !Self::OPERATIONS.contains(&operation)
            || is_of_tables && MEMBERS_OF_COMPLETE.iter().any(names_member)
            || legacy::MEMBERS.iter().any(|quoted| body.contains(quoted))
            // An escaped ASCII letter.
            || body.contains("\\u00")
    }

    /// Checks the text of a body before its members are read.
    ///
    /// # Errors
    /// The problem to report first.
    fn check_body(_operation: &str, _body: &str) -> Result<(), DynamoError> {
        Ok(())
    }
}
