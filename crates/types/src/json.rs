//! A JSON parser and writer. Numbers keep their text, because DynamoDB takes them as text. Reading and printing floats
//! would add more wasm than the rest of this file.

mod bounds;
mod members;
mod object;
mod outline;

use crate::wire::write_json_string;
use bounds::Bound;
pub use bounds::ListBounds;
pub use members::{FormError, Members, object};
pub use object::Object;
pub use outline::string_members;

/// Maximum nesting of lists and objects.
const LEVELS_MAX: usize = 127;

/// A JSON value. Numbers are texts, and the members of an object are sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    Bool(bool),
    /// The text of a syntactically valid number, as written.
    Number(String),
    String(String),
    Array(Vec<Value>),
    Object(Object),
}

/// The position (counted from 1) and the reason of a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    pub line: usize,
    /// The column in bytes. At the end of the text, it is the column of the last byte.
    pub column: usize,
    pub problem: JsonProblem,
}

/// What is wrong with a text that is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonProblem {
    /// The text ends inside a value.
    Unfinished,
    /// JSON does not allow this character here.
    Unexpected,
    TooDeep,
}

impl Value {
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a member, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(object) => object.get(name),
            _ => None,
        }
    }

    /// Appends the value in the shortest form.
    pub fn write(&self, json: &mut String) {
        match self {
            Value::Null => json.push_str("null"),
            Value::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
            Value::Number(text) => json.push_str(text),
            Value::String(text) => write_json_string(text, json),
            Value::Array(elements) => {
                json.push('[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        json.push(',');
                    }
                    element.write(json);
                }
                json.push(']');
            }
            Value::Object(object) => write_object(object, json),
        }
    }
}

/// Appends an object in the shortest form.
pub fn write_object(object: &Object, json: &mut String) {
    json.push('{');
    for (index, (name, value)) in object.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write_json_string(name, json);
        json.push(':');
        value.write(json);
    }
    json.push('}');
}

/// Returns true if a number has a fraction or an exponent, or does not fit 64 bits.
pub fn is_decimal(number: &str) -> bool {
    number == "-0" || (number.parse::<i64>().is_err() && number.parse::<u64>().is_err())
}

/// Returns a number without its fraction, saturated to the range of `i64`.
pub fn integer(number: &str) -> i64 {
    number.parse().unwrap_or_else(|_| shifted_integer(number, 0))
}

/// Returns a number in thousandths, without the rest of its fraction, saturated to the range of `i64`.
pub fn thousandths(number: &str) -> i64 {
    shifted_integer(number, 3)
}

/// Returns a number times `10^shift`, without its fraction, saturated to the range of `i64`.
fn shifted_integer(number: &str, shift: i32) -> i64 {
    /// After the last digit, this many zeros take every value but zero out of range.
    const ZEROS_MAX: usize = 20;
    let (negative, rest) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // An exponent outside `i32` moves every digit out of range, so any large value works.
    let exponent = exponent.parse::<i32>().unwrap_or(if exponent.starts_with('-') { -9999 } else { 9999 });
    let shifted = exponent.saturating_add(shift);
    let places = i32::try_from(whole.len()).unwrap_or(i32::MAX).saturating_add(shifted);
    let places = usize::try_from(places).unwrap_or(0).min(whole.len() + fraction.len() + ZEROS_MAX);
    let mut digits = whole.bytes().chain(fraction.bytes());
    let mut value = 0_i64;
    for _ in 0..places {
        let digit = digits.next().map_or(0, |digit| i64::from(digit - b'0'));
        value = value.saturating_mul(10).saturating_add(digit);
    }
    if negative { -value } else { value }
}

/// Parses a text that contains exactly one value.
///
/// # Errors
/// The text is not JSON, or is nested too deeply.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    Reader::new(text).whole()
}

/// Parses a text like [`parse`], but reads on behind lists and objects that are nested too deeply. They are null in the value.
/// Also returns true if there is one. Lists that are far longer than their maximum end early in the value.
///
/// # Errors
/// The text is not JSON.
pub fn parse_past_depth(text: &str, bounds: Option<&ListBounds>) -> Result<(Value, bool), JsonError> {
    let mut reader = Reader { skips_depth: true, bounds, ..Reader::new(text) };
    let value = reader.whole()?;
    Ok((value, reader.has_skipped))
}

