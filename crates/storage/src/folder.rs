//! The store in a folder: one file to which chunks are appended, and a lock file. It is for programs; a browser has IndexedDB.
//!
//! The file has the same chunks as the other stores, one after the other. A later head replaces an earlier one, and a later chunk of the
//! log replaces the one with the same revision. A compaction writes a new file and renames it. README.md says what a torn end is.

mod file;
mod scan;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::format::{self, Head, Kind};
use crate::lead::Lead;
use crate::log::{self, JoinResult};
use crate::memory::Stored;
use crate::rules;
use crate::store::{Chunks, Claim, Durability, Epoch, LogTail, Revision, SavedContent, Store};
use file::ChunkFile;
use scan::Scanned;

/// A store in a folder. A clone is a second handle on the same folder. Of all programs, one has it open.
#[derive(Clone, Debug)]
pub struct FolderStore {
    folder: Arc<Mutex<Folder>>,
    lead: Lead,
}

#[derive(Debug)]
struct Folder {
    file: ChunkFile,
    /// What the file has, or none if it must be read again.
    known: Option<Known>,
    /// Whether a torn end was found since the folder was opened.
    found_torn_end: bool,
}

/// What a writer needs to know of the file.
#[derive(Clone, Debug)]
struct Known {
    /// The head, updated with the end of the log.
    head: Option<Head>,
    /// The highest number in the log, of a chunk or a fence.
    last_number: u64,
    /// Whether the file has this head.
    is_sealed: bool,
}

impl FolderStore {
    /// Opens the store in a folder, and creates the folder if there is none. The folder is locked until the last handle is dropped, or the
    /// program ends.
    ///
    /// # Errors
    /// `Unavailable` if another program has it open, or if the folder cannot be read and written.
    pub fn open(folder: impl AsRef<Path>) -> Result<FolderStore, StoreError> {
        let file = ChunkFile::open(folder.as_ref())?;
        let folder = Folder { file, known: None, found_torn_end: false };
        Ok(FolderStore { folder: Arc::new(Mutex::new(folder)), lead: Lead::default() })
    }

    /// Returns the files with torn ends of the log. Each is the beginning of a chunk that a program did not finish, so it was never
    /// acknowledged.
    ///
    /// # Errors
    /// `Unavailable` if the folder cannot be read.
    pub fn torn_ends(&self) -> Result<Vec<PathBuf>, StoreError> {
        self.lock().file.torn_ends()
    }

    fn lock(&self) -> MutexGuard<'_, Folder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folder {
    /// Reads and checks all chunks of the file.
    fn scan(&mut self) -> Result<Scanned, StoreError> {
        let scanned = Scanned::read(&self.file.read()?)?;
        self.found_torn_end |= scanned.torn_bytes > 0;
        Ok(scanned)
    }

    /// Returns what the file has, for a write. A torn end is put aside first.
    fn known(&mut self) -> Result<Known, StoreError> {
        if let Some(known) = &self.known {
            return Ok(known.clone());
        }
        let scanned = self.scan()?;
        if scanned.torn_bytes > 0 {
            self.file.put_torn_end_aside(scanned.whole_bytes)?;
        }
        let (head, _) = scanned.stored.read_head()?.unzip();
        if head.is_none() {
            rules::without_head(scanned.stored.snapshot.is_empty() && scanned.stored.log.is_empty())?;
        }
        let last_number = scanned.stored.log.last_key_value().map_or(0, |(number, _)| *number);
        let known = Known { head, last_number, is_sealed: false };
        self.known = Some(known.clone());
        Ok(known)
    }

    /// Appends chunks at the end of the file. They are there as a whole or not at all, or the result is `Interrupted`.
    fn append(&mut self, chunks: &[u8], durability: Durability, known: Known) -> Result<(), StoreError> {
        // Until the write has succeeded, what the file has is uncertain.
        self.known = None;
        self.file.append(chunks, durability)?;
        self.known = Some(known);
        Ok(())
    }

