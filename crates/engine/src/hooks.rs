//! The extension points of the engine for the simulation. A [`Service`] combines all of them. Those for items, writes, pages,
//! tables and so on are traits in their own modules. The default methods are the plain engine, so a service implements only
//! what differs. All calls are resolved at compile time, so unused code is not linked.

use dynalab_types::Timestamp;

use crate::codec::unreadable::Unreadable;
use crate::database::change::{Change, WriteSet};
use crate::database::locks::LockTable;
use crate::database::scheduler::Task;
use crate::database::unconditional_records::UnconditionalRecords;
use crate::database::{Database, StateService};
use crate::engine::Engine;
use crate::engine::ticket::Ticket;
use crate::error::{DynamoError, FaultError};
use crate::execution::context::{Context, ItemService};
use crate::execution::item_write::WriteService;
use crate::execution::lifecycle::WorkService;
use crate::execution::read_page::PageService;
use crate::execution::table_service::TableService;
use crate::execution::task_context::TaskContext;
use crate::operations::{DataRequest, Request, RequestService};
use crate::registry::RecordKey;
use crate::request::operation_set::{NoRequest, Requests};
use crate::request::text::MEMBERS_OF_COMPLETE;
use crate::settings::config::EngineConfig;
use crate::trace::Tracer;

/// The simulation around the tables of an engine.
pub trait Service: RequestService + StateService + WorkService {
    /// Returns true if this engine would serve a part of a database incorrectly.
    fn is_database_unsupported(database: &Database) -> bool {
        // Deleting a table with point-in-time recovery creates a backup, which needs the complete engine.
        database.tables().any(|table| table.definition.settings.recovery.is_some())
            || database.registry().has_kind_that_needs_complete_engine()
    }

    /// Checks a record from a store. Unknown kinds of records are kept.
    ///
    /// # Errors
    /// The record cannot be read.
    fn check_record(_key: &RecordKey, _bytes: &[u8]) -> Result<(), Unreadable> {
        Ok(())
    }

    /// Checks a scheduled task from a store.
    ///
    /// # Errors
    /// The task cannot be read.
    fn check_task(_task: &Task) -> Result<(), Unreadable> {
        Ok(())
    }

    /// Returns by how many milliseconds a request moves the clock on arrival.
    fn clock_advance_ms(_request: &Self::Request) -> u64 {
        0
    }

    /// Applies the settings of the database to the configuration.
    fn configure(&self, _config: &mut EngineConfig, _opened: &EngineConfig, _database: &Database) {}

    /// Runs once per request, before its first step. A returned fault replaces the response after the operation was executed.
    ///
    /// # Errors
    /// The request is rejected and has no effect.
    fn admit(
        _request: &Request<Self>,
        _context: &mut Context<Self>,
    ) -> Result<Option<FaultError>, DynamoError> {
        Ok(None)
    }

    /// Called after a request, with its error if it failed. Collects metrics.
    fn collect(_request: &Request<Self>, _error: Option<&DynamoError>, _context: &mut Context<Self>) {}

    /// Returns the changes of settled records, which are written even if the request or task failed.
    fn settle(_settled: &mut UnconditionalRecords, _database: &Database) -> Vec<Change> {
        Vec::new()
    }

    /// Returns the writes that result from settled records.
    fn follow_settled(&self, _at: Timestamp, _changes: &[Change], _database: &Database) -> WriteSet {
        WriteSet::default()
    }

    /// Called after changes were committed. Commits the changes that result from them, and returns all.
    fn follow_commit(
        _engine: &mut Engine<Self>,
        _at: Timestamp,
        changes: Vec<Change>,
        _tracer: &mut Tracer,
    ) -> Vec<Change> {
        changes
    }

    /// Performs a scheduled task.
    fn perform(_task: &Task, _context: TaskContext<Self>) -> WriteSet {
        WriteSet::default()
    }

    fn note_writes(_holds: &mut LockTable, _ticket: Ticket, _changes: &[Change]) {}

    fn end_transaction(_holds: &mut LockTable, _ticket: Ticket) {}
}

/// The plain engine: tables and data without simulation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl ItemService for Plain {}
impl WriteService for Plain {}
impl PageService for Plain {
    type Draws<'a> = NoRequest;
    type Stale<'a> = NoRequest;
}

impl StateService for Plain {}
impl WorkService for Plain {}
impl Service for Plain {}

impl TableService for Plain {
    const NOT_SUPPORTED: &'static [&'static str] = MEMBERS_OF_COMPLETE;
}

impl RequestService for Plain {
    type Request = NoRequest;
    const OPERATIONS: &'static [&'static str] = <DataRequest as Requests<Plain>>::NAMES;
    const CONTROLS: &'static [&'static str] = &[];
}