/// Parses consecutive values, with or without white space between them. Stops after the first error. A value with more than `bytes_max`
/// bytes is an error: it ends there.
pub fn parse_sequence(text: &str, bytes_max: usize) -> impl Iterator<Item = Result<Value, JsonError>> {
    let mut reader = Reader::new(text);
    std::iter::from_fn(move || {
        reader.text = text;
        reader.skip_space();
        if reader.place == text.len() {
            return None;
        }
        reader.text = &text[..text.floor_char_boundary(reader.place.saturating_add(bytes_max))];
        let parsed = reader.value().map_err(|problem| reader.error(problem));
        if parsed.is_err() {
            reader.place = text.len();
        }
        Some(parsed)
    })
}

struct Reader<'a> {
    text: &'a str,
    /// Byte offset of the next byte to read. In a reported error it is a character boundary.
    place: usize,
    levels: usize,
    /// True to skip lists and objects beyond the maximum nesting, instead of an error.
    skips_depth: bool,
    has_skipped: bool,
    bounds: Option<&'a ListBounds>,
    /// The bound of the list or object that is read next.
    next_bound: Bound,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            place: 0,
            levels: 0,
            skips_depth: false,
            has_skipped: false,
            bounds: None,
            next_bound: Bound::Nothing,
        }
    }
}

