//! Error messages: each variant has its own, so a new variant without a message does not compile.

use syn::visit::{self, Visit};

use crate::repository::{self, File};

/// Finds catch-all match arms in functions that write an error.
pub fn tails_of_displays() -> Vec<String> {
    repository::rust_files().iter().flat_map(tails).collect()
}

fn tails(file: &File) -> Vec<String> {
    // Another test reports files that are not valid Rust.
    let Ok(tree) = syn::parse_file(file.text()) else { return Vec::new() };
    let mut finder = Finder { path: &file.path, writes: None, found: Vec::new() };
    finder.visit_file(&tree);
    finder.found
}

/// Visits the functions that write into a `Formatter`: `Display::fmt` and the functions that it calls.
struct Finder<'a> {
    path: &'a str,
    /// The function that is being visited, if it writes into a `Formatter`.
    writes: Option<String>,
    found: Vec<String>,
}

impl Finder<'_> {
    fn look(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let outer = self.writes.take();
        let takes_formatter = signature.inputs.iter().any(|input| match input {
            syn::FnArg::Typed(argument) => names_formatter(&argument.ty),
            syn::FnArg::Receiver(_) => false,
        });
        self.writes = takes_formatter.then(|| signature.ident.to_string());
        visit::visit_block(self, body);
        self.writes = outer;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.look(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.look(&function.sig, &function.block);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some(function) = &self.writes
            && takes_the_rest(&arm.pat)
        {
            let line = syn::spanned::Spanned::span(&arm.pat).start().line;
            self.found.push(format!("{}:{line} in {function}", self.path));
        }
        visit::visit_arm(self, arm);
    }
}

fn names_formatter(argument: &syn::Type) -> bool {
    match argument {
        syn::Type::Reference(reference) => names_formatter(&reference.elem),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Formatter"),
        _ => false,
    }
}

/// Returns whether a pattern matches every value: `_`, or a name without a subpattern.
fn takes_the_rest(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(name) => {
            name.subpat.is_none() && name.ident.to_string().starts_with(char::is_lowercase)
        }
        syn::Pat::Paren(inner) => takes_the_rest(&inner.pat),
        syn::Pat::Or(cases) => cases.cases.iter().any(takes_the_rest),
        _ => false,
    }
}

#[test]
fn tails_are_found() {
    let text = "impl fmt::Display for A {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        \
                match self {\n            A::One => Ok(()),\n            _ => Ok(()),\n        }\n    }\n}\n\
                fn write(error: &A, f: &mut Formatter) -> fmt::Result {\n    match error {\n        One => Ok(()),\n        \
                rest => rest.fmt(f),\n    }\n}\n\
                fn name(error: &A) -> &str {\n    match error {\n        A::One => \"one\",\n        _ => \"two\",\n    }\n}\n";
    let file = File { path: "a.rs".to_owned(), text: Some(text.to_owned()) };
    assert_eq!(tails(&file), vec!["a.rs:5 in fmt".to_owned(), "a.rs:12 in write".to_owned()]);
}
