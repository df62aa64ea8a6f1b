//! What the service does later beside the life of tables and indexes: who does which task.

use crate::agenda::{Due, Task, TaskKind};
use crate::change::WriteSet;
use crate::config::EngineConfig;
use crate::database::Database;
use crate::holds::Holds;
use crate::record_form;
use crate::registry::Checked;
use crate::service::alarms::watch;
use crate::service::backfill;
use crate::service::event_source::poll;
use crate::service::regions::arrival;
use crate::service::scaling;
use crate::service::settled::SettledRecords;
use crate::service::stream_shards::reshaping;
use crate::service::time_to_live::sweep;
use crate::service::workers::run;
use crate::trace::Tracer;

/// What a task may look at. It writes by its [`WriteSet`], and settles records as a request does.
pub(crate) struct TaskContext<'a> {
    pub due: Due,
    pub database: &'a Database,
    pub config: &'a EngineConfig,
    pub settled: &'a mut SettledRecords,
    /// Of the transactions in flight.
    pub holds: &'a Holds,
    /// Of the request or the advance that made it fall due, at the time at which it was due.
    pub trace: &'a mut Tracer,
}

/// Nothing comes of a task whose table is gone.
pub(crate) fn perform(task: &Task, context: TaskContext) -> WriteSet {
    let table = task.table.as_ref().map(|table| table.find(context.database));
    match (task.kind, table) {
        (_, Some(None)) => WriteSet::default(),
        (TaskKind::EVENT_SOURCE_POLL, _) => match record_form::text(&task.payload).checked() {
            Some(name) => poll::perform(name, context),
            None => WriteSet::default(),
        },
        (TaskKind::WORKERS_RUN, _) => match record_form::text(&task.payload).checked() {
            Some(name) => run::perform(name, context),
            None => WriteSet::default(),
        },
        (TaskKind::STREAM_SHARDS_ROLL, _) => match record_form::text(&task.payload).checked() {
            Some(arn) => reshaping::roll(arn, &context),
            None => WriteSet::default(),
        },
        (TaskKind::REPLICATION, Some(Some(table))) => arrival::perform(table, &task.payload, context),
        (TaskKind::ALARMS, _) => watch::perform(context),
        (TaskKind::INDEX_BACKFILL, Some(Some(table))) => backfill::begin(task, table),
        (TaskKind::TIME_TO_LIVE_SWEEP, Some(Some(table))) => sweep::perform(table, context),
        (TaskKind::AUTO_SCALING, Some(Some(table))) => scaling::perform(table, context),
        _ => WriteSet::default(),
    }
}
