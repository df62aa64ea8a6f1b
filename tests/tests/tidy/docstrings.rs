//! Docstrings of what other crates use: nearly every public item has one, and says when it fails.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};

use crate::repository::{self, File};

/// The crates that others import.
const CRATES: &[&str] = &[
    "crates/capacity",
    "crates/engine",
    "crates/expressions",
    "crates/literals",
    "crates/sentences",
    "crates/service",
    "crates/storage",
    "crates/types",
];

/// The share of public items with a docstring, in percent. The rest are names such as `len`, which say all.
const DOCUMENTED_PERCENT_MIN: usize = 90;

/// Returns crates with too few docstrings, with the items that have none.
pub fn missing() -> Vec<String> {
    let mut items: BTreeMap<&str, Vec<Item>> = BTreeMap::new();
    for (folder, file) in files() {
        items.entry(folder).or_default().extend(public_items(&file));
    }
    assert_eq!(items.len(), CRATES.len(), "each crate has public items");
    let poor = items.into_iter().filter_map(|(folder, items)| {
        let bare: Vec<&str> =
            items.iter().filter(|item| item.docs.is_empty()).map(|item| item.place.as_str()).collect();
        let percent = 100 - bare.len() * 100 / items.len();
        let list = bare.join(", ");
        (percent < DOCUMENTED_PERCENT_MIN).then(|| format!("{folder}: {percent} %, without {list}"))
    });
    poor.collect()
}

/// Returns public functions that return a `Result` and do not say when it is an error.
pub fn without_errors() -> Vec<String> {
    let items = files().into_iter().flat_map(|(_, file)| public_items(&file));
    let silent = items.filter(|item| item.can_fail && !item.docs.contains("# Errors"));
    silent.map(|item| item.place).collect()
}

fn files() -> Vec<(&'static str, File)> {
    let files = repository::rust_files().into_iter().filter_map(|file| {
        let folder = CRATES.iter().find(|folder| file.path.starts_with(&format!("{folder}/src/")))?;
        (!file.path.ends_with("/tests.rs")).then_some((*folder, file))
    });
    files.collect()
}

struct Item {
    /// File, line and name.
    place: String,
    docs: String,
    can_fail: bool,
}

fn public_items(file: &File) -> Vec<Item> {
    // Another test reports files that are not valid Rust.
    let Ok(tree) = syn::parse_file(file.text()) else { return Vec::new() };
    let mut finder = Finder { path: &file.path, found: Vec::new() };
    finder.visit_file(&tree);
    finder.found
}

struct Finder<'a> {
    path: &'a str,
    found: Vec<Item>,
}

impl Finder<'_> {
    fn note(
        &mut self,
        name: &syn::Ident,
        visibility: &syn::Visibility,
        attributes: &[syn::Attribute],
        can_fail: bool,
    ) {
        if matches!(visibility, syn::Visibility::Public(_)) {
            let place = format!("{}:{} {name}", self.path, name.span().start().line);
            self.found.push(Item { place, docs: docs(attributes), can_fail });
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
        });
        if !is_test {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let signature = &function.sig;
        self.note(&signature.ident, &function.vis, &function.attrs, returns_result(signature));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let signature = &function.sig;
        self.note(&signature.ident, &function.vis, &function.attrs, returns_result(signature));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.note(&item.ident, &item.vis, &item.attrs, false);
    }
}

/// Returns the lines of the docstring.
fn docs(attributes: &[syn::Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value() + "\n"),
            _ => None,
        },
        _ => None,
    });
    lines.collect()
}

fn returns_result(signature: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, returned) = &signature.output else { return false };
    let syn::Type::Path(path) = returned.as_ref() else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Result")
}

#[test]
fn public_items_are_found_with_their_docstrings() {
    let text = "/// A.\n#[derive(Debug)]\npub struct A;\nimpl A {\n    /// B.\n    ///\n    /// # Errors\n    /// C.\n    \
                pub fn b() -> Result<(), ()> {}\n    pub fn c() -> io::Result<()> {}\n    pub(crate) fn d() {}\n}\n\
                #[cfg(test)]\nmod tests {\n    pub fn e() {}\n}\n";
    let file = File { path: "a.rs".to_owned(), text: Some(text.to_owned()) };
    let found: Vec<(String, bool, bool)> = public_items(&file)
        .into_iter()
        .map(|item| (item.place, item.docs.is_empty(), item.can_fail))
        .collect();
    let expected = [("a.rs:3 A", false, false), ("a.rs:9 b", false, true), ("a.rs:10 c", true, true)];
    assert_eq!(found, expected.map(|(place, bare, can_fail)| (place.to_owned(), bare, can_fail)));
}
