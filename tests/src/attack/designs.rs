//! Designs whose check, sample or requests would become too much.

use super::{Dimension, Reader, dimension, each};

const CHECK: Reader = Reader::Check;
const OWN: Reader = Reader::Format("dynalab");

pub const DIMENSIONS: &[Dimension] = &[
    dimension(
        CHECK,
        "bytes of a text",
        |n| sample(5_000, &value(&format!(r#"{{"kind":"text","bytes":{n}}}"#))),
        20,
        300_000,
    ),
    dimension(CHECK, "rows", |n| sample(n, &value(r#"{"kind":"text","bytes":500000}"#)), 2, 5_000),
    dimension(CHECK, "rows of several entities", rows_of_entities, 1, 20),
    dimension(
        CHECK,
        "attributes",
        |n| sample(20, &each(n, ",", |n| named(n, r#"{"kind":"text","bytes":3900}"#))),
        10,
        1_500,
    ),
    dimension(CHECK, "bytes of a constant", |n| sample(2_000, &value(&constant(n))), 20, 100_000),
    dimension(
        CHECK,
        "dimensions of a vector",
        |n| sample(2, &value(&format!(r#"{{"kind":"vector","dimensions":{n}}}"#))),
        100,
        1_000_000_000,
    ),
    dimension(CHECK, "choices", |n| sample(50, &value(&choices(n))), 50, 100_000),
    dimension(CHECK, "values of for_each", for_each, 5, 200),
    dimension(CHECK, "indexes", indexes, 10, 2_000),
    dimension(CHECK, "entities", entities, 10, 20_000),
    dimension(CHECK, "relations in a row", relations, 10, 2_000),
    dimension(CHECK, "tables", tables, 10, 20_000),
    dimension(CHECK, "access patterns", patterns, 10, 12_000),
    dimension(CHECK, "tables with an access pattern each", written_tables, 10, 12_000),
    dimension(
        CHECK,
        "attributes in a key",
        |n| {
            design(
                &entity(5, &value(r#"{"kind":"text","bytes":20000}"#)),
                &table(&format!("{{id}}{}", "{a}".repeat(n)), ""),
                "",
            )
        },
        2,
        20_000,
    ),
    dimension(CHECK, "copied bytes", copied, 100, 400_000),
    dimension(CHECK, "puts in a batch", puts, 5, 20_000),
    dimension(CHECK, "placeholders of a filter", placeholders, 20, 30_000),
    dimension(
        OWN,
        "bytes of a name",
        |n| format!(r#"{{"version":1,"name":"{}","entities":[],"tables":[]}}"#, "x".repeat(n)),
        500,
        3_900_000,
    ),
    dimension(
        OWN,
        "nesting of a member",
        |n| format!(r#"{{"version":1,"name":"x","entities":[],"more":{}1{}}}"#, "[".repeat(n), "]".repeat(n)),
        25,
        1_000_000,
    ),
    dimension(
        OWN,
        "attributes of the file",
        |n| sample(1, &each(n, ",", |n| named(n, r#"{"kind":"any"}"#))),
        100,
        40_000,
    ),
];

fn design(entities: &str, tables: &str, patterns: &str) -> String {
    format!(
        r#"{{"version":1,"name":"x","entities":[{entities}],"tables":[{tables}],"patterns":[{patterns}]}}"#
    )
}

fn entity(sample: usize, attributes: &str) -> String {
    format!(
        r#"{{"name":"E","sample":{sample},"attributes":[{{"name":"id","values":{{"kind":"sequence"}}}},{attributes}]}}"#
    )
}

fn table(key: &str, more: &str) -> String {
    format!(
        r#"{{"name":"Things","partition_key":[{{"name":"pk"}}],"items":[{{"entity":"E","keys":{{"pk":"{key}"}}}}]{more}}}"#
    )
}

fn sample(rows: usize, attributes: &str) -> String {
    design(&entity(rows, attributes), &table("{id}", ""), "")
}

fn value(values: &str) -> String {
    format!(r#"{{"name":"a","values":{values}}}"#)
}

fn named(number: usize, values: &str) -> String {
    format!(r#"{{"name":"a{number}","values":{values}}}"#)
}

fn constant(bytes: usize) -> String {
    format!(r#"{{"kind":"constant","value":"{}"}}"#, "x".repeat(bytes))
}

fn choices(count: usize) -> String {
    format!(r#"{{"kind":"choice","values":[{}]}}"#, each(count, ",", |number| number.to_string()))
}

fn rows_of_entities(count: usize) -> String {
    let entity = |number| {
        format!(
            r#"{{"name":"E{number}","sample":1000,"attributes":[{{"name":"id","values":{{"kind":"sequence"}}}},{}]}}"#,
            value(r#"{"kind":"text","bytes":20000}"#)
        )
    };
    design(&each(count, ",", entity), "", "")
}

fn for_each(count: usize) -> String {
    let values = each(count, ",", |number| number.to_string());
    let lists = each(4, ",", |list| match list {
        0 => format!(r#""p0":[{values}]"#),
        _ if count < 100 => format!(r#""p{list}":[1]"#),
        _ => format!(r#""p{list}":[{values}]"#),
    });
    let pattern = format!(
        r#"{{"name":"p","operation":{{"action":"query","table":"Things","key":{{"pk":"{{p0}}"}},"for_each":{{{lists}}}}}}}"#
    );
    design(&entity(5, &value(r#"{"kind":"any"}"#)), &table("{id}", ""), &pattern)
}

fn indexes(count: usize) -> String {
    let index = |number| format!(r#"{{"name":"i{number}","partition_key":[{{"name":"a"}}]}}"#);
    let more = format!(r#","indexes":[{}]"#, each(count, ",", index));
    design(&entity(50, &value(r#"{"kind":"text","bytes":100}"#)), &table("{id}", &more), "")
}

fn entities(count: usize) -> String {
    let entity = |number| format!(r#"{{"name":"E{number}","sample":2,"attributes":[{{"name":"id"}}]}}"#);
    design(&each(count, ",", entity), "", "")
}

fn relations(count: usize) -> String {
    // The children are before their parents, so each round of a scan finds one.
    let entity = |number| format!(r#"{{"name":"E{number}","sample":2,"attributes":[{{"name":"id"}}]}}"#);
    let relation = |number: usize| {
        format!(r#"{{"parent":"E{}","child":"E{number}","copies":{{"id":"id"}}}}"#, number + 1)
    };
    format!(
        r#"{{"version":1,"name":"x","entities":[{}],"relations":[{}]}}"#,
        each(count, ",", entity),
        each(count - 1, ",", relation)
    )
}

fn tables(count: usize) -> String {
    let table = |number| format!(r#"{{"name":"Table{number}","partition_key":[{{"name":"pk"}}]}}"#);
    design("", &each(count, ",", table), "")
}

fn patterns(count: usize) -> String {
    let pattern = |number| {
        format!(
            r#"{{"name":"p{number}","operation":{{"action":"get","table":"Things","key":{{"pk":"1"}}}}}}"#
        )
    };
    design(&entity(5, &value(r#"{"kind":"any"}"#)), &table("{id}", ""), &each(count, ",", pattern))
}

fn written_tables(count: usize) -> String {
    let table = |number| {
        format!(
            r#"{{"name":"Table{number}","partition_key":[{{"name":"pk"}}],"items":[{{"entity":"E","keys":{{"pk":"{{id}}"}}}}]}}"#
        )
    };
    let pattern = |number| {
        format!(
            r#"{{"name":"p{number}","rate":{{"average":1,"peak":2000}},"operation":{{"action":"put","table":"Table{number}","item":"E"}}}}"#
        )
    };
    let tables = each(count, ",", table);
    design(&entity(5, &value(r#"{"kind":"any"}"#)), &tables, &each(count, ",", pattern))
}

fn copied(bytes: usize) -> String {
    format!(
        r#"{{"version":1,"name":"x","entities":[{},{{"name":"C","attributes":[{{"name":"p"}},{{"name":"day","values":{{"kind":"date","from":"2026-01-01","to":"2026-12-31"}}}}]}}],"relations":[{{"parent":"E","child":"C","copies":{{"p":"a"}},"per_parent":{{"least":50,"mean":50,"most":50}}}}]}}"#,
        entity(10, &value(&format!(r#"{{"kind":"text","bytes":{bytes}}}"#)))
    )
}

fn puts(count: usize) -> String {
    let put = |_| r#"{"action":"put","table":"Things","item":"E"}"#.to_owned();
    let pattern = format!(
        r#"{{"name":"p","operation":{{"action":"batch_write","writes":[{}]}}}}"#,
        each(count, ",", put)
    );
    design(&entity(5, &value(r#"{"kind":"text","bytes":100000}"#)), &table("{id}", ""), &pattern)
}

fn placeholders(count: usize) -> String {
    let filter = each(count, " OR ", |number| format!("#a{number} = :a{number}"));
    let pattern =
        format!(r#"{{"name":"p","operation":{{"action":"scan","table":"Things","filter":"{filter}"}}}}"#);
    design(&entity(5, &value(r#"{"kind":"any"}"#)), &table("{id}", ""), &pattern)
}
