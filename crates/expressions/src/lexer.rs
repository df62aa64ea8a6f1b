//! The lexer: splits an expression into tokens with byte spans. It never fails, because unknown characters are tokens too.

use crate::partiql;

/// The kind of a token. `Invalid` is one character that no rule accepts, such as `!` or a single `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    NameAlias,
    ValueAlias,
    Integer,
    /// Kinds of statements only. `Number` has a fraction or an exponent. `Parameter` is a question mark.
    QuotedName,
    Text,
    Number,
    Parameter,
    /// The start of an unclosed comment.
    OpenComment,
    Symbol(Symbol),
    Invalid,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    Dot,
    Comma,
    Plus,
    Minus,
    // The following symbols occur in statements only.
    OpenBrace,
    CloseBrace,
    OpenBag,
    CloseBag,
    Colon,
    Semicolon,
    Star,
}

/// The language of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Expression,
    Statement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

/// Returns all tokens of the text, then one `End` token after the last byte.
pub(crate) fn tokenize(text: &str, language: Language) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(character) = text[start..].chars().next() {
        if character.is_ascii_whitespace() {
            start += 1;
            continue;
        }
        let rest = &text.as_bytes()[start..];
        if cfg!(feature = "partiql")
            && language == Language::Statement
            && let Some(length) = partiql::lexer::comment_length(rest)
        {
            start += length;
            continue;
        }
        let (kind, length) = match language {
            Language::Statement if cfg!(feature = "partiql") => partiql::lexer::token_at(rest, character),
            _ => token_at(rest, character),
        };
        tokens.push(Token { kind, start, end: start + length });
        start += length;
    }
    tokens.push(Token { kind: TokenKind::End, start: text.len(), end: text.len() });
    tokens
}

/// Returns the kind of the first token and its length in bytes.
fn token_at(rest: &[u8], character: char) -> (TokenKind, usize) {
    let name_length =
        |from: usize| from + rest[from..].iter().take_while(|byte| is_name_byte(**byte)).count();
    match character {
        'A'..='Z' | 'a'..='z' => (TokenKind::Word, name_length(1)),
        '0'..='9' => (TokenKind::Integer, rest.iter().take_while(|byte| byte.is_ascii_digit()).count()),
        '#' if name_length(1) > 1 => (TokenKind::NameAlias, name_length(1)),
        ':' if name_length(1) > 1 => (TokenKind::ValueAlias, name_length(1)),
        _ => match symbol_at(rest) {
            Some((symbol, length)) => (TokenKind::Symbol(symbol), length),
            None => (TokenKind::Invalid, character.len_utf8()),
        },
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

pub(crate) fn symbol_at(rest: &[u8]) -> Option<(Symbol, usize)> {
    let symbol = match rest {
        [b'<', b'>', ..] => return Some((Symbol::NotEqual, 2)),
        [b'<', b'=', ..] => return Some((Symbol::LessOrEqual, 2)),
        [b'>', b'=', ..] => return Some((Symbol::GreaterOrEqual, 2)),
        [b'=', ..] => Symbol::Equal,
        [b'<', ..] => Symbol::Less,
        [b'>', ..] => Symbol::Greater,
        [b'(', ..] => Symbol::OpenParenthesis,
        [b')', ..] => Symbol::CloseParenthesis,
        [b'[', ..] => Symbol::OpenBracket,
        [b']', ..] => Symbol::CloseBracket,
        [b'.', ..] => Symbol::Dot,
        [b',', ..] => Symbol::Comma,
        [b'+', ..] => Symbol::Plus,
        [b'-', ..] => Symbol::Minus,
        _ => return None,
    };
    Some((symbol, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let tokens = tokenize(text, Language::Expression);
        let texts: Vec<&str> = tokens.iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(texts.join("|"), expected, "{text}");
    }

    #[test]
    fn tokens_are_the_longest_that_fit() {
        check("a<=:b", "a|<=|:b|");
        check("#a.b[10]<>:v", "#a|.|b|[|10|]|<>|:v|");
        check("list_append(a,:b)", "list_append|(|a|,|:b|)|");
        check("  a \t\n b ", "a|b|");
        check("", "");
    }

    #[test]
    fn what_no_rule_accepts_is_one_character() {
        check("!!! é", "!|!|!|é|");
        check("_123", "_|123|");
        check("12ab", "12|ab|");
        check("hits : #", "hits|:|#|");
        assert_eq!(tokenize("é", Language::Expression)[0].kind, TokenKind::Invalid);
    }
}
