//! SQL: each `CREATE TABLE` becomes an entity and a table with its keys, its indexes and first access patterns.

mod design;
mod read;

use dynalab_modeling::formats::Format;

pub const FORMAT: Format =
    Format { id: "sql", extension: "sql", is_like, read: Some(read::read), write: None };

fn is_like(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.match_indices("create").any(|(place, _)| {
        // CREATE TEMPORARY TABLE and similar statements have a word or two between.
        let words = text[place..].split_whitespace().skip(1).take(3);
        let mut words = words.map(|word| word.trim_end_matches('('));
        words.any(|word| word == "table")
    })
}

/// The parts of a SQL table that a design needs.
#[derive(Default)]
struct SqlTable {
    name: String,
    columns: Vec<Column>,
    /// The primary keys. Valid SQL has at most one.
    primary_keys: Vec<Vec<String>>,
    unique: Vec<Vec<String>>,
    foreign_keys: Vec<ForeignKey>,
    indexes: Vec<Vec<String>>,
}

struct Column {
    name: String,
    kind: ColumnKind,
}

/// Column types, as far as they differ in DynamoDB or in a sample.
enum ColumnKind {
    Text,
    Uuid,
    /// One of these strings.
    Choice(Vec<String>),
    Number {
        decimals: u32,
    },
    Flag,
    Date,
    Time,
    Bytes,
    Map,
    List,
}

struct ForeignKey {
    columns: Vec<String>,
    table: String,
    /// The referenced columns. Empty means the primary key of that table.
    referred: Vec<String>,
}
