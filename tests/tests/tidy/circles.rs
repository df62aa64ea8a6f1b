//! Import cycles: files of one crate that all depend on each other can only be understood together.
//!
//! An import is a path that begins with `crate` or `super`. It leads to the file that defines the name, through every `pub use`
//! on the way. A `mod` declaration and a `pub use` are not imports. The root of a crate is left out.

mod paths;

use std::collections::{BTreeMap, BTreeSet};

use crate::repository;

use paths::Paths;

/// Maximum number of files in an import cycle.
const LARGEST_CIRCLE: usize = 7;

/// Crates with a larger cycle, with the number of its files. It may only become smaller.
const LARGER: &[(&str, usize)] =
    &[("crates/expressions/src", 16), ("crates/service/src", 10), ("xtask/src", 10)];

/// The imports of each module, by module path, such as "operations::query".
type Imports = BTreeMap<String, BTreeSet<String>>;

pub fn too_large() -> Vec<String> {
    let crates = imports_by_crate();
    let has = |folder| crates.contains_key(folder);
    assert!(has("crates/engine/src") && has("crates/service/src"), "the sources are found");
    let mut faults = Vec::new();
    for (folder, imports) in &crates {
        let recorded = LARGER.iter().find(|(larger, _)| larger == folder).map(|(_, files)| *files);
        let most = recorded.unwrap_or(LARGEST_CIRCLE);
        let circles = circles(imports);
        let largest = circles.first().map_or(0, Vec::len);
        if recorded.is_some_and(|files| largest < files) {
            faults.push(format!("{folder}: {largest} files, fewer than recorded in {}", file!()));
        }
        for circle in circles.into_iter().filter(|circle| circle.len() > most) {
            faults.push(format!("{folder}: {} files: {}", circle.len(), circle.join(", ")));
        }
    }
    faults
}

fn imports_by_crate() -> BTreeMap<String, Imports> {
    let mut texts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in repository::rust_files() {
        if let Some((folder, path)) = file.path.split_once("/src/") {
            let module = path.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
            texts.entry(format!("{folder}/src")).or_default().insert(module, file.text().to_owned());
        }
    }
    texts.into_iter().map(|(folder, texts)| (folder, imports_of(&texts))).collect()
}

/// Returns the imports of the modules of one crate, from their texts.
fn imports_of(texts: &BTreeMap<String, String>) -> Imports {
    let mut modules = BTreeMap::new();
    for (module, text) in texts {
        let paths = Paths::of(&text.parse().unwrap_or_default());
        // All roots of a crate are one module, with an empty path.
        let module = if is_root(module) { String::new() } else { module.clone() };
        modules.entry(module).or_insert_with(Paths::default).extend(paths);
    }
    let imports = modules.iter().filter(|(module, _)| !module.is_empty()).map(|(module, paths)| {
        let inner = paths.imports.iter().filter(|path| path[0] == "crate" || path[0] == "super");
        let files = inner.filter_map(|path| file_of(&absolute(path, module, &modules)?, &modules, 0));
        (module.clone(), files.filter(|file| file != module).collect())
    });
    imports.collect()
}

fn is_root(module: &str) -> bool {
    matches!(module, "lib" | "main") || module.starts_with("bin::")
}

/// Returns a path in `module` as seen from the root, or None for a path into another crate.
fn absolute(path: &[String], module: &str, modules: &BTreeMap<String, Paths>) -> Option<Vec<String>> {
    let mut place: Vec<String> =
        module.split("::").filter(|step| !step.is_empty()).map(str::to_owned).collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            place.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|step| step == "super") {
                place.pop();
                rest = &rest[1..];
            }
        }
        child => {
            let child = [&place[..], &[child.to_owned()]].concat().join("::");
            modules.get(&child)?;
        }
    }
    place.extend(rest.iter().cloned());
    Some(place)
}

/// Returns the module that defines what a path from the root names, or None if that is the root itself.
fn file_of(path: &[String], modules: &BTreeMap<String, Paths>, depth: usize) -> Option<String> {
    const DEPTH_MAX: usize = 10;
    for length in (0..=path.len()).rev() {
        let module = path[..length].join("::");
        let Some(paths) = modules.get(&module) else { continue };
        let exported = path.get(length).and_then(|name| paths.exports.get(name));
        return match exported.and_then(|target| absolute(target, &module, modules)) {
            Some(target) if depth < DEPTH_MAX => {
                file_of(&[&target[..], &path[length + 1..]].concat(), modules, depth + 1)
            }
            _ => Some(module).filter(|module| !module.is_empty()),
        };
    }
    None
}

/// Returns the groups of files that all import each other, the largest first.
fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|module| (module.as_str(), reached_from(module, imports))).collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for (module, reaches) in &reached {
        let leads_back = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(module));
        let circle: Vec<String> =
            reaches.iter().filter(leads_back).map(|other| (*other).to_owned()).collect();
        if !seen.contains(module) && !circle.is_empty() {
            seen.extend(reaches.iter().filter(leads_back).copied());
            circles.push(circle);
        }
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reached_from<'a>(module: &str, imports: &'a Imports) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = imports.get(module).into_iter().flatten().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(imports.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

#[test]
fn a_circle_is_found_however_its_imports_are_written() {
    let edge = |from: &str, to: &str| (from.to_owned(), BTreeSet::from([to.to_owned()]));
    let imports: Imports = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("d", "a")].into();
    assert_eq!(circles(&imports), [["a", "b", "c"]]);
}

#[test]
fn an_import_leads_to_the_file_that_defines_its_name() {
    let texts = [
        ("lib", "pub mod a; mod d; pub use a::C;"),
        ("a", "mod b; pub use b::{B, C as D}; pub use std::fmt;"),
        ("a::b", "use super::A; use std::b::B;"),
        ("d", "use crate::{C, a::{B, D, E}}; use crate::a::fmt;"),
    ];
    let texts = texts.map(|(module, text)| (module.to_owned(), text.to_owned())).into();
    let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let imports = imports_of(&texts);
    assert_eq!(imports["a"], files(&[]));
    assert_eq!(imports["a::b"], files(&["a"]));
    assert_eq!(imports["d"], files(&["a", "a::b"]));
}
