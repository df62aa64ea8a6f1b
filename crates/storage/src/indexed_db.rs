//! The store of a browser: one IndexedDB database for each workspace, in a page or in a worker.
//!
//! Three object stores: `meta` holds the head under "head", `log` one chunk for each revision under its number, and
//! `snapshot` the pieces of the snapshot under 0, 1, 2 and so on. Every value is a `Uint8Array`, see
//! [`format`](crate::format). Every write is one transaction, and is answered when that transaction is complete.

mod connection;
mod failure;
mod transaction;

use std::cell::{Cell, RefCell};
use std::ops::AsyncFnOnce;
use std::rc::Rc;

use indexed_db_futures::database::Database;

use crate::error::StoreError;
use crate::format::{self, Head, Kind};
use crate::rules;
use crate::store::{Chunks, Claim, Durability, Epoch, LogTail, Revision, Saved, Store};
use connection::{Connection, Scope};
use transaction::{LOG, META, SNAPSHOT, Work};

const EVERYTHING: &[&str] = &[META, LOG, SNAPSHOT];

/// A workspace in IndexedDB. The database stays open until the store is dropped; it is closed when another tab wants to
/// delete it. It is opened again when it is needed after that, and is `Unavailable` when it was deleted indeed.
pub struct IndexedDbStore {
    name: String,
    connection: RefCell<Rc<Connection>>,
    /// As this store last wrote it; another tab may have written since.
    last_head: Cell<Option<Head>>,
}

impl IndexedDbStore {
    /// Opens the database of that name, and creates it when there is none.
    ///
    /// # Errors
    /// `Unavailable` where IndexedDB is missing or blocked, `NewerFormat` when a later version of Dynalab has changed
    /// the layout of the database, `Full` when there is not even room for an empty one.
    pub async fn open(name: &str) -> Result<IndexedDbStore, StoreError> {
        let connection = Connection::open(name).await?;
        Ok(IndexedDbStore::on(name, connection))
    }

    /// Opens the database of that name if there is one.
    ///
    /// # Errors
    /// As [`open`](IndexedDbStore::open).
    pub async fn open_existing(name: &str) -> Result<Option<IndexedDbStore>, StoreError> {
        let connection = Connection::open_existing(name).await?;
        Ok(connection.map(|connection| IndexedDbStore::on(name, connection)))
    }

    fn on(name: &str, connection: Connection) -> IndexedDbStore {
        let connection = RefCell::new(Rc::new(connection));
        IndexedDbStore { name: name.to_string(), connection, last_head: Cell::new(None) }
    }

    /// Deletes the database of that name with everything in it, whatever its format. Waits until every tab has let go
    /// of it, which this store does by itself. It is no error when there is none.
    ///
    /// # Errors
    /// `Unavailable` where IndexedDB is missing or blocked.
    pub async fn delete(name: &str) -> Result<(), StoreError> {
        let request = Database::delete_by_name(name).map_err(failure::of_opening)?;
        request.await.map_err(|error| failure::of_opening(error.into()))
    }

    /// Does some work in a new transaction, on a new connection if the old one was closed.
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
                Err(error) => return Err(failure::of_work(&error)),
            }
        }
    }

    async fn open_connection(&self) -> Result<Rc<Connection>, StoreError> {
        let current = self.connection.borrow().clone();
        if !current.is_closed() {
            return Ok(current);
        }
        // One that was deleted meanwhile stays deleted.
        let deleted = || StoreError::Unavailable { detail: "the workspace was deleted meanwhile".into() };
        let fresh = Rc::new(Connection::open_existing(&self.name).await?.ok_or_else(deleted)?);
        self.connection.replace(fresh.clone());
        Ok(fresh)
    }
}

impl Store for IndexedDbStore {
    async fn claim(&self) -> Result<Claim, StoreError> {
        let scope = Scope::write(EVERYTHING, Durability::Strict);
        self.transact(scope, async |work| {
            let head = rules::after_claim(work.read_head_or_empty().await?);
            work.put_head(&head)?;
            work.commit().await?;
            Ok(rules::claim_of(&head))
        })
        .await
    }

