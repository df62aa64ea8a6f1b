//! The bundle of CodeMirror for the editor of requests: made by npm and esbuild where they can be had, and left out where not.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{command, output_of};
use crate::{folders, node_packages};

const SOURCES: [&str; 3] = ["package.json", "package-lock.json", "entry.mjs"];
const FOLDER: &str = "code_mirror";
pub const BUNDLE: &str = "code_mirror.js";
/// Written beside a bundle when it is complete; says of what.
const STAMP: &str = "bundled.txt";

/// Puts the bundle into the site. A machine without Node builds the app without it: text fields do the job then.
pub fn add(site: &Path) -> Result<()> {
    let tools = tools();
    if let Err(error) = bundle(&tools) {
        println!("Without CodeMirror, requests are edited in plain text fields: {error:#}");
        return Ok(());
    }
    fs::copy(tools.join(BUNDLE), site.join(BUNDLE)).with_context(|| format!("cannot copy {BUNDLE}"))?;
    Ok(())
}

fn tools() -> PathBuf {
    folders::target().join("tools").join(FOLDER)
}

/// Makes the bundle, unless it is there already.
fn bundle(tools: &Path) -> Result<()> {
    let sources = folders::root().join("web/code_mirror");
    let read =
        |name: &str| fs::read_to_string(sources.join(name)).with_context(|| format!("cannot read {name}"));
    let stamp = SOURCES.map(read).into_iter().collect::<Result<Vec<String>>>()?.concat();
    if fs::read_to_string(tools.join(STAMP)).is_ok_and(|made| made == stamp) {
        return Ok(());
    }
    node_packages::install(&sources, FOLDER)?;
    let mut esbuild = command(tools.join("node_modules/.bin/esbuild"));
    esbuild.args([
        "entry.mjs",
        "--bundle",
        "--format=esm",
        "--minify",
        "--target=es2022",
        "--legal-comments=none",
    ]);
    output_of(esbuild.arg(format!("--outfile={BUNDLE}")).current_dir(tools))?;
    fs::write(tools.join(STAMP), stamp)?;
    Ok(())
}

/// The folders of the packages in the bundle: all but the one that makes it. None if the site has no bundle.
pub fn package_folders(site: &Path) -> Result<Vec<PathBuf>> {
    if !site.join(BUNDLE).is_file() {
        return Ok(Vec::new());
    }
    let modules = tools().join("node_modules");
    let mut folders = Vec::new();
    for name in names(&modules)? {
        match name.starts_with('@') {
            true if name != "@esbuild" => {
                let scope = modules.join(&name);
                folders.extend(names(&scope)?.into_iter().map(|inner| scope.join(inner)));
            }
            false if name != "esbuild" && !name.starts_with('.') => folders.push(modules.join(name)),
            _ => {}
        }
    }
    Ok(folders)
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        names.extend(
            path.file_name().and_then(|name| name.to_str()).map(str::to_owned).filter(|_| path.is_dir()),
        );
    }
    names.sort();
    Ok(names)
}
