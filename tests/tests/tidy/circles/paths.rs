//! The paths in the tokens of a file: those that it imports or uses, and those that it exports with `pub use`.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The paths of one module, except those of test modules.
#[derive(Debug, Default)]
pub struct Paths {
    /// Paths that begin with `crate` or `super`.
    pub imports: Vec<Vec<String>>,
    /// What each name of a `pub use` stands for.
    pub exports: BTreeMap<String, Vec<String>>,
}

impl Paths {
    pub fn of(tokens: &TokenStream) -> Paths {
        let mut paths = Paths::default();
        paths.read(&tokens.clone().into_iter().collect::<Vec<_>>());
        paths
    }

    pub fn extend(&mut self, other: Paths) {
        self.imports.extend(other.imports);
        self.exports.extend(other.exports);
    }

    fn read(&mut self, tokens: &[TokenTree]) {
        let mut place = 0;
        while let Some(token) = tokens.get(place) {
            match token {
                TokenTree::Group(_) if is_test_attribute(tokens, place) => {
                    // The item after the attribute ends with its braces or with a semicolon.
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        token => is_punct(token, ';'),
                    };
                    let length = tokens[place + 1..].iter().position(is_end).unwrap_or_default();
                    place += 1 + length;
                }
                // The place in `pub(crate)` or `pub(super)`.
                TokenTree::Group(_) if place > 0 && is_ident(tokens.get(place - 1), "pub") => {}
                TokenTree::Group(group) => self.read(&group.stream().into_iter().collect::<Vec<_>>()),
                TokenTree::Ident(ident) if *ident == "use" && is_public(tokens, place) => {
                    let rest = &tokens[place + 1..];
                    let length = rest.iter().position(|token| is_punct(token, ';')).unwrap_or(rest.len());
                    let mut leaves = Vec::new();
                    spread(&rest[..length], &[], &mut leaves);
                    self.exports.extend(leaves.into_iter().map(|leaf| (leaf.name, leaf.path)));
                    place += length;
                }
                TokenTree::Ident(ident)
                    if (*ident == "crate" || *ident == "super") && !follows_path(tokens, place) =>
                {
                    let mut leaves = Vec::new();
                    spread(&tokens[place..], &[], &mut leaves);
                    self.imports.extend(leaves.into_iter().map(|leaf| leaf.path));
                }
                _ => {}
            }
            place += 1;
        }
    }
}

/// One path of a `use`, with the name under which it is used.
struct Leaf {
    name: String,
    path: Vec<String>,
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn is_ident(token: Option<&TokenTree>, name: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if *ident == name)
}

/// Returns whether the brackets at this place belong to `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree], place: usize) -> bool {
    let marked = place > 0 && is_punct(&tokens[place - 1], '#');
    marked && tokens[place].to_string().replace(' ', "") == "[cfg(test)]"
}

/// Returns whether `pub` or `pub(…)` is before this place.
fn is_public(tokens: &[TokenTree], place: usize) -> bool {
    let before = |steps: usize| place.checked_sub(steps).and_then(|place| tokens.get(place));
    let restricted =
        matches!(before(1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    is_ident(before(1), "pub") || (restricted && is_ident(before(2), "pub"))
}

fn follows_path(tokens: &[TokenTree], place: usize) -> bool {
    place > 0 && is_punct(&tokens[place - 1], ':')
}

/// Expands `a::b::{c, d::e as f}` from its first name, and adds each leaf.
fn spread(tokens: &[TokenTree], before: &[String], leaves: &mut Vec<Leaf>) {
    let mut path = before.to_vec();
    let mut place = 0;
    while let Some(TokenTree::Ident(ident)) = tokens.get(place) {
        path.push(ident.to_string());
        let colon = |token: Option<&TokenTree>| token.is_some_and(|token| is_punct(token, ':'));
        if !colon(tokens.get(place + 1)) || !colon(tokens.get(place + 2)) {
            break;
        }
        place += 3;
    }
    match tokens.get(place) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace && place > 0 => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            inner.split(|token| is_punct(token, ',')).for_each(|leaf| spread(leaf, &path, leaves));
        }
        _ => {
            if path.len() > 1 && path.last().is_some_and(|step| step == "self") {
                path.pop();
            }
            let renamed = is_ident(tokens.get(place + 1), "as").then(|| tokens.get(place + 2)).flatten();
            let name = renamed.map(ToString::to_string).or_else(|| path.last().cloned());
            leaves.extend(name.map(|name| Leaf { name, path }));
        }
    }
}

#[test]
fn paths_are_found_however_they_are_written() {
    let tokens: TokenStream =
        "use crate::{b::{self, C}, d}; fn f() { super::e::g() } #[cfg(test)] mod tests { use crate::h; } \
         pub use i::{J, K as L}; pub(crate) use crate::m::N; pub(super) fn o() {}"
            .parse()
            .expect("tokens");
    let paths = Paths::of(&tokens);
    let imports: Vec<String> = paths.imports.iter().map(|path| path.join("::")).collect();
    assert_eq!(imports, ["crate::b", "crate::b::C", "crate::d", "super::e::g"]);
    let exports: Vec<String> =
        paths.exports.iter().map(|(name, path)| format!("{name} = {}", path.join("::"))).collect();
    assert_eq!(exports, ["J = i::J", "L = i::K", "N = crate::m::N"]);
}
