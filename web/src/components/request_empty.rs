//! The request panel of a workspace without tables: hints, and the buttons that create a table.

use dynalab_app::request::play_query::{PlayQuery, RequestTab};
use dynalab_app::state::Dialog;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let write = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            scene.navigate_to_query(PlayQuery { request: Some(RequestTab::Json), ..scene.query.clone() });
        })
    };
    html! {
        <div class="request-empty" data-testid="request-empty">
            { drawing() }
            <div>
                <h3 class="request-empty-title">{ scene.text(sentences::workbench::REQUEST_EMPTY_TITLE) }</h3>
                <p>{ scene.text(sentences::workbench::REQUEST_EMPTY_ABOUT) }</p>
                <div class="request-empty-foot">
                    <button
                        class="button button--go" type="button" data-testid="request-empty-table"
                        onclick={scene.open_dialog_callback(|| Dialog::Table(None))}
                    >
                        { Icon::Plus.draw() }
                        { scene.text(sentences::workbench::REQUEST_EMPTY_TABLE) }
                    </button>
                    <button class="button button--quiet" type="button" data-testid="request-empty-json" onclick={write}>
                        { scene.text(sentences::workbench::REQUEST_EMPTY_JSON) }
                    </button>
                </div>
            </div>
        </div>
    }
}

/// Renders a drawing of a request and of rows that do not exist yet.
fn drawing() -> Html {
    html! {
        <svg class="request-empty-drawing" viewBox="0 0 150 84" aria-hidden="true" fill="none" stroke="currentColor" stroke-dasharray="4 4">
            <rect x="1" y="26" width="44" height="30" rx="4" />
            <path d="M45 41H82M76 35l7 6-7 6" />
            { for [0, 1, 2, 3].into_iter().map(|row| html! { <rect x="88" y={(4 + 20 * row).to_string()} width="61" height="15" rx="3" /> }) }
        </svg>
    }
}
