//! One connection: it responds to each request in turn, and closes so that the client can read the last response.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::client_watch::ClientWatch;
use crate::exchange::Exchange;
use crate::handler::Handler;
use crate::limits::LONGEST_HEAD_BYTES;
use crate::patient_stream::PatientStream;

/// Maximum bytes to read and drop after the last response. Most clients read it only after they have sent everything.
const LONGEST_DROPPED_BYTES: usize = 64 * 1024 * 1024;
/// Maximum wait for a client to read the last response and close the connection.
const LAST_RESPONSE_WAIT: Duration = Duration::from_secs(5);
/// Maximum wait for a client that is turned away.
const TURNED_AWAY_WAIT: Duration = Duration::from_secs(1);
const HTTP_2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves a connection until the client closes it, a time limit ends it or the server stops.
pub async fn converse<H: Handler>(
    stream: TcpStream,
    exchange: Arc<Exchange<H>>,
    mut stop: watch::Receiver<bool>,
) {
    // Sends small responses at once. Without the option, TCP delays them.
    let _sent_at_once = stream.set_nodelay(true);
    let Ok(address) = stream.local_addr() else { return };
    let limits = exchange.limits();
    let client = ClientWatch::default();
    let stream = TokioIo::new(PatientStream::new(stream, limits.write_wait).watched_by(client.clone()));
    let service = service_fn(|request| Box::pin(exchange.respond(request, address, &client)));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_wait)
        .max_buf_size(LONGEST_HEAD_BYTES)
        .max_header_size(LONGEST_HEAD_BYTES)
        // A client may close its side after it has sent its request.
        .half_close(true)
        .serve_connection(stream, service);
    let mut is_stopping = false;
    let ended = loop {
        tokio::select! {
            ended = poll_fn(|context| connection.poll_without_shutdown(context)) => break ended,
            _ = stop.wait_for(|stop| *stop), if !is_stopping => {
                is_stopping = true;
                client.set_gone();
                std::pin::Pin::new(&mut connection).graceful_shutdown();
            }
        }
    };
    let parts = connection.into_parts();
    let mut stream = parts.io.into_inner();
    if let Some(status) = ended.err().and_then(|error| unanswered(&error, &parts.read_buf)) {
        refuse(&mut stream, status).await;
    }
    if !is_stopping {
        hang_up(stream, LAST_RESPONSE_WAIT).await;
    }
}

/// Responds with 503 without reading the request.
pub async fn turn_away(stream: TcpStream) {
    let mut stream = PatientStream::new(stream, TURNED_AWAY_WAIT);
    refuse(&mut stream, StatusCode::SERVICE_UNAVAILABLE).await;
    hang_up(stream, TURNED_AWAY_WAIT).await;
}

/// Returns the status for bytes that hyper does not respond to. None if the client sent nothing, or has its response.
fn unanswered(error: &hyper::Error, unread: &[u8]) -> Option<StatusCode> {
    if unread.is_empty() {
        None
    } else if error.is_timeout() {
        Some(StatusCode::REQUEST_TIMEOUT)
    } else if error.is_incomplete_message() {
        Some(StatusCode::BAD_REQUEST)
    } else if error.is_parse() && unread.starts_with(HTTP_2_PREFACE) {
        Some(StatusCode::HTTP_VERSION_NOT_SUPPORTED)
    } else {
        None
    }
}

async fn refuse(stream: &mut PatientStream, status: StatusCode) {
    let response = format!(
        "HTTP/1.1 {status}\r\nServer: Server\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        status = status_line(status)
    );
    // A client that has closed the connection needs no response.
    let _sent_or_not = stream.write_all(response.as_bytes()).await;
}

fn status_line(status: StatusCode) -> String {
    format!("{} {}", status.as_u16(), status.canonical_reason().unwrap_or_default())
}

/// Reads and drops the rest. Otherwise the system may reset the connection before the client has read its response.
async fn hang_up(mut stream: PatientStream, wait: Duration) {
    let rest = async {
        let mut dropped_bytes = 0;
        let mut buffer = vec![0; 16 * 1024];
        stream.shutdown().await?;
        while dropped_bytes < LONGEST_DROPPED_BYTES {
            match stream.read(&mut buffer).await? {
                0 => break,
                bytes => dropped_bytes += bytes,
            }
        }
        std::io::Result::Ok(())
    };
    let _ended_or_not = timeout(wait, rest).await;
}
