//! The problems of a record in a file. The page has the messages.

use dynalab_types::{DataType, ScalarType};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
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

impl Mistake {
    /// Returns the name of the message.
    pub fn name(&self) -> &'static str {
        match self {
            Mistake::Unfinished => "mistake-unfinished",
            Mistake::NotJson { .. } => "mistake-not-json",
            Mistake::NotAnItem => "mistake-not-an-item",
            Mistake::NotAPut => "mistake-not-a-put",
            Mistake::OtherTable { .. } => "mistake-other-table",
            Mistake::BadValue { .. } => "mistake-bad-value",
            Mistake::NotOfType { .. } => "mistake-not-of-type",
            Mistake::BadQuote => "mistake-bad-quote",
            Mistake::TooManyFields { .. } => "mistake-too-many-fields",
            Mistake::MissingKey { .. } => "mistake-missing-key",
            Mistake::WrongKeyType { .. } => "mistake-wrong-key-type",
            Mistake::EmptyKey { .. } => "mistake-empty-key",
            Mistake::TooLarge { .. } => "mistake-too-large",
            Mistake::TextAfterEnd => "mistake-text-after-end",
        }
    }

    /// Returns the values in the message: `attribute`, `wanted`, `found`, `value`, in this order. Unused ones are empty.
    pub fn details(&self) -> [String; 4] {
        let none = String::new;
        match self {
            Mistake::NotJson { column } => [none(), none(), column.to_string(), none()],
            Mistake::BadValue { attribute, value } => [attribute.clone(), none(), none(), short(value)],
            Mistake::NotOfType { attribute, wanted, value } => {
                [attribute.clone(), (*wanted).to_owned(), none(), short(value)]
            }
            Mistake::TooManyFields { found, columns } => {
                [none(), columns.to_string(), found.to_string(), none()]
            }
            Mistake::MissingKey { attribute } | Mistake::EmptyKey { attribute } => {
                [attribute.clone(), none(), none(), none()]
            }
            Mistake::WrongKeyType { attribute, wanted, found } => {
                [attribute.clone(), wanted.name().to_owned(), found.name().to_owned(), none()]
            }
            Mistake::TooLarge { bytes } => [none(), none(), bytes.to_string(), none()],
            Mistake::OtherTable { table } => [none(), none(), none(), short(table)],
            Mistake::Unfinished
            | Mistake::NotAnItem
            | Mistake::NotAPut
            | Mistake::BadQuote
            | Mistake::TextAfterEnd => [none(), none(), none(), none()],
        }
    }
}

fn short(value: &str) -> String {
    const CHARACTERS_MAX: usize = 40;
    let mut text: String = value.chars().take(CHARACTERS_MAX).collect();
    if text.len() < value.len() {
        text.push('…');
    }
    text
}
