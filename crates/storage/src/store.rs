//! The door to whatever keeps a workspace: the methods that every store has, and what goes in and out of them.

use std::fmt;

use crate::error::StoreError;

/// A place that keeps one workspace.
///
/// Writes are all or nothing. Who may write, and what comes next, is checked inside the same transaction as the write
/// itself, so two holders can never fork the history. After [`StoreError::Interrupted`] the outcome of a write is
/// unknown: [`load`](Store::load) again before deciding anything.
#[allow(async_fn_in_trait, reason = "a workspace lives on one thread: nobody needs these futures to be Send")]
pub trait Store {
    /// Makes this holder the writer: raises the stored epoch by one, so that every older epoch is refused from now on.
    ///
    /// # Errors
    /// `Corrupt` or `NewerFormat` when what is stored cannot be continued (it is left as it is), and the failures of
    /// the medium: `Full`, `Unavailable`, `Interrupted`.
    async fn claim(&self) -> Result<Claim, StoreError>;

    /// Reads everything that is kept; empty when nothing was ever stored.
    ///
    /// # Errors
    /// `Corrupt` when an acknowledged byte is damaged, `NewerFormat`, `Unavailable`, `Interrupted`.
    async fn load(&self) -> Result<Saved, StoreError>;

    /// Reads what was appended after `revision`, for a holder that follows the writer.
    ///
    /// # Errors
    /// As [`load`](Store::load).
    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError>;

    /// Appends one chunk and returns its revision, once `durability` is reached.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim; `Conflict` unless `expected` is the stored revision; `Full` when
    /// there is no room. Nothing is written in these cases. `Interrupted` leaves the outcome unknown.
    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        durability: Durability,
    ) -> Result<Revision, StoreError>;

    /// Puts `snapshot`, the state after revision `covered`, in the place of the old snapshot and of every log chunk up
    /// to `covered`. Later log chunks stay. A reader sees either the old or the new, never a mixture. Reaches the
    /// disk as [`Durability::Strict`] does, because it throws the log away.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim; `Conflict` when `covered` is a revision that is not stored yet or
    /// older than the stored snapshot. Otherwise as [`append`](Store::append).
    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError>;

    /// Reads everything that is kept as the bytes that are stored, for a backup; nothing damaged is given out.
    ///
    /// # Errors
    /// As [`load`](Store::load).
    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError>;

    /// Puts what was copied out of a store into this one, which has nothing yet: all of it, or nothing. Reaches the disk
    /// as [`Durability::Strict`] does.
    ///
    /// # Errors
    /// `Conflict` when something is stored here already; `Corrupt` and `NewerFormat` when the chunks are not what a
    /// store gives out. Otherwise as [`append`](Store::append).
    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError>;
}

/// A whole workspace as it is stored, chunk by chunk, see [`format`](crate::format).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunks<B> {
    pub head: B,
    pub snapshot: Vec<B>,
    /// Oldest first, from the snapshot on.
    pub log: Vec<B>,
}

impl<B: AsRef<[u8]>> Chunks<B> {
    pub fn size_bytes(&self) -> u64 {
        self.iter().map(|chunk| chunk.as_ref().len() as u64).sum()
    }

    /// In the order in which they are read.
    pub fn iter(&self) -> impl Iterator<Item = &B> {
        std::iter::once(&self.head).chain(&self.snapshot).chain(&self.log)
    }

    /// The same chunks, held by somebody else.
    pub fn borrowed(&self) -> Chunks<&[u8]> {
        Chunks { head: self.head.as_ref(), snapshot: borrow(&self.snapshot), log: borrow(&self.log) }
    }
}

fn borrow<B: AsRef<[u8]>>(chunks: &[B]) -> Vec<&[u8]> {
    chunks.iter().map(AsRef::as_ref).collect()
}

/// How many chunks were ever appended to a workspace: 0 before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

impl Revision {
    pub const ZERO: Revision = Revision(0);
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many times a workspace was claimed; the holder of the highest epoch is the writer. Nobody holds epoch 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// What a new writer starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub epoch: Epoch,
    /// The stored revision at the moment of the claim: the first `expected` of this writer.
    pub revision: Revision,
}

/// What an acknowledged append has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The disk: it survives a power cut.
    #[default]
    Strict,
    /// The operating system: it survives the browser, not a power cut.
    Relaxed,
}

/// Everything that is kept of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The revision after the last log chunk.
    pub revision: Revision,
    /// The revision that the snapshot stands at; the log continues from here.
    pub snapshot_revision: Revision,
    /// The payloads of the snapshot's chunks, in the order they were given.
    pub snapshot: Vec<Vec<u8>>,
    /// One chunk for each revision after the snapshot, oldest first.
    pub log: Vec<LogChunk>,
    /// An append that was never acknowledged had left something behind, and it was ignored.
    pub discarded_tail: bool,
}

/// What one append stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogChunk {
    /// The revision after this chunk.
    pub revision: Revision,
    pub payload: Vec<u8>,
}

/// What a follower has to do to catch up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogTail {
    /// Apply these, oldest first; none when the follower is up to date.
    Chunks(Vec<LogChunk>),
    /// A snapshot has swallowed the chunks, or the workspace was started anew: load everything again.
    Replaced,
}
