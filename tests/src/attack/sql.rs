//! SQL: long statements, many names and keys, deep nesting and long chains.

use super::{Dimension, Reader, dimension, each};

const SQL: Reader = Reader::Format("sql");

pub const DIMENSIONS: &[Dimension] = &[
    dimension(SQL, "tables", |n| each(n, "\n", table), 20, 45_000),
    dimension(
        SQL,
        "tables with ALTER",
        |n| each(n, "\n", |n| format!("{}\nALTER TABLE t{n} ADD CONSTRAINT c{n} UNIQUE (a);", table(n))),
        20,
        30_000,
    ),
    dimension(
        SQL,
        "tables with an index",
        |n| each(n, "\n", |n| format!("{}\nCREATE INDEX i{n} ON t{n} (a);", table(n))),
        20,
        30_000,
    ),
    dimension(
        SQL,
        "columns",
        |n| format!("CREATE TABLE t (id int PRIMARY KEY, {});", each(n, ", ", |n| format!("c{n} int"))),
        50,
        100_000,
    ),
    dimension(
        SQL,
        "foreign keys",
        |n| {
            format!(
                "{}\nCREATE TABLE u (id int PRIMARY KEY, {});",
                table(0),
                each(n, ", ", |n| format!("c{n} int REFERENCES t0(id)"))
            )
        },
        20,
        20_000,
    ),
    dimension(SQL, "keys of each table", keys_of_tables, 5, 200),
    dimension(
        SQL,
        "columns of a key",
        |n| {
            format!(
                "CREATE TABLE t ({}, PRIMARY KEY ({}));",
                each(n, ", ", |n| format!("c{n} int")),
                each(n, ", ", |n| format!("c{n}"))
            )
        },
        50,
        50_000,
    ),
    dimension(
        SQL,
        "rows of INSERT",
        |n| format!("{}\nINSERT INTO t0 VALUES {};", table(0), each(n, ",", |n| format!("({n})"))),
        100,
        400_000,
    ),
    dimension(
        SQL,
        "UNION",
        |n| format!("{}\nSELECT 1{};", table(0), " UNION SELECT 1".repeat(n)),
        20,
        100_000,
    ),
    dimension(
        SQL,
        "chain of an operator",
        |n| format!("CREATE TABLE t (id int DEFAULT 1{});", "+1".repeat(n)),
        50,
        500_000,
    ),
    dimension(SQL, "types of types", |n| format!("CREATE TABLE t (id int{});", "[]".repeat(n)), 20, 500_000),
    dimension(
        SQL,
        "arrays of arrays",
        |n| format!("CREATE TABLE t (id {}int{});", "ARRAY<".repeat(n), ">".repeat(n)),
        4,
        200_000,
    ),
    dimension(
        SQL,
        "nesting",
        |n| format!("CREATE TABLE t (id int DEFAULT {}1{});", "(".repeat(n), ")".repeat(n)),
        2,
        500_000,
    ),
    dimension(SQL, "repeated word", |n| format!("{}\nSELECT {}1;", table(0), "NOT ".repeat(n)), 2, 500_000),
    dimension(
        SQL,
        "create without a space",
        |n| format!("-- {} x\n{}", "create".repeat(n), table(0)),
        200,
        300_000,
    ),
    dimension(
        SQL,
        "statements of other kinds",
        |n| format!("{}\n{}", table(0), "DROP TABLE x;\n".repeat(n)),
        50,
        60_000,
    ),
    dimension(
        SQL,
        "kinds of statements",
        |n| format!("{}\n{}", table(0), each(n, "", |n| format!("{};\n", word(n)))),
        50,
        60_000,
    ),
    dimension(
        SQL,
        "quotes without an end",
        |n| format!("{}\n{}", table(0), "a '\\".repeat(n)),
        200,
        1_000_000,
    ),
    dimension(SQL, "quotes of each kind", |n| format!("{}\n{}", table(0), "'\"`[/*".repeat(n)), 200, 600_000),
    dimension(
        SQL,
        "dollar quotes without an end",
        |n| format!("{}\n{}", table(0), each(n, " ", |n| format!("$a{n}$"))),
        200,
        400_000,
    ),
    dimension(SQL, "comments in a line", |n| format!("{}\n{}", table(0), "/**/".repeat(n)), 200, 900_000),
    dimension(
        SQL,
        "nested comments",
        |n| format!("{}; SELECT 1::int; {}", table(0), "/*".repeat(n)),
        200,
        1_900_000,
    ),
    dimension(SQL, "hints", |n| format!("{}\n{};", table(0), "/*!40101 SET x */".repeat(n)), 100, 200_000),
    dimension(
        SQL,
        "delimiters",
        |n| format!("{}\n{}", table(0), "DELIMITER //\nx//\n".repeat(n)),
        50,
        200_000,
    ),
    dimension(
        SQL,
        "batches",
        |n| each(n, "\nGO\n", |n| format!("CREATE TABLE t{n} (id int PRIMARY KEY)")),
        20,
        45_000,
    ),
    dimension(
        SQL,
        "routines without an end",
        |n| format!("{}\n{}", table(0), "CREATE TRIGGER t BEGIN x;\n".repeat(n)),
        50,
        150_000,
    ),
    dimension(
        SQL,
        "copied rows",
        |n| format!("{}\nCOPY t0 FROM stdin;\n{}\\.\n", table(0), "1\t2\n".repeat(n)),
        100,
        900_000,
    ),
    dimension(
        SQL,
        "tables that are refused",
        |n| format!("{}\n{}", table(0), each(n, "\n", |n| format!("CREATE TABLE x{n} (a WHAT EVER IS);"))),
        20,
        60_000,
    ),
];

fn table(number: usize) -> String {
    format!("CREATE TABLE t{number} (id int PRIMARY KEY, a text);")
}

/// Returns letters for a number.
fn word(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'A')).collect()
}

/// Each table refers to the tables before it, several times.
fn keys_of_tables(count: usize) -> String {
    const TABLES: usize = 20;
    let table = |number: usize| {
        let key = |key| format!("c{key:04} int REFERENCES t{}(id)", key % number.max(1));
        format!("CREATE TABLE t{number} (id int PRIMARY KEY, {});", each(count, ", ", key))
    };
    each(TABLES, "\n", table)
}
