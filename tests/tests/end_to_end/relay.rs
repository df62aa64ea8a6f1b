//! Stands before the static server: takes down what a page notes, and gives every request a connection of its own.
//!
//! A note is a GET of `/note/TEXT`. It has left the browser when it arrives here, whatever happens to the browser then.
//!
//! The server's library now and then leaves a new connection waiting for as long as a browser keeps another one open,
//! and then a page never starts. Connections that close after one answer do not wait for each other.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;

use anyhow::{Context, Result};
use tokio::sync::mpsc::UnboundedSender;

const NOTE: &str = "GET /note/";
const NOTED: &[u8] = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// The address of the relay. It works until the process of the tests ends.
pub fn start(server: SocketAddr, notes: UnboundedSender<String>) -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port for the relay")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for browser in listener.incoming().flatten() {
            let notes = notes.clone();
            // A browser that goes away in the middle is what some of the tests are about.
            thread::spawn(move || drop(answer(browser, server, &notes)));
        }
    });
    Ok(address)
}

/// Requests have no body here.
fn answer(mut browser: TcpStream, server: SocketAddr, notes: &UnboundedSender<String>) -> io::Result<()> {
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
