//! Splits a command line into words as a shell does, and records the place of each byte.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Node, Span};

#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub span: Span,
    /// The place of each byte of the word in the text.
    places: Vec<usize>,
}

impl Word {
    fn new(start: usize) -> Word {
        Word { text: String::new(), span: Span::new(start, start), places: Vec::new() }
    }

    /// Returns a word for a value that is written elsewhere in the text, such as in a JSON document.
    pub fn at(span: Span, text: String) -> Word {
        let places = vec![span.start; text.len()];
        Word { text, span, places }
    }

    fn push(&mut self, character: char, place: usize) {
        self.text.push(character);
        self.places.resize(self.text.len(), place);
    }

    fn place(&self, byte: usize) -> usize {
        self.places.get(byte).copied().unwrap_or(self.span.end)
    }

    /// Returns the place of a part of the word in the whole text.
    pub fn part(&self, start: usize, end: usize) -> Span {
        let last = end.checked_sub(1).filter(|last| *last >= start);
        let end = last.map_or(self.place(start), |last| (self.place(last) + 1).min(self.span.end));
        Span::new(self.place(start), end.max(self.place(start)))
    }

    /// Converts the places of a parsed word to those in the whole text.
    pub fn whole(&self, node: Node) -> Node {
        node.moved(&|byte| self.place(byte))
    }

    pub fn diagnostic(&self, mistake: Diagnostic) -> Diagnostic {
        mistake.kind.at(self.part(mistake.span.start, mistake.span.end))
    }

    /// Returns the word from this byte on.
    pub fn from(&self, byte: usize) -> Word {
        Word {
            text: self.text[byte..].to_owned(),
            span: Span::new(self.place(byte), self.span.end),
            places: self.places[byte..].to_vec(),
        }
    }
}

pub struct Line {
    pub words: Vec<Word>,
    /// The text after the first command: a pipe, a redirection, or another command.
    pub rest: Option<Span>,
}

