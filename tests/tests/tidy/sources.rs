//! Rust files: each begins with its purpose, and neither files nor functions are too long.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::repository::{self, File};

const LONGEST_FILE_LINES: usize = 500;
const LONGEST_FUNCTION_LINES: usize = 70;
/// rustfmt keeps other lines at 110, but does not format markup in `html!`.
const LONGEST_MARKUP_CHARACTERS: usize = 160;

/// Files that may be longer, as path and reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Functions that may be longer, as path::name and reason.
const LONG_FUNCTIONS: &[(&str, &str)] = &[];

pub fn without_purpose() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::rust_files() {
        let first = file.text().lines().next().unwrap_or_default();
        let purpose = first.strip_prefix("//! ").unwrap_or_default();
        if purpose.split_whitespace().count() < 3 {
            faults.push(format!("{} begins with: {first}", file.path));
        }
    }
    faults
}

pub fn too_long() -> Vec<String> {
    let mut faults = Vec::new();
    let (mut long_files, mut long_functions) = (Vec::new(), Vec::new());
    for file in repository::rust_files() {
        let lines = file.text().lines().count();
        if lines > LONGEST_FILE_LINES {
            long_files.push((file.path.clone(), lines));
        }
        match functions(&file) {
            Ok(found) => {
                long_functions.extend(found.into_iter().filter(|(_, lines)| *lines > LONGEST_FUNCTION_LINES))
            }
            Err(error) => faults.push(format!("{}: {error}", file.path)),
        }
    }
    faults.extend(compare(&long_files, LONG_FILES));
    faults.extend(compare(&long_functions, LONG_FUNCTIONS));
    faults
}

/// Returns the lines of the page's sources that are too long.
pub fn long_lines() -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository::rust_files().into_iter().filter(|file| file.path.starts_with("web/src/")) {
        for (place, line) in file.text().lines().enumerate() {
            let characters = line.chars().count();
            if characters > LONGEST_MARKUP_CHARACTERS {
                faults.push(format!("{}:{}: {characters} characters", file.path, place + 1));
            }
        }
    }
    faults
}

/// Reports long files or functions without an exception, and exceptions that are no longer needed.
fn compare(found: &[(String, usize)], excepted: &[(&str, &str)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, lines) in found {
        if !excepted.iter().any(|(exception, _)| exception == name) {
            faults.push(format!("{name}: {lines} lines"));
        }
    }
    for (exception, _) in excepted {
        if !found.iter().any(|(name, _)| name == exception) {
            faults.push(format!("{exception} needs no exception any more: take it off the list"));
        }
    }
    faults
}

/// Returns each function of a file with its length in lines, from its signature to its closing brace.
fn functions(file: &File) -> syn::Result<Vec<(String, usize)>> {
    let tree = syn::parse_file(file.text())?;
    let mut finder = Finder { path: &file.path, found: Vec::new() };
    finder.visit_file(&tree);
    Ok(finder.found)
}

struct Finder<'a> {
    path: &'a str,
    found: Vec<(String, usize)>,
}

impl Finder<'_> {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let lines = block.span().end().line - signature.span().start().line + 1;
        self.found.push((format!("{}::{}", self.path, signature.ident), lines));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[test]
fn functions_are_measured() {
    let text =
        "struct A;\nimpl A {\n    /// Says.\n    fn one(\n        &self,\n    ) {\n    }\n}\nfn two() {}\n";
    let file = File { path: "a.rs".to_owned(), text: Some(text.to_owned()) };
    let expected = vec![("a.rs::one".to_owned(), 4), ("a.rs::two".to_owned(), 1)];
    assert_eq!(functions(&file).expect("it is Rust"), expected);
}

#[test]
fn an_exception_must_be_needed() {
    let found = [("a.rs".to_owned(), 600)];
    assert_eq!(compare(&found, &[("a.rs", "a table")]), Vec::<String>::new());
    assert_eq!(compare(&found, &[]).len(), 1);
    assert_eq!(compare(&[], &[("a.rs", "a table")]).len(), 1);
}
