//! An address that brings a design: it is being opened, or it cannot be, and then what can be done.

use gloo::utils::window;
use yew::prelude::*;

use crate::components::open_dialog;
use crate::route::{PlayQuery, Route};
use crate::scene::Scene;
use crate::state::Action;

pub fn view(scene: &Scene) -> Html {
    let Some(problem) = &scene.app.arrival_failed else {
        return html! { <div class="page"><p class="page-lead" role="status">{ scene.text("arrival-opening") }</p></div> };
    };
    let home = {
        let scene = scene.clone();
        Callback::from(move |_| {
            scene.app.dispatch(Action::ArrivalFailed(None));
            scene.page.navigator.replace_with_query(&Route::Home, &PlayQuery::default());
        })
    };
    let reload = Callback::from(|_| {
        // A reload that the browser refuses leaves the page as it is.
        let _ = window().location().reload();
    });
    let may_be_newer = ["newer-version", "unknown-codec", "not-fetched"].contains(&problem.name.as_str());
    html! {
        <div class="page" data-testid="arrival-failed">
            <h1 class="page-title">{ scene.text("arrival-failed-title") }</h1>
            <p class="page-lead">{ scene.text("arrival-untouched") }</p>
            <div class="page-gap">{ open_dialog::finding(scene, problem) }</div>
            <p class="page-gap page-tools">
                if may_be_newer {
                    <button class="button button--large button--go" type="button" data-testid="arrival-reload" onclick={reload}>{ scene.text("reload") }</button>
                }
                { open_dialog::button(scene, "open-design", "button button--large") }
                <button class="button button--large" type="button" data-testid="arrival-home" onclick={home}>{ scene.text("not-found-home") }</button>
            </p>
        </div>
    }
}
