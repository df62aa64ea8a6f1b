//! What an operation is: how one of the API, or a control, works from its JSON to its answer.

use std::fmt::Debug;

use dynalab_types::json::Object;

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, Problems, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::plan::Plan;
use crate::touched::Touched;

/// Implemented in a file of its own by each operation.
pub trait Operation<S>: Sized {
    const NAME: &'static str;
    const LAYER: RequestLayer;
    /// Changes nothing: a follower may answer it.
    const READS_ONLY: bool = false;
    /// Only the first constraint violation is told.
    const ONE_VIOLATION: bool = false;
    /// What it asks of which resource.
    const ACCESS: Access<Self> = Access::Nothing;
    /// The tables that it names, of an operation that can be executed in another Region.
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |_| Vec::new();
    type Response: Debug;

    /// Shape: JSON to members, as typed, noting everything that is wrong. The order of the lines is the order in which
    /// the service tells it.
    fn decode(fields: &mut Fields) -> Self;

    /// What is known before the first look at items: expressions with their names and values, keys as bytes. A batch or a
    /// transaction notes in it how far it is.
    type Planned: Clone;

    /// Made once, before the first step: all checks that need no item.
    fn plan(&self, database: &Database) -> Result<Self::Planned, DynamoError>;

    /// The plan in words that a picture can draw.
    fn describe(&self, _planned: &Self::Planned, _: &Database) -> Result<Plan, DynamoError> {
        Ok(Plan::NoRead)
    }

    /// Looks, decides, and says what to write. Most operations are done in one step; batches take one for each
    /// item, and transactions one more to begin and one to end.
    fn step(
        &mut self,
        planned: &mut Self::Planned,
        context: &mut Context<S>,
    ) -> Result<Step<Self::Response>, DynamoError>;

    fn encode(response: &Self::Response, body: &mut ObjectWriter);
}

/// What an operation asks of which resource, in the words of permissions.
pub enum Access<Asking> {
    /// A control asks nothing of any.
    Nothing,
    Account,
    Table(fn(&Asking) -> &str),
    TableOrAccount(fn(&Asking) -> Option<&str>),
    Arn(fn(&Asking) -> &str),
    /// Items of one table or several.
    Items(fn(&Asking, &Database) -> Vec<Touched>),
}

impl<Asking> Access<Asking> {
    /// `action` is the name of the operation.
    pub fn touched(&self, action: &'static str, operation: &Asking, database: &Database) -> Vec<Touched> {
        match self {
            Access::Nothing => Vec::new(),
            Access::Account => Touched::account(action),
            Access::Table(table) => Touched::table(action, table(operation)),
            Access::TableOrAccount(table) => Touched::table_or_account(action, table(operation)),
            Access::Arn(arn) => Touched::arn(action, arn(operation)),
            Access::Items(items) => items(operation, database),
        }
    }
}

/// What a step came to.
pub enum Step<Response> {
    /// These writes are committed, and there is more to do.
    More(WriteSet),
    Done(Response, WriteSet),
}

impl<Response> Step<Response> {
    pub fn map<Mapped>(self, map: impl FnOnce(Response) -> Mapped) -> Step<Mapped> {
        match self {
            Step::More(writes) => Step::More(writes),
            Step::Done(response, writes) => Step::Done(map(response), writes),
        }
    }
}

/// The body of an answer.
pub(crate) fn answer_json<O: Operation<S>, S>(response: &O::Response) -> String {
    let mut json = String::new();
    let mut body = ObjectWriter::begin(&mut json);
    O::encode(response, &mut body);
    body.end();
    json
}

pub(crate) fn decode<O: Operation<S>, S>(body: &Object) -> Result<O, DynamoError> {
    let mut problems = Problems::default();
    let mut fields = Fields::new(body, O::LAYER, &mut problems);
    let operation = O::decode(&mut fields);
    fields.refuse_unknown_members();
    problems.finish(O::LAYER, O::ONE_VIOLATION)?;
    Ok(operation)
}

/// Of an operation that reads no items: there is nothing to plan.
macro_rules! reads_nothing {
    () => {
        type Planned = ();

        fn plan(&self, _: &$crate::database::Database) -> Result<(), $crate::error::DynamoError> {
            Ok(())
        }
    };
}
pub(crate) use reads_nothing;
