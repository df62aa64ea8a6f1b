//! `cargo xtask audit` and `cargo xtask screenshots`: Node programs that open the built site in Chromium.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use dynalab_publish::Address;
use dynalab_static_server::StaticSite;

use crate::cargo::{command, find_program};
use crate::{browser, folders, node_packages, site};

/// The folder with the diagrams of the documents.
const PICTURES: &str = "docs/images/pictures";
const NO_NODE: &str = "this needs Node and npm, version 20 or later; nothing else of Dynalab does";

/// Runs axe on every page and diagram, and Lighthouse, on the release site with security headers.
pub fn audit() -> Result<ExitCode> {
    let built = site::build(true, &Address::root())?;
    let mut passed = true;
    for program in ["accessibility.mjs", "lighthouse.mjs"] {
        let server = StaticSite::start(&built, 0)?;
        println!("\n{program}");
        let status = node(&server, program)?.status().context("cannot start node")?;
        passed &= status.success();
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes every diagram of the workbench as an image for the documents. With `all`, it writes all sizes and colors into the
/// target folder.
pub fn screenshots(all: bool, names: &[String]) -> Result<ExitCode> {
    let server = StaticSite::start(site::build(true, &Address::root())?, 0)?;
    let folder = if all { folders::target().join("screenshots") } else { folders::root().join(PICTURES) };
    let mut program = node(&server, "screenshots.mjs")?;
    program.env("PICTURES", &folder).args(names);
    if all {
        program.env("ALL_LOOKS", "1");
    }
    let status = program.status().context("cannot start node")?;
    println!("The pictures are in {}", folder.display());
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn node(server: &StaticSite, program: &str) -> Result<Command> {
    let mut node = command(find_program("node").context(NO_NODE)?);
    node.arg(node_packages::install(&folders::root().join("xtask/audit"), "audit")?.join(program));
    node.env("SITE", server.url().trim_end_matches('/')).env("CHROME", browser::ensure_installed()?.program);
    Ok(node)
}
