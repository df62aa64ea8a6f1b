//! Schedules the runs of a stream's workers.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_types::Timestamp;

use crate::workers::Workers;
use crate::workers::leases::Leases;

impl Workers {
    /// Schedules a run at the next polling time because there are new records. Does nothing if an earlier run is scheduled.
    pub fn wake(&self, database: &Database, now: Timestamp) -> WriteSet {
        let interval_ms = database.dials().map_or(0, |dials| dials.stream_poll_interval_ms);
        let at = match interval_ms {
            0 => now,
            _ => Timestamp::from_epoch_ms((now.epoch_ms + 1).div_ceil(interval_ms) * interval_ms),
        };
        if Leases::next_wake(database, &self.name).is_some_and(|planned| planned <= at) {
            return WriteSet::default();
        }
        self.scheduled(Leases::load(database, &self.name), Some(at), now)
    }

    /// Stores the leases and schedules the run.
    pub fn scheduled(&self, leases: Leases, wakes_at: Option<Timestamp>, now: Timestamp) -> WriteSet {
        let leases = Leases { wakes_at, ..leases };
        let writes = WriteSet::from_change(Change::record(Leases::key(&self.name), Some(leases.to_bytes())));
        let Some(at) = wakes_at else { return writes };
        let task = Task { kind: TaskKind::WORKERS_RUN, table: None, payload: self.name.as_bytes().into() };
        writes.then(at.epoch_ms.saturating_sub(now.epoch_ms), Work::Task(task))
    }
}
