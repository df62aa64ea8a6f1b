//! Reads and writes YAML as JSON values. CloudFormation tags become their long form: `!Ref Name` is `{"Ref": "Name"}`.

use std::collections::BTreeMap;

use dynalab_literals::yaml as scalars;
use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::formats::FormatError;
use dynalab_modeling::literal::bytes_of;
use dynalab_types::{Bound, Budget};
use serde_json::{Map, Value, json};
use yaml_rust2::parser::{Event, Parser, Tag};
use yaml_rust2::scanner::{Marker, ScanError, TScalarStyle};

/// An unfinished list or map.
struct Open {
    value: Unfinished,
    tag: Option<String>,
    anchor: usize,
}

enum Unfinished {
    List(Vec<Value>),
    Map(Map<String, Value>, Option<String>),
}

/// A value that an alias can repeat.
struct Anchored {
    value: Value,
    /// What a copy becomes: bytes and values.
    bytes: usize,
    values: usize,
}

struct Reader<'a> {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Anchored>,
    budget: &'a Budget,
    root: Option<Value>,
}

/// Reads the first document of the text.
///
/// # Errors
/// Returns an error if the text is not YAML, or would become too much. An alias is charged each time it is used.
pub fn read(text: &str, budget: &Budget) -> Result<Value, FormatError> {
    if let Some(value) = read_json(text, budget)? {
        return Ok(value);
    }
    let mut parser = Parser::new_from_str(text);
    let mut reader = Reader { open: Vec::new(), anchors: BTreeMap::new(), budget, root: None };
    loop {
        let (event, mark) = parser.next_token().map_err(|error| syntax(&error))?;
        if reader.take(event, mark)? {
            return Ok(reader.root.unwrap_or(Value::Null));
        }
    }
}

/// Reads JSON, which is YAML too, and which its own parser reads in a part of the time. None for other texts.
fn read_json(text: &str, budget: &Budget) -> Result<Option<Value>, FormatError> {
    if !text.trim_start().starts_with('{') {
        return Ok(None);
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Ok(None) };
    charge_json(&value, budget, 1)?;
    Ok(Some(value))
}

/// Charges what a text of JSON became. The text itself was charged before.
fn charge_json(value: &Value, budget: &Budget, depth: usize) -> Result<(), FormatError> {
    let bytes = value.as_str().map_or(0, str::len);
    budget.step(1).and_then(|()| budget.produce(VALUE_BYTES + bytes))?;
    let each = |value: &Value| charge_json(value, budget, depth + 1);
    match value {
        Value::Array(list) => {
            Bound::ImportDepth.check(depth)?;
            list.iter().try_for_each(each)
        }
        Value::Object(members) => {
            Bound::ImportDepth.check(depth)?;
            members.iter().try_for_each(|(name, value)| {
                budget.step(1).and_then(|()| budget.produce(VALUE_BYTES + name.len()))?;
                each(value)
            })
        }
        _ => Ok(()),
    }
}

fn syntax(error: &ScanError) -> FormatError {
    format_error(*error.marker(), error.info())
}

fn format_error(mark: Marker, detail: &str) -> FormatError {
    FormatError::Syntax {
        language: "YAML",
        line: mark.line(),
        column: mark.col() + 1,
        detail: detail.to_owned(),
    }
}

