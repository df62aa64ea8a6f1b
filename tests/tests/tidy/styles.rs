//! Style sheets: a sheet has rules for the markup of its own component only, and no rule is left without its markup.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::repository::{self, File};
use crate::style_rules::{Rule, classes, rules};

/// The folder of what all components share. The classes of its sheets may stand in every sheet.
const SHARED: &str = "static/styles/";
/// Code that writes markup.
const MARKUP: &[&str] = &["web/", "crates/app/src/", "xtask/src/", "crates/lessons/src/", "static/"];

/// Selectors that may reach into markup of another component, as path, selector and reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// A style sheet, and the beginnings of its classes.
struct Sheet {
    path: String,
    prefixes: Vec<String>,
    rules: Vec<Rule>,
}

impl Sheet {
    fn is_shared(&self) -> bool {
        self.path.starts_with(SHARED)
    }

    /// Returns whether the sheet belongs to a room that `path` is in: `pictures.css` is for all of `pictures/`.
    fn is_room_of(&self, path: &str) -> bool {
        let room = self.path.strip_suffix(".css").unwrap_or(&self.path);
        path.strip_prefix(room).is_some_and(|rest| rest.starts_with('/'))
    }
}

pub fn reaching() -> Vec<String> {
    faults_of(&sheets(&repository::all_files()), EXCEPTIONS)
}

fn faults_of(sheets: &[Sheet], exceptions: &[(&str, &str, &str)]) -> Vec<String> {
    let (owners, mut faults) = owners(sheets);
    let mut unused: BTreeSet<(&str, &str)> =
        exceptions.iter().map(|(path, selector, _)| (*path, *selector)).collect();
    for sheet in sheets {
        for rule in &sheet.rules {
            for selector in &rule.selectors {
                let Some(fault) = fault_of(selector, sheet, &owners) else { continue };
                let is_excepted =
                    exceptions.iter().any(|(path, excepted, _)| sheet.path == *path && selector == excepted);
                unused.remove(&(sheet.path.as_str(), selector.as_str()));
                if !is_excepted {
                    faults.push(format!("{}:{}: {selector} {fault}", sheet.path, rule.line));
                }
            }
        }
        // A sheet may have rules for elements only.
        let selectors = || sheet.rules.iter().flat_map(|rule| &rule.selectors);
        let has_classes = selectors().any(|selector| classes(selector).next().is_some());
        let idle = |prefix: &&String| has_classes && !has_rule(sheet, prefix, &owners);
        for prefix in sheet.prefixes.iter().filter(idle) {
            faults.push(format!("{}: no class begins with {prefix}", sheet.path));
        }
    }
    for (path, selector) in unused {
        faults.push(format!("{path}: {selector} needs no exception any more: take it off the list"));
    }
    faults
}

/// Returns the sheet of each prefix, and a fault for each prefix of two sheets.
fn owners(sheets: &[Sheet]) -> (BTreeMap<&str, &Sheet>, Vec<String>) {
    let (mut owners, mut faults) = (BTreeMap::new(), Vec::new());
    for sheet in sheets {
        for prefix in &sheet.prefixes {
            if let Some(other) = owners.insert(prefix.as_str(), sheet) {
                faults.push(format!("{prefix} belongs to {} and {}", other.path, sheet.path));
            }
        }
    }
    (owners, faults)
}

/// Returns the longest prefix that a class begins with, and its sheet.
fn owner_of<'a>(class: &str, owners: &BTreeMap<&'a str, &'a Sheet>) -> Option<(&'a str, &'a Sheet)> {
    let begins = |prefix: &str| {
        class.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let longest = owners.iter().filter(|(prefix, _)| begins(prefix)).max_by_key(|(prefix, _)| prefix.len());
    longest.map(|(prefix, sheet)| (*prefix, *sheet))
}

