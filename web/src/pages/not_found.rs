//! The page for an address that does not exist.

use yew::prelude::*;

use crate::address::route::Route;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let home = scene.link(
        Route::Home,
        "button button--large button--go",
        None,
        html! { { scene.text(sentences::shell::NOT_FOUND_HOME) } },
    );
    html! {
        <div class="page">
            <h1 class="page-title">{ scene.text(sentences::shell::NOT_FOUND_TITLE) }</h1>
            <p class="page-lead">{ scene.text(sentences::shell::NOT_FOUND_LEAD) }</p>
            <p class="page-gap">{ home }</p>
        </div>
    }
}