impl Reader<'_> {
    /// Charges a value that is about to be made.
    fn charge(&self, bytes: usize, values: usize, mark: Marker) -> Result<(), FormatError> {
        let charged = self.budget.step(values).and_then(|()| self.budget.produce(bytes));
        Ok(charged.map_err(|refusal| refusal.at_line(mark.line()))?)
    }

    /// Processes an event. Returns true at the end of the first document.
    fn take(&mut self, event: Event, mark: Marker) -> Result<bool, FormatError> {
        match event {
            Event::DocumentEnd | Event::StreamEnd => return Ok(true),
            Event::Nothing | Event::StreamStart | Event::DocumentStart => {}
            Event::Scalar(text, style, anchor, tag) => {
                let tag = name_of(tag);
                self.charge(VALUE_BYTES + text.len(), 1, mark)?;
                let is_text = style != TScalarStyle::Plain || tag.is_some();
                let value = if is_text { Value::String(text) } else { plain(text) };
                self.finish(value, tag, anchor, mark)?;
            }
            Event::Alias(anchor) => {
                let known = self.anchors.get(&anchor);
                let known = known.ok_or_else(|| format_error(mark, "an alias has no anchor"))?;
                self.charge(known.bytes, known.values, mark)?;
                let value = known.value.clone();
                self.finish(value, None, 0, mark)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(Unfinished::List(Vec::new()), anchor, tag, mark)?
            }
            Event::MappingStart(anchor, tag) => {
                self.begin(Unfinished::Map(Map::new(), None), anchor, tag, mark)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open { value, tag, anchor }) = self.open.pop() {
                    let value = match value {
                        Unfinished::List(list) => Value::Array(list),
                        Unfinished::Map(map, _) => Value::Object(map),
                    };
                    self.finish(value, tag, anchor, mark)?;
                }
            }
        }
        Ok(false)
    }

    fn begin(
        &mut self,
        value: Unfinished,
        anchor: usize,
        tag: Option<Tag>,
        mark: Marker,
    ) -> Result<(), FormatError> {
        let depth = Bound::ImportDepth.check(self.open.len() + 1);
        depth.map_err(|refusal| refusal.at_line(mark.line()))?;
        self.charge(VALUE_BYTES, 1, mark)?;
        self.open.push(Open { value, tag: name_of(tag), anchor });
        Ok(())
    }

    fn finish(
        &mut self,
        value: Value,
        tag: Option<String>,
        anchor: usize,
        mark: Marker,
    ) -> Result<(), FormatError> {
        let value = match tag {
            Some(tag) => tagged(&tag, value),
            None => value,
        };
        if anchor > 0 {
            let (bytes, values) = (bytes_of(&value), count(&value));
            self.charge(bytes, values, mark)?;
            self.anchors.insert(anchor, Anchored { value: value.clone(), bytes, values });
        }
        match self.open.last_mut().map(|open| &mut open.value) {
            None => self.root = Some(value),
            Some(Unfinished::List(list)) => list.push(value),
            Some(Unfinished::Map(map, key)) => match key.take() {
                Some(name) => {
                    map.insert(name, value);
                }
                None => *key = Some(key_of(&value).ok_or_else(|| format_error(mark, "a key is not a text"))?),
            },
        }
        Ok(())
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(count).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

fn key_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) | Value::Null => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the tag without "!". YAML's own tags, such as `!!str`, are not functions.
fn name_of(tag: Option<Tag>) -> Option<String> {
    tag.filter(|tag| tag.handle == "!").map(|tag| tag.suffix)
}

fn tagged(tag: &str, value: Value) -> Value {
    match (tag, value) {
        ("Ref" | "Condition", value) => json!({ tag: value }),
        ("GetAtt", Value::String(text)) => {
            let parts: Vec<&str> = text.splitn(2, '.').collect();
            json!({ "Fn::GetAtt": parts })
        }
        (_, value) => json!({ format!("Fn::{tag}"): value }),
    }
}

fn plain(text: String) -> Value {
    match text.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => match text.parse::<serde_json::Number>() {
            Ok(number) => Value::Number(number),
            Err(_) => Value::String(text),
        },
    }
}

/// Writes a value as a document.
pub fn write(value: &Value) -> String {
    let mut text = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => write_map(map, 0, &mut text),
        Value::Array(list) if !list.is_empty() => write_list(list, 0, &mut text),
        _ => push_scalar(value, &mut text),
    }
    text
}

