//! SQL: each `CREATE TABLE` becomes an entity and a table with its keys, its indexes and first access patterns.
//!
//! A script or dump is divided into statements first. What makes no table or key is skipped and counted, and a table that cannot be
//! parsed costs no other.

mod columns;
mod design;
mod dialect;
mod lexer;
mod parse;
mod read;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::formats::{Format, Look};
use dynalab_types::{Bound, TooMuch};

pub const FORMAT: Format = Format {
    id: "sql",
    names: ["SQL", "SQL"],
    extension: "sql",
    is_like,
    read: Some(read::read),
    write: None,
};

/// Returns true if the word has `create` in it, in any case.
fn contains_create(word: &str) -> bool {
    word.as_bytes().windows(6).any(|letters| letters.eq_ignore_ascii_case(b"create"))
}

fn is_like(look: &Look) -> bool {
    // CREATE TEMPORARY TABLE and similar statements have a word or two between.
    let mut since_create = usize::MAX;
    look.text().split_ascii_whitespace().any(|word| {
        since_create = since_create.saturating_add(1);
        let is_table = since_create <= 3 && word.trim_end_matches('(').eq_ignore_ascii_case("table");
        if contains_create(word) {
            since_create = 0;
        }
        is_table
    })
}

/// The parts of a SQL table that a design needs.
#[derive(Default)]
struct SqlTable {
    name: String,
    columns: Vec<Column>,
    /// The names of the columns.
    names: BTreeSet<String>,
    /// The primary keys. Valid SQL has at most one.
    primary_keys: Vec<Vec<String>>,
    unique: Vec<Vec<String>>,
    foreign_keys: Vec<ForeignKey>,
    indexes: Vec<Vec<String>>,
}

impl SqlTable {
    /// Adds a column, if the table has none of this name.
    fn add_column(&mut self, column: Column) -> Result<(), TooMuch> {
        if self.names.insert(column.name.clone()) {
            Bound::Columns.check(self.names.len()).map_err(|refusal| refusal.at_member(&self.name))?;
            self.columns.push(column);
        }
        Ok(())
    }

    fn has(&self, column: &str) -> bool {
        self.names.contains(column)
    }

    /// Returns the names of the columns by the same names in lower case.
    fn names_by_small(&self) -> BTreeMap<String, String> {
        self.names.iter().map(|name| (name.to_lowercase(), name.clone())).collect()
    }

    fn has_all(&self, columns: &[String]) -> bool {
        columns.iter().all(|name| self.names.contains(name))
    }

    /// Checks the number of keys of all kinds.
    fn check_keys(&self) -> Result<(), TooMuch> {
        let keys = self.primary_keys.len() + self.unique.len() + self.foreign_keys.len() + self.indexes.len();
        Bound::Keys.check(keys).map_err(|refusal| refusal.at_member(&self.name))
    }
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
