//! Documents that are opened whole, generated traffic, and days of the partition lab.

use super::{Dimension, Reader, dimension, each};

const OPENED: Reader = Reader::OpenedDocument;
const WORKLOAD: Reader = Reader::Workload;
const DAY: Reader = Reader::Day;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(OPENED, "tables", |n| document(&each(n, ",", table), ""), 10, 2_000),
    dimension(OPENED, "items", |n| document(&filled(n), ""), 50, 20_000),
    dimension(
        OPENED,
        "generated items",
        |n| {
            document(
                &with(&format!(r#","generate":{{"count":{n},"seed":1,"item":{{"pk":{{"S":"{{n:8}}"}}}}}}"#)),
                "",
            )
        },
        50,
        1_000_000,
    ),
    dimension(
        OPENED,
        "width of generated items",
        |n| {
            let attributes = each(n, ",", |n| format!(r#""a{n}":{{"S":"x"}}"#));
            document(
                &with(&format!(
                    r#","generate":{{"count":20,"seed":1,"item":{{"pk":{{"S":"{{n:8}}"}},{attributes}}}}}"#
                )),
                "",
            )
        },
        50,
        20_000,
    ),
    dimension(OPENED, "commands", |n| document(&table(0), &each(n, ",", put)), 50, 10_000),
    dimension(
        OPENED,
        "hours of a jump with rolling shards",
        |n| {
            let dials = command("Dynalab.SetDials", r#"{\"Dials\":{\"stream_shard_roll_ms\":5000}}"#);
            document(&streamed(), &format!("{dials},{}", jump(n as u64 * 360_000)))
        },
        2,
        8_000,
    ),
    dimension(
        OPENED,
        "jumps of a day",
        |n| {
            let dials = command("Dynalab.SetDials", r#"{\"Dials\":{\"stream_shard_roll_ms\":60000}}"#);
            document(&streamed(), &format!("{dials},{}", each(n, ",", |_| jump(3_600_000))))
        },
        2,
        9_000,
    ),
    dimension(
        OPENED,
        "commands that fail",
        |n| document(&table(0), &each(n, ",", |_| command("GetItem", "{"))),
        50,
        20_000,
    ),
    dimension(
        OPENED,
        "text of a command",
        |n| document(&table(0), &command("PutItem", &"x".repeat(n))),
        1_000,
        4_000_000,
    ),
    dimension(
        OPENED,
        "growing item",
        |n| {
            let grow = command(
                "UpdateItem",
                r#"{\"TableName\":\"table0\",\"Key\":{\"pk\":{\"S\":\"x\"}},\"UpdateExpression\":\"SET a = list_append(if_not_exists(a, :l), :l)\",\"ExpressionAttributeValues\":{\":l\":{\"L\":[{\"S\":\"xxxxxxxx\"}]}}}"#,
            );
            document(&table(0), &each(n, ",", |_| grow.clone()))
        },
        5,
        2_000,
    ),
    dimension(
        WORKLOAD,
        "traffic",
        |n| workload(&each(n, ",", |n| one(&format!("Tab{n}"), 10, 20, ""))),
        5,
        20_000,
    ),
    dimension(WORKLOAD, "rate", |n| workload(&one("Tab", 10, n as u64, "")), 100, 1_000_000_000),
    dimension(WORKLOAD, "keys", |n| workload(&one("Tab", n as u64, 20, "")), 100, 1_000_000_000),
    dimension(
        WORKLOAD,
        "length of a template",
        |n| workload(&one("Tab", 10, 20, "").replace("USER#", &"x".repeat(n))),
        100,
        1_000_000,
    ),
    dimension(
        WORKLOAD,
        "size of an item",
        |n| workload(&one("Tab", 10, 20, "").replace("\"most\":300", &format!("\"most\":{}", n + 200))),
        1_000,
        1_000_000_000,
    ),
    dimension(
        WORKLOAD,
        "items of a key",
        |n| {
            workload(
                &one("Tab", 10, 20, "").replace("\"items_per_key\":4", &format!("\"items_per_key\":{n}")),
            )
        },
        10,
        1_000_000_000,
    ),
    dimension(DAY, "peak", |n| day(&format!("{n}"), "1", "12000"), 1_000, 1_000_000_000),
    dimension(DAY, "shards", |n| day("1000", &format!("{n}"), "12000"), 10, 1_000_000_000),
    dimension(DAY, "warm throughput", |n| day("1000", "1", &format!("{n}")), 12_000, 1_000_000_000),
    dimension(
        DAY,
        "designs",
        |n| {
            let one = day("1000", "1", "12000");
            let (head, design) = one.split_once("\"designs\":[").unwrap_or_default();
            let design = design.trim_end_matches("]}}");
            format!("{head}\"designs\":[{}]}}}}", each(n, ",", |_| design.to_owned()))
        },
        1,
        2_000,
    ),
];

fn document(tables: &str, commands: &str) -> String {
    format!(
        r#"{{"format":"dynalab","version":1,"title":{{"en":"x"}},"clock":1790000000000,"tables":[{tables}],"commands":[{commands}]}}"#
    )
}

fn table_with(number: usize, create: &str, more: &str) -> String {
    format!(
        r#"{{"create":{{"TableName":"table{number}","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}],"KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}]{create}}}{more}}}"#
    )
}

fn table(number: usize) -> String {
    table_with(number, "", "")
}

fn with(data: &str) -> String {
    table_with(0, "", data)
}

fn streamed() -> String {
    table_with(
        0,
        r#","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}"#,
        "",
    )
}

fn filled(items: usize) -> String {
    with(&format!(r#","items":[{}]"#, each(items, ",", |n| format!(r#"{{"pk":{{"S":"{n}"}}}}"#))))
}

/// A command of a document. `body` is escaped.
fn command(operation: &str, body: &str) -> String {
    format!(r#"{{"at":1790000001000,"operation":"{operation}","body":"{body}"}}"#)
}

fn put(number: usize) -> String {
    let body = format!(r#"{{\"TableName\":\"table0\",\"Item\":{{\"pk\":{{\"S\":\"{number}\"}}}}}}"#);
    command("PutItem", &body)
}

fn jump(milliseconds: u64) -> String {
    command("Dynalab.AdvanceClock", &format!(r#"{{\"Milliseconds\":{milliseconds}}}"#))
}

fn workload(traffic: &str) -> String {
    format!(r#"{{"format":"dynalab.workload","version":1,"seed":3,"traffic":[{traffic}]}}"#)
}

fn one(table: &str, keys: u64, per_second: u64, more: &str) -> String {
    let milli = per_second.saturating_mul(1_000);
    format!(
        r#"{{"table":"{table}","partition_key":{{"name":"pk","type":"S","template":"USER#{{n:4}}"}},"sort_key":{{"name":"sk","type":"S","template":"ORDER#{{n:2}}"}},"items_per_key":4,"item_bytes":{{"least":200,"most":300}},"mix":{{"get":500,"query":100,"put":300,"update":100}},"keys":{{"kind":"zipf","count":{keys},"exponent_permille":900}},"rate":{{"kind":"constant","per_second_milli":{milli}}}{more}}}"#
    )
}

/// A question to the partition lab: a day with this peak, these shards of each key and this warm throughput.
fn day(peak: &str, shards: &str, warm: &str) -> String {
    let percents = ["50"; 24].join(",");
    format!(
        r#"{{"Begin":{{"traffic":{{"peak_per_second":{peak},"percents":[{percents}],"reads_permille":500,"strong_permille":0}},"designs":[{{"keys":{{"Even":{{"count":1000}}}},"shards":{shards},"reads_all_shards":true,"item_bytes":100,"billing":{{"OnDemand":{{"warm":{{"reads":{warm},"writes":4000}}}}}},"quota_units":200000,"indexes":null}}]}}}}"#
    )
}
