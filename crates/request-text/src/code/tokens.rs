//! The tokens of five programming languages that occur in requests: names, numbers, strings, signs.

use super::CodeLanguage;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::json::utf16_escape;
use crate::node::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub span: Span,
    pub kind: TokenKind,
}

impl Token {
    fn shift(&mut self, by: usize) {
        let shifted = |span: Span| Span::new(span.start + by, span.end + by);
        self.span = shifted(self.span);
        let TokenKind::Template(parts) = &mut self.kind else { return };
        for part in parts {
            if let TemplatePart::Hole { span, tokens, .. } = part {
                *span = shifted(*span);
                tokens.iter_mut().for_each(|token| token.shift(by));
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Name(String),
    /// The digits in JSON syntax, without a type suffix.
    Number(String),
    Text(String),
    /// A string with interpolated values.
    Template(Vec<TemplatePart>),
    Bytes(Vec<u8>),
    /// One sign. `::` is read as a dot, since both separate names.
    Sign(char),
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    Text(String),
    /// An interpolated expression. The range includes its braces. Without tokens, the expression could not be read.
    Hole {
        text: String,
        span: Span,
        tokens: Vec<Token>,
    },
}

/// The maximum depth of interpolated strings in interpolated values. Deeper ones are not read.
const TEMPLATE_LEVELS_MAX: usize = 4;

pub fn tokenize(text: &str, language: CodeLanguage) -> Result<Vec<Token>, Diagnostic> {
    tokenize_at(text, language, 0)
}

fn tokenize_at(text: &str, language: CodeLanguage, level: usize) -> Result<Vec<Token>, Diagnostic> {
    let mut reader = Reader { text, language, place: 0, level };
    let mut tokens = Vec::new();
    loop {
        reader.skip_space()?;
        let start = reader.place;
        let Some(first) = reader.peek() else {
            tokens.push(Token { span: Span::new(text.len(), text.len()), kind: TokenKind::End });
            return Ok(tokens);
        };
        let kind = match first {
            '0'..='9' => reader.number(),
            '"' | '\'' | '`' => reader.quoted("", start)?,
            _ if first.is_alphabetic() || first == '_' || first == '$' => reader.name(start)?,
            _ => {
                let is_path = reader.rest().starts_with("::");
                reader.place += if is_path { 2 } else { first.len_utf8() };
                TokenKind::Sign(if is_path { '.' } else { first })
            }
        };
        tokens.push(Token { span: Span::new(start, reader.place), kind });
    }
}

struct Reader<'a> {
    text: &'a str,
    language: CodeLanguage,
    place: usize,
    /// The number of interpolated values around the text.
    level: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.place += character.len_utf8();
        Some(character)
    }

    fn skip_space(&mut self) -> Result<(), Diagnostic> {
        let is_python = self.language == CodeLanguage::Python;
        loop {
            let rest = self.rest();
            let start = self.place;
            if rest.starts_with(char::is_whitespace) || is_python && rest.starts_with("\\\n") {
                self.next();
            } else if is_python && rest.starts_with('#') || !is_python && rest.starts_with("//") {
                self.place += rest.find('\n').unwrap_or(rest.len());
            } else if !is_python && rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else {
                    return Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 2)));
                };
                self.place += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn name(&mut self, start: usize) -> Result<TokenKind, Diagnostic> {
        let rest = self.rest();
        let is_of_name =
            |character: char| character.is_alphanumeric() || character == '_' || character == '$';
        let length = rest.find(|character| !is_of_name(character)).unwrap_or(rest.len());
        let name = &rest[..length];
        let after = &rest[length..];
        let is_prefix = match self.language {
            CodeLanguage::Python => name.len() <= 2 && name.bytes().all(|byte| b"rRbBuUfF".contains(&byte)),
            CodeLanguage::Rust => matches!(name, "r" | "b" | "br" | "c"),
            _ => false,
        };
        let hashes = if self.language == CodeLanguage::Rust { after.trim_start_matches('#') } else { after };
        let quotes: &[char] = if self.language == CodeLanguage::Rust { &['"'] } else { &['"', '\''] };
        self.place += length;
        if is_prefix && hashes.starts_with(quotes) && (hashes.len() == after.len() || name.contains('r')) {
            return self.quoted(name, start);
        }
        Ok(TokenKind::Name(name.to_owned()))
    }

