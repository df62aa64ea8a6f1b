//! Stands before the static server and gives every request a connection of its own.
//!
//! The server's library now and then leaves a new connection waiting for as long as a browser keeps another one open,
//! and then a page never starts. Connections that close after one answer do not wait for each other.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;

use anyhow::{Context, Result};

const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// The address of the relay. It works until the process of the tests ends.
pub fn start(server: SocketAddr) -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port for the relay")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for browser in listener.incoming().flatten() {
            // A browser that goes away in the middle is what some of the tests are about.
            thread::spawn(move || drop(pass_on(browser, server)));
        }
    });
    Ok(address)
}

/// Requests have no body here.
fn pass_on(mut browser: TcpStream, server: SocketAddr) -> io::Result<()> {
    let mut head = Vec::new();
    let mut part = [0; 4096];
    while !head.ends_with(END_OF_HEAD) {
        match browser.read(&mut part)? {
            0 => return Ok(()),
            length => head.extend_from_slice(&part[..length]),
        }
    }
    let head = String::from_utf8_lossy(&head).replace("Connection: keep-alive", "Connection: close");
    let mut server = TcpStream::connect(server)?;
    server.write_all(head.as_bytes())?;
    io::copy(&mut server, &mut browser)?;
    Ok(())
}