    fn claim(&mut self) -> Result<Claim, StoreError> {
        let known = self.known()?;
        let head = rules::after_claim(known.head.unwrap_or_default());
        let mut chunks = Vec::new();
        let mut last_number = known.last_number;
        if let Some(fence) = head.fences.last() {
            chunks.extend(format::encode(Kind::Fence, *fence, b""));
            last_number = last_number.max(fence.0);
        }
        // The head comes last: without it, there was no claim.
        chunks.extend(format::encode_head(&head));
        let claim = rules::claim_of(&head);
        self.append(&chunks, Durability::Strict, Known { head: Some(head), last_number, is_sealed: true })?;
        Ok(claim)
    }

    fn append_chunk(
        &mut self,
        (epoch, expected): (Epoch, Revision),
        payload: &[u8],
        durability: Durability,
        is_ahead: bool,
    ) -> Result<Revision, StoreError> {
        let known = self.known()?;
        let next = Revision(expected.0 + 1);
        let mut chunks = format::encode(Kind::Log, next, payload);
        let is_free = next.0 > known.last_number;
        let (head, is_sealed) = match known.head {
            Some(head) if is_ahead && is_free => (Head { revision: next, ..head }, false),
            head => {
                let head = rules::after_append(head, epoch, expected)?;
                // The chunk comes first: the head counts it.
                chunks.extend(format::encode_head(&head));
                (head, true)
            }
        };
        let last_number = known.last_number.max(next.0);
        self.append(&chunks, durability, Known { head: Some(head), last_number, is_sealed })?;
        Ok(next)
    }

    /// Joins by appending the joined chunk. The space of its parts is free after the next compaction.
    fn join(&mut self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        let known = self.known()?;
        let stored = self.scan()?.stored;
        let log = if after < until { stored.log_chunks(after, until) } else { Vec::new() };
        let JoinResult { head, until, payload, gone: _, fences } =
            log::after_join(known.head, epoch, (after, until), log)?;
        let mut chunks = format::encode(Kind::Joined, until, &payload);
        for fence in fences {
            chunks.extend(format::encode(Kind::Fence, fence, b""));
        }
        chunks.extend(format::encode_head(&head));
        let known = Known { head: Some(head), last_number: known.last_number, is_sealed: true };
        self.append(&chunks, Durability::Strict, known)
    }

    fn seal(&mut self, epoch: Epoch) -> Result<(), StoreError> {
        let known = self.known()?;
        let head = rules::only_writer(known.head, epoch)?;
        if known.is_sealed {
            // A write that was only passed to the operating system must be on the disk before the seal is acknowledged.
            return self.file.sync();
        }
        let chunk = format::encode_head(&head);
        self.append(&chunk, Durability::Strict, Known { head: Some(head), is_sealed: true, ..known })
    }

    /// Changes the stored chunks, and writes them as a new file that takes the place of the old one.
    fn rewrite(
        &mut self,
        change: impl FnOnce(&mut Stored) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.known()?;
        let mut stored = self.scan()?.stored;
        change(&mut stored)?;
        self.known = None;
        self.file.replace(stored.head.iter().chain(&stored.snapshot).chain(stored.log.values()))
    }

    fn load(&mut self) -> Result<SavedContent, StoreError> {
        let scanned = self.scan()?;
        let found_torn_end = self.found_torn_end;
        scanned.stored.load().map(|saved| SavedContent { discarded_tail: found_torn_end, ..saved })
    }
}

impl Store for FolderStore {
    async fn claim(&self) -> Result<Claim, StoreError> {
        self.lock().claim()
    }

    async fn load(&self) -> Result<SavedContent, StoreError> {
        self.lock().load()
    }

    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        self.lock().scan()?.stored.load_after(revision)
    }

    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        durability: Durability,
    ) -> Result<Revision, StoreError> {
        let is_ahead = self.lead.take(epoch, expected);
        let revision = self.lock().append_chunk((epoch, expected), payload, durability, is_ahead)?;
        self.lead.set(epoch, revision);
        Ok(revision)
    }

    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError> {
        self.lock().rewrite(|stored| stored.replace(epoch, covered, snapshot))
    }

    async fn join(&self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        self.lock().join(epoch, after, until)
    }

    async fn seal(&self, epoch: Epoch) -> Result<(), StoreError> {
        self.lock().seal(epoch)
    }

    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        self.lock().scan()?.stored.copy_out()
    }

    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        self.lock().rewrite(|stored| stored.copy_in(chunks))
    }
}
