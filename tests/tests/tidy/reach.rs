//! What each function of the page's source names, and which functions can be reached from others: a call graph by names,
//! which finds too many edges rather than too few.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, Item, UseTree};

use crate::repository::{self, File};

/// Functions that take the name of a sentence first.
const LOOK_UPS: &[&str] = &["text", "fill", "find"];

/// A function, a constant, a type, or a method with the type that has it.
pub struct Node {
    /// The path of the file within `web/src`, without `.rs`.
    pub file: String,
    owner: Option<String>,
    name: String,
    is_of_trait: bool,
    pub texts: Vec<Text>,
    mentions: BTreeSet<Mention>,
}

/// A text in the source.
pub struct Text {
    pub value: String,
    /// The function that looks it up in the messages, if it is the first argument of one, as it is or as a format.
    pub looked_up_by: Option<String>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Mention {
    /// `qualifier::name`, or a name alone.
    Path(Option<String>, String),
    /// `.name(`
    Method(String),
}

/// Of one program: the functions that can be reached from its own files, but for those that are cut off. A method is reached
/// when its name is called and its type is named, both from anywhere within reach.
pub fn reachable(
    sources: &Sources,
    is_root: impl Fn(&str) -> bool,
    is_cut: impl Fn(&Node) -> bool,
) -> Vec<&Node> {
    let nodes = &sources.nodes;
    let mut reached = vec![false; nodes.len()];
    let mut open: Vec<usize> = (0..nodes.len())
        .filter(|place| nodes[*place].owner.is_none() && is_root(&nodes[*place].file))
        .collect();
    let mut methods = BTreeSet::new();
    while !open.is_empty() {
        while let Some(place) = open.pop() {
            let node = &nodes[place];
            if reached[place] || is_cut(node) {
                continue;
            }
            reached[place] = true;
            for mention in &node.mentions {
                if let Mention::Method(name) = mention {
                    methods.insert(name.as_str());
                }
                open.extend(sources.meant(node, mention));
            }
        }
        let is_called = |node: &Node| node.is_of_trait || methods.contains(node.name.as_str());
        let is_open = |place: &usize| {
            let node = &nodes[*place];
            let owners =
                node.owner.as_ref().map(|owner| sources.types(owner, &node.file)).unwrap_or_default();
            let is_named = owners.iter().any(|owner| reached[*owner]);
            !reached[*place] && is_named && is_called(node) && !is_cut(node)
        };
        open = (0..nodes.len()).filter(is_open).collect();
    }
    nodes.iter().zip(reached).filter_map(|(node, reached)| reached.then_some(node)).collect()
}

impl Node {
    /// `file::name`, or `file::Type::name`.
    pub fn path(&self) -> String {
        let owner = self.owner.as_ref().map(|owner| format!("{owner}::")).unwrap_or_default();
        format!("{}::{owner}{}", self.file, self.name)
    }
}

/// The whole source of the page.
pub struct Sources {
    nodes: Vec<Node>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// By file: what a name stands for that is imported, as its module and its name there.
    imports: BTreeMap<String, BTreeMap<String, (String, String)>>,
}

impl Sources {
    /// Reads what is there, without its tests.
    pub fn read() -> Sources {
        let mut sources = Sources { nodes: Vec::new(), by_name: BTreeMap::new(), imports: BTreeMap::new() };
        for file in repository::rust_files() {
            let path = file.path.strip_prefix("web/src/").and_then(|path| path.strip_suffix(".rs"));
            if let Some(path) = path.filter(|path| !path.ends_with("/tests")) {
                sources.add_file(path, &file);
            }
        }
        for (place, node) in sources.nodes.iter().enumerate() {
            sources.by_name.entry(node.name.clone()).or_default().push(place);
        }
        sources
    }

    fn add_file(&mut self, path: &str, file: &File) {
        let tree = syn::parse_file(file.text()).expect("the source is Rust");
        let imports = self.imports.entry(path.to_owned()).or_default();
        for item in &tree.items {
            if let Item::Use(item) = item {
                collect_imports(&item.tree, "", imports);
            }
        }
        for item in tree.items {
            self.add_item(path, item);
        }
    }

