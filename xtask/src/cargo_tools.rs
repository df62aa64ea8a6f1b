//! Programs from crates.io that the tests use. They are installed into the target folder.

use std::path::PathBuf;

use anyhow::Result;

use crate::cargo::{cargo, command, output_of, run};
use crate::folders;

/// Returns the folder of the installed programs, with `bin` in it.
pub fn folder() -> PathBuf {
    folders::target().join("tools")
}

/// Returns the program, and installs it if it is missing or has another version. It is compiled without optimization, because
/// compiling takes most of the time.
pub fn ensure_installed(name: &str, version: &str) -> Result<PathBuf> {
    let tools = folder();
    let program = tools.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let is_there = output_of(command(&program).arg("--version")).is_ok_and(|text| text.contains(version));
    if !is_there {
        println!("Installing {name} {version} into {} …", tools.display());
        let what = format!("{name}@{version}");
        let mut install = cargo();
        install.args(["install", "--quiet", "--debug", "--locked", &what, "--root"]).arg(&tools);
        // In CI, clippy compiles the tests and warnings are errors (`ci.rs`). That is not for other projects' programs.
        run(install.env_remove("RUSTC_WORKSPACE_WRAPPER").env_remove("RUSTFLAGS"))?;
    }
    Ok(program)
}
