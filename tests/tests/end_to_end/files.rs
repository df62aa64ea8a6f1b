//! Exports a table to files and imports it again in the page. Files can be downloaded and uploaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;
use tokio::time::{sleep, timeout};

use crate::page::{PATIENCE, Page};
use crate::table;
use crate::visit::visit;

/// The keys that the dialog lists, one per line.
const LISTED: &str = "[...document.querySelectorAll('[data-testid=files-list] [data-key]')]\
    .map(row => row.dataset.key).join('\\n')";

#[test]
fn a_table_goes_into_files_and_comes_back() {
    visit("files", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let allowed = json!({"behavior": "allow", "downloadPath": visit.downloads().to_string_lossy()});
        page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        for number in 1..=3 {
            let item = json!({"pk": {"S": "n"}, "sk": {"N": number.to_string()}});
            page.succeeds("PutItem", json!({"TableName": "Notes", "Item": item})).await?;
        }
        let recovery = json!({"PointInTimeRecoveryEnabled": true});
        page.succeeds(
            "UpdateContinuousBackups",
            json!({"TableName": "Notes", "PointInTimeRecoverySpecification": recovery}),
        )
        .await?;

        run_template(page, "ExportTableToPointInTime").await?;
        let exports = page.succeeds("ListExports", json!({})).await?;
        ensure!(exports["ExportSummaries"][0]["ExportStatus"] == "COMPLETED", "it says {exports}");
        page.click("files").await?;
        let shown = page.wait_until("the files of the export", LISTED).await?;
        let shown = shown.as_str().unwrap_or_default();
        ensure!(shown.lines().any(|key| key.ends_with("/manifest-summary.json")), "there are {shown}");
        ensure!(shown.lines().any(|key| key.contains("/data/") && key.ends_with(".json.gz")));
        page.window
            .find(By::Css("[data-key$='manifest-summary.json'] [data-testid=file-save]"))
            .await?
            .click()
            .await?;
        let summary: Value =
            serde_json::from_slice(&downloaded(&visit.downloads().join("manifest-summary.json")).await?)?;
        ensure!(summary["itemCount"] == 3, "the summary that was saved is {summary}");
        close(page).await?;

        run_template(page, "ImportTable").await?;
        ensure!(count(page, "Notes-imported").await? == 3, "what was exported is imported");

        let file = put_a_file(page, &visit.downloads()).await?;
        page.reload().await?;
        page.click("files").await?;
        page.wait_until("the file after a reload", &format!("{LISTED}.includes('in/{file}')")).await?;
        page.window
            .find(By::Css(format!("[data-key='in/{file}'] [data-testid=file-delete]")))
            .await?
            .click()
            .await?;
        page.click("file-delete-yes").await?;
        page.wait_until("the list without the file", &format!("{LISTED} && !{LISTED}.includes('in/{file}')"))
            .await?;
        close(page).await?;
        ensure!(count(page, "Bought").await? == 2, "the table stays when its file goes");
        ensure!(page.new_console_errors().await?.is_empty(), "nothing is complained about");
        Ok(())
    });
}

/// Uploads a file and imports a table from it. Returns the file's name.
async fn put_a_file(page: &Page, folder: &Path) -> Result<&'static str> {
    let name = "bought.json";
    fs::create_dir_all(folder)?;
    let path = folder.join(name);
    fs::write(
        &path,
        "{\"Item\":{\"id\":{\"S\":\"tea\"}}}\n{\"Item\":{\"id\":{\"S\":\"pot\"},\"price\":{\"N\":\"38\"}}}\n",
    )?;
    page.click("files").await?;
    page.element("files-chosen").await?.send_keys(path.to_string_lossy()).await?;
    page.element("files-bucket").await?.clear().await?;
    page.element("files-bucket").await?.send_keys("Shelf").await?;
    page.click("files-put").await?;
    ensure!(page.value("document.querySelector('#files-bucket').matches(':invalid')").await? == true);
    page.element("files-bucket").await?.clear().await?;
    page.element("files-bucket").await?.send_keys("shelf").await?;
    page.element("files-prefix").await?.send_keys("in").await?;
    page.click("files-put").await?;
    page.wait_until("the file to be listed", &format!("{LISTED}.includes('in/{name}')")).await?;
    close(page).await?;
    page.succeeds(
        "ImportTable",
        json!({"S3BucketSource": {"S3Bucket": "shelf", "S3KeyPrefix": "in/"}, "InputFormat": "DYNAMODB_JSON",
            "TableCreationParameters": {"TableName": "Bought", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}}),
    )
    .await?;
    page.shows("table-Bought").await?;
    ensure!(count(page, "Bought").await? == 2, "both lines are items");
    Ok(name)
}

/// Chooses an operation and runs its initial request for the open table.
async fn run_template(page: &Page, operation: &str) -> Result<()> {
    page.click("table-Notes").await?;
    let listed =
        format!("document.querySelector('[data-testid=operation-select] option[value={operation}]')");
    page.wait_until("the operation to be offered", &listed).await?;
    page.window
        .find(By::Css(format!("[data-testid=operation-select] option[value={operation}]")))
        .await?
        .click()
        .await?;
    page.click("run").await?;
    let answered = format!(
        "document.querySelector('.result-operation')?.innerText === '{operation}' && \
         document.querySelector('[data-testid=result-status][data-status=\"200\"]')"
    );
    page.wait_until(&format!("{operation} to be answered"), &answered).await?;
    Ok(())
}

async fn count(page: &Page, table: &str) -> Result<u64> {
    let scanned = page.succeeds("Scan", json!({"TableName": table, "Select": "COUNT"})).await?;
    Ok(scanned["Count"].as_u64().unwrap_or_default())
}

async fn close(page: &Page) -> Result<()> {
    page.window.find(By::Css("dialog[open] .dialog-head button")).await?.click().await?;
    page.shows_no("files-dialog").await
}

/// Waits for a download and returns its content.
pub async fn downloaded(path: &PathBuf) -> Result<Vec<u8>> {
    // A file that has not grown for a while is whole.
    const QUIET: Duration = Duration::from_millis(100);
    let found = timeout(PATIENCE, async {
        let mut before = Vec::new();
        loop {
            match fs::read(path) {
                Ok(bytes) if !bytes.is_empty() && bytes == before => return bytes,
                Ok(bytes) => before = bytes,
                Err(_) => {}
            }
            sleep(QUIET).await;
        }
    });
    found.await.with_context(|| format!("{} never came", path.display()))
}
