//! First visits: typed text, read results and opened links are kept, and every change is visible.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::page::{Page, Screen, selector};
use crate::table;
use crate::visit::visit;

const STORED: &str = include_str!("../../../crates/playground/tests/fixtures/notes.link");
const HISTORY: &str = "[...document.querySelectorAll('[data-testid=history] .history-name')].map(e => e.innerText.trim()).join(' ')";
/// Longer than the worker waits before it stores reads.
const IDLE: Duration = Duration::from_secs(2);

#[test]
fn reads_at_the_end_are_there_after_a_reload() {
    visit("newcomers_reads", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        let key = json!({"pk": {"S": "a"}, "sk": {"N": "1"}});
        page.succeeds("GetItem", json!({"TableName": "Notes", "Key": key})).await?;
        page.succeeds("Scan", json!({"TableName": "Notes"})).await?;
        history_begins(page, "Scan GetItem PutItem CreateTable").await?;
        tokio::time::sleep(IDLE).await;
        page.reload().await?;
        page.waits_for_role("writer").await?;
        history_begins(page, "Scan GetItem PutItem CreateTable").await.context("after a reload")?;
        let cost = "document.querySelector('[data-testid=history]').innerText.includes('0.5 RCU')";
        page.wait_until("what the reads consumed", cost).await?;
        Ok(())
    });
}

#[test]
fn reads_are_there_when_the_complete_engine_takes_over() {
    visit("newcomers_reads_handed_over", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.succeeds("Scan", json!({"TableName": "Notes"})).await?;
        page.succeeds("ExecuteStatement", json!({"Statement": "SELECT * FROM \"Notes\""})).await?;
        history_begins(page, "ExecuteStatement Scan PutItem CreateTable").await
    });
}

#[test]
fn an_opened_link_survives_a_reload() {
    visit("newcomers_reload", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open(&format!("/?stored#{}", STORED.trim_end())).await?;
        page.shows("visiting-banner").await?;
        two_notes(page).await?;
        for _ in 0..2 {
            page.reload().await?;
            page.shows("visiting-banner").await?;
            two_notes(page).await?;
            ensure!(page.path().await? == "/play/Notes", "it stays at its address: {}", page.path().await?);
        }
        // Opening another address in this tab leaves the temporary copy.
        page.open("/play").await?;
        page.shows("table-Notes").await?;
        ensure!(table::item_count(page, "Notes").await? == 1, "one's own table is as it was");
        page.shows_no("visiting-banner").await
    });
}

#[test]
fn a_title_is_in_the_link_while_it_is_typed() {
    visit("newcomers_share", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.click("share").await?;
        let link = format!("document.querySelector('{}')?.value", selector("share-link"));
        let before = page.wait_until("a link", &link).await?;
        page.element("share-title").await?.send_keys("Autumn orders").await?;
        let another = format!("(link => link && link !== {before} && link)({link})");
        tokio::time::sleep(IDLE).await;
        let after = page.wait_until("another link", &another).await?;
        let focused = page.value("document.activeElement.dataset.testid").await?;
        ensure!(focused == "share-title", "the field keeps the focus: {focused}");
        let typed = page.element("share-title").await?.prop("value").await?;
        ensure!(typed.as_deref() == Some("Autumn orders"), "what was typed stays: {typed:?}");
        page.window.goto("about:blank").await?;
        page.window.goto(after.as_str().context("a link is text")?).await?;
        page.ready().await?;
        let told = page.text("sample-loaded").await?;
        ensure!(told.contains("Autumn orders"), "the title came along: {told}");
        Ok(())
    });
}

