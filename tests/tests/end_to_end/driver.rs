//! chromedriver: one process for each test, on its own port.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::ProcessGroup;

const STARTED: &str = "started successfully on port ";

pub struct ChromiumDriver {
    pub url: String,
    _process: ProcessGroup,
    /// Kept open so that the driver can write its output.
    _output: BufReader<ChildStdout>,
}

/// Maximum starts. When many drivers start at once, one may find its port in use for the second protocol.
const ATTEMPTS_MAX: u32 = 5;

impl ChromiumDriver {
    pub fn start() -> Result<ChromiumDriver> {
        let mut attempts = 1;
        loop {
            match ChromiumDriver::start_once() {
                Err(error) if attempts < ATTEMPTS_MAX => {
                    eprintln!("chromedriver is started once more: {error:#}");
                    attempts += 1;
                }
                started => return started,
            }
        }
    }

    fn start_once() -> Result<ChromiumDriver> {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut command = Command::new(program);
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = ProcessGroup::start(&mut command)?;
        let mut output = BufReader::new(process.leader.stdout.take().context("no output of chromedriver")?);
        let port = port_named_in(&mut output)?;
        Ok(ChromiumDriver { url: format!("http://127.0.0.1:{port}"), _process: process, _output: output })
    }
}

fn port_named_in(output: &mut impl BufRead) -> Result<u16> {
    let mut said = String::new();
    while output.read_line(&mut said)? > 0 {
        if let Some((_, rest)) = said.split_once(STARTED) {
            let port = rest.trim_end().trim_end_matches('.');
            return port.parse().with_context(|| format!("{port:?} is no port"));
        }
    }
    bail!("chromedriver ended before it named its port; it said: {said}")
}
