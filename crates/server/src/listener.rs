//! Accepts connections on every address, up to the limit of connections.

use std::future::Future;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use tokio::sync::{Semaphore, watch};

use crate::connection;
use crate::exchange::Exchange;
use crate::handler::Handler;
use crate::threads::THREADS_MAX;

/// Maximum threads for sockets and for requests that take microseconds. Longer ones have [threads of their own](crate::threads).
const MOST_THREADS: usize = 4;
/// Maximum time for running requests to end when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(5);
/// Pause after a failed accept, such as with too many open files. Some connections may end meanwhile.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);
/// Maximum connections above the limit that get a response. Further ones are closed at once.
const TURNED_AWAY_MAX: usize = 64;

/// Serves until `stop` is ready, then finishes the running requests. `stop` is polled before the first connection is accepted.
pub fn serve<H: Handler>(
    listeners: Vec<TcpListener>,
    exchange: Exchange<H>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .max_blocking_threads(THREADS_MAX)
        .enable_all()
        .build()?;
    for listener in &listeners {
        listener.set_nonblocking(true)?;
    }
    let served = runtime.block_on(async {
        let mut doors = Vec::new();
        for listener in listeners {
            doors.push(tokio::net::TcpListener::from_std(listener)?);
        }
        let places = exchange.limits().connections;
        let (stopping, stopped) = watch::channel(false);
        let house = SharedState {
            exchange: Arc::new(exchange),
            places: Arc::new(Semaphore::new(places)),
            turned_away: Arc::new(Semaphore::new(TURNED_AWAY_MAX)),
            stopped,
        };
        let mut stop = std::pin::pin!(stop);
        // The first poll registers the signal handlers.
        tokio::select! {
            biased;
            () = &mut stop => return Ok(()),
            () = std::future::ready(()) => {}
        }
        let accepting: Vec<_> =
            doors.into_iter().map(|door| tokio::spawn(accept(door, house.clone()))).collect();
        stop.await;
        accepting.iter().for_each(tokio::task::JoinHandle::abort);
        stopping.send_replace(true);
        // Connections that are still open at the end of this wait are cut.
        let all = house.places.acquire_many(u32::try_from(places).unwrap_or(u32::MAX));
        let _ended_or_not = tokio::time::timeout(LAST_REQUESTS, all).await;
        Ok(())
    });
    // Threads that still work, such as on an export, are cut like the connections.
    runtime.shutdown_background();
    served
}

/// The state that all connections share.
struct SharedState<H> {
    exchange: Arc<Exchange<H>>,
    places: Arc<Semaphore>,
    turned_away: Arc<Semaphore>,
    stopped: watch::Receiver<bool>,
}

impl<H> Clone for SharedState<H> {
    fn clone(&self) -> SharedState<H> {
        SharedState {
            exchange: Arc::clone(&self.exchange),
            places: Arc::clone(&self.places),
            turned_away: Arc::clone(&self.turned_away),
            stopped: self.stopped.clone(),
        }
    }
}

/// Accepts connections without end.
async fn accept<H: Handler>(listener: tokio::net::TcpListener, house: SharedState<H>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => house.let_in(stream),
            Err(error) => {
                eprintln!("A connection could not be accepted: {error}");
                tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
            }
        }
    }
}

impl<H: Handler> SharedState<H> {
    fn let_in(&self, stream: tokio::net::TcpStream) {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            let (exchange, stopped) = (Arc::clone(&self.exchange), self.stopped.clone());
            tokio::spawn(async move {
                connection::converse(stream, exchange, stopped).await;
                drop(place);
            });
        } else if let Ok(place) = Arc::clone(&self.turned_away).try_acquire_owned() {
            tokio::spawn(async move {
                connection::turn_away(stream).await;
                drop(place);
            });
        }
    }
}
