//! Reads objects in JSON, and in JavaScript and TypeScript code. The code is never run.

mod arguments;
mod unknown;

use dynalab_modeling::formats::FormatError;
use dynalab_types::{Bound, Budget, TooMuch};
use serde_json::{Map, Value};

pub use arguments::{Argument, allowance, arguments, expression_of};
pub use unknown::{collect, members};

use arguments::is_of_name;
use unknown::Unknown;

/// Maximum nesting of values. Schemas need about ten levels.
const LEVELS_MAX: usize = Bound::ImportDepth.most() as usize;
/// Maximum bytes to read, as a multiple of the text. An unclosed object is retried from its next brace.
const PASSES_MAX: usize = 24;
/// Maximum length of an expression in a note.
const EXPRESSION_CHARACTERS: usize = 60;
/// Constructors that schemas use as types.
const TYPES: [&str; 11] = [
    "String",
    "Number",
    "Boolean",
    "Date",
    "Object",
    "Array",
    "Buffer",
    "Set",
    "ArrayBuffer",
    "Uint8Array",
    "Binary",
];

/// The outermost objects of a text, and what requires running the code.
#[derive(Debug, Default)]
pub struct Objects {
    pub values: Vec<Value>,
    /// Members whose values are expressions, with the number of their object.
    unknown: Vec<(usize, Unknown)>,
}

/// # Errors
/// Returns an error with the furthest position if the text contains no complete object.
pub fn find(text: &str, budget: &Budget) -> Result<Objects, FormatError> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(Objects { values: vec![value], unknown: Vec::new() });
    }
    let mut reader = Reader::new(text, 0, budget);
    let mut found = Objects::default();
    let mut furthest = (0, "There is no object.");
    while reader.skip_to_brace() {
        let start = reader.place;
        reader.unknown.clear();
        reader.path.clear();
        match reader.object(0) {
            Ok(value) => {
                let number = found.values.len();
                found.values.push(value);
                found.unknown.extend(reader.unknown.drain(..).map(|unknown| (number, unknown)));
            }
            Err(Failure::Mistake(detail)) => {
                if reader.place >= furthest.0 {
                    furthest = (reader.place, detail);
                }
                reader.place = start + 1;
            }
            Err(Failure::TooMuch(refusal)) => {
                let line = line_of(text, reader.place);
                return Err(FormatError::TooMuch(refusal.at_line(line)));
            }
            Err(Failure::TooLong) => break,
        }
    }
    if found.values.is_empty() {
        let (place, detail) = furthest;
        return Err(format_error(text, place, detail));
    }
    Ok(found)
}

fn line_of(text: &str, place: usize) -> usize {
    text.as_bytes().iter().take(place).filter(|byte| **byte == b'\n').count() + 1
}

/// Returns the refusal of a value that is nested too deeply.
fn too_deep() -> Failure {
    Failure::TooMuch(TooMuch::of(Bound::ImportDepth))
}

fn format_error(text: &str, place: usize, detail: &str) -> FormatError {
    let before = text.get(..place.min(text.len())).unwrap_or(text);
    let line = line_of(text, place);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    FormatError::Syntax { language: "JavaScript", line, column, detail: detail.to_owned() }
}

