//! The store of a browser: one IndexedDB database for each workspace, in a page or in a worker.
//!
//! There are three object stores. `meta` has the head under "head". `log` has one chunk or fence per revision, under its number.
//! `snapshot` has the snapshot's chunks under 0, 1, 2 and so on. Every value is a `Uint8Array`, see [`format`](crate::format).
//! Every write is one transaction and returns when that transaction is complete.

mod append;
mod buckets;
mod chunks;
mod connection;
mod failure;
mod raw;
mod transaction;

use std::cell::RefCell;
use std::ops::AsyncFnOnce;
use std::rc::Rc;

use crate::error::{StoreError, Unavailability};
use crate::format::{self, Kind};
use crate::lead::Lead;
use crate::log::{self, JoinResult};
use crate::rules::{self, CompactionResult};
use crate::store::{Chunks, Claim, Durability, Epoch, LogTail, Revision, SavedContent, Store};
pub use buckets::IndexedDbBuckets;
use chunks::{LOG, META, SNAPSHOT};
use connection::{Connection, Scope};
use transaction::Work;

const EVERYTHING: &[&str] = &[META, LOG, SNAPSHOT];

/// A workspace in IndexedDB. The database stays open until the store is dropped, or until another tab deletes the database. The
/// next call opens it again, or fails with `Unavailable` if the database was deleted.
pub struct IndexedDbStore {
    name: String,
    connection: RefCell<Rc<Connection>>,
    lead: Lead,
}

impl IndexedDbStore {
    /// Opens the database with this name and creates it if it does not exist.
    ///
    /// # Errors
    /// `Unavailable` if IndexedDB is missing or blocked. `NewerFormat` if a later version of Dynalab changed the layout of the
    /// database. `Full` if there is no space even for an empty database.
    pub async fn open(name: &str) -> Result<IndexedDbStore, StoreError> {
        let connection = Connection::open(name, EVERYTHING).await?;
        Ok(IndexedDbStore::on(name, connection))
    }

    /// Opens the database with this name if it exists.
    ///
    /// # Errors
    /// The errors of [`open`](IndexedDbStore::open).
    pub async fn open_existing(name: &str) -> Result<Option<IndexedDbStore>, StoreError> {
        let connection = Connection::open_existing(name, EVERYTHING).await?;
        Ok(connection.map(|connection| IndexedDbStore::on(name, connection)))
    }

    fn on(name: &str, connection: Connection) -> IndexedDbStore {
        let connection = RefCell::new(Rc::new(connection));
        IndexedDbStore { name: name.to_string(), connection, lead: Lead::default() }
    }

    /// Deletes the database with this name and its content, in any format. Waits until every tab has closed its connection, which
    /// this store does automatically. Succeeds if there is no such database.
    ///
    /// # Errors
    /// `Unavailable` if IndexedDB is missing or blocked.
    pub async fn delete(name: &str) -> Result<(), StoreError> {
        connection::delete(name).await
    }

    /// Runs `work` in a new transaction. Opens a new connection if the old one was closed.
    async fn transact<T>(
        &self,
        scope: Scope,
        work: impl AsyncFnOnce(Work<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut was_reopened = false;
        loop {
            let connection = self.open_connection().await?;
            match connection.begin(scope) {
                Ok(transaction) => return work(Work::new(transaction)).await,
                Err(error) if failure::is_closed_connection(&error) && !was_reopened => {
                    connection.close();
                    was_reopened = true;
                }
                Err(error) => return Err(failure::of_work(error)),
            }
        }
    }

    /// Adds a chunk to the log. Returns false if the revision is already used.
    async fn add(&self, at: Revision, chunk: &[u8], durability: Durability) -> Result<bool, StoreError> {
        let connection = self.open_connection().await?;
        let begun = match connection.begin_append(durability) {
            Err(error) if failure::is_closed_connection(&error) => {
                connection.close();
                self.open_connection().await?.begin_append(durability)
            }
            begun => begun,
        };
        append::commit_chunk(begun.map_err(failure::of_work)?, at.0, chunk).await
    }

    async fn open_connection(&self) -> Result<Rc<Connection>, StoreError> {
        let current = self.connection.borrow().clone();
        if !current.is_closed() {
            return Ok(current);
        }
        // Does not create the database again: it may have been deleted meanwhile.
        let fresh = Connection::open_existing(&self.name, EVERYTHING).await?;
        let fresh = Rc::new(fresh.ok_or(Unavailability::Deleted)?);
        self.connection.replace(fresh.clone());
        Ok(fresh)
    }
}

impl Store for IndexedDbStore {
    async fn claim(&self) -> Result<Claim, StoreError> {
        let scope = Scope::write(EVERYTHING, Durability::Strict);
        self.transact(scope, async |work| {
            let head = rules::after_claim(work.read_head_or_empty().await?.0);
            if let Some(fence) = head.fences.last() {
                work.put_fence(*fence)?;
            }
            work.put_head(&head)?;
            work.commit().await?;
            Ok(rules::claim_of(&head))
        })
        .await
    }

