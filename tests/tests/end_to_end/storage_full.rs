//! Full storage: the page shows a message, acknowledged writes are kept, and reads work. Writes work again after space is
//! freed.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::page::{Answer, Page};
use crate::table;
use crate::visit::{Visit, visit};

const TABLE: &str = "Album";
const QUOTA_BYTES: u64 = 4_000_000;
const ITEM_BYTES: usize = 100_000;
/// Chromium uses a cached quota for this time.
const QUOTA_IS_REMEMBERED: Duration = Duration::from_secs(31);
/// Far more items than fit.
const ITEMS_MAX: i64 = 200;

#[test]
fn storage_full_is_told_and_nothing_acknowledged_is_lost() {
    visit("storage_full", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        set_quota(visit, Some(QUOTA_BYTES)).await?;
        sleep(QUOTA_IS_REMEMBERED).await;

        let kept = writes_until_refused(page).await?;
        ensure!(
            kept > 3,
            "only {kept} items of {ITEM_BYTES} bytes fit into {QUOTA_BYTES}: this proves little"
        );
        page.shows("storage-banner").await.context("the page says that the storage is full")?;
        let said = page.text("storage-banner").await?;
        ensure!(said.contains("storage is full"), "the banner says that there is no room, and not: {said}");
        has_exactly(page, kept).await.context("reading goes on")?;

        page.reload().await?;
        page.waits_for_role("writer").await?;
        has_exactly(page, kept).await.context("after a reload")?;
        let again = put(page, kept).await?;
        ensure!(
            again.refusal.as_deref() == Some("storage_full"),
            "there is still no room, and a write got {again:?}"
        );
        page.shows("storage-banner").await?;

        set_quota(visit, None).await?;
        let answer = put(page, kept).await?;
        ensure!(answer.status == 200, "there is room again, and a write got {answer:?}");
        page.shows_no("storage-banner").await.context("the banner goes when there is room")?;
        page.reload().await?;
        has_exactly(page, kept + 1).await.context("after the last reload")
    });
}

/// Sets the quota of the origin. None means the limit of the disk.
async fn set_quota(visit: &Visit, bytes: Option<u64>) -> Result<()> {
    let mut parameters = json!({"origin": visit.origin});
    if let Some(bytes) = bytes {
        parameters["quotaSize"] = bytes.into();
    }
    visit.page().window.cdp().send_raw("Storage.overrideQuotaForOrigin", parameters).await?;
    Ok(())
}

/// Returns the number of acknowledged writes before the first refused one.
async fn writes_until_refused(page: &Page) -> Result<i64> {
    for number in 0..ITEMS_MAX {
        let answer = put(page, number).await?;
        if answer.status != 200 {
            let refusal = answer.refusal.as_deref();
            ensure!(refusal == Some("storage_full"), "expected a refusal, storage_full, and got {answer:?}");
            return Ok(number);
        }
    }
    anyhow::bail!("{ITEMS_MAX} items of {ITEM_BYTES} bytes fit into {QUOTA_BYTES} bytes")
}

async fn put(page: &Page, number: i64) -> Result<Answer> {
    page.execute("PutItem", json!({"TableName": TABLE, "Item": item(number)})).await
}

/// Returns an item with a text that cannot be compressed.
fn item(number: i64) -> Value {
    let mut state = number as u64 + 1;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'!' + (state >> 33) as u8 % 90)
    };
    let text: String = (0..ITEM_BYTES).map(|_| letter()).collect();
    json!({"pk": {"S": "photo"}, "sk": {"N": number.to_string()}, "kind": {"S": "photo"}, "text": {"S": text}})
}

async fn has_exactly(page: &Page, count: i64) -> Result<()> {
    let found = table::scan(page, TABLE).await?;
    for number in 0..count {
        let kept =
            found.get(&("photo".to_owned(), number)).with_context(|| format!("item {number} is lost"))?;
        ensure!(*kept == item(number), "item {number} has another content");
    }
    ensure!(
        found.len() as i64 == count,
        "{count} writes were acknowledged, and {} items are there",
        found.len()
    );
    ensure!(table::item_count(page, TABLE).await? == count as u64, "ItemCount is not {count}");
    Ok(())
}
