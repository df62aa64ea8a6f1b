//! The messages between the page and the worker that holds the engine: the whole contract, as closed enums.
//!
//! Requests and answers travel as JSON text (DynamoDB JSON 1.0 bodies) within these messages, and the messages as bytes
//! (`message_bytes`), in which only the order of variants and fields counts: no attributes that skip or flatten fields.

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

/// Which of the worker's two databases a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Space {
    /// The person's own data, kept in IndexedDB.
    Saved,
    /// The table that runs on the home page: in memory only, new with every visit.
    Demo,
}

/// What the page asks of the worker. Every variant with an `id` is answered by exactly one [`ToPage`] with that id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// One DynamoDB request: `operation` is the API name ("PutItem"), `body` its JSON text.
    Execute { id: u32, space: Space, operation: String, body: String, trace: bool },
    /// As [`ToWorker::Execute`], without a trace in history, meters or store, at the moment that is shown: what a picture
    /// asks. Answered by [`ToPage::Answer`].
    Look { id: u32, space: Space, operation: String, body: String },
    /// Answered by [`ToPage::Tables`].
    Tables { id: u32, space: Space },
    /// Some rows of a table or index, grouped by partition key. Answered by [`ToPage::Items`].
    Items { id: u32, space: Space, table: String, index: Option<String>, around: Around, limit: u32 },
    /// Creates a document's tables (replacing tables of the same name), puts its items and runs its commands: all of it
    /// or nothing. `document` is the text of a [`Document`](crate::share::document::Document), as in `static/samples/`.
    /// Answered by [`ToPage::Loaded`].
    OpenDocument { id: u32, space: Space, document: String },
    /// What a document of the space is written from, with items or without. With `steps`, so many of the newest things
    /// that were done are told as commands, and the tables are those from before. Answered by [`ToPage::TablesText`].
    TablesText { id: u32, space: Space, data: bool, steps: u32 },
    /// Drops every table of the space. Answered by [`ToPage::Loaded`] with no tables.
    Clear { id: u32, space: Space },
    /// Asks about the history of the saved tables, or goes somewhere in it. Answered by [`ToPage::Timeline`].
    Travel { id: u32, to: Travel },
    /// A moment's request and what it was answered with. Answered by [`ToPage::Recalled`].
    Recall { id: u32, moment: u64 },
    /// A follower asks to become the writer; the other tab is deposed. Answered by a [`ToPage::Role`].
    TakeOver,
    /// Whether an acknowledged write has reached the disk (strict) or the operating system (relaxed).
    SetDurability { durability: Durability },
    /// Puts a copy that is only looked at, with all that is in it, into the store of a new workspace and goes on there.
    /// Answered by [`ToPage::Done`].
    Keep { id: u32, workspace: String },
    /// As [`ToWorker::Leave`], for a worker that is replaced by one with the complete engine. Answered by
    /// [`ToPage::HandedOver`].
    HandOver { id: u32 },
    /// What another worker handed over, before anything else is asked.
    TakeIn { chunks: Vec<Vec<u8>> },
    /// About the files that exports write and imports read. Answered by [`ToPage::Files`].
    Files { id: u32, question: FilesQuestion },
    /// About the stored data of this workspace when it cannot be read as a whole. The data is only read. Answered by
    /// [`ToPage::Salvaged`].
    Salvage { id: u32, question: SalvageQuestion },
    /// Empties a temporary copy: its tables, settings and history. A workspace with a store is refused. Answered by [`ToPage::Done`].
    StartOver { id: u32 },
    /// Compares what was done since the start of the lesson with its goals. `attempt` is what the checker of lessons reads.
    /// Answered by [`ToPage::LessonChecked`].
    CheckLesson { id: u32, attempt: Vec<u8> },
    /// Reads a lesson that is being written, and plays its proof if asked to, on scratch engines. `question` is a `ProofQuestion` of the
    /// lessons, as bytes. Answered by [`ToPage::LessonProved`].
    ProveLesson { id: u32, question: Vec<u8> },
    /// Runs the access patterns of a key design on a scratch engine: no history, no store, no clock of the workspace. `design` is what
    /// the checker of designs reads. Answered by [`ToPage::DesignChecked`].
    CheckDesign { id: u32, design: Vec<u8> },
    /// Runs the migration from one key design to another on a scratch engine. Answered by [`ToPage::MigrationRun`].
    RunMigration { id: u32, from: Vec<u8>, to: Vec<u8> },
    /// Simulates a day of traffic to two designs, or a part of it. `question` is a `DayQuestion` of the lab, as bytes. Answered by
    /// [`ToPage::DaySimulated`].
    SimulateDay { id: u32, question: Vec<u8> },
    /// The last message to a worker: whatever came before is answered first, then the store is let go of, or deleted
    /// with everything in it. Answered by [`ToPage::Done`].
    Leave { id: u32, delete: bool },
    /// Debug builds only: panics inside the worker, so that recovery can be seen and tested.
    ForcePanic,
}

