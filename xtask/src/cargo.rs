//! Runs cargo and other programs.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::folders;

/// Returns the cargo that runs this program, in the root of the repository.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns a command for any program, in the root of the repository, with an empty standard input.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folders::root()).stdin(Stdio::null());
    command
}

/// Runs a command to its end. Fails if the command fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", command_line(command)))?;
    ensure!(status.success(), "{} failed ({status})", command_line(command));
    Ok(())
}

/// Runs a command to its end, prints each line of its output and passes it to `on_line`. Returns whether the command succeeded.
pub fn run_and_read(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<bool> {
    let cannot_start = format!("cannot start {}", command_line(command));
    let mut child = command.stdout(Stdio::piped()).spawn().context(cannot_start)?;
    let output = child.stdout.take().context("the program has no output")?;
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']);
        println!("{line}");
        on_line(line);
        bytes.clear();
    }
    Ok(child.wait()?.success())
}

/// Returns the output of a command. Fails if the command fails.
pub fn output_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", command_line(command)))?;
    ensure!(
        output.status.success(),
        "{} failed: {}",
        command_line(command),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the file of a program on the PATH.
pub fn find_program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns the search path with this folder first.
pub fn path_with(folder: &Path) -> Result<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).context("the search path has a folder with a colon")
}

fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