fn fault_of(selector: &str, sheet: &Sheet, owners: &BTreeMap<&str, &Sheet>) -> Option<String> {
    let mut has_own = sheet.is_shared();
    for class in classes(selector) {
        match owner_of(class, owners) {
            None => return Some(format!("has the class {class}, which belongs to no sheet")),
            Some((_, owner)) if owner.path == sheet.path => has_own = true,
            Some((_, owner)) if owner.is_shared() || owner.is_room_of(&sheet.path) => {}
            Some((_, owner)) => return Some(format!("reaches into markup of {}", owner.path)),
        }
    }
    (!has_own).then(|| "has no class of its sheet".to_owned())
}

fn has_rule(sheet: &Sheet, prefix: &str, owners: &BTreeMap<&str, &Sheet>) -> bool {
    let selectors = sheet.rules.iter().flat_map(|rule| &rule.selectors);
    selectors
        .flat_map(|selector| classes(selector))
        .any(|class| owner_of(class, owners).is_some_and(|(found, _)| found == prefix))
}

/// Finds rules for classes that no markup has.
pub fn dead() -> Vec<String> {
    let files = repository::all_files();
    let words = words_of_markup(&files);
    let mut faults = Vec::new();
    for sheet in sheets(&files) {
        for rule in sheet.rules.iter().filter(|rule| !rule.is_keyframes) {
            for class in rule.selectors.iter().flat_map(|selector| classes(selector)) {
                if !is_written(class, &words) {
                    faults.push(format!("{}:{}: {class}", sheet.path, rule.line));
                }
            }
        }
    }
    faults
}

/// Returns whether markup has a class. A modifier may be chosen by data: `item-row--{depth}`.
fn is_written(class: &str, words: &BTreeSet<String>) -> bool {
    let chosen = || class.find("--").is_some_and(|at| words.contains(&class[..at + 2]));
    words.contains(class) || chosen()
}

/// Returns the words of all strings in Rust, and of all HTML and JavaScript.
fn words_of_markup(files: &[File]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in files.iter().filter(|file| MARKUP.iter().any(|folder| file.path.starts_with(folder))) {
        if file.has_extension("rs") {
            let tokens = file.text().parse().expect("each file is Rust");
            add_strings(tokens, &mut words);
        } else if file.has_extension("html") || file.has_extension("js") {
            add_words(file.text(), &mut words);
        }
    }
    words
}

fn add_strings(tokens: TokenStream, words: &mut BTreeSet<String>) {
    let mut after_hash = false;
    for token in tokens {
        let is_attribute = after_hash;
        after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#' || (is_attribute && punct.as_char() == '!'));
        match token {
            // A comment is an attribute, too.
            TokenTree::Group(group) if is_attribute && group.delimiter() == Delimiter::Bracket => {}
            TokenTree::Group(group) => add_strings(group.stream(), words),
            TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    add_words(&text.value(), words);
                }
            }
            _ => {}
        }
    }
}

fn add_words(text: &str, words: &mut BTreeSet<String>) {
    let in_class = |character: char| character.is_ascii_alphanumeric() || character == '-';
    words.extend(text.split(|character| !in_class(character)).map(str::to_owned));
}

/// Finds lines with more than one rule.
pub fn crowded_lines() -> Vec<String> {
    let mut faults = Vec::new();
    for file in style_files(&repository::all_files()) {
        for (index, line) in file.text().lines().enumerate() {
            if line.matches('{').count() > 1 {
                faults.push(format!("{}:{}", file.path, index + 1));
            }
        }
    }
    faults
}

fn style_files(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| file.has_extension("css"))
}

fn sheets(files: &[File]) -> Vec<Sheet> {
    style_files(files).map(|file| sheet(&file.path, file.text())).collect()
}

fn sheet(path: &str, text: &str) -> Sheet {
    Sheet { path: path.to_owned(), prefixes: prefixes(path, text), rules: rules(text) }
}

/// Returns the prefixes that the first comment lists after "Classes:", or the file's name.
fn prefixes(path: &str, text: &str) -> Vec<String> {
    let comment = text.strip_prefix("/*").and_then(|text| text.split_once("*/"));
    let listed = comment.and_then(|(comment, _)| comment.split_once("Classes:"));
    match listed {
        Some((_, listed)) => {
            let listed = listed.trim().trim_end_matches('.').split(',');
            listed.map(|prefix| prefix.trim().to_owned()).collect()
        }
        None => {
            let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
            vec![name.replace('_', "-")]
        }
    }
}