#[test]
fn unreadable_text_runs_nothing() {
    visit("newcomers_unread", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes?request=cli").await?;
        page.writes("aws dynamodb scan --table-name Notes").await?;
        let run = format!("document.querySelector('{}').disabled", selector("run"));
        page.wait_until("Run", &format!("!{run}")).await?;
        for text in ["aws dynamodb scan --table-name 'Notes", "aws dynamodb dance", "make me a sandwich"] {
            page.writes(text).await?;
            page.wait_until("Run to be off", &run).await.with_context(|| text.to_owned())?;
            page.window.active_element().await?.send_keys(Key::Control + Key::Enter).await?;
        }
        tokio::time::sleep(IDLE).await;
        history_begins(page, "PutItem CreateTable").await?;
        page.writes("aws dynamodb list-tables").await?;
        page.wait_until("Run to be on", &format!("!{run}")).await?;
        // The form keeps the last valid request and can send it.
        page.writes("aws dynamodb scan --table-name 'Notes").await?;
        page.wait_until("Run to be off", &run).await?;
        page.click("tab-request-form").await?;
        page.wait_until("Run to be on in the form", &format!("!{run}")).await?;
        Ok(())
    });
}

#[test]
fn several_commands_are_run_one_after_another() {
    const COMMANDS: &str = "# Two notes
aws dynamodb create-table --table-name Pasted --billing-mode PROVISIONED \\
  --provisioned-throughput ReadCapacityUnits=5,WriteCapacityUnits=5 \\
  --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH
aws dynamodb wait table-exists --table-name Pasted
aws dynamodb put-item --table-name Pasted --item '{\"id\": {\"S\": \"one\"}}'
aws dynamodb put-item --table-name Pasted --item '{\"id\": {\"S\": \"two\"}}'; aws s3 ls
aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/Pasted \\
  --scalable-dimension dynamodb:table:WriteCapacityUnits --min-capacity 5 --max-capacity 50
aws application-autoscaling put-scaling-policy --service-namespace dynamodb --resource-id table/Pasted \\
  --scalable-dimension dynamodb:table:WriteCapacityUnits --policy-name half --policy-type TargetTrackingScaling \\
  --target-tracking-scaling-policy-configuration '{\"TargetValue\": 50}'
aws cloudwatch put-metric-alarm --alarm-name slow --namespace AWS/DynamoDB --metric-name WriteThrottleEvents \\
  --dimensions Name=TableName,Value=Pasted --statistic Sum --period 60 --threshold 1 --evaluation-periods 1 \\
  --comparison-operator GreaterThanOrEqualToThreshold";
    visit("newcomers_script", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes?request=cli").await?;
        page.writes(COMMANDS).await?;
        page.wait_until(
            "the commands",
            "document.querySelector('[data-testid=editor-script][data-requests=\"5\"]')",
        )
        .await?;
        let skipped = page.text("script-skipped").await?;
        ensure!(skipped.contains("wait table-exists") && skipped.contains("aws s3 ls"), "skipped: {skipped}");
        page.click("script-run").await?;
        history_begins(page, "Set an alarm").await?;
        page.shows("table-Pasted").await?;
        ensure!(table::item_count(page, "Pasted").await? == 2, "both items are there");
        let scaling =
            page.succeeds("DescribeTableReplicaAutoScaling", json!({"TableName": "Pasted"})).await?;
        let scaling = scaling.to_string();
        ensure!(
            scaling.contains("\"MaximumUnits\":50") && scaling.contains("\"TargetValue\":50"),
            "scaling: {scaling}"
        );
        page.shows_no("editor-script").await
    });
}

#[test]
fn closing_the_dialog_says_that_it_stopped_an_import() {
    visit("newcomers_import", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes").await?;
        page.click("transfer").await?;
        page.click("transfer-generate").await?;
        let count = page.element("generate-count").await?;
        count.send_keys(Key::Control + "a").await?;
        count.send_keys("9000").await?;
        page.click("generate-go").await?;
        page.shows("import-told").await?;
        page.window.active_element().await?.send_keys(Key::Escape + "").await?;
        page.shows_no("transfer-dialog").await?;
        let said = "[...document.querySelectorAll('[data-testid=said]')].some(notice => notice.innerText.includes('Canceled'))";
        page.wait_until("a notice that it was cancelled", said).await?;
        Ok(())
    });
}

