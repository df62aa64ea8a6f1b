//! A process with all its children: killed together, by id, however the test ends.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// Maximum checks for a driver's start: half a minute.
const LOOKS_MAX: u32 = 1_500;
/// Maximum starts. Another program may take the port before the driver does.
const ATTEMPTS_MAX: u32 = 5;

/// A program and its children in their own process group.
pub struct ProcessGroup {
    pub leader: Child,
}

impl ProcessGroup {
    pub fn start(command: &mut Command) -> Result<ProcessGroup> {
        let program = command.get_program().to_string_lossy().into_owned();
        let leader = command
            .process_group(0)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} does not start"))?;
        Ok(ProcessGroup { leader })
    }

    /// Sends SIGKILL to all processes, so that none can clean up.
    pub fn kill(&mut self) -> Result<()> {
        let group = format!("-{}", self.leader.id());
        let killed = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        killed.context("the program `kill` is not there")?;
        self.leader.wait().context("a killed process does not end")?;
        Ok(())
    }
}

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

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The group may have been killed already.
        let _ = self.kill();
    }
}
