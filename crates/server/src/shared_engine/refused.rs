//! Requests that were refused before they had the engine. They are logged with the next request that has it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use dynalab_engine::DynamoError;
use dynalab_service::Instance;

/// The most requests that wait to be logged.
const REFUSED_MAX: usize = 1_000;

/// Refused requests, while the log of requests is on.
#[derive(Debug, Default)]
pub struct RefusedRequests {
    is_logging: AtomicBool,
    waiting: Mutex<Vec<(String, DynamoError)>>,
}

impl RefusedRequests {
    /// Keeps a request to be logged. It needs no lock of the engine.
    pub fn add(&self, operation: &str, error: &DynamoError) {
        if !self.is_logging.load(Ordering::Acquire) {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < REFUSED_MAX {
            waiting.push((operation.to_owned(), error.clone()));
        }
    }

    /// Adds the requests that wait to the log of their instance.
    pub fn log(&self, instance: &mut Instance) {
        if !instance.is_logging() {
            return;
        }
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        for (operation, error) in waiting {
            instance.log_refused(&operation, &error);
        }
    }

    /// Follows the log of the instance, which a request may have turned on or off.
    pub fn follow(&self, instance: &Instance) {
        self.is_logging.store(instance.is_logging(), Ordering::Release);
    }
}
