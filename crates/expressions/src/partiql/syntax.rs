//! Statements as typed. Each prints back the text it was parsed from.

use std::fmt;

use super::{Literal, Position, write_quoted};
use crate::syntax::{self, Condition, Path, write_separated};

/// A parsed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub kind: StatementKind,
    /// Number of question marks in the statement.
    pub parameter_count: usize,
    /// The position of a selected function. It is an error, reported after errors about the index.
    pub selected_call: Option<Position>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    Select(Select),
    Insert(Insert),
    Update(Update),
    Delete(Delete),
    /// `EXISTS(SELECT …)`, a condition in a transaction.
    Exists(Select),
}

/// The table of a statement, and the index behind the dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    pub table: Box<str>,
    pub index: Option<Box<str>>,
}

/// The clauses of SELECT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The selected paths, empty for `*`.
    pub projection: Vec<Path>,
    pub from: TableName,
    pub filter: Option<Condition>,
    pub order: Vec<OrderTerm>,
}

/// One path of ORDER BY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderTerm {
    pub path: Path,
    pub descending: bool,
    /// `NULLS FIRST` or `NULLS LAST`, if given.
    pub nulls_first: Option<bool>,
}

/// The table and the item of INSERT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    pub into: TableName,
    /// The new item, a map.
    pub item: Literal,
}

/// The clauses of UPDATE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub table: TableName,
    /// True for `FROM table WHERE … SET …`, which has the same meaning.
    pub begins_with_from: bool,
    /// The SET and REMOVE clauses. Each may repeat.
    pub update: syntax::Update,
    pub filter: Option<Condition>,
    pub returning: Option<Returning>,
}

/// The clauses of DELETE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delete {
    pub from: TableName,
    pub filter: Option<Condition>,
    pub returning: Option<Returning>,
}

/// The images that RETURNING asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returning {
    AllOld,
    AllNew,
    ModifiedOld,
    ModifiedNew,
}

impl Returning {
    /// Returns the words between RETURNING and the star.
    pub fn text(self) -> &'static str {
        match self {
            Returning::AllOld => "ALL OLD",
            Returning::AllNew => "ALL NEW",
            Returning::ModifiedOld => "MODIFIED OLD",
            Returning::ModifiedNew => "MODIFIED NEW",
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            StatementKind::Select(select) => write!(formatter, "{select}"),
            StatementKind::Exists(select) => write!(formatter, "EXISTS({select})"),
            StatementKind::Insert(Insert { into, item }) => {
                write!(formatter, "INSERT INTO {into} VALUE {item}")
            }
            StatementKind::Update(Update { table, begins_with_from, update, filter, returning }) => {
                if *begins_with_from {
                    write!(formatter, "FROM {table}")?;
                    write_where(formatter, filter)?;
                    write!(formatter, " {update}")?;
                } else {
                    write!(formatter, "UPDATE {table} {update}")?;
                    write_where(formatter, filter)?;
                }
                write_returning(formatter, *returning)
            }
            StatementKind::Delete(Delete { from, filter, returning }) => {
                write!(formatter, "DELETE FROM {from}")?;
                write_where(formatter, filter)?;
                write_returning(formatter, *returning)
            }
        }
    }
}

impl fmt::Display for Select {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SELECT ")?;
        if self.projection.is_empty() {
            formatter.write_str("*")?;
        }
        write_separated(formatter, &self.projection, ", ")?;
        write!(formatter, " FROM {}", self.from)?;
        write_where(formatter, &self.filter)?;
        if !self.order.is_empty() {
            formatter.write_str(" ORDER BY ")?;
        }
        write_separated(formatter, &self.order, ", ")
    }
}

fn write_where(formatter: &mut fmt::Formatter<'_>, filter: &Option<Condition>) -> fmt::Result {
    match filter {
        Some(filter) => write!(formatter, " WHERE {filter}"),
        None => Ok(()),
    }
}

fn write_returning(formatter: &mut fmt::Formatter<'_>, returning: Option<Returning>) -> fmt::Result {
    match returning {
        Some(returning) => write!(formatter, " RETURNING {} *", returning.text()),
        None => Ok(()),
    }
}

impl fmt::Display for OrderTerm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.path, if self.descending { " DESC" } else { "" })?;
        formatter.write_str(match self.nulls_first {
            None => "",
            Some(true) => " NULLS FIRST",
            Some(false) => " NULLS LAST",
        })
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(formatter, &self.table, '"')?;
        if let Some(index) = &self.index {
            formatter.write_str(".")?;
            write_quoted(formatter, index, '"')?;
        }
        Ok(())
    }
}
