//! `cargo xtask package`: the crates of `dynalab` as the registry takes them, and the npm package, with checksums. With `--check`, only
//! what can be said of the crates without building. Nothing is published from here; RELEASING.md has the steps.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::cargo::{self, cargo};
use crate::{folders, npm_package};

/// The crate that people use. The others are those that it needs.
const FACADE: &str = "dynalab";
/// The registry takes no larger archive.
const ARCHIVE_BYTES_MAX: u64 = 10 * 1024 * 1024;
const KEYWORDS_MAX: usize = 5;
/// Both sides of the glue of WebAssembly must be of one version, and these are released together.
const PINNED: &[&str] = &["wasm-bindgen", "wasm-bindgen-futures", "wasm-bindgen-test", "js-sys", "web-sys"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: String,
    description: Option<String>,
    license: Option<String>,
    repository: Option<String>,
    readme: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    /// The registries that take it: none, if it must not be published.
    publish: Option<Vec<String>>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// None for a normal dependency.
    kind: Option<String>,
    path: Option<String>,
}

/// Packs the crates, and says what is wrong with them. With `check_only`, the archives are deleted.
///
/// # Errors
/// Fails if a crate is not as the registry takes it.
pub fn run(check_only: bool) -> Result<()> {
    let output =
        cargo::output_of(cargo().args(["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let metadata: Metadata = serde_json::from_str(&output).context("cargo metadata")?;
    let all: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.name.as_str(), package)).collect();
    let needed = needed(&all)?;
    let mut faults: Vec<String> = needed.iter().flat_map(|package| package.faults(&all)).collect();
    for package in &needed {
        faults.extend(package.faults_of_files()?);
    }
    ensure!(faults.is_empty(), "crates are not ready:\n{}", faults.join("\n"));
    let mut files = pack(&needed, check_only)?;
    if !check_only {
        files.push(npm_package::pack()?);
        println!("The checksums are in {}", npm_package::write_checksums(&files)?.display());
    }
    Ok(())
}

/// Returns the facade and the crates of the workspace that it needs, also for its features.
fn needed<'a>(all: &BTreeMap<&str, &'a Package>) -> Result<Vec<&'a Package>> {
    let (mut names, mut open) = (BTreeSet::new(), vec![FACADE]);
    while let Some(name) = open.pop() {
        let package = all.get(name).with_context(|| format!("there is no crate {name}"))?;
        if names.insert(name) {
            open.extend(package.path_dependencies().map(|dependency| dependency.name.as_str()));
        }
    }
    Ok(names.into_iter().filter_map(|name| all.get(name).copied()).collect())
}

impl Package {
    /// The dependencies on crates of the workspace that are in the package. Those of tests are left out if they have no version.
    fn path_dependencies(&self) -> impl Iterator<Item = &Dependency> {
        let is_packed =
            |dependency: &&Dependency| dependency.path.is_some() && dependency.kind.as_deref() != Some("dev");
        self.dependencies.iter().filter(is_packed)
    }

    /// Returns what is missing or wrong in the manifest.
    fn faults(&self, all: &BTreeMap<&str, &Package>) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fault = |text: String| faults.push(format!("{}: {text}", self.name));
        let members = [
            ("description", &self.description),
            ("license", &self.license),
            ("repository", &self.repository),
            ("readme", &self.readme),
        ];
        for (member, value) in members {
            if value.as_ref().is_none_or(|value| value.trim().is_empty()) {
                fault(format!("no {member}"));
            }
        }
        if self.keywords.is_empty() || self.keywords.len() > KEYWORDS_MAX {
            fault(format!("{} keywords instead of 1 to {KEYWORDS_MAX}", self.keywords.len()));
        }
        if self.categories.is_empty() {
            fault("no categories".to_owned());
        }
        if self.publish.as_ref().is_some_and(Vec::is_empty) {
            fault("publish = false".to_owned());
        }
        for dependency in self.path_dependencies() {
            let version = all.get(dependency.name.as_str()).map(|package| format!("^{}", package.version));
            if version.as_ref() != Some(&dependency.req) {
                fault(format!(
                    "{} is needed in version {} instead of {version:?}",
                    dependency.name, dependency.req
                ));
            }
        }
        let pinned = |dependency: &&Dependency| {
            dependency.req.starts_with('=') && !PINNED.contains(&dependency.name.as_str())
        };
        for dependency in self.dependencies.iter().filter(pinned) {
            fault(format!("{} is pinned: {}", dependency.name, dependency.req));
        }
        faults
    }

    /// Returns what is wrong with the files that are in the package: a file that is compiled in must be one of them.
    fn faults_of_files(&self) -> Result<Vec<String>> {
        let list = cargo::output_of(cargo().args([
            "package",
            "--list",
            "--allow-dirty",
            "--locked",
            "-p",
            &self.name,
        ]))?;
        let files: BTreeSet<&str> = list.lines().collect();
        let mut faults = Vec::new();
        for expected in ["Cargo.toml", "README.md", "src/lib.rs"] {
            if !files.contains(expected) {
                faults.push(format!("{}: the package has no {expected}", self.name));
            }
        }
        let folder = Path::new(&self.manifest_path).parent().context("a manifest is in a folder")?;
        // Tests may read files of the repository: those in files of their own are not compiled by users.
        let is_compiled =
            |file: &&&str| file.starts_with("src/") && file.ends_with(".rs") && !file.contains("tests");
        for file in files.iter().filter(is_compiled) {
            let text =
                fs::read_to_string(folder.join(file)).with_context(|| format!("{}/{file}", self.name))?;
            for included in included_files(&text) {
                let path = Path::new(file).parent().unwrap_or(Path::new("")).join(&included);
                if !is_inside(&path, &files) {
                    faults.push(format!(
                        "{}: {file} includes {included}, which is not in the package",
                        self.name
                    ));
                }
            }
        }
        Ok(faults)
    }
}

