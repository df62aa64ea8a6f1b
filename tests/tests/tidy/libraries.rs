//! The libraries in Cargo.lock: only from crates.io, with a permissive license, and none that is banned, as in deny.toml. Each has its
//! reason in the document of libraries.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::repository;

const LICENSES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];
/// The document with the reason of each library.
const REASONS: &str = "docs/dependencies.md";
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
/// Libraries that link a system library, which differs from computer to computer.
const BANNED: &[&str] = &["openssl-sys", "native-tls", "libsqlite3-sys", "curl-sys"];

pub fn forbidden() -> Vec<String> {
    let metadata = metadata(&["--all-features"]);
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    assert!(packages.len() > 100, "all libraries are listed");
    packages.iter().flat_map(faults_of).collect()
}

/// Returns the libraries of the project's crates that the document of libraries does not name. Libraries of tests alone need no
/// reason.
pub fn without_reason() -> Vec<String> {
    let files = repository::all_files();
    let document = files.iter().find(|file| file.path == REASONS).map(|file| file.text()).unwrap_or_default();
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let known: BTreeSet<&str> = document.split(|letter| !is_part(letter)).collect();
    let metadata = metadata(&["--no-deps"]);
    let mut faults = BTreeSet::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let name = dependency["name"].as_str().unwrap_or_default();
            let is_library = dependency["path"].is_null() && dependency["kind"] != "dev";
            if is_library && !known.contains(name) {
                faults.insert(format!("{name}, which {} uses", package["name"]));
            }
        }
    }
    faults.into_iter().collect()
}

/// Returns what cargo says of the packages.
fn metadata(options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(options)
        .current_dir(repository::root())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

fn faults_of(package: &Value) -> Vec<String> {
    let text = |name: &str| package[name].as_str();
    let name = text("name").unwrap_or_default();
    let mut faults = Vec::new();
    match text("license") {
        Some(license) if is_use_allowed(license) => {}
        license => faults.push(format!("{name}: license {}", license.unwrap_or("unknown"))),
    }
    if let Some(source) = text("source").filter(|source| *source != CRATES_IO) {
        faults.push(format!("{name}: source {source}"));
    }
    if BANNED.contains(&name) {
        faults.push(format!("{name}: banned"));
    }
    let is_own = package["source"].is_null();
    for dependency in package["dependencies"].as_array().into_iter().flatten().filter(|_| is_own) {
        if dependency["req"] == "*" && dependency["path"].is_null() {
            faults.push(format!("{name}: any version of {}", dependency["name"]));
        }
    }
    faults
}

/// Returns whether the licenses of the list satisfy an SPDX expression. Old manifests write a slash for OR.
fn is_use_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = tokens.as_slice();
    either(&mut rest) && rest.is_empty()
}

fn either(rest: &mut &[&str]) -> bool {
    let mut met = both(rest);
    while let Some((&"OR", after)) = rest.split_first() {
        *rest = after;
        met |= both(rest);
    }
    met
}

fn both(rest: &mut &[&str]) -> bool {
    let mut met = one(rest);
    while let Some((&"AND", after)) = rest.split_first() {
        *rest = after;
        met &= one(rest);
    }
    met
}

fn one(rest: &mut &[&str]) -> bool {
    let Some((first, after)) = rest.split_first() else { return false };
    *rest = after;
    if *first == "(" {
        let met = either(rest);
        let Some((&")", after)) = rest.split_first() else { return false };
        *rest = after;
        return met;
    }
    // A license with an exception is another license.
    if let Some((&"WITH", after)) = rest.split_first() {
        *rest = after.get(1..).unwrap_or_default();
        return false;
    }
    LICENSES.contains(first)
}

/// Returns the texts of a list in deny.toml, such as `allow = ["MIT"]` of the section `[licenses]`.
fn list_of<'a>(rules: &'a str, section: &str, name: &str) -> Vec<&'a str> {
    let after = rules.split_once(&format!("\n[{section}]")).map_or("", |(_, after)| after);
    let own = after.split_once("\n[").map_or(after, |(own, _)| own);
    let list = own.split_once(&format!("\n{name} = [")).map_or("", |(_, list)| list);
    let list = list.split_once(']').map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2).collect()
}

#[test]
fn cargo_deny_has_the_same_lists() {
    let rules = std::fs::read_to_string(repository::root().join("deny.toml")).expect("deny.toml can be read");
    assert_eq!(list_of(&rules, "licenses", "allow"), LICENSES);
    assert_eq!(list_of(&rules, "bans", "deny"), BANNED);
    let address = CRATES_IO.trim_start_matches("registry+");
    assert_eq!(list_of(&rules, "sources", "allow-registry"), [address]);
}

#[test]
fn expressions_are_met_or_not() {
    for met in [
        "MIT",
        "MIT OR Apache-2.0",
        "Apache-2.0/MIT",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR MIT",
    ] {
        assert!(is_use_allowed(met), "{met}");
    }
    for unmet in
        ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0", "", "Apache-2.0 WITH LLVM-exception", "MIT MIT"]
    {
        assert!(!is_use_allowed(unmet), "{unmet}");
    }
}

#[test]
fn faults_are_found() {
    let package = serde_json::json!({
        "name": "openssl-sys", "license": "GPL-3.0", "source": "git+https://example.com/a", "dependencies": [],
    });
    assert_eq!(faults_of(&package).len(), 3);
    let own = serde_json::json!({
        "name": "a", "license": "MIT", "source": null,
        "dependencies": [{"name": "b", "req": "*", "path": null}, {"name": "c", "req": "*", "path": "/c"}],
    });
    assert_eq!(faults_of(&own), ["a: any version of \"b\""]);
}
