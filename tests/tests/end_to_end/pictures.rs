//! The diagrams show the simulation at the shown point in history.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::page::{Page, Screen};
use crate::visit::visit;

/// Loads the shop with the realistic profile, and opens a diagram.
pub async fn shop_with(page: &Page, picture: &str) -> Result<()> {
    page.opens_shop_with("dials").await?;
    page.shows("clock-face").await?;
    page.click("profile-realistic").await?;
    page.wait_until(
        "the profile",
        "document.querySelector('[data-testid=profile-realistic][aria-pressed=true]')",
    )
    .await?;
    page.opens_picture(picture).await
}

/// Sends a request without a summary, as diagrams do.
pub async fn turn(page: &Page, operation: &str, body: Value) -> Result<()> {
    let script = format!(
        "const done = arguments[0]; dynalab.control('{operation}', {body}).then(answer => done(answer.status), error => done(String(error)));"
    );
    let status = page.window.execute_async(script, vec![]).await?.json().clone();
    ensure!(status == 200, "{operation} came to {status}");
    Ok(())
}

pub async fn advance(page: &Page, milliseconds: u64) -> Result<()> {
    turn(page, "Dynalab.AdvanceClock", json!({ "Milliseconds": milliseconds })).await
}

#[test]
fn the_clock_is_in_the_time_bar_alone() {
    visit("pictures_clock", async |visit| {
        const NOW: &str = "Number(document.querySelector('[data-testid=clock-face]').dataset.now)";
        let page = visit.page();
        shop_with(page, "partitions").await?;
        let faces = "document.querySelectorAll('[data-testid=clock-face]').length";
        ensure!(page.value(faces).await? == 1, "one clock");
        ensure!(
            page.value("document.querySelector('[data-testid=time-bar] [data-testid=clock-face]') !== null")
                .await?
                == true
        );
        let before = page.value(NOW).await?.as_u64().unwrap_or_default();
        page.click("clock-jump-48").await?;
        page.wait_until("two days later", &format!("{NOW} >= {}", before + 48 * 3_600_000)).await?;
        page.click("clock-rate-0").await?;
        page.wait_until(
            "the clock to stand still",
            "document.querySelector('[data-testid=clock-rate-0][aria-pressed=true]')",
        )
        .await?;
        // On a phone, the buttons are hidden until the clock is opened.
        page.set_size(390, 844, Screen::Phone).await?;
        page.shows_no("clock-jump-1").await?;
        page.click("clock-open").await?;
        page.click("clock-jump-1").await?;
        page.wait_until("an hour more", &format!("{NOW} >= {}", before + 49 * 3_600_000)).await?;
        ensure!(page.new_console_errors().await?.is_empty(), "nothing is complained about");
        Ok(())
    });
}

#[test]
fn items_are_dots_where_their_hashes_are() {
    visit("pictures_dots", async |visit| {
        let page = visit.page();
        page.opens_shop_with("partitions").await?;
        let dots =
            "document.querySelectorAll('[data-testid=picture-partitions] .picture-figure .pic-item').length";
        // 131 items, at most five for each of 96 parts of the ring.
        page.wait_until("a dot for most items", &format!("{dots} > 80 && {dots} <= 131")).await?;
        Ok(())
    });
}