    async fn load(&self) -> Result<Saved, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let head = work.read_head_or_empty().await?;
            let snapshot = work.read_chunks(SNAPSHOT, 0, u64::from(head.snapshot_chunk_count)).await?;
            let log = work.read_chunks(LOG, head.snapshot_revision.0 + 1, head.revision.0 + 1).await?;
            let has_tail = work.has_chunk_from(LOG, head.revision.0 + 1).await?;
            rules::read_saved(&head, snapshot, log, has_tail)
        })
        .await
    }

    async fn load_after(&self, revision: Revision) -> Result<LogTail, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let head = work.read_head_or_empty().await?;
            if !rules::is_in_log(&head, revision) {
                return Ok(LogTail::Replaced);
            }
            let log = work.read_chunks(LOG, revision.0 + 1, head.revision.0 + 1).await?;
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
        // Waiting for the head before writing costs a fifth of an append. So what should follow is written at once, and
        // the transaction, which still can be abandoned, is committed when the head turns out to be the one expected.
        let guess = rules::after_append(self.last_head.get(), epoch, expected).ok();
        let head = self
            .transact(Scope::write(&[META, LOG], durability), async |work| {
                let append = |head: &Head| {
                    let header = format::header(Kind::Log, head.revision, payload);
                    work.put_chunk(LOG, head.revision.0, &header, payload)?;
                    work.put_head(head)
                };
                let stored = work.ask_for_head()?;
                if let Some(head) = &guess {
                    append(head)?;
                }
                let head = rules::after_append(stored.await?, epoch, expected)?;
                if guess != Some(head) {
                    append(&head)?;
                }
                work.commit().await?;
                Ok(head)
            })
            .await?;
        self.last_head.set(Some(head));
        Ok(head.revision)
    }

    async fn replace(&self, epoch: Epoch, covered: Revision, snapshot: &[Vec<u8>]) -> Result<(), StoreError> {
        let scope = Scope::write(EVERYTHING, Durability::Strict);
        self.transact(scope, async |work| {
            let head = rules::after_replace(work.read_head().await?, epoch, covered, snapshot.len())?;
            work.clear(SNAPSHOT)?;
            for (index, payload) in snapshot.iter().enumerate() {
                let header = format::header(Kind::Snapshot, covered, payload);
                work.put_chunk(SNAPSHOT, index as u64, &header, payload)?;
            }
            work.delete_chunks(LOG, 0, covered.0)?;
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }

    async fn copy_out(&self) -> Result<Chunks<Vec<u8>>, StoreError> {
        self.transact(Scope::read(EVERYTHING), async |work| {
            let head = work.read_head_or_empty().await?;
            let snapshot = work.read_chunks(SNAPSHOT, 0, u64::from(head.snapshot_chunk_count)).await?;
            let log = work.read_chunks(LOG, head.snapshot_revision.0 + 1, head.revision.0 + 1).await?;
            rules::copied_out(&head, snapshot, log)
        })
        .await
    }

    async fn copy_in(&self, chunks: &Chunks<&[u8]>) -> Result<(), StoreError> {
        let head = rules::check(chunks)?;
        self.transact(Scope::write(EVERYTHING, Durability::Strict), async |work| {
            let has_chunks = work.has_chunk_from(LOG, 0).await? || work.has_chunk_from(SNAPSHOT, 0).await?;
            rules::nothing_there(work.read_head().await?, has_chunks)?;
            for (at, chunk) in (0..).zip(&chunks.snapshot) {
                work.put_stored(SNAPSHOT, at, chunk)?;
            }
            for (revision, chunk) in (head.snapshot_revision.0 + 1..).zip(&chunks.log) {
                work.put_stored(LOG, revision, chunk)?;
            }
            work.put_head(&head)?;
            work.commit().await
        })
        .await
    }
}