fn write_map(map: &Map<String, Value>, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for (place, (name, value)) in map.iter().enumerate() {
        // The first member of a list's element stands behind its hyphen.
        if place > 0 || !text.ends_with("- ") {
            text.push_str(&indent);
        }
        text.push_str(&scalars::key(name, &indent));
        match value {
            Value::Object(map) if !map.is_empty() => {
                text.push('\n');
                write_map(map, depth + 1, text);
            }
            Value::Array(list) if !list.is_empty() => {
                text.push('\n');
                write_list(list, depth + 1, text);
            }
            _ => {
                text.push(' ');
                push_scalar(value, text);
            }
        }
    }
}

fn write_list(list: &[Value], depth: usize, text: &mut String) {
    for (place, value) in list.iter().enumerate() {
        if place > 0 || !text.ends_with("- ") {
            text.push_str(&"  ".repeat(depth));
        }
        text.push_str("- ");
        match value {
            Value::Object(map) if !map.is_empty() => write_map(map, depth + 1, text),
            Value::Array(list) if !list.is_empty() => write_list(list, depth + 1, text),
            _ => push_scalar(value, text),
        }
    }
}

fn push_scalar(value: &Value, text: &mut String) {
    text.push_str(&match value {
        Value::String(text) => scalars::text(text),
        Value::Number(number) => scalars::number(&number.to_string()),
        // An empty list or map has its brackets.
        other => other.to_string(),
    });
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use dynalab_types::TooMuch;

    use super::*;

    fn read(text: &str) -> Result<Value, FormatError> {
        super::read(text, &Budget::of_import())
    }

    #[test]
    fn tags_have_their_long_form() {
        let text = "A: !Ref Stage\nB: !Sub '${Stage}-orders'\nC: !GetAtt Orders.Arn\nD: !Join ['-', [a, !Ref Stage]]\nE: '5'\nF: 5\nG: [true, ~, 1.5]\n";
        assert_eq!(
            read(text).unwrap(),
            json!({
                "A": { "Ref": "Stage" }, "B": { "Fn::Sub": "${Stage}-orders" }, "C": { "Fn::GetAtt": ["Orders", "Arn"] },
                "D": { "Fn::Join": ["-", ["a", { "Ref": "Stage" }]] }, "E": "5", "F": 5, "G": [true, null, 1.5]
            })
        );
        assert_eq!(read("a: &x {b: 1}\nc: *x\n").unwrap(), json!({ "a": { "b": 1 }, "c": { "b": 1 } }));
        assert_eq!(read("# nothing\n").unwrap(), Value::Null);
        assert_eq!(read("{\"a\": [1, \"2\"]}").unwrap(), json!({ "a": [1, "2"] }), "JSON is YAML");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let value = json!({ "a": ["yes", "5", "", "null", "a: b", "#", "\n", "- x", 5, 1.5, true, null], "b": {}, "c": [] , "日本": "語" });
        assert_eq!(read(&write(&value)).unwrap(), value, "{}", write(&value));
    }

    #[test]
    fn damaged_documents_are_refused() {
        for text in ["a: [", "a: b: c", "\t- x\n\ty", "a: *b", "? [1]\n: 2", "'"] {
            assert!(matches!(read(text), Err(FormatError::Syntax { .. })), "{text:?}: {:?}", read(text));
        }
        let too_deep = TooMuch::of(Bound::ImportDepth).at_line(1);
        assert_eq!(read(&"[".repeat(100)), Err(FormatError::TooMuch(too_deep)));
        assert!(read(&"[".repeat(100_000)).is_err());
        let mut bomb = String::from("a0: &a0 [x, x]\n");
        for level in 1..60 {
            bomb.push_str(&format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
        }
        assert!(matches!(read(&bomb), Err(FormatError::TooMuch(_))), "an alias repeats too much");
        let long = format!("a: &a \"{}\"\n{}", "x".repeat(100_000), "b: *a\n".repeat(700));
        assert!(matches!(read(&long), Err(FormatError::TooMuch(_))), "bytes count, not only values");
    }
}
