//! Diagrams of the simulation: Regions with different items, an outdated cache, used-up capacity, and an alarm.

use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::components::SelectElement;

use crate::page::Page;
use crate::pictures::{advance, shop_with, turn};
use crate::visit::visit;

/// Waits until the diagram shows this value in a Region.
async fn region_has(page: &Page, region: &str, written: &str) -> Result<()> {
    let value = format!("document.querySelector('[data-testid=regions-value-{region}]')?.textContent");
    let what = format!("{written} in {region}");
    page.wait_until(&what, &format!("({value} || '').includes('{written}')")).await?;
    Ok(())
}

#[test]
fn a_table_becomes_global_and_the_later_write_wins() {
    visit("pictures_regions", async |visit| {
        let page = visit.page();
        shop_with(page, "regions").await?;
        turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await?;
        page.click("regions-add").await?;
        page.wait_until(
            "the replica",
            "document.querySelector('[data-testid=picture-regions] .pic-place--off')",
        )
        .await?;
        // A replica of an empty table takes 14 to 49 seconds.
        advance(page, 50_000).await?;
        page.shows("regions-write-ap-northeast-1").await?;
        page.click("regions-write-us-east-1").await?;
        region_has(page, "us-east-1", "Virginia").await?;
        advance(page, 100).await?;
        page.click("regions-write-ap-northeast-1").await?;
        region_has(page, "ap-northeast-1", "Tokyo").await?;
        region_has(page, "us-east-1", "Virginia").await?;
        ensure!(
            page.value(
                "document.querySelectorAll('[data-testid=picture-regions] .picture-figure rect.pic-item--held').length"
            )
            .await?
                == 2,
            "both are on their way"
        );
        advance(page, 5_000).await?;
        page.wait_until(
            "the later write",
            "document.querySelector('[data-testid=regions-winner][data-region=ap-northeast-1]')",
        )
        .await?;
        region_has(page, "us-east-1", "Tokyo").await?;
        let key = json!({"PK": {"S": "REGIONS#1"}, "SK": {"S": "REGIONS#1"}});
        let get = json!({"TableName": "Shop", "Key": key, "ConsistentRead": true});
        let written = page.succeeds("GetItem", get).await?["Item"]["written"]["S"].to_string();
        ensure!(written.contains("Tokyo"), "{written}");
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_cache_tells_what_was_there_once_until_its_time_is_over() {
    visit("pictures_cache", async |visit| {
        let page = visit.page();
        shop_with(page, "cache").await?;
        turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await?;
        page.click("cache-create").await?;
        page.click("cache-write-through").await?;
        advance(page, 1_000).await?;
        page.click("cache-read").await?;
        let answers = |stale: bool| {
            format!(
                "document.querySelector('[data-testid=cache-answers][data-stale={stale}] [data-testid=cache-through] dd')?.textContent.startsWith('price')"
            )
        };
        page.wait_until("the same from both", &answers(false)).await?;
        page.click("cache-write-past").await?;
        advance(page, 1_000).await?;
        page.click("cache-read").await?;
        page.wait_until("a stale read", &answers(true)).await?;
        page.wait_until("a stale entry", "document.querySelector('[data-freshness=cache-stale]')").await?;
        advance(page, 300_000).await?;
        page.click("cache-read").await?;
        page.wait_until("the same again", &answers(false)).await?;
        page.wait_until("a fresh entry", "document.querySelector('[data-freshness=cache-same]')").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn traffic_beyond_what_is_provisioned_empties_burst_and_is_throttled() {
    visit("pictures_capacity", async |visit| {
        let page = visit.page();
        shop_with(page, "capacity").await?;
        page.click("capacity-remember").await?;
        page.click("capacity-provision").await?;
        advance(page, 10_000).await?;
        page.shows("capacity-pay-per-request").await?;
        page.opens_picture("traffic").await?;
        page.click("traffic-start").await?;
        page.opens_picture("capacity").await?;
        let drawn = |class: &str| {
            format!("document.querySelector('[data-testid=picture-capacity] .picture-figure rect.{class}')")
        };
        page.wait_until("what burst pays", &drawn("pic-heat-2")).await?;
        page.wait_until("throttled requests", &drawn("pic-refused")).await?;
        page.opens_picture("traffic").await?;
        page.click("traffic-stop").await?;
        page.wait_until("the end of it", "document.querySelector('[data-testid=traffic-stop]:disabled')")
            .await?;
        page.opens_picture("capacity").await?;
        page.click("capacity-scale").await?;
        page.shows("capacity-scaling").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn an_alarm_is_raised_and_is_seen_on_its_metric() {
    visit("pictures_metrics", async |visit| {
        let page = visit.page();
        shop_with(page, "metrics").await?;
        turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await?;
        page.click("metrics-count").await?;
        let item = json!({"PK": {"S": "X"}, "SK": {"S": "Y"}});
        page.succeeds("PutItem", json!({"TableName": "Shop", "Item": item})).await?;
        page.shows("metric-ConsumedWriteCapacityUnits").await?;
        page.shows("metrics-no-latency").await?;
        let lower = "const field = document.querySelector('[data-testid=metrics-threshold]'); field.value = 1; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(lower, vec![]).await?;
        page.click("metrics-new-alarm").await?;
        let state = |state: &str| {
            format!("document.querySelector('[data-testid=metrics-alarm-state][data-state={state}]')")
        };
        page.wait_until("an alarm without data", &state("INSUFFICIENT_DATA")).await?;
        advance(page, 60_000).await?;
        page.wait_until("the alarm raised", &state("ALARM")).await?;
        page.wait_until(
            "the moment on the chart",
            "document.querySelector('[data-testid=metric-ConsumedWriteCapacityUnits] path[data-state=ALARM]')",
        )
        .await?;
        page.click("metrics-delete-alarm").await?;
        page.shows_no("metrics-alarms").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn the_region_is_chosen_before_the_first_table() {
    visit("pictures_account", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.click("settings-key").await?;
        page.shows("account-region").await?;
        let region = SelectElement::new(&page.element("account-region").await?).await?;
        region.select_by_value("ap-northeast-1").await?;
        let chosen = "document.querySelector('[data-testid=account-region]')?.value === 'ap-northeast-1'";
        page.wait_until("the Region", chosen).await?;
        page.succeeds("Dynalab.SetAccount", json!({ "AccountId": "123456789012" })).await?;
        page.loads_shop().await?;
        page.opens_picture("dials").await?;
        let described = page.succeeds("DescribeTable", json!({ "TableName": "Shop" })).await?;
        let arn = described["Table"]["TableArn"].to_string();
        ensure!(arn.contains(":ap-northeast-1:123456789012:"), "{arn}");
        page.succeeds(
            "GetItem",
            json!({ "TableName": "Shop", "Key": { "PK": { "S": "a" }, "SK": { "S": "a" } } }),
        )
        .await?;
        page.reload().await?;
        page.shows("account-region").await?;
        page.wait_until("the Region after a reload", chosen).await?;
        // A table has it in its ARN now, so the engine refuses another one.
        let region = SelectElement::new(&page.element("account-region").await?).await?;
        region.select_by_value("eu-west-1").await?;
        page.wait_until(
            "the refusal",
            "document.querySelector('.dials')?.textContent.includes('table/Shop')",
        )
        .await?;
        page.wait_until("the present Region", chosen).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
