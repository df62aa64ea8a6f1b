//! Performs the scheduled tasks of the complete engine.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::scheduler::{Task, TaskKind};
use dynalab_engine::registry::Checked;

use crate::alarms::watch;
use crate::backfill;
use crate::complete::TaskContext;
use crate::event_source::poll;
use crate::regions::arrival;
use crate::scaling;
use crate::stream_shards::shard_changes;
use crate::table_times::schedule;
use crate::time_to_live::sweep;
use crate::workers::run;

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
            Some(arn) => shard_changes::roll(arn, &context),
            None => WriteSet::default(),
        },
        (TaskKind::REPLICATION, Some(Some(table))) => arrival::perform(table, &task.payload, context),
        (TaskKind::ALARMS, _) => watch::perform(context),
        (TaskKind::INDEX_BACKFILL, Some(Some(table))) => backfill::begin(task, table),
        (TaskKind::TABLE_CHANGE | TaskKind::TABLE_SETTING, Some(Some(table))) => {
            schedule::perform(task, table, context)
        }
        (TaskKind::TIME_TO_LIVE_SWEEP, Some(Some(table))) => sweep::perform(table, context),
        (TaskKind::AUTO_SCALING, Some(Some(table))) => scaling::perform(table, context),
        _ => WriteSet::default(),
    }
}
