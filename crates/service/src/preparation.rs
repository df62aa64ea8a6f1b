//! Work on all items of a table, done ahead: outside of the lock of the engine, in steps.
//!
//! A backup, a restore, a new index and the deletion of a table with point-in-time recovery read every item of a table in one step of
//! the engine. A host that serves others beside that does it in four steps:
//!
//! 1. With the engine locked: [`preparation_for`](Preparations::preparation_for) the request, or
//!    [`due_preparation`](Preparations::due_preparation) for work that fell due. It takes what it needs as shared rows, in microseconds.
//!    Most requests need nothing.
//! 2. Without the engine: [`advance`](Preparation::advance) until it returns true.
//! 3. With the engine locked: [`refresh`](Preparations::refresh). If it returns false, writes have arrived meanwhile: go on with step 2, a
//!    few times at most.
//! 4. Under the same lock: [`keep_prepared`](Preparations::keep_prepared), then execute the request or the due work as always, then
//!    [`take_prepared`](Preparations::take_prepared). Drop what it returns, and the execution with its changes, after the lock.
//!
//! ```text
//! let preparation = engine.lock().preparation_for(&request, now);
//! for round in 0..ROUNDS {
//!     while !preparation.advance(ROWS) {}            // without the lock
//!     let mut engine = engine.lock();
//!     if engine.refresh(&mut preparation) || round + 1 == ROUNDS {
//!         engine.keep_prepared(preparation);
//!         let execution = engine.execute(command, level);
//!         let rest = engine.take_prepared();
//!         drop(engine);
//!         return (execution, rest);                  // dropped by the caller
//!     }
//! }
//! ```
//!
//! The results are those of an execution without any preparation, byte for byte. An execution compares what was prepared with what is
//! there now, block by block, and applies the writes that arrived in between. What does not fit any more is not used: the work is then
//! done in one step. So it is always right to leave out any of these steps, and a preparation can be dropped at any time.

use dynalab_types::Timestamp;

use crate::complete_engine::{Engine, Request};

/// What a request or due work will need of all items of a table, as far as it is computed.
#[derive(Debug, Default)]
pub struct Preparation {}

impl Preparation {
    /// Does the next part of the work: a fixed number of rows, never a time. Returns true when nothing is left to do. It needs no engine,
    /// so do not lock it meanwhile.
    pub fn advance(&mut self, _rows: usize) -> bool {
        true
    }
}

/// Preparations of an engine.
pub trait Preparations {
    /// Takes what a request will need, if it arrives at `now`. Returns `None` for a request that touches few items, or that will fail.
    /// A jump of the clock needs what falls due on its way.
    fn preparation_for(&self, request: &Request, now: Timestamp) -> Option<Preparation>;

    /// Takes what the work that is due at `now` will need. Returns `None` if none of the next tasks touches a whole table. Ask before each
    /// part of due work.
    fn due_preparation(&self, now: Timestamp) -> Option<Preparation>;

    /// Compares a preparation with the tables as they are now. Returns true if it can be used. Otherwise it has taken the writes that arrived
    /// meanwhile, and must be [advanced](Preparation::advance) again.
    fn refresh(&self, preparation: &mut Preparation) -> bool;

    /// Keeps a preparation for the next execution.
    fn keep_prepared(&mut self, preparation: Preparation);

    /// Returns what executions did not use. Drop it without the lock: it can be as large as a table.
    fn take_prepared(&mut self) -> Preparation;
}

impl Preparations for Engine {
    fn preparation_for(&self, _request: &Request, _now: Timestamp) -> Option<Preparation> {
        None
    }

    fn due_preparation(&self, _now: Timestamp) -> Option<Preparation> {
        None
    }

    fn refresh(&self, _preparation: &mut Preparation) -> bool {
        true
    }

    fn keep_prepared(&mut self, _preparation: Preparation) {}

    fn take_prepared(&mut self) -> Preparation {
        Preparation::default()
    }
}
