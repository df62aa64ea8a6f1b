//! Who answers requests of the API: the engine, shared between connections.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dynalab_engine::{Command, Engine, EngineConfig, Execution, Request, TraceLevel};
use dynalab_types::Timestamp;

/// Answers one request; connections call it at the same time. It may panic: that ends the one request.
pub trait Handler: Send + Sync + 'static {
    /// `operation` is the part of X-Amz-Target after the dot.
    fn answer(&self, operation: &str, body: &str) -> Answer;
}

/// HTTP status and body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

/// One engine for all connections, which it takes one after the other; reading and writing JSON is done outside.
pub struct SharedEngine {
    engine: Mutex<Engine>,
    clock: fn() -> Timestamp,
    /// When memory of what nobody can read any more is given back next, in milliseconds since 1970.
    forgets_at: AtomicU64,
}

const FORGETS_EVERY_MS: u64 = 60_000;

impl SharedEngine {
    pub fn new(seed: u64, config: EngineConfig, clock: fn() -> Timestamp) -> SharedEngine {
        SharedEngine { engine: Mutex::new(Engine::new(seed, config)), clock, forgets_at: AtomicU64::new(0) }
    }

    fn execute(&self, command: Command) -> Execution {
        let now = command.at;
        let mut engine = self.lock();
        let execution = engine.execute(command, TraceLevel::Off);
        if now.epoch_ms >= self.forgets_at.load(Ordering::Relaxed) {
            engine.forget_expired_records(now);
            self.forgets_at.store(now.epoch_ms.saturating_add(FORGETS_EVERY_MS), Ordering::Relaxed);
        }
        execution
    }

    /// A panic while somebody held the engine leaves it whole: operations only look, and the commit cannot fail.
    pub fn lock(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Handler for SharedEngine {
    fn answer(&self, operation: &str, body: &str) -> Answer {
        let request = match Request::parse(operation, body) {
            Ok(request) => request,
            Err(error) => return Answer { status: error.http_status(), body: error.to_json() },
        };
        let command = Command { at: (self.clock)(), request };
        let execution = self.execute(command);
        let (status, body) = execution.answer();
        Answer { status, body }
    }
}
