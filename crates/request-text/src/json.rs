//! Parses JSON and records the place of every part.

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::node::{Member, Node, NodeKind, Span};

/// The maximum nesting. No request needs more, and the stack allows it.
pub const LEVELS_MAX: usize = 96;

pub fn read(text: &str) -> Result<Node, Diagnostic> {
    let mut reader = Reader { text, place: 0, levels: 0 };
    let node = reader.value()?;
    reader.skip_space();
    if reader.place < text.len() { Err(reader.unexpected()) } else { Ok(node) }
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
    levels: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.place += 1;
        }
    }

    /// Returns the problem of an unexpected word.
    fn unexpected(&self) -> Diagnostic {
        let rest = &self.text[self.place..];
        let Some(first) = rest.chars().next() else {
            return DiagnosticKind::Unfinished.at(Span::new(self.text.len(), self.text.len()));
        };
        let word = rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
        let end = self.place + word.max(first.len_utf8());
        DiagnosticKind::Unexpected.at(Span::new(self.place, end))
    }

    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.peek() == Some(byte);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Diagnostic> {
        if self.take(byte) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn value(&mut self) -> Result<Node, Diagnostic> {
        self.skip_space();
        let start = self.place;
        let kind = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => NodeKind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node::new(Span::new(start, self.place), kind))
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<NodeKind, Diagnostic>,
    ) -> Result<NodeKind, Diagnostic> {
        if self.levels == LEVELS_MAX {
            return Err(DiagnosticKind::TooDeep.at(Span::new(self.place, self.place + 1)));
        }
        self.levels += 1;
        self.place += 1;
        let kind = read(self);
        self.levels -= 1;
        kind
    }

    fn object(&mut self) -> Result<NodeKind, Diagnostic> {
        let mut members = Vec::new();
        if self.take(b'}') {
            return Ok(NodeKind::Map(members));
        }
        loop {
            self.skip_space();
            let start = self.place;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected());
            }
            let name = self.string()?;
            let name_span = Span::new(start, self.place);
            self.expect(b':')?;
            members.push(Member::new(name, name_span, self.value()?));
            if !self.take(b',') {
                self.expect(b'}')?;
                return Ok(NodeKind::Map(members));
            }
        }
    }

    fn array(&mut self) -> Result<NodeKind, Diagnostic> {
        let mut elements = Vec::new();
        if self.take(b']') {
            return Ok(NodeKind::List(elements));
        }
        loop {
            elements.push(self.value()?);
            if !self.take(b',') {
                self.expect(b']')?;
                return Ok(NodeKind::List(elements));
            }
        }
    }

    fn word(&mut self) -> Result<NodeKind, Diagnostic> {
        let rest = &self.text[self.place..];
        let words =
            [("true", NodeKind::Bool(true)), ("false", NodeKind::Bool(false)), ("null", NodeKind::Null)];
        let found = words.into_iter().find(|(word, _)| {
            rest.strip_prefix(word)
                .is_some_and(|after| !after.starts_with(|next: char| next.is_alphanumeric()))
        });
        let Some((word, kind)) = found else { return Err(self.unexpected()) };
        self.place += word.len();
        Ok(kind)
    }

    fn number(&mut self) -> Result<NodeKind, Diagnostic> {
        let rest = &self.text[self.place..];
        let is_of_number = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = rest.bytes().take_while(is_of_number).count();
        let number = &rest[..length];
        if !is_json_number(number) {
            return Err(DiagnosticKind::Unexpected.at(Span::new(self.place, self.place + length)));
        }
        self.place += length;
        Ok(NodeKind::Number(number.to_owned()))
    }

    fn string(&mut self) -> Result<String, Diagnostic> {
        let start = self.place;
        self.place += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.place..];
            let Some(character) = rest.chars().next().filter(|character| *character >= ' ') else {
                return Err(DiagnosticKind::Unclosed.at(Span::new(start, self.place)));
            };
            self.place += character.len_utf8();
            match character {
                '"' => return Ok(string),
                '\\' => string.push(self.escaped()?),
                _ => string.push(character),
            }
        }
    }

    /// Returns the character of an escape after a backslash.
    fn escaped(&mut self) -> Result<char, Diagnostic> {
        let start = self.place - 1;
        let wrong = |end: usize| DiagnosticKind::Unexpected.at(Span::new(start, end.min(self.text.len())));
        let Some(letter) = self.peek() else { return Err(self.unexpected()) };
        let character = match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let (character, length) =
                    utf16_escape(&self.text[self.place + 1..]).ok_or_else(|| wrong(self.place + 1))?;
                self.place += 1 + length;
                return Ok(character);
            }
            _ => return Err(wrong(self.place)),
        };
        self.place += 1;
        Ok(character)
    }
}

/// Decodes four hexadecimal digits, or a surrogate pair with `\u` between. Returns the character and the number of bytes.
pub fn utf16_escape(rest: &str) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = rest.get(from..from + 4)?;
        let all_are = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| all_are)
    };
    match unit(0)? {
        high @ 0xD800..=0xDBFF => {
            let low = unit(6).filter(|_| rest.get(4..6) == Some("\\u"))?;
            let low = low.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
            Some((char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + low)?, 10))
        }
        unit => Some((char::from_u32(unit)?, 4)),
    }
}

pub fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(text: &str) -> (&str, &'static str) {
        let mistake = read(text).expect_err(text);
        (&text[mistake.span.start..mistake.span.end], mistake.kind.sentence().0)
    }

    #[test]
    fn what_is_read_is_written_again() {
        for text in [r#"{"b":[1,-2.5e+3,{}],"a":"x\"\\\né","c":[null,true,false,[]]}"#, "\"😀\"", "0"] {
            assert_eq!(read(text).expect(text).json(), text);
        }
        assert_eq!(read(r#""😀\/""#).expect("a pair").json(), "\"😀/\"");
    }

    #[test]
    fn diagnostics_have_their_positions() {
        assert_eq!(diagnostic(r#"{"a": tru}"#), ("tru", "unexpected"));
        assert_eq!(diagnostic(r#"{"a": 1 "b": 2}"#), ("\"", "unexpected"));
        assert_eq!(diagnostic(r#"{"a": 01}"#), ("01", "unexpected"));
        assert_eq!(diagnostic(r#"{"a": "b}"#), ("\"b}", "unclosed"));
        assert_eq!(diagnostic(r#"{"a": "#), ("", "unfinished"));
        assert_eq!(diagnostic(r#"["\x"]"#), ("\\", "unexpected"));
        assert_eq!(diagnostic(&"[".repeat(200)), ("[", "too-deep"));
    }

    #[test]
    fn spans_hold_what_was_written() {
        let text = r#"{ "Key": {"pk": {"S": "é"}} }"#;
        let body = read(text).expect("JSON");
        let key = body.get("Key").expect("a member");
        assert_eq!(&text[key.span.start..key.span.end], r#"{"pk": {"S": "é"}}"#);
        let name = body.members()[0].name_span;
        assert_eq!(&text[name.start..name.end], "\"Key\"");
    }
}
