//! Reads SQL statements. Tries the dialects of MySQL, PostgreSQL, SQLite and SQL Server in turn.

use std::collections::BTreeMap;

use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign};
use dynalab_types::{Bound, Budget, TooMuch};
use sqlparser::ast::{
    AlterTableOperation, ArrayElemTypeDef, ColumnDef, ColumnOption, CreateIndex, CreateTable, DataType,
    EnumMember, ExactNumberInfo, Expr, IndexColumn, ObjectName, Statement, TableConstraint,
};
use sqlparser::dialect::{
    Dialect, GenericDialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect,
};
use sqlparser::parser::{Parser, ParserError};

use crate::charged;

use super::{Column, ColumnKind, FORMAT, ForeignKey, SqlTable, design};

/// Maximum nesting of expressions.
const DEPTH_MAX: usize = Bound::SqlDepth.most() as usize;
/// Maximum number of tables in a file.
const TABLES_MAX: usize = 200;

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    charged::charge(text, &charged::SQL, budget)?;
    let mut tables: Vec<SqlTable> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut ignored = 0;
    for statement in parse(text)? {
        match statement {
            Statement::CreateTable(create) => {
                let table = table_of(create)?;
                Bound::Tables.check(tables.len() + 1).map_err(|refusal| refusal.at_member(&table.name))?;
                places.entry(table.name.clone()).or_insert(tables.len());
                tables.push(table);
            }
            Statement::AlterTable(alter) => {
                let name = last_part(&alter.name);
                let mut is_used = false;
                if let Some(table) = places.get(&name).and_then(|place| tables.get_mut(*place)) {
                    for operation in alter.operations {
                        if let AlterTableOperation::AddConstraint { constraint, .. } = operation {
                            add_constraint(table, constraint)?;
                            is_used = true;
                        }
                    }
                }
                ignored += usize::from(!is_used);
            }
            Statement::CreateIndex(CreateIndex { table_name, columns, unique, .. }) => {
                let name = last_part(&table_name);
                match places.get(&name).and_then(|place| tables.get_mut(*place)) {
                    Some(table) => {
                        let list = if unique { &mut table.unique } else { &mut table.indexes };
                        list.push(names_of(&columns));
                        table.check_keys()?;
                    }
                    None => ignored += 1,
                }
            }
            _ => ignored += 1,
        }
    }
    tables.retain(|table| !table.columns.is_empty());
    tables.truncate(TABLES_MAX);
    if tables.is_empty() {
        return Err(FormatError::NoTable);
    }
    let mut notes = Vec::new();
    if ignored > 0 {
        notes.push(ImportNote::Ignored { count: ignored });
    }
    let design = design::design_of(tables, &mut notes);
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

/// Parses the text in the first dialect that accepts all of it. Otherwise returns the error at the furthest position.
fn parse(text: &str) -> Result<Vec<Statement>, FormatError> {
    let dialects: [&dyn Dialect; 5] =
        [&MySqlDialect {}, &PostgreSqlDialect {}, &SQLiteDialect {}, &MsSqlDialect {}, &GenericDialect {}];
    let mut furthest: Option<((usize, usize), String)> = None;
    for dialect in dialects {
        let parser = Parser::new(dialect).with_recursion_limit(DEPTH_MAX);
        match parser.try_with_sql(text).and_then(|mut parser| parser.parse_statements()) {
            Ok(statements) => return Ok(statements),
            Err(ParserError::RecursionLimitExceeded) => {
                return Err(FormatError::TooMuch(TooMuch::of(Bound::SqlDepth)));
            }
            Err(ParserError::TokenizerError(detail) | ParserError::ParserError(detail)) => {
                let (place, detail) = place_of(&detail);
                if furthest.as_ref().is_none_or(|(before, _)| place > *before) {
                    furthest = Some((place, detail));
                }
            }
        }
    }
    let ((line, column), detail) = furthest.unwrap_or_default();
    Err(FormatError::Syntax { language: "SQL", line, column, detail })
}

/// Returns the position at the end of the parser's message (" at Line: 3, Column: 7"), and the message.
fn place_of(detail: &str) -> ((usize, usize), String) {
    let read = || {
        let (sentence, place) = detail.rsplit_once(" at Line: ")?;
        let (line, column) = place.split_once(", Column: ")?;
        Some(((line.parse().ok()?, column.trim().parse().ok()?), sentence.to_owned()))
    };
    read().unwrap_or_else(|| ((0, 0), detail.to_owned()))
}

fn table_of(create: CreateTable) -> Result<SqlTable, TooMuch> {
    let mut table = SqlTable { name: last_part(&create.name), ..SqlTable::default() };
    for column in create.columns {
        add_column(&mut table, column)?;
    }
    for constraint in create.constraints {
        add_constraint(&mut table, constraint)?;
    }
    Ok(table)
}

