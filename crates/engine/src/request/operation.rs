//! The trait of operations of the API and of the simulation: from JSON request to response.

use std::fmt::Debug;

use dynalab_types::json::Object;

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::plan::Plan;
use crate::request::fields::{Fields, Problems, RequestLayer};
use crate::request::regional_checks::RegionalChecks;
use crate::request::resource_access::ResourceAccess;
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;

/// An operation. Each one has a file of its own.
pub trait Operation<S>: Sized {
    const NAME: &'static str;
    const LAYER: RequestLayer;
    /// True if the operation changes nothing, so a follower can serve it.
    const READS_ONLY: bool = false;
    /// True if the error contains only the first violated constraint.
    const ONE_VIOLATION: bool = false;
    /// The resources and actions that the operation needs permission for.
    const ACCESS: Access<Self> = Access::Nothing;
    /// The tables as the request names them: their names or ARNs. Every operation that reads a table's name must list it.
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |_| Vec::new();
    type Response: Debug;

    /// Reads the members from JSON and records all problems. The order of the calls is the order in which DynamoDB reports
    /// problems.
    fn decode(fields: &mut Fields) -> Self;

    /// The result of planning: bound expressions and encoded keys. A batch or transaction stores its progress in it.
    type Planned: Clone;

    /// Rejects ARNs of tables that are not of this account and Region. Runs before the first table is looked up.
    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError> {
        Self::TABLES(self).into_iter().try_for_each(|table| config.check_table(table))
    }

    /// Performs all checks that need no item. Runs once, before the first step.
    fn plan(&self, database: &Database) -> Result<Self::Planned, DynamoError>;

    /// Describes the plan for diagrams.
    fn describe(&self, _planned: &Self::Planned, _: &Database) -> Result<Plan, DynamoError> {
        Ok(Plan::NoRead)
    }

    /// Executes one step: reads, decides, and returns the writes. Most operations have one step. Batches have one per item.
    /// Transactions have one more to begin and one to end.
    fn step(
        &mut self,
        planned: &mut Self::Planned,
        context: &mut Context<S>,
    ) -> Result<Step<Self::Response>, DynamoError>;

    fn encode(response: &Self::Response, body: &mut ObjectWriter);
}

/// The resource that an operation accesses, in terms of permissions.
pub enum Access<Asking> {
    /// Operations of the simulation need no permission.
    Nothing,
    Account,
    Table(fn(&Asking) -> &str),
    TableOrAccount(fn(&Asking) -> Option<&str>),
    Arn(fn(&Asking) -> &str),
    /// Items of one or more tables.
    Items(fn(&Asking, &Database) -> Vec<ResourceAccess>),
}

impl<Asking> Access<Asking> {
    /// Returns the accessed resources. `action` is the operation's name.
    pub fn resource_accesses(
        &self,
        action: &'static str,
        operation: &Asking,
        database: &Database,
    ) -> Vec<ResourceAccess> {
        match self {
            Access::Nothing => Vec::new(),
            Access::Account => ResourceAccess::account(action),
            Access::Table(table) => ResourceAccess::table(action, table(operation)),
            Access::TableOrAccount(table) => ResourceAccess::table_or_account(action, table(operation)),
            Access::Arn(arn) => ResourceAccess::arn(action, arn(operation)),
            Access::Items(items) => items(operation, database),
        }
    }
}

/// The result of a step.
pub enum Step<Response> {
    /// The writes are committed, and the operation has more steps.
    More(WriteSet),
    Done(Response, WriteSet),
}

impl<Response> Step<Response> {
    /// Replaces the response of a last step.
    pub fn map<Mapped>(self, map: impl FnOnce(Response) -> Mapped) -> Step<Mapped> {
        match self {
            Step::More(writes) => Step::More(writes),
            Step::Done(response, writes) => Step::Done(map(response), writes),
        }
    }
}

/// Writes the body of a response.
pub fn answer_json<O: Operation<S>, S>(response: &O::Response) -> String {
    let mut json = String::new();
    let mut body = ObjectWriter::begin(&mut json);
    O::encode(response, &mut body);
    body.end();
    json
}

/// Reads a request from its JSON object.
///
/// # Errors
/// The body does not fit the operation.
pub fn decode<O: Operation<S>, S>(body: &Object, checks: RegionalChecks) -> Result<O, DynamoError> {
    let mut problems = Problems::default();
    let mut fields = Fields::new(body, O::LAYER, checks, &mut problems);
    let operation = O::decode(&mut fields);
    fields.refuse_unknown_members();
    let layer = fields.layer;
    problems.finish(layer, O::ONE_VIOLATION)?;
    Ok(operation)
}

/// Implements planning for an operation that reads no items.
#[macro_export]
macro_rules! reads_nothing {
    () => {
        type Planned = ();

        fn plan(&self, _: &$crate::database::Database) -> Result<(), $crate::error::DynamoError> {
            Ok(())
        }
    };
}
pub use reads_nothing;
