//! Finds the values of the variables in a piece of code.

use std::collections::BTreeMap;

use super::CodeLanguage;
use super::tokens::{Token, TokenKind};

/// The tokens at which the values of each variable begin.
#[derive(Clone, Debug, Default)]
pub struct Variables<'a> {
    places: BTreeMap<&'a str, Vec<usize>>,
}

impl<'a> Variables<'a> {
    pub fn find(tokens: &'a [Token], language: CodeLanguage) -> Variables<'a> {
        let mut variables = Variables::default();
        let mut open_parentheses = 0_usize;
        for (place, token) in tokens.iter().enumerate() {
            match &token.kind {
                TokenKind::Sign('(') => open_parentheses += 1,
                TokenKind::Sign(')') => open_parentheses = open_parentheses.saturating_sub(1),
                TokenKind::Name(name) => {
                    let before =
                        place.checked_sub(1).and_then(|before| tokens.get(before)).map(|token| &token.kind);
                    if before == Some(&TokenKind::Sign('.')) {
                        continue;
                    }
                    let is_declared = matches!(before, Some(TokenKind::Name(word)) if matches!(word.as_str(), "const" | "let" | "var" | "mut"));
                    // In parentheses, a name with an equals sign is an argument, unless it is declared.
                    if let Some(value) = value_of(tokens, place, language)
                        && (is_declared || open_parentheses == 0 || language == CodeLanguage::Go)
                    {
                        variables.places.entry(name).or_default().push(value);
                    }
                }
                _ => {}
            }
        }
        variables
    }

    /// Returns the beginning of the value that a variable has at this place.
    pub fn value(&self, name: &str, used_at: usize) -> Option<usize> {
        let places = self.places.get(name)?;
        places.iter().rev().find(|place| **place < used_at).copied()
    }
}

/// Returns the beginning of the value after a name: after `=`, `:=`, or a type and `=`.
fn value_of(tokens: &[Token], place: usize, language: CodeLanguage) -> Option<usize> {
    let kind = |at: usize| tokens.get(at).map(|token| &token.kind);
    let mut at = place + 1;
    if kind(at) == Some(&TokenKind::Sign(':')) {
        at += 1;
        // A type consists of names and separators.
        let is_of_type = |at: usize| {
            matches!(
                kind(at),
                Some(TokenKind::Name(_) | TokenKind::Sign('.' | '<' | '>' | '|' | '[' | ']' | '&'))
            )
        };
        while language != CodeLanguage::Go && at < place + 16 && is_of_type(at) {
            at += 1;
        }
    }
    let is_comparison = kind(at + 1) == Some(&TokenKind::Sign('='));
    (kind(at) == Some(&TokenKind::Sign('=')) && !is_comparison).then_some(at + 1)
}
