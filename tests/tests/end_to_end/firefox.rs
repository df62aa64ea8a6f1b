//! The main paths of the app in Firefox, and which of two tabs writes. Firefox keeps no page of the app in its page cache, so
//! there are no tests of a way back.

use anyhow::Result;

use crate::page::Page;
use crate::visit::{BrowserEngine, visit_in_engine};
use crate::{smoke, two_tabs};

fn visit_in_firefox(name: &'static str, steps: impl AsyncFn(&Page) -> Result<()>) {
    visit_in_engine(name, BrowserEngine::Firefox, async |visit| steps(visit.page()).await);
}

#[test]
fn home_shows_live_traffic() {
    visit_in_firefox("firefox_home", async |page| smoke::home_shows_live_traffic(page).await);
}

#[test]
fn writes_of_both_engines_are_stored() {
    visit_in_firefox("firefox_writes", async |page| smoke::writes_are_stored(page).await);
}

#[test]
fn diagrams_are_drawn() {
    visit_in_firefox("firefox_diagrams", async |page| smoke::diagrams_are_drawn(page).await);
}

#[test]
fn a_link_opens_beside_own_work() {
    visit_in_firefox("firefox_link", async |page| smoke::a_link_opens_beside_own_work(page).await);
}

#[test]
fn two_tabs_one_writes_the_other_follows_and_takes_over() {
    // Firefox may abort the transaction of a deposed tab before the tab knows that it is deposed.
    let reasons = ["not_writer", "storage_failed"];
    visit_in_firefox("firefox_two_tabs", async |page| {
        two_tabs::one_writes_the_other_follows(page, &reasons).await
    });
}
