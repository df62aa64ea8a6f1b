//! A relay in front of the static server. It records notes of a page, uses one connection per request, and can simulate a lost
//! network.
//!
//! A note is a GET of `/note/TEXT`. When it arrives here, it is safe from anything that happens to the browser.
//!
//! The server's library sometimes lets a new connection wait while a browser keeps another one open. Then a page never starts.
//! Connections that close after one response do not block each other.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use tokio::sync::mpsc::UnboundedSender;

const NOTE: &str = "GET /note/";
const NOTED: &[u8] = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// The script that registers the service worker.
const OFFLINE_SCRIPT: &str = "/offline.js ";
/// The replacement: a page without a service worker, which loads every file from the server.
const NOT_OFFLINE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nCache-Control: no-store\r\n\
    Content-Length: 27\r\nConnection: close\r\n\r\nexport function start() {}\n";

/// The network of a test's browser.
#[derive(Debug)]
pub struct Network {
    /// False for tests that damage files or count requests: they need each file from the server.
    pub service_worker: bool,
    is_down: AtomicBool,
}

impl Network {
    pub fn new(service_worker: bool) -> Network {
        Network { service_worker, is_down: AtomicBool::new(false) }
    }

    /// Sets the network down or up. While it is down, every connection closes without a response.
    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }
}

/// Starts a relay and returns its address. It runs until the process of the tests ends.
pub fn start(
    server: SocketAddr,
    notes: UnboundedSender<String>,
    network: Arc<Network>,
) -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port for the relay")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for browser in listener.incoming().flatten() {
            if network.is_down.load(Ordering::SeqCst) {
                continue;
            }
            let (notes, network) = (notes.clone(), network.clone());
            // The browser may disappear during a request: some tests are about this.
            thread::spawn(move || drop(answer(browser, server, &notes, &network)));
        }
    });
    Ok(address)
}

/// Responds to a request. Requests have no body here.
fn answer(
    mut browser: TcpStream,
    server: SocketAddr,
    notes: &UnboundedSender<String>,
    network: &Network,
) -> io::Result<()> {
    let mut head = Vec::new();
    let mut part = [0; 4096];
    while !head.ends_with(END_OF_HEAD) {
        match browser.read(&mut part)? {
            0 => return Ok(()),
            length => head.extend_from_slice(&part[..length]),
        }
    }
    let head = String::from_utf8_lossy(&head);
    if let Some(note) = head.strip_prefix(NOTE) {
        // After the end of a test, notes are not read.
        drop(notes.send(note.split(' ').next().unwrap_or_default().to_owned()));
        return browser.write_all(NOTED);
    }
    let is_offline_script = head.lines().next().is_some_and(|line| line.contains(OFFLINE_SCRIPT));
    if is_offline_script && !network.service_worker {
        return browser.write_all(NOT_OFFLINE);
    }
    let mut server = TcpStream::connect(server)?;
    server.write_all(closing(&head).as_bytes())?;
    io::copy(&mut server, &mut browser)?;
    Ok(())
}

/// Returns the head of the request with `Connection: close`. Browsers spell the header differently.
fn closing(head: &str) -> String {
    let is_kept = |line: &&str| !line.to_ascii_lowercase().starts_with("connection:");
    let kept: Vec<&str> = head.trim_end().lines().filter(is_kept).collect();
    format!("{}\r\nConnection: close\r\n\r\n", kept.join("\r\n"))
}
