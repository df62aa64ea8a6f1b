//! Reads comma-separated values: quoted fields, a detected delimiter, detected column types, and the line of each record.

use dynalab_literals::csv::unguarded;
use dynalab_types::json;
use dynalab_types::wire::base64_bytes;
use dynalab_types::{AttributeValue, Bound, Item, Number, ScalarType};
use serde::{Deserialize, Serialize};

use super::checks::Keys;
use super::diagnostic::Diagnostic;
use super::plain;
use super::records::Record;

const DELIMITERS: [char; 5] = [',', ';', '\t', '|', ':'];
/// The number of records from which the types of columns are detected.
const SAMPLE: usize = 500;

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    S,
    N,
    B,
    Bool,
    /// Nested values, as plain JSON or DynamoDB JSON.
    Json,
    LeftOut,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Kind::S, Kind::N, Kind::B, Kind::Bool, Kind::Json, Kind::LeftOut];

    pub fn name(self) -> &'static str {
        match self {
            Kind::S => "S",
            Kind::N => "N",
            Kind::B => "B",
            Kind::Bool => "BOOL",
            Kind::Json => "JSON",
            Kind::LeftOut => "-",
        }
    }

    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    fn of_key(scalar_type: ScalarType) -> Kind {
        match scalar_type {
            ScalarType::S => Kind::S,
            ScalarType::N => Kind::N,
            ScalarType::B => Kind::B,
        }
    }

    fn accepts_value(self, field: &str) -> bool {
        match self {
            Kind::N => Number::parse(field).is_ok(),
            Kind::Bool => matches!(field, "true" | "false"),
            Kind::Json => field.starts_with(['{', '[']) && json::parse(field).is_ok(),
            Kind::S | Kind::LeftOut => true,
            Kind::B => base64_bytes(field).is_some(),
        }
    }
}

/// Returns the byte and the line behind the comments at the beginning of a sheet: lines with `# `.
fn behind_comments(text: &str) -> (usize, usize) {
    let comments =
        || text.split_inclusive('\n').take_while(|line| line.starts_with("# ") || line.trim_end() == "#");
    (comments().map(str::len).sum(), 1 + comments().count())
}

/// Returns the first line without what stands in quotes: there, a delimiter and a line end are part of a name.
fn first_line(text: &str) -> String {
    let mut is_quoted = false;
    let outside = text.chars().take_while(|letter| {
        is_quoted ^= *letter == '"';
        is_quoted || *letter != '\n'
    });
    let mut is_inside = false;
    outside
        .filter(|letter| {
            is_inside ^= *letter == '"';
            !is_inside
        })
        .collect()
}

/// Returns false if the first line is a record: it has a number where the other records have numbers. Years and counted columns are names.
fn are_names(first: &[String], sample: &[Vec<String>]) -> bool {
    let numbers: Vec<Option<f64>> = first.iter().map(|field| field.trim().parse().ok()).collect();
    let is_year = |number: &f64| (1900.0..=2100.0).contains(number) && number.fract() == 0.0;
    let found: Vec<f64> = numbers.iter().flatten().copied().collect();
    let is_counted = found.len() > 1 && found.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
    let is_of_numbers = |place: usize| {
        let mut fields =
            sample.iter().filter_map(|fields| fields.get(place)).filter(|field| !field.is_empty()).peekable();
        fields.peek().is_some() && fields.all(|field| Kind::N.accepts_value(field))
    };
    let is_record = numbers
        .iter()
        .enumerate()
        .any(|(place, number)| number.is_some_and(|number| !is_year(&number)) && is_of_numbers(place));
    is_counted || !is_record
}

/// Returns whether a field of digits is a code, such as the ZIP code 01234. As a number it would lose its first digits.
fn is_code(field: &str) -> bool {
    field.len() > 1 && field.starts_with('0') && field.bytes().all(|byte| byte.is_ascii_digit())
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The name of the column in the first line.
    pub header: String,
    /// The attribute name in the items.
    pub attribute: String,
    pub kind: Kind,
}

