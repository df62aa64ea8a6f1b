//! Requests, controls and moves in the history that a workspace executes, one on each line.

use super::{Dimension, Reader, dimension, each};

const SCRIPT: Reader = Reader::Script;

pub const DIMENSIONS: &[Dimension] = &[
    // What one request can have many of.
    dimension(SCRIPT, "entries of BatchWriteItem", |n| table() + &batch_write(n), 6, 300_000),
    dimension(
        SCRIPT,
        "keys of BatchGetItem",
        |n| {
            let keys = each(n, ",", |n| format!(r#"{{"pk":{{"S":"{n}"}}}}"#));
            table() + &format!(r#"BatchGetItem {{"RequestItems":{{"Tab":{{"Keys":[{keys}]}}}}}}"#)
        },
        20,
        200_000,
    ),
    dimension(
        SCRIPT,
        "tables of BatchGetItem",
        |n| {
            let tables = each(n, ",", |n| format!(r#""Table{n}":{{"Keys":[{{"pk":{{"S":"x"}}}}]}}"#));
            each(n, "\n", table_of) + &format!("\nBatchGetItem {{\"RequestItems\":{{{tables}}}}}")
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "actions of TransactWriteItems",
        |n| {
            let actions =
                each(n, ",", |n| format!(r#"{{"Put":{{"TableName":"Tab","Item":{{"pk":{{"S":"{n}"}}}}}}}}"#));
            table() + &format!(r#"TransactWriteItems {{"TransactItems":[{actions}]}}"#)
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "statements of BatchExecuteStatement",
        |n| {
            let statements =
                each(n, ",", |n| format!(r#"{{"Statement":"SELECT * FROM Tab WHERE pk = '{n}'"}}"#));
            table() + &format!(r#"BatchExecuteStatement {{"Statements":[{statements}]}}"#)
        },
        5,
        50_000,
    ),
    dimension(
        SCRIPT,
        "attributes of an item",
        |n| table() + &put(&each(n, "", |n| format!(r#","a{n}":{{"N":"{n}"}}"#))),
        100,
        200_000,
    ),
    dimension(
        SCRIPT,
        "nesting of an item",
        |n| table() + &put(&format!(r#","a":{}{{"N":"1"}}{}"#, r#"{"L":["#.repeat(n), "]}".repeat(n))),
        7,
        200_000,
    ),
    dimension(
        SCRIPT,
        "values of a set",
        |n| table() + &put(&format!(r#","a":{{"NS":[{}]}}"#, each(n, ",", |n| format!("\"{n}\"")))),
        100,
        200_000,
    ),
    dimension(
        SCRIPT,
        "digits of a number",
        |n| table() + &put(&format!(r#","a":{{"N":"{}"}}"#, "9".repeat(n))),
        9,
        1_000_000,
    ),
    dimension(
        SCRIPT,
        "zeros of a number",
        |n| table() + &put(&format!(r#","a":{{"N":"1{}"}}"#, "0".repeat(n))),
        30,
        1_000_000,
    ),
    dimension(
        SCRIPT,
        "length of a binary",
        |n| table() + &put(&format!(r#","a":{{"B":"{}"}}"#, "AAAA".repeat(n))),
        1_000,
        1_000_000,
    ),
    // Expressions.
    dimension(
        SCRIPT,
        "operators of a condition",
        |n| table() + &put_if(&format!("a <> :a{}", " OR a <> :a".repeat(n))),
        40,
        100_000,
    ),
    dimension(
        SCRIPT,
        "parentheses of a condition",
        |n| table() + &put_if(&format!("{}a = :a{}", "(".repeat(n), ")".repeat(n))),
        10,
        100_000,
    ),
    dimension(
        SCRIPT,
        "negations of a condition",
        |n| table() + &put_if(&format!("{}a <> :a", "NOT ".repeat(n))),
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "values of IN",
        |n| table() + &put_if(&format!("NOT a IN ({})", each(n, ", ", |_| ":a".to_owned()))),
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "path of a condition",
        |n| table() + &put_if(&format!("a{} <> :a", ".a".repeat(n))),
        7,
        100_000,
    ),
    dimension(
        SCRIPT,
        "length of a condition",
        |n| table() + &put_if(&format!("a <> {}:a", " ".repeat(n))),
        500,
        4_000_000,
    ),
    dimension(
        SCRIPT,
        "names and values",
        |n| {
            let names = each(n, ",", |n| format!(r##""#n{n}":"a{n}""##));
            let values = each(n, ",", |n| format!(r#"":v{n}":{{"N":"{n}"}}"#));
            let filter = each(n, " OR ", |n| format!("#n{n} = :v{n}"));
            table()
                + &format!(
                    r#"Scan {{"TableName":"Tab","FilterExpression":"{filter}","ExpressionAttributeNames":{{{names}}},"ExpressionAttributeValues":{{{values}}}}}"#
                )
        },
        30,
        100_000,
    ),
    dimension(
        SCRIPT,
        "clauses of an update",
        |n| {
            let sets = each(n, ", ", |n| format!("a{n} = :v"));
            table() + &update(&format!("SET {sets}"))
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "overlapping paths of an update",
        |n| {
            let removed = each(n, ", ", |n| format!("a[{n}]"));
            table()
                + &format!(
                    r#"UpdateItem {{"TableName":"Tab","Key":{{"pk":{{"S":"x"}}}},"UpdateExpression":"REMOVE {removed}"}}"#
                )
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "paths of a projection",
        |n| {
            let paths = each(n, ", ", |n| format!("a{n}"));
            table() + &format!(r#"Scan {{"TableName":"Tab","ProjectionExpression":"{paths}"}}"#)
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "parentheses of a statement",
        |n| {
            let statement = format!("SELECT * FROM Tab WHERE {}a = 1{}", "(".repeat(n), ")".repeat(n));
            table() + &format!(r#"ExecuteStatement {{"Statement":"{statement}"}}"#)
        },
        10,
        3_000,
    ),
    // Tables and what belongs to them.
    dimension(SCRIPT, "tables", |n| each(n, "\n", table_of), 10, 3_000),
    dimension(
        SCRIPT,
        "indexes of a table",
        |n| {
            let indexes = each(n, ",", |n| {
                format!(
                    r#"{{"IndexName":"index{n}","KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],"Projection":{{"ProjectionType":"ALL"}}}}"#
                )
            });
            create("Tab", &format!(r#","GlobalSecondaryIndexes":[{indexes}]"#))
        },
        5,
        20_000,
    ),
    dimension(
        SCRIPT,
        "attribute definitions",
        |n| {
            let defined = each(n, ",", |n| format!(r#"{{"AttributeName":"a{n}","AttributeType":"S"}}"#));
            format!(
                r#"CreateTable {{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"a0","KeyType":"HASH"}}],"AttributeDefinitions":[{defined}]}}"#
            )
        },
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "tags",
        |n| {
            let tags = each(n, ",", |n| format!(r#"{{"Key":"k{n}","Value":"v"}}"#));
            table() + &format!(r#"TagResource {{"ResourceArn":"{ARN}","Tags":[{tags}]}}"#)
        },
        10,
        100_000,
    ),
    dimension(SCRIPT, "items that are written", |n| table() + &each(n, "\n", put_of), 50, 5_000),
    dimension(
        SCRIPT,
        "items that are read",
        |n| table() + &each(n, "\n", put_of) + "\nScan {\"TableName\":\"Tab\"}",
        50,
        5_000,
    ),
    dimension(
        SCRIPT,
        "backups",
        |n| {
            let backup = |n| format!(r#"CreateBackup {{"TableName":"Tab","BackupName":"backup{n}"}}"#);
            table() + &each(n, "\n", backup)
        },
        100,
        2_000,
    ),
    // The simulation.
    dimension(
        SCRIPT,
        "shards that roll during a jump",
        |n| {
            let dials = r#"Dynalab.SetDials {"Dials":{"stream_shard_roll_ms":5000,"stream_shards":1}}"#;
            format!("{dials}\n{}\n{}", streamed(), jump(n as u64 * 5_000))
        },
        20,
        17_280,
    ),
    dimension(
        SCRIPT,
        "alarms that a jump evaluates",
        |n| {
            let alarm = |n| {
                format!(
                    r#"Dynalab.PutMetricAlarm {{"AlarmName":"a{n}","MetricName":"ConsumedWriteCapacityUnits","Dimensions":[{{"Name":"TableName","Value":"Tab"}}],"Period":60,"Statistic":"Sum","EvaluationPeriods":1,"Threshold":1,"ComparisonOperator":"GreaterThanThreshold"}}"#
                )
            };
            let dials = r#"Dynalab.SetDials {"Dials":{"metrics":1}}"#;
            format!("{dials}\n{}{}\n{}", table(), each(n, "\n", alarm), jump(600_000))
        },
        10,
        1_000,
    ),
    dimension(
        SCRIPT,
        "days of a jump with metrics",
        |n| {
            let dials = r#"Dynalab.SetDials {"Dials":{"metrics":1}}"#;
            let alarm = r#"Dynalab.PutMetricAlarm {"AlarmName":"a","MetricName":"ConsumedWriteCapacityUnits","Dimensions":[{"Name":"TableName","Value":"Tab"}],"Period":60,"Statistic":"Sum","EvaluationPeriods":1,"Threshold":1,"ComparisonOperator":"GreaterThanThreshold"}"#;
            format!("{dials}\n{}{alarm}\n{}", table(), jump(n as u64 * 3_600_000))
        },
        4,
        720,
    ),
    dimension(
        SCRIPT,
        "items that expire at once",
        |n| {
            let ttl = r#"UpdateTimeToLive {"TableName":"Tab","TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}}"#;
            let items = each(n, "\n", |n| {
                format!(
                    r#"PutItem {{"TableName":"Tab","Item":{{"pk":{{"S":"{n}"}},"ttl":{{"N":"1790000100"}}}}}}"#
                )
            });
            format!("{}{ttl}\n{items}\n{}", table(), jump(86_400_000))
        },
        50,
        4_000,
    ),
    dimension(
        SCRIPT,
        "fault rules",
        |n| {
            let fault =
                |n| format!(r#"Dynalab.PutFault {{"Name":"f{n}","RatePermille":0,"Kind":"INTERNAL_ERROR"}}"#);
            table() + &each(n, "\n", fault) + "\n" + &put("")
        },
        100,
        2_000,
    ),
    dimension(
        SCRIPT,
        "entries of a cache",
        |n| {
            let get = |n| {
                format!(
                    r#"Dynalab.ThroughCache {{"Name":"c","Operation":"GetItem","Request":{{"TableName":"Tab","Key":{{"pk":{{"S":"{n}"}}}}}}}}"#
                )
            };
            format!("{}Dynalab.PutCache {{\"Name\":\"c\"}}\n{}", table(), each(n, "\n", get))
        },
        200,
        3_000,
    ),
    dimension(
        SCRIPT,
        "stars of a policy",
        |n| simulated(&format!(r#"["arn:aws:dynamodb:{}b"]"#, "*a".repeat(n))),
        10,
        100_000,
    ),
    dimension(
        SCRIPT,
        "resources of a policy",
        |n| simulated(&format!("[{}]", each(n, ",", |n| format!(r#""arn:aws:dynamodb:{n}""#)))),
        20,
        100_000,
    ),
    dimension(
        SCRIPT,
        "invocations of a handler",
        |n| {
            let mapping = format!(
                r#"Dynalab.PutEventSourceMapping {{"Name":"m","StreamArn":"{ARN}/stream/2026-09-21T14:13:21.000","StartingPosition":"TRIM_HORIZON","BatchSize":1,"Handler":{{"DurationMs":1}}}}"#
            );
            format!("{}\n{mapping}\n{}\n{}", streamed(), each(n, "\n", put_of), jump(60_000))
        },
        20,
        1_000,
    ),
    // The product around the engine.
    dimension(
        SCRIPT,
        "seconds of a load test",
        |n| load_test(&format!(r#""PerSecond":20,"Seconds":{n}"#)),
        5,
        1_000_000,
    ),
    dimension(
        SCRIPT,
        "rate of a load test",
        |n| load_test(&format!(r#""PerSecond":{n},"Seconds":2"#)),
        20,
        1_000_000_000,
    ),
    dimension(
        SCRIPT,
        "patterns of a load test",
        |n| {
            let patterns = each(n, ",", |n| format!(r#"{{"Id":"{n}"}}"#));
            load_test(&format!(r#""Patterns":[{patterns}],"PerSecond":1,"Seconds":1"#))
        },
        10,
        50_000,
    ),
    dimension(
        SCRIPT,
        "requests before an advice",
        |n| {
            let get = |n| format!(r#"GetItem {{"TableName":"Tab","Key":{{"pk":{{"S":"{n}"}}}}}}"#);
            let asked = r#"?Dynalab.Advise {"Moment":3,"Operation":"GetItem","Request":{"TableName":"Tab","Key":{"pk":{"S":"1"}}}}"#;
            format!("{}{}\n{asked}", table(), each(n, "\n", get))
        },
        30,
        3_000,
    ),
    dimension(SCRIPT, "requests before an undo", |n| table() + &each(n, "\n", put_of) + "\n@undo", 50, 4_000),
];

const ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Tab";

fn create(name: &str, more: &str) -> String {
    format!(
        r#"CreateTable {{"TableName":"{name}","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],"AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}]{more}}}"#
    )
}

fn table() -> String {
    create("Tab", "") + "\n"
}

fn table_of(number: usize) -> String {
    create(&format!("Table{number}"), "")
}

fn streamed() -> String {
    create("Tab", r#","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}"#)
}

fn put(more: &str) -> String {
    format!(r#"PutItem {{"TableName":"Tab","Item":{{"pk":{{"S":"x"}}{more}}}}}"#)
}

fn put_of(number: usize) -> String {
    format!(r#"PutItem {{"TableName":"Tab","Item":{{"pk":{{"S":"{number}"}}}}}}"#)
}

fn put_if(condition: &str) -> String {
    format!(
        r#"PutItem {{"TableName":"Tab","Item":{{"pk":{{"S":"x"}}}},"ConditionExpression":"{condition}","ExpressionAttributeValues":{{":a":{{"N":"1"}}}}}}"#
    )
}

fn update(expression: &str) -> String {
    format!(
        r#"UpdateItem {{"TableName":"Tab","Key":{{"pk":{{"S":"x"}}}},"UpdateExpression":"{expression}","ExpressionAttributeValues":{{":v":{{"N":"1"}}}}}}"#
    )
}

fn batch_write(entries: usize) -> String {
    let entries = each(entries, ",", |n| format!(r#"{{"PutRequest":{{"Item":{{"pk":{{"S":"{n}"}}}}}}}}"#));
    format!(r#"BatchWriteItem {{"RequestItems":{{"Tab":[{entries}]}}}}"#)
}

/// A jump of the clock. Longer ones than a year are refused.
fn jump(milliseconds: u64) -> String {
    format!(r#"Dynalab.AdvanceClock {{"Milliseconds":{milliseconds}}}"#)
}

/// Decides on a request with a policy that names these resources.
fn simulated(resources: &str) -> String {
    let policy = format!(
        r#"{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Action":"dynamodb:GetItem","Resource":{resources}}}]}}"#
    );
    let policy = policy.replace('"', "\\\"");
    format!(
        "{}Dynalab.SimulatePolicy {{\"Operation\":\"GetItem\",\"Request\":{{\"TableName\":\"Tab\",\"Key\":{{\"pk\":{{\"S\":\"x\"}}}}}},\"Policies\":[\"{policy}\"]}}",
        table()
    )
}

fn load_test(settings: &str) -> String {
    format!(
        "{}{}\nDynalab.StartLoadTest {{\"TableName\":\"Tab\",{settings}}}{}",
        table(),
        each(20, "\n", put_of),
        "\nDynalab.DescribeLoadTest".repeat(20)
    )
}