    fn number(&mut self) -> TokenKind {
        let rest = self.rest();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = rest.bytes().take_while(is_word).count();
        if let Some(digits) = rest[..length].strip_prefix("0x").or(rest[..length].strip_prefix("0X"))
            && let Ok(number) = u64::from_str_radix(&digits.replace('_', ""), 16)
        {
            self.place += length;
            return TokenKind::Number(number.to_string());
        }
        let digits = |from: usize| {
            rest[from..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'_').count()
        };
        let mut end = digits(0);
        // A dot before a name is a method call.
        let fraction = if rest[end..].starts_with('.') { digits(end + 1) } else { 0 };
        end += if fraction > 0 { 1 + fraction } else { 0 };
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            let exponent = digits(end + 1 + sign);
            end += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
        let suffix = rest[end..].bytes().take_while(is_word).count();
        self.place += end + suffix;
        let plain = rest[..end].replace('_', "");
        let shorter = plain.trim_start_matches('0');
        let is_whole = shorter.is_empty() || !shorter.starts_with(|first: char| first.is_ascii_digit());
        TokenKind::Number(if is_whole { format!("0{shorter}") } else { shorter.to_owned() })
    }

    /// Reads a string from its quote, or from the number signs of a Rust raw string.
    fn quoted(&mut self, prefix: &str, start: usize) -> Result<TokenKind, Diagnostic> {
        let has = |letter: char| prefix.chars().any(|found| found.eq_ignore_ascii_case(&letter));
        let unclosed = DiagnosticKind::Unclosed.at(Span::new(start, start + prefix.len() + 1));
        let hashes = self.rest().bytes().take_while(|byte| *byte == b'#').count();
        self.place += hashes;
        let Some(quote) = self.peek() else { return Err(unclosed) };
        let tripled = quote.to_string().repeat(3);
        let is_tripled = self.rest().starts_with(&tripled)
            && matches!(self.language, CodeLanguage::Python | CodeLanguage::Java);
        let close = if is_tripled { tripled } else { format!("{quote}{}", "#".repeat(hashes)) };
        self.place += if is_tripled { 3 } else { 1 };
        let is_raw = has('r') || self.language == CodeLanguage::Go && quote == '`';
        let goes_over_lines = is_raw || is_tripled || quote == '`' || self.language == CodeLanguage::Rust;
        let mut bytes = Vec::new();
        let mut parts = Vec::new();
        loop {
            if self.rest().starts_with(&close) {
                self.place += close.len();
                break;
            }
            let place = self.place;
            let Some(character) = self.next().filter(|character| goes_over_lines || *character != '\n')
            else {
                return Err(unclosed);
            };
            match character {
                '\\' if !is_raw => self.escaped(&mut bytes)?,
                '$' if quote == '`' && !is_raw && self.peek() == Some('{') => {
                    self.place += 1;
                    parts.push(literal_part(&mut bytes));
                    parts.push(self.hole(place)?);
                }
                '{' | '}' if has('f') && self.peek() == Some(character) => {
                    self.place += 1;
                    bytes.push(character as u8);
                }
                '{' if has('f') => {
                    parts.push(literal_part(&mut bytes));
                    parts.push(self.hole(place)?);
                }
                _ => push(&mut bytes, character),
            }
        }
        if has('b') {
            return Ok(TokenKind::Bytes(bytes));
        }
        if !parts.is_empty() {
            parts.push(literal_part(&mut bytes));
            return Ok(TokenKind::Template(parts));
        }
        match String::from_utf8(bytes) {
            Ok(text) if is_tripled && self.language == CodeLanguage::Java => {
                Ok(TokenKind::Text(text_block(&text)))
            }
            Ok(text) => Ok(TokenKind::Text(text)),
            // A Go string may contain any bytes.
            Err(error) => Ok(TokenKind::Bytes(error.into_bytes())),
        }
    }

    /// Reads an interpolated expression up to its closing brace. `start` is the place of its first sign.
    fn hole(&mut self, start: usize) -> Result<TemplatePart, Diagnostic> {
        let inner = self.place;
        let mut levels = 0_usize;
        let mut quote = None;
        loop {
            let place = self.place;
            let Some(character) = self.next() else {
                return Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 1)));
            };
            match (character, quote) {
                (_, Some(open)) => quote = Some(open).filter(|open| *open != character),
                ('"' | '\'' | '`', None) => quote = Some(character),
                ('{' | '(' | '[', None) => levels += 1,
                ('}', None) if levels == 0 => {
                    let code = &self.text[inner..place];
                    let mut tokens = match self.level {
                        TEMPLATE_LEVELS_MAX => Vec::new(),
                        level => tokenize_at(code, self.language, level + 1).unwrap_or_default(),
                    };
                    tokens.iter_mut().for_each(|token| token.shift(inner));
                    let span = Span::new(start, self.place);
                    return Ok(TemplatePart::Hole {
                        text: self.text[start..self.place].to_owned(),
                        span,
                        tokens,
                    });
                }
                ('}' | ')' | ']', None) => levels = levels.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Reads the escape after a backslash.
    fn escaped(&mut self, bytes: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let start = self.place - 1;
        let wrong = |end: usize| DiagnosticKind::Unexpected.at(Span::new(start, end));
        let Some(letter) = self.next() else { return Err(wrong(self.place)) };
        let rest = self.rest();
        match letter {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            '0' => bytes.push(0),
            '\n' => {
                // Rust ignores the whitespace at the beginning of the next line.
                let space = rest.len() - rest.trim_start().len();
                self.place += if self.language == CodeLanguage::Rust { space } else { 0 };
            }
            'x' => {
                let digits = rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let byte = digits.ok_or_else(|| wrong(self.place))?;
                self.place += 2;
                match self.language {
                    CodeLanguage::JavaScript => push(bytes, byte as char),
                    _ => bytes.push(byte),
                }
            }
            'u' if rest.starts_with('{') => {
                let end = rest.find('}').ok_or_else(|| wrong(self.place))?;
                let code = u32::from_str_radix(&rest[1..end], 16).ok().and_then(char::from_u32);
                push(bytes, code.ok_or_else(|| wrong(self.place))?);
                self.place += end + 1;
            }
            'u' => {
                let (character, length) = utf16_escape(rest).ok_or_else(|| wrong(self.place))?;
                push(bytes, character);
                self.place += length;
            }
            'U' if matches!(self.language, CodeLanguage::Python | CodeLanguage::Go) => {
                let code = rest.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                push(bytes, code.and_then(char::from_u32).ok_or_else(|| wrong(self.place))?);
                self.place += 8;
            }
            _ => {
                // Python keeps the backslash of an unknown escape.
                if self.language == CodeLanguage::Python && !matches!(letter, '\\' | '\'' | '"') {
                    bytes.push(b'\\');
                }
                push(bytes, letter);
            }
        }
        Ok(())
    }
}

