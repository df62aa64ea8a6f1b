//! The problems of a record in a file. The page has the messages.

use dynalab_types::{Bound, DataType, ScalarType};
use serde::{Deserialize, Serialize};

/// The most characters of a value in a message.
const VALUE_CHARACTERS_MAX: usize = 40;
/// The most characters of each text of a told problem. A name of an attribute can be as long as its file.
const TOLD_CHARACTERS_MAX: usize = 200;

/// A problem as the page tells it: the name of the message, and the values in it as [`Diagnostic::details`] has them. It is never long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldDiagnostic {
    pub name: String,
    pub details: [String; 4],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnostic {
    /// The text ends within the record.
    Unfinished,
    /// The column in the record's line with this number, counted from its first.
    NotJson {
        column: usize,
    },
    /// The record is JSON, but not an object with attributes.
    NotAnItem,
    /// The request deletes, updates or checks an item, so it has no item to put.
    NotAPut,
    /// The request is for another table than the one of the import.
    OtherTable {
        table: String,
    },
    /// The value is not valid in DynamoDB. The attribute is empty if unknown.
    BadValue {
        attribute: String,
        value: String,
    },
    /// The field is not valid for its column's type.
    NotOfType {
        attribute: String,
        wanted: &'static str,
        value: String,
    },
    /// A quote is not closed, or text follows a closed quote.
    BadQuote,
    TooManyFields {
        found: usize,
        columns: usize,
    },
    /// A line has more fields than a sheet can have columns.
    TooManyColumns,
    MissingKey {
        attribute: String,
    },
    WrongKeyType {
        attribute: String,
        wanted: ScalarType,
        found: DataType,
    },
    EmptyKey {
        attribute: String,
    },
    TooLarge {
        bytes: u64,
    },
    /// After the items, the file has text that belongs to no item.
    TextAfterEnd,
}

impl Diagnostic {
    /// Returns the name of the message.
    pub fn name(&self) -> &'static str {
        match self {
            Diagnostic::Unfinished => "mistake-unfinished",
            Diagnostic::NotJson { .. } => "mistake-not-json",
            Diagnostic::NotAnItem => "mistake-not-an-item",
            Diagnostic::NotAPut => "mistake-not-a-put",
            Diagnostic::OtherTable { .. } => "mistake-other-table",
            Diagnostic::BadValue { .. } => "mistake-bad-value",
            Diagnostic::NotOfType { .. } => "mistake-not-of-type",
            Diagnostic::BadQuote => "mistake-bad-quote",
            Diagnostic::TooManyFields { .. } => "mistake-too-many-fields",
            Diagnostic::TooManyColumns => "mistake-too-many-columns",
            Diagnostic::MissingKey { .. } => "mistake-missing-key",
            Diagnostic::WrongKeyType { .. } => "mistake-wrong-key-type",
            Diagnostic::EmptyKey { .. } => "mistake-empty-key",
            Diagnostic::TooLarge { .. } => "mistake-too-large",
            Diagnostic::TextAfterEnd => "mistake-text-after-end",
        }
    }

    pub fn told(&self) -> ToldDiagnostic {
        let details = self.details().map(|detail| shortened(&detail, TOLD_CHARACTERS_MAX));
        ToldDiagnostic { name: self.name().to_owned(), details }
    }

    /// Returns the values in the message: `attribute`, `wanted`, `found`, `value`, in this order. Unused ones are empty.
    pub fn details(&self) -> [String; 4] {
        let none = String::new;
        match self {
            Diagnostic::NotJson { column } => [none(), none(), column.to_string(), none()],
            Diagnostic::BadValue { attribute, value } => [attribute.clone(), none(), none(), short(value)],
            Diagnostic::NotOfType { attribute, wanted, value } => {
                [attribute.clone(), (*wanted).to_owned(), none(), short(value)]
            }
            Diagnostic::TooManyFields { found, columns } => {
                [none(), columns.to_string(), found.to_string(), none()]
            }
            Diagnostic::TooManyColumns => [none(), Bound::Columns.most().to_string(), none(), none()],
            Diagnostic::MissingKey { attribute } | Diagnostic::EmptyKey { attribute } => {
                [attribute.clone(), none(), none(), none()]
            }
            Diagnostic::WrongKeyType { attribute, wanted, found } => {
                [attribute.clone(), wanted.name().to_owned(), found.name().to_owned(), none()]
            }
            Diagnostic::TooLarge { bytes } => [none(), none(), bytes.to_string(), none()],
            Diagnostic::OtherTable { table } => [none(), none(), none(), short(table)],
            Diagnostic::Unfinished
            | Diagnostic::NotAnItem
            | Diagnostic::NotAPut
            | Diagnostic::BadQuote
            | Diagnostic::TextAfterEnd => [none(), none(), none(), none()],
        }
    }
}

fn short(value: &str) -> String {
    shortened(value, VALUE_CHARACTERS_MAX)
}

fn shortened(value: &str, characters_max: usize) -> String {
    let mut text: String = value.chars().take(characters_max).collect();
    if text.len() < value.len() {
        text.push('…');
    }
    text
}
