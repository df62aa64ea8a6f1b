//! Installs Python and Node with the clients, once under `target/`, in the versions of the requirement files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::FOLDER;

/// Why a client is missing, and how to install it.
pub type Unavailable = String;

/// The oldest Node that the SDK supports.
const OLDEST_NODE: u32 = 20;
/// A file with the installed versions, written when an installation is complete.
const STAMP: &str = "installed.txt";
/// The file that is locked while a client is installed.
const LOCK: &str = "installing.lock";

pub struct Node {
    pub program: PathBuf,
    /// Contains the script and its `node_modules`.
    pub folder: PathBuf,
}

/// Returns the program folder of an environment with boto3 and the AWS CLI.
pub fn python() -> Result<PathBuf, Unavailable> {
    environment("python", "requirements.txt")
}

/// Returns the program folder of an environment with cfn-lint and python-hcl2.
pub fn infrastructure() -> Result<PathBuf, Unavailable> {
    environment("infrastructure", "requirements-infrastructure.txt")
}

/// Returns Node and a folder where the SDK is installed.
pub fn node() -> Result<Node, Unavailable> {
    let programs = node_programs()?;
    let folder = installed_folder("node")?;
    let _installing = wait_for_others()?;
    for name in ["package.json", "package-lock.json", "sdk_v3.mjs"] {
        fs::copy(Path::new(FOLDER).join(name), folder.join(name)).map_err(|error| error.to_string())?;
    }
    let wanted = read("package-lock.json")?;
    if !is_installed(&folder, &wanted) {
        let mut npm = Command::new(programs.join("npm"));
        // The URLs of a registry mirror may differ. Versions and checksums are what must match.
        npm.args(["ci", "--no-audit", "--no-fund"]).env("PATH", path_with(&programs)).current_dir(&folder);
        run(&mut npm)?;
        mark_installed(&folder, &wanted)?;
    }
    Ok(Node { program: programs.join("node"), folder })
}

/// Returns the search path with this folder first.
pub fn path_with(folder: &Path) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or_default()
}

/// Returns the folder of `node` and `npm`: on the search path, or in a Python package that contains them.
fn node_programs() -> Result<PathBuf, Unavailable> {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_good = |folder: &PathBuf| folder.join("npm").exists() && is_recent(&folder.join("node"));
    match env::split_paths(&path).find(is_good) {
        Some(folder) => Ok(folder),
        None => environment("python-node", "requirements-node.txt")
            .map_err(|error| format!("there is no Node {OLDEST_NODE} or later, and {error}")),
    }
}

fn is_recent(node: &Path) -> bool {
    let Ok(output) = Command::new(node).arg("--version").output() else { return false };
    let version = String::from_utf8_lossy(&output.stdout);
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    major.is_some_and(|major: u32| major >= OLDEST_NODE)
}

/// Creates a virtual environment with these packages.
fn environment(name: &str, requirements: &str) -> Result<PathBuf, Unavailable> {
    let folder = installed_folder(name)?;
    let _installing = wait_for_others()?;
    let programs = folder.join("bin");
    let wanted = read(requirements)?;
    if !is_installed(&folder, &wanted) || !starts(&programs.join("python")) {
        let mut venv = Command::new("python3");
        run(venv.args(["-m", "venv", "--clear"]).arg(&folder)).map_err(|error| {
            format!("{error}\nInstall Python with its venv (Debian: apt-get install python3-venv).")
        })?;
        let mut pip = Command::new(programs.join("python"));
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--requirement",
        ]);
        run(pip.arg(Path::new(FOLDER).join(requirements)))?;
        mark_installed(&folder, &wanted)?;
    }
    Ok(programs)
}

fn starts(program: &Path) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Waits until no other test installs a client. Each test has a process of its own, so a file is locked. It is unlocked when it is dropped.
fn wait_for_others() -> Result<fs::File, Unavailable> {
    let path = installed_folder("")?.join(LOCK);
    let file = fs::File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    file.lock().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(file)
}

fn installed_folder(name: &str) -> Result<PathBuf, Unavailable> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients").join(name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

fn is_installed(folder: &Path, wanted: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|installed| installed == wanted)
}

fn mark_installed(folder: &Path, wanted: &str) -> Result<(), Unavailable> {
    fs::write(folder.join(STAMP), wanted).map_err(|error| error.to_string())
}

fn read(name: &str) -> Result<String, Unavailable> {
    fs::read_to_string(Path::new(FOLDER).join(name)).map_err(|error| format!("{name}: {error}"))
}

fn run(command: &mut Command) -> Result<(), Unavailable> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&text).trim_end()))
}
