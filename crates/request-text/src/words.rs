//! The words of an expression for the editor: placeholders, and possible attribute names.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// `#name`
    Name,
    /// `:value`
    Value,
    /// A name or a part of one.
    Path,
    /// A name before a parenthesis.
    Function,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub kind: WordKind,
    pub start: usize,
    pub end: usize,
}

pub fn words(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut words = Vec::new();
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let first = usize::from(matches!(byte, b'#' | b':'));
        let length = bytes[place + first..].iter().take_while(|byte| is_of_name(byte)).count();
        if length == 0 {
            place += 1;
            continue;
        }
        let end = place + first + length;
        let is_called = text[end..].trim_start().starts_with('(');
        let kind = match byte {
            b'#' => Some(WordKind::Name),
            b':' => Some(WordKind::Value),
            b'0'..=b'9' => None,
            _ if is_called => Some(WordKind::Function),
            _ => Some(WordKind::Path),
        };
        words.extend(kind.map(|kind| Word { kind, start: place, end }));
        place = end;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_kinds() {
        let text = "size(#a.b[1]) > :v AND c_1 IN (:w)";
        let found: Vec<(&str, WordKind)> =
            words(text).iter().map(|word| (&text[word.start..word.end], word.kind)).collect();
        use WordKind::{Function, Name, Path, Value};
        assert_eq!(
            found,
            [
                ("size", Function),
                ("#a", Name),
                ("b", Path),
                (":v", Value),
                ("AND", Path),
                ("c_1", Path),
                ("IN", Function),
                (":w", Value)
            ]
        );
    }
}
