//! Bundles npm packages with esbuild: CodeMirror for the request editor, and the AWS SDK. Skipped without Node.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::cargo::{command, output_of};
use crate::{folders, node_packages};

const SOURCES: [&str; 3] = ["package.json", "package-lock.json", "entry.mjs"];
/// A file with the sources of a bundle, written when the bundle is complete.
const STAMP: &str = "bundled.txt";
/// The list of the bundle's content, which esbuild writes.
const CONTENTS: &str = "contents.json";
const PACKAGES: &str = "node_modules/";

/// A folder of `web/` that becomes one file of the page's program.
pub struct Bundle {
    folder: &'static str,
    pub file: &'static str,
    without: &'static str,
}

pub const CODE_MIRROR: Bundle = Bundle {
    folder: "code_mirror",
    file: "code_mirror.js",
    without: "Without CodeMirror, requests are edited in plain text fields",
};
pub const AWS_SDK: Bundle = Bundle {
    folder: "aws_sdk",
    file: "aws_sdk.js",
    without: "Without the bundle of the AWS SDK, dynalab.sdk() and imports of triggers are refused",
};
const ALL: [Bundle; 2] = [CODE_MIRROR, AWS_SDK];

/// Puts the bundles into the site. A computer without Node builds the app without them.
pub fn add(site: &Path) -> Result<()> {
    for bundle in ALL {
        if let Err(error) = bundle.make() {
            println!("{}: {error:#}", bundle.without);
            continue;
        }
        let file = bundle.file;
        fs::copy(bundle.tools().join(file), site.join(file))
            .with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(())
}

/// Returns the folders of the packages in the bundles of a site, each package once.
pub fn package_folders(site: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = BTreeMap::new();
    for bundle in ALL.into_iter().filter(|bundle| site.join(bundle.file).is_file()) {
        let tools = bundle.tools();
        let contents = fs::read_to_string(tools.join(CONTENTS))?;
        let contents =
            serde_json::from_str(&contents).with_context(|| format!("{CONTENTS} of {}", bundle.file))?;
        for package in packages(&contents) {
            folders.entry(package.clone()).or_insert_with(|| tools.join(PACKAGES).join(package));
        }
    }
    Ok(folders.into_values().collect())
}

impl Bundle {
    fn tools(&self) -> PathBuf {
        folders::target().join("tools").join(self.folder)
    }

    /// Makes the bundle, unless it is up to date.
    fn make(&self) -> Result<()> {
        let (tools, sources) = (self.tools(), folders::root().join("web").join(self.folder));
        let read = |name: &str| {
            fs::read_to_string(sources.join(name)).with_context(|| format!("cannot read {name}"))
        };
        let stamp = SOURCES.map(read).into_iter().collect::<Result<Vec<String>>>()?.concat();
        let is_made = fs::read_to_string(tools.join(STAMP)).is_ok_and(|made| made == stamp);
        if is_made && tools.join(CONTENTS).is_file() {
            return Ok(());
        }
        node_packages::install(&sources, self.folder)?;
        let mut esbuild = command(tools.join("node_modules/.bin/esbuild"));
        esbuild.args([
            "entry.mjs",
            "--bundle",
            "--format=esm",
            "--minify",
            "--target=es2022",
            "--legal-comments=none",
        ]);
        esbuild.arg(format!("--metafile={CONTENTS}"));
        output_of(esbuild.arg(format!("--outfile={}", self.file)).current_dir(&tools))?;
        fs::write(tools.join(STAMP), stamp)?;
        Ok(())
    }
}

/// The output of esbuild about a bundle.
#[derive(Deserialize)]
struct Contents {
    outputs: BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Output {
    /// The packaged files, by their paths from the folder of the bundle.
    inputs: BTreeMap<String, Value>,
}

/// Returns the names of the packages with code in a bundle. A package may contain other packages.
fn packages(contents: &Contents) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in contents.outputs.values().flat_map(|output| output.inputs.keys()) {
        let Some((before, after)) = path.rsplit_once(PACKAGES) else { continue };
        let parts = if after.starts_with('@') { 2 } else { 1 };
        let name: Vec<&str> = after.split('/').take(parts).collect();
        let above = before.strip_prefix(PACKAGES).unwrap_or(before);
        let below = if above.is_empty() { String::new() } else { format!("{above}{PACKAGES}") };
        names.insert(below + &name.join("/"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_are_those_that_left_something() {
        let inputs = [
            "entry.mjs",
            "node_modules/@smithy/core/dist-es/a.js",
            "node_modules/@smithy/core/dist-es/b.js",
            "node_modules/bowser/src/x.js",
            "node_modules/@aws-sdk/core/node_modules/bowser/y.js",
        ];
        let inputs = inputs.map(|path| (path.to_owned(), Value::Null)).into();
        let contents = Contents { outputs: [("out.js".to_owned(), Output { inputs })].into() };
        let names: Vec<String> = packages(&contents).into_iter().collect();
        assert_eq!(names, ["@aws-sdk/core/node_modules/bowser", "@smithy/core", "bowser"]);
    }
}
