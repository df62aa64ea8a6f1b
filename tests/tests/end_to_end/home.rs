//! The home page: its live table has complete rows, and its trace is in the language of the page.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::appearance::no_message_shows_its_name;
use crate::page::{Page, Screen};
use crate::visit::visit;

/// The number of requests in `static/samples/home-traffic.json`.
const STEPS: u64 = 26;

const ROWS: &str = "document.querySelectorAll('.stage-grid .stage-row').length > 20";

/// Rows whose cells are not side by side: on different lines, of different heights, or out of order.
const TORN: &str = "
    [...document.querySelectorAll('.stage-grid tr[aria-rowindex]')].filter(row => {
        const cells = [...row.cells].map(cell => cell.getBoundingClientRect());
        return cells.length !== 5 || cells.some((cell, place) => {
            const before = cells[place - 1];
            return getComputedStyle(row.cells[place]).display !== 'table-cell' || cell.width < 1
                || before && (Math.abs(cell.top - before.top) > 1 || Math.abs(cell.height - before.height) > 1
                    || Math.abs(cell.left - before.right) > 1);
        });
    }).map(row => row.innerText)";

/// True if drawn rows fill the frame of the table.
const WITHOUT_GAP: &str = "(() => {
    const frame = document.querySelector('.stage-scroll').getBoundingClientRect();
    const rows = [...document.querySelectorAll('.stage-row')].map(row => row.getBoundingClientRect());
    const head = document.querySelector('.stage-grid th').getBoundingClientRect();
    return rows[0].top <= head.bottom + 1 && rows.at(-1).bottom >= frame.bottom - 20;
})()";

#[test]
fn the_cells_of_a_row_are_side_by_side() {
    visit("home_table", async |visit| {
        let page = visit.page();
        for (width, height, screen) in [(1280, 900, Screen::Desktop), (390, 844, Screen::Phone)] {
            page.set_size(width, height, screen).await?;
            page.open("/").await?;
            page.wait_until("the rows", ROWS).await?;
            let torn = page.value(TORN).await?;
            ensure!(torn == json!([]), "at {width} pixels the cells of rows are not side by side: {torn}");
            let groups = "document.querySelectorAll('.stage-grid tbody:has(.stage-row)').length";
            let lines = "[...document.querySelectorAll('.stage-grid tbody:has(.stage-row)')].filter(group =>
                getComputedStyle(group.rows[0].cells[3]).boxShadow !== 'none').length";
            ensure!(page.value(lines).await? == page.value(groups).await?, "a line begins every group");
        }
        Ok(())
    });
}

/// Only the rows near the visible ones are drawn. The frame is as high as if all were, and a screen reader knows how many there are.
#[test]
fn the_rows_in_view_are_drawn_wherever_a_person_scrolls() {
    visit("home_rows", async |visit| {
        let page = visit.page();
        let still = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        page.window.cdp().send_raw("Emulation.setEmulatedMedia", still).await?;
        for (width, height, screen) in [(1280, 900, Screen::Desktop), (390, 844, Screen::Phone)] {
            page.set_size(width, height, screen).await?;
            page.open("/").await?;
            page.wait_until("the rows", ROWS).await?;
            let drawn = page.value("document.querySelectorAll('.stage-row').length").await?;
            let all = page.value("document.querySelector('.stage-grid').ariaRowCount - 1").await?;
            let (drawn, all) = (drawn.as_f64().context("rows")?, all.as_f64().context("all rows")?);
            ensure!(all > 100.0 && drawn < 90.0, "{drawn} of {all} rows are drawn");
            page.wait_until("rows from edge to edge of the frame at first", WITHOUT_GAP).await?;
            for share in ["0", "0.4", "1", "0"] {
                let scroll = format!(
                    "(() => {{ const frame = document.querySelector('.stage-scroll');
                        frame.scrollTop = {share} * frame.scrollHeight; return true; }})()"
                );
                page.value(&scroll).await?;
                page.wait_until("rows from edge to edge of the frame", WITHOUT_GAP).await?;
            }
            page.value("(() => { document.querySelector('.stage-scroll').scrollTop = 1e6; return true; })()")
                .await?;
            let last = format!("document.querySelector('.stage-row[aria-rowindex=\"{}\"]')", all + 1.0);
            page.wait_until("the last row", &last).await?;
        }
        Ok(())
    });
}

