//! Files of items: comma-separated values, JSON, and requests.

use super::{Dimension, Reader, dimension, each};

const DESIGN: Reader = Reader::Format("items");
const ITEMS: Reader = Reader::Items;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(DESIGN, "columns", |n| columns(n, 5), 50, 300_000),
    dimension(DESIGN, "rows", |n| columns(5, n), 100, 60_000),
    dimension(DESIGN, "columns and rows", |n| columns(n, 70), 20, 1_000),
    dimension(DESIGN, "tables of requests", batch, 20, 40_000),
    dimension(
        DESIGN,
        "items as JSON",
        |n| format!("[{}]", each(n, ",", |n| format!("{{\"id\":{n},\"a\":\"x\"}}"))),
        100,
        40_000,
    ),
    dimension(
        DESIGN,
        "attributes as JSON",
        |n| format!("[{{\"id\":1}},{{\"id\":2,{}}}]", each(n, ",", |n| format!("\"a{n}\":1"))),
        50,
        60_000,
    ),
    dimension(
        DESIGN,
        "parts of a key",
        |n| {
            each(20, "\n", |row| {
                format!("{{\"PK\":{{\"S\":\"A{}\"}},\"a\":{{\"S\":\"x\"}}}}", format!("#{row}").repeat(n))
            })
        },
        2,
        20_000,
    ),
    dimension(DESIGN, "kinds", |n| each(n, "\n", |n| format!("{{\"PK\":{{\"S\":\"K{n}#1\"}}}}")), 20, 60_000),
    dimension(ITEMS, "columns", |n| columns(n, 1), 200, 300_000),
    dimension(ITEMS, "rows", |n| columns(5, n), 100, 100_000),
    dimension(
        ITEMS,
        "fields of a line",
        |n| format!("{}\n{}\n", "a,".repeat(n), "1,".repeat(2 * n)),
        100,
        300_000,
    ),
    dimension(ITEMS, "open quote", |n| format!("a,b\n{}", "\"x\n".repeat(n)), 100, 50),
    dimension(ITEMS, "items as JSON", |n| each(n, "\n", |n| format!("{{\"id\":{n}}}")), 100, 60_000),
    dimension(ITEMS, "empty objects", |n| format!("[{}{{}}]", "{},".repeat(n)), 200, 200_000),
    dimension(ITEMS, "nesting", |n| format!("{{\"a\":{}1{}}}", "[".repeat(n), "]".repeat(n)), 5, 500_000),
    dimension(ITEMS, "tables of requests", batch, 50, 20_000),
    dimension(ITEMS, "objects that do not end", |n| "{\"a\":".repeat(n), 5, 500_000),
];

fn columns(columns: usize, rows: usize) -> String {
    let header = each(columns, ",", |number| format!("c{number:06}"));
    let row = |row: usize| each(columns, ",", |column| format!("{:06}", row * 7 + column));
    format!("{header}\n{}\n", each(rows, "\n", row))
}

fn batch(tables: usize) -> String {
    let table =
        |number| format!("\"t{number}\":[{{\"PutRequest\":{{\"Item\":{{\"id\":{{\"S\":\"x\"}}}}}}}}]");
    format!("{{\"RequestItems\":{{{}}}}}", each(tables, ",", table))
}
