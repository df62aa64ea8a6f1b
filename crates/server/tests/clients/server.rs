//! The program, running for one test on a port of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

pub struct Server {
    process: Child,
    url: String,
}

impl Server {
    pub fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
        let mut process = command.args(["--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().rsplit(' ').next().unwrap().to_owned();
        Server { process, url }
    }

    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and then its test has failed already.
        let _killed_or_not = self.process.kill();
        let _waited_or_not = self.process.wait();
    }
}
