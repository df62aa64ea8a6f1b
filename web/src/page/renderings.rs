//! Counts how often each panel was drawn, for tests: `dynalab.renderings()`.

use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    static COUNTS: RefCell<BTreeMap<&'static str, u32>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts one drawing of the panel with this name.
pub fn count(panel: &'static str) {
    COUNTS.with_borrow_mut(|counts| *counts.entry(panel).or_default() += 1);
}

/// Returns the counts since the page was opened, by name.
pub fn counts() -> BTreeMap<&'static str, u32> {
    COUNTS.with_borrow(BTreeMap::clone)
}
