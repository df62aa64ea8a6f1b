//! `dynalab-server`: reads its command line, prints where it listens, and serves until it is told to stop.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use dynalab_engine::EngineConfig;
use dynalab_server::check_design::{UNREADABLE, check_file};
use dynalab_server::options::{HELP, Invocation, Options};
use dynalab_server::{Exchange, S3Folder, SharedEngine, listener};
use dynalab_types::Timestamp;

/// What shells expect of a mistake on the command line.
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    match Invocation::parse(std::env::args_os().skip(1)) {
        Ok(Invocation::Serve(options)) => match serve(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("dynalab-server: {}:{}: {error}", options.host, options.port);
                ExitCode::FAILURE
            }
        },
        Ok(Invocation::Check { design }) => check(&design),
        Ok(Invocation::Help) => print(HELP),
        Ok(Invocation::Version) => print(concat!("dynalab-server ", env!("CARGO_PKG_VERSION"), "\n")),
        Err(error) => {
            eprintln!("dynalab-server: {error}\nTry --help.");
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// Whoever reads the output may stop reading: that is no reason to panic.
fn print(text: &str) -> ExitCode {
    let mut output = io::stdout();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn check(design: &Path) -> ExitCode {
    let outcome = check_file(design);
    match outcome.code {
        UNREADABLE => eprint!("dynalab-server: {}", outcome.text),
        _ if print(&outcome.text) == ExitCode::FAILURE => return ExitCode::FAILURE,
        _ => {}
    }
    ExitCode::from(outcome.code)
}

fn serve(options: &Options) -> io::Result<()> {
    let config = EngineConfig { region: options.region.clone(), ..EngineConfig::instant() };
    let s3_folder = options.s3_folder.clone().map(S3Folder::new);
    let engine = SharedEngine::new(options.seed, config, now).with_s3_folder(s3_folder);
    let engine = engine.in_profile(options.profile, options.seed);
    let exchange = Exchange::new(engine, options.seed, &options.region);
    let listener = TcpListener::bind(SocketAddr::new(options.host, options.port))?;
    let address = listener.local_addr()?;
    listener::serve(listener, exchange, async move {
        let stop = told_to_stop();
        print(&format!("dynalab-server listens on http://{address}\n"));
        stop.await;
    })
}

#[allow(clippy::disallowed_methods, reason = "this is the edge where time enters")]
fn now() -> Timestamp {
    // A clock before 1970 is a clock that was never set.
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_epoch_ms(since_epoch.as_millis() as u64)
}

/// Waits for Ctrl-C or what service managers send. It listens for them from the call on, not only from the first wait.
#[cfg(unix)]
fn told_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        // Without them, the system ends the program when they come.
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
