//! A server in its own process, so that its CPU time can be measured.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::nothing;

/// The path of the `dynalab-server` to measure. By default it is in this target folder.
const PROGRAM_VARIABLE: &str = "DYNALAB_SERVER";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Dynalab,
    /// The server of [`nothing`].
    Nothing,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Dynalab => "dynalab",
            Kind::Nothing => "nothing",
        }
    }

    fn command(self) -> Result<Command> {
        let this_program = env::current_exe()?;
        Ok(match self {
            Kind::Dynalab => {
                let mut command = Command::new(dynalab_server(&this_program)?);
                command.args(["--port", "0"]);
                command
            }
            Kind::Nothing => {
                let mut command = Command::new(this_program);
                command.arg(nothing::ARGUMENT);
                command
            }
        })
    }
}

fn dynalab_server(this_program: &std::path::Path) -> Result<PathBuf> {
    if let Some(program) = env::var_os(PROGRAM_VARIABLE) {
        return Ok(program.into());
    }
    // The benchmark program is in `release/deps`.
    let folder = this_program.parent().and_then(|deps| deps.parent()).context("no target folder")?;
    Ok(folder.join("dynalab-server"))
}

/// A running server. Dropping it kills the process.
pub struct Server {
    pub address: SocketAddr,
    process: Child,
}

impl Server {
    /// Starts a server and waits until it listens.
    pub fn start(kind: Kind) -> Result<Server> {
        let mut command = kind.command()?;
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let process = started.with_context(|| {
            format!("cannot start {command:?} (cargo build --release --package dynalab-server)")
        })?;
        let mut server = Server { address: SocketAddr::from(([0; 4], 0)), process };
        let output = server.process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim_end().rsplit_once("http://").map(|(_, address)| address.parse());
        server.address = address.with_context(|| format!("the server says no address, but: {line}"))??;
        Ok(server)
    }

    /// Returns the CPU time of all threads, in user mode and in the kernel. Its resolution is 10 ms.
    pub fn cpu_time(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        // The name in brackets may contain any character. The fields after it are numbered from the state, which is field 3.
        let (_, fields) = stat.rsplit_once(')').context("/proc/…/stat has no name")?;
        let field = |number: usize| fields.split_whitespace().nth(number - 3)?.parse::<u64>().ok();
        let ticks = field(14).zip(field(15)).map(|(user, system)| user + system);
        Ok(Duration::from_millis(10) * u32::try_from(ticks.context("/proc/…/stat has no times")?)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
