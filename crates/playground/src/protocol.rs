//! The messages between the page and the worker with the engine, as closed enums.
//!
//! DynamoDB requests and responses are JSON text (DynamoDB JSON 1.0 bodies) within the messages. The messages are encoded as
//! bytes (`message_bytes`), which depend only on the order of variants and fields. So no attribute may skip or flatten fields.

pub mod backup;
pub mod files;
pub mod salvage;

use serde::{Deserialize, Serialize};

use crate::protocol::files::{FilesAnswer, FilesQuestion};
use crate::protocol::salvage::SalvageQuestion;
use crate::views::items::{Around, ItemsView};
use crate::views::tables::TableSummary;
use crate::views::timeline::TimelineView;
use crate::views::trace::TraceLine;

/// The database of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Space {
    /// The user's own data, stored in IndexedDB.
    Saved,
    /// The table of the demonstration on the home page: in memory only, new with every visit.
    Demo,
}

/// The messages from the page to the worker. Every variant with an `id` gets exactly one [`ToPage`] with that id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// One DynamoDB request. `operation` is the API name ("PutItem"), `body` its JSON text.
    Execute { id: u32, space: Space, operation: String, body: String, trace: bool },
    /// A dry run of a request, at the point in history that is shown. It leaves no trace in history, meters or storage. Diagrams
    /// use it. Answered by [`ToPage::Answer`].
    DryRun { id: u32, space: Space, operation: String, body: String },
    /// Answered by [`ToPage::Tables`].
    Tables { id: u32, space: Space },
    /// Some items of a table or index, grouped by partition key. Answered by [`ToPage::Items`].
    Items { id: u32, space: Space, table: String, index: Option<String>, around: Around, limit: u32 },
    /// Creates a document's tables, puts its items and runs its commands: all or nothing. Tables of the same name are replaced.
    /// `document` is the text of a [`Document`](crate::share::document::Document), as in `static/samples/`. Answered by
    /// [`ToPage::Loaded`].
    OpenDocument { id: u32, space: Space, document: String },
    /// Requests the content for a document, with or without items. `steps` is the number of newest steps to write as commands;
    /// the tables are then those before the first command. Answered by [`ToPage::TablesText`].
    TablesText { id: u32, space: Space, data: bool, steps: u32 },
    /// Deletes every table of the space. Answered by [`ToPage::Loaded`] with no tables.
    Clear { id: u32, space: Space },
    /// Reads the history of the saved tables, or moves in it. Answered by [`ToPage::Timeline`].
    Travel { id: u32, to: Travel },
    /// Requests the request and response of a history entry. Answered by [`ToPage::Recalled`].
    Recall { id: u32, entry: u64 },
    /// A reading tab requests to become the writer; the other tab is deposed. Answered by a [`ToPage::Role`].
    TakeOver,
    /// Sets whether an acknowledged write has reached the disk (strict) or the operating system (relaxed).
    SetDurability { durability: Durability },
    /// Stores a temporary copy as a new workspace, which becomes the current one. Answered by [`ToPage::Done`].
    Keep { id: u32, workspace: String },
    /// Like [`ToWorker::Leave`], for a worker that a worker with the full engine replaces. Answered by [`ToPage::HandedOver`].
    ExportState { id: u32 },
    /// The chunks of the replaced worker. Sent before any other request.
    ImportState { chunks: Vec<Vec<u8>> },
    /// Reads or changes the objects in buckets. Answered by [`ToPage::Files`].
    Files { id: u32, question: FilesQuestion },
    /// Examines or copies the stored data of a damaged workspace. The data is only read. Answered by [`ToPage::Salvaged`].
    Salvage { id: u32, question: SalvageQuestion },
    /// Empties a temporary copy: its tables, settings and history. Rejected for a workspace with a store. Answered by
    /// [`ToPage::Done`].
    StartOver { id: u32 },
    /// The last message to a worker. Earlier messages are answered first. Then the store is closed, or deleted with its content.
    /// Answered by [`ToPage::Done`].
    Leave { id: u32, delete: bool },
    /// Stops the work that runs in parts, and answers its message: a jump of the clock with its result so far, a document with
    /// [`Refusal::Stopped`].
    Stop,
    /// Panics inside the worker. Only the end-to-end test of recovery sends it.
    ForcePanic,
    /// Asks whether the worker's thread is free. Answered by [`ToPage::Pong`] at once, also while the store is at work.
    Ping,
    /// The page is hidden and may be ended: what waits is stored now, and the log is sealed.
    Hidden,
    /// The device's clock is right, although it is far ahead of the stored time. See [`ToPage::ClockAhead`].
    TrustClock,
}

/// A move in the history. Numbers are those of [`TimelineView`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Travel {
    /// Does not move; requests only the timeline.
    Nowhere,
    /// Shows an entry of the current branch. Viewing is not stored: a reload shows the head again.
    LookAt {
        number: u32,
    },
    /// Shows the head.
    LookAtHead,
    /// Makes the shown entry the head.
    ContinueHere,
    Undo,
    Redo,
    SwitchTo {
        branch: u32,
    },
    /// Renames a branch. An empty name removes the name.
    RenameBranch {
        branch: u32,
        name: String,
    },
    DeleteBranch {
        branch: u32,
    },
    NameEntry {
        entry: u64,
        name: String,
    },
}

