//! Long work: the page shows the progress of a jump of the clock and of a design, and stops them. A worker that is inside one long step is
//! ended and started again.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
const DAYS_300_MS: u64 = 300 * 24 * 60 * 60 * 1000;
/// So many of these in one step take several times the 4 s after which the page offers to restart the engine.
const JUMPS: usize = 6;

/// A table with an item, and alarms that are looked at every minute.
async fn watches(page: &Page, path: &str) -> Result<()> {
    page.open(path).await?;
    page.waits_for_role("writer").await?;
    page.succeeds("CreateTable", table::definition(TABLE)).await?;
    let item = json!({"pk": {"S": "a"}, "sk": {"N": "1"}});
    page.succeeds("PutItem", json!({"TableName": TABLE, "Item": item})).await?;
    page.succeeds("Dynalab.SetClock", json!({"Rate": 0})).await?;
    for number in 0..50 {
        let alarm = json!({
            "AlarmName": format!("reads {number}"), "MetricName": "ReadThrottleEvents", "Statistic": "Sum", "Period": 60,
            "Dimensions": [{"Name": "TableName", "Value": TABLE}], "EvaluationPeriods": 1_440, "Threshold": 1,
            "ComparisonOperator": "GreaterThanThreshold",
        });
        page.succeeds("Dynalab.PutMetricAlarm", alarm).await?;
    }
    Ok(())
}

/// Sends a request without waiting for its answer, which is in `window.long` when it comes.
async fn begins(page: &Page, operation: &str, body: Value) -> Result<()> {
    let script = "const [operation, body] = arguments; window.long = null;
        dynalab.execute(operation, body).then(answer => { window.long = answer; }, error => { window.long = {error: String(error)}; });";
    page.window.execute(script, vec![json!(operation), json!(body.to_string())]).await?;
    Ok(())
}

/// The time on the clock of the page, which stands still.
const CLOCK: &str = "Number(document.querySelector('[data-testid=clock-face]').dataset.now)";

#[test]
fn a_long_jump_shows_its_progress_and_is_stopped_with_the_keyboard() {
    visit("long_jump", async |visit| {
        let page = visit.page();
        for (path, told, stop) in [
            ("/play", "The clock jumps", "Stop"),
            ("/ja/play", "\u{6642}\u{8a08}\u{3092}\u{9032}\u{3081}", "\u{505c}\u{6b62}"),
        ] {
            if path == "/play" {
                watches(page, path).await?;
            } else {
                page.open(path).await?;
                page.waits_for_role("writer").await?;
            }
            // After a reload the time arrives with the tables.
            page.wait_until("the time", &format!("{CLOCK} > 1e12")).await?;
            let before = page.value(CLOCK).await?.as_f64().context("a time")?;
            begins(page, "Dynalab.AdvanceClock", json!({"Milliseconds": DAYS_300_MS})).await?;
            page.shows("working-progress").await?;
            let sentence = page.text("working-told").await?;
            ensure!(sentence.contains(told), "{sentence}");
            ensure!(page.text("working-stop").await? == stop, "{}", page.text("working-stop").await?);
            // The page is alive meanwhile: it reads the tables.
            let tables = page.value("document.querySelector('[data-testid=table-Notes]') !== null").await?;
            ensure!(tables == true, "the table is shown");
            page.window
                .execute("document.querySelector('[data-testid=working-stop]').focus();", Vec::new())
                .await?;
            page.window.active_element().await?.send_keys("\u{e007}").await?;
            page.shows("jump-stopped").await?;
            page.shows_no("working").await?;
            page.wait_until("the answer", "window.long !== null").await?;
            let answer = page.value("window.long").await?;
            ensure!(answer["status"] == 200, "{answer}");
            let somewhere = format!("{CLOCK} > {before} && {CLOCK} < {before} + {DAYS_300_MS}");
            page.wait_until("the clock where the jump came to", &somewhere).await?;
            page.click("undo").await?;
            page.wait_until("the way back", &format!("{CLOCK} <= {before}")).await?;
            let items = table::scan(page, TABLE).await?.len();
            ensure!(items == 1, "{items} items");
        }
        Ok(())
    });
}

#[test]
fn a_worker_inside_one_long_step_is_ended_and_nothing_acknowledged_is_lost() {
    visit("long_step", async |visit| {
        let page = visit.page();
        watches(page, "/play").await?;
        // The steps of clients are not divided.
        let jump = json!({"Operation": "Dynalab.AdvanceClock", "Request": {"Milliseconds": DAYS_300_MS}});
        let jumps = json!({"Clients": [vec![jump; JUMPS]], "Schedule": vec![0; 2 * JUMPS]});
        begins(page, "Dynalab.RunClients", jumps).await?;
        page.shows("working-stop").await?;
        page.click("working-stop").await?;
        page.shows("working-restart").await?;
        page.click("working-restart").await?;
        page.shows("engine-restarted").await?;
        page.ready().await?;
        page.waits_for_role("writer").await?;
        page.shows_no("working").await?;
        let answer = page.value("window.long").await?;
        ensure!(answer["refusal"] == "restarted", "{answer}");
        let items = table::scan(page, TABLE).await?.len();
        ensure!(items == 1, "{items} items after the restart");
        Ok(())
    });
}
