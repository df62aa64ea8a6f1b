//! The failing store for tests: an in-memory store whose writes fail as its script says.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::{Interruption, StoreError};
use crate::lead::Lead;
use crate::memory::{MemoryStore, Stored};
use crate::store::{Chunks, Claim, Durability, Epoch, LogTail, Revision, SavedContent, Store};

/// The fault of one write. Claims, appends, replacements, joins, seals and copies all count as writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is stored, and the caller gets an error.
    Refuse(Refusal),
    /// The process dies during the write. An append leaves some of its first bytes; any other write leaves nothing. The caller
    /// gets `Interrupted`.
    Tear { stored_bytes: usize },
    /// Everything is stored, but the caller gets `Interrupted`, so it cannot tell the outcome.
    LoseAnswer,
}

/// How a write of the script fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Full,
    Interrupted,
}

impl Refusal {
    fn error(self) -> StoreError {
        match self {
            Refusal::Full => StoreError::Full,
            Refusal::Interrupted => Interruption::Refused.into(),
        }
    }
}

/// A store that fails on purpose. A clone is a second handle on the same disk and the same script.
#[derive(Clone, Debug, Default)]
pub struct FailingStore {
    disk: MemoryStore,
    script: Rc<Script>,
    lead: Lead,
}

#[derive(Debug, Default)]
struct Script {
    faults: RefCell<BTreeMap<u32, Fault>>,
    write_count: Cell<u32>,
    room_bytes: Cell<Option<u64>>,
}

impl FailingStore {
    /// Creates a store on this disk, with an empty script.
    pub fn new(disk: MemoryStore) -> FailingStore {
        FailingStore { disk, script: Rc::default(), lead: Lead::default() }
    }

    /// Adds a fault for the write with this number. The first write is number 1.
    pub fn at_write(self, number: u32, fault: Fault) -> FailingStore {
        self.script.faults.borrow_mut().insert(number, fault);
        self
    }

    /// Adds a fault for the next write.
    pub fn at_next_write(&self, fault: Fault) {
        self.script.faults.borrow_mut().insert(self.write_count() + 1, fault);
    }

    /// Limits the total stored bytes; `None` removes the limit. A write that reduces the stored bytes always fits.
    pub fn set_room_bytes(&self, room_bytes: Option<u64>) {
        self.script.room_bytes.set(room_bytes);
    }

    /// Returns the number of attempted writes.
    pub fn write_count(&self) -> u32 {
        self.script.write_count.get()
    }

    /// Returns the disk without the script, as another process would find it.
    pub fn disk(&self) -> MemoryStore {
        self.disk.clone()
    }

    fn write<T>(
        &self,
        write: impl FnOnce(&mut Stored) -> Result<T, StoreError>,
        tear: impl FnOnce(&mut Stored, &Stored, usize),
    ) -> Result<T, StoreError> {
        let number = self.script.write_count.get() + 1;
        self.script.write_count.set(number);
        let fault = self.script.faults.borrow_mut().remove(&number);
        if let Some(Fault::Refuse(refusal)) = fault {
            return Err(refusal.error());
        }
        let room_bytes = self.script.room_bytes.get();
        self.disk.transact(|stored| {
            let mut after = stored.clone();
            let answer = write(&mut after)?;
            let (bytes_before, bytes_after) = (stored.size_bytes(), after.size_bytes());
            if bytes_after > bytes_before && room_bytes.is_some_and(|room_bytes| bytes_after > room_bytes) {
                return Err(StoreError::Full);
            }
            if let Some(Fault::Tear { stored_bytes }) = fault {
                tear(stored, &after, stored_bytes);
                return Err(Interruption::Torn.into());
            }
            *stored = after;
            if fault == Some(Fault::LoseAnswer) {
                return Err(Interruption::LostAnswer.into());
            }
            Ok(answer)
        })
    }
}

impl Store for FailingStore {
    async fn claim(&self) -> Result<Claim, StoreError> {
        self.write(Stored::claim, |_, _, _| {})
    }

    async fn load(&self) -> Result<SavedContent, StoreError> {
        self.disk.load().await
    }

    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        self.disk.load_after(revision).await
    }

    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        _durability: Durability,
    ) -> Result<Revision, StoreError> {
        let is_ahead = self.lead.take(epoch, expected);
        let revision = self.write(
            |stored| stored.append(epoch, expected, payload, is_ahead),
            |stored, after, stored_bytes| {
                let torn = after.log.last_key_value().map(|(revision, chunk)| (*revision, chunk.clone()));
                if let Some((revision, mut chunk)) = torn {
                    chunk.truncate(stored_bytes.min(chunk.len() - 1));
                    stored.log.insert(revision, chunk);
                }
            },
        )?;
        self.lead.set(epoch, revision);
        Ok(revision)
    }

    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError> {
        self.write(|stored| stored.replace(epoch, covered, snapshot), |_, _, _| {})
    }

    async fn join(&self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        self.write(|stored| stored.join(epoch, after, until), |_, _, _| {})
    }

    async fn seal(&self, epoch: Epoch) -> Result<(), StoreError> {
        self.write(|stored| stored.seal(epoch), |_, _, _| {})
    }

    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        self.disk.copy_out().await
    }

    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        self.write(|stored| stored.copy_in(chunks), |_, _, _| {})
    }
}
