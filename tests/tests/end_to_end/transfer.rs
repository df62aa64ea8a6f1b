//! Import and export. A file with errors is imported and undone in one step. An edit is rejected if the item changed meanwhile.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Traded";

#[test]
fn a_file_with_mistakes_is_imported_and_undone_as_one() {
    visit("transfer", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        page.open("/play/Traded").await?;
        page.click("transfer").await?;
        page.shows("import-table").await?;
        give_a_file(page).await?;
        page.shows("import-preview").await?;
        page.click("import-go").await?;
        page.wait_until("the end", &ended()).await?;
        ensure!(count(page, TABLE).await? == 600, "all records that are items are there");
        let mistakes = page.text("import-mistakes").await?;
        ensure!(mistakes.contains("602") && mistakes.contains("sk"), "mistakes: {mistakes}");
        page.click("import-undo").await?;
        page.wait_until(
            "no item",
            "document.querySelector('[data-testid=table-Traded]').innerText.endsWith('0')",
        )
        .await?;
        ensure!(count(page, TABLE).await? == 0, "the import is one thing");
        Ok(())
    });
}

#[test]
fn a_file_becomes_a_table() {
    visit("transfer_new", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.click("transfer").await?;
        page.shows("import-table").await?;
        give_a_file(page).await?;
        page.shows("import-new-name").await?;
        let chosen = "['partition-key', 'sort-key'].map(id => document.querySelector(`[data-testid=${id}]`).value).join(' ')";
        ensure!(page.value(chosen).await? == "pk sk", "the key is proposed from the first records");
        page.click("import-go").await?;
        page.wait_until("the end", &ended()).await?;
        ensure!(page.path().await? == "/play/orders", "the new table is open, at {}", page.path().await?);
        ensure!(count(page, "orders").await? == 600, "all records that are items are there");
        let told = page.succeeds("DescribeTable", json!({"TableName": "orders"})).await?;
        let keys =
            json!([{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]);
        ensure!(told["Table"]["KeySchema"] == keys, "the key: {}", told["Table"]["KeySchema"]);
        Ok(())
    });
}

/// Gives the import a file of some hundred kilobytes that expands to more than the limit.
const GIVE_A_BOMB: &str = "const [done] = arguments; (async () => {
    const zeros = new Uint8Array(1 << 20);
    const packer = new CompressionStream('gzip');
    const packed = new Response(packer.readable).blob();
    const writer = packer.writable.getWriter();
    for (let part = 0; part < 320; part++) await writer.write(zeros);
    await writer.close();
    const files = new DataTransfer();
    files.items.add(new File([await packed], 'zeros.json.gz'));
    const input = document.querySelector('[data-testid=import-files]');
    input.files = files.files;
    input.dispatchEvent(new Event('change', {bubbles: true}));
    done(files.files[0].size); })();";

#[test]
fn a_file_that_expands_above_the_limit_is_not_read() {
    visit("transfer_bomb", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.click("transfer").await?;
        page.shows("import-table").await?;
        let size = page.window.execute_async(GIVE_A_BOMB, Vec::new()).await?.json().clone();
        ensure!(size.as_u64().is_some_and(|size| size < 1 << 20), "the file has {size} bytes");
        page.wait_until(
            "that it is too large",
            "document.querySelector('[data-testid=transfer-dialog] .finding--bad')?.innerText.includes('become larger than')",
        )
        .await
        .map(drop)
    });
}

/// Counts the questions to programs beside the engine, and lets none through once `window.holdsBack` is set, as if the program were inside
/// one long step. Notes the longest task of the page's thread.
const WATCHES: &str = "
window.questions = 0;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  if (!Array.isArray(message[0])) return post.apply(this, message);
  window.questions += 1;
  if (!window.holdsBack) return post.apply(this, message);
};";

/// Gives the import a file of lines, with an item in each.
const GIVE_MANY: &str = "const [count, done] = arguments;
    const lines = [];
    for (let n = 0; n < count; n++) lines.push(`{\"pk\":{\"S\":\"${'x'.repeat(90)}\"},\"sk\":{\"N\":\"${n}\"}}`);
    const files = new DataTransfer();
    files.items.add(new File([lines.join('\\n')], 'many.json'));
    const input = document.querySelector('[data-testid=import-files]');
    input.files = files.files;
    input.dispatchEvent(new Event('change', {bubbles: true}));
    done(null);";

async fn opens_an_import(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    let script = json!({ "source": WATCHES });
    page.window.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", script).await?;
    page.open("/play/Traded").await?;
    page.click("transfer").await?;
    page.shows("import-table").await
}

