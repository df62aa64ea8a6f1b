//! Whether the client of a connection has gone. Looked at only while a request takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by the stream of a connection and the request that is executed.
#[derive(Clone, Debug, Default)]
pub struct ClientWatch(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_wanted: AtomicBool,
    has_gone: AtomicBool,
    reads_interim: AtomicBool,
}

/// While this exists, the stream looks whether the client is there.
#[derive(Debug)]
pub struct Watching<'a>(&'a ClientWatch);

impl ClientWatch {
    pub fn begin(&self) -> Watching<'_> {
        self.0.is_wanted.store(true, Ordering::Relaxed);
        Watching(self)
    }

    /// Returns true if the stream must look.
    pub fn is_wanted(&self) -> bool {
        self.0.is_wanted.load(Ordering::Relaxed)
    }

    /// Notes whether the client skips interim responses, as clients of HTTP/1.1 do.
    pub fn set_reads_interim(&self, reads_interim: bool) {
        self.0.reads_interim.store(reads_interim, Ordering::Relaxed);
    }

    pub fn reads_interim(&self) -> bool {
        self.0.reads_interim.load(Ordering::Relaxed)
    }

    /// Ends the request as soon as possible: the client has gone, or the server stops.
    pub fn set_gone(&self) {
        self.0.has_gone.store(true, Ordering::Relaxed);
    }
}

impl Watching<'_> {
    pub fn has_gone(&self) -> bool {
        self.0.0.has_gone.load(Ordering::Relaxed)
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        self.0.0.is_wanted.store(false, Ordering::Relaxed);
    }
}
