//! The in-memory store. Its disk is a value that tests can share, copy, damage and open again.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::StoreError;
use crate::format::{self, Head, Kind};
use crate::lead::Lead;
use crate::log::{self, JoinResult};
use crate::rules::{self, CompactionResult};
use crate::store::{Chunks, Claim, Durability, Epoch, LogTail, Revision, SavedContent, Store};

/// All stored bytes of a workspace, with the same layout as in IndexedDB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    pub head: Option<Vec<u8>>,
    pub snapshot: Vec<Vec<u8>>,
    /// The log chunks and fences by revision.
    pub log: BTreeMap<u64, Vec<u8>>,
}

impl Stored {
    /// Returns the bytes of all chunks, with their headers.
    pub fn size_bytes(&self) -> u64 {
        let chunks = self.head.iter().chain(&self.snapshot).chain(self.log.values());
        chunks.map(|chunk| chunk.len() as u64).sum()
    }

    pub(crate) fn claim(&mut self) -> Result<Claim, StoreError> {
        let head = rules::after_claim(self.read_head_or_empty()?.0);
        if let Some(fence) = head.fences.last() {
            self.put_fence(*fence);
        }
        self.head = Some(format::encode_head(&head));
        Ok(rules::claim_of(&head))
    }

    /// Appends a chunk. `is_ahead` is true if the caller appended the newest chunk, as far as it can tell.
    pub(crate) fn append(
        &mut self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        is_ahead: bool,
    ) -> Result<Revision, StoreError> {
        let next = Revision(expected.0 + 1);
        let is_free = !self.log.contains_key(&next.0);
        if !(is_ahead && is_free) {
            let head = rules::after_append(self.read_head()?.map(|(head, _)| head), epoch, expected)?;
            self.head = Some(format::encode_head(&head));
        }
        self.log.insert(next.0, format::encode(Kind::Log, next, payload));
        Ok(next)
    }

    pub(crate) fn replace(
        &mut self,
        epoch: Epoch,
        covered: Revision,
        snapshot: &[Vec<u8>],
    ) -> Result<(), StoreError> {
        let head = self.read_head()?.map(|(head, _)| head);
        let CompactionResult { head, gone, fences } =
            rules::after_replace(head, epoch, covered, snapshot.len())?;
        self.snapshot =
            snapshot.iter().map(|payload| format::encode(Kind::Snapshot, covered, payload)).collect();
        self.log.retain(|revision, _| !gone.contains(revision));
        fences.into_iter().for_each(|fence| self.put_fence(fence));
        self.head = Some(format::encode_head(&head));
        Ok(())
    }

    pub(crate) fn join(&mut self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        let head = self.read_head()?.map(|(head, _)| head);
        let log = if after < until { self.log_chunks(after, until) } else { Vec::new() };
        let JoinResult { head, until, payload, gone, fences } =
            log::after_join(head, epoch, (after, until), log)?;
        self.log.retain(|revision, _| !gone.contains(revision));
        fences.into_iter().for_each(|fence| self.put_fence(fence));
        self.log.insert(until.0, format::encode(Kind::Joined, until, &payload));
        self.head = Some(format::encode_head(&head));
        Ok(())
    }

    pub(crate) fn seal(&mut self, epoch: Epoch) -> Result<(), StoreError> {
        let head = rules::only_writer(self.read_head()?.map(|(head, _)| head), epoch)?;
        self.head = Some(format::encode_head(&head));
        Ok(())
    }

    fn put_fence(&mut self, place: Revision) {
        self.log.insert(place.0, format::encode(Kind::Fence, place, b""));
    }

    pub(crate) fn load(&self) -> Result<SavedContent, StoreError> {
        let (head, discarded_tail) = self.read_head_or_empty()?;
        let log = self.log_chunks(head.snapshot_revision, head.revision);
        rules::read_saved(&head, self.snapshot.clone(), log, discarded_tail)
    }

