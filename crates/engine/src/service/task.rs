//! Performs the scheduled tasks of the complete engine.

use crate::agenda::{Task, TaskKind};
use crate::change::WriteSet;
use crate::record_form;
use crate::registry::Checked;
use crate::service::alarms::watch;
use crate::service::backfill;
use crate::service::complete::TaskContext;
use crate::service::event_source::poll;
use crate::service::regions::arrival;
use crate::service::scaling;
use crate::service::stream_shards::reshaping;
use crate::service::time_to_live::sweep;
use crate::service::workers::run;

/// Performs a task. It does nothing if the task's table was deleted.
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
