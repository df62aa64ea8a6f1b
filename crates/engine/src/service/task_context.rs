//! What a task of the service may use: it reads, and says what to write.

use crate::agenda::Due;
use crate::config::EngineConfig;
use crate::database::Database;
use crate::holds::Holds;
use crate::service::settled::SettledRecords;
use crate::trace::Tracer;

/// What a task may look at. It writes by its [`WriteSet`], and settles records as a request does.
pub struct TaskContext<'a> {
    pub due: Due,
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub settled: &'a mut SettledRecords,
    /// Of the transactions in flight.
    pub holds: &'a Holds,
    /// Of the request or the advance that made it fall due, at the time at which it was due.
    pub trace: &'a mut Tracer,
}
