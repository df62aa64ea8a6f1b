//! `licenses.txt` names every library, with a license text for each.

use std::path::PathBuf;

use super::*;
use crate::cargo::{cargo, output_of};
use crate::site::PACKAGES;
use crate::wasm_target::WASM_TARGET;

/// Returns the crates of `cargo tree`, which computes the same graph with the features of the page alone.
fn crates_of_the_tree() -> Vec<String> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--all-features", "--target", WASM_TARGET]);
    PACKAGES.iter().for_each(|package| _ = tree.args(["--package", package]));
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let text = output_of(&mut tree).expect("cargo tree");
    let mut names: Vec<String> = text
        .lines()
        .filter(|line| !line.contains(" (/") && !line.is_empty())
        .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ").replacen(" v", " ", 1))
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn every_crate_of_the_wasm_graph_is_named_with_a_text() {
    let libraries = crates::in_wasm().expect("cargo metadata");
    let text =
        document(&libraries, &apache_text().expect("a text"), false).expect("every library has a text");
    let tree = crates_of_the_tree();
    assert!(tree.len() > 40 && tree.iter().any(|name| name.starts_with("yew ")), "{tree:?}");
    for name in tree {
        let line = format!("\n{name}: ");
        assert!(text.contains(&line), "{name} is not listed");
        let applies =
            |line: &str| line.starts_with("Applies to: ") && format!("{line},").contains(&format!(" {name}"));
        assert!(text.lines().any(applies), "{name} has no text");
    }
    assert!(text.contains("\nDynalab 0.1.0: MIT OR Apache-2.0.\n"));
    assert!(text.contains("Copyright (c) 2026 The Dynalab contributors"));
    assert!(!text.contains("\ndynalab-"), "own crates are one library");
}

#[test]
fn macros_and_build_tools_are_not_named() {
    let libraries = crates::in_wasm().expect("cargo metadata");
    for name in [
        "serde_derive",
        "syn",
        "wasm-bindgen-cli",
        "fluent-syntax",
        "hyper",
        "brotli",
        "boa_engine",
        "boa_gc",
    ] {
        assert!(libraries.iter().all(|library| library.name != name), "{name} is not in the page");
    }
}

#[test]
fn the_api_model_is_named_with_its_version() {
    let shapes = folders::root().join("crates/request-text/src/shapes.txt");
    let shapes = fs::read_to_string(shapes).expect("the members of requests");
    let model = api_model();
    assert!(shapes.lines().next().is_some_and(|line| line.contains(&model.label())), "{}", model.label());
    let text = document(&[model], "the text", false).expect("a text");
    assert!(
        text.ends_with(
            "Applies to: botocore 1.44.5 (Amazon Web Services; used under Apache-2.0)\n\nthe text\n"
        )
    );
}

fn library(name: &str, license: &str, folder: &str) -> Library {
    Library {
        name: name.to_owned(),
        version: "1.0.0".to_owned(),
        license: license.to_owned(),
        authors: vec!["A. Author".to_owned()],
        source: "https://example.com".to_owned(),
        folder: Some(PathBuf::from(folder)),
    }
}

#[test]
fn equal_texts_are_joined() {
    let root = folders::root();
    let root = root.to_str().expect("a path in UTF-8");
    let libraries = [library("one", "MIT OR Apache-2.0", root), library("two", "MIT OR Apache-2.0", root)];
    let texts = texts::grouped(&libraries, "").expect("both have texts");
    let labels: Vec<String> = texts.iter().map(|text| text.labels.join(", ")).collect();
    assert_eq!(labels, ["one 1.0.0, two 1.0.0", "one 1.0.0, two 1.0.0"]);
    assert!(texts[0].text.starts_with("Apache License") && texts[1].text.starts_with("MIT License"));
}

#[test]
fn a_library_without_a_file_has_the_standard_text_of_its_license() {
    let empty = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let refused = texts::grouped(&[library("bare", "MPL-2.0", empty)], "the text").expect_err("no text");
    assert_eq!(refused.to_string(), "bare 1.0.0 has no license file (MPL-2.0)");
    let texts = texts::grouped(&[library("bare", "MIT OR Apache-2.0", empty)], "the text").expect("a text");
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0].text, "the text");
    assert!(texts[0].labels[0].starts_with("bare 1.0.0 (A. Author; "), "{}", texts[0].labels[0]);
    let texts = texts::grouped(&[library("bare", "MIT", empty)], "the text").expect("a text");
    assert_eq!(texts[0].labels, ["bare 1.0.0 (A. Author; used under MIT)"]);
    assert!(texts[0].text.contains("Copyright (c) A. Author"), "{}", texts[0].text);
    assert!(texts[0].text.contains("THE SOFTWARE IS PROVIDED \"AS IS\""), "{}", texts[0].text);
}

#[test]
fn a_package_of_npm_is_read_from_its_manifest() {
    let folder = std::env::temp_dir().join(format!("dynalab-licenses-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let manifest = r#"{"name":"@scope/part","version":"2.1.0","license":"MIT","author":{"name":"P. Maker"}}"#;
    fs::write(folder.join("package.json"), manifest).expect("a file");
    let found = node::library(&folder);
    fs::remove_dir_all(&folder).expect("it is there");
    let found = found.expect("a manifest");
    assert_eq!((found.name.as_str(), found.version.as_str()), ("@scope/part", "2.1.0"));
    assert_eq!((found.license.as_str(), found.authors), ("MIT", vec!["P. Maker".to_owned()]));
}
