//! The context of a scheduled task. A task reads the database through it and returns the writes.

use crate::database::Database;
use crate::database::locks::LockTable;
use crate::database::scheduler::DueTime;
use crate::database::unconditional_records::UnconditionalRecords;
use crate::settings::config::EngineConfig;
use crate::trace::Tracer;

/// The data that a task can read. It returns its writes as a [`WriteSet`], and settles records like a request.
pub struct TaskContext<'a, S> {
    pub due: DueTime,
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub unconditional_records: &'a mut UnconditionalRecords,
    /// The locks of transactions in progress.
    pub locks: &'a LockTable,
    /// What the service keeps.
    pub service: &'a S,
    /// The trace of the request or clock advance that made the task due. Its time is that of the task.
    pub trace: &'a mut Tracer,
}
