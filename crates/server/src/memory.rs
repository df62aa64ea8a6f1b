//! The memory that requests and responses of all connections share. A request waits for its part before it is executed.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::limits::{LONGEST_BODY_BYTES, Limits};

/// Bytes that each request gets without waiting, so that other clients cannot block small requests.
pub const FREE_BYTES: usize = 64 * 1024;
/// The unit of permits, in bytes, so that their number fits in 32 bits.
const UNIT_BYTES: usize = 1024;
/// Bodies above this size are decoded one after the other, because that takes several times their size.
const LARGE_BYTES: usize = 1024 * 1024;

/// The error when no memory became free in time.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfMemory;

#[derive(Debug)]
pub struct Memory {
    requests: Arc<Semaphore>,
    large_requests: Arc<Semaphore>,
    waiting: AtomicUsize,
    responses: Arc<Responses>,
    response_bytes_max: usize,
    wait: Duration,
}

/// Memory for a body. Dropping it and its clones releases the memory.
#[derive(Clone, Debug, Default)]
pub struct Reservation {
    _permit: Option<Arc<OwnedSemaphorePermit>>,
}

/// The right to decode a request. Dropping it and its clones releases the right.
#[derive(Clone, Debug)]
pub struct Turn {
    _permit: Option<Arc<OwnedSemaphorePermit>>,
}

#[derive(Debug, Default)]
struct Responses {
    bytes: AtomicUsize,
    freed: Notify,
}

/// A response that counts until its last byte is passed to the system.
struct CountedResponse {
    body: String,
    responses: Arc<Responses>,
}

impl Memory {
    pub fn new(limits: &Limits) -> Memory {
        // A compressed body needs the maximum twice: as it is sent, and decompressed.
        let request_bytes = limits.request_bytes.max(2 * LONGEST_BODY_BYTES);
        Memory {
            requests: Arc::new(Semaphore::new(units(request_bytes) as usize)),
            large_requests: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
            responses: Arc::default(),
            response_bytes_max: limits.response_bytes,
            wait: limits.memory_wait,
        }
    }

    /// Waits for the memory of a whole body. Reserving in parts could deadlock two bodies that each have a half.
    pub async fn reserve(&self, bytes: usize) -> Result<Reservation, OutOfMemory> {
        if bytes <= FREE_BYTES {
            return Ok(Reservation::default());
        }
        let permit = Arc::clone(&self.requests).acquire_many_owned(units(bytes));
        let _counted = WaitingBody::count(&self.waiting);
        match timeout(self.wait, permit).await {
            Ok(Ok(permit)) => Ok(Reservation { _permit: Some(Arc::new(permit)) }),
            Ok(Err(_)) | Err(_) => Err(OutOfMemory),
        }
    }

    /// Returns whether a body waits for memory.
    pub fn is_short(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    /// Waits until clients have read enough of their responses, and until other large requests have ended.
    pub async fn take_turn(&self, body_bytes: usize) -> Result<Turn, OutOfMemory> {
        let turn = async {
            self.wait_for_room().await;
            match body_bytes > LARGE_BYTES {
                true => Arc::clone(&self.large_requests).acquire_owned().await.ok(),
                false => None,
            }
        };
        match timeout(self.wait, turn).await {
            Ok(permit) => Ok(Turn { _permit: permit.map(Arc::new) }),
            Err(_) => Err(OutOfMemory),
        }
    }

    async fn wait_for_room(&self) {
        loop {
            let mut freed = pin!(self.responses.freed.notified());
            // After this call, no notification is lost.
            freed.as_mut().enable();
            if self.responses.bytes.load(Ordering::Acquire) < self.response_bytes_max {
                return;
            }
            freed.await;
        }
    }

    /// Counts a response until it is sent or its connection has ended.
    pub fn count(&self, body: String) -> Bytes {
        if body.len() <= FREE_BYTES {
            return body.into();
        }
        let responses = Arc::clone(&self.responses);
        responses.bytes.fetch_add(body.len(), Ordering::AcqRel);
        Bytes::from_owner(CountedResponse { body, responses })
    }
}

/// Counts one waiting body for as long as it exists.
struct WaitingBody<'a>(&'a AtomicUsize);

impl WaitingBody<'_> {
    fn count(counter: &AtomicUsize) -> WaitingBody<'_> {
        counter.fetch_add(1, Ordering::AcqRel);
        WaitingBody(counter)
    }
}

impl Drop for WaitingBody<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl AsRef<[u8]> for CountedResponse {
    fn as_ref(&self) -> &[u8] {
        self.body.as_bytes()
    }
}

impl Drop for CountedResponse {
    fn drop(&mut self) {
        self.responses.bytes.fetch_sub(self.body.len(), Ordering::AcqRel);
        self.responses.freed.notify_waiters();
    }
}

/// Converts bytes to permits, rounded up.
fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT_BYTES)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let wait = Duration::from_millis(50);
        Memory::new(&Limits { memory_wait: wait, response_bytes: 200_000, ..Limits::default() })
    }

    #[tokio::test]
    async fn what_is_reserved_is_missing_until_it_is_given_back() {
        let memory = memory();
        let all = Limits::default().request_bytes / LONGEST_BODY_BYTES;
        let mut held = Vec::new();
        for _ in 0..all {
            held.push(memory.reserve(LONGEST_BODY_BYTES).await.unwrap());
        }
        assert_eq!(memory.reserve(LONGEST_BODY_BYTES).await.unwrap_err(), OutOfMemory);
        assert_eq!(memory.reserve(FREE_BYTES + 1).await.unwrap_err(), OutOfMemory);
        assert!(memory.reserve(FREE_BYTES).await.is_ok());
        held.pop();
        assert!(memory.reserve(LONGEST_BODY_BYTES).await.is_ok());
    }

    #[tokio::test]
    async fn unread_responses_stop_the_next_request() {
        let memory = memory();
        let first = memory.count("x".repeat(150_000));
        assert!(memory.take_turn(10).await.is_ok());
        let second = memory.count("x".repeat(150_000));
        assert_eq!(memory.take_turn(10).await.unwrap_err(), OutOfMemory);
        // A slice that is not sent yet holds the whole response.
        let rest = first.slice(149_999..);
        drop(first);
        assert_eq!(memory.take_turn(10).await.unwrap_err(), OutOfMemory);
        drop(rest);
        assert!(memory.take_turn(10).await.is_ok());
        drop(second);
        assert_eq!(memory.responses.bytes.load(Ordering::Acquire), 0);
    }

    #[tokio::test]
    async fn large_requests_take_turns() {
        let memory = memory();
        let turn = memory.take_turn(LARGE_BYTES + 1).await.unwrap();
        assert_eq!(memory.take_turn(LARGE_BYTES + 1).await.unwrap_err(), OutOfMemory);
        assert!(memory.take_turn(LARGE_BYTES).await.is_ok());
        drop(turn);
        assert!(memory.take_turn(LARGE_BYTES + 1).await.is_ok());
    }
}
