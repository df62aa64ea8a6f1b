//! Scrolls the first highlighted row into view within its own frame. The page itself does not move.

use web_sys::HtmlElement;
use yew::prelude::*;

/// Scrolls when `trigger` changes, that is, when other rows may be highlighted.
#[hook]
pub fn use_row_in_view(scroll: NodeRef, trigger: u64) {
    use_effect_with(trigger, move |_| {
        let Some(scroll) = scroll.cast::<HtmlElement>() else { return };
        let row = scroll.query_selector(".items-row--touched").ok().flatten();
        let Some(row) = row else { return };
        let offset = row.get_bounding_client_rect().top() - scroll.get_bounding_client_rect().top();
        let hidden = offset < 60.0 || offset > f64::from(scroll.client_height()) - 60.0;
        if hidden {
            scroll.set_scroll_top(scroll.scroll_top() + offset as i32 - scroll.client_height() / 3);
        }
    });
}
