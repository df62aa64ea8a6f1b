//! The crates that are linked into the WebAssembly programs of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Library;
use crate::cargo::{cargo, output_of};
use crate::folders;
use crate::site::PACKAGES;
use crate::wasm_target::WASM_TARGET;

const OWN_NAME: &str = "Dynalab";
/// Libraries of the feature `author` of `lessons`, which the page does not have. `cargo metadata` enables the features of all
/// packages.
const NOT_IN_PAGE: &[&str] = &["boa_engine"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// None for a crate of this workspace.
    source: Option<String>,
    repository: Option<String>,
    authors: Vec<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
struct EdgeKind {
    /// None for a normal dependency; `build` and `dev` are not linked.
    kind: Option<String>,
}

/// Returns Dynalab first, then other crates by name. Dynalab's crates count as one library.
pub fn in_wasm() -> Result<Vec<Library>> {
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version", "1", "--all-features"]);
    command.args(["--filter-platform", WASM_TARGET]);
    let metadata: Metadata = serde_json::from_str(&output_of(&mut command)?).context("cargo metadata")?;
    let linked = linked(&metadata)?;
    libraries_of(metadata, |package| linked.contains(&package.id))
}

/// Returns the same for one crate with its default features. `cargo metadata` would add the features that other crates turn on.
pub fn in_crate(name: &str) -> Result<Vec<Library>> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--package", name, "--target", WASM_TARGET]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let tree = output_of(&mut tree)?;
    // A line is `NAME vVERSION (PLACE)`.
    let linked: BTreeSet<String> =
        tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", WASM_TARGET]);
    let metadata: Metadata = serde_json::from_str(&output_of(&mut command)?).context("cargo metadata")?;
    libraries_of(metadata, |package| linked.contains(&format!("{} v{}", package.name, package.version)))
}

fn libraries_of(metadata: Metadata, is_linked: impl Fn(&Package) -> bool) -> Result<Vec<Library>> {
    let mut libraries = Vec::new();
    let mut own = None;
    for package in metadata.packages.into_iter().filter(is_linked) {
        match package.source {
            Some(_) => libraries.push(library(package)?),
            None => own = Some(library(package)?),
        }
    }
    libraries.sort();
    let own = own.context("no crate of this workspace is linked")?;
    libraries.insert(
        0,
        Library { name: OWN_NAME.to_owned(), folder: Some(folders::root()), source: String::new(), ..own },
    );
    Ok(libraries)
}

/// Returns the normal dependencies of the page. Macros run in the compiler, so they and their dependencies are not linked.
fn linked(metadata: &Metadata) -> Result<BTreeSet<String>> {
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let is_macro = |target: &Target| target.kind.iter().any(|kind| kind == "proc-macro");
    let is_absent = |package: &&Package| {
        package.targets.iter().any(is_macro) || NOT_IN_PAGE.contains(&package.name.as_str())
    };
    let absent: BTreeSet<&str> =
        metadata.packages.iter().filter(is_absent).map(|package| package.id.as_str()).collect();
    let mut waiting = Vec::new();
    for name in PACKAGES {
        let page = metadata.packages.iter().find(|package| package.name == *name);
        waiting.push(page.with_context(|| format!("there is no package {name}"))?.id.as_str());
    }
    let mut linked = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if absent.contains(id) || !linked.insert(id.to_owned()) {
            continue;
        }
        let node = nodes.get(id).with_context(|| format!("cargo metadata does not resolve {id}"))?;
        let normal = |edge: &&Edge| edge.dep_kinds.iter().any(|kind| kind.kind.is_none());
        waiting.extend(node.deps.iter().filter(normal).map(|edge| edge.pkg.as_str()));
    }
    Ok(linked)
}

fn library(package: Package) -> Result<Library> {
    let folder = package.manifest_path.parent().map(Path::to_owned).context("a manifest without a folder")?;
    let license = package.license.with_context(|| format!("{} states no license", package.name))?;
    Ok(Library {
        source: package.repository.unwrap_or_else(|| format!("https://crates.io/crates/{}", package.name)),
        name: package.name,
        version: package.version,
        license,
        authors: package.authors,
        folder: Some(folder),
    })
}
