//! What answers API requests: an engine for each account and Region, or one for all.

use std::sync::Arc;

use dynalab_engine::DynamoError;
use dynalab_engine::error::ControlError;
use dynalab_service::contract::snapshots::ForkDescription;

use crate::credentials::Credentials;
use crate::shared_engine::SharedEngine;

/// Finds the engine of a client. Connections call it at the same time.
pub trait Handler: Send + Sync + 'static {
    /// Returns the engine of a client without waiting, if there is one.
    fn find(&self, credentials: &Credentials) -> Option<Arc<SharedEngine>>;

    /// Returns the engine of a client, and opens it if there is none. Other engines may have to be searched for room.
    ///
    /// # Errors
    /// Returns the response if there is no room for another engine.
    fn open(&self, credentials: &Credentials) -> Result<Arc<SharedEngine>, Answer>;

    /// Makes a copy of an engine that of another access key, in the Region of a client. Returns the description of the copy.
    ///
    /// # Errors
    /// There is one engine for all clients, the name is not such an access key, its engine has content, or there is no room for
    /// another engine.
    fn fork(&self, _: &Credentials, _: &SharedEngine, _: &str) -> Result<ForkDescription, Answer> {
        let error = DynamoError::from(ControlError::ForkOfOneDatabase);
        Err(Answer { status: error.http_status(), body: error.to_json() })
    }
}

/// HTTP status and body of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

/// Uses one set of tables for all clients.
impl Handler for Arc<SharedEngine> {
    fn find(&self, _: &Credentials) -> Option<Arc<SharedEngine>> {
        Some(Arc::clone(self))
    }

    fn open(&self, _: &Credentials) -> Result<Arc<SharedEngine>, Answer> {
        Ok(Arc::clone(self))
    }
}