#[test]
fn a_hot_key_turns_hot_and_is_throttled() {
    visit("pictures_hot_key", async |visit| {
        let page = visit.page();
        shop_with(page, "traffic").await?;
        page.shows("traffic-per-second").await?;
        let fast = "const field = document.querySelector('[data-testid=traffic-per-second]'); field.value = 2500; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(fast, vec![]).await?;
        page.click("traffic-start").await?;
        page.opens_picture("partitions").await?;
        page.wait_until(
            "a partition that refuses",
            "document.querySelector('[data-testid=partitions-throttled]')",
        )
        .await?;
        page.wait_until(
            "its heat",
            "document.querySelector('[data-testid=picture-partitions] .pic-arc.pic-heat-4')",
        )
        .await?;
        page.opens_picture("traffic").await?;
        page.wait_until(
            "throttled seconds",
            "document.querySelector('[data-testid=picture-traffic] .picture-figure .pic-refused')",
        )
        .await?;
        page.click("traffic-stop").await?;
        page.wait_until("the end of it", "document.querySelector('[data-testid=traffic-stop]:disabled')")
            .await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn an_index_lags_and_catches_up_and_time_goes_back() {
    visit("pictures_index", async |visit| {
        let page = visit.page();
        shop_with(page, "indexes").await?;
        turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await?;
        let item = json!({"PK": {"S": "X"}, "SK": {"S": "Y"}, "GSI1PK": {"S": "LATE"}, "GSI1SK": {"S": "1"}});
        page.succeeds("PutItem", json!({"TableName": "Shop", "Item": item})).await?;
        let waiting =
            "document.querySelectorAll('[data-testid=picture-indexes] .picture-figure rect.pic-item').length";
        page.wait_until("a write on its way", &format!("{waiting} > 0")).await?;
        let found = json!({"TableName": "Shop", "IndexName": "GSI1", "KeyConditionExpression": "GSI1PK = :p",
            "ExpressionAttributeValues": {":p": {"S": "LATE"}}});
        ensure!(page.succeeds("Query", found.clone()).await?["Count"] == 0, "the index does not have it yet");
        advance(page, 60_000).await?;
        page.wait_until("the index caught up", &format!("{waiting} === 0")).await?;
        ensure!(page.succeeds("Query", found).await?["Count"] == 1, "now it has");
        // Before the clock jump, the write has not arrived.
        page.click("time-back").await?;
        page.click("time-back").await?;
        page.wait_until("the write on its way again", &format!("{waiting} > 0")).await?;
        page.click("time-return").await?;
        page.wait_until("the present", &format!("{waiting} === 0")).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn an_expired_item_stays_readable_until_it_is_swept_and_the_stream_tells() {
    visit("pictures_ttl", async |visit| {
        let page = visit.page();
        shop_with(page, "streams").await?;
        page.click("streams-switch-on").await?;
        advance(page, 60_000).await?;
        page.opens_picture("ttl").await?;
        page.click("ttl-switch-on").await?;
        page.wait_until(
            "the timeline",
            "document.querySelector('[data-testid=picture-ttl] .picture-figure svg')",
        )
        .await?;
        advance(page, 3_600_000).await?;
        let soon = page.value("String(Math.floor(Number(document.querySelector('[data-testid=clock-face]').dataset.now) / 1000) + 60)").await?;
        let key = json!({"PK": {"S": "SESSION"}, "SK": {"S": "1"}});
        let mut item = key.clone();
        item["expires_at"] = json!({"N": soon});
        page.succeeds("PutItem", json!({"TableName": "Shop", "Item": item})).await?;
        advance(page, 120_000).await?;
        page.wait_until(
            "an expired item",
            "document.querySelector('[data-testid=picture-ttl] .picture-figure .pic-item--old')",
        )
        .await?;
        let get = json!({"TableName": "Shop", "Key": key, "ConsistentRead": true});
        ensure!(page.succeeds("GetItem", get.clone()).await?["Item"].is_object(), "expired is not gone");
        advance(page, 3 * 24 * 3_600_000).await?;
        page.wait_until(
            "no expired item",
            "!document.querySelector('[data-testid=picture-ttl] .picture-figure .pic-item--old')",
        )
        .await?;
        ensure!(page.succeeds("GetItem", get).await?["Item"].is_null(), "now it is gone");
        // A stream keeps records for a day, so the deleted item may be in it or not. Check the history instead.
        page.click("time-back").await?;
        page.click("time-back").await?;
        page.wait_until(
            "the item of then",
            "document.querySelector('[data-testid=picture-ttl] .picture-figure .pic-item--old')",
        )
        .await?;
        page.click("time-return").await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn what_gets_between_a_read_and_a_write_is_found() {
    visit("pictures_clients", async |visit| {
        let page = visit.page();
        shop_with(page, "clients").await?;
        page.wait_until(
            "the clients",
            "document.querySelector('[data-testid=client-0]')?.value.includes('GetItem')",
        )
        .await?;
        page.click("clients-explore").await?;
        page.wait_until(
            "an interleaving that breaks it",
            "document.querySelector('[data-testid=clients-outcome][data-unexplained=true]')",
        )
        .await?;
        let end = |right: bool, class: &str| {
            format!("document.querySelector('[data-testid=clients-end][data-right={right}] .{class}')")
        };
        page.wait_until("a wrong end in red", &end(false, "pic-fill--bad")).await?;
        let choose = "const field = document.querySelector('[data-testid=clients-case]'); field.value = 'transactions'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(choose, vec![]).await?;
        page.wait_until(
            "two transactions",
            "document.querySelector('[data-testid=client-1]')?.value.includes('TransactWriteItems')",
        )
        .await?;
        page.click("clients-explore").await?;
        page.wait_until(
            "none that breaks it",
            "document.querySelector('[data-testid=clients-outcome][data-unexplained=false]')",
        )
        .await?;
        page.wait_until("a right end in green", &end(true, "pic-fill--ok")).await?;
        // In some of the outcomes, a transaction conflict cancels a transaction.
        let conflict =
            "document.querySelector('[data-testid=picture-clients] .picture-figure .pic-fill--bad')";
        while page.value(conflict).await?.is_null() {
            page.click("clients-next").await?;
        }
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_zone_goes_down_and_comes_back() {
    visit("pictures_zone", async |visit| {
        let page = visit.page();
        shop_with(page, "replicas").await?;
        turn(page, "Dynalab.SetClock", json!({"Rate": 0})).await?;
        let put = json!({"TableName": "Shop", "Item": {"PK": {"S": "X"}, "SK": {"S": "Y"}}});
        let missed = "document.querySelector('[data-testid=picture-replicas]').innerText.split('miss one write').length - 1";
        for zone in ["zone-a", "zone-b"] {
            page.click(zone).await?;
            page.wait_until(
                "the zone down",
                &format!("document.querySelector('[data-testid={zone}][aria-pressed=true]')"),
            )
            .await?;
            if zone == "zone-a" {
                // The leases of its leaders end.
                advance(page, 60_000).await?;
                page.succeeds("PutItem", put.clone()).await?;
                page.wait_until("missed writes, once for the table", &format!("{missed} === 1")).await?;
            }
        }
        let refused = page.execute("PutItem", put.clone()).await?;
        ensure!(refused.status == 500, "without a quorum nothing is written: {}", refused.body);
        for zone in ["zone-a", "zone-b"] {
            page.click(zone).await?;
            page.wait_until(
                "the zone back",
                &format!("document.querySelector('[data-testid={zone}][aria-pressed=false]')"),
            )
            .await?;
        }
        advance(page, 60_000).await?;
        page.succeeds("PutItem", put).await?;
        ensure!(!page.new_console_errors().await?.iter().any(|error| !error.contains("500")));
        Ok(())
    });
}

#[test]
fn workers_share_shards_and_take_over_those_of_one_that_stopped() {
    visit("pictures_workers", async |visit| {
        const BOX: &str = "document.querySelector('[data-testid=worker-w1]')?.dataset.status";
        const LABELS: &str = "[...document.querySelectorAll('[data-testid^=worker-shard-] text')].map(text => text.textContent).join(' | ')";
        let page = visit.page();
        shop_with(page, "workers").await?;
        page.click("streams-switch-on").await?;
        page.shows("workers-start").await?;
        advance(page, 60_000).await?;
        for order in 0..20 {
            let item = json!({"PK": {"S": format!("NEW#{order}")}, "SK": {"S": "A"}});
            page.succeeds("PutItem", json!({"TableName": "Shop", "Item": item})).await?;
        }
        page.click("workers-start").await?;
        page.wait_until("the first worker", &format!("{BOX} === 'RUNNING'")).await?;
        advance(page, 5_000).await?;
        let caption = "document.querySelector('[data-testid=picture-workers] figcaption').textContent";
        page.wait_until("all records", &format!("{caption}.includes('processed: 20, twice: 0')")).await?;
        page.click("workers-stop-w1").await?;
        page.wait_until("a worker that stopped", &format!("{BOX} === 'STOPPED'")).await?;
        page.wait_until("a shard that nobody may take", &format!("{LABELS}.includes('leased until')"))
            .await?;
        advance(page, 15_000).await?;
        page.wait_until("another worker", &format!("!{LABELS}.includes('leased until')")).await?;
        // Each shard has fewer records than a checkpoint needs, so another worker processes the first worker's records again.
        let again = format!("Number({caption}.match(/twice: (\\d+)/)[1]) > 0");
        page.wait_until("records that were processed twice", &again).await?;
        page.click("workers-remove").await?;
        page.wait_until("no worker", &format!("{BOX} === undefined")).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn a_vector_search_shows_what_is_near_and_becomes_a_request() {
    visit("pictures_vectors", async |visit| {
        const RETURNED: &str =
            "document.querySelectorAll('[data-testid=vectors-entry][data-returned=true]').length";
        let page = visit.page();
        page.open("/play").await?;
        page.click("sample-dishes").await?;
        page.shows("table-Dishes").await?;
        page.open("/play/Dishes?picture=vectors").await?;
        page.shows("vectors-item").await?;
        // The query vector is one of the items, so four of five results have a dot.
        page.wait_until("four neighbors", &format!("{RETURNED} === 4")).await?;
        page.window.execute("const field = document.querySelector('[data-testid=vectors-top-k]'); field.value = '3'; field.dispatchEvent(new InputEvent('input', {bubbles: true})); return true;", vec![]).await?;
        page.wait_until("two neighbors", &format!("{RETURNED} === 2")).await?;
        page.window.execute("const field = document.querySelector('[data-testid=vectors-index]'); field.value = 'InCourse'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;", vec![]).await?;
        // The figures of a diagram are drawn when a person opens them.
        let rows =
            "document.querySelectorAll('[data-testid=picture-vectors] table:last-of-type tbody tr').length";
        ensure!(page.value(rows).await? == 0, "the figures are drawn without being asked for");
        page.value("document.querySelector('[data-testid=picture-vectors] [data-testid=picture-twin] summary').click() ?? true").await?;
        page.wait_until("two projections", &format!("{rows} === 2")).await?;
        page.click("vectors-edit").await?;
        page.click("run").await?;
        let answered = "document.querySelector('[data-testid=result-status][data-status=\"200\"]')";
        page.wait_until("the response", answered).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
