//! Parses the notation in which bound expressions print values. Tests write items and placeholders in one line:
//! `{a: 1, b: "x", c: [true, null], d: <<1, 2>>, e: 0x0aff}`.

use std::collections::BTreeMap;

use dynalab_expressions::Aliases;
use dynalab_types::{AttributeMap, AttributeValue, Item, Number};

pub fn item(text: &str) -> Item {
    match value(text) {
        AttributeValue::M(map) => map,
        other => panic!("not a map: {other:?}"),
    }
}

/// Parses names and values: `{#n: "name", :v: 1}`.
pub fn aliases(text: &str) -> Aliases {
    let mut names = BTreeMap::new();
    let mut values = BTreeMap::new();
    for (key, value) in item(text) {
        match value {
            AttributeValue::S(name) if key.starts_with('#') => {
                names.insert(key.into_string(), name.into_string());
            }
            value => {
                values.insert(key.into_string(), value);
            }
        }
    }
    Aliases::new(names, values)
}

pub fn value(text: &str) -> AttributeValue {
    let mut reader = Reader { rest: text };
    let value = reader.value();
    assert!(reader.rest.trim().is_empty(), "left over: {:?} of {text:?}", reader.rest);
    value
}

/// Prints an item in the notation that `item` parses.
pub fn print(item: &Item) -> String {
    let fields: Vec<String> =
        item.iter().map(|(name, value)| format!("{name}: {}", print_value(value))).collect();
    format!("{{{}}}", fields.join(", "))
}

fn print_value(value: &AttributeValue) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        AttributeValue::S(text) => format!("{text:?}"),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::B(bytes) => print_bytes(bytes),
        AttributeValue::Bool(value) => value.to_string(),
        AttributeValue::Null => "null".to_owned(),
        AttributeValue::L(elements) => format!("[{}]", join(elements.iter().map(print_value).collect())),
        AttributeValue::M(map) => print(map),
        AttributeValue::Ss(texts) => {
            format!("<<{}>>", join(texts.iter().map(|text| format!("{text:?}")).collect()))
        }
        AttributeValue::Ns(numbers) => {
            format!("<<{}>>", join(numbers.iter().map(|number| number.to_string()).collect()))
        }
        AttributeValue::Bs(blobs) => {
            format!("<<{}>>", join(blobs.iter().map(|bytes| print_bytes(bytes)).collect()))
        }
    }
}

fn print_bytes(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, mark: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find([',', ']', '}', '>', ' ']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn list<Element>(&mut self, close: &str, element: fn(&mut Reader<'a>) -> Element) -> Vec<Element> {
        let mut elements = Vec::new();
        while !self.take(close) {
            elements.push(element(self));
            self.take(",");
        }
        elements
    }

    fn value(&mut self) -> AttributeValue {
        if self.take("[") {
            return AttributeValue::L(self.list("]", Reader::value));
        }
        if self.take("{") {
            let fields = self.list("}", |reader| {
                reader.rest = reader.rest.trim_start();
                let end = reader.rest.find(": ").unwrap_or_else(|| panic!("no field at {:?}", reader.rest));
                let name = &reader.rest[..end];
                reader.rest = &reader.rest[end + 1..];
                (name, reader.value())
            });
            return AttributeValue::M(fields.into_iter().collect::<AttributeMap>());
        }
        if self.take("<<") {
            return set(self.list(">>", Reader::value));
        }
        if self.take("\"") {
            let end = self.rest.find('"').unwrap_or_else(|| panic!("no closing quote in {:?}", self.rest));
            let text = &self.rest[..end];
            self.rest = &self.rest[end + 1..];
            return AttributeValue::string(text);
        }
        if self.take("0x") {
            let digits = self.word();
            let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal");
            return AttributeValue::B((0..digits.len()).step_by(2).map(byte).collect());
        }
        match self.word() {
            "true" => AttributeValue::Bool(true),
            "false" => AttributeValue::Bool(false),
            "null" => AttributeValue::Null,
            digits => AttributeValue::N(Number::parse(digits).unwrap_or_else(|error| panic!("{error:?}"))),
        }
    }
}

fn set(members: Vec<AttributeValue>) -> AttributeValue {
    match members.first() {
        Some(AttributeValue::S(_)) => AttributeValue::Ss(
            members
                .into_iter()
                .filter_map(|member| if let AttributeValue::S(text) = member { Some(text) } else { None })
                .collect(),
        ),
        Some(AttributeValue::N(_)) => AttributeValue::Ns(
            members
                .into_iter()
                .filter_map(|member| if let AttributeValue::N(number) = member { Some(number) } else { None })
                .collect(),
        ),
        Some(AttributeValue::B(_)) => AttributeValue::Bs(
            members
                .into_iter()
                .filter_map(|member| if let AttributeValue::B(bytes) = member { Some(bytes) } else { None })
                .collect(),
        ),
        other => panic!("a set of {other:?}"),
    }
}

#[test]
fn what_is_read_is_what_is_printed() {
    for text in [
        "{}",
        r#"{a: 1, b: "x, y", c: [true, null, {d: <<1, 2>>}], e: 0x0aff, f: <<"p", "q">>, g: <<0x01>>}"#,
    ] {
        assert_eq!(print(&item(text)), text);
    }
}
