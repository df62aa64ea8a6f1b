//! Reads the records of a file one by one. Each is an item or a problem.

use dynalab_types::Item;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::{decode_item, decode_value};

use super::csv::{self, Sheet};
use super::mistake::Mistake;
use super::plain;
use super::values::{Piece, Pieces};

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The line of the beginning, counted from one.
    pub line: usize,
    pub item: Result<Item, Mistake>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Attribute values with types, alone or within `{"Item":…}`. The file is a list, lines, a Scan response, or BatchWriteItem
    /// requests.
    DynamoJson,
    PlainJson,
    Csv(Sheet),
}

impl Form {
    /// Detects the format from the beginning of a text.
    pub fn guess(text: &str, sheet: impl FnOnce() -> Sheet) -> Form {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if !start.starts_with(['{', '[']) {
            return Form::Csv(sheet());
        }
        let first = Pieces::of(text).find_map(|piece| object_of(&piece).ok());
        match first.is_some_and(|object| unwrapped(&object).is_some_and(plain::is_dynamo)) {
            true => Form::DynamoJson,
            false => Form::PlainJson,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Form::DynamoJson => "dynamo-json",
            Form::PlainJson => "plain-json",
            Form::Csv(_) => "csv",
        }
    }
}

/// The records of a text, in their order.
pub enum Records<'a> {
    Json { pieces: Pieces<'a>, plain: bool },
    Csv(csv::Records<'a>),
}

impl<'a> Records<'a> {
    pub fn of(text: &'a str, form: &'a Form) -> Records<'a> {
        match form {
            Form::DynamoJson => Records::Json { pieces: Pieces::of(text), plain: false },
            Form::PlainJson => Records::Json { pieces: Pieces::of(text), plain: true },
            Form::Csv(sheet) => Records::Csv(csv::Records::of(text, sheet)),
        }
    }

    /// Returns the number of bytes that have been read.
    pub fn place(&self) -> usize {
        match self {
            Records::Json { pieces, .. } => pieces.place(),
            Records::Csv(records) => records.place(),
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        match self {
            Records::Csv(records) => records.next(),
            Records::Json { pieces, plain } => {
                let piece = pieces.next()?;
                Some(Record { line: piece.line, item: item_of(&piece, *plain) })
            }
        }
    }
}

fn item_of(piece: &Piece, plain: bool) -> Result<Item, Mistake> {
    let object = object_of(piece)?;
    if plain {
        return plain::item_of_plain(&object);
    }
    let members = unwrapped(&object).ok_or(Mistake::NotAnItem)?;
    decode_item(members).map_err(|_| bad_value(members))
}

fn object_of(piece: &Piece) -> Result<Object, Mistake> {
    if piece.unfinished {
        return Err(Mistake::Unfinished);
    }
    match json::parse(piece.text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Mistake::NotAnItem),
        Err(error) => Err(Mistake::NotJson { column: error.column }),
    }
}

/// Returns the item within the members that exports and requests add.
fn unwrapped(object: &Object) -> Option<&Object> {
    let mut members = object;
    for name in ["PutRequest", "Item"] {
        if let (Some(Value::Object(inner)), 1) = (members.get(name), members.len())
            && !(name == "Item" && plain::is_dynamo(members))
        {
            members = inner;
        }
    }
    Some(members)
}

/// Returns the problem for the first attribute that is not valid in DynamoDB.
fn bad_value(members: &Object) -> Mistake {
    let bad = members.iter().find(|(_, value)| decode_value(value).is_err());
    let (attribute, value) = bad
        .map(|(name, value)| {
            let mut text = String::new();
            value.write(&mut text);
            (name.clone(), text)
        })
        .unwrap_or_default();
    Mistake::BadValue { attribute, value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::wire::item_json;

    fn read(text: &str) -> Vec<(usize, Result<String, Mistake>)> {
        let form = Form::guess(text, || Sheet { delimiter: ',', columns: Vec::new() });
        Records::of(text, &form)
            .map(|record| (record.line, record.item.map(|item| item_json(&item))))
            .collect()
    }

    const ITEM: &str = r#"{"a":{"S":"x"},"n":{"N":"1"}}"#;

    #[test]
    fn typed_items_are_read_however_they_are_wrapped() {
        for text in [
            ITEM.to_owned(),
            format!("{{\"Item\":{ITEM}}}\n"),
            format!("[{ITEM}]"),
            format!("{{\"Items\":[{ITEM}],\"Count\":1}}"),
            format!("{{\"Orders\":[{{\"PutRequest\":{{\"Item\":{ITEM}}}}}]}}"),
        ] {
            assert_eq!(read(&text), [(1, Ok(ITEM.to_owned()))], "{text}");
        }
    }

    #[test]
    fn plain_items_are_read_as_lines_and_as_a_list() {
        let expected = r#"{"a":{"S":"x"},"n":{"N":"1"}}"#;
        for text in [r#"{"a":"x","n":1}"#, r#"[{"a":"x","n":1}]"#] {
            assert_eq!(read(text), [(1, Ok(expected.to_owned()))]);
        }
    }

    #[test]
    fn an_attribute_called_item_is_no_wrapper() {
        let text = r#"{"Item":{"S":"pen"}}"#;
        assert_eq!(read(text), [(1, Ok(text.to_owned()))]);
    }

    #[test]
    fn mistakes_stand_in_their_lines_and_the_others_are_read() {
        let text = format!("{ITEM}\n{{\"a\":{{\"N\":\"x\"}}}}\n{{\"a\": oops}}\n{{\"a\":\n[1]\n{ITEM}\n");
        let found = read(&text);
        assert_eq!(found.len(), 6);
        let bad = Mistake::BadValue { attribute: "a".into(), value: r#"{"N":"x"}"#.into() };
        assert_eq!(found[1], (2, Err(bad)));
        assert!(matches!(found[2], (3, Err(Mistake::NotJson { .. }))));
        assert_eq!(found[3], (4, Err(Mistake::Unfinished)));
        assert_eq!(found[4], (5, Err(Mistake::NotAnItem)));
        assert_eq!(found[5], (6, Ok(ITEM.to_owned())));
    }
}