    pub(crate) fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        let (head, _) = self.read_head_or_empty()?;
        if !rules::is_in_log(&head, revision) {
            return Ok(LogTail::Replaced);
        }
        rules::read_tail(&head, revision, self.log_chunks(revision, head.revision))
    }

    pub(crate) fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        let (head, _) = self.read_head_or_empty()?;
        let log = self.log_chunks(head.snapshot_revision, head.revision);
        rules::copied_out(&head, self.snapshot.clone(), log)
    }

    pub(crate) fn copy_in(&mut self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        let has_chunks = !(self.snapshot.is_empty() && self.log.is_empty());
        rules::nothing_there(rules::read_head(self.head.clone())?, has_chunks)?;
        let head = rules::check(chunks)?;
        self.snapshot = chunks.snapshot.iter().map(|chunk| chunk.to_vec()).collect();
        for chunk in &chunks.log {
            self.log.insert(rules::key_in_log(chunk)?.0, chunk.to_vec());
        }
        self.head = Some(format::encode_head(&head));
        Ok(())
    }

    /// Returns the head, updated with the end of the log, and whether the last chunk is torn.
    pub(crate) fn read_head(&self) -> Result<Option<(Head, bool)>, StoreError> {
        let last = self.log.last_key_value().map(|(number, chunk)| (*number, &chunk[..]));
        rules::read_head(self.head.clone())?.map(|head| rules::at_end(head, last)).transpose()
    }

    fn read_head_or_empty(&self) -> Result<(Head, bool), StoreError> {
        match self.read_head()? {
            Some(read) => Ok(read),
            None => {
                let empty = rules::without_head(self.snapshot.is_empty() && self.log.is_empty())?;
                Ok((empty, false))
            }
        }
    }

    pub(crate) fn log_chunks(&self, after: Revision, last: Revision) -> Vec<Vec<u8>> {
        self.log.range(after.0 + 1..last.0 + 1).map(|(_, chunk)| chunk.clone()).collect()
    }
}

/// A store in memory. A clone is a second handle on the same bytes, like a second tab.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    disk: Rc<RefCell<Stored>>,
    lead: Lead,
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Creates a store on these bytes, damaged or not.
    pub fn from_stored(stored: Stored) -> MemoryStore {
        MemoryStore { disk: Rc::new(RefCell::new(stored)), lead: Lead::default() }
    }

    /// Returns a copy of every stored byte.
    pub fn stored(&self) -> Stored {
        self.disk.borrow().clone()
    }

    /// Returns a store on a copy of the stored bytes. The old handles keep writing to the original, like a process that died.
    pub fn reopened(&self) -> MemoryStore {
        MemoryStore::from_stored(self.stored())
    }

    /// Runs one write with exclusive access to the stored bytes.
    pub(crate) fn transact<T>(
        &self,
        write: impl FnOnce(&mut Stored) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        write(&mut self.disk.borrow_mut())
    }
}

impl Store for MemoryStore {
    async fn claim(&self) -> Result<Claim, StoreError> {
        self.transact(Stored::claim)
    }

    async fn load(&self) -> Result<SavedContent, StoreError> {
        self.disk.borrow().load()
    }

    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        self.disk.borrow().load_after(revision)
    }

    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        _durability: Durability,
    ) -> Result<Revision, StoreError> {
        let is_ahead = self.lead.take(epoch, expected);
        let revision = self.transact(|stored| stored.append(epoch, expected, payload, is_ahead))?;
        self.lead.set(epoch, revision);
        Ok(revision)
    }

    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError> {
        self.transact(|stored| stored.replace(epoch, covered, snapshot))
    }

    async fn join(&self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        self.transact(|stored| stored.join(epoch, after, until))
    }

    async fn seal(&self, epoch: Epoch) -> Result<(), StoreError> {
        self.transact(|stored| stored.seal(epoch))
    }

    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        self.disk.borrow().copy_out()
    }

    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        self.transact(|stored| stored.copy_in(chunks))
    }
}
