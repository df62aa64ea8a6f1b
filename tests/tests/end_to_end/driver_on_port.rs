//! Starts the driver of a browser on a free port, and waits until it listens.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::process::ProcessGroup;

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Maximum checks for a driver's start: half a minute.
const LOOKS_MAX: u32 = 1_500;
/// Maximum starts. Another program may take the port before the driver does.
const ATTEMPTS_MAX: u32 = 5;

/// Starts a driver of a browser on a free port of this computer. Returns its address and its process. `command_of` makes the
/// command for a port.
pub fn start_driver(command_of: impl Fn(u16) -> Command) -> Result<(String, ProcessGroup)> {
    let mut attempts = 1;
    loop {
        match start_driver_once(&command_of) {
            Err(error) if attempts < ATTEMPTS_MAX => {
                eprintln!("The driver is started once more: {error:#}");
                attempts += 1;
            }
            started => return started,
        }
    }
}

fn start_driver_once(command_of: &impl Fn(u16) -> Command) -> Result<(String, ProcessGroup)> {
    let port = free_port()?;
    let mut command = command_of(port);
    let program = command.get_program().to_string_lossy().into_owned();
    let mut process = ProcessGroup::start(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
    for _ in 0..LOOKS_MAX {
        if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok((format!("http://127.0.0.1:{port}"), process));
        }
        if let Some(status) = process.leader.try_wait()? {
            bail!("{program} ended before it listened: {status}");
        }
        thread::sleep(BETWEEN_LOOKS);
    }
    bail!("{program} does not listen on port {port}")
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port for the driver")?;
    Ok(listener.local_addr()?.port())
}
