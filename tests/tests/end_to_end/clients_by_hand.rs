//! Steps two clients through a conflict, back and forward. A saved result is in the tables and can be undone.

use anyhow::{Result, ensure};

use crate::page::Page;
use crate::visit::visit;

/// Takes one step for each client in the list.
async fn steps(page: &Page, clients: &[usize]) -> Result<()> {
    for client in clients {
        let before = page.value("document.querySelectorAll('[data-testid=clients-by-hand] svg[role=img] > g > rect:not(.pic-lane)').length").await?;
        page.click(&format!("clients-step-{client}")).await?;
        let more = format!(
            "document.querySelectorAll('[data-testid=clients-by-hand] svg[role=img] > g > rect:not(.pic-lane)').length > {before}"
        );
        page.wait_until("the step", &more).await?;
    }
    Ok(())
}

const CONFLICT: &str = "document.querySelector('[data-testid=clients-by-hand] svg[role=img] .pic-fill--bad')";

#[test]
fn two_transactions_are_stepped_into_a_conflict_and_kept() {
    visit("clients_by_hand", async |visit| {
        let page = visit.page();
        page.opens_shop_with("clients").await?;
        page.shows("clients-case").await?;
        let choose = "const field = document.querySelector('[data-testid=clients-case]'); field.value = 'transactions'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(choose, vec![]).await?;
        page.wait_until("two transactions", "document.querySelector('[data-testid=clients-step-1]')?.innerText.includes('TransactWriteItems')").await?;
        steps(page, &[0, 0, 1, 1]).await?;
        page.wait_until("the conflict", CONFLICT).await?;
        let held = "document.querySelector('[data-testid=clients-items]').innerText.includes('Client A')";
        ensure!(page.value(held).await? == true, "the first client holds an item");
        page.click("clients-back").await?;
        page.wait_until("no conflict", &format!("!{CONFLICT}")).await?;
        ensure!(
            page.value("document.querySelector('[data-testid=clients-keep]').disabled").await? == true,
            "a request is under way"
        );
        page.click("clients-again").await?;
        page.wait_until("the beginning", "document.querySelector('[data-testid=clients-back]').disabled")
            .await?;
        steps(page, &[0, 0, 0, 0, 1, 1, 1, 1]).await?;
        let items = "document.querySelector('[data-testid=table-Shop]').innerText";
        let before = page.value(items).await?;
        page.click("clients-keep").await?;
        page.wait_until("the items that were kept", &format!("{items} !== {before}")).await?;
        page.click("undo").await?;
        page.wait_until("the tables as they were", &format!("{items} === {before}")).await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
