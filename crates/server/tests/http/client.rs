//! A plain HTTP client: it sends exactly the given bytes and returns the response unchanged.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dynalab_engine::EngineConfig;
use dynalab_server::{Exchange, Handler, SharedEngine, listener};
use dynalab_types::Timestamp;

pub const SIGNED: &str = "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, \
                          SignedHeaders=host;x-amz-date, Signature=0123456789abcdef";
/// Read timeout: long enough for a busy machine, short enough to detect a hanging server.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a server with its own engine. It ends with the test process.
pub fn start() -> SocketAddr {
    start_with(engine())
}

pub fn engine() -> Arc<SharedEngine> {
    let clock = || Timestamp::from_epoch_ms(1_700_000_000_000);
    Arc::new(SharedEngine::new(0, EngineConfig::instant(), clock))
}

pub fn start_with(handler: impl Handler) -> SocketAddr {
    start_exchange(Exchange::new(handler, 0, "us-east-1"))
}

pub fn start_exchange(exchange: Exchange<impl Handler>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener::serve(vec![listener], exchange, std::future::pending()));
    address
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Header names are in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// A connection that stays open between requests.
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Client {
        Client::connect_for(address, PATIENCE)
    }

    pub fn connect_for(address: SocketAddr, patience: Duration) -> Client {
        Client::over(TcpStream::connect(address).unwrap(), patience)
    }

    pub fn over(stream: TcpStream, patience: Duration) -> Client {
        stream.set_read_timeout(Some(patience)).unwrap();
        stream.set_write_timeout(Some(patience)).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    /// Sends a request with the headers of an SDK.
    pub fn ask(&mut self, operation: &str, body: &str) -> Answer {
        self.ask_with(&signed_headers(&format!("DynamoDB_20120810.{operation}")), body)
    }

    pub fn ask_with(&mut self, headers: &[(&str, &str)], body: &str) -> Answer {
        self.send(request("POST / HTTP/1.1", headers, body).as_bytes()).unwrap();
        self.receive().unwrap()
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    pub fn receive(&mut self) -> io::Result<Answer> {
        let head = self.receive_head()?;
        let length = head.headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { body: String::from_utf8(body).unwrap(), ..head })
    }

    /// Receives a response, and skips interim responses as clients of HTTP/1.1 do.
    pub fn receive_final(&mut self) -> io::Result<Answer> {
        loop {
            let answer = self.receive()?;
            if answer.status >= 200 {
                return Ok(answer);
            }
        }
    }

    /// Receives a response without its body, as the response to HEAD is.
    pub fn receive_head(&mut self) -> io::Result<Answer> {
        let status_line = self.line()?;
        let status = status_line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status in {status_line:?}")))?;
        let mut headers = BTreeMap::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.insert(name.to_lowercase(), value.strip_prefix(' ').unwrap_or(value).to_owned());
        }
        Ok(Answer { status, headers, body: String::new() })
    }

    /// Waits until the first bytes of a response are there, and does not read them.
    pub fn wait_for_bytes(&mut self) {
        assert_eq!(self.stream.get_ref().peek(&mut [0]).unwrap(), 1);
    }

    /// Returns whether the server has closed the connection.
    pub fn is_at_end(&mut self) -> bool {
        self.stream.fill_buf().map_or(true, <[u8]>::is_empty)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// Returns the headers of an SDK request. The target selects the operation.
pub fn signed_headers(target: &str) -> [(&str, &str); 4] {
    [
        ("Content-Type", "application/x-amz-json-1.0"),
        ("X-Amz-Target", target),
        ("X-Amz-Date", "20260101T000000Z"),
        ("Authorization", SIGNED),
    ]
}

pub fn request(start: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{start}\r\nHost: localhost\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    text + "\r\n" + body
}

pub fn create_table(client: &mut Client, name: &str) {
    let body = format!(
        r#"{{"TableName":"{name}","BillingMode":"PAY_PER_REQUEST",
            "KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],
            "AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}]}}"#
    );
    let answer = client.ask("CreateTable", &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
}
