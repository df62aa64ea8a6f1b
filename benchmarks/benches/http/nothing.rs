//! A server that returns an empty object for each request, to measure the cost of HTTP alone.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use anyhow::Result;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// The argument that makes this program the server instead of the client.
pub const ARGUMENT: &str = "--serve-nothing";
const THREADS: usize = 4;

/// Serves until the process is killed, if the command line has [`ARGUMENT`].
pub fn serve_if_asked() -> Result<Option<()>> {
    if std::env::args().nth(1).as_deref() != Some(ARGUMENT) {
        return Ok(None);
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(THREADS);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    runtime.block_on(serve())?;
    Ok(Some(()))
}

async fn serve() -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("nothing listens on http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let connection = http1::Builder::new()
            .pipeline_flush(true)
            .serve_connection(TokioIo::new(stream), service_fn(answer));
        tokio::spawn(connection);
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    // A failed request needs no response.
    let _ = request.into_body().collect().await;
    Ok(Response::new(Full::from("{}")))
}
