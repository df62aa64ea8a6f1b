//! The servers that are compared.

use std::env;
use std::process::Command;

use anyhow::Result;
use dynalab_benchmarks::server_process::{self, ServerProcess};

use crate::nothing;

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

    pub fn start(self) -> Result<ServerProcess> {
        ServerProcess::start(match self {
            Kind::Dynalab => server_process::dynalab_server()?,
            Kind::Nothing => {
                let mut command = Command::new(env::current_exe()?);
                command.arg(nothing::ARGUMENT);
                command
            }
        })
    }
}
