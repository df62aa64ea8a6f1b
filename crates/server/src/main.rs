//! `dynalab-server`: reads its command line, prints its address, and serves until a signal stops it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use dynalab_engine::EngineConfig;
use dynalab_server::check_design::options::DesignCommand;
use dynalab_server::check_design::{check_designs, diff_designs};
use dynalab_server::options::{HELP, Invocation, Options};
use dynalab_server::{Exchange, Handler, KnownHosts, S3Folder, SharedEngine, TableSets, doors, listener};
use dynalab_types::Timestamp;

/// With [`PURGE_DELAY`], it returns memory to the system after large requests. The allocator of glibc keeps it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The setting that the allocator reads from the environment before `main`. Delay 0 returns free memory at once, not with a
/// later request.
#[cfg(unix)]
const PURGE_DELAY: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "0");

/// Exit code for an invalid command line, as shells expect it.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    match Invocation::parse(std::env::args_os().skip(1)) {
        Ok(Invocation::Serve(options)) => match serve_lightly(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("dynalab-server: {error}");
                ExitCode::FAILURE
            }
        },
        Ok(Invocation::Design(command)) => run_on_designs(&command),
        #[cfg(feature = "remote")]
        Ok(Invocation::Endpoint(command)) => {
            ExitCode::from(dynalab_server::endpoints::run(&command).exit_code())
        }
        Ok(Invocation::Help) => print(HELP),
        Ok(Invocation::Version) => print(concat!("dynalab-server ", env!("CARGO_PKG_VERSION"), "\n")),
        Err(error) => {
            eprintln!("dynalab-server: {error}\nTry --help.");
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// Serves in a process with the allocator setting: the same process, executed again.
fn serve_lightly(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    #[cfg(unix)]
    if std::env::var_os(PURGE_DELAY.0).is_none()
        && let Ok(program) = std::env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        let mut again = std::process::Command::new(program);
        // Returns only if it fails. Then the server works, but keeps more memory.
        let _error = again.args(std::env::args_os().skip(1)).env(PURGE_DELAY.0, PURGE_DELAY.1).exec();
    }
    serve(options)
}

/// Prints a text. A closed output is no reason to panic.
fn print(text: &str) -> ExitCode {
    let mut output = io::stdout();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Runs a command on designs. Files that cannot be read are named on standard error.
fn run_on_designs(command: &DesignCommand) -> ExitCode {
    let outcome = match command {
        DesignCommand::Check(options) => check_designs(options),
        DesignCommand::Diff(options) => diff_designs(options),
        DesignCommand::Help(text) => return print(text),
    };
    eprint!("{}", outcome.errors);
    if print(&outcome.text) == ExitCode::FAILURE {
        return ExitCode::FAILURE;
    }
    ExitCode::from(outcome.code)
}

fn serve(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let (account_id, region) = (options.account.clone(), options.region.clone());
    let home = EngineConfig { account_id, region, ..EngineConfig::instant() };
    let (profile, s3_folder) = (options.profile, options.s3_folder.clone().map(S3Folder::new));
    let open = move |seed, config| {
        SharedEngine::new(seed, config, now).with_s3_folder(s3_folder.clone()).in_profile(profile, seed)
    };
    match options.shared_db {
        true => serve_tables(options, Arc::new(open(options.seed, home))),
        false => serve_tables(options, TableSets::new(options.seed, home, open)),
    }
}

fn serve_tables(options: &Options, tables: impl Handler) -> Result<(), Box<dyn std::error::Error>> {
    let exchange = Exchange::new(tables, options.seed, &options.region)
        .with_hosts(KnownHosts::new(options.allowed_hosts.clone()));
    let listeners = doors::open(options)?;
    if !options.host.is_loopback() {
        eprintln!(
            "dynalab-server: warning: {} is not a loopback address. Every computer that reaches it can read and \
             change all data.",
            options.host
        );
    }
    let mut lines = String::new();
    for listener in &listeners {
        lines += &format!("dynalab-server listens on http://{}\n", listener.local_addr()?);
    }
    listener::serve(listeners, exchange, async move {
        let stop = told_to_stop();
        print(&lines);
        stop.await;
    })?;
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "this is the edge where time enters")]
fn now() -> Timestamp {
    // The system clock is before 1970 only if it was never set.
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_epoch_ms(since_epoch.as_millis() as u64)
}

/// Waits for Ctrl-C or the signal of a service manager. It registers the signals when it is called, not when it is polled.
#[cfg(unix)]
fn told_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        // If the handlers cannot be registered, the signals end the program.
        let (Ok(mut interrupted), Ok(mut terminated)) = signals else { return std::future::pending().await };
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