#[test]
fn every_step_of_the_trace_is_a_sentence() {
    visit("home_trace", async |visit| {
        let page = visit.page();
        // With reduced motion, the traffic waits for the Step button.
        let still = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        page.window.cdp().send_raw("Emulation.setEmulatedMedia", still).await?;
        for (language, plans) in [
            ("en", ["Sort key: all values. Order: ascending.", "Sort key: all values. Order: descending."]),
            ("ja", ["昇順", "降順"]),
        ] {
            page.open("/").await?;
            if language == "ja" {
                page.click("language-toggle").await?;
            }
            let speaks = format!("document.documentElement.lang === '{language}'");
            page.wait_until("the language", &speaks).await?;
            page.wait_until("the rows", ROWS).await?;
            let traces = step_through(page).await?;
            for plan in plans {
                ensure!(traces.contains(plan), "no query of the traffic is planned with {plan}: {traces}");
            }
            let others = "performance.getEntriesByType('resource').some(entry => entry.name.includes('/messages/workbench/'))";
            ensure!(page.value(others).await? == false, "the home page says this with its own sentences");
        }
        Ok(())
    });
}

/// With reduced motion, the sale starts at its peak.
#[test]
fn one_hot_key_is_throttled_unless_the_limits_are_off() {
    visit("home_sale", async |visit| {
        let page = visit.page();
        let still = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        page.window.cdp().send_raw("Emulation.setEmulatedMedia", still).await?;
        page.open("/").await?;
        page.wait_until("the rows", ROWS).await?;
        let throttled = page.text("stage-throttled").await?;
        ensure!(throttled.contains("writes per second throttled"), "{throttled}");
        let sale = page.text("stage-sale").await?;
        ensure!(sale.starts_with("A tea goes on sale: 1,"), "{sale}");
        let marked = "document.querySelector('[data-testid=stage-mark]').textContent";
        ensure!(page.value(marked).await? == "PRODUCT#100", "the ring shows the hot key");
        page.click("stage-limits-off").await?;
        page.shows_no("stage-throttled").await?;
        page.click("stage-limits-on").await?;
        page.shows("stage-throttled").await?;
        page.value("document.querySelector('.stage-grid tbody td button').click()").await?;
        let first = "document.querySelector('.stage-grid .items-key').textContent";
        let first = page.value(first).await?;
        page.wait_until("the selected item on the ring", &format!("{marked} === {first}")).await?;
        Ok(())
    });
}

#[test]
fn the_time_bar_shows_moments_again() {
    visit("home_time_bar", async |visit| {
        const TITLE: &str = "document.querySelector('.stage-title').textContent";
        const AT: &str = "document.querySelector('[data-testid=demo-at]').textContent";
        const REQUESTS: &str = "document.querySelector('[data-testid=stage]').dataset.requests";
        let page = visit.page();
        page.open("/").await?;
        page.shows("demo-toggle").await?;
        page.wait_until("a request", &format!("Number({REQUESTS}) >= 2")).await?;
        // Viewing the past pauses the table.
        page.value("(() => { const slider = document.querySelector('[data-testid=demo-slider]'); slider.value = '0'; slider.dispatchEvent(new InputEvent('input', {bubbles: true})); return true; })()").await?;
        page.wait_until("the past", &format!("{AT}.startsWith('request ')")).await?;
        let requests = page.value(REQUESTS).await?;
        page.click("demo-step").await?;
        page.wait_until("the past still", &format!("{AT}.startsWith('request ')")).await?;
        page.click("demo-toggle").await?;
        page.wait_until("now", &format!("{AT} === 'the latest moment' && Number({REQUESTS}) >= {requests}"))
            .await?;
        page.wait_until("a title", &format!("{TITLE}.length > 0")).await?;
        page.click("demo-toggle").await?;
        page.click("demo-back").await?;
        page.wait_until("one moment back", &format!("{AT}.startsWith('request ')")).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

/// Sends every request of the traffic once, and returns the page's texts about them.
async fn step_through(page: &Page) -> Result<String> {
    let mut said = String::new();
    for step in 1..=STEPS {
        page.click("demo-step").await?;
        let answered = format!("document.querySelector('[data-testid=stage][data-requests=\"{step}\"]')");
        page.wait_until("the answer", &answered).await?;
        if step == 1 {
            page.click("demo-trace").await?;
        }
        no_message_shows_its_name(page, &format!("step {step} of the home page")).await?;
        let shown = page.value("document.querySelector('.stage-side').innerText").await?;
        said.push_str(shown.as_str().context("a text")?);
    }
    Ok(said)
}
