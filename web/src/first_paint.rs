//! What the home page's document showed before the program was there (`xtask/src/home_shell.rs`): it stays until the table is live.

use std::cell::OnceCell;

use gloo::utils::document;
use yew::prelude::*;

const STAGE: &str = ".boot--home .stage-shell";

thread_local! {
    static SHOWN: OnceCell<AttrValue> = const { OnceCell::new() };
}

/// Before the first rendering, which takes the document's own content away.
pub fn keep() {
    // Another page's document has none.
    if let Ok(Some(stage)) = document().query_selector(STAGE) {
        SHOWN.with(|shown| drop(shown.set(stage.inner_html().into())));
    }
}

/// The rows of the stage, as the document had them. The build wrote them, so they are safe as HTML.
pub fn stage() -> Option<Html> {
    SHOWN.with(|shown| shown.get().cloned()).map(Html::from_html_unchecked)
}
