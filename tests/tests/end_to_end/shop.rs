//! A first visit: the live table, the sample shop, its access patterns, and the same after a reload.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

const SHOP: &str = include_str!("../../../static/samples/shop.json");

/// The units of the access patterns, computed by hand. Up to 4 KB take 0.5 units with eventual consistency and 1 with strong. A
/// batch of three items takes 1.5. The scan reads all 19 KB of the table.
const UNITS: [&str; 11] = ["0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "0.5", "1", "1.5", "2.5"];

#[test]
fn the_shop_answers_its_seven_questions_and_survives_a_reload() {
    visit("shop", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        page.shows("stage").await?;
        let traffic = "Number(document.querySelector('[data-testid=stage]').dataset.requests) >= 2 \
            && document.querySelectorAll('[data-testid=stage] tbody tr').length > 0";
        page.wait_until("the live table to answer requests", traffic).await?;

        page.window.find(thirtyfour::By::Css("nav a[href='/play']")).await?.click().await?;
        page.loads_shop().await?;
        ensure!(page.path().await? == "/play/Shop", "the sample is opened, at {}", page.path().await?);

        asks_every_question(page).await?;

        let before = rows_as_shown(page).await?;
        let address = page.window.current_url().await?;
        page.reload().await?;
        page.waits_for_role("writer").await?;
        page.shows("table-Shop").await?;
        ensure!(page.window.current_url().await? == address, "a reload stays at {address}");
        let after = rows_as_shown(page).await?;
        let changed = before.iter().zip(&after).find(|(before, after)| before != after);
        ensure!(changed.is_none(), "a reload shows the same rows, and not {changed:?}");
        ensure!(after.len() == before.len(), "{} rows before a reload, {} after", before.len(), after.len());
        let items = sample()["tables"][0]["items"].as_array().map_or(0, Vec::len) as u64;
        let counted = table::item_count(page, "Shop").await?;
        ensure!(counted == items, "{items} items survive a reload, and {counted} are there");
        asks_every_question(page).await
    });
}

fn sample() -> Value {
    serde_json::from_str(SHOP).expect("the sample is JSON")
}

async fn asks_every_question(page: &Page) -> Result<()> {
    let sample = sample();
    let questions = sample["questions"].as_array().context("the questions")?;
    ensure!(questions.len() == UNITS.len(), "this test knows what {} questions cost", UNITS.len());
    page.click("tab-request-questions").await?;
    for (position, (question, units)) in questions.iter().zip(UNITS).enumerate() {
        let title = &question["title"]["en"];
        let last =
            page.value("Number(document.querySelector('[data-testid=result-status]')?.dataset.number)");
        let last = last.await?.as_f64().unwrap_or(0.0);
        page.click("tab-result-items").await?;
        page.click(&format!("question-{}", position + 1)).await?;
        let answered = format!(
            "(s => s && Number(s.dataset.number) > {last} && s.dataset.status)\
             (document.querySelector('[data-testid=result-status]'))"
        );
        let status = page.wait_until(&format!("an answer to {title}"), &answered).await?;
        ensure!(status == "200", "{title} is answered with {status}");

        let rows = "document.querySelectorAll('[data-testid=result-items] tbody tr').length";
        let rows = page.value(rows).await?;
        let expected = &question["expect_count"];
        ensure!(rows.as_f64() == expected.as_f64(), "{title} shows {rows} rows, and {expected} are expected");

        page.click("tab-result-cost").await?;
        let total =
            format!("document.querySelector('{} .sheet-total td').innerText", selector("result-cost"));
        page.shows("result-cost").await?;
        let total = page.value(&total).await?;
        ensure!(total == units, "{title} costs {total}, and {units} is expected");
    }
    Ok(())
}

/// Returns the tables with their counts, and the rows of the items grid without their marks.
async fn rows_as_shown(page: &Page) -> Result<Vec<String>> {
    page.wait_until("the items", "document.querySelectorAll('[data-testid=items] tbody tr').length > 1")
        .await?;
    let rows = "[...document.querySelectorAll('[data-testid=tables-list] button, [data-testid=items] tbody tr')]\
        .map(row => row.innerText.replace('●', ''))";
    let rows = page.value(rows).await?;
    let rows = rows.as_array().context("a list of rows")?;
    Ok(rows.iter().filter_map(|row| row.as_str().map(str::to_owned)).collect())
}
