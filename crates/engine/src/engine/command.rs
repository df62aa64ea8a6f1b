//! A request with its time of arrival, and what its execution returns.

use dynalab_types::Timestamp;

use crate::database::change::Change;
use crate::database::charges::Charges;
use crate::error::DynamoError;
use crate::hooks::Service;
use crate::operations::{Request, Response};
use crate::trace::Trace;

/// A request and its time of arrival.
#[derive(Clone, Debug)]
pub struct Command<S: Service> {
    pub at: Timestamp,
    pub request: Request<S>,
}

/// The result of a request.
#[derive(Debug)]
pub struct Execution<S: Service> {
    pub outcome: Result<Response<S>, DynamoError>,
    pub trace: Trace,
    pub charges: Charges,
    /// All changes in order, including meters and counters. [`Engine::reverse`] undoes them.
    pub changes: Vec<Change>,
}

impl<S: Service> Execution<S> {
    /// Returns the HTTP status and the body.
    pub fn answer(&self) -> (u16, String) {
        match &self.outcome {
            Ok(response) => (200, response.to_json()),
            Err(error) => (error.http_status(), error.to_json()),
        }
    }
}

/// The progress of a request that is executed step by step.
#[derive(Debug)]
pub enum Progress<S: Service> {
    /// One step was committed, with these changes.
    Running {
        changes: Vec<Change>,
    },
    Finished(Box<Execution<S>>),
    /// The ticket is unknown: it was never issued, or its request has finished.
    Unknown,
}
