//! `cargo xtask clients`: runs scripts that use clients of other projects against the server, and counts their checks.
//!
//! A client is a folder of `tests/clients`: scripts, and the versions of its packages (`requirements.txt` or
//! `package-lock.json`). Each script has a server of its own.

#![allow(clippy::disallowed_methods, reason = "the table shows how long a client takes")]

mod packages;
mod server;
mod tap;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, run};
use crate::folders;
use crate::tally::Tally;
use packages::Runtime;
use server::Server;
use tap::Outcome;

pub use packages::node_programs;

/// The clients of `--quick`: few packages, both languages, and other services.
const QUICK: [&str; 7] = [
    "dynamodb-lock",
    "electrodb",
    "endpoints",
    "endpoints-moto",
    "exported-javascript",
    "exported-python",
    "pynamodb",
];
/// The program that writes the code of key designs, for the scripts that run it.
const EXPORTED_DESIGNS: &str = "exported_designs";
/// A script ends within this time. Otherwise it fails, because a client can wait without end.
const SCRIPT_LIMIT: Duration = Duration::from_secs(300);

/// One folder of `tests/clients`.
struct Client {
    name: String,
    folder: PathBuf,
    /// The file names of its scripts.
    scripts: Vec<String>,
    runtime: Runtime,
}

/// The counts of one client.
#[derive(Default)]
struct Row {
    name: String,
    version: String,
    passed: usize,
    failed: usize,
    skipped: usize,
    install: Duration,
    run: Duration,
}

/// Runs the named clients, or the quick ones, or all.
///
/// # Errors
/// Fails if the server cannot be built or a name is unknown.
pub fn run_clients(quick: bool, names: &[String]) -> Result<ExitCode> {
    let mut tally = Tally::default();
    build_server(&mut tally)?;
    add_to(&mut tally, quick, names)?;
    Ok(tally.close())
}

/// Compiles the server. A run of CI has it already, because it compiles everything at its begin.
///
/// # Errors
/// Fails if the server cannot be compiled.
pub fn build_server(tally: &mut Tally) -> Result<()> {
    tally.heading("The server for clients of other projects");
    run(cargo().args(["build", "--workspace", "--bin", "dynalab-server", "--example", EXPORTED_DESIGNS]))
}

/// As [`run_clients`], as stages of a longer run, with the server that was compiled before.
///
/// # Errors
/// Fails if there is no server or a name is unknown.
pub fn add_to(tally: &mut Tally, quick: bool, names: &[String]) -> Result<()> {
    let clients = selected(all_clients()?, quick, names)?;
    let mut rows = Vec::new();
    for client in &clients {
        tally.heading(&format!("Client {}", client.name));
        rows.push(run_client(client, tally)?);
    }
    println!("\n{}", table(&rows));
    Ok(())
}

/// The program that writes the code of key designs.
fn exported_designs() -> PathBuf {
    let name = format!("{EXPORTED_DESIGNS}{}", std::env::consts::EXE_SUFFIX);
    folders::target().join("debug/examples").join(name)
}

/// The folder of the scripts.
fn scripts() -> PathBuf {
    folders::root().join("tests/clients")
}

fn all_clients() -> Result<Vec<Client>> {
    let mut clients = Vec::new();
    for entry in fs::read_dir(scripts()).context("cannot read tests/clients")? {
        let folder = entry?.path();
        if folder.is_dir() && !folder.ends_with("__pycache__") {
            clients.push(read_client(folder)?);
        }
    }
    clients.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(clients)
}

fn read_client(folder: PathBuf) -> Result<Client> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let runtime = Runtime::find(&folder)?;
    let mut scripts = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        if file.ends_with(runtime.extension()) {
            scripts.push(file);
        }
    }
    ensure!(!scripts.is_empty(), "tests/clients/{name} has no script");
    scripts.sort();
    Ok(Client { name, folder, scripts, runtime })
}

fn selected(clients: Vec<Client>, quick: bool, names: &[String]) -> Result<Vec<Client>> {
    let known: Vec<&str> = clients.iter().map(|client| client.name.as_str()).collect();
    let quick: &[&str] = if quick { &QUICK } else { &[] };
    let wanted: Vec<&str> = quick.iter().copied().chain(names.iter().map(String::as_str)).collect();
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(name)) {
        bail!("there is no client {unknown}; the clients are {}", known.join(", "));
    }
    let is_wanted = |client: &Client| wanted.is_empty() || wanted.contains(&client.name.as_str());
    Ok(clients.into_iter().filter(is_wanted).collect())
}

fn run_client(client: &Client, tally: &mut Tally) -> Result<Row> {
    let mut row = Row { name: client.name.clone(), ..Row::default() };
    let begin = Instant::now();
    let program = match packages::install(client.runtime, &client.folder, &client.name) {
        Ok(program) => program,
        Err(error) => {
            row.skipped = 1;
            tally.skip(format!("{}: its packages cannot be installed: {error:#}", client.name));
            return Ok(row);
        }
    };
    row.install = begin.elapsed();
    row.version = packages::version(client.runtime, &client.folder, &client.name)?;
    let begin = Instant::now();
    for script in &client.scripts {
        let server = Server::start()?;
        let mut command = program.script(script);
        server.describe_to(&mut command);
        command.env("DYNALAB_EXPORTED_DESIGNS", exported_designs());
        let title = format!("{}/{script}", client.name);
        count(&title, run_script(&mut command)?, &mut row, tally);
    }
    row.run = begin.elapsed();
    Ok(row)
}

/// Runs a script to its end and returns the result of each check. A script that does not end is stopped and has failed.
fn run_script(command: &mut Command) -> Result<Vec<Outcome>> {
    let log = folders::target().join("tools/clients/output.txt");
    let output = fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut child = command.stdout(Stdio::from(output)).spawn().context("cannot start a script")?;
    let begin = Instant::now();
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break if status.success() { tap::End::Succeeded } else { tap::End::Failed };
        }
        if begin.elapsed() > SCRIPT_LIMIT {
            child.kill()?;
            child.wait()?;
            break tap::End::Stopped;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = fs::read(&log)?;
    let text = String::from_utf8_lossy(&text);
    print!("{text}");
    Ok(tap::outcomes(&text, end))
}

fn count(title: &str, outcomes: Vec<Outcome>, row: &mut Row, tally: &mut Tally) {
    for outcome in outcomes {
        match outcome {
            Outcome::Passed => {
                row.passed += 1;
                tally.pass();
            }
            Outcome::Failed(reason) => {
                row.failed += 1;
                tally.fail(format!("{title}: {reason}"));
            }
            Outcome::Known(reason) => {
                row.skipped += 1;
                tally.expect_failure(format!("{title}: {reason}"));
            }
        }
    }
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("client".len());
    let versions = rows.iter().map(|row| row.version.len()).max().unwrap_or(0).max("version".len());
    let mut lines = vec![format!(
        "{:width$}  {:versions$}  passed  failed  skipped  install (s)  run (s)",
        "client", "version"
    )];
    lines.extend(rows.iter().map(|row| {
        format!(
            "{:width$}  {:versions$}  {:>6}  {:>6}  {:>7}  {:>11.1}  {:>7.1}",
            row.name,
            row.version,
            row.passed,
            row.failed,
            row.skipped,
            row.install.as_secs_f64(),
            row.run.as_secs_f64()
        )
    }));
    lines.join("\n")
}
