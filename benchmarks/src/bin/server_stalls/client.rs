//! A client with one connection and blocking calls, so that its time is the server's and not that of a runtime.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// Longer than the longest request.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    stream: BufReader<TcpStream>,
    /// The account in the credentials.
    account: &'static str,
}

impl Client {
    pub fn connect(address: SocketAddr, account: &'static str) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Client { stream: BufReader::new(stream), account })
    }

    /// Sends a request with the headers of an SDK, and returns the body of the response. Any response except success is an error.
    pub fn ask(&mut self, operation: &str, body: &str) -> Result<String> {
        let target = match operation.starts_with("Dynalab.") {
            true => operation.to_owned(),
            false => format!("DynamoDB_20120810.{operation}"),
        };
        let (length, account) = (body.len(), self.account);
        let request = format!(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: {target}\r\n\
             X-Amz-Date: 20260101T000000Z\r\nContent-Length: {length}\r\nAuthorization: AWS4-HMAC-SHA256 \
             Credential={account}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?;
        let mut length = 0;
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer)?;
        let answer = String::from_utf8(answer)?;
        ensure!(status.contains(" 200 "), "{operation}: {status} {answer}");
        Ok(answer)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line).context("no response")?;
        ensure!(!line.is_empty(), "the server closed the connection");
        Ok(line.trim_end().to_owned())
    }
}

/// Returns a text member of a JSON text, whose value has no escapes.
pub fn member<'a>(json: &'a str, name: &str) -> Result<&'a str> {
    let (_, rest) =
        json.split_once(&format!("\"{name}\":\"")).with_context(|| format!("no {name} in {json}"))?;
    Ok(rest.split('"').next().unwrap_or_default())
}