#[test]
fn a_request_of_more_than_16_megabytes_is_refused() {
    visit("newcomers_large", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        let script = "const [length, done] = arguments;
            dynalab.execute('ListTables', '{' + ' '.repeat(length) + '}').then(({status, refusal}) => done([status, refusal ?? null]));";
        for (spaces, outcome) in
            [(16 * 1024 * 1024 - 2, json!([200, null])), (16 * 1024 * 1024 - 1, json!([0, "too_large"]))]
        {
            let told = page.window.execute_async(script, vec![json!(spaces)]).await?.json().clone();
            ensure!(told == outcome, "{spaces} spaces: {told}");
        }
        Ok(())
    });
}

#[test]
fn a_ring_names_what_it_shows() {
    visit("newcomers_ring", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        let named = |name: &str| {
            format!("document.querySelector('[data-testid=partitions-of]')?.textContent === '{name}'")
        };
        page.wait_until("the table's name", &named("Shop")).await?;
        page.click("tab-index-GSI1").await?;
        page.wait_until("the index's name", &named("GSI1")).await?;
        page.click("tab-index--").await?;
        page.wait_until("the table's name again", &named("Shop")).await?;
        Ok(())
    });
}

#[test]
fn the_key_of_another_table_is_not_on_the_ring() {
    visit("newcomers_other_ring", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        page.succeeds("CreateTable", table::definition("Notes")).await?;
        let dots = "document.querySelectorAll('[data-testid=picture-partitions] .pic-pulse').length";
        let get = |table: &str, key: Value| json!({"TableName": table, "Key": key});
        let shop = get("Shop", json!({"PK": {"S": "USER#001"}, "SK": {"S": "PROFILE"}}));
        page.succeeds("GetItem", shop).await?;
        page.wait_until("a dot for a key of this table", &format!("{dots} === 1")).await?;
        page.succeeds("GetItem", get("Notes", json!({"pk": {"S": "a"}, "sk": {"N": "1"}}))).await?;
        page.wait_until("no dot for a key of another", &format!("{dots} === 0")).await?;
        Ok(())
    });
}

#[test]
fn a_number_is_below_its_heading() {
    visit("newcomers_columns", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        page.click("question-2").await?;
        page.shows("result-items").await?;
        let astray = "[...document.querySelectorAll('.items-table')].flatMap(table =>
            [...table.querySelectorAll('thead th')].filter((heading, place) => {
                const cells = [...table.querySelectorAll('tbody tr')].map(row => row.cells[place - (row.cells.length < table.tHead.rows[0].cells.length ? 1 : 0)]);
                const numbers = cells.filter(cell => cell && !cell.querySelector('.items-none') && !cell.matches('.items-space'));
                return place > 0 && numbers.length && numbers.every(cell => cell.matches('.items-num')) && getComputedStyle(heading).textAlign !== 'right';
            }).map(heading => heading.innerText))";
        ensure!(
            page.value(astray).await? == json!([]),
            "beside their numbers: {}",
            page.value(astray).await?
        );
        let right = "[...document.querySelectorAll('.items-table th.items-num')].length > 1";
        page.wait_until("headings of numbers", right).await?;
        Ok(())
    });
}

#[test]
fn the_first_escape_closes_each_dialog() {
    visit("newcomers_escape", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes").await?;
        for (opener, dialog) in [
            ("share", "share-dialog"),
            ("open-design", "open-dialog"),
            ("sample-menu", "sample-dialog"),
            ("table-menu", "table-dialog"),
            ("transfer", "transfer-dialog"),
            ("new-item", "item-dialog"),
            ("delete-table", "delete-dialog"),
            ("palette-key", "palette"),
        ] {
            page.click(opener).await?;
            page.shows(dialog).await?;
            page.window.active_element().await?.send_keys(Key::Escape + "").await?;
            page.shows_no(dialog).await.with_context(|| format!("{dialog} after one Escape"))?;
        }
        Ok(())
    });
}

