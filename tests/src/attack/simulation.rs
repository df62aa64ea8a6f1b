//! Records of the simulation that there is one of for each table or item. A request must not look at those of the others.

use super::{Dimension, Reader, dimension, each};

const SCRIPT: Reader = Reader::Script;
/// Longer than one of these scripts takes, so that nothing arrives.
const LAG_MS: u64 = 80_000_000;

pub const DIMENSIONS: &[Dimension] = &[
    // At these sizes the log of the workspace is joined, and not replaced: that costs as much as everything that is stored.
    dimension(SCRIPT, "tables with a history of their capacity", histories, 175, 2_500),
    dimension(SCRIPT, "writes that have not reached the followers", underway, 250, 5_000),
    dimension(SCRIPT, "versions of a replica", versions, 250, 5_000),
];

fn table(name: &str, more: &str) -> String {
    format!(
        r#"CreateTable {{"TableName":"{name}","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],"AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}]{more}}}"#
    )
}

fn put(table: &str, key: usize) -> String {
    format!(r#"PutItem {{"TableName":"{table}","Item":{{"pk":{{"S":"{key}"}}}}}}"#)
}

/// Puts to all tables, and again when their samples are in another record. Each line is a second.
fn histories(tables: usize) -> String {
    let name = |number| format!("Table{number}");
    let puts = each(tables, "\n", |number| put(&name(number), 1));
    format!(
        "Dynalab.SetDials {}\n{}\n{puts}\nDynalab.AdvanceClock {{\"Milliseconds\":60000}}\n{puts}",
        r#"{"Limits":true,"Dials":{"capacity_history":1}}"#,
        each(tables, "\n", |number| table(&name(number), "")),
    )
}

fn underway(writes: usize) -> String {
    let dials = format!(
        r#"Dynalab.SetDials {{"Dials":{{"replica_lag_least_ms":{LAG_MS},"replica_lag_most_ms":{LAG_MS}}}}}"#
    );
    format!("{dials}\n{}\n{}", table("Tab", ""), each(writes, "\n", |number| put("Tab", number)))
}

fn versions(writes: usize) -> String {
    let stream = r#","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}"#;
    let replica =
        r#"UpdateTable {"TableName":"Tab","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]}"#;
    let dials = r#"Dynalab.SetDials {"Dials":{"replication_lag_least_ms":1,"replication_lag_most_ms":9}}"#;
    let puts = each(writes, "\n", |number| put("Tab", number));
    format!("{dials}\n{}\n{replica}\n{puts}", table("Tab", stream))
}