#[test]
fn an_import_is_read_beside_the_page_and_canceled_in_the_middle() {
    visit("transfer_canceled", async |visit| {
        let page = visit.page();
        opens_an_import(page).await?;
        page.window.execute_async(GIVE_MANY, vec![json!(100_000)]).await?;
        page.shows("import-preview").await?;
        page.window.execute(crate::hostile::WATCH, Vec::new()).await?;
        page.click("import-go").await?;
        page.wait_until("some parts", "window.questions > 20").await?;
        page.value("window.holdsBack = true").await?;
        page.click("import-cancel").await?;
        page.wait_until("the end", &ended()).await?;
        let told = page.text("import-told").await?;
        let written = count(page, TABLE).await?;
        ensure!(written > 0 && written < 100_000, "{written} items were written");
        ensure!(
            told.starts_with("Canceled.") && told.replace(',', "").contains(&written.to_string()),
            "{told}"
        );
        let blocked_ms = page.value("window.longestTaskMs").await?.as_f64().unwrap_or_default();
        ensure!(
            blocked_ms <= crate::hostile::BLOCKED_MAX_MS,
            "the page's thread was busy for {blocked_ms:.0} ms"
        );
        page.click("import-undo").await?;
        let empty = "document.querySelector('[data-testid=table-Traded]').innerText.endsWith('0')";
        page.wait_until("no item", empty).await.map(drop)
    });
}

#[test]
fn the_reading_of_a_file_is_stopped_and_begins_again() {
    visit("transfer_stopped", async |visit| {
        let page = visit.page();
        opens_an_import(page).await?;
        page.value("window.holdsBack = true").await?;
        give_a_file(page).await?;
        page.shows("import-reading").await?;
        page.click("import-reading-stop").await?;
        let stopped = "document.querySelector('[data-testid=transfer-dialog] .finding--bad')?.innerText.includes('You stopped it')";
        page.wait_until("that it was stopped", stopped).await?;
        page.shows_no("import-reading").await?;
        page.value("window.holdsBack = false").await?;
        give_a_file(page).await?;
        page.shows("import-preview").await?;
        page.click("import-go").await?;
        page.wait_until("the end", &ended()).await?;
        ensure!(count(page, TABLE).await? == 600, "all records that are items are there");
        Ok(())
    });
}

/// Returns an expression that is true after the import has ended.
fn ended() -> String {
    format!("document.querySelector('{}')?.dataset.ended === 'true'", selector("import-told"))
}

async fn count(page: &Page, table: &str) -> Result<u64> {
    let counted = page.succeeds("Scan", json!({"TableName": table, "Select": "COUNT"})).await?;
    Ok(counted["Count"].as_u64().unwrap_or_default())
}

/// Sets a file as if a person had chosen it.
async fn give_a_file(page: &Page) -> Result<()> {
    let script = "const [done] = arguments;
        let lines = ['pk,sk,note'];
        for (let n = 0; n < 600; n++) lines.push(`a,${n},\"note ${n}, with a comma\"`);
        lines.push('b,none,no number');
        const files = new DataTransfer();
        files.items.add(new File([lines.join('\\n')], 'orders.csv'));
        const input = document.querySelector('[data-testid=import-files]');
        input.files = files.files;
        input.dispatchEvent(new Event('change', {bubbles: true}));
        done(null);";
    page.window.execute_async(script, Vec::new()).await?;
    Ok(())
}

#[test]
fn an_item_is_saved_unless_somebody_was_faster() {
    visit("item-editor", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;
        let item = |note: &str| json!({"pk": {"S": "a"}, "sk": {"N": "1"}, "note": {"S": note}});
        page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item("old")})).await?;
        page.open("/play/Traded").await?;
        open_the_item(page).await?;
        page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item("newer")})).await?;
        page.click("save-item").await?;
        let told = "document.querySelector('[data-testid=item-dialog] [role=alert]') !== null";
        page.wait_until("that somebody was faster", told).await?;
        page.window
            .find(thirtyfour::By::Css("[data-testid=item-dialog] .dialog-head button"))
            .await?
            .click()
            .await?;
        page.shows_no("item-dialog").await?;
        open_the_item(page).await?;
        page.click("save-item").await?;
        page.shows_no("item-dialog").await?;
        Ok(())
    });
}

async fn open_the_item(page: &Page) -> Result<()> {
    page.wait_until("the item", "document.querySelector('#items-panel .items-open') !== null").await?;
    page.window.find(thirtyfour::By::Css("#items-panel .items-open")).await?.click().await?;
    page.shows("item-tree").await
}
