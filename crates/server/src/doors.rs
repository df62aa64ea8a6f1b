//! Opens the addresses that the server listens on.

use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener};

use crate::options::Options;

/// Maximum attempts. A port that is free on 127.0.0.1 may be in use on ::1.
const ATTEMPTS: usize = 16;

/// The error for an address that the server cannot listen on.
#[derive(Debug)]
pub struct DoorError {
    pub address: SocketAddr,
    pub error: io::Error,
}

/// Opens the requested address. For localhost, it opens both loopback addresses on one port, if the computer has both.
pub fn open(options: &Options) -> Result<Vec<TcpListener>, DoorError> {
    let mut attempts = if options.port == 0 { ATTEMPTS } else { 1 };
    loop {
        attempts -= 1;
        let first = bind(options.host, options.port)?;
        let port = first.local_addr().map(|address| address.port()).unwrap_or(options.port);
        let Some(second) = options.second_host else { return Ok(vec![first]) };
        match bind(second, port) {
            Ok(second) => return Ok(vec![first, second]),
            Err(failure) if is_missing(second, &failure.error) => return Ok(vec![first]),
            Err(failure) if attempts == 0 => return Err(failure),
            Err(_) => {}
        }
    }
}

fn bind(host: IpAddr, port: u16) -> Result<TcpListener, DoorError> {
    let address = SocketAddr::new(host, port);
    TcpListener::bind(address).map_err(|error| DoorError { address, error })
}

/// Returns whether the computer has no such address, so that no client can use it.
fn is_missing(host: IpAddr, error: &io::Error) -> bool {
    host == IpAddr::V6(Ipv6Addr::LOCALHOST)
        && !matches!(error.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied)
}

impl std::fmt::Display for DoorError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.address, self.error)
    }
}

impl std::error::Error for DoorError {}
