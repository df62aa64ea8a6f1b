//! A server in its own process, so that its CPU time can be measured.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

/// The path of the `dynalab-server` to measure. By default it is in this target folder.
const PROGRAM_VARIABLE: &str = "DYNALAB_SERVER";

/// A running server. Dropping it kills the process.
pub struct ServerProcess {
    pub address: SocketAddr,
    process: Child,
}

/// Returns the command that starts `dynalab-server` on a free port.
///
/// # Errors
/// Fails if this program is in no target folder.
pub fn dynalab_server() -> Result<Command> {
    let program = match env::var_os(PROGRAM_VARIABLE) {
        Some(program) => PathBuf::from(program),
        None => {
            let this_program = env::current_exe()?;
            let folder = this_program.parent().context("no target folder")?;
            // Benchmarks of cargo are in `release/deps`.
            let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
            folder.join("dynalab-server")
        }
    };
    let mut command = Command::new(program);
    command.args(["--port", "0"]);
    Ok(command)
}

impl ServerProcess {
    /// Starts a server and waits until it listens.
    ///
    /// # Errors
    /// Fails if the program cannot be started, or does not print its address.
    pub fn start(mut command: Command) -> Result<ServerProcess> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let process = started.with_context(|| {
            format!("cannot start {command:?} (cargo build --release --package dynalab-server)")
        })?;
        let mut server = ServerProcess { address: SocketAddr::from(([0; 4], 0)), process };
        let output = server.process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim_end().rsplit_once("http://").map(|(_, address)| address.parse());
        server.address = address.with_context(|| format!("the server says no address, but: {line}"))??;
        Ok(server)
    }

    /// Returns the CPU time of all threads, in user mode and in the kernel. Its resolution is 10 ms.
    ///
    /// # Errors
    /// Fails where there is no `/proc`.
    pub fn cpu_time(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id()))?;
        // The name in brackets may contain any character. The fields after it are numbered from the state, which is field 3.
        let (_, fields) = stat.rsplit_once(')').context("/proc/…/stat has no name")?;
        let field = |number: usize| fields.split_whitespace().nth(number - 3)?.parse::<u64>().ok();
        let ticks = field(14).zip(field(15)).map(|(user, system)| user + system);
        Ok(Duration::from_millis(10) * u32::try_from(ticks.context("/proc/…/stat has no times")?)?)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
