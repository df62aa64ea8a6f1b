//! Keeps the content of the home page's document (`xtask/src/home_shell.rs`) until the table is live.

use std::cell::OnceCell;

use gloo::utils::document;
use web_sys::Node;
use yew::prelude::*;

const STAGE: &str = ".boot--home .stage-shell";

thread_local! {
    static SHOWN: OnceCell<Node> = const { OnceCell::new() };
}

/// Stores the content before the first rendering removes it.
pub fn keep() {
    // Documents of other pages have no stage.
    if let Ok(Some(stage)) = document().query_selector(STAGE)
        && let Ok(copy) = stage.clone_node_with_deep(true)
    {
        SHOWN.with(|shown| drop(shown.set(copy)));
    }
}

/// Returns the content of the stage from the document.
pub fn stage() -> Option<Html> {
    SHOWN.with(|shown| shown.get().cloned()).map(Html::VRef)
}
