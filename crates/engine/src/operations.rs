//! A request: an operation on tables and data, listed here, or an operation that the service adds.

pub(crate) mod batch_execute_statement;
pub(crate) mod batch_get_item;
pub(crate) mod batch_write_item;
pub(crate) mod cancel_bulk_operation;
pub(crate) mod create_backup;
pub(crate) mod create_global_table;
pub(crate) mod create_table;
pub(crate) mod delete_backup;
pub(crate) mod delete_item;
pub(crate) mod delete_resource_policy;
pub(crate) mod delete_table;
pub(crate) mod describe_backup;
pub(crate) mod describe_bulk_operation;
pub(crate) mod describe_continuous_backups;
pub(crate) mod describe_contributor_insights;
pub(crate) mod describe_endpoints;
pub(crate) mod describe_export;
pub(crate) mod describe_global_table;
pub(crate) mod describe_global_table_settings;
pub(crate) mod describe_import;
pub(crate) mod describe_kinesis_streaming_destination;
pub(crate) mod describe_limits;
pub(crate) mod describe_stream;
pub(crate) mod describe_table;
pub(crate) mod describe_table_replica_auto_scaling;
pub(crate) mod describe_time_to_live;
pub(crate) mod disable_kinesis_streaming_destination;
pub(crate) mod enable_kinesis_streaming_destination;
pub(crate) mod execute_statement;
pub(crate) mod execute_transaction;
pub(crate) mod export_table_to_point_in_time;
pub(crate) mod get_item;
pub(crate) mod get_records;
pub(crate) mod get_resource_policy;
pub(crate) mod get_shard_iterator;
pub(crate) mod import_table;
pub(crate) mod list_backups;
pub(crate) mod list_bulk_operations;
pub(crate) mod list_contributor_insights;
pub(crate) mod list_exports;
pub(crate) mod list_global_tables;
pub(crate) mod list_imports;
pub(crate) mod list_streams;
pub(crate) mod list_tables;
pub(crate) mod list_tags_of_resource;
pub(crate) mod put_item;
pub(crate) mod put_resource_policy;
pub(crate) mod query;
pub(crate) mod restore_table_from_backup;
pub(crate) mod restore_table_to_point_in_time;
pub(crate) mod scan;
pub(crate) mod search_vectors;
pub(crate) mod start_bulk_put_items;
pub(crate) mod tag_resource;
pub(crate) mod transact_get_items;
pub(crate) mod transact_write_items;
pub(crate) mod untag_resource;
pub(crate) mod update_continuous_backups;
pub(crate) mod update_contributor_insights;
pub(crate) mod update_global_table;
pub(crate) mod update_global_table_settings;
pub(crate) mod update_item;
pub(crate) mod update_kinesis_streaming_destination;
pub(crate) mod update_table;
pub(crate) mod update_table_replica_auto_scaling;
pub(crate) mod update_time_to_live;

use dynalab_types::json::Object;

use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::item_write::WriteService;
use crate::json_writer::ObjectWriter;
use crate::legacy;
use crate::operation::Step;
use crate::operation_set::{Requests, operation_set};
use crate::plan::Plan;
use crate::read_page::PageService;
use crate::request_text::MEMBERS_OF_COMPLETE;
use crate::table_service::TableService;
use crate::touched::Touched;

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
    pub fn reads_only(operation: &str) -> bool {
        let of_data = <DataRequest as Requests<S>>::reads_only(operation);
        of_data.or_else(|| S::Request::reads_only(operation)).unwrap_or(true)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Request::Data(request) => Requests::<S>::name(request),
            Request::Service(request) => request.name(),
        }
    }

    /// Decodes the body of a request. `operation` is the part of X-Amz-Target after the dot.
    pub fn decode(operation: &str, body: &Object) -> Result<Request<S>, DynamoError> {
        if let Some(request) = <DataRequest as Requests<S>>::decode(operation, body) {
            return request.map(Request::Data);
        }
        let request = S::Request::decode(operation, body);
        request.map_or(Err(DynamoError::UnknownOperation), |request| request.map(Request::Service))
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

    pub(crate) fn tables_mut(&mut self) -> Vec<&mut String> {
        match self {
            Request::Data(request) => Requests::<S>::tables_mut(request),
            Request::Service(request) => request.tables_mut(),
        }
    }

    pub(crate) fn touched(&self, database: &Database) -> Vec<Touched> {
        match self {
            Request::Data(request) => Requests::<S>::touched(request, database),
            Request::Service(request) => request.touched(database),
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
    pub(crate) fn explain(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.describe(&self.plan(database)?, database)
    }

    /// Executes the next step. Plans the request before the first one.
    pub(crate) fn plan_and_step(
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
    fn leaves_request(operation: &str, body: &str) -> bool {
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
