//! Keeps the content of the home page's document (`xtask/src/home_shell.rs`) until the table is live.

use std::cell::OnceCell;

use gloo::utils::document;
use yew::prelude::*;

const STAGE: &str = ".boot--home .stage-shell";

thread_local! {
    static SHOWN: OnceCell<AttrValue> = const { OnceCell::new() };
}

/// Stores the content before the first rendering removes it.
pub fn keep() {
    // Documents of other pages have no stage.
    if let Ok(Some(stage)) = document().query_selector(STAGE) {
        SHOWN.with(|shown| drop(shown.set(stage.inner_html().into())));
    }
}

/// Returns the rows of the stage from the document. The build wrote them, so they are safe as HTML.
pub fn stage() -> Option<Html> {
    SHOWN.with(|shown| shown.get().cloned()).map(Html::from_html_unchecked)
}
