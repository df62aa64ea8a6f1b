//! The notice in load diagrams that throughput limits are off, with a button that turns them on.

use yew::prelude::*;

use super::Canvas;
use crate::engine::limits;
use crate::page::sentences;

/// Renders the notice. `refused` receives the error if the limits cannot be turned on.
pub fn notice(canvas: &Canvas, refused: Callback<String>) -> Html {
    // A lesson about limits turns them on. In any other, the notice would use words that come later.
    if canvas.page.navigator.is_inner() {
        return html! {};
    }
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_: MouseEvent| limits::set(&page, true, refused.clone()));
    html! {
        <div class="picture-notice" role="note" data-testid="limits-off-notice">
            <p><b>{ canvas.text(sentences::pictures::LIMITS_OFF_TITLE) }</b>{ " " }{ canvas.text(sentences::pictures::LIMITS_OFF_ABOUT) }</p>
            <button class="button" type="button" data-testid="limits-turn-on" disabled={!canvas.is_live()} {onclick}>
                { canvas.text(sentences::pictures::LIMITS_TURN_ON) }
            </button>
        </div>
    }
}