/// Splits the first command of a text.
pub fn split(text: &str) -> Result<Line, Diagnostic> {
    let mut reader = Reader { text, place: 0 };
    let mut words = Vec::new();
    loop {
        match reader.peek() {
            None => return Ok(Line { words, rest: None }),
            Some(' ' | '\t' | '\r') => reader.place += 1,
            Some('\\') if reader.is_line_continued() => reader.skip_line_end(),
            Some('\n') if words.is_empty() => reader.place += 1,
            Some('#') => reader.skip_comment(),
            Some('|' | '>' | '<' | ';' | '&' | '\n') => {
                let rest = text[reader.place..].trim_end();
                let span = Span::new(reader.place, reader.place + rest.len());
                return Ok(Line { words, rest: (!rest.trim().is_empty()).then_some(span) });
            }
            Some(_) => words.push(reader.word()?),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.place..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.place += character.len_utf8();
        Some(character)
    }

    /// Called at a backslash. Returns true if the line continues on the next one.
    fn is_line_continued(&self) -> bool {
        let rest = &self.text[self.place + 1..];
        rest.starts_with('\n') || rest.starts_with("\r\n")
    }

    fn skip_line_end(&mut self) {
        while let Some(character) = self.next() {
            if character == '\n' {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|character| character != '\n') {
            self.next();
        }
    }

    fn word(&mut self) -> Result<Word, Diagnostic> {
        let mut word = Word::new(self.place);
        while let Some(character) = self.peek() {
            match character {
                ' ' | '\t' | '\n' | '\r' | '|' | '>' | '<' | ';' | '&' => break,
                '\'' => self.single_quoted(&mut word)?,
                '"' => self.double_quoted(&mut word)?,
                '\\' if self.is_line_continued() => self.skip_line_end(),
                '\\' => {
                    let place = self.place;
                    self.place += 1;
                    word.push(self.next().unwrap_or('\\'), place);
                }
                '$' if self.text[self.place..].starts_with("$'") => self.with_escapes(&mut word)?,
                '$' | '`' => self.dollar(&mut word)?,
                _ => {
                    word.push(character, self.place);
                    self.next();
                }
            }
        }
        word.span.end = self.place;
        Ok(word)
    }

    fn single_quoted(&mut self, word: &mut Word) -> Result<(), Diagnostic> {
        let start = self.place;
        self.place += 1;
        loop {
            let place = self.place;
            match self.next() {
                Some('\'') => return Ok(()),
                Some(character) => word.push(character, place),
                None => return Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 1))),
            }
        }
    }

    fn double_quoted(&mut self, word: &mut Word) -> Result<(), Diagnostic> {
        let start = self.place;
        self.place += 1;
        loop {
            let place = self.place;
            match self.peek() {
                Some('"') => {
                    self.place += 1;
                    return Ok(());
                }
                Some('\\') if self.is_line_continued() => self.skip_line_end(),
                Some('\\') => {
                    self.place += 1;
                    match self.peek() {
                        Some(escaped @ ('"' | '\\' | '$' | '`')) => {
                            self.place += 1;
                            word.push(escaped, place);
                        }
                        _ => word.push('\\', place),
                    }
                }
                Some('$' | '`') => self.dollar(word)?,
                Some(character) => {
                    self.next();
                    word.push(character, place);
                }
                None => return Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 1))),
            }
        }
    }

    /// Reads `$'…'`, in which backslash escapes are those of C.
    fn with_escapes(&mut self, word: &mut Word) -> Result<(), Diagnostic> {
        let start = self.place;
        self.place += 2;
        loop {
            let place = self.place;
            match self.next() {
                Some('\'') => return Ok(()),
                Some('\\') => match self.next() {
                    Some('n') => word.push('\n', place),
                    Some('t') => word.push('\t', place),
                    Some('r') => word.push('\r', place),
                    Some(other @ ('\'' | '"' | '\\')) => word.push(other, place),
                    _ => {
                        let what = self.text[place..self.place].to_owned();
                        return Err(DiagnosticKind::NotUnderstood { what }.at(Span::new(place, self.place)));
                    }
                },
                Some(character) => word.push(character, place),
                None => return Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 2))),
            }
        }
    }

    /// Reads a dollar sign. Before a name or a bracket it is a variable or a command. Only the shell can expand it.
    fn dollar(&mut self, word: &mut Word) -> Result<(), Diagnostic> {
        let start = self.place;
        let rest = &self.text[start..];
        let after = rest[1..].chars().next();
        let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
        if rest.starts_with('$') && !after.is_some_and(|next| is_name(next) || next == '{' || next == '(') {
            word.push('$', start);
            self.place += 1;
            return Ok(());
        }
        let length = match after {
            Some('{') => rest.find('}').map(|end| end + 1),
            Some('(') => rest.find(')').map(|end| end + 1),
            _ => rest[1..].find(|next: char| !is_name(next)).map(|end| end + 1),
        };
        let end = start + length.unwrap_or(rest.len());
        Err(DiagnosticKind::KnownElsewhere { what: self.text[start..end].to_owned() }
            .at(Span::new(start, end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).expect(text).words.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn quotes_and_backslashes_are_those_of_a_shell() {
        assert_eq!(
            words(r#"a 'b c' "d \"e\" $" f\ g '' h'i'j"#),
            ["a", "b c", "d \"e\" $", "f g", "", "hij"]
        );
        assert_eq!(words("a \\\n  b # c\nd"), ["a", "b"]);
        assert_eq!(words(r"'it'\''s' $'a\'\n'"), ["it's", "a'\n"]);
        assert_eq!(words("\n\na | jq ."), ["a"]);
    }

    #[test]
    fn reports_shell_syntax_with_its_position() {
        for (text, shown) in
            [("a $NAME b", "$NAME"), ("a \"x${y}\"", "${y}"), ("a $(ls)", "$(ls)"), ("`ls`", "`ls")]
        {
            let mistake = split(text).err().expect(text);
            assert_eq!(&text[mistake.span.start..mistake.span.end], shown);
            assert_eq!(mistake.kind.sentence().0, "known-elsewhere");
        }
        assert_eq!(split("a 'b").err().map(|mistake| mistake.kind), Some(DiagnosticKind::Unclosed));
    }

    #[test]
    fn parts_of_words_have_their_positions() {
        let text = r#"x "a\"é"b"#;
        let line = split(text).expect("words");
        let word = &line.words[1];
        assert_eq!(word.text, "a\"éb");
        let part = word.part(1, 2);
        assert_eq!(part.start, text.find('\\').expect("a backslash"));
        assert_eq!(&text[word.part(4, 5).start..], "b");
    }

    #[test]
    fn reports_following_commands() {
        let text = "aws dynamodb list-tables | jq .";
        let rest = split(text).expect("words").rest.expect("a rest");
        assert_eq!(&text[rest.start..rest.end], "| jq .");
        assert!(split("aws\n\n").expect("words").rest.is_none());
    }
}
