//! Installs the packages of a client below `target/tools/clients`, in the versions of its folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::scripts;
use crate::cargo::{command, find_program, output_of};
use crate::{folders, node_packages};

const REQUIREMENTS: &str = "requirements.txt";
const MANIFEST: &str = "package.json";
/// The crates of a client that compiles Rust, beside its script in Python.
const CRATES: &str = "Cargo.toml";
/// A Python package with Node, for computers without it.
const NODE_REQUIREMENTS: &str = "crates/server/tests/clients/requirements-node.txt";
/// The oldest Node that the SDK supports.
const OLDEST_NODE: u32 = 20;
/// A file with the installed versions, written when an installation is complete.
const STAMP: &str = "installed.txt";

/// What runs the scripts of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runtime {
    Python,
    Node,
}

impl Runtime {
    /// Returns the runtime of a client's folder.
    ///
    /// # Errors
    /// Fails if the folder has no file with versions.
    pub fn find(folder: &Path) -> Result<Runtime> {
        match (folder.join(REQUIREMENTS).is_file(), folder.join(MANIFEST).is_file()) {
            (true, false) => Ok(Runtime::Python),
            (false, true) => Ok(Runtime::Node),
            _ => bail!("{} needs either {REQUIREMENTS} or {MANIFEST}", folder.display()),
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Runtime::Python => ".py",
            Runtime::Node => ".mjs",
        }
    }
}

/// An interpreter with the packages of a client.
pub struct Program {
    interpreter: PathBuf,
    /// Contains the scripts.
    folder: PathBuf,
    /// For Python: the folder of the modules that scripts share.
    modules: Option<PathBuf>,
}

impl Program {
    pub fn script(&self, file: &str) -> Command {
        let mut script = command(&self.interpreter);
        script.arg(self.folder.join(file)).current_dir(&self.folder);
        if let Some(modules) = &self.modules {
            script.env("PYTHONPATH", modules);
        }
        script
    }
}

/// Installs the packages, unless these versions are installed.
///
/// # Errors
/// Fails without Python or Node, or without access to the registry.
pub fn install(runtime: Runtime, folder: &Path, name: &str) -> Result<Program> {
    match runtime {
        Runtime::Python => {
            let interpreter = environment(&folder.join(REQUIREMENTS), name)?;
            Ok(Program { interpreter, folder: folder.to_owned(), modules: Some(scripts()) })
        }
        Runtime::Node => {
            let programs = node_programs()?;
            // Scripts import it from the folder above.
            fs::create_dir_all(installed())?;
            fs::copy(scripts().join("checks.mjs"), installed().join("checks.mjs"))
                .context("cannot copy checks.mjs")?;
            let npm = || Ok(programs.join("npm"));
            let folder = node_packages::install_with(npm, folder, &format!("clients/{name}"))?;
            Ok(Program { interpreter: programs.join("node"), folder, modules: None })
        }
    }
}

/// Returns the version of the client itself: the first package of its file, or of its crates if it compiles Rust.
pub fn version(runtime: Runtime, folder: &Path, name: &str) -> Result<String> {
    if let Ok(crates) = fs::read_to_string(folder.join(CRATES)) {
        return first_crate(&crates).with_context(|| format!("{name}: {CRATES} names no version"));
    }
    let file = folder.join(if runtime == Runtime::Python { REQUIREMENTS } else { MANIFEST });
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let version = match runtime {
        Runtime::Python => first_requirement(&text),
        Runtime::Node => own_dependency(&serde_json::from_str(&text)?),
    };
    version.with_context(|| format!("{name}: {} names no version", file.display()))
}

/// Returns the first crate that a Cargo.toml depends on.
fn first_crate(manifest: &str) -> Option<String> {
    let (_, dependencies) = manifest.split_once("[dependencies]")?;
    let (name, rest) = dependencies.trim_start().split_once(" =")?;
    Some(format!("{name} {}", rest.split('"').nth(1)?.trim_start_matches('=')))
}

fn first_requirement(text: &str) -> Option<String> {
    let line = text.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty())?;
    Some(line.replacen("==", " ", 1))
}

/// Returns the first package that is not the SDK itself, or the SDK if there is no other.
fn own_dependency(manifest: &Value) -> Option<String> {
    let dependencies = manifest["dependencies"].as_object()?;
    let is_own = |name: &&String| !name.starts_with("@aws-sdk/");
    let name = dependencies.keys().find(is_own).or(dependencies.keys().next())?;
    Some(format!("{name} {}", dependencies[name].as_str()?))
}

/// Returns the folder of `node` and `npm`: that of the PATH, or a Python package that contains them.
///
/// # Errors
/// Fails without Node and without Python, or without access to the registry.
pub fn node_programs() -> Result<PathBuf> {
    let found = find_program("node").and_then(|node| Some(node.parent()?.to_owned()));
    match found.filter(|folder| folder.join("npm").exists() && is_recent(&folder.join("node"))) {
        Some(folder) => Ok(folder),
        None => {
            let python = environment(&folders::root().join(NODE_REQUIREMENTS), "node")
                .with_context(|| format!("Node {OLDEST_NODE} or later is not on the PATH"))?;
            python.parent().map(Path::to_owned).context("an environment has a folder of programs")
        }
    }
}

fn is_recent(node: &Path) -> bool {
    let version = output_of(command(node).arg("--version")).unwrap_or_default();
    let major = version.trim().trim_start_matches('v').split('.').next();
    major.and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= OLDEST_NODE)
}

fn installed() -> PathBuf {
    folders::target().join("tools/clients")
}

/// Creates a virtual environment with exactly these packages, and returns its Python.
fn environment(requirements: &Path, name: &str) -> Result<PathBuf> {
    let folder = installed().join(name);
    let python = folder.join("bin/python");
    let wanted = fs::read_to_string(requirements)?;
    let is_installed = fs::read_to_string(folder.join(STAMP)).is_ok_and(|installed| installed == wanted);
    // The environment is of no use after the system's Python was replaced.
    let starts = || command(&python).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_installed || !starts() {
        fs::create_dir_all(&folder)?;
        output_of(command("python3").args(["-m", "venv", "--clear"]).arg(&folder))
            .context("this needs Python with its venv (Debian: apt-get install python3-venv)")?;
        let mut install = command(&python);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
        output_of(install.args(["--only-binary", ":all:", "--requirement"]).arg(requirements))?;
        fs::write(folder.join(STAMP), wanted)?;
    }
    Ok(python)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_client() {
        assert_eq!(
            first_requirement("# why\npynamodb==6.1.0\nboto3==1\n"),
            Some("pynamodb 6.1.0".to_owned())
        );
        let crates = "[package]\nname = \"a\"\n\n[dependencies]\nsdk = { version = \"=1.2.3\" }\n";
        assert_eq!(first_crate(crates), Some("sdk 1.2.3".to_owned()));
        let manifest =
            serde_json::json!({"dependencies": {"@aws-sdk/client-dynamodb": "3", "dynamoose": "4.2.0"}});
        assert_eq!(own_dependency(&manifest), Some("dynamoose 4.2.0".to_owned()));
        let alone = serde_json::json!({"dependencies": {"@aws-sdk/client-dynamodb": "3"}});
        assert_eq!(own_dependency(&alone), Some("@aws-sdk/client-dynamodb 3".to_owned()));
    }
}
