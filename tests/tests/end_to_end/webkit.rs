//! The main paths of the app in WebKit, the engine of Safari. Which page writes after a reload, after going back, and in two
//! tabs.

use anyhow::Result;

use crate::page::Page;
use crate::visit::{BrowserEngine, visit_in_engine};
use crate::{page_cache, smoke, two_tabs};

fn visit_in_webkit(name: &'static str, steps: impl AsyncFn(&Page) -> Result<()>) {
    visit_in_engine(name, BrowserEngine::WebKit, async |visit| steps(visit.page()).await);
}

#[test]
fn home_shows_live_traffic() {
    visit_in_webkit("webkit_home", async |page| smoke::home_shows_live_traffic(page).await);
}

#[test]
fn writes_of_both_engines_are_stored() {
    visit_in_webkit("webkit_writes", async |page| smoke::writes_are_stored(page).await);
}

#[test]
fn diagrams_are_drawn() {
    visit_in_webkit("webkit_diagrams", async |page| smoke::diagrams_are_drawn(page).await);
}

#[test]
fn a_link_opens_beside_own_work() {
    visit_in_webkit("webkit_link", async |page| smoke::a_link_opens_beside_own_work(page).await);
}

#[test]
fn a_tab_writes_after_a_reload_and_after_a_way_back() {
    visit_in_webkit("webkit_writer", async |page| page_cache::stays_the_writer(page).await);
}

#[test]
fn a_page_that_comes_back_follows_the_tab_that_writes_now() {
    visit_in_webkit("webkit_follower", async |page| page_cache::follows_another_tab(page).await);
}

#[test]
fn requests_of_a_page_that_is_left_are_acknowledged_or_refused() {
    visit_in_webkit("webkit_requests", async |page| page_cache::loses_no_acknowledged_write(page).await);
}

#[test]
fn two_tabs_one_writes_the_other_follows_and_takes_over() {
    visit_in_webkit("webkit_two_tabs", async |page| {
        two_tabs::one_writes_the_other_follows(page, two_tabs::DEPOSED).await
    });
}