    async fn load(&self) -> Result<SavedContent, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let (head, has_tail) = work.read_head_or_empty().await?;
            let snapshot = work.read_snapshot(&head).await?;
            let log = work.read_log(head.revision, head.snapshot_revision).await?;
            rules::read_saved(&head, snapshot, log, has_tail)
        })
        .await
    }

    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let (head, _) = work.read_head_or_empty().await?;
            if !rules::is_in_log(&head, revision) {
                return Ok(LogTail::Replaced);
            }
            let log = work.read_log(head.revision, revision).await?;
            rules::read_tail(&head, revision, log)
        })
        .await
    }

    async fn append(
        &self,
        epoch: Epoch,
        expected: Revision,
        payload: &[u8],
        durability: Durability,
    ) -> Result<Revision, StoreError> {
        let next = Revision(expected.0 + 1);
        let header = format::header(Kind::Log, next, payload);
        // A writer that appended the newest chunk needs no read. Each additional request would cost a tenth of an append.
        let added = self.lead.take(epoch, expected)
            && self.add(next, &chunks::joined(&header, payload), durability).await?;
        if !added {
            self.transact(Scope::write(&[META, LOG], durability), async |work| {
                let head = work.read_head().await?.map(|(head, _)| head);
                let head = rules::after_append(head, epoch, expected)?;
                work.put_chunk(LOG, next.0, &header, payload)?;
                work.put_head(&head)?;
                work.commit().await
            })
            .await?;
        }
        self.lead.set(epoch, next);
        Ok(next)
    }

    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError> {
        let scope = Scope::write(EVERYTHING, Durability::Strict);
        self.transact(scope, async |work| {
            let head = work.read_head().await?.map(|(head, _)| head);
            let CompactionResult { head, gone, fences } =
                rules::after_replace(head, epoch, covered, snapshot.len())?;
            work.clear(SNAPSHOT)?;
            for (index, payload) in snapshot.iter().enumerate() {
                let header = format::header(Kind::Snapshot, covered, payload);
                work.put_chunk(SNAPSHOT, index as u64, &header, payload)?;
            }
            work.delete_log(gone)?;
            for fence in fences {
                work.put_fence(fence)?;
            }
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }

    async fn join(&self, epoch: Epoch, after: Revision, until: Revision) -> Result<(), StoreError> {
        self.transact(Scope::write(&[META, LOG], Durability::Strict), async |work| {
            let head = work.read_head().await?.map(|(head, _)| head);
            let log = work.read_log(until, after).await?;
            let JoinResult { head, until, payload, gone, fences } =
                log::after_join(head, epoch, (after, until), log)?;
            work.delete_log(gone)?;
            for fence in fences {
                work.put_fence(fence)?;
            }
            work.put_chunk(LOG, until.0, &format::header(Kind::Joined, until, &payload), &payload)?;
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }

    async fn seal(&self, epoch: Epoch) -> Result<(), StoreError> {
        self.transact(Scope::write(&[META, LOG], Durability::Relaxed), async |work| {
            let head = rules::only_writer(work.read_head().await?.map(|(head, _)| head), epoch)?;
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }

    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let (head, _) = work.read_head_or_empty().await?;
            let snapshot = work.read_snapshot(&head).await?;
            let log = work.read_log(head.revision, head.snapshot_revision).await?;
            rules::copied_out(&head, snapshot, log)
        })
        .await
    }

    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        let head = rules::check(chunks)?;
        self.transact(Scope::write(EVERYTHING, Durability::Strict), async |work| {
            let there = work.read_head().await?.map(|(head, _)| head);
            rules::nothing_there(there, !work.is_empty().await?)?;
            for (at, chunk) in (0..).zip(&chunks.snapshot) {
                work.put_stored(SNAPSHOT, at, chunk)?;
            }
            for chunk in &chunks.log {
                work.put_stored(LOG, rules::key_in_log(chunk)?.0, chunk)?;
            }
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }
}
