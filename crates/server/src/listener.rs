//! Connections: each is served by itself, with keep-alive, until its client or the whole server ends.

use std::future::Future;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::TcpStream;

use crate::exchange::Exchange;
use crate::handler::Handler;

/// More threads would only wait for the engine.
const MOST_THREADS: usize = 4;
/// Requests that have begun may take so long to end when the server is told to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(5);
/// After a failure to accept, such as too many open files, some connections may end in the meantime.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);

/// Serves until `stop` is ready, and then to the end of what has begun. Nobody is let in before `stop` has begun to wait.
pub fn serve<H: Handler>(
    listener: TcpListener,
    exchange: Exchange<H>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let connections = GracefulShutdown::new();
        tokio::select! {
            biased;
            () = stop => {}
            () = accept(listener, Arc::new(exchange), &connections) => {}
        }
        // Who has not ended by then is cut off.
        let _ended_or_not = tokio::time::timeout(LAST_REQUESTS, connections.shutdown()).await;
        Ok(())
    })
}

/// Goes on for ever.
async fn accept<H: Handler>(
    listener: tokio::net::TcpListener,
    exchange: Arc<Exchange<H>>,
    connections: &GracefulShutdown,
) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(converse(stream, Arc::clone(&exchange), connections.watcher()));
            }
            Err(error) => {
                eprintln!("A connection could not be accepted: {error}");
                tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
            }
        }
    }
}

async fn converse<H: Handler>(stream: TcpStream, exchange: Arc<Exchange<H>>, watcher: Watcher) {
    // Small answers go out at once; where that cannot be asked for, they go out a little later.
    let _answers_at_once = stream.set_nodelay(true);
    let service = service_fn(|request| exchange.respond(request));
    let connection =
        http1::Builder::new().pipeline_flush(true).serve_connection(TokioIo::new(stream), service);
    // A client that breaks off or speaks no HTTP ends its own connection: nobody else needs to know.
    let _ended_well_or_not = watcher.watch(connection).await;
}
