//! A client with several connections. Each sends one request after the other.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use dynalab_benchmarks::workload::Workload;
use futures_util::future::try_join_all;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

const SIGNED: &str = "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, \
                      SignedHeaders=host;x-amz-date, Signature=0123456789abcdef";

pub struct Load {
    connections: Vec<SendRequest<Full<Bytes>>>,
}

impl Load {
    pub async fn connect(address: SocketAddr, connections: usize) -> Result<Load> {
        let mut load = Load { connections: Vec::new() };
        for _ in 0..connections {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let (sender, connection) = handshake(TokioIo::new(stream)).await?;
            tokio::spawn(connection);
            load.connections.push(sender);
        }
        Ok(load)
    }

    /// Sends one request on the first connection.
    pub async fn send(&mut self, operation: &str, body: String) -> Result<()> {
        let Some(connection) = self.connections.first_mut() else { return Ok(()) };
        ask(connection, operation, body).await
    }

    /// Keeps all connections busy for a time. Returns the number of responses. Request numbers continue from `next`.
    pub async fn run(&mut self, workload: Workload, next: &mut u64, time: Duration) -> Result<u64> {
        let end = Instant::now() + time;
        let first = *next;
        let shared = Cell::new(first);
        let keep_busy = async |connection: &mut SendRequest<Full<Bytes>>| {
            while Instant::now() < end {
                let number = shared.replace(shared.get() + 1);
                ask(connection, workload.operation(), workload.body(number)).await?;
            }
            anyhow::Ok(())
        };
        try_join_all(self.connections.iter_mut().map(keep_busy)).await?;
        *next = shared.get();
        Ok(*next - first)
    }
}

/// Sends a request with the headers of an SDK. Any response except success is an error.
async fn ask(connection: &mut SendRequest<Full<Bytes>>, operation: &str, body: String) -> Result<()> {
    let request = Request::post("/")
        .header("Host", "127.0.0.1")
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", format!("DynamoDB_20120810.{operation}"))
        .header("X-Amz-Date", "20260101T000000Z")
        .header("Authorization", SIGNED)
        .body(Full::from(body))?;
    connection.ready().await?;
    let response = connection.send_request(request).await?;
    let status = response.status();
    let body = response.into_body().collect().await?.to_bytes();
    ensure!(status.is_success(), "{operation}: {status} {}", String::from_utf8_lossy(&body));
    Ok(())
}
