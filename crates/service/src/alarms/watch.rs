//! Evaluates all alarms at the end of each minute. The scheduler has one such task as long as there are alarms.

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::trace::EventKind;
use dynalab_types::Timestamp;

use crate::alarms::{Alarm, AlarmHistory, AlarmState, MissingData};
use crate::complete::TaskContext;
use crate::metrics::points::points;

const MINUTE_MS: u64 = 60_000;

/// The key of the record with the next evaluation time. A task with another time is obsolete, because all alarms were deleted
/// in the meantime.
fn next_key() -> RecordKey {
    RecordKey::of_account(RecordKind::ALARM_WATCH, "")
}

fn next_evaluation(database: &Database) -> Option<u64> {
    record_form::number(database.record(&next_key())?).checked()
}

/// Returns the writes that start the evaluation, for a new alarm. Does nothing if it is running.
pub(crate) fn begin(database: &Database, now: Timestamp) -> WriteSet {
    match next_evaluation(database) {
        Some(_) => WriteSet::default(),
        None => go_on(now),
    }
}

/// Returns the change that ends the evaluation, for the deletion of the last alarm.
pub(crate) fn end() -> Change {
    Change::record(next_key(), None)
}

fn go_on(now: Timestamp) -> WriteSet {
    let at_ms = (now.epoch_ms / MINUTE_MS + 1) * MINUTE_MS;
    let task = Task { kind: TaskKind::ALARMS, table: None, payload: Arc::new([]) };
    let record = Change::record(next_key(), Some(at_ms.to_le_bytes().to_vec()));
    WriteSet::from_change(record).then(at_ms - now.epoch_ms, Work::Task(task))
}

pub(crate) fn perform(context: TaskContext) -> WriteSet {
    let now = context.due.at;
    if next_evaluation(context.database) != Some(now.epoch_ms) {
        return WriteSet::default();
    }
    let mut writes = go_on(now);
    for alarm in Alarm::all(context.database) {
        let mut history = AlarmHistory::load(context.database, &alarm.name);
        let (before, after) = (history.state(), state(&alarm, history.state(), context.database, now));
        if before != after {
            context.trace.emit(|| EventKind::AlarmTurned {
                alarm: alarm.name.clone(),
                before: before.name(),
                after: after.name(),
            });
            history.record_state(now, after);
            writes.changes.push(Change::record(AlarmHistory::key(&alarm.name), Some(history.to_bytes())));
        }
    }
    writes
}

/// Evaluates the last complete periods.
fn state(alarm: &Alarm, before: AlarmState, database: &Database, now: Timestamp) -> AlarmState {
    let end_ms = now.epoch_ms - now.epoch_ms % alarm.period_ms.max(1);
    let begin_ms = end_ms.saturating_sub(alarm.periods * alarm.period_ms);
    let points = points(database, &alarm.series, alarm.period_ms, begin_ms, end_ms);
    let breaches =
        |value: u64| alarm.comparison.is_breached(i128::from(value), i128::from(alarm.threshold_thousandths));
    let breaching =
        points.values().filter(|counted| breaches(alarm.statistic.value_in(**counted))).count() as u64;
    let missing = alarm.periods - (points.len() as u64).min(alarm.periods);
    let turned = |breaching: u64| match breaching >= alarm.datapoints {
        true => AlarmState::Alarm,
        false => AlarmState::Ok,
    };
    match alarm.missing {
        MissingData::Breaching => turned(breaching + missing),
        MissingData::NotBreaching => turned(breaching),
        MissingData::Missing if points.is_empty() => AlarmState::InsufficientData,
        MissingData::Ignore if points.is_empty() => before,
        MissingData::Missing | MissingData::Ignore => turned(breaching),
    }
}