/// How a file is read. The user can change everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    pub delimiter: char,
    pub columns: Vec<Column>,
    /// False if the first line is a record. The columns then have numbers as names.
    pub has_names: bool,
}

impl Sheet {
    /// Detects the format. Keys have the types of the table. Numbers, Booleans and JSON are detected if all fields of a column
    /// match.
    pub fn guess(text: &str, keys: &Keys) -> Sheet {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = first_line(&text[behind_comments(text).0..]);
        let most = DELIMITERS.into_iter().rev().max_by_key(|delimiter| first.matches(*delimiter).count());
        let delimiter = most.unwrap_or(',');
        let mut lines = Lines::new(text, delimiter);
        // Without a first line that can be read, the sheet has no columns, and no other line is one of it.
        let headers = match lines.next().map(|line| line.fields) {
            Some(Ok(headers)) => headers,
            _ => return Sheet { delimiter, columns: Vec::new(), has_names: true },
        };
        let mut sample: Vec<Vec<String>> = lines.take(SAMPLE).filter_map(|line| line.fields.ok()).collect();
        let has_names = are_names(&headers, &sample);
        let headers = match has_names {
            true => headers,
            false => {
                let names = (1..=headers.len()).map(|number| format!("column_{number}")).collect();
                sample.insert(0, headers);
                names
            }
        };
        let columns = headers.into_iter().enumerate().map(|(place, header)| {
            let fields =
                || sample.iter().filter_map(|fields| fields.get(place)).filter(|field| !field.is_empty());
            let guessed = [Kind::N, Kind::Bool, Kind::Json].into_iter();
            let kind = match keys.type_of(&header) {
                Some(key) => Kind::of_key(key),
                None if fields().next().is_none() => Kind::S,
                None => guessed
                    .into_iter()
                    .find(|kind| fields().all(|field| kind.accepts_value(field) && !is_code(field)))
                    .unwrap_or(Kind::S),
            };
            Column { attribute: header.clone(), header, kind }
        });
        Sheet { delimiter, columns: columns.collect(), has_names }
    }

    fn item(&self, fields: &[String]) -> Result<Item, Diagnostic> {
        if fields.len() > self.columns.len() {
            return Err(Diagnostic::TooManyFields { found: fields.len(), columns: self.columns.len() });
        }
        let mut item = Item::new();
        // An empty field means that the item lacks the attribute.
        for (column, field) in self.columns.iter().zip(fields).filter(|(_, field)| !field.is_empty()) {
            if column.kind != Kind::LeftOut {
                item.insert(column.attribute.as_str(), value(column, field)?);
            }
        }
        Ok(item)
    }
}

fn value(column: &Column, field: &str) -> Result<AttributeValue, Diagnostic> {
    let (attribute, value) = (column.attribute.clone(), field.to_owned());
    let wrong = || Diagnostic::NotOfType { attribute, wanted: column.kind.name(), value };
    Ok(match column.kind {
        Kind::S | Kind::LeftOut => AttributeValue::string(field),
        Kind::N => AttributeValue::N(Number::parse(field).map_err(|_| wrong())?),
        Kind::B => AttributeValue::B(base64_bytes(field).ok_or_else(wrong)?.into()),
        Kind::Bool => AttributeValue::Bool(match field {
            "true" => true,
            "false" => false,
            _ => return Err(wrong()),
        }),
        Kind::Json => plain::value_of_json(field).ok_or_else(wrong)?,
    })
}

/// The records after the first line.
pub struct Records<'a> {
    sheet: &'a Sheet,
    lines: Lines<'a>,
    /// The first line, if it has too many columns. Then it is the only record.
    refused: Option<Line>,
    is_refused: bool,
}