    fn add_item(&mut self, file: &str, item: Item) {
        let mut add = |owner: Option<&String>, name: String, is_of_trait, body: TokenStream| {
            let mut node = Node {
                file: file.to_owned(),
                owner: owner.cloned(),
                name,
                is_of_trait,
                texts: Vec::new(),
                mentions: BTreeSet::new(),
            };
            node.read(body, None);
            self.nodes.push(node);
        };
        match item {
            Item::Struct(item) => add(None, item.ident.to_string(), false, item.fields.into_token_stream()),
            Item::Enum(item) => add(None, item.ident.to_string(), false, item.variants.into_token_stream()),
            Item::Fn(item) => {
                let name = item.sig.ident.to_string();
                let mut body = item.sig.into_token_stream();
                body.extend(item.block.into_token_stream());
                add(None, name, false, body);
            }
            Item::Const(item) => add(None, item.ident.to_string(), false, item.expr.into_token_stream()),
            Item::Static(item) => add(None, item.ident.to_string(), false, item.expr.into_token_stream()),
            Item::Impl(item) => {
                let owner = match &*item.self_ty {
                    syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
                    _ => None,
                };
                let is_of_trait = item.trait_.is_some();
                for inner in item.items {
                    match inner {
                        ImplItem::Fn(inner) => {
                            let name = inner.sig.ident.to_string();
                            let mut body = inner.sig.into_token_stream();
                            body.extend(inner.block.into_token_stream());
                            add(owner.as_ref(), name, is_of_trait, body);
                        }
                        ImplItem::Const(inner) => {
                            let body = inner.expr.into_token_stream();
                            add(owner.as_ref(), inner.ident.to_string(), is_of_trait, body);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// The places of a type as a file names it: its own, or else those of other files.
    fn types(&self, name: &str, file: &str) -> Vec<usize> {
        let places = self.by_name.get(name).into_iter().flatten().copied();
        let types: Vec<usize> = places.filter(|place| self.nodes[*place].owner.is_none()).collect();
        let own: Vec<usize> = types.iter().copied().filter(|place| self.nodes[*place].file == file).collect();
        if own.is_empty() { types } else { own }
    }

    /// The places of all that may be meant; a method is meant by its type as well.
    fn meant(&self, node: &Node, mention: &Mention) -> Vec<usize> {
        let named = |name: &str, fits: &dyn Fn(&Node) -> bool| {
            let places = self.by_name.get(name).into_iter().flatten().copied();
            places.filter(|place| fits(&self.nodes[*place])).collect()
        };
        match mention {
            Mention::Method(_) => Vec::new(),
            Mention::Path(Some(qualifier), name) => {
                let owner =
                    if qualifier == "Self" { node.owner.as_deref() } else { Some(qualifier.as_str()) };
                named(name, &|other| match &other.owner {
                    Some(other) => Some(other.as_str()) == owner,
                    None => stem(&other.file) == qualifier,
                })
            }
            Mention::Path(None, name) => {
                let imported = self.imports.get(&node.file).and_then(|imports| imports.get(name));
                match imported {
                    Some((module, name)) => {
                        named(name, &|other| other.owner.is_none() && stem(&other.file) == module)
                    }
                    None => named(name, &|other| other.owner.is_none() && other.file == node.file),
                }
            }
        }
    }
}

impl Node {
    /// Collects the texts and what is mentioned, in macros too.
    fn read(&mut self, tokens: TokenStream, look_up: Option<&str>) {
        let mut before: [Option<TokenTree>; 3] = [None, None, None];
        let mut tokens = tokens.into_iter().enumerate().peekable();
        while let Some((place, token)) = tokens.next() {
            let is_called = match tokens.peek() {
                Some((_, TokenTree::Group(group))) => group.delimiter() == Delimiter::Parenthesis,
                Some((_, TokenTree::Punct(punct))) => punct.as_char() == ':',
                _ => false,
            };
            match &token {
                TokenTree::Group(group) => {
                    let called = match &before {
                        [_, Some(TokenTree::Punct(_)), Some(TokenTree::Ident(name))]
                            if is_punct(&before[1], '.') || is_punct(&before[0], ':') =>
                        {
                            LOOK_UPS.iter().copied().find(|look_up| name == look_up)
                        }
                        // `text(&format!(…))`
                        [_, Some(TokenTree::Ident(name)), Some(_)] if name == "format" && place == 3 => {
                            look_up
                        }
                        _ => None,
                    };
                    self.read(group.stream(), called);
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let mention = match &before {
                        [_, _, Some(TokenTree::Punct(dot))] if dot.as_char() == '.' && is_called => {
                            Mention::Method(name)
                        }
                        [Some(TokenTree::Ident(module)), first, second]
                            if is_punct(first, ':') && is_punct(second, ':') =>
                        {
                            Mention::Path(Some(module.to_string()), name)
                        }
                        _ => Mention::Path(None, name),
                    };
                    self.mentions.insert(mention);
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        let looked_up_by = look_up.filter(|_| place == 0).map(str::to_owned);
                        self.texts.push(Text { value: text.value(), looked_up_by });
                    }
                }
                TokenTree::Punct(_) => {}
            }
            before.rotate_left(1);
            before[2] = Some(token);
        }
    }
}

fn is_punct(token: &Option<TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// The name of a file's module.
fn stem(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn collect_imports(tree: &UseTree, module: &str, imports: &mut BTreeMap<String, (String, String)>) {
    match tree {
        UseTree::Path(path) => collect_imports(&path.tree, &path.ident.to_string(), imports),
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            imports.insert(name.clone(), (module.to_owned(), name));
        }
        UseTree::Rename(rename) => {
            let name = rename.ident.to_string();
            imports.insert(rename.rename.to_string(), (module.to_owned(), name));
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect_imports(tree, module, imports)),
        UseTree::Glob(_) => {}
    }
}
