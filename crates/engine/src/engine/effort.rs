//! The work that the requests of an engine caused, and how much of the due work one request executes.

use dynalab_types::Timestamp;

use crate::engine::Engine;
use crate::hooks::Service;

/// The most bytes that the tasks of one part write, unless a single task or millisecond writes more.
const PART_MAX_BYTES: u64 = 1 << 20;

/// The work that the requests of an engine caused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Scheduled tasks that were executed.
    pub tasks: u64,
    /// About how many bytes were written to the log and the history, as
    /// [`Change::written_bytes`](crate::database::change::Change::written_bytes) counts them.
    pub written_bytes: u64,
}

impl Effort {
    /// Returns what was done since an earlier time.
    pub fn since(self, earlier: Effort) -> Effort {
        Effort {
            tasks: self.tasks - earlier.tasks,
            written_bytes: self.written_bytes - earlier.written_bytes,
        }
    }
}

impl<S: Service> Engine<S> {
    /// Limits the work of the next requests: after this many tasks, or 1 MiB that they wrote, at the end of a millisecond, a request
    /// leaves the rest of the due work, and the clock is at the time of the last executed work. The rest is executed by the next request
    /// with the time, in the same order: the parts have the same result as the whole. `u64::MAX` takes both limits away.
    pub fn bound_due_work(&mut self, tasks_max: u64) {
        self.tasks_max = tasks_max.max(1);
        self.task_bytes_max = if tasks_max == u64::MAX { u64::MAX } else { PART_MAX_BYTES };
    }

    /// Returns the work since the engine was opened. The difference between two calls is the work of a request.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Returns the time to which the last request would have moved the clock, if it left work that is due. Only once.
    pub fn take_behind(&mut self) -> Option<Timestamp> {
        self.behind.take()
    }
}