/// Numbers are those of [`TimelineView`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Travel {
    /// Stays; only tells.
    Nowhere,
    /// Shows a moment of the current branch. Looking is not kept: after a reload the tables are where they stand.
    LookAt {
        number: u32,
    },
    /// Shows the moment where the tables stand.
    LookAtHead,
    /// The tables stand at the moment that is shown from now on.
    ContinueHere,
    Undo,
    Redo,
    SwitchTo {
        branch: u32,
    },
    /// An empty name takes the name away.
    RenameBranch {
        branch: u32,
        name: String,
    },
    DeleteBranch {
        branch: u32,
    },
    NameMoment {
        moment: u64,
        name: String,
    },
}

impl Travel {
    /// Whether it leaves what is kept as it is.
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

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToPage {
    /// Sent once, when the stored data is loaded and requests are welcome; waiting requests are answered after it.
    Ready {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    /// The service's answer, success or error: HTTP status and JSON body.
    Answer {
        id: u32,
        status: u16,
        body: String,
        trace: Vec<TraceLine>,
        revision: u64,
        /// The moment that it became in the history; none where nothing is remembered.
        moment: Option<u64>,
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
    /// For [`Document::of_tables`](crate::share::document::Document::of_tables).
    TablesText {
        id: u32,
        text: String,
        revision: u64,
    },
    Files {
        id: u32,
        answer: FilesAnswer,
    },
    /// What the question says.
    Salvaged {
        id: u32,
        answer: Vec<u8>,
    },
    /// What the checker of lessons writes.
    LessonChecked {
        id: u32,
        verdict: Vec<u8>,
    },
    /// `answer` is a `ProofAnswer` of the lessons, as bytes.
    LessonProved {
        id: u32,
        answer: Vec<u8>,
    },
    /// What the checker of designs writes.
    DesignChecked {
        id: u32,
        report: Vec<u8>,
        took_ms: f64,
    },
    /// The result of each step.
    MigrationRun {
        id: u32,
        results: Vec<u8>,
    },
    /// `answer` is a `DayAnswer` of the lab, as bytes.
    DaySimulated {
        id: u32,
        answer: Vec<u8>,
    },
    /// What the next worker does not find in a store; nothing where there is one.
    HandedOver {
        id: u32,
        chunks: Vec<Vec<u8>>,
    },
    /// What is stored is for the complete engine, which this worker does not have: nothing more comes of it.
    NeedsCompleteEngine,
    /// What was asked is done, and there is nothing to tell.
    Done {
        id: u32,
    },
    /// The worker could not do it, and nothing changed; this is not an answer of the service.
    Refused {
        id: u32,
        refusal: Refusal,
    },
    /// The data changed by somebody else's hand (another tab, or a return to the durable revision): ask again.
    Changed {
        space: Space,
        revision: u64,
    },
    /// This tab's role changed.
    Role {
        role: Role,
    },
    /// Something about storage that the person should know; shown until the next [`StorageHealth::Fine`].
    Storage {
        health: StorageHealth,
    },
    /// The browser ended while the last change was being stored, and that change is left out. It was never answered. Sent once,
    /// after [`ToPage::Ready`].
    DiscardedTail,
    /// The engine stopped unexpectedly. The worker is dead after this: the page starts another from what is stored.
    Panicked {
        message: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Holds the lock; its writes are kept.
    Writer,
    /// Another tab holds the lock; this one follows and can read.
    Follower,
    /// No storage in this browser (private window, blocked): everything works and nothing is kept.
    MemoryOnly,
}

/// Why the worker did not do what the page asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// Another tab is the writer; take over to write here.
    NotWriter,
    /// The browser has no room left; the engine is back at the last revision that is kept.
    StorageFull,
    /// The browser's storage refused for another reason; the engine is back at the last revision that is kept.
    StorageFailed { detail: String },
    /// What is stored cannot be read by this version; nothing is overwritten.
    Unreadable { detail: String },
    /// This worker has the core of the engine only: ask one with the complete engine.
    NeedsCompleteEngine,
    /// The worker was restarted before this was answered. A write may or may not have been kept: read it back.
    Restarted,
    /// The request is longer than the service reads.
    TooLarge { bytes: u64 },
    /// The message itself made no sense: an unknown table in a view, or a document that is none.
    BadRequest { detail: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StorageHealth {
    Fine,
    /// Nothing acknowledged is lost and reading goes on; writes are refused until there is room.
    Full,
    Failing {
        detail: String,
    },
    /// Stored by a newer or damaged version: reading and writing go on in memory only, the store is left as it is.
    Unreadable {
        detail: String,
    },
}
