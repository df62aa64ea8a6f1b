//! The [`Store`] trait: the methods of every store, and the types of their parameters and results.

use std::fmt;

use crate::error::StoreError;

/// A place that stores one workspace.
///
/// Writes are all or nothing. The epoch and the revision are checked in the same transaction as the write itself. So two writers
/// can never fork the log. After [`StoreError::Interrupted`] the outcome of a write is unknown: call [`load`](Store::load) before
/// any further write.
#[allow(async_fn_in_trait, reason = "a workspace lives on one thread: nobody needs these futures to be Send")]
pub trait Store {
    /// Makes this handle the writer: increments the stored epoch, so that writes with an older epoch fail from now on.
    ///
    /// # Errors
    /// `Corrupt` or `NewerFormat` if the stored workspace cannot be continued; it is left unchanged. `Full`, `Unavailable` or
    /// `Interrupted` if the storage fails.
    async fn claim(&self) -> Result<Claim, StoreError>;

    /// Reads everything that is stored. The result is empty if nothing was ever stored.
    ///
    /// # Errors
    /// `Corrupt` if an acknowledged byte is damaged. `NewerFormat`, `Unavailable` or `Interrupted` otherwise.
    async fn load(&self) -> Result<SavedContent, StoreError>;

    /// Reads the chunks that were appended after `revision`. Tabs that do not write use it to stay up to date.
    ///
    /// # Errors
    /// The errors of [`load`](Store::load).
    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError>;

    /// Appends one chunk and returns its revision, once `durability` is reached.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim. `Conflict` unless `expected` is the stored revision. `Full` if there is no
    /// space. Nothing is written in these cases. After `Interrupted` the outcome is unknown.
    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        durability: Durability,
    ) -> Result<Revision, StoreError>;

    /// Replaces the old snapshot and every log chunk up to `covered` with `snapshot`, the state after revision `covered`. Later
    /// log chunks stay. A reader sees the old state or the new state, never a mixture. The durability is [`Durability::Strict`],
    /// because the replaced part of the log is deleted.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim. `Conflict` if `covered` is not stored yet, or is older than the stored
    /// snapshot. Otherwise the errors of [`append`](Store::append).
    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError>;

    /// Joins the log chunks after `after`, up to `until`, to one chunk. Writes about as many bytes as these chunks have, whatever else
    /// is stored, and readers find the same log. The durability is [`Durability::Strict`]. Also does what [`seal`](Store::seal) does.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim. `Conflict` if the log does not have this range, or has a joined chunk that begins
    /// before it. Otherwise the errors of [`append`](Store::append).
    async fn join(&self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError>;

    /// Writes the end of the log into the head. Should chunks disappear from the end later, that is damage and not an older state.
    ///
    /// # Errors
    /// `Deposed` unless `epoch` is the newest claim. Otherwise the errors of [`append`](Store::append).
    async fn seal(&self, epoch: Epoch) -> Result<(), StoreError>;

    /// Returns all chunks as they are stored, for a backup. Never returns damaged chunks.
    ///
    /// # Errors
    /// The errors of [`load`](Store::load).
    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError>;

    /// Writes the chunks of another store into this store, which must be empty. Writes all of them or none. The durability is
    /// [`Durability::Strict`].
    ///
    /// # Errors
    /// `Conflict` if this store is not empty. `Corrupt` or `NewerFormat` if the chunks are not valid output of
    /// [`copy_out`](Store::copy_out). Otherwise the errors of [`append`](Store::append).
    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError>;
}

/// All chunks of a workspace as they are stored, see [`format`](crate::format).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunks<B> {
    pub head: B,
    pub snapshot: Vec<B>,
    /// The log chunks after the snapshot, oldest first, single or joined.
    pub log: Vec<B>,
}

impl<B: AsRef<[u8]>> Chunks<B> {
    /// Returns the bytes of all chunks.
    pub fn size_bytes(&self) -> u64 {
        self.iter().map(|chunk| chunk.as_ref().len() as u64).sum()
    }

    /// Returns the chunks in the order in which they are read: head, snapshot, log.
    pub fn iter(&self) -> impl Iterator<Item = &B> {
        std::iter::once(&self.head).chain(&self.snapshot).chain(&self.log)
    }

    /// Borrows the same chunks as slices.
    pub fn borrowed(&self) -> Chunks<&[u8]> {
        Chunks { head: self.head.as_ref(), snapshot: borrow(&self.snapshot), log: borrow(&self.log) }
    }
}

fn borrow<B: AsRef<[u8]>>(chunks: &[B]) -> Vec<&[u8]> {
    chunks.iter().map(AsRef::as_ref).collect()
}

/// The number of chunks that were ever appended to a workspace: 0 before the first.
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

/// The number of times a workspace was claimed. The handle with the highest epoch is the writer. No handle has epoch 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// The state from which a new writer starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub epoch: Epoch,
    /// The stored revision at the time of the claim. The writer passes it as `expected` to its first append.
    pub revision: Revision,
}

/// How durable an append is when it is acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Written to disk: the chunk survives a power cut.
    #[default]
    Strict,
    /// Passed to the operating system: the chunk survives a crash of the browser, not a power cut.
    Relaxed,
}

/// The stored content of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedContent {
    /// The revision after the last log chunk.
    pub revision: Revision,
    /// The revision of the snapshot. The log continues after it.
    pub snapshot_revision: Revision,
    /// The payloads of the snapshot's chunks, in the order in which they were written.
    pub snapshot: Vec<Vec<u8>>,
    /// One chunk for each revision after the snapshot, oldest first.
    pub log: Vec<LogChunk>,
    /// The last revision that is stored in a joined chunk, if there is one.
    pub joined: Option<Revision>,
    /// True if the rest of an unacknowledged append was found and ignored.
    pub discarded_tail: bool,
}

/// The chunk that one append stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogChunk {
    /// The revision after this chunk.
    pub revision: Revision,
    pub payload: Vec<u8>,
}

/// How a reading tab catches up with the writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogTail {
    /// The reader applies these chunks, oldest first. Empty if the reader is up to date.
    Chunks(Vec<LogChunk>),
    /// The chunks were folded into a snapshot, or the workspace was started anew. The reader must load everything again.
    Replaced,
}
