//! The bundle of CodeMirror for the editor of requests: made by npm and esbuild where they can be had, and left out where not.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::{command, output_of};
use crate::{folders, node_packages};

const SOURCES: [&str; 3] = ["package.json", "package-lock.json", "entry.mjs"];
const FOLDER: &str = "code_mirror";
const BUNDLE: &str = "code_mirror.js";
const LICENCES: &str = "code_mirror.licenses.txt";
/// Written beside a bundle when it is complete; says of what.
const STAMP: &str = "bundled.txt";

/// Puts the bundle and the licences of what is in it into the site. A machine without Node builds the app without it: text fields
/// do the job then.
pub fn add(site: &Path) -> Result<()> {
    let tools = folders::target().join("tools").join(FOLDER);
    if let Err(error) = bundle(&tools) {
        println!("Without CodeMirror, requests are edited in plain text fields: {error:#}");
        return Ok(());
    }
    for name in [BUNDLE, LICENCES] {
        fs::copy(tools.join(name), site.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    Ok(())
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
    fs::write(tools.join(LICENCES), licences(&tools.join("node_modules"))?)?;
    fs::write(tools.join(STAMP), stamp)?;
    Ok(())
}

/// The licence of each package that is in the bundle: all but the one that makes it.
fn licences(modules: &Path) -> Result<String> {
    let mut folders = Vec::new();
    for name in names(modules)? {
        match name.starts_with('@') {
            true if name != "@esbuild" => {
                folders
                    .extend(names(&modules.join(&name))?.into_iter().map(|inner| format!("{name}/{inner}")));
            }
            false if name != "esbuild" && !name.starts_with('.') => folders.push(name),
            _ => {}
        }
    }
    let mut text = String::new();
    for name in folders {
        if let Ok(licence) = fs::read_to_string(modules.join(&name).join("LICENSE")) {
            text.push_str(&format!("{name}\n\n{}\n\n", licence.trim()));
        }
    }
    Ok(text)
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