enum Failure {
    Mistake(&'static str),
    TooMuch(TooMuch),
    TooLong,
}

/// A value, or None if it requires running the code.
type Read = Result<Option<Value>, Failure>;

struct Reader<'a> {
    text: &'a str,
    place: usize,
    looked_at: usize,
    /// The bytes that may be looked at.
    most: usize,
    unknown: Vec<Unknown>,
    path: Vec<String>,
    /// Whether an expression becomes a value of its own ([`expression_of`]) in place of a note.
    keeps_expressions: bool,
    budget: &'a Budget,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, place: usize, budget: &'a Budget) -> Reader<'a> {
        Reader {
            text,
            place,
            looked_at: 0,
            most: text.len().saturating_mul(PASSES_MAX),
            unknown: Vec::new(),
            path: Vec::new(),
            keeps_expressions: false,
            budget,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.place..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self, bytes: usize) -> Result<(), Failure> {
        self.place += bytes;
        self.looked_at += bytes;
        self.budget.step(bytes).map_err(Failure::TooMuch)?;
        if self.looked_at > self.most { Err(Failure::TooLong) } else { Ok(()) }
    }

    /// Moves to the next brace outside strings and comments. Returns false if there is none.
    fn skip_to_brace(&mut self) -> bool {
        loop {
            if self.skip_space().is_err() {
                return false;
            }
            match self.peek() {
                None => return false,
                Some('{') => return true,
                Some(quote @ ('"' | '\'' | '`')) => {
                    let start = self.place;
                    // An apostrophe that does not start a string.
                    if self.quoted(quote).is_err() {
                        self.place = start + 1;
                    }
                }
                Some(letter) => {
                    if self.advance(letter.len_utf8()).is_err() {
                        return false;
                    }
                }
            }
        }
    }

    fn skip_space(&mut self) -> Result<(), Failure> {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start().len();
            let length = if space > 0 {
                space
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return Ok(());
            };
            self.advance(length)?;
        }
    }

    /// Returns true and consumes the sign if it is next.
    fn consume_if_next(&mut self, sign: &str) -> Result<bool, Failure> {
        self.skip_space()?;
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.advance(sign.len())?;
        }
        Ok(is_next)
    }

    fn object(&mut self, level: usize) -> Result<Value, Failure> {
        if level >= LEVELS_MAX {
            return Err(too_deep());
        }
        self.consume_if_next("{")?;
        let mut object = Map::new();
        loop {
            if self.consume_if_next("}")? {
                return Ok(Value::Object(object));
            }
            self.member(&mut object, level)?;
            if !self.consume_if_next(",")? && !self.rest().starts_with('}') {
                return Err(Failure::Mistake("A comma or } is missing."));
            }
        }
    }

    fn member(&mut self, object: &mut Map<String, Value>, level: usize) -> Result<(), Failure> {
        if self.rest().starts_with("...") || self.rest().starts_with('[') {
            let expression = self.expression(level)?;
            let value = self.unknown(&expression)?;
            object.extend(value.map(|value| (expression, value)));
            return Ok(());
        }
        let mut name = self.name()?;
        if matches!(name.as_str(), "async" | "get" | "set") {
            self.skip_space()?;
            // `async`, `get` or `set` before a method's name.
            if self.peek().is_some_and(is_of_name) {
                name = self.name()?;
            }
        }
        self.path.push(name.clone());
        if self.consume_if_next(":")? {
            if let Some(value) = self.value(level)? {
                object.insert(name, value);
            }
        } else {
            // A method, or a variable of this name.
            let more = if self.rest().starts_with('(') { self.expression(level)? } else { String::new() };
            let value = self.unknown(&format!("{name}{more}"))?;
            object.extend(value.map(|value| (name, value)));
        }
        self.path.pop();
        Ok(())
    }

    fn name(&mut self) -> Result<String, Failure> {
        match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            _ => {
                let rest = self.rest();
                let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
                if end == 0 {
                    return Err(Failure::Mistake("The name of a member is missing."));
                }
                self.advance(end)?;
                Ok(rest[..end].to_owned())
            }
        }
    }

    fn value(&mut self, level: usize) -> Read {
        self.skip_space()?;
        let start = self.place;
        let value = match self.peek() {
            Some('{') => Some(self.object(level + 1)?),
            Some('[') => Some(self.list(level + 1)?),
            Some(quote @ ('"' | '\'' | '`')) => Some(Value::String(self.quoted(quote)?)),
            Some(sign) if sign == '-' || sign.is_ascii_digit() => self.number()?,
            Some(sign) if is_of_name(sign) => self.word()?,
            _ => None,
        };
        self.skip_space()?;
        let ends = |reader: &Reader<'_>| {
            matches!(reader.peek(), Some(',' | '}' | ']'))
                || (reader.keeps_expressions && reader.peek() == Some(')'))
        };
        if value.is_some() && ends(self) {
            return Ok(value);
        }
        // A type after the value, such as `as const`, does not change it.
        let is_typed = ["as ", "satisfies "].iter().any(|word| self.rest().starts_with(word));
        if value.is_some() && is_typed {
            self.expression(level)?;
            return Ok(value);
        }
        self.place = start;
        let expression = self.expression(level)?;
        if expression.is_empty() {
            return Err(Failure::Mistake("A value is missing."));
        }
        self.unknown(&expression)
    }

    fn list(&mut self, level: usize) -> Result<Value, Failure> {
        if level >= LEVELS_MAX {
            return Err(too_deep());
        }
        self.consume_if_next("[")?;
        let mut list = Vec::new();
        loop {
            if self.consume_if_next("]")? {
                return Ok(Value::Array(list));
            }
            list.extend(self.value(level)?);
            if !self.consume_if_next(",")? && !self.rest().starts_with(']') {
                return Err(Failure::Mistake("A comma or ] is missing."));
            }
        }
    }

    fn number(&mut self) -> Read {
        let rest = self.rest();
        let is_of_number = |letter: char| letter.is_ascii_alphanumeric() || "+-._".contains(letter);
        let end = rest.find(|letter| !is_of_number(letter)).unwrap_or(rest.len());
        self.advance(end)?;
        Ok(serde_json::from_str(&rest[..end].replace('_', "")).ok())
    }

    fn word(&mut self) -> Read {
        let rest = self.rest();
        let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        self.advance(end)?;
        Ok(match &rest[..end] {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            "True" if self.keeps_expressions => Some(Value::Bool(true)),
            "False" if self.keeps_expressions => Some(Value::Bool(false)),
            word if TYPES.contains(&word) => Some(Value::from(word)),
            _ => None,
        })
    }

    fn quoted(&mut self, quote: char) -> Result<String, Failure> {
        self.advance(1)?;
        let mut text = String::new();
        while let Some(letter) = self.peek() {
            self.advance(letter.len_utf8())?;
            match letter {
                _ if letter == quote => return Ok(text),
                '\n' if quote != '`' => break,
                '\\' => text.extend(self.escaped()?),
                _ => text.push(letter),
            }
        }
        Err(Failure::Mistake("A quote is not closed."))
    }

    fn escaped(&mut self) -> Result<Option<char>, Failure> {
        let Some(letter) = self.peek() else { return Err(Failure::Mistake("A quote is not closed.")) };
        self.advance(letter.len_utf8())?;
        Ok(match letter {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            '\n' => None,
            'u' => {
                let code = self.rest().get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let code = code.ok_or(Failure::Mistake("Four digits are missing behind \\u."))?;
                self.advance(4)?;
                Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => Some(letter),
        })
    }

    /// Skips an expression up to the next comma or bracket. Returns its text.
    fn expression(&mut self, level: usize) -> Result<String, Failure> {
        let start = self.place;
        let mut open = 0_usize;
        let mut before = ' ';
        loop {
            self.skip_space()?;
            let Some(letter) = self.peek() else { return Err(Failure::Mistake("A bracket is not closed.")) };
            match letter {
                ',' | '}' | ']' | ')' if open == 0 => break,
                '"' | '\'' | '`' => drop(self.quoted(letter)?),
                '/' if "=(,:?&|!{[; ".contains(before) => self.pattern()?,
                _ => {
                    match letter {
                        '(' | '[' | '{' => open += 1,
                        ')' | ']' | '}' => open = open.saturating_sub(1),
                        _ => {}
                    }
                    if open + level > LEVELS_MAX {
                        return Err(too_deep());
                    }
                    self.advance(letter.len_utf8())?;
                }
            }
            before = letter;
        }
        Ok(self.text.get(start..self.place).unwrap_or_default().trim().to_owned())
    }

    /// Skips a regular expression, which may contain brackets.
    fn pattern(&mut self) -> Result<(), Failure> {
        let mut is_class = false;
        self.advance(1)?;
        while let Some(letter) = self.peek() {
            self.advance(letter.len_utf8())?;
            match letter {
                '\\' => {
                    let skipped = self.peek().map_or(0, char::len_utf8);
                    self.advance(skipped)?;
                }
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => return Ok(()),
                '\n' => break,
                _ => {}
            }
        }
        Err(Failure::Mistake("A regular expression is not closed."))
    }

    fn note_unknown(&mut self, expression: &str) -> Result<(), Failure> {
        let bytes = self.path.iter().map(|name| name.len() + 1).sum::<usize>() + EXPRESSION_CHARACTERS;
        self.budget.produce(bytes).map_err(Failure::TooMuch)?;
        let mut shown: String = expression.chars().take(EXPRESSION_CHARACTERS).collect();
        if shown.len() < expression.len() {
            shown.push('…');
        }
        let expression = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        self.unknown.push(Unknown { path: self.path.clone(), expression });
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails when it panics")]
mod tests {
    use super::*;

    fn find(text: &str) -> Result<Objects, FormatError> {
        super::find(text, &Budget::of_import())
    }
    use serde_json::json;

    #[test]
    fn code_is_read_as_people_write_it() {
        let text = r#"
import { Table } from 'dynamodb-onetable' // it's { not } an object
/* { neither: is this } */
const Match = { ulid: /^[0-9A-Z}]{26}$/i, }
export const Schema = {
    version: "0.0.1", 'quoted-name': `text`, list: ['a', "b\u0041\n",] as const,
    types: { one: String, two: Number }, number: -1_000.5, yes: true, nothing: null,
    id: { type: String, validate: Match.ulid, default: () => { return { a: [1, 2] } }, },
    get() { return 1 }, ...others, [computed]: 1, short,
} satisfies OneSchema
"#;
        let found = find(text).unwrap();
        let schema = found.values.last().unwrap();
        assert_eq!(
            *schema,
            json!({ "version": "0.0.1", "quoted-name": "text", "list": ["a", "bA\n"],
                "types": { "one": "String", "two": "Number" }, "number": -1000.5, "yes": true, "nothing": null,
                "id": { "type": "String" } })
        );
        let notes = found.notes_of(|value| value["types"].is_object());
        let expressions: Vec<String> = notes.iter().map(ToString::to_string).collect();
        assert!(
            !expressions.iter().any(|note| note.contains("Table")),
            "an import is no note: {expressions:?}"
        );
        for expression in
            ["id.validate: the value of Match.ulid is", "id.default: the value of () => {", "...others"]
        {
            assert!(
                expressions.iter().any(|note| note.contains(expression)),
                "{expression}: {expressions:?}"
            );
        }
    }

    #[test]
    fn a_mistake_has_its_place() {
        let error = find("const a = {\n  b: 'x',\n  c: 'y\n}").unwrap_err().to_string();
        assert_eq!(error, "JavaScript: line 4, column 1: A quote is not closed.");
        assert!(find("no object").unwrap_err().to_string().ends_with("There is no object."));
    }

    #[test]
    fn hostile_texts_end() {
        for piece in [
            "{", "{a:", "{a:[", "[", "{a:{},", "{a:(", "{a:b {", "{a:'", "{a:`", "{a:/", "/*", "{a", "{...",
            "{[", "{a:-",
        ] {
            let text = piece.repeat(200_000);
            drop(find(&text));
            drop(find(&format!("{text}{}", "}".repeat(50))));
        }
    }
}
