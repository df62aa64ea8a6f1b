//! Import cycles: files of one crate that all depend on each other can only be understood together.
//!
//! An import is a path that begins with `crate` or `super`. A `mod` declaration is not an import. The root of a crate is left
//! out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::repository;

/// Maximum number of files in an import cycle.
const LARGEST_CIRCLE: usize = 25;

/// The imports of each module, by module path, such as "operations::query".
type Imports = BTreeMap<String, BTreeSet<String>>;

pub fn too_large() -> Vec<String> {
    let crates = imports_by_crate();
    let has = |folder| crates.contains_key(folder);
    assert!(has("crates/engine/src") && has("crates/service/src"), "the sources are found");
    let large = crates.iter().flat_map(|(folder, imports)| {
        let circles = circles(imports).into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE);
        circles.map(move |circle| format!("{folder}: {} files: {}", circle.len(), circle.join(", ")))
    });
    large.collect()
}

fn imports_by_crate() -> BTreeMap<String, Imports> {
    let mut texts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in repository::rust_files() {
        if let Some((folder, path)) = file.path.split_once("/src/") {
            let module = path.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
            texts.entry(format!("{folder}/src")).or_default().insert(module, file.text().to_owned());
        }
    }
    let imports = texts.into_iter().map(|(folder, texts)| {
        let known: BTreeSet<&str> =
            texts.keys().map(String::as_str).filter(|module| !is_root(module)).collect();
        let imports = known.iter().map(|module| {
            let tokens: TokenStream = texts[*module].parse().unwrap_or_default();
            let paths = paths_in(&tokens.into_iter().collect::<Vec<_>>());
            let files = paths.iter().filter_map(|path| file_of(path, module, &known));
            ((*module).to_owned(), files.filter(|file| file != module).map(str::to_owned).collect())
        });
        (folder, imports.collect())
    });
    imports.collect()
}

fn is_root(module: &str) -> bool {
    matches!(module, "lib" | "main") || module.starts_with("bin::")
}

/// Returns the module that a path in `module` refers to.
fn file_of<'a>(path: &[String], module: &str, known: &BTreeSet<&'a str>) -> Option<&'a str> {
    let mut place: Vec<&str> = Vec::new();
    let mut rest = path;
    match path.first()?.as_str() {
        "super" => {
            place = module.split("::").collect();
            while rest.first().is_some_and(|step| step == "super") {
                place.pop();
                rest = &rest[1..];
            }
        }
        _ => rest = &rest[1..],
    }
    place.extend(rest.iter().map(String::as_str));
    while !place.is_empty() {
        if let Some(found) = known.get(place.join("::").as_str()) {
            return Some(found);
        }
        place.pop();
    }
    None
}

/// Returns all paths that begin with `crate` or `super`, except those of test modules.
fn paths_in(tokens: &[TokenTree]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        match token {
            TokenTree::Group(_) if is_test_attribute(tokens, place) => {
                // The item after the attribute ends with its braces or with a semicolon.
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(punct) => punct.as_char() == ';',
                    _ => false,
                };
                let length = tokens[place + 1..].iter().position(is_end).unwrap_or_default();
                place += 1 + length;
            }
            TokenTree::Group(group) => {
                paths.extend(paths_in(&group.stream().into_iter().collect::<Vec<_>>()));
            }
            TokenTree::Ident(ident)
                if (*ident == "crate" || *ident == "super") && !follows_path(tokens, place) =>
            {
                spread(&tokens[place..], &[], &mut paths);
            }
            _ => {}
        }
        place += 1;
    }
    paths
}

/// Returns whether the brackets at this place belong to `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree], place: usize) -> bool {
    let marked = place > 0 && matches!(&tokens[place - 1], TokenTree::Punct(punct) if punct.as_char() == '#');
    marked && tokens[place].to_string().replace(' ', "") == "[cfg(test)]"
}

fn follows_path(tokens: &[TokenTree], place: usize) -> bool {
    place > 0 && matches!(&tokens[place - 1], TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Expands `a::b::{c, d::e}` from its first name, and adds the path of each leaf.
fn spread(tokens: &[TokenTree], before: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    let mut place = 0;
    while let Some(TokenTree::Ident(ident)) = tokens.get(place) {
        path.push(ident.to_string());
        let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        if !colon(tokens.get(place + 1)) || !colon(tokens.get(place + 2)) {
            break;
        }
        place += 3;
    }
    match tokens.get(place) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace && place > 0 => {
            let leaves: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            leaves.split(is_comma).for_each(|leaf| spread(leaf, &path, paths));
        }
        _ => paths.push(path),
    }
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
    let tokens: TokenStream =
        "use crate::{b::{self, C}, d}; fn f() { super::e::g() } #[cfg(test)] mod tests { use crate::h; }"
            .parse()
            .expect("tokens");
    let paths: Vec<String> =
        paths_in(&tokens.into_iter().collect::<Vec<_>>()).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::b::self", "crate::b::C", "crate::d", "super::e::g"]);
    let edge = |from: &str, to: &str| (from.to_owned(), BTreeSet::from([to.to_owned()]));
    let imports: Imports = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("d", "a")].into();
    assert_eq!(circles(&imports), [["a", "b", "c"]]);
}
