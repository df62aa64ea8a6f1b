//! The layers of the crates: each crate may use only crates of lower layers.

use std::process::Command;

use crate::repository;

/// The layers, the lowest first. ARCHITECTURE.md describes them.
const FLOORS: &[&[&str]] = &[
    &[
        "dynalab-types",
        "dynalab-expressions",
        "dynalab-capacity",
        "dynalab-literals",
        "dynalab-vectors",
        "dynalab-sentences",
        "dynalab-messages",
    ],
    &["dynalab-engine", "dynalab-load", "dynalab-pricing"],
    &["dynalab-service"],
    &["dynalab-storage", "dynalab-request-text", "dynalab-traffic"],
    &["dynalab-playground", "dynalab-modeling"],
    &["dynalab-lessons", "dynalab-design-formats"],
    &["dynalab-programs", "dynalab"],
    &["dynalab-app", "dynalab-remote"],
    &["dynalab-web", "dynalab-worker", "dynalab-js-api", "dynalab-server"],
];

/// Crates that may use any crate. Only other tooling may use them.
const TOOLING: &[&str] = &[
    "xtask",
    "dynalab-static-server",
    "dynalab-publish",
    "dynalab-tests",
    "dynalab-document-tests",
    "dynalab-benchmarks",
    "dynalab-browser-benchmarks",
    "dynalab-benchmark-module",
    "dynalab-twin-benchmarks",
    "dynalab-engine-benchmarks",
];

/// Dependencies within one layer.
const ALLOWED_SIDEWAYS: &[(&str, &str)] = &[
    ("dynalab-expressions", "dynalab-types"),
    ("dynalab-capacity", "dynalab-types"),
    ("dynalab-pricing", "dynalab-load"),
    // Its tests turn on its features.
    ("dynalab", "dynalab"),
];

/// Crates that must run on every platform and always give the same result.
const PURE_CRATES: &[&str] = &[
    "dynalab-types",
    "dynalab-expressions",
    "dynalab-capacity",
    "dynalab-literals",
    "dynalab-load",
    "dynalab-pricing",
    "dynalab-engine",
    "dynalab-service",
];
const BANNED_IN_PURE_CRATES: &[&str] = &[
    "wasm-bindgen",
    "js-sys",
    "web-sys",
    "wasm-bindgen-futures",
    "gloo",
    "tokio",
    "futures",
    "rand",
    "getrandom",
];

/// Returns the dependencies between crates of this workspace that go up or sideways, of any kind.
pub fn forbidden_edges() -> Vec<String> {
    let edges = workspace_edges();
    assert!(edges.iter().any(|(user, used)| user == "dynalab-web" && used == "dynalab-playground"));
    edges.iter().filter_map(|(user, used)| fault(user, used)).collect()
}

fn fault(user: &str, used: &str) -> Option<String> {
    let user_is_tooling = TOOLING.contains(&user);
    if !user_is_tooling && floor_of(user).is_none() {
        return Some(format!("{user} stands on no floor; give it one in {}", file!()));
    }
    if user_is_tooling || used.is_empty() {
        return None;
    }
    if TOOLING.contains(&used) {
        return Some(format!("{user} uses the tool {used}"));
    }
    let goes_down = floor_of(used) < floor_of(user);
    let allowed = ALLOWED_SIDEWAYS.contains(&(user, used));
    (!goes_down && !allowed).then(|| format!("{user} uses {used}, which is not below it"))
}

fn floor_of(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

/// Returns each crate with each workspace crate that it depends on. Each crate also appears with an empty name, so that none is
/// missed.
fn workspace_edges() -> Vec<(String, String)> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&text).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    let name_of = |value: &serde_json::Value| value["name"].as_str().unwrap_or_default().to_owned();
    let names: Vec<String> = packages.iter().map(name_of).collect();
    let mut edges = Vec::new();
    for package in packages {
        edges.push((name_of(package), String::new()));
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            if names.contains(&name_of(dependency)) {
                edges.push((name_of(package), name_of(dependency)));
            }
        }
    }
    edges
}

/// Returns direct and indirect dependencies of the pure crates that access the platform.
pub fn forbidden_dependencies() -> Vec<String> {
    let mut faults = Vec::new();
    for name in PURE_CRATES {
        let tree = cargo(&[
            "tree",
            "--package",
            name,
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--target",
            "wasm32-unknown-unknown",
        ]);
        for banned in BANNED_IN_PURE_CRATES {
            if tree.lines().any(|line| line.split_whitespace().next() == Some(banned)) {
                faults.push(format!("{name} depends on {banned}: cargo tree -p {name} -i {banned}"));
            }
        }
    }
    faults
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(repository::root())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints text")
}

#[test]
fn the_rule_itself() {
    assert_eq!(fault("dynalab-web", "dynalab-engine"), None);
    assert_eq!(fault("dynalab-capacity", "dynalab-types"), None);
    assert_eq!(fault("dynalab-web", "dynalab-pricing"), None);
    assert!(fault("dynalab-capacity", "dynalab-pricing").is_some());
    assert_eq!(fault("dynalab-tests", "dynalab-web"), None);
    assert!(fault("dynalab-engine", "dynalab-storage").is_some());
    assert_eq!(fault("dynalab-service", "dynalab-engine"), None);
    assert!(fault("dynalab-engine", "dynalab-service").is_some());
    assert!(fault("dynalab-types", "dynalab-capacity").is_some());
    assert_eq!(fault("dynalab-modeling", "dynalab-request-text"), None);
    assert!(fault("dynalab-service", "dynalab-request-text").is_some());
    assert!(fault("dynalab-request-text", "dynalab-playground").is_some());
    assert_eq!(fault("dynalab-playground", "dynalab-traffic"), None);
    assert!(fault("dynalab-traffic", "dynalab-request-text").is_some());
    assert_eq!(fault("dynalab-lessons", "dynalab-playground"), None);
    assert!(fault("dynalab-playground", "dynalab-lessons").is_some());
    assert_eq!(fault("dynalab-lessons", "dynalab-modeling"), None);
    assert!(fault("dynalab-modeling", "dynalab-playground").is_some());
    assert!(fault("dynalab-modeling", "dynalab-lessons").is_some());
    assert!(fault("dynalab-lessons", "dynalab-web").is_some());
    assert!(fault("dynalab-web", "xtask").is_some());
    assert!(fault("dynalab-attic", "").is_some());
}
