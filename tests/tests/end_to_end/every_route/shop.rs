//! The sample shop with a stopped clock and a fixed seed, and with enough activity that every diagram shows something.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::tour::TABLE;
use crate::page::Page;
use crate::visit::built_site;

const SEED: u64 = 7;
/// 21 September 2026, 14:13:20 UTC.
const START_MS: u64 = 1_790_000_000_000;
const HOUR_MS: u64 = 3_600_000;
const SECONDS_OF_TRAFFIC: u32 = 4;

/// Returns the sample as a file whose last command stops the clock at the file's own time.
pub fn file_with_stopped_clock(language: &str) -> Result<PathBuf> {
    let sample = built_site().join("samples/shop.json");
    let sample = fs::read_to_string(&sample).with_context(|| sample.display().to_string())?;
    let mut document: Value = serde_json::from_str(&sample)?;
    document["clock"] = json!(START_MS);
    document["commands"] = json!([{"at": START_MS, "operation": "Dynalab.SetClock", "body": "{\"Rate\":0}"}]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("every_route");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("shop-{language}-{:?}.dynalab.json", std::thread::current().id()));
    fs::write(&file, document.to_string())?;
    Ok(file.canonicalize()?)
}

/// Turns on the realistic profile, a stream, backups, a second Region, a cache, and traffic on a hot key.
pub async fn set_going(page: &Page) -> Result<()> {
    send(page, "Dynalab.SetDials", json!({"Profile": "realistic", "Seed": SEED})).await?;
    let stream = json!({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"});
    send(page, "UpdateTable", json!({"TableName": TABLE, "StreamSpecification": stream})).await?;
    advance(page, 10_000).await?;
    let expiry = json!({"AttributeName": "expires_at", "Enabled": true});
    send(page, "UpdateTimeToLive", json!({"TableName": TABLE, "TimeToLiveSpecification": expiry})).await?;
    let recovery = json!({"PointInTimeRecoveryEnabled": true});
    let recovery = json!({"TableName": TABLE, "PointInTimeRecoverySpecification": recovery});
    send(page, "UpdateContinuousBackups", recovery).await?;
    // A long delay of the indexes, so that some entries have not arrived when the diagram is checked.
    let dials = json!({"capacity_history": 1, "metrics": 1, "index_propagation_ms": 30_000, "index_propagation_most_ms": 90_000});
    send(page, "Dynalab.SetDials", json!({ "Dials": dials })).await?;
    send(page, "Dynalab.PutCache", json!({"Name": "dax", "ItemTtlMs": 300_000, "QueryTtlMs": 300_000}))
        .await?;
    let replica = json!([{"Create": {"RegionName": "ap-northeast-1"}}]);
    send(page, "UpdateTable", json!({"TableName": TABLE, "ReplicaUpdates": replica})).await?;
    advance(page, HOUR_MS).await?;
    send(page, "CreateBackup", json!({"TableName": TABLE, "BackupName": "before-the-traffic"})).await?;
    for (session, minutes) in [(1, -90), (2, -5), (3, 20), (4, 200)] {
        let expires = (START_MS + HOUR_MS) as i64 / 1_000 + minutes * 60;
        let item = json!({"PK": {"S": format!("SESSION#{session}")}, "SK": {"S": "SESSION"}, "expires_at": {"N": expires.to_string()}});
        send(page, "PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    }
    traffic(page).await?;
    for order in 1..=3 {
        let day = format!("2026-10-0{order}");
        let item = json!({"PK": {"S": format!("USER#00{order}")}, "SK": {"S": format!("ORDER#{day}")},
            "order_id": {"S": format!("ORDER-9{order}")}, "GSI1PK": {"S": "STATUS#PLACED"}, "GSI1SK": {"S": day}});
        send(page, "PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    }
    let query = json!({"TableName": TABLE, "KeyConditionExpression": "PK = :pk",
        "ExpressionAttributeValues": {":pk": {"S": "USER#001"}}, "ReturnConsumedCapacity": "INDEXES"});
    send(page, "Query", query).await
}

/// The clock is stopped, so the traffic is sent by a jump of the clock.
async fn traffic(page: &Page) -> Result<()> {
    let traffic = json!({
        "table": TABLE,
        "partition_key": {"name": "PK", "type": "S", "template": "TRAFFIC#{n}"},
        "sort_key": {"name": "SK", "type": "S", "template": "ITEM#{n}"},
        "items_per_key": 1,
        "item_bytes": {"least": 100, "most": 900},
        "mix": {"get": 200, "query": 0, "put": 800, "update": 0},
        "keys": {"kind": "hot_key", "count": 1500, "hot_permille": 900},
        "rate": {"kind": "constant", "per_second_milli": 2_000_000},
    });
    let workload = json!({"format": "dynalab.workload", "version": 1, "seed": SEED, "traffic": [traffic]});
    send(page, "Dynalab.StartTraffic", json!({"Workload": workload, "Items": 100})).await?;
    for _ in 0..SECONDS_OF_TRAFFIC {
        advance(page, 1_000).await?;
    }
    send(page, "Dynalab.StopTraffic", json!({})).await
}

async fn advance(page: &Page, milliseconds: u64) -> Result<()> {
    send(page, "Dynalab.AdvanceClock", json!({ "Milliseconds": milliseconds })).await
}

async fn send(page: &Page, operation: &str, body: Value) -> Result<()> {
    page.succeeds(operation, body).await.map(drop)
}
