//! The page that opens a design from the address. If that fails, it shows the problem and a remedy.

use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::state::Action;
use gloo::utils::window;
use yew::prelude::*;

use crate::address::arrival;
use crate::address::route::Route;
use crate::browser::embedded::is_embedded;
use crate::components::open_dialog;
use crate::engine::reading;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let Some(problem) = scene.app.arrival_failed() else {
        return html! { <div class="page"><p class="page-lead" role="status">{ scene.text(sentences::workbench::ARRIVAL_OPENING) }</p></div> };
    };
    let home = {
        let scene = scene.clone();
        Callback::from(move |_| {
            scene.app.dispatch(Action::ArrivalFailed(None));
            scene.page.navigator.replace_with_query(&Route::Home, &PlayQuery::default());
        })
    };
    let reload = Callback::from(|_| {
        // If the browser rejects the reload, the page does not change.
        let _ = window().location().reload();
    });
    let again = {
        let scene = scene.clone();
        Callback::from(move |_| arrival::open_again(&scene))
    };
    let may_open_again = problem.name == "not-again" || reading::has_died(problem);
    let may_be_newer = ["newer-version", "unknown-codec", "not-fetched"].contains(&problem.name.as_str());
    html! {
        <div class="page" data-testid="arrival-failed">
            <h1 class="page-title">{ scene.text(sentences::workbench::ARRIVAL_FAILED_TITLE) }</h1>
            <p class="page-lead">{ scene.text(sentences::workbench::ARRIVAL_UNTOUCHED) }</p>
            <div class="page-gap">{ open_dialog::finding(scene, problem) }</div>
            <p class="page-gap page-tools">
                if may_be_newer {
                    <button class="button button--large button--go" type="button" data-testid="arrival-reload" onclick={reload}>
                        { scene.text(sentences::shell::RELOAD) }
                    </button>
                }
                if may_open_again {
                    <button class="button button--large" type="button" data-testid="arrival-again" onclick={again}>
                        { scene.text(sentences::workbench::ARRIVAL_AGAIN) }
                    </button>
                }
                if !is_embedded() {
                    { open_dialog::button(scene, sentences::shell::OPEN_DESIGN, "button button--large") }
                    <button class="button button--large" type="button" data-testid="arrival-home" onclick={home}>
                        { scene.text(sentences::shell::NOT_FOUND_HOME) }
                    </button>
                }
            </p>
        </div>
    }
}
