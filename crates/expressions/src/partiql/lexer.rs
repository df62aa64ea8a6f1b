//! The tokens that only statements have: quoted names and strings, numbers, question marks.

use crate::lexer::{Symbol, TokenKind, symbol_at};

/// Returns the kind of the first token and its length in bytes.
pub(crate) fn token_at(rest: &[u8], character: char) -> (TokenKind, usize) {
    let symbol = |symbol, length| (TokenKind::Symbol(symbol), length);
    match rest {
        [b'/', b'*', ..] => (TokenKind::OpenComment, rest.len()),
        [b'.', b'0'..=b'9', ..] => number(rest),
        [b'\'', ..] => quoted(rest, b'\'', TokenKind::Text),
        [b'"', ..] => quoted(rest, b'"', TokenKind::QuotedName),
        [b'?', ..] => (TokenKind::Parameter, 1),
        [b'<', b'<', ..] => symbol(Symbol::OpenBag, 2),
        [b'>', b'>', ..] => symbol(Symbol::CloseBag, 2),
        [b'!', b'=', ..] => symbol(Symbol::NotEqual, 2),
        [b'{', ..] => symbol(Symbol::OpenBrace, 1),
        [b'}', ..] => symbol(Symbol::CloseBrace, 1),
        [b':', ..] => symbol(Symbol::Colon, 1),
        [b';', ..] => symbol(Symbol::Semicolon, 1),
        [b'*', ..] => symbol(Symbol::Star, 1),
        [b'0'..=b'9', ..] => number(rest),
        [first, ..] if is_word_byte(*first) => {
            (TokenKind::Word, rest.iter().take_while(|byte| is_word_byte(**byte)).count())
        }
        _ => match symbol_at(rest) {
            Some((found, length)) => symbol(found, length),
            None => (TokenKind::Invalid, character.len_utf8()),
        },
    }
}

/// Returns the length of the comment at the start of the text. Returns None if it is unclosed. The line end after `--` is white space.
pub(crate) fn comment_length(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'-', b'-', ..] => Some(rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())),
        [b'/', b'*', inside @ ..] => inside.windows(2).position(|pair| pair == b"*/").map(|end| 2 + end + 2),
        _ => None,
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Reads up to the closing quote. Two quotes inside are one. An unclosed token takes all of the rest.
fn quoted(rest: &[u8], quote: u8, kind: TokenKind) -> (TokenKind, usize) {
    let mut end = 1;
    while let Some(byte) = rest.get(end) {
        end += 1;
        if *byte != quote {
            continue;
        }
        if rest.get(end) != Some(&quote) {
            return (kind, end);
        }
        end += 1;
    }
    (TokenKind::Invalid, rest.len())
}

/// Reads a number token. Digits are an integer. A fraction or an exponent makes them a number.
fn number(rest: &[u8]) -> (TokenKind, usize) {
    let digits = |from: usize| rest[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let integer_end = digits(0);
    let mut end = integer_end;
    if rest.get(end) == Some(&b'.') {
        end += 1;
        end += digits(end);
    }
    if let Some(b'e' | b'E') = rest.get(end) {
        let sign = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(rest.len()));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    let kind = if end == integer_end { TokenKind::Integer } else { TokenKind::Number };
    (kind, end)
}

#[cfg(test)]
mod tests {
    use crate::lexer::{Language, TokenKind, tokenize};

    fn check(text: &str, expected: &str) {
        let tokens = tokenize(text, Language::Statement);
        let texts: Vec<&str> = tokens.iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(texts.join("|"), expected, "{text}");
    }

    #[test]
    fn tokens_are_the_longest_that_fit() {
        check("\"a \"\"b\".c='it''s'", "\"a \"\"b\"|.|c|=|'it''s'|");
        check("<<1,-2.5e+3>>", "<<|1|,|-|2.5e+3|>>|");
        check("a!=?;", "a|!=|?|;|");
        check("{'a':b_$}", "{|'a'|:|b_$|}|");
        check("1.e 1e 12e3", "1.|e|1|e|12e3|");
        check("[.25,-.5e+3] a.b", "[|.25|,|-|.5e+3|]|a|.|b|");
    }

    #[test]
    fn comments_are_white_space() {
        check("a--b\n=/* c\n 'd */1", "a|=|1|");
        check("'--a' \"/*b*/\" - -1", "'--a'|\"/*b*/\"|-|-|1|");
        check("a -- to the end", "a|");
        check("/**/a/***/b", "a|b|");
        check("a /* b", "a|/* b|");
        assert_eq!(tokenize("/*/", Language::Statement)[0].kind, TokenKind::OpenComment);
    }

    #[test]
    fn what_is_never_closed_is_one_token() {
        check("a = 'it's é", "a|=|'it'|s|é|");
        check("a = 'é ''", "a|=|'é ''|");
        assert_eq!(tokenize("'", Language::Statement)[0].kind, TokenKind::Invalid);
        assert_eq!(tokenize("#a", Language::Statement)[0].kind, TokenKind::Invalid);
    }
}
