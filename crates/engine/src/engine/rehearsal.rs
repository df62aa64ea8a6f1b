//! What a host asks an engine ahead of a request: what the request would do, and to keep what was computed for it.

use dynalab_types::Timestamp;

use crate::database::charges::Charges;
use crate::database::locks::LockTable;
use crate::database::prepared::PreparedPart;
use crate::database::scheduler::{DueTime, Work};
use crate::database::unconditional_records::UnconditionalRecords;
use crate::engine::Engine;
use crate::engine::ticket::Ticket;
use crate::execution::context::Context;
use crate::hooks::Service;
use crate::seed::ids::IdSource;
use crate::trace::{TraceLevel, Tracer};

impl<S: Service> Engine<S> {
    /// Keeps what was computed ahead for the next executions, which use it where it fits.
    pub fn add_prepared(&mut self, parts: Vec<PreparedPart>) {
        self.database.prepared_mut().add(parts);
    }

    /// Returns what executions did not use of it.
    pub fn take_prepared_parts(&mut self) -> Vec<PreparedPart> {
        self.database.prepared_mut().take_all()
    }

    /// Lends the context of a request that arrives at a time, to look at what it would do. Nothing that is written to it remains.
    pub fn rehearse<T>(&self, at: Timestamp, look: impl FnOnce(&mut Context<S>) -> T) -> T {
        let now = self.counters.now.max(at);
        look(&mut Context {
            now,
            database: &self.database,
            config: &self.config,
            charges: &mut Charges::default(),
            ids: &mut IdSource { state: self.counters.ids },
            trace: &mut Tracer::new(now, TraceLevel::Off),
            locks: &mut LockTable::default(),
            ticket: Ticket(0),
            meters: &self.meters,
            unconditional_records: &mut UnconditionalRecords::default(),
            service: &self.service,
        })
    }

    /// Returns the first work in the scheduler, in order.
    pub fn next_work(&self) -> impl Iterator<Item = (DueTime, &Work)> {
        self.scheduler.iter()
    }
}
