//! The bar of a page that another site shows in a frame: its title and a link to the whole site.

use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlAnchorElement};
use yew::prelude::*;
use yew_router::Routable;

use crate::address::route::Route;
use crate::address::site;
use crate::components::top_bar::mark;
use crate::page::scene::Scene;
use crate::page::sentences::shell;

pub fn view(scene: &Scene) -> Html {
    // The home page opens links, and exists on every host.
    let path = match scene.route {
        Route::Play | Route::PlayTable { .. } if site::first_fragment().is_empty() => Route::Play.to_path(),
        Route::Play | Route::PlayTable { .. } => Route::Home.to_path(),
        ref route => route.to_path(),
    };
    let path = site::address_in(scene.app.language(), &path);
    let href = format!("{path}{}", site::first_fragment());
    // The fragment may change with each input, so it is read when a person follows the link.
    let onclick = {
        let (path, first) = (path.clone(), site::first_fragment());
        Callback::from(move |event: MouseEvent| {
            // The listener is at the root of the page, so the link is where the event began.
            let clicked = event.target_dyn_into::<Element>();
            let link = clicked.and_then(|clicked| clicked.closest("a").ok().flatten());
            let link = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
            if let Some(link) = link {
                let now = window().location().hash().unwrap_or_default();
                link.set_href(&format!("{path}{}", if now.is_empty() { first.clone() } else { now }));
            }
        })
    };
    html! {
        <header class="topbar topbar--embedded">
            <span class="topbar-brand">{ mark() }{ "Dynalab" }</span>
            <div class="topbar-side">
                <a class="topbar-link" {href} target="_blank" rel="noopener" data-testid="embed-open" {onclick}>{ scene.text(shell::EMBED_OPEN) }</a>
            </div>
        </header>
    }
}