#[test]
fn a_refusal_goes_when_the_fields_are_corrected() {
    visit("newcomers_refusal", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes").await?;
        page.click("table-menu").await?;
        page.element("table-name").await?.send_keys("Notes").await?;
        page.element("partition-key").await?.send_keys("id").await?;
        page.click("create-table").await?;
        let refusal = "document.querySelector('[data-testid=table-dialog] .finding--bad')";
        page.wait_until("the refusal", refusal).await?;
        page.element("table-name").await?.send_keys("2").await?;
        page.wait_until("no refusal", &format!("!{refusal}")).await?;
        page.click("create-table").await?;
        page.shows("table-Notes2").await
    });
}

#[test]
fn the_bar_of_a_table_fits_beside_a_diagram() {
    visit("newcomers_bar", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        page.set_size(1280, 800, Screen::Desktop).await?;
        let cut = "(() => {
            const edge = document.querySelector('.workbench-items').getBoundingClientRect().right + 0.5;
            return [...document.querySelectorAll('.workbench-items .tabs-side button')].filter(button =>
                button.getBoundingClientRect().right > edge || button.scrollWidth > button.clientWidth + 1).map(button => button.innerText);
        })()";
        ensure!(page.value(cut).await? == json!([]), "cut at 1280 px: {}", page.value(cut).await?);
        Ok(())
    });
}

#[test]
fn a_giant_message_is_short_until_it_is_asked_for() {
    visit("newcomers_message", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes?request=json").await?;
        let put = |n: usize| json!({"PutRequest": {"Item": {"pk": {"S": "b"}, "sk": {"N": n.to_string()}}}});
        let puts: Vec<Value> = (0..40).map(put).collect();
        page.writes(&json!({"RequestItems": {"Notes": puts}}).to_string()).await?;
        let batch = "document.querySelector('[data-testid=operation-select]').value === 'BatchWriteItem'";
        page.wait_until("the operation", batch).await?;
        page.click("run").await?;
        page.shows("error-whole").await?;
        let length = "document.querySelector('.workbench-result').innerText.length";
        let short = page.value(length).await?.as_u64().unwrap_or_default();
        ensure!(short > 100 && short < 1_200, "the panel has {short} letters");
        page.window.find(By::Css("[data-testid=error-whole] summary")).await?.click().await?;
        page.wait_until("the whole message", &format!("{length} > 3000")).await?;
        Ok(())
    });
}

#[test]
fn an_empty_workbench_says_what_to_do() {
    visit("newcomers_empty", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.shows("request-empty").await?;
        ensure!(page.window.find_all(By::Css("textarea")).await?.is_empty(), "there is no text to be read");
        page.click("request-empty-table").await?;
        page.shows("table-dialog").await?;
        page.window.active_element().await?.send_keys(Key::Escape + "").await?;
        page.click("request-empty-json").await?;
        page.shows("run").await?;
        page.click("run").await?;
        page.wait_until("a table", "document.querySelector('[data-testid^=table-][aria-current]')").await?;
        page.shows_no("request-empty").await
    });
}

#[test]
fn undo_says_what_it_undid() {
    visit("newcomers_undo", async |visit| {
        let page = visit.page();
        with_notes(page).await?;
        page.open("/play/Notes").await?;
        let said = |words: &str| {
            format!(
                "[...document.querySelectorAll('[data-testid=said]')].some(notice => notice.innerText.includes('{words}'))"
            )
        };
        page.click("undo").await?;
        page.wait_until("what was undone", &said("Undone: PutItem")).await?;
        page.click("redo").await?;
        page.wait_until("what was done again", &said("Redone: PutItem")).await?;
        Ok(())
    });
}

