//! Schedules the polls of a mapping.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::scheduler::{Task, TaskKind, Work};
use dynalab_types::Timestamp;

use crate::event_source::Mapping;
use crate::event_source::state::MappingState;

impl Mapping {
    /// Schedules a poll at the next possible time because there are new records. Does nothing if an earlier poll is scheduled.
    pub fn wake(&self, database: &Database, now: Timestamp) -> WriteSet {
        let interval_ms = database.dials().map_or(0, |dials| dials.stream_poll_interval_ms);
        let at = match interval_ms {
            0 => now,
            _ => Timestamp::from_epoch_ms((now.epoch_ms + 1).div_ceil(interval_ms) * interval_ms),
        };
        if MappingState::next_wake(database, &self.name).is_some_and(|planned| planned <= at) {
            return WriteSet::default();
        }
        self.scheduled(MappingState::load(database, &self.name), Some(at), now)
    }

    /// Stores the state and schedules the poll.
    pub fn scheduled(&self, state: MappingState, wakes_at: Option<Timestamp>, now: Timestamp) -> WriteSet {
        let state = MappingState { wakes_at, ..state };
        let writes =
            WriteSet::from_change(Change::record(MappingState::key(&self.name), Some(state.to_bytes())));
        let Some(at) = wakes_at else { return writes };
        let payload = self.name.as_bytes().into();
        let task = Task { kind: TaskKind::EVENT_SOURCE_POLL, table: None, payload };
        writes.then(at.epoch_ms.saturating_sub(now.epoch_ms), Work::Task(task))
    }
}
