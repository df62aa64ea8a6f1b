//! What the service does later beside the life of tables and indexes: who does which task.

use crate::agenda::{Task, TaskKind};
use crate::change::WriteSet;
use crate::service::alarms::watch;
use crate::service::backfill;
use crate::service::event_source::poll;
use crate::service::regions::arrival;
use crate::service::scaling;
use crate::service::stream_shards::reshaping;
use crate::service::task_context::TaskContext;
use crate::service::time_to_live::sweep;
use crate::service::workers::run;

/// Nothing comes of a task that nobody knows: it can only be of a newer version.
pub(crate) fn perform(task: &Task, context: TaskContext) -> WriteSet {
    let table = task.table.as_ref().map(|table| table.find(context.database));
    match (task.kind, table) {
        (_, Some(None)) => WriteSet::default(),
        (TaskKind::EVENT_SOURCE_POLL, _) => match std::str::from_utf8(&task.payload) {
            Ok(name) => poll::perform(name, context),
            Err(_) => WriteSet::default(),
        },
        (TaskKind::WORKERS_RUN, _) => match std::str::from_utf8(&task.payload) {
            Ok(name) => run::perform(name, context),
            Err(_) => WriteSet::default(),
        },
        (TaskKind::STREAM_SHARDS_ROLL, _) => match std::str::from_utf8(&task.payload) {
            Ok(arn) => reshaping::roll(arn, &context),
            Err(_) => WriteSet::default(),
        },
        (TaskKind::REPLICATION, Some(Some(table))) => arrival::perform(table, &task.payload, context),
        (TaskKind::ALARMS, _) => watch::perform(context),
        (TaskKind::INDEX_BACKFILL, Some(Some(table))) => backfill::begin(task, table),
        (TaskKind::TIME_TO_LIVE_SWEEP, Some(Some(table))) => sweep::perform(table, context),
        (TaskKind::AUTO_SCALING, Some(Some(table))) => scaling::perform(table, context),
        _ => WriteSet::default(),
    }
}
