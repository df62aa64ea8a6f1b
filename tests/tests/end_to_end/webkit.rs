//! Differences between browsers, tested in WebKit, the engine of Safari. Which page writes after a reload, after going back,
//! and in two tabs.

use crate::page_cache;
use crate::two_tabs;
use crate::visit::visit_in_webkit;

#[test]
fn a_tab_writes_after_a_reload_and_after_a_way_back() {
    visit_in_webkit("webkit_writer", async |visit| page_cache::stays_the_writer(visit.page()).await);
}

#[test]
fn a_page_that_comes_back_follows_the_tab_that_writes_now() {
    visit_in_webkit("webkit_follower", async |visit| page_cache::follows_another_tab(visit.page()).await);
}

#[test]
fn requests_of_a_page_that_is_left_are_acknowledged_or_refused() {
    visit_in_webkit("webkit_requests", async |visit| {
        page_cache::loses_no_acknowledged_write(visit.page()).await
    });
}

#[test]
fn two_tabs_one_writes_the_other_follows_and_takes_over() {
    visit_in_webkit("webkit_two_tabs", async |visit| {
        two_tabs::one_writes_the_other_follows(visit.page()).await
    });
}
