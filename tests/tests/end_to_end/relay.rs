//! Stands before the static server: takes down what a page notes, gives every request a connection of its own, and can fail as a network.
//!
//! A note is a GET of `/note/TEXT`. It has left the browser when it arrives here, whatever happens to the browser then.
//!
//! The server's library now and then leaves a new connection waiting for as long as a browser keeps another one open,
//! and then a page never starts. Connections that close after one answer do not wait for each other.

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
/// In place of it: a page without a service worker, which loads every file from the server.
const NOT_OFFLINE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nCache-Control: no-store\r\n\
    Content-Length: 27\r\nConnection: close\r\n\r\nexport function start() {}\n";

/// What a test does with the network of its browser.
#[derive(Debug)]
pub struct Network {
    /// Tests that damage files or count requests want each file from the server.
    pub service_worker: bool,
    is_down: AtomicBool,
}

impl Network {
    pub fn new(service_worker: bool) -> Network {
        Network { service_worker, is_down: AtomicBool::new(false) }
    }

    /// While it is down, every connection closes without an answer.
    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }
}

/// The address of the relay. It works until the process of the tests ends.
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
            // A browser that goes away in the middle is what some of the tests are about.
            thread::spawn(move || drop(answer(browser, server, &notes, &network)));
        }
    });
    Ok(address)
}

/// Requests have no body here.
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
        // A test that is over reads no notes.
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

/// The head of the request, with one answer wanted on its connection. Browsers write the header in different ways.
fn closing(head: &str) -> String {
    let is_kept = |line: &&str| !line.to_ascii_lowercase().starts_with("connection:");
    let kept: Vec<&str> = head.trim_end().lines().filter(is_kept).collect();
    format!("{}\r\nConnection: close\r\n\r\n", kept.join("\r\n"))
}
