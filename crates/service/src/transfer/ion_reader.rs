//! Reads Amazon Ion text as JSON attribute values of requests. It supports only the part of Ion that items need.

use dynalab_types::json::{Object, Value};

use crate::transfer::import_items::RECORD_BYTES_MAX;

/// More levels than any item has.
const LEVELS_MAX: usize = 64;

/// The text is invalid, or is a value that items cannot contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotIon;

/// One top-level value of a file: a struct whose members are structs of attribute values, or strings.
pub(crate) type Record = Vec<(String, Value)>;

pub(crate) struct IonReader<'a> {
    text: &'a str,
    place: usize,
    /// The number of open lists around records, because a file can be one list.
    open_lists: usize,
}

/// A position between two records, to continue there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IonPosition {
    /// The offset in the text in bytes.
    pub place: usize,
    open_lists: usize,
}

impl<'a> IonReader<'a> {
    pub(crate) fn new(text: &'a str) -> IonReader<'a> {
        IonReader::at(text, IonPosition::default())
    }

    /// Continues at a position in the same text.
    pub(crate) fn at(text: &'a str, IonPosition { place, open_lists }: IonPosition) -> IonReader<'a> {
        IonReader { text, place, open_lists }
    }

    pub(crate) fn position(&self) -> IonPosition {
        IonPosition { place: self.place, open_lists: self.open_lists }
    }

    /// Returns the next record, or `None` at the end.
    pub(crate) fn next_record(&mut self) -> Result<Option<Record>, NotIon> {
        loop {
            self.skip_space()?;
            match self.peek() {
                None if self.open_lists == 0 => return Ok(None),
                Some(b'$') => {
                    if self.word() != "$ion_1_0" {
                        return Err(NotIon);
                    }
                }
                Some(b'[') => {
                    self.open_lists += 1;
                    self.place += 1;
                }
                Some(b']') if self.open_lists > 0 => {
                    self.open_lists -= 1;
                    self.place += 1;
                }
                Some(b',') if self.open_lists > 0 => self.place += 1,
                Some(b'{') => {
                    // A longer record ends before its closing brace, which is an error.
                    let whole = self.text;
                    let end = whole.floor_char_boundary(self.place.saturating_add(RECORD_BYTES_MAX));
                    self.text = &whole[..end];
                    let record = self.record();
                    self.text = whole;
                    return record.map(Some);
                }
                _ => return Err(NotIon),
            }
        }
    }

    fn record(&mut self) -> Result<Record, NotIon> {
        let mut members = Vec::new();
        self.members(|reader, name| {
            reader.skip_space()?;
            let value = match reader.peek() {
                Some(b'{') => Value::Object(reader.structure(1)?),
                _ => reader.value(1)?.get("S").cloned().ok_or(NotIon)?,
            };
            members.push((name, value));
            Ok(())
        })?;
        Ok(members)
    }

    /// Reads the members between braces.
    fn members(
        &mut self,
        mut member: impl FnMut(&mut Self, String) -> Result<(), NotIon>,
    ) -> Result<(), NotIon> {
        self.expect(b'{')?;
        loop {
            self.skip_space()?;
            if self.take(b'}') {
                return Ok(());
            }
            let name = self.name()?;
            self.skip_space()?;
            self.expect(b':')?;
            member(self, name)?;
            self.skip_space()?;
            if !self.take(b',') {
                self.skip_space()?;
                return self.expect(b'}');
            }
        }
    }

    fn structure(&mut self, level: usize) -> Result<Object, NotIon> {
        let mut object = Object::new();
        self.members(|reader, name| {
            let value = reader.value(level)?;
            object.insert(name, value);
            Ok(())
        })?;
        Ok(object)
    }

    fn name(&mut self) -> Result<String, NotIon> {
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote),
            _ => match self.word() {
                "" => Err(NotIon),
                word => Ok(word.to_owned()),
            },
        }
    }

    /// Reads a value as an attribute value: `{"S": "text"}`.
    fn value(&mut self, level: usize) -> Result<Value, NotIon> {
        if level > LEVELS_MAX {
            return Err(NotIon);
        }
        self.skip_space()?;
        let rest = &self.text[self.place..];
        match self.peek().ok_or(NotIon)? {
            b'"' => Ok(tagged("S", Value::String(self.quoted(b'"')?))),
            b'\'' if rest.starts_with("'''") => Ok(tagged("S", Value::String(self.long_string()?))),
            b'{' if rest.starts_with("{{") => Ok(tagged("B", Value::String(self.blob()?))),
            b'{' => Ok(tagged("M", Value::Object(self.structure(level + 1)?))),
            b'[' => Ok(tagged("L", Value::Array(self.list(level)?))),
            b'$' => self.annotated_set(level),
            b'-' | b'0'..=b'9' => Ok(tagged("N", Value::String(self.number()?))),
            _ => match self.word() {
                "true" => Ok(tagged("BOOL", Value::Bool(true))),
                "false" => Ok(tagged("BOOL", Value::Bool(false))),
                "null" => {
                    // A typed null is a null.
                    if self.take(b'.') {
                        self.word();
                    }
                    Ok(tagged("NULL", Value::Bool(true)))
                }
                _ => Err(NotIon),
            },
        }
    }

