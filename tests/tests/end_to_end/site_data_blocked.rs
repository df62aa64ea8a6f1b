//! A browser that blocks site data: no IndexedDB, no localStorage, no locks. Everything works in memory, and a banner says
//! that data is not stored.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit_with_preferences;

const TABLE: &str = "Notes";
/// 2 is "block", as in Chromium's settings for cookies and site data.
const BLOCKED: &str = r#"{"profile": {"default_content_setting_values": {"cookies": 2}}}"#;

/// The browser's errors when a page stores data.
const REFUSALS: &str = "
    const [done] = arguments;
    const thrown = (act) => { try { act(); return null; } catch (error) { return error.name; } };
    const opened = indexedDB.open('probe', 1);
    const database = new Promise((resolve) => {
        opened.onsuccess = () => resolve(null);
        opened.onerror = () => resolve(opened.error.name);
    });
    const lock = navigator.locks.request('probe', () => null).catch((error) => error.name);
    Promise.all([database, lock]).then(([database, lock]) => done({
        database, lock, local: thrown(() => localStorage), session: thrown(() => sessionStorage)
    }));";

#[test]
fn where_site_data_is_blocked_everything_works_in_memory_and_the_page_says_so() {
    visit_with_preferences("site_data_blocked", BLOCKED, async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        is_blocked(page).await?;
        page.waits_for_role("memory_only").await?;
        says(page, "This browser blocks storage").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        for number in 1..=3 {
            let item = json!({"pk": {"S": "note"}, "sk": {"N": number.to_string()}});
            page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await?;
        }
        has_three_notes(page).await?;

        page.click("theme-toggle").await.context("a choice that cannot be stored")?;
        page.click("language-toggle").await.context("a choice that cannot be stored")?;
        says(page, "保存をブロック").await?;
        page.click("language-toggle").await?;
        says(page, "This browser blocks storage").await?;

        exports(page).await.context("the complete engine and a bucket")?;
        has_three_notes(page).await.context("in the complete engine")?;
        page.click("workspace-menu").await?;
        page.shows("workspace-backup").await?;
        page.shows_no("workspace-new").await.context("another workspace would take the place of this one")?;
        for place in ["/", "/about", "/play/Notes"] {
            goes_to(page, place).await?;
            says(page, "This browser blocks storage").await.context(place)?;
        }
        has_three_notes(page).await.context("on the table's own page")?;

        for place in ["/", "/about", "/play", "/no-such-page"] {
            page.open(place).await.with_context(|| format!("{place}, loaded anew"))?;
            says(page, "This browser blocks storage").await.context(place)?;
        }
        page.open("/").await?;
        page.shows("demo-step").await.context("the table of the home page")?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console: {errors:?}");
        Ok(())
    });
}

/// Checks that the browser blocks all site data, so that the test proves something.
async fn is_blocked(page: &Page) -> Result<()> {
    let told = page.window.execute_async(REFUSALS, Vec::new()).await?.json().clone();
    let all = ["database", "lock", "local", "session"];
    ensure!(all.iter().all(|name| told[name].is_string()), "the browser allows some of it: {told}");
    Ok(())
}

async fn says(page: &Page, words: &str) -> Result<()> {
    let said =
        format!("document.querySelector('{}')?.innerText.includes('{words}')", selector("storage-banner"));
    page.wait_until(&format!("a banner that says {words}"), &said).await?;
    Ok(())
}

async fn has_three_notes(page: &Page) -> Result<()> {
    let count = table::scan(page, TABLE).await?.len();
    ensure!(count == 3, "three items were written, and {count} are there");
    Ok(())
}

/// Navigates within the app, because a new page would lose the data in memory.
async fn goes_to(page: &Page, place: &str) -> Result<()> {
    let go = format!(
        "(history.pushState(null, '', '{place}'), window.dispatchEvent(new Event('popstate')), true)"
    );
    page.value(&go).await?;
    Ok(())
}

async fn exports(page: &Page) -> Result<()> {
    let recovery = json!({"PointInTimeRecoveryEnabled": true});
    page.succeeds(
        "UpdateContinuousBackups",
        json!({"TableName": TABLE, "PointInTimeRecoverySpecification": recovery}),
    )
    .await?;
    let described = page.succeeds("DescribeTable", json!({"TableName": TABLE})).await?;
    let begun = page
        .succeeds(
            "ExportTableToPointInTime",
            json!({"TableArn": described["Table"]["TableArn"], "S3Bucket": "shelf"}),
        )
        .await?;
    let arn = &begun["ExportDescription"]["ExportArn"];
    let told = page.succeeds("DescribeExport", json!({"ExportArn": arn})).await?;
    ensure!(told["ExportDescription"]["ExportStatus"] == "COMPLETED", "the export: {told}");
    let export = arn.as_str().and_then(|arn| arn.rsplit('/').next()).context("no name of the export")?;
    let files = json!({"S3Bucket": "shelf", "S3KeyPrefix": format!("AWSDynamoDB/{export}/data/")});
    page.succeeds(
        "ImportTable",
        json!({"S3BucketSource": files, "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            "TableCreationParameters": {"TableName": "Imported", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                    {"AttributeName": "sk", "AttributeType": "N"}]}}),
    )
    .await?;
    let imported = table::scan(page, "Imported").await?.len();
    ensure!(imported == 3, "three items were exported, and {imported} are imported");
    Ok(())
}
