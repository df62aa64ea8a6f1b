//! One request in five formats: pasted, converted, run, and its problems underlined.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::By;

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
const LINE: &str = r#"aws dynamodb scan --table-name Notes --filter-expression 'n > :n' \
  --expression-attribute-values '{":n": {"N": "1"}}' --region eu-west-1"#;

#[test]
fn a_command_line_is_pasted_and_run() {
    visit("request_text_run", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-json").await?;
        page.writes(LINE).await?;
        // The pasted text is recognized, although JSON was expected.
        let said = page.editor_text().await?;
        ensure!(said.contains("\"FilterExpression\": \"n > :n\""), "it is shown as JSON: {said}");
        page.wait_until(
            "the operation",
            "document.querySelector('[data-testid=operation-select]').value === 'Scan'",
        )
        .await?;
        page.click("run").await?;
        page.wait_until(
            "two items",
            "document.querySelector('[data-testid=result-status][data-status=\"200\"]')",
        )
        .await?;
        page.click("tab-result-json").await?;
        let answer = page.text("result-json").await?;
        ensure!(
            answer.contains("\"Count\": 2") || answer.contains("\"Count\":2"),
            "two of three have n > 1: {answer}"
        );
        Ok(())
    });
}

#[test]
fn the_request_stays_the_same_in_every_form() {
    visit("request_text_forms", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-cli").await?;
        page.writes(LINE).await?;
        let draft = draft_after(page, "json").await?;
        for (tab, part) in [
            ("cli", "--filter-expression 'n > :n'"),
            ("sdk", "new ScanCommand({"),
            ("partiql", "WHERE \"n\" > 1"),
            ("form", ""),
        ] {
            page.click(&format!("tab-request-{tab}")).await?;
            if !part.is_empty() {
                let shown = page.editor_text().await?;
                ensure!(shown.contains(part), "{tab} says the same: {shown}");
            }
        }
        let again = draft_after(page, "json").await?;
        ensure!(again == draft, "looking at forms changes nothing:\n{draft}\n{again}");

        page.click("tab-request-sdk").await?;
        page.writes(
            "table = boto3.resource('dynamodb').Table('Notes')\ntable.get_item(Key={'pk': 'a', 'sk': 1})",
        )
        .await?;
        let python = page.value("document.querySelector('[data-testid=sdk-language]').value").await?;
        ensure!(python == json!("python"), "Python is recognised: {python}");
        let draft = draft_after(page, "json").await?;
        ensure!(draft.contains(r#""sk": {"N": "1"}"#), "values get their types: {draft}");
        Ok(())
    });
}

#[test]
fn mistakes_are_underlined_where_they_are() {
    visit("request_text_mistakes", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-cli").await?;
        page.writes(LINE).await?;
        page.writes("aws dynamodb scan --table-name Notes --limt 5").await?;
        let said = page.text("editor-mistake").await?;
        ensure!(said.contains("--limt") && said.contains("Line 1, column 38"), "the mistake is said: {said}");
        let underlined = page.value(UNDERLINED).await?;
        // Without Node, the site has a plain field, which cannot underline.
        let is_plain =
            page.value("document.querySelector('[data-testid=editor]').dataset.field === 'plain'").await?;
        ensure!(underlined == "--limt" || is_plain == true, "it is underlined where it is: {underlined}");
        let draft = draft_after(page, "json").await?;
        ensure!(draft.contains("n > :n"), "the last request that could be read stays: {draft}");

        page.writes(r#"{"TableName": "Notes", "FilterExpression": "status = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}"#).await?;
        let said = page.text("editor-mistake").await?;
        ensure!(said.contains("reserved word"), "a reserved word is told before it is sent: {said}");
        Ok(())
    });
}

/// A person's choice in the list does not keep it from showing the request that is pasted later.
#[test]
fn the_list_of_operations_follows_a_pasted_request() {
    visit("request_text_list", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.shows("operation-select").await?;
        for operation in ["Scan", "Query"] {
            let choose = format!(
                "const list = document.querySelector('[data-testid=operation-select]'); list.value = '{operation}'; \
                 list.dispatchEvent(new Event('change', {{ bubbles: true }})); return true;"
            );
            page.window.execute(choose, vec![]).await?;
            let chosen =
                format!("{LIST} === '{operation}' && document.querySelector('[data-testid=forecast]')");
            page.wait_until(operation, &chosen).await?;
        }
        page.click("tab-request-cli").await?;
        page.writes(LINE).await?;
        page.wait_until("the pasted operation in the list", &format!("{LIST} === 'Scan'")).await?;
        Ok(())
    });
}