    fn list(&mut self, level: usize) -> Result<Vec<Value>, NotIon> {
        self.expect(b'[')?;
        let mut elements = Vec::new();
        loop {
            self.skip_space()?;
            if self.take(b']') {
                return Ok(elements);
            }
            elements.push(self.value(level + 1)?);
            self.skip_space()?;
            if !self.take(b',') {
                self.skip_space()?;
                self.expect(b']')?;
                return Ok(elements);
            }
        }
    }

    /// Reads the elements of a set, such as `$dynamodb_SS::["a", "b"]`, without their types.
    fn annotated_set(&mut self, level: usize) -> Result<Value, NotIon> {
        let (set, element_tag) = match self.word() {
            "$dynamodb_SS" => ("SS", "S"),
            "$dynamodb_NS" => ("NS", "N"),
            "$dynamodb_BS" => ("BS", "B"),
            _ => return Err(NotIon),
        };
        self.skip_space()?;
        self.expect(b':')?;
        self.expect(b':')?;
        self.skip_space()?;
        let elements = self.list(level)?;
        let plain = elements.iter().map(|element| element.get(element_tag).cloned().ok_or(NotIon));
        Ok(tagged(set, Value::Array(plain.collect::<Result<_, _>>()?)))
    }

    /// Returns a number in the form of requests.
    fn number(&mut self) -> Result<String, NotIon> {
        let start = self.place;
        let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_');
        while self.peek().is_some_and(part) {
            self.place += 1;
        }
        let text = self.text[start..self.place].replace('_', "");
        let digits = text.trim_start_matches('-');
        if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
            let value = u128::from_str_radix(hex, 16).map_err(|_| NotIon)?;
            return Ok(format!("{}{value}", &text[..text.len() - digits.len()]));
        }
        let number = text.replace(['d', 'D'], "e");
        // In Ion, a decimal can end with a point.
        Ok(number.replace(".e", "e").trim_end_matches('.').to_owned())
    }

    fn blob(&mut self) -> Result<String, NotIon> {
        let rest = &self.text[self.place + 2..];
        let end = rest.find("}}").ok_or(NotIon)?;
        self.place += 2 + end + 2;
        let text: String = rest[..end].chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
        // A string in double braces is a clob, which items cannot contain.
        if text.starts_with(['"', '\'']) { Err(NotIon) } else { Ok(text) }
    }

    /// Reads a string of consecutive segments in triple quotes.
    fn long_string(&mut self) -> Result<String, NotIon> {
        let mut text = String::new();
        while self.text[self.place..].starts_with("'''") {
            self.place += 3;
            while !self.text[self.place..].starts_with("'''") {
                let letter = self.letter()?;
                text.extend(letter);
            }
            self.place += 3;
            self.skip_space()?;
        }
        Ok(text)
    }

    fn quoted(&mut self, quote: u8) -> Result<String, NotIon> {
        self.expect(quote)?;
        let mut text = String::new();
        loop {
            if self.take(quote) {
                return Ok(text);
            }
            if self.peek() == Some(b'\n') {
                return Err(NotIon);
            }
            text.extend(self.letter()?);
        }
    }

    /// Reads one character of a string. Returns `None` for an escaped line end.
    fn letter(&mut self) -> Result<Option<char>, NotIon> {
        let letter = self.text[self.place..].chars().next().ok_or(NotIon)?;
        self.place += letter.len_utf8();
        if letter != '\\' {
            return Ok(Some(letter));
        }
        let escape = self.peek().ok_or(NotIon)?;
        self.place += 1;
        Ok(Some(match escape {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'v' => '\u{B}',
            b'"' | b'\'' | b'\\' | b'/' | b'?' => char::from(escape),
            b'\n' => return Ok(None),
            b'x' => self.code_point(2)?,
            b'u' => self.utf16()?,
            b'U' => self.code_point(8)?,
            _ => return Err(NotIon),
        }))
    }

    fn hex(&mut self, digits: usize) -> Result<u32, NotIon> {
        let text = self.text.get(self.place..self.place + digits).ok_or(NotIon)?;
        self.place += digits;
        u32::from_str_radix(text, 16).map_err(|_| NotIon)
    }

    fn code_point(&mut self, digits: usize) -> Result<char, NotIon> {
        char::from_u32(self.hex(digits)?).ok_or(NotIon)
    }

    /// Reads a code point. One above 65,535 is a pair of escapes.
    fn utf16(&mut self) -> Result<char, NotIon> {
        let first = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(NotIon);
        }
        self.expect(b'\\')?;
        self.expect(b'u')?;
        let second = self.hex(4)?;
        let low = second.checked_sub(0xDC00).filter(|low| *low < 0x400).ok_or(NotIon)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + low).ok_or(NotIon)
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.place..];
        let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let length = rest.bytes().take_while(|byte| part(*byte)).count();
        self.place += length;
        &rest[..length]
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) -> Result<(), NotIon> {
        loop {
            let rest = &self.text[self.place..];
            if rest.starts_with("//") {
                self.place += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.place += rest.find("*/").ok_or(NotIon)? + 2;
            } else if rest.starts_with([' ', '\n', '\r', '\t', '\u{B}', '\u{C}']) {
                self.place += 1;
            } else {
                return Ok(());
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), NotIon> {
        if self.take(byte) { Ok(()) } else { Err(NotIon) }
    }
}

fn tagged(tag: &str, value: Value) -> Value {
    Value::Object(Object::from([(tag.to_owned(), value)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::ion_writer::write_struct;
    use dynalab_types::{json, wire};

    fn json_of(ion: &str) -> Result<Vec<String>, NotIon> {
        let mut reader = IonReader::new(ion);
        let mut records = Vec::new();
        while let Some(members) = reader.next_record()? {
            for (name, object) in members {
                let mut json = format!("{name} ");
                object.write(&mut json);
                records.push(json);
            }
        }
        Ok(records)
    }

    #[test]
    fn what_was_written_is_read() {
        let item = r#"{"a b":{"S":"日本 \"x\"\n\u0001'"},"n":{"N":"-1.5"},"m":{"N":"600"},"b":{"B":"AAEC/w=="},"t":{"BOOL":true},"f":{"BOOL":false},"z":{"NULL":true},"l":{"L":[{"S":""},{"M":{"x":{"N":"0"}}},{"L":[]}]},"ss":{"SS":["x","y"]},"ns":{"NS":["1","2.5"]},"bs":{"BS":["eA=="]}}"#;
        let Ok(Value::Object(object)) = json::parse(item) else { panic!("it is JSON") };
        let item = wire::decode_item(&object).unwrap();
        let mut ion = String::from("$ion_1_0 {Item:");
        write_struct(&item, &mut ion);
        ion.push('}');
        let [(name, read)] = &IonReader::new(&ion).next_record().unwrap().unwrap()[..] else {
            panic!("{ion}")
        };
        let Value::Object(read) = read else { panic!("{ion}") };
        assert_eq!((name.as_str(), wire::decode_item(read)), ("Item", Ok(item)));
    }

    #[test]
    fn lists_comments_and_forms_that_people_write() {
        let ion = "$ion_1_0\n[ // two\n {Item:{a:'''x''' '''y''', \"b\" : 0x1F, c: 6d2, d: 1.5e3}},\n {Item:{e: null.string, f: {{ AA== }},}} /* end */ ]";
        let expected = [
            r#"Item {"a":{"S":"xy"},"b":{"N":"31"},"c":{"N":"6e2"},"d":{"N":"1.5e3"}}"#,
            r#"Item {"e":{"NULL":true},"f":{"B":"AA=="}}"#,
        ];
        assert_eq!(json_of(ion).unwrap(), expected);
        assert_eq!(
            json_of("{Item:{a:\"\\u65e5\\ud83d\\ude00\\x41\"}}").unwrap(),
            [r#"Item {"a":{"S":"日😀A"}}"#]
        );
        assert_eq!(json_of(" \n").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_ion_or_no_item_is_refused() {
        let deep = format!("{{Item:{{a:{}1{}}}}}", "[".repeat(100_000), "]".repeat(100_000));
        for ion in [
            "{",
            "{Item}",
            "{Item:{a:}}",
            "{Item:{a:\"x}}",
            "{Item:1}",
            "[{Item:{}}",
            "{Item:{a:2024-01-01T}}x",
            "$ion_2_0 {Item:{}}",
            "{Item:{a:symbol}}",
            "{Item:{a:{{\"clob\"}}}}",
            "{Item:{a:$dynamodb_SS::[1]}}",
            "{Item:{a:\"\\ud83d\"}}",
            &deep,
        ] {
            assert_eq!(json_of(ion), Err(NotIon), "{}", &ion[..ion.len().min(60)]);
        }
    }
}
