//! Commands that use a real endpoint: `push`, `pull`, `compare` and `load`. They read and write files, and print what they do.

pub mod against;
mod compare;
mod connection;
mod load;
mod load_page;
pub mod options;
mod pull;
mod push;
mod push_text;

use options::EndpointCommand;

/// What a command of an endpoint comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was done, and nothing differs.
    Well,
    /// Something differs, or was not done on purpose: a plan that needs consent.
    WithDifferences,
    /// A file or the endpoint could not be used.
    Failed,
}

impl Ended {
    pub fn exit_code(self) -> u8 {
        match self {
            Ended::Well => 0,
            Ended::WithDifferences => 1,
            Ended::Failed => 2,
        }
    }
}

/// Runs a command. It prints its results on standard output, and progress and errors on standard error.
pub fn run(command: &EndpointCommand) -> Ended {
    let ended = match command {
        EndpointCommand::Push(options) => push::run(options),
        EndpointCommand::Pull(options) => pull::run(options),
        EndpointCommand::Compare(options) => compare::run(options),
        EndpointCommand::Load(options) => load::run(options),
        EndpointCommand::Help(text) => {
            print!("{text}");
            Ok(Ended::Well)
        }
    };
    ended.unwrap_or_else(|message| {
        eprintln!("dynalab-server: {message}");
        Ended::Failed
    })
}

/// Writes an amount of dollars, also one below a cent.
fn dollars(usd: f64) -> String {
    if usd > 0.0 && usd < 0.005 {
        "less than $0.01".to_owned()
    } else {
        dynalab_messages::figures::money(usd)
    }
}