impl<'a> Records<'a> {
    pub fn from_text(text: &'a str, sheet: &'a Sheet) -> Records<'a> {
        let mut lines = Lines::new(text, sheet.delimiter);
        let names = if sheet.has_names { lines.next() } else { None };
        let refused = names.filter(|line| line.fields == Err(Diagnostic::TooManyColumns));
        Records { sheet, lines, refused, is_refused: false }
    }

    /// Continues with a text at a place that [`Records::into_place`] returned for it.
    pub fn continued(text: &'a str, sheet: &'a Sheet, at: RecordPlace) -> Records<'a> {
        let RecordPlace { place, number, is_refused } = at;
        let lines = Lines { place, number, ..Lines::new(text, sheet.delimiter) };
        Records { sheet, lines, refused: None, is_refused }
    }

    pub fn into_place(self) -> RecordPlace {
        let Lines { place, number, .. } = self.lines;
        RecordPlace { place, number, is_refused: self.is_refused }
    }

    /// Returns the number of bytes that have been read.
    pub fn place(&self) -> usize {
        self.lines.place
    }
}

/// How far the records of a text have been read: the byte and the line of the next one.
#[derive(Clone, Copy, Debug)]
pub struct RecordPlace {
    place: usize,
    number: usize,
    is_refused: bool,
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let line = match self.refused.take() {
            Some(line) => {
                self.is_refused = true;
                line
            }
            None if self.is_refused => return None,
            None => self.lines.next()?,
        };
        Some(Record {
            line: line.number,
            table: None,
            item: line.fields.and_then(|fields| self.sheet.item(&fields)),
            changes: Vec::new(),
        })
    }
}

struct Line {
    number: usize,
    fields: Result<Vec<String>, Diagnostic>,
}

/// The records of a text. A quoted field can contain line breaks. Empty lines are skipped.
struct Lines<'a> {
    text: &'a str,
    delimiter: char,
    place: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str, delimiter: char) -> Lines<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (place, number) = behind_comments(text);
        Lines { text, delimiter, place, number }
    }

    fn advance(&mut self, by: usize) {
        self.number += self.text[self.place..self.place + by].matches('\n').count();
        self.place += by;
    }

    /// Skips to the next line, so that an invalid record does not affect the others.
    fn give_up(&mut self, number: usize, start: usize, mistake: Diagnostic) -> Line {
        let rest = &self.text[start..];
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        (self.place, self.number) = (start, number);
        self.advance(end);
        Line { number, fields: Err(mistake) }
    }

    /// Reads a field and the delimiter after it.
    fn field(&mut self) -> Option<(String, Option<char>)> {
        let rest = &self.text[self.place..];
        let (field, length) = match rest.strip_prefix('"') {
            None => {
                let end = rest.find([self.delimiter, '\n']).unwrap_or(rest.len());
                (rest[..end].trim_end_matches('\r').to_owned(), end)
            }
            Some(quoted) => {
                let (mut field, mut place) = (String::new(), 0);
                loop {
                    let end = place + quoted[place..].find('"')?;
                    field.push_str(&quoted[place..end]);
                    place = end + 1;
                    if !quoted[place..].starts_with('"') {
                        break;
                    }
                    field.push('"');
                    place += 1;
                }
                (field, place + 1)
            }
        };
        self.advance(length);
        let rest = self.text[self.place..].strip_prefix('\r').unwrap_or(&self.text[self.place..]);
        let after = rest.chars().next();
        if after.is_some_and(|after| after != self.delimiter && after != '\n') {
            return None;
        }
        self.advance(self.text.len() - self.place - rest.len() + after.map_or(0, char::len_utf8));
        Some((field, after))
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let rest = self.text.get(self.place..).filter(|rest| !rest.is_empty())?;
            if !rest.starts_with('\n') && !rest.starts_with("\r\n") {
                break;
            }
            self.advance(rest.find('\n').unwrap_or(0) + 1);
        }
        let (number, start) = (self.number, self.place);
        let mut fields = Vec::new();
        loop {
            if Bound::Columns.check(fields.len() + 1).is_err() {
                return Some(self.give_up(number, start, Diagnostic::TooManyColumns));
            }
            let Some((field, after)) = self.field() else {
                return Some(self.give_up(number, start, Diagnostic::BadQuote));
            };
            fields.push(unguarded(&field).to_owned());
            if after != Some(self.delimiter) {
                return Some(Line { number, fields: Ok(fields) });
            }
        }
    }
}

#[cfg(test)]
mod tests;
