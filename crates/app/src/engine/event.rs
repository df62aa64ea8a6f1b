//! What the engine reports to the page, beside the answers to its questions.

use dynalab_playground::protocol::{Role, Space, StorageHealth, WorkKind};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use serde::{Deserialize, Serialize};

/// Notices of the worker that respond to no request.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    Ready {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    Changed {
        space: Space,
        revision: u64,
    },
    Role(Role),
    Storage(StorageHealth),
    /// The last change of the last visit was not completely stored.
    DiscardedTail,
    /// The long work that a request waits for. `None` when it has ended.
    Working(Option<LongWork>),
    /// The person has stopped a jump of the clock.
    StoppedJump,
    /// Another workspace is being opened. Views of the previous one are out of date.
    Opening(WorkspaceChoice),
    /// The worker stopped. Another one starts from the stored data.
    Restarting,
    /// The page came back from the browser's page cache. A worker starts from the stored data.
    Resuming,
    /// It stopped too often while starting. Only a reload helps.
    Stopped,
    /// The stored data needs more memory than a worker has. It is not loaded again.
    DoesNotFit,
    /// The device's clock is far ahead, and the engine does not follow it.
    ClockAhead {
        device_ms: u64,
        engine_ms: u64,
    },
}

/// The work that the page waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LongWork {
    /// How much is done, of 1,000. `None` for work that is not done in parts.
    pub progress: Option<(WorkKind, u64)>,
    pub stop: Stop,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    #[default]
    NotAsked,
    Asked,
    /// The worker did not receive it, or receives nothing at all.
    Unanswered,
}

/// How much of the engine a worker has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineSize {
    /// What the home page and the pages of texts and calculators need, small to download.
    Core,
    /// Every operation.
    Complete,
    /// Every operation and the check of a lesson, with less memory: what a lesson does to its tables was made by others.
    Bench,
}

/// How a worker ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// It could not be fetched or read, or has another version.
    Failed,
    /// Its program ended without a last word: a panic has one. Its memory was full, or its stack.
    Trapped,
}