/// Small elements whose rules may ask what is anywhere inside them.
const MAY_LOOK_INSIDE: [&str; 2] = [".learn-guess:has(", ".workbench-items > .tabs:has("];

/// Returns the rules that ask what is anywhere inside an element. The browser styles such an element as a whole again at each change inside, so
/// one on a large element makes each change as slow as the whole page. A child (`:has(> …)`) costs little.
pub fn looking_inside() -> Vec<String> {
    let mut faults = Vec::new();
    for file in style_files(&repository::all_files()) {
        for (place, line) in file.text().lines().enumerate() {
            let excepted = MAY_LOOK_INSIDE.iter().any(|start| line.contains(start));
            if !excepted && line.split(":has(").skip(1).any(|inside| !inside.starts_with('>')) {
                faults.push(format!("{}:{}: {}", file.path, place + 1, line.trim()));
            }
        }
    }
    faults
}

/// Finds sheets that do not begin with a comment that says what they are for.
pub fn without_purpose() -> Vec<String> {
    let says = |text: &str| {
        let comment = text.strip_prefix("/* ").and_then(|text| text.split_once("*/"));
        comment.is_some_and(|(comment, _)| {
            let purpose = comment.split("Classes:").next().unwrap_or_default();
            purpose.trim_end().ends_with('.') && purpose.trim().len() > 4
        })
    };
    let files = repository::all_files();
    style_files(&files).filter(|file| !says(file.text())).map(|file| file.path.clone()).collect()
}

#[test]
fn a_rule_stays_in_its_markup() {
    let sheets = |rules: &str| {
        vec![
            sheet("static/styles/button.css", "/* Buttons. */ .button {} p {}"),
            sheet("web/src/room.css", "/* Words of the room. Classes: room, word. */ .room {} .word {}"),
            sheet("web/src/room/a.css", &format!("/* A. */ .a {{}} {rules}")),
            sheet("web/src/room/b.css", "/* B. */ .b {}"),
        ]
    };
    let faults = |rules: &str| faults_of(&sheets(rules), &[]).len();
    assert_eq!(faults(".a-part .button:hover, .word > .a--modifier { color: red; }"), 0);
    assert_eq!(faults("@media print { .a .b { color: red; } }"), 1, "it reaches into b");
    assert_eq!(faults(".a:has(.b) { color: red; }"), 1, "it asks about b");
    assert_eq!(faults(".button { color: red; }"), 1, "no class is of a");
    assert_eq!(faults("p { color: red; }"), 1, "no class is of a");
    assert_eq!(faults(".ab { color: red; }"), 1, "no sheet has the prefix");
    let exception = [("web/src/room/a.css", ".a .b", "a reason")];
    assert_eq!(faults_of(&sheets(".a .b {}"), &exception), Vec::<String>::new());
    assert_eq!(faults_of(&sheets(""), &exception).len(), 1, "the exception is not needed");
}

#[test]
fn a_prefix_has_one_sheet_and_a_rule() {
    let both = [sheet("a.css", "/* A. */ .a {}"), sheet("b.css", "/* B. Classes: a. */ .a {}")];
    assert!(faults_of(&both, &[]).iter().any(|fault| fault.contains("belongs to a.css and b.css")));
    let none = [sheet("a.css", "/* A. Classes: a, b. */ .a {}")];
    assert_eq!(faults_of(&none, &[]), ["a.css: no class begins with b"]);
}

#[test]
fn markup_is_found_in_strings() {
    let mut words = BTreeSet::new();
    let text = "/// A dead word.\nfn a() { html! { <p class=\"one two--three\" id={format!(\"row--{depth}\")}>{ four }</p> } }";
    add_strings(text.parse().expect("it is Rust"), &mut words);
    let written = ["one", "two--three", "row--1"];
    assert!(written.iter().all(|class| is_written(class, &words)));
    assert!(!["dead", "four", "two", "two--4"].iter().any(|class| is_written(class, &words)));
}
