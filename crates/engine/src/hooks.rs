//! Where something stands around the tables: the places at which the engine asks it. The questions about items, writes, pages, tables and
//! the like stand beside what they are about; all together are a [`Service`]. Each method does by itself what the plain engine does, so a
//! service names only those at which it has something to say. All calls are bound when the program is compiled; what a service does not
//! use is not linked.

use dynalab_types::Timestamp;

use crate::agenda::Task;
use crate::change::{Change, WriteSet};
use crate::config::EngineConfig;
use crate::context::{Context, ItemService};
use crate::database::{Database, StateService};
use crate::engine::Engine;
use crate::error::{DynamoError, FaultError};
use crate::holds::Holds;
use crate::item_write::WriteService;
use crate::lifecycle::WorkService;
use crate::operation_set::{NoRequest, Requests};
use crate::operations::{DataRequest, Request, RequestService};
use crate::read_page::PageService;
use crate::registry::RecordKey;
use crate::request_text::MEMBERS_OF_COMPLETE;
use crate::service::settled::SettledRecords;
use crate::service::task_context::TaskContext;
use crate::table_service::TableService;
use crate::ticket::Ticket;
use crate::trace::Tracer;
use crate::unreadable::Unreadable;

/// What stands around the tables of an engine.
pub trait Service: RequestService + StateService + WorkService {
    /// Whether this engine would serve something of a database wrongly.
    fn leaves_database(database: &Database) -> bool {
        // Who deletes a table with recovery leaves a backup of it.
        database.tables().any(|table| table.definition.settings.recovery.is_some())
            || database.registry().iter().any(|(key, _)| key.kind.needs_complete_engine())
    }

    /// Looks at a record that comes in from a store. What is not known is kept.
    ///
    /// # Errors
    /// What cannot be read.
    fn check_record(_key: &RecordKey, _bytes: &[u8]) -> Result<(), Unreadable> {
        Ok(())
    }

    /// # Errors
    /// What cannot be read.
    fn check_task(_task: &Task) -> Result<(), Unreadable> {
        Ok(())
    }

    /// How far a request moves the clock as it arrives.
    fn moves_clock_ms(_request: &Self::Request) -> u64 {
        0
    }

    /// The configuration as the database wants it.
    fn configure(_config: &mut EngineConfig, _opened: &EngineConfig, _database: &Database) {}

    /// Asked once a request, before its first step. A fault that it returns is told in the end, when all has happened.
    ///
    /// # Errors
    /// Why nothing happens.
    fn admit(
        _request: &Request<Self>,
        _context: &mut Context<Self>,
    ) -> Result<Option<FaultError>, DynamoError> {
        Ok(None)
    }

    /// The request is over, with what it is refused for, if it is.
    fn collect(_request: &Request<Self>, _error: Option<&DynamoError>, _context: &mut Context<Self>) {}

    /// What is written whatever came of the request or the task.
    fn settle(_settled: &mut SettledRecords, _database: &Database) -> Vec<Change> {
        Vec::new()
    }

    /// What follows from what was settled.
    fn follow_settled(_at: Timestamp, _changes: &[Change], _database: &Database) -> WriteSet {
        WriteSet::default()
    }

    /// Changes have been committed; what follows from them is committed, and returned with them.
    fn follow_commit(
        _engine: &mut Engine<Self>,
        _at: Timestamp,
        changes: Vec<Change>,
        _tracer: &mut Tracer,
    ) -> Vec<Change> {
        changes
    }

    /// Does a task of its own.
    fn perform(_task: &Task, _context: TaskContext) -> WriteSet {
        WriteSet::default()
    }

    fn note_writes(_holds: &mut Holds, _ticket: Ticket, _changes: &[Change]) {}

    fn end_transaction(_holds: &mut Holds, _ticket: Ticket) {}
}

/// Nothing: tables and data alone.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl ItemService for Plain {}
impl WriteService for Plain {}
impl PageService for Plain {}
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
