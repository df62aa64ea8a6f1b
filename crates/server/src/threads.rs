//! The threads for work that takes longer than a look at one item. Their number is bounded, and each account has its share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// Maximum threads that execute requests. They share the processors, so more would only cost memory.
const REQUESTS_MAX: usize = 16;
/// Maximum threads of one account: a long request, one that waits for the engine behind it, and two that read their bodies. The other
/// requests of the account wait without a thread.
const REQUESTS_OF_ACCOUNT_MAX: usize = 4;
/// Maximum threads that read and write the files of exports and imports.
const TRANSFERS_MAX: usize = 4;
/// All threads for long work. Each thread that is asked for has a place, so no work waits inside the runtime.
pub const THREADS_MAX: usize = REQUESTS_MAX + TRANSFERS_MAX;

/// The work has panicked. That ends only the request it belongs to.
#[derive(Debug)]
pub struct Panicked;

/// The threads of the whole server.
#[derive(Clone, Debug)]
pub struct Threads {
    requests: Arc<Semaphore>,
    transfers: Arc<Semaphore>,
}

/// The places of one account. Whoever waits here has no thread, and nothing of another account waits for it.
#[derive(Clone, Debug)]
pub struct AccountThreads {
    requests: Arc<Semaphore>,
    transfers: Arc<Semaphore>,
}

impl Default for Threads {
    fn default() -> Threads {
        let places = |number| Arc::new(Semaphore::new(number));
        Threads { requests: places(REQUESTS_MAX), transfers: places(TRANSFERS_MAX) }
    }
}

impl Default for AccountThreads {
    fn default() -> AccountThreads {
        let places = |number| Arc::new(Semaphore::new(number));
        // One transfer after the other, so that each runs once.
        AccountThreads { requests: places(REQUESTS_OF_ACCOUNT_MAX), transfers: places(1) }
    }
}

impl Threads {
    /// Runs the work of a request on a thread of its own.
    ///
    /// `spawn_blocking` and not `block_in_place`: the connection is polled meanwhile, so it notices that its client hangs up, and no
    /// thread of the sockets is taken away and replaced. Not a pool of our own: this one starts threads when they are needed and
    /// ends them when they are not.
    pub async fn run<T: Send + 'static>(
        &self,
        account: &AccountThreads,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        run_in(&account.requests, &self.requests, work).await
    }

    /// Runs the files of an export or import on a thread of its own.
    pub async fn run_transfer<T: Send + 'static>(
        &self,
        account: &AccountThreads,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        run_in(&account.transfers, &self.transfers, work).await
    }
}

/// Waits for a place of the account first: what waits there takes no place of the server. Both queues are in order of arrival, so the
/// accounts take turns.
async fn run_in<T: Send + 'static>(
    account: &Arc<Semaphore>,
    server: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    let places = (place_in(account).await, place_in(server).await);
    let run = move || {
        let done = work();
        // Not earlier: a client that hangs up does not end what its thread does.
        drop(places);
        done
    };
    spawn_blocking(run).await.map_err(|_| Panicked)
}

/// Returns None only if the places were closed, which does not happen.
async fn place_in(places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(places).acquire_owned().await.ok()
}

/// Runs work on this thread. A panic ends only this work.
pub fn attempt<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn an_account_takes_only_its_share() {
        let threads = Threads::default();
        let (busy, other) = (AccountThreads::default(), AccountThreads::default());
        let (begun, begins) = mpsc::channel();
        let mut held = Vec::new();
        let mut releases = Vec::new();
        for _ in 0..10 * REQUESTS_MAX {
            let (release, released) = mpsc::channel::<()>();
            let (threads, busy, begun) = (threads.clone(), busy.clone(), begun.clone());
            releases.push(release);
            held.push(tokio::spawn(async move {
                threads
                    .run(&busy, move || {
                        begun.send(()).unwrap();
                        // Fails when the test drops its end.
                        let _released = released.recv();
                    })
                    .await
            }));
        }
        while threads.requests.available_permits() > REQUESTS_MAX - REQUESTS_OF_ACCOUNT_MAX {
            tokio::task::yield_now().await;
        }
        assert_eq!(threads.run(&other, || 7).await.unwrap(), 7);
        drop(releases);
        for held in held {
            held.await.unwrap().unwrap();
        }
        assert_eq!(begins.try_iter().count(), 10 * REQUESTS_MAX, "every request had its turn");
    }

    #[tokio::test]
    async fn a_panic_gives_its_place_back() {
        let (threads, account) = (Threads::default(), AccountThreads::default());
        for _ in 0..2 * REQUESTS_MAX {
            assert!(threads.run(&account, || panic!("this panic is part of a test")).await.is_err());
        }
        assert!(threads.run(&account, || ()).await.is_ok());
    }
}
