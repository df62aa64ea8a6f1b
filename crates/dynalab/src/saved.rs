//! A database that is stored: in a folder, or in the browser (IndexedDB).

use std::fmt;
use std::time::{Duration, SystemTime};

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::protocol::{Refusal, Role, Space, ToPage, ToWorker};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::AdvanceClock;
#[cfg(not(target_arch = "wasm32"))]
use dynalab_storage::FolderStore as SavedStore;
#[cfg(target_arch = "wasm32")]
use dynalab_storage::IndexedDbStore as SavedStore;
use dynalab_storage::{Store, StoreError};
use dynalab_types::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::builder::first_day;
use crate::clock::{time_of, timestamp_of};
use crate::error::Error;
use crate::local::Answer;

/// A DynamoDB whose tables, settings and history are stored. A response is returned after its changes were stored.
///
/// The stored form is that of the page. One program, or one tab, has it open at a time. Only the program moves the clock.
pub struct Saved {
    host: Host<SavedStore>,
    /// What the real clock would be. The clock of the simulation counts from it.
    wall: Timestamp,
    found_torn_end: bool,
}

/// Why a stored database cannot be opened, or why a request failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SavedError {
    /// The request failed.
    Request(Error),
    /// The stored database cannot be read or written. What is stored stays as it is.
    Store(StoreError),
    /// The changes of the request could not be stored, so they were undone.
    NotStored(Refusal),
}

impl Saved {
    /// Opens the database in a folder, or with a name in the browser. If there is none, it is created.
    ///
    /// # Errors
    /// `Store` if another program has it open, if it is damaged or newer, or if the folder cannot be used.
    pub async fn open(place: &str) -> Result<Saved, SavedError> {
        #[cfg(not(target_arch = "wasm32"))]
        let store = SavedStore::open(place)?;
        #[cfg(target_arch = "wasm32")]
        let store = SavedStore::open(place).await?;
        let found_torn_end = store.load().await?.discarded_tail;
        let mut host = Host::open(Ok(store), 0, EngineConfig::instant()).await;
        host.become_writer().await;
        if host.role() != Role::Writer {
            let detail = format!("{:?}", host.health());
            return Err(StoreError::unreadable_content(detail).into());
        }
        let wall = timestamp_of(first_day()).max(host.saved().engine().now());
        Ok(Saved { host, wall, found_torn_end })
    }

    /// Returns true if the last program ended in the middle of a write. The write was never acknowledged, and is not in the database.
    pub fn found_torn_end(&self) -> bool {
        self.found_torn_end
    }

    /// Returns the time of the database.
    pub fn now(&self) -> SystemTime {
        time_of(self.host.saved().engine().now().max(self.wall))
    }

    /// Moves the clock forward, at most by 366 days.
    ///
    /// # Errors
    /// The time is too long, or the changes cannot be stored.
    pub async fn advance(&mut self, by: Duration) -> Result<(), SavedError> {
        let milliseconds = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.control(&AdvanceClock { milliseconds }).await.map(drop)
    }

    /// Executes a request, and returns the status and the body as DynamoDB sends them.
    ///
    /// # Errors
    /// `NotStored` if the changes cannot be stored.
    pub async fn execute(&mut self, operation: &str, body: &str) -> Result<Answer, SavedError> {
        const ID: u32 = 1;
        let (operation, body) = (operation.to_owned(), body.to_owned());
        let request = ToWorker::Execute { id: ID, space: Space::Saved, operation, body, trace: false };
        let mut batch = vec![request];
        loop {
            let messages = self.host.process(std::mem::take(&mut batch), self.wall).await.messages;
            for message in messages {
                match message {
                    ToPage::Answer { id: ID, status, body, .. } => return Ok(Answer { status, body }),
                    ToPage::Refused { id: ID, refusal } => return Err(SavedError::NotStored(refusal)),
                    _ => {}
                }
            }
            if !self.host.has_more_to_do() {
                // Not reachable: each request is answered.
                return Err(SavedError::NotStored(Refusal::NoWorker));
            }
        }
    }

    /// Executes a request and reads its response.
    ///
    /// # Errors
    /// DynamoDB refuses the request, it cannot be written as JSON, or its changes cannot be stored.
    pub async fn call(&mut self, operation: &str, request: impl Serialize) -> Result<Value, SavedError> {
        let body = serde_json::to_string(&request).map_err(Error::from)?;
        let answer = self.succeed(operation, &body).await?;
        Ok(serde_json::from_str(&answer).map_err(Error::from)?)
    }

    /// Executes a control by the struct of its request, and reads the struct of its response.
    ///
    /// # Errors
    /// The control is refused, or its changes cannot be stored.
    pub async fn control<C: Call>(&mut self, control: &C) -> Result<C::Response, SavedError> {
        let answer = self.succeed(C::NAME, &control.body()).await?;
        Ok(serde_json::from_str(&answer).map_err(Error::from)?)
    }

    async fn succeed(&mut self, operation: &str, body: &str) -> Result<String, SavedError> {
        let Answer { status, body } = self.execute(operation, body).await?;
        if status == 200 { Ok(body) } else { Err(Error::of_answer(status, body).into()) }
    }

    /// Stores what need not be stored with each request, such as the meters of reads, and the length of the log. Without it, a
    /// program that ends loses no acknowledged write, but the next one does not notice if the end of the log has disappeared.
    pub async fn close(mut self) {
        self.host.keep_waiting().await;
        self.host.use_pause().await;
    }
}

impl From<Error> for SavedError {
    fn from(error: Error) -> SavedError {
        SavedError::Request(error)
    }
}

impl From<StoreError> for SavedError {
    fn from(error: StoreError) -> SavedError {
        SavedError::Store(error)
    }
}

impl fmt::Display for SavedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedError::Request(error) => error.fmt(formatter),
            SavedError::Store(error) => error.fmt(formatter),
            SavedError::NotStored(refusal) => {
                write!(formatter, "The changes were not stored, and nothing changed: {refusal:?}.")
            }
        }
    }
}

impl std::error::Error for SavedError {}

impl fmt::Debug for Saved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Saved").field("now", &self.now()).finish_non_exhaustive()
    }
}
