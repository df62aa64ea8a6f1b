//! An address that names no place.

use yew::prelude::*;

use crate::route::Route;
use crate::scene::Scene;

pub fn view(scene: &Scene) -> Html {
    let home = scene.link(
        Route::Home,
        "button button--large button--go",
        None,
        html! { { scene.text("not-found-home") } },
    );
    html! {
        <div class="page">
            <h1 class="page-title">{ scene.text("not-found-title") }</h1>
            <p class="page-lead">{ scene.text("not-found-lead") }</p>
            <p class="page-gap">{ home }</p>
        </div>
    }
}