impl Reader<'_> {
    fn whole(&mut self) -> Result<Value, JsonError> {
        let parsed = self.value().and_then(|value| {
            self.skip_space();
            if self.place == self.text.len() { Ok(value) } else { Err(JsonProblem::Unexpected) }
        });
        parsed.map_err(|problem| self.error(problem))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.place += 1;
        }
    }

    /// Returns the error for an unexpected next byte or an unexpected end of the text.
    fn problem<T>(&self) -> Result<T, JsonProblem> {
        Err(if self.peek().is_none() { JsonProblem::Unfinished } else { JsonProblem::Unexpected })
    }

    fn error(&self, problem: JsonProblem) -> JsonError {
        let read = &self.text.as_bytes()[..(self.place + 1).min(self.text.len())];
        let before = read.strip_suffix(b"\n").unwrap_or(read);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        JsonError { line, column: read.len() - line_start, problem }
    }

    fn value(&mut self) -> Result<Value, JsonProblem> {
        self.skip_space();
        match self.peek() {
            Some(b'"') => self.string().map(Value::String),
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => self.problem(),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, JsonProblem> {
        for byte in word.bytes() {
            self.expect(byte)?;
        }
        Ok(value)
    }

    fn expect(&mut self, byte: u8) -> Result<(), JsonProblem> {
        if self.peek() != Some(byte) {
            return self.problem();
        }
        self.place += 1;
        Ok(())
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, JsonProblem>) -> Result<Value, JsonProblem> {
        if self.levels == LEVELS_MAX {
            if !self.skips_depth {
                return Err(JsonProblem::TooDeep);
            }
            self.has_skipped = true;
            self.skip_nested()?;
            return Ok(Value::Null);
        }
        self.levels += 1;
        self.place += 1;
        let value = read(self);
        self.levels -= 1;
        value
    }

    fn object(&mut self) -> Result<Value, JsonProblem> {
        let (mut is_first, mut problem) = (true, None);
        let bound = std::mem::take(&mut self.next_bound);
        let next = || {
            let member = self.member(is_first, bound);
            is_first = false;
            member.unwrap_or_else(|found| {
                problem = Some(found);
                None
            })
        };
        let mut members = std::iter::from_fn(next).fuse();
        let object = members.by_ref().take(bound.members_max()).collect();
        // The others are read, so that errors are found, and dropped one by one.
        members.for_each(drop);
        problem.map_or(Ok(Value::Object(object)), Err)
    }

    /// Reads the next member of an object. Returns None at its end.
    fn member(&mut self, is_first: bool, bound: Bound) -> Result<Option<(String, Value)>, JsonProblem> {
        if !self.another(b'}', is_first)? {
            return Ok(None);
        }
        let name = self.string()?;
        self.skip_space();
        self.expect(b':')?;
        self.next_bound = match self.bounds {
            Some(bounds) => bounds.of_member(&name, self.levels, bound),
            None => Bound::Nothing,
        };
        let value = self.value()?;
        self.next_bound = Bound::Nothing;
        Ok(Some((name, value)))
    }

    fn array(&mut self) -> Result<Value, JsonProblem> {
        let elements_max = std::mem::take(&mut self.next_bound).elements_max();
        let (mut array, mut is_first) = (Vec::new(), true);
        while self.another(b']', is_first)? {
            let element = self.value()?;
            is_first = false;
            if array.len() < elements_max {
                array.push(element);
            }
        }
        Ok(Value::Array(array))
    }

    /// Consumes the comma before the next element, or the closing bracket. Returns false for the bracket.
    fn another(&mut self, bracket: u8, first: bool) -> Result<bool, JsonProblem> {
        self.skip_space();
        if self.peek() == Some(bracket) {
            self.place += 1;
            return Ok(false);
        }
        if !first {
            self.expect(b',')?;
            self.skip_space();
        }
        Ok(true)
    }

    fn number(&mut self) -> Result<Value, JsonProblem> {
        let start = self.place;
        if self.peek() == Some(b'-') {
            self.place += 1;
        }
        match self.peek() {
            Some(b'0') => self.place += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.place += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.place += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.place += 1;
            }
            self.digits()?;
        }
        // A digit after a leading zero is invalid. The caller detects any other invalid character.
        if let Some(b'0'..=b'9') = self.peek() {
            return Err(JsonProblem::Unexpected);
        }
        Ok(Value::Number(self.text[start..self.place].to_owned()))
    }

    fn digits(&mut self) -> Result<(), JsonProblem> {
        let start = self.place;
        while let Some(b'0'..=b'9') = self.peek() {
            self.place += 1;
        }
        if self.place == start { self.problem() } else { Ok(()) }
    }

    fn string(&mut self) -> Result<String, JsonProblem> {
        self.expect(b'"')?;
        let mut string = String::new();
        let mut plain_from = self.place;
        loop {
            match self.peek() {
                Some(b'"') => {
                    string.push_str(&self.text[plain_from..self.place]);
                    self.place += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    string.push_str(&self.text[plain_from..self.place]);
                    self.place += 1;
                    string.push(self.escaped()?);
                    plain_from = self.place;
                }
                None | Some(0x00..=0x1F) => return self.problem(),
                Some(_) => self.place += 1,
            }
        }
    }

    /// Returns the character that an escape sequence denotes. Starts after the backslash.
    fn escaped(&mut self) -> Result<char, JsonProblem> {
        let character = match self.peek() {
            Some(letter @ (b'"' | b'\\' | b'/')) => letter as char,
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.place += 1;
                return self.code_point();
            }
            _ => return self.problem(),
        };
        self.place += 1;
        Ok(character)
    }

    /// Reads four hexadecimal digits, or twice four for a UTF-16 surrogate pair.
    fn code_point(&mut self) -> Result<char, JsonProblem> {
        let unit = self.code_unit()?;
        let code_point = match unit {
            0xD800..=0xDBFF => {
                self.expect(b'\\')?;
                self.expect(b'u')?;
                let low = self.code_unit()?;
                if !(0xDC00..=0xDFFF).contains(&low) {
                    return Err(JsonProblem::Unexpected);
                }
                0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
            }
            _ => unit,
        };
        // `from_u32` returns None for an unpaired surrogate.
        char::from_u32(code_point).ok_or(JsonProblem::Unexpected)
    }

    fn code_unit(&mut self) -> Result<u32, JsonProblem> {
        let mut unit = 0;
        for _ in 0..4 {
            match self.peek().and_then(|digit| (digit as char).to_digit(16)) {
                Some(digit) => unit = unit * 16 + digit,
                None => return self.problem(),
            }
            self.place += 1;
        }
        Ok(unit)
    }
}

#[cfg(test)]
mod tests;