/// Returns the files that a source file includes by a literal path.
fn included_files(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    for call in ["include_str!(\"", "include_bytes!(\""] {
        files.extend(
            text.split(call).skip(1).filter_map(|rest| rest.split_once('"')).map(|(path, _)| path.to_owned()),
        );
    }
    files
}

/// Returns whether a path with `..` leads to one of the files of a package.
fn is_inside(path: &Path, files: &BTreeSet<&str>) -> bool {
    let mut names: Vec<&str> = Vec::new();
    for name in path.iter().filter_map(|name| name.to_str()) {
        match name {
            ".." if names.pop().is_none() => return false,
            ".." => {}
            name => names.push(name),
        }
    }
    files.contains(names.join("/").as_str())
}

/// Packs all crates at once, so that each finds the others, which the registry does not have. Returns the archives.
fn pack(needed: &[&Package], check_only: bool) -> Result<Vec<PathBuf>> {
    let mut command = cargo();
    command.args(["package", "--no-verify", "--allow-dirty", "--locked", "--quiet"]);
    for package in needed {
        command.args(["-p", &package.name]);
    }
    cargo::run(&mut command)?;
    let folder = folders::target().join("package");
    let (mut sum, mut archives) = (0, Vec::new());
    for package in needed {
        let archive = folder.join(format!("{}-{}.crate", package.name, package.version));
        let bytes = fs::metadata(&archive).with_context(|| archive.display().to_string())?.len();
        ensure!(bytes <= ARCHIVE_BYTES_MAX, "{} has {bytes} bytes", archive.display());
        sum += bytes;
        if check_only {
            fs::remove_file(&archive)?;
        }
        archives.push(archive);
    }
    match check_only {
        true => println!("{} crates can be packed: {} KB", needed.len(), sum / 1024),
        false => println!("{} crates are in {}: {} KB", needed.len(), folder.display(), sum / 1024),
    }
    Ok(archives)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(json: &str) -> Package {
        let complete = r#"{"name":"a","version":"0.1.0","manifest_path":"/a/Cargo.toml","description":"An a","license":"MIT",
            "repository":"https://example.org/a","readme":"README.md","keywords":["a"],"categories":["database"],
            "publish":null,"dependencies":[]}"#;
        let mut value: serde_json::Value = serde_json::from_str(complete).expect("JSON");
        let changes: serde_json::Value = serde_json::from_str(json).expect("JSON");
        for (name, change) in changes.as_object().expect("an object") {
            value[name] = change.clone();
        }
        serde_json::from_value(value).expect("a package")
    }

    #[test]
    fn manifests_are_checked() {
        let other = package(r#"{"name":"b","version":"0.2.0"}"#);
        let all = BTreeMap::from([("b", &other)]);
        let dependency = |req: &str, kind: &str| {
            format!(r#"{{"dependencies":[{{"name":"b","req":"{req}","kind":{kind},"path":"/b"}}]}}"#)
        };
        for (json, part) in [
            ("{}".to_owned(), None),
            (r#"{"description":null}"#.to_owned(), Some("no description")),
            (r#"{"readme":null}"#.to_owned(), Some("no readme")),
            (r#"{"keywords":[]}"#.to_owned(), Some("0 keywords")),
            (r#"{"publish":[]}"#.to_owned(), Some("publish = false")),
            (dependency("^0.2.0", "null"), None),
            (dependency("*", "null"), Some("b is needed in version *")),
            (dependency("^0.1.0", "\"build\""), Some("instead of Some(\"^0.2.0\")")),
            (dependency("*", "\"dev\""), None),
            (
                r#"{"dependencies":[{"name":"serde","req":"=1.0.1","kind":null,"path":null}]}"#.to_owned(),
                Some("serde is pinned"),
            ),
            (
                r#"{"dependencies":[{"name":"js-sys","req":"=0.3.1","kind":null,"path":null}]}"#.to_owned(),
                None,
            ),
        ] {
            let faults = package(&json).faults(&all).join("\n");
            assert!(part.map_or(faults.is_empty(), |part| faults.contains(part)), "{json}: {faults}");
        }
    }

    #[test]
    fn included_files_must_be_in_the_package() {
        let text = r#"const A: &str = include_str!("a.txt"); const B: &[u8] = include_bytes!("../data/b");"#;
        assert_eq!(included_files(text), ["a.txt", "../data/b"]);
        let files = BTreeSet::from(["src/a.txt", "data/b"]);
        assert!(is_inside(Path::new("src/a.txt"), &files) && is_inside(Path::new("src/../data/b"), &files));
        assert!(!is_inside(Path::new("src/../../data/b"), &files) && !is_inside(Path::new("src/c"), &files));
    }
}