/// Takes the bytes since the last interpolated value as a literal part.
fn literal_part(bytes: &mut Vec<u8>) -> TemplatePart {
    TemplatePart::Text(String::from_utf8_lossy(&std::mem::take(bytes)).into_owned())
}

fn push(bytes: &mut Vec<u8>, character: char) {
    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Returns the content of a Java text block: without its first line and the indentation that all lines share.
fn text_block(text: &str) -> String {
    let text = text.split_once('\n').map_or(text, |(_, rest)| rest);
    let lines: Vec<&str> = text.split('\n').collect();
    let is_last = |index: usize| index + 1 == lines.len();
    let indents = lines.iter().enumerate().filter(|(index, line)| !line.trim().is_empty() || is_last(*index));
    let indent = indents.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let cut: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default().trim_end()).collect();
    cut.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str, language: CodeLanguage) -> TokenKind {
        tokenize(text, language).expect(text).swap_remove(0).kind
    }

    #[test]
    fn texts_are_those_of_their_language() {
        use CodeLanguage::{Go, Java, JavaScript, Python, Rust};
        for (text, language, expected) in [
            (r#"'it\'s \u00e9 \u{1F600} \x41'"#, JavaScript, "it's é 😀 A"),
            ("`a\nb`", JavaScript, "a\nb"),
            (r#"r"a\b""#, Python, r"a\b"),
            ("'''a\n'b' c'''", Python, "a\n'b' c"),
            (r#"f"{{a}}""#, Python, "{a}"),
            (r##"r#"a"b"#"##, Rust, "a\"b"),
            ("\"a\\\n   b\"", Rust, "ab"),
            ("`a\\b`", Go, r"a\b"),
            ("\"\"\"\n    a\n      b\n    \"\"\"", Java, "a\n  b\n"),
        ] {
            assert_eq!(first(text, language), TokenKind::Text(expected.to_owned()), "{text}");
        }
        assert_eq!(first(r#"b"a\xff""#, Python), TokenKind::Bytes(vec![b'a', 255]));
    }

    #[test]
    fn numbers_lose_what_only_says_their_type() {
        for (text, expected) in [
            ("1_000n", "1000"),
            ("5L", "5"),
            ("0x1F", "31"),
            ("1.50", "1.50"),
            ("2e3", "2e3"),
            ("007", "7"),
            ("0", "0"),
            ("0.5f", "0.5"),
            ("5i64", "5"),
        ] {
            assert_eq!(
                first(text, CodeLanguage::JavaScript),
                TokenKind::Number(expected.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn interpolations_have_their_positions() {
        for (text, language, shown) in [
            ("`a${b}c`", CodeLanguage::JavaScript, "${b}"),
            ("f'a{b}c'", CodeLanguage::Python, "{b}"),
            (r#"f'{{{b["c}"]}'"#, CodeLanguage::Python, r#"{b["c}"]}"#),
        ] {
            let TokenKind::Template(parts) = first(text, language) else { panic!("{text}") };
            let TemplatePart::Hole { text: hole, span, .. } = &parts[1] else { panic!("{parts:?}") };
            assert_eq!((hole.as_str(), &text[span.start..span.end]), (shown, shown));
        }
        assert!(tokenize("'a\nb'", CodeLanguage::JavaScript).is_err());
        assert!(tokenize("f'a{b", CodeLanguage::Python).is_err());
        assert!(tokenize("/* a", CodeLanguage::Go).is_err());
    }
}