#[test]
fn the_example_of_an_error_opens_at_the_error() {
    visit("newcomers_example", async |visit| {
        let page = visit.page();
        for name in ["ConditionalCheckFailedException", "ValidationException", "ResourceNotFoundException"] {
            page.window.goto(format!("{}/errors/{name}/", page.origin())).await?;
            page.window.find(By::Css("a.error-run")).await?.click().await?;
            page.ready().await?;
            page.shows("visiting-banner").await?;
            let status = "document.querySelector('[data-testid=result-status][data-status=\"400\"]')";
            page.wait_until("the answer", status).await.with_context(|| name.to_owned())?;
            let told = page.value("document.querySelector('.workbench-result').innerText").await?;
            ensure!(told.as_str().is_some_and(|told| told.contains(name)), "{name} is shown: {told}");
        }
        Ok(())
    });
}

#[test]
fn lessons_link_to_errors_that_have_a_page() {
    const DEAD: &str = "const [done] = arguments;
        (async () => {
            const { chapters } = await (await fetch('/lessons/index.json')).json();
            const links = new Set();
            for (const { file } of chapters.flatMap(chapter => chapter.lessons)) {
                const text = await (await fetch(`/lessons/${file}`)).text();
                for (const [, link] of text.matchAll(/href=\\\\?\"(\\/errors\\/[^\"\\\\]+)/g)) links.add(link);
            }
            const dead = [];
            for (const link of links) {
                const page = await (await fetch(link)).text();
                if (!page.includes('class=\"error\"')) dead.push(link);
            }
            done([links.size, dead]);
        })().catch(error => done(String(error)));";
    visit("newcomers_lesson_links", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        let told = page.window.execute_async(DEAD, Vec::new()).await?.json().clone();
        ensure!(told[0].as_u64().is_some_and(|links| links > 2), "lessons link to errors: {told}");
        ensure!(told[1] == json!([]), "links without a page: {told}");
        Ok(())
    });
}

#[test]
fn nothing_is_wider_than_a_phone() {
    visit("newcomers_phone", async |visit| {
        let page = visit.page();
        page.set_size(390, 844, Screen::Phone).await?;
        for place in [
            "/",
            "/learn",
            "/learn/a-table-in-this-tab",
            "/learn/build",
            "/play",
            "/capacity",
            "/scale",
            "/about",
            "/errors/",
            "/ja/errors/ThrottlingException/",
            "/errors/ThrottlingException/ja/",
        ] {
            page.window.goto(format!("{}{place}", page.origin())).await?;
            if !place.contains("/errors/") {
                page.ready().await?;
            }
            let width = page.value("document.documentElement.scrollWidth").await?;
            ensure!(width == 390, "{place} is {width} px wide");
        }
        page.opens_shop().await?;
        let key = "getComputedStyle(document.querySelector('[data-testid=run] kbd')).display";
        ensure!(page.value(key).await? == "none", "a phone has no Ctrl");
        Ok(())
    });
}

async fn with_notes(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition("Notes")).await?;
    let item = json!({"pk": {"S": "a"}, "sk": {"N": "1"}});
    page.succeeds("PutItem", json!({"TableName": "Notes", "Item": item})).await?;
    page.shows("table-Notes").await
}

async fn two_notes(page: &Page) -> Result<()> {
    page.shows("table-Notes").await?;
    ensure!(table::item_count(page, "Notes").await? == 2, "the copy has its two items");
    Ok(())
}

async fn history_begins(page: &Page, operations: &str) -> Result<()> {
    let begins = format!("({HISTORY}).startsWith('{operations}')");
    let waited = page.wait_until(operations, &begins).await;
    if waited.is_err() {
        let found = page.value(HISTORY).await?;
        waited.with_context(|| format!("the history is {found}"))?;
    }
    ensure!(!page.window.find_all(By::Css("[data-testid=history]")).await?.is_empty());
    Ok(())
}
