//! The server for one script, on a free port of 127.0.0.1.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::cargo::command;
use crate::folders;

/// Variables that would change the address or the credentials of a client.
const REMOVED: &[&str] = &[
    "AWS_PROFILE",
    "AWS_SESSION_TOKEN",
    "AWS_ENDPOINT_URL",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "PYTHONHOME",
    "NODE_OPTIONS",
];

pub struct Server {
    process: Child,
    program: PathBuf,
    url: String,
}

impl Server {
    pub fn start() -> Result<Server> {
        let program =
            folders::target().join("debug").join(format!("dynalab-server{}", std::env::consts::EXE_SUFFIX));
        let mut server = command(&program);
        server.args(["--host", "127.0.0.1", "--port", "0"]).stdout(Stdio::piped());
        let mut process = server.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        let output = process.stdout.as_mut().context("the server has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.with_context(|| format!("the server printed no address: {line}"))?.to_owned();
        Ok(Server { process, program, url })
    }

    /// Sets the variables from which clients read the address and the credentials.
    pub fn describe_to(&self, script: &mut Command) {
        // For a script that starts servers itself, and tries a package of this repository.
        script.env("DYNALAB_SERVER", &self.program).env("DYNALAB_PACKAGES", folders::root().join("packages"));
        for name in ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"] {
            script.env(name, &self.url);
        }
        for (name, value) in [
            ("AWS_REGION", "us-east-1"),
            ("AWS_DEFAULT_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "any"),
            ("AWS_SECRET_ACCESS_KEY", "credentials"),
            ("AWS_CONFIG_FILE", "/dev/null"),
            ("AWS_SHARED_CREDENTIALS_FILE", "/dev/null"),
            // A retry would hide a wrong response.
            ("AWS_MAX_ATTEMPTS", "1"),
            ("LC_ALL", "C.UTF-8"),
            ("PYTHONUTF8", "1"),
            // Compiled files stay out of the source folder.
            ("PYTHONDONTWRITEBYTECODE", "1"),
        ] {
            script.env(name, value);
        }
        for name in REMOVED {
            script.env_remove(name);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // If the server has already ended, its script has failed.
        let _killed_or_not = self.process.kill();
        let _waited_or_not = self.process.wait();
    }
}
