//! Entities and relations of a key design: the sketch shows them, and a form adds, changes and deletes a relation.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::design::{choose, writes};
use crate::page::Page;
use crate::visit::visit;

const NUMBERS: &str = "[...document.querySelectorAll('[data-testid=design-sketch] .sketch-number')].map(text => text.textContent)";
const LINES: &str = "document.querySelectorAll('.design-relations li').length";

#[test]
fn a_relation_is_added_changed_and_deleted() {
    visit("design_relations", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        page.shows("design-sketch").await?;
        let names = "[...document.querySelectorAll('[data-testid=design-sketch] .sketch-name')].map(text => text.textContent)";
        ensure!(page.value(names).await? == json!(["User", "Order", "Product"]), "a box for each entity");
        let before = page.value(LINES).await?.as_u64().context("a number of relations")?;

        page.click("design-add-relation").await?;
        page.shows("design-relation-question").await?;
        let asked = page.value(LINES).await?.as_u64().context("a number of relations")?;
        ensure!(asked == before, "no relation is made without asking");
        page.click("design-relate-User").await?;
        page.click("design-relate-Product").await?;
        page.shows("design-relation-form").await?;
        let added = format!("{LINES} === {}", before + 1);
        page.wait_until("another relation", &added).await?;
        choose(page, "design-relation-parent", "Product").await?;
        choose(page, "design-relation-child", "Order").await?;
        writes(page, "design-relation-least", "2").await?;
        writes(page, "design-relation-most", "7").await?;
        drawn(page, "2–7").await?;
        page.click("design-add-copy").await?;
        page.shows("design-copy-to-0").await?;
        page.click("design-delete-relation").await?;
        page.wait_until("one relation less", &format!("{LINES} === {before}")).await?;
        page.shows_no("design-relation-form").await?;
        page.click("design-undo").await?;
        page.wait_until("undo", &added).await?;
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

async fn drawn(page: &Page, number: &str) -> Result<()> {
    page.wait_until("the numbers of the drawing", &format!("{NUMBERS}.includes('{number}')")).await.map(drop)
}
