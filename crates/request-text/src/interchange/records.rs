//! Reads the records of a file one by one. Each is an item or a problem.

use std::collections::BTreeSet;

use dynalab_types::Item;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::{decode_item, decode_value};
use serde::{Deserialize, Serialize};

use super::csv::{self, Sheet};
use super::diagnostic::Diagnostic;
use super::lenient::{Change, lenient_item};
use super::plain;
use super::values::{Piece, PiecePlace, Pieces};

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The line of the beginning, counted from one.
    pub line: usize,
    /// The table of the request that puts the item.
    pub table: Option<String>,
    pub item: Result<Item, Diagnostic>,
    /// Attributes whose values were no DynamoDB JSON, if the records are read leniently.
    pub changes: Vec<Change>,
}

impl Record {
    /// Rejects the record if it belongs to another table.
    pub fn only_of(mut self, source: Option<&str>) -> Record {
        if let (Some(source), Some(table)) = (source, &self.table)
            && source != table
        {
            self.item = Err(Diagnostic::OtherTable { table: table.clone() });
        }
        self
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// Attribute values with types, alone or within `{"Item":…}`. The file is a list, lines, a Scan response, or requests of
    /// BatchWriteItem, TransactWriteItems or PutItem.
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
        let first =
            Pieces::from_text(text).find_map(|piece| Some((piece.is_request, object_of(&piece).ok()?)));
        match first.is_some_and(|(is_request, object)| is_request || plain::is_dynamo(unwrapped(&object))) {
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
    Json { pieces: Pieces<'a>, plain: bool, lenient: bool },
    Csv(csv::Records<'a>),
}

impl<'a> Records<'a> {
    pub fn from_text(text: &'a str, form: &'a Form) -> Records<'a> {
        match form {
            Form::DynamoJson => {
                Records::Json { pieces: Pieces::from_text(text), plain: false, lenient: false }
            }
            Form::PlainJson => Records::Json { pieces: Pieces::from_text(text), plain: true, lenient: false },
            Form::Csv(sheet) => Records::Csv(csv::Records::from_text(text, sheet)),
        }
    }

    /// Reads values that are no DynamoDB JSON too: they are converted or left out, and named in the record.
    #[must_use]
    pub fn leniently(self) -> Records<'a> {
        match self {
            Records::Json { pieces, plain, .. } => Records::Json { pieces, plain, lenient: true },
            Records::Csv(records) => Records::Csv(records),
        }
    }

    /// Continues with a text at a place that [`Records::into_place`] returned for it. A place of another format begins anew.
    pub fn continued(text: &'a str, form: &'a Form, place: RecordPlace) -> Records<'a> {
        match (form, place) {
            (Form::DynamoJson | Form::PlainJson, RecordPlace::Json(place)) => {
                let pieces = Pieces::continued(text, place);
                Records::Json { pieces, plain: *form == Form::PlainJson, lenient: false }
            }
            (Form::Csv(sheet), RecordPlace::Csv(place)) => {
                Records::Csv(csv::Records::continued(text, sheet, place))
            }
            _ => Records::from_text(text, form),
        }
    }

    pub fn into_place(self) -> RecordPlace {
        match self {
            Records::Json { pieces, .. } => RecordPlace::Json(pieces.into_place()),
            Records::Csv(records) => RecordPlace::Csv(records.into_place()),
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

/// How far the records of a text have been read.
#[derive(Clone, Debug)]
pub enum RecordPlace {
    Json(PiecePlace),
    Csv(csv::RecordPlace),
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        match self {
            Records::Csv(records) => records.next(),
            Records::Json { pieces, plain, lenient } => {
                let piece = pieces.next()?;
                let mut changes = Vec::new();
                let (table, item) = item_of(&piece, *plain, lenient.then_some(&mut changes));
                Some(Record { line: piece.line, table, item, changes })
            }
        }
    }
}

/// Returns the item of a piece, and the table that its request names. With a list of changes, it is read leniently.
fn item_of(
    piece: &Piece,
    plain: bool,
    changes: Option<&mut Vec<Change>>,
) -> (Option<String>, Result<Item, Diagnostic>) {
    let object = match object_of(piece) {
        Ok(object) => object,
        Err(mistake) => return (piece.table.map(str::to_owned), Err(mistake)),
    };
    let is_item = |members: &Object| match (decode_item(members), changes) {
        (Ok(item), _) => Ok(item),
        (Err(_), Some(changes)) => {
            let (item, changed) = lenient_item(members);
            changes.extend(changed);
            Ok(item)
        }
        (Err(_), None) => Err(bad_value(members)),
    };
    if piece.is_request {
        let put = put_of(&object);
        let table = put.as_ref().and_then(|(table, _)| *table).or(piece.table).map(str::to_owned);
        return (table, put.ok_or(Diagnostic::NotAPut).and_then(|(_, members)| is_item(members)));
    }
    if plain {
        return (None, plain::item_of_plain(&object));
    }
    let table = match object.get("TableName") {
        Some(Value::String(table)) => Some(table.clone()),
        _ => None,
    };
    (table, is_item(unwrapped(&object)))
}

/// Returns the item that a request of a batch or transaction puts, with its table if the request names it.
fn put_of(request: &Object) -> Option<(Option<&str>, &Object)> {
    let put = ["PutRequest", "Put"].into_iter().find_map(|name| request.get(name))?;
    let Value::Object(put) = put else { return None };
    let table = match put.get("TableName") {
        Some(Value::String(table)) => Some(table.as_str()),
        _ => None,
    };
    match put.get("Item")? {
        Value::Object(item) => Some((table, item)),
        _ => None,
    }
}

/// Returns the distinct tables of a text's requests, in their order. Empty if the records name no table.
pub fn tables_of(text: &str, form: &Form) -> Vec<String> {
    let mut tables: Vec<String> = Vec::new();
    let of_piece = |piece: &Piece| match piece.table {
        Some(table) => Some(table.to_owned()),
        None => item_of(piece, false, None).0,
    };
    let mut pieces = Pieces::from_text(text).peekable();
    // A file of items can be large, so it is not read whole only for this.
    if *form != Form::DynamoJson
        || pieces.peek().is_none_or(|first| !first.is_request && of_piece(first).is_none())
    {
        return tables;
    }
    let mut known = BTreeSet::new();
    for table in pieces.filter_map(|piece| of_piece(&piece)) {
        if known.insert(table.clone()) {
            tables.push(table);
        }
    }
    tables
}

/// Returns the table whose records an import reads: the one with the target's name, otherwise the first one. None if all records
/// belong to the target.
pub fn source_of(tables: &[String], target: &str) -> Option<String> {
    let [first, _, ..] = tables else { return None };
    Some(tables.iter().find(|table| *table == target).unwrap_or(first).clone())
}

/// Number of records whose names are read for the order of attributes.
const ORDERED_MAX: usize = 200;

/// Returns the names of attributes in the order of the file.
pub fn names_of(text: &str, form: &Form) -> Vec<String> {
    if let Form::Csv(sheet) = form {
        return sheet.columns.iter().map(|column| column.attribute.clone()).collect();
    }
    let (mut names, mut known) = (Vec::new(), BTreeSet::new());
    for piece in Pieces::from_text(text).take(ORDERED_MAX) {
        let Ok(object) = object_of(&piece) else { continue };
        let item = match piece.is_request {
            true => put_of(&object).map(|(_, item)| item),
            false => Some(unwrapped(&object)),
        };
        for (name, _) in item.map(Object::in_order_sent).unwrap_or_default() {
            if known.insert(name.clone()) {
                names.push(name.clone());
            }
        }
    }
    names
}

fn object_of(piece: &Piece) -> Result<Object, Diagnostic> {
    if piece.unfinished {
        return Err(Diagnostic::Unfinished);
    }
    match json::parse(piece.text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Diagnostic::NotAnItem),
        Err(error) => Err(Diagnostic::NotJson { column: error.column }),
    }
}

/// Returns the item within the members that exports, responses and requests add.
fn unwrapped(object: &Object) -> &Object {
    if plain::is_dynamo(object) {
        return object;
    }
    match (put_of(object), object.get("Item")) {
        (Some((_, item)), _) if object.len() == 1 => item,
        // The response of GetItem and the body of PutItem have other members beside the item.
        (_, Some(Value::Object(item))) if object.len() == 1 || item.is_empty() || plain::is_dynamo(item) => {
            item
        }
        _ => object,
    }
}

/// Returns the problem for the first attribute that is not valid in DynamoDB.
fn bad_value(members: &Object) -> Diagnostic {
    let bad = members.iter().find(|(_, value)| decode_value(value).is_err());
    let (attribute, value) = bad
        .map(|(name, value)| {
            let mut text = String::new();
            value.write(&mut text);
            (name.clone(), text)
        })
        .unwrap_or_default();
    Diagnostic::BadValue { attribute, value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::wire::item_json;

    fn read(text: &str) -> Vec<(usize, Result<String, Diagnostic>)> {
        let form = Form::guess(text, || Sheet { delimiter: ',', columns: Vec::new(), has_names: true });
        Records::from_text(text, &form)
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
            format!("{{\"RequestItems\":{{\"Orders\":[{{\"PutRequest\":{{\"Item\":{ITEM}}}}}]}}}}"),
            format!("{{\"TransactItems\":[{{\"Put\":{{\"TableName\":\"Orders\",\"Item\":{ITEM}}}}}]}}"),
            format!("{{\"TableName\":\"Orders\",\"Item\":{ITEM},\"ReturnValues\":\"NONE\"}}"),
            format!("{{\"Item\":{ITEM},\"ConsumedCapacity\":{{\"CapacityUnits\":0.5}}}}"),
            format!("{{\"PutRequest\":{{\"Item\":{ITEM}}}}}"),
        ] {
            assert_eq!(read(&text), [(1, Ok(ITEM.to_owned()))], "{text}");
        }
    }

    #[test]
    fn requests_of_several_tables_keep_their_tables() {
        let put = |name: &str| format!("{{\"PutRequest\":{{\"Item\":{{\"a\":{{\"S\":\"{name}\"}}}}}}}}");
        let delete = r#"{"DeleteRequest":{"Key":{"a":{"S":"z"}}}}"#;
        let batch = format!("{{\"RequestItems\":{{\"T\":[{delete},{}],\"U\":[{}]}}}}", put("x"), put("y"));
        let transaction = r#"{"TransactItems":[{"Delete":{"TableName":"T","Key":{}}},
            {"Put":{"TableName":"T","Item":{"a":{"S":"x"}},"ConditionExpression":"attribute_not_exists(a)"}},
            {"Put":{"TableName":"U","Item":{"a":{"S":"y"}}}}],"ClientRequestToken":"t"}"#;
        for text in [batch.as_str(), transaction] {
            let form = Form::guess(text, || Sheet { delimiter: ',', columns: Vec::new(), has_names: true });
            let found: Vec<Record> = Records::from_text(text, &form).collect();
            assert_eq!(found.len(), 3, "{text}");
            assert_eq!(found[0].item, Err(Diagnostic::NotAPut), "{text}");
            for (record, (table, value)) in found[1..].iter().zip([("T", "x"), ("U", "y")]) {
                assert_eq!(record.table.as_deref(), Some(table), "{text}");
                let item = item_json(record.item.as_ref().unwrap());
                assert_eq!(item, format!("{{\"a\":{{\"S\":\"{value}\"}}}}"), "{text}");
            }
            let tables = tables_of(text, &form);
            assert_eq!(tables, ["T", "U"], "{text}");
            assert_eq!(
                ["U", "New"].map(|target| source_of(&tables, target)),
                [Some("U".into()), Some("T".into())]
            );
            assert_eq!(source_of(&tables[..1], "New"), None);
            let other = found[2].clone().only_of(Some("T"));
            assert_eq!(other.item, Err(Diagnostic::OtherTable { table: "U".into() }));
            assert!(
                found[2].clone().only_of(Some("U")).item.is_ok()
                    && found[2].clone().only_of(None).item.is_ok()
            );
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
    fn reports_problems_with_lines_and_reads_the_others() {
        let text = format!("{ITEM}\n{{\"a\":{{\"N\":\"x\"}}}}\n{{\"a\": oops}}\n{{\"a\":\n[1]\n{ITEM}\n");
        let found = read(&text);
        assert_eq!(found.len(), 6);
        let bad = Diagnostic::BadValue { attribute: "a".into(), value: r#"{"N":"x"}"#.into() };
        assert_eq!(found[1], (2, Err(bad)));
        assert!(matches!(found[2], (3, Err(Diagnostic::NotJson { .. }))));
        assert_eq!(found[3], (4, Err(Diagnostic::Unfinished)));
        assert_eq!(found[4], (5, Err(Diagnostic::NotAnItem)));
        assert_eq!(found[5], (6, Ok(ITEM.to_owned())));
    }
}