#[test]
fn what_cannot_run_opens_in_its_form_with_the_reason() {
    visit("request_text_unreadable", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        for (tab, text, reason) in [
            (
                "cli",
                "aws dynamodb create-backup --table-name Notes --backup-name B-$(date +%F)",
                "$(date +%F)",
            ),
            (
                "sdk",
                "table = boto3.resource('dynamodb').Table('Notes')\ntable.put_item(Item={'id': f'{user}'})",
                "{user}",
            ),
        ] {
            page.click("tab-request-json").await?;
            page.writes(text).await?;
            let chosen =
                format!("document.querySelector('[data-testid=tab-request-{tab}][aria-selected=true]')");
            page.wait_until("the form of the text", &chosen).await?;
            ensure!(page.editor_text().await?.contains(reason), "the text is there");
            let told = page
                .wait_until("the reason", "document.querySelector('[data-testid=editor-mistake]')?.innerText")
                .await?;
            ensure!(told.as_str().is_some_and(|told| told.contains(reason)), "{tab}: {told}");
            page.wait_until("Run to be off", "document.querySelector('[data-testid=run]').disabled").await?;
        }
        Ok(())
    });
}

#[test]
fn a_batch_writer_is_pasted_and_run() {
    const LOOP: &str = "table = boto3.resource('dynamodb').Table('Notes')
with table.batch_writer() as batch:
    for number in range(10, 40):
        batch.put_item(Item={'pk': f'N#{number}', 'sk': number, 'n': number})
table.scan(Limit=limit)";
    visit("request_text_batch", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        let before = table::item_count(page, TABLE).await?;
        page.click("tab-request-sdk").await?;
        page.writes(LOOP).await?;
        page.shows("editor-script").await?;
        let skipped = page.text("script-skipped").await?;
        ensure!(
            skipped.contains("scan(Limit=limit)") && skipped.contains("known only"),
            "skipped: {skipped}"
        );
        page.click("script-run").await?;
        page.shows_no("editor-script").await?;
        let count = format!(
            "document.querySelector('[data-testid=table-{TABLE}]').innerText.includes('{}')",
            before + 30
        );
        page.wait_until("all items", &count).await?;
        Ok(())
    });
}

/// "Run all" says at which request it stopped, and why.
#[test]
fn a_script_that_stops_is_a_failure() {
    const MISSING: &str = "aws dynamodb get-item --table-name Nothing --key '{\"pk\":{\"S\":\"a\"}}'";
    const LISTING: &str = "aws dynamodb list-tables";
    visit("request_text_stops", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-cli").await?;
        for (script, done, place) in [
            (format!("{MISSING}\n{LISTING}\n{LISTING}\n{LISTING}"), "0 of 4", "Request 1 (GetItem)"),
            (format!("{LISTING}\n{MISSING}\n{LISTING}"), "1 of 3", "Request 2 (GetItem)"),
        ] {
            page.writes(&script).await?;
            page.click("script-run").await?;
            let told = "document.querySelector('[data-testid=script-stopped]')?.innerText ?? ''";
            page.wait_until("where it stopped", &format!("({told}).includes('{place}')")).await?;
            let told = page.text("script-stopped").await?;
            ensure!(told.contains(done) && told.contains("ResourceNotFoundException"), "{told}");
            page.shows_no("said").await?;
            let all = page.window.find_all(By::Css("[data-testid=script-stopped]")).await?;
            ensure!(all.len() == 1, "the last run is told, not each: {}", all.len());
            let class = page.element("script-stopped").await?.class_name().await?.unwrap_or_default();
            ensure!(class.contains("banner--bad"), "it looks like a failure: {class}");
        }
        page.writes(&format!("{LISTING}\n{LISTING}")).await?;
        page.click("script-run").await?;
        page.shows("said").await?;
        let said = page.text("said").await?;
        ensure!(said.contains("All 2 requests run."), "{said}");
        Ok(())
    });
}

/// The editor shows the first of two alarms as it was pasted, and both are created.
#[test]
fn two_alarms_are_pasted_together() {
    visit("request_text_alarms", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        let alarm = |name: &str| {
            format!(
                "aws cloudwatch put-metric-alarm --alarm-name {name} --namespace AWS/DynamoDB --metric-name ReadThrottleEvents \
                 --statistic Sum --period 60 --threshold 1 --comparison-operator GreaterThanThreshold --evaluation-periods 1"
            )
        };
        for tab in ["cli", "sdk"] {
            page.click(&format!("tab-request-{tab}")).await?;
            page.writes(&format!("{}\n{}", alarm("first"), alarm("second"))).await?;
            page.shows("editor-script").await?;
            let text = page.editor_text().await?;
            ensure!(text.contains("put-metric-alarm --alarm-name first"), "{tab}: {text}");
        }
        page.click("script-run").await?;
        page.shows("said").await?;
        let alarms = page.succeeds("Dynalab.DescribeAlarms", json!({})).await?;
        ensure!(alarms.to_string().contains("first") && alarms.to_string().contains("second"), "{alarms}");
        Ok(())
    });
}

const LIST: &str = "document.querySelector('[data-testid=operation-select]').value";
const UNDERLINED: &str = "document.querySelector('[data-testid=editor-host]').shadowRoot\
    ?.querySelector('.cm-lintRange-error')?.textContent ?? ''";

async fn prepare(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    for n in 1..=3 {
        let item = json!({"pk": {"S": "a"}, "sk": {"N": n.to_string()}, "n": {"N": n.to_string()}});
        page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    }
    page.reload().await
}

async fn draft_after(page: &Page, tab: &str) -> Result<String> {
    page.click(&format!("tab-request-{tab}")).await?;
    page.editor_text().await
}