impl Travel {
    /// Returns true if the move changes nothing in storage.
    pub fn only_looks(&self) -> bool {
        matches!(self, Travel::Nowhere | Travel::LookAt { .. } | Travel::LookAtHead)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Durability {
    #[default]
    Strict,
    Relaxed,
}

/// The messages from the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToPage {
    /// Sent once, when the stored data is loaded. Requests that arrived before are answered after it.
    Ready {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    /// The response of DynamoDB, success or error: HTTP status and JSON body.
    Answer {
        id: u32,
        status: u16,
        body: String,
        trace: Vec<TraceLine>,
        revision: u64,
        /// The history entry of the request. `None` if it has none.
        entry: Option<u64>,
    },
    Timeline {
        id: u32,
        timeline: TimelineView,
        revision: u64,
    },
    Recalled {
        id: u32,
        operation: String,
        request: String,
        status: u16,
        body: String,
        trace: Vec<TraceLine>,
    },
    Tables {
        id: u32,
        tables: Vec<TableSummary>,
        revision: u64,
    },
    Items {
        id: u32,
        items: ItemsView,
        revision: u64,
    },
    Loaded {
        id: u32,
        tables: Vec<String>,
        items: u64,
        revision: u64,
    },
    /// The input of [`Document::of_tables`](crate::share::document::Document::of_tables).
    TablesText {
        id: u32,
        text: String,
        revision: u64,
    },
    Files {
        id: u32,
        answer: FilesAnswer,
    },
    /// Bytes in the format that [`SalvageQuestion`] specifies.
    Salvaged {
        id: u32,
        answer: Vec<u8>,
    },
    /// The state that the next worker cannot read from a store. Empty if the workspace has a store.
    HandedOver {
        id: u32,
        chunks: Vec<Vec<u8>>,
    },
    /// The stored data needs the full engine, which this worker does not have. The worker sends nothing more.
    NeedsCompleteEngine,
    /// The request is complete and has no result.
    Done {
        id: u32,
    },
    /// The worker rejected the message and changed nothing. DynamoDB did not respond.
    Refused {
        id: u32,
        refusal: Refusal,
    },
    /// Another tab changed the data, or the engine returned to the stored revision. The page must read it again.
    Changed {
        space: Space,
        revision: u64,
    },
    /// The role of this tab changed.
    Role {
        role: Role,
    },
    /// A state of the storage that the page must show until the next [`StorageHealth::Fine`].
    Storage {
        health: StorageHealth,
    },
    /// The browser ended during the last write, which is left out. It was never acknowledged. Sent once, after [`ToPage::Ready`].
    DiscardedTail,
    /// A message that is not answered yet is this far.
    Working {
        id: u32,
        work: WorkKind,
        permille: u64,
    },
    /// The engine panicked and the worker has ended. The page starts another from the stored data.
    Panicked {
        message: String,
    },
    /// The worker's thread is free.
    Pong,
    /// The device's clock is more than a year ahead of where it was. The engine does not follow it until
    /// [`ToWorker::TrustClock`]. Sent once for each such jump.
    ClockAhead {
        device_ms: u64,
        engine_ms: u64,
    },
}

/// The work that runs in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WorkKind {
    /// The clock jumps, and what is due is executed.
    Jump,
    /// A document is opened.
    Document,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Holds the lock. Its writes are stored.
    Writer,
    /// Another tab holds the lock. This tab only reads and receives its changes.
    Follower,
    /// This browser has no storage (private window, blocked). Everything works, but nothing is stored.
    MemoryOnly,
}

/// Why the worker rejected a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// Another tab is the writer. Take over to write here.
    NotWriter,
    /// The browser's storage is full. The engine has returned to the last stored revision.
    StorageFull,
    /// The browser's storage failed for another reason. The engine has returned to the last stored revision.
    StorageFailed { detail: String },
    /// This version cannot read the stored data. Nothing is overwritten.
    Unreadable { detail: String },
    /// This worker has only the core engine. Send the message to a worker with the full engine.
    NeedsCompleteEngine,
    /// The worker restarted before it answered. A write may or may not be stored: read it to find out.
    Restarted,
    /// The request is larger than DynamoDB accepts.
    TooLarge { bytes: u64 },
    /// The person stopped the work. Nothing of it is left.
    Stopped,
    /// The worker's memory is nearly full. Nothing was executed.
    MemoryFull,
    /// The message is invalid: an unknown table in a view, or an invalid document.
    BadRequest { detail: String },
    /// The worker has ended, and none starts by itself. Nothing was executed.
    NoWorker,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StorageHealth {
    Fine,
    /// No acknowledged write is lost and reads work. Writes are rejected until there is space.
    Full,
    Failing {
        detail: String,
    },
    /// The stored data cannot be read. The tab works in memory only and leaves the store unchanged.
    Unreadable {
        cause: UnreadableCause,
        detail: String,
    },
}

/// Why stored data cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnreadableCause {
    /// A newer version of Dynalab wrote it.
    NewerVersion,
    /// A part of it is damaged.
    Damaged,
    /// The browser did not return it.
    Failed,
}