fn add_column(table: &mut SqlTable, column: ColumnDef) -> Result<(), TooMuch> {
    let name = column.name.value;
    if table.names.contains(&name) {
        return Ok(());
    }
    for option in column.options {
        match option.option {
            ColumnOption::PrimaryKey(_) => table.primary_keys.push(vec![name.clone()]),
            ColumnOption::Unique(_) => table.unique.push(vec![name.clone()]),
            ColumnOption::ForeignKey(key) => table.foreign_keys.push(ForeignKey {
                columns: vec![name.clone()],
                table: last_part(&key.foreign_table),
                referred: key.referred_columns.into_iter().map(|name| name.value).collect(),
            }),
            _ => {}
        }
    }
    table.check_keys()?;
    table.add_column(Column { name, kind: kind_of(&column.data_type) })
}

fn add_constraint(table: &mut SqlTable, constraint: TableConstraint) -> Result<(), TooMuch> {
    match constraint {
        TableConstraint::PrimaryKey(key) => table.primary_keys.push(names_of(&key.columns)),
        TableConstraint::Unique(key) => table.unique.push(names_of(&key.columns)),
        TableConstraint::Index(key) => table.indexes.push(names_of(&key.columns)),
        TableConstraint::ForeignKey(key) => table.foreign_keys.push(ForeignKey {
            columns: key.columns.into_iter().map(|name| name.value).collect(),
            table: last_part(&key.foreign_table),
            referred: key.referred_columns.into_iter().map(|name| name.value).collect(),
        }),
        _ => {}
    }
    table.check_keys()
}

/// Returns the columns of an index, without expressions.
fn names_of(columns: &[IndexColumn]) -> Vec<String> {
    let name = |column: &IndexColumn| match &column.column.expr {
        Expr::Identifier(name) => Some(name.value.clone()),
        _ => None,
    };
    columns.iter().filter_map(name).collect()
}

/// Returns the name without its schema.
fn last_part(name: &ObjectName) -> String {
    name.0.last().and_then(|part| part.as_ident()).map(|name| name.value.clone()).unwrap_or_default()
}

fn kind_of(data_type: &DataType) -> ColumnKind {
    match data_type {
        DataType::Uuid => ColumnKind::Uuid,
        DataType::Enum(members, _) => ColumnKind::Choice(members.iter().map(member_text).collect()),
        DataType::Bool | DataType::Boolean => ColumnKind::Flag,
        DataType::Date => ColumnKind::Date,
        DataType::Datetime(_) | DataType::Timestamp(..) | DataType::TimestampNtz(_) => ColumnKind::Time,
        DataType::JSON | DataType::JSONB => ColumnKind::Map,
        DataType::Array(
            ArrayElemTypeDef::None
            | ArrayElemTypeDef::AngleBracket(_)
            | ArrayElemTypeDef::SquareBracket(..)
            | ArrayElemTypeDef::Parenthesis(_),
        ) => ColumnKind::List,
        DataType::Decimal(info) | DataType::Numeric(info) | DataType::Dec(info) => {
            let decimals = match info {
                ExactNumberInfo::PrecisionAndScale(_, scale) => u32::try_from(*scale).unwrap_or(0),
                ExactNumberInfo::None | ExactNumberInfo::Precision(_) => 0,
            };
            ColumnKind::Number { decimals: decimals.min(10) }
        }
        other => kind_of_name(&other.to_string().to_ascii_uppercase()),
    }
}

/// Returns the kind of a type name. Dialects have several names for one type, such as `BIGINT(20) UNSIGNED` and `INT8`.
fn kind_of_name(name: &str) -> ColumnKind {
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    if name == "TINYINT(1)" {
        ColumnKind::Flag
    } else if begins(&[
        "TINYINT",
        "SMALLINT",
        "MEDIUMINT",
        "INT",
        "BIGINT",
        "SERIAL",
        "BIGSERIAL",
        "SMALLSERIAL",
        "YEAR",
    ]) && !name.starts_with("INTERVAL")
    {
        ColumnKind::Number { decimals: 0 }
    } else if begins(&["FLOAT", "DOUBLE", "REAL", "MONEY", "NUMBER"]) {
        ColumnKind::Number { decimals: 2 }
    } else if begins(&["BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB", "BINARY", "VARBINARY", "BYTEA", "BYTES"])
    {
        ColumnKind::Bytes
    } else if begins(&["DATETIME", "TIMESTAMP"]) {
        ColumnKind::Time
    } else {
        ColumnKind::Text
    }
}

fn member_text(member: &EnumMember) -> String {
    match member {
        EnumMember::Name(name) | EnumMember::NamedValue(name, _) => name.clone(),
    }
}
