//! The capacity calculators: inputs change results, the link opens the same state, both languages, a phone.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::Key;
use tokio::time::{sleep, timeout};

use crate::page::{PATIENCE, Page, Screen, selector};
use crate::visit::visit;

const SECTIONS: [&str; 5] = ["item-size", "units", "partitions", "price", "scaling"];
const PHONE_WIDTH: u32 = 390;

/// The elements beyond the right edge that are not inside a scrolling element.
const TOO_WIDE: &str = "[...document.body.querySelectorAll('*')].filter(element => {
        if (element.getBoundingClientRect().right <= 391 || !element.checkVisibility()) return false;
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false;
        return true;
    }).map(element => `${element.tagName}.${element.getAttribute('class')}`).slice(0, 10)";

#[test]
fn inputs_change_units_and_the_link_opens_them_again() {
    visit("capacity_units", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.window.find(thirtyfour::By::Css("nav a[href='/capacity']")).await?.click().await?;
        page.shows("capacity-page").await?;
        page.click("calc-section-units").await?;
        says(page, "calc-request-answer", "1\nRCU per request").await?;
        says(page, "calc-load-answer", "2,200\nRCU").await?;
        page.click("calc-consistency-strong").await?;
        says(page, "calc-request-answer", "2\nRCU per request").await?;
        types(page, "calc-item-kb", "9").await?;
        says(page, "calc-request-answer", "3\nRCU per request").await?;
        says(page, "calc-steps", "9,216 ÷ 4,096 = 2.25").await?;
        // One key press moves the slider to another size.
        page.element("calc-item-kb-slider").await?.send_keys(Key::End).await?;
        says(page, "calc-request-answer", "100\nRCU per request").await?;
        page.click("calc-example-put-310").await?;
        says(page, "calc-request-answer", "310\nWCU per request").await?;
        page.wait_until("the link", "location.hash.includes('operation=PutItem')").await?;
        let link = page.window.current_url().await?.to_string();
        let before = page.text("calc-steps").await?;
        page.open("/").await?;
        page.window.goto(&link).await?;
        page.ready().await?;
        says(page, "calc-request-answer", "310\nWCU per request").await?;
        ensure!(page.text("calc-steps").await? == before, "the link opens other steps");
        // Open another link in the same tab.
        page.value("location.hash = '#section=units&operation=Query&item-kb=0.1&items=100'").await?;
        says(page, "calc-request-answer", "1.5\nRCU per request").await?;
        page.value("location.hash = '#main'").await?;
        says(page, "calc-request-answer", "1.5\nRCU per request").await?;
        page.click("calc-reset").await?;
        page.wait_until("an address without inputs", "location.hash === ''").await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

#[test]
fn an_item_is_measured_as_it_is_pasted() {
    visit("capacity_item", async |visit| {
        let page = visit.page();
        page.open("/capacity").await?;
        says(page, "calc-item-answer", "128\nbytes").await?;
        says(page, "calc-item-bytes", "placedAt").await?;
        pastes(page, r#"{"shirt-color": "R", "shirt-size": "M"}"#).await?;
        says(page, "calc-item-answer", "23\nbytes").await?;
        pastes(page, r#"{"shirt-color": "#).await?;
        page.shows("calc-item-problem").await?;
        pastes(page, r#"{"pk": {"S": "a"}, "v": {"L": [{"N": "0.123456789"}, {"N": "0.987654321"}]}}"#)
            .await?;
        page.shows_no("calc-item-problem").await?;
        let before = page.text("calc-item-answer").await?;
        types(page, "calc-vectors", "v").await?;
        page.wait_until(
            "the bytes of writes",
            "document.body.innerText.includes('12 bytes: each dimension')",
        )
        .await?;
        ensure!(page.text("calc-item-answer").await? == before, "the limit counts the list");
        page.wait_until("the link", "location.hash.includes('vectors=v')").await?;
        page.reload().await?;
        ensure!(page.text("calc-item-answer").await? == before, "the item is not in the link");
        Ok(())
    });
}

#[test]
fn an_item_of_a_table_is_measured() {
    visit("capacity_table", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        let scan = page.succeeds("Scan", json!({"TableName": "Shop", "Limit": 1})).await?;
        let name = scan["Items"][0].as_object().and_then(|item| item.keys().next_back().cloned());
        page.open("/capacity").await?;
        page.wait_until(
            "the list of tables",
            "document.querySelector('[data-testid=calc-item-table] option[value=Shop]')",
        )
        .await?;
        let choose = "(() => { const list = document.querySelector('[data-testid=calc-item-table]'); list.value = 'Shop'; \
             list.dispatchEvent(new Event('change', { bubbles: true })); return true; })()";
        page.value(choose).await?;
        page.wait_until("the item", "document.querySelector('[data-testid=calc-item]').value.includes('\\n') && location.hash.includes('item=')").await?;
        says(page, "calc-item-bytes", name.as_deref().unwrap_or("an attribute")).await
    });
}

#[test]
fn partitions_of_both_eras() {
    visit("capacity_partitions", async |visit| {
        let page = visit.page();
        page.open("/capacity#section=partitions").await?;
        says(page, "calc-partitions-answer", "3\npartitions").await?;
        says(page, "calc-formula", "1,666.67").await?;
        says(page, "calc-figure-hot-then", "DynamoDB throttles").await?;
        says(page, "calc-figure-hot-today", "are served").await?;
        types(page, "calc-partition-writes", "10000").await?;
        types(page, "calc-partitions", "4").await?;
        types(page, "calc-hot-percent", "25").await?;
        says(page, "calc-partitions-answer", "4\npartitions").await?;
        says(page, "calc-figure-hot-today", "It serves 4,000").await?;
        Ok(())
    });
}

#[test]
fn prices_are_compared_edited_and_named_when_they_lack() {
    visit("capacity_price", async |visit| {
        let page = visit.page();
        page.open("/capacity#section=price&shape=flat&indexes=0&index-gb=0").await?;
        says(page, "calc-total", "$2,200.95").await?;
        says(page, "calc-line-writes", "$1,478.25").await?;
        says(page, "calc-line-writes", "price list").await?;
        page.click("calc-mode-provisioned").await?;
        says(page, "calc-line-writes", "WCU-hour").await?;
        page.click("calc-mode-on-demand").await?;
        page.click("calc-insights-on").await?;
        says(page, "calc-missing", "Contributor Insights").await?;
        says(page, "calc-total", "$2,200.95").await?;
        page.value("document.querySelector('[data-testid=calc-book]').open = true").await?;
        types(page, "calc-price-contributor-insights", "3").await?;
        says(page, "calc-total", "$2,203.95").await?;
        says(page, "calc-line-contributor-insights", "your price").await?;
        page.click("calc-region-ap-northeast-1").await?;
        says(page, "calc-line-writes", "0.715").await?;
        says(page, "calc-missing", "Contributor Insights").await?;
        page.click("calc-preset-skill").await?;
        page.wait_until("the month in the link", "location.hash.includes('month=30')").await?;
        // Change an hour of the curve with the keyboard.
        page.element("calc-hour-9").await?.send_keys(Key::Down).await?;
        page.wait_until("a drawn curve", "location.hash.includes('shape=drawn')").await?;
        saves_csv(page, &visit.downloads()).await
    });
}

#[test]
fn a_mode_that_throttles_is_not_the_cheapest() {
    const LINK: &str = "#section=price&free-tier=off&shape=flat&item-kb=1&indexes=0&reads=10000&strong=100&writes=1000&gb=0&index-gb=0&headroom=0";
    visit("capacity_modes", async |visit| {
        let page = visit.page();
        page.open(&format!("/capacity{LINK}")).await?;
        for usd in ["$4,927.50", "$1,423.50", "$2,033.80", "$650.94", "$325.93"] {
            page.wait_until(
                usd,
                &format!("document.querySelector('[data-testid=calc-modes]').textContent.includes('{usd}')"),
            )
            .await?;
        }
        page.value("location.hash += '&maximum=4000&mode=reserved-1y'").await?;
        let served = "document.querySelector('[data-testid=calc-served-auto-scaling]').textContent";
        page.wait_until(
            "what is throttled",
            &format!("{served} === 'throttles up to 60 %, 1,440 minutes a day'"),
        )
        .await?;
        says(page, "calc-modes", "fixed units costs least: $325.93").await?;
        says(page, "calc-upfront", "$4,500.00").await?;
        Ok(())
    });
}

#[test]
fn own_tables_and_requests_fill_the_calculators() {
    visit("capacity_measured", async |visit| {
        let page = visit.page();
        page.open("/capacity").await?;
        page.click("calc-measured-summary").await?;
        says(page, "calc-measured", "no tables yet").await?;
        page.opens_shop().await?;
        page.window.find(thirtyfour::By::Css("nav a[href='/capacity']")).await?.click().await?;
        page.click("calc-measured-summary").await?;
        chooses(page, "calc-measured-table", "Shop").await?;
        says(page, "calc-measured-no-requests", "No request of this tab").await?;
        let key = json!({"PK": {"S": "USER#001"}, "SK": {"S": "PROFILE"}});
        for consistent in [false, true, true] {
            let get = json!({"TableName": "Shop", "Key": key, "ConsistentRead": consistent});
            page.succeeds("GetItem", get).await?;
        }
        says(page, "calc-measured-mix", "3 requests of this tab consumed on average 0.83 ± 0.33 RCU").await?;
        says(page, "calc-measured-shares", "GetItem").await?;
        types(page, "calc-times", "1000000").await?;
        types(page, "calc-mix-rate", "600").await?;
        page.click("calc-measured-take").await?;
        page.click("calc-section-units").await?;
        says(page, "calc-load-answer", "500\nRCU").await?;
        let described = page.succeeds("DescribeTable", json!({"TableName": "Shop"})).await?;
        let bytes = described["Table"]["TableSizeBytes"].as_f64().context("the size of the table")?;
        let gb = ((bytes * 1e6 / 1_073_741_824.0 * 10.0).round() / 10.0).to_string();
        let field = page.value("document.querySelector('[data-testid=calc-gb]').value").await?;
        ensure!(
            field.as_str() == Some(&gb),
            "{bytes} bytes a million times are {gb} GB, and the field says {field}"
        );
        page.wait_until("the link", "location.hash.includes('load=units')").await?;
        Ok(())
    });
}

#[test]
fn auto_scaling_follows_a_day_and_suggests_settings() {
    visit("capacity_scaling", async |visit| {
        let page = visit.page();
        page.open("/capacity#section=scaling&shape=spike&minimum=10").await?;
        page.shows("calc-figure-scaling").await?;
        says(page, "calc-figure-scaling", "first at 09:0").await?;
        page.click("calc-suggestion-take").await?;
        says(page, "calc-suggestion", "No other target or minimum").await?;
        let cli = page.text("calc-cli").await?;
        let minimum = page.value("document.querySelector('[data-testid=calc-minimum]').value").await?;
        let minimum = minimum.as_str().unwrap_or_default().replace(',', "");
        ensure!(cli.contains(&format!("--min-capacity {minimum} ")), "{minimum} is not in {cli}");
        says(page, "calc-cloudformation", &format!("MinCapacity: {minimum}")).await
    });
}

#[test]
fn every_section_fits_a_phone_in_both_languages() {
    visit("capacity_phone", async |visit| {
        let page = visit.page();
        page.set_size(PHONE_WIDTH, 844, Screen::Phone).await?;
        page.open("/capacity").await?;
        for title in ["Capacity · Dynalab", "キャパシティ · Dynalab"] {
            for section in SECTIONS {
                page.click(&format!("calc-section-{section}")).await?;
                let current = format!(
                    "document.querySelector('{}[aria-current]')",
                    selector(&format!("calc-section-{section}"))
                );
                page.wait_until(section, &current).await?;
                fits(page, section).await?;
                let unnamed = page.value("(document.body.innerText.match(/\\bcalc-[a-z-]+/g) ?? [])").await?;
                ensure!(unnamed == json!([]), "{section} shows names of messages: {unnamed}");
            }
            ensure!(page.window.title().await? == title, "{}", page.window.title().await?);
            page.click("language-toggle").await?;
        }
        Ok(())
    });
}

async fn says(page: &Page, test_id: &str, text: &str) -> Result<()> {
    let text = Value::from(text);
    let said = format!("document.querySelector('{}')?.innerText.includes({text})", selector(test_id));
    let waited = page.wait_until(&format!("{test_id} to say {text}"), &said).await;
    if waited.is_err() {
        let found =
            page.value(&format!("document.querySelector('{}')?.innerText", selector(test_id))).await?;
        return waited.map(|_| ()).with_context(|| format!("it says {found}"));
    }
    Ok(())
}

/// Chooses an option of a list.
async fn chooses(page: &Page, test_id: &str, value: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const list = document.querySelector('{}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value; }})()",
        selector(test_id)
    );
    let chosen = page.value(&script).await?;
    ensure!(chosen == value, "{test_id} has no {value}");
    Ok(())
}

/// Types over the content of a field.
async fn types(page: &Page, test_id: &str, text: &str) -> Result<()> {
    let field = page.element(test_id).await?;
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(text).await?;
    field.send_keys(Key::Enter).await?;
    Ok(())
}

async fn pastes(page: &Page, item: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const field = document.querySelector('[data-testid=calc-item]'); field.value = {}; \
         field.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); return true; }})()",
        Value::from(item)
    );
    page.value(&script).await?;
    Ok(())
}

async fn saves_csv(page: &Page, folder: &std::path::Path) -> Result<()> {
    let allowed = json!({"behavior": "allow", "downloadPath": folder.to_string_lossy()});
    page.window.cdp().send_raw("Browser.setDownloadBehavior", allowed).await?;
    page.click("calc-csv-bill").await?;
    let file = folder.join("dynalab-bill.csv");
    let saved = timeout(PATIENCE, async {
        while !file.exists() {
            sleep(Duration::from_millis(50)).await;
        }
    });
    saved.await.context("no CSV was saved")?;
    let text = std::fs::read_to_string(&file)?;
    ensure!(text.lines().count() > 3 && text.contains("USD"), "{text}");
    Ok(())
}

async fn fits(page: &Page, place: &str) -> Result<()> {
    let too_wide = page.value(TOO_WIDE).await?;
    let widths = page.value("[innerWidth, document.documentElement.scrollWidth]").await?;
    let all_fit = widths
        .as_array()
        .is_some_and(|all| all.iter().filter_map(Value::as_f64).all(|width| width <= f64::from(PHONE_WIDTH)));
    ensure!(all_fit, "{place} is wider than {PHONE_WIDTH} pixels: {widths}, because of {too_wide}");
    Ok(())
}
