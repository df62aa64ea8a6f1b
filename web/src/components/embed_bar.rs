//! The bar of a page that is embedded in a frame: its title and a link to the whole site.

use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;
use yew_router::Routable;

use crate::address::site;
use crate::components::top_bar::mark;
use crate::page::scene::Scene;
use crate::page::sentences::shell;

pub fn view(scene: &Scene) -> Html {
    let path = site::address_in(scene.app.language(), &scene.route.to_path());
    // The fragment may change with each input, so it is read when a person follows the link.
    let onclick = {
        let (path, first) = (path.clone(), site::first_fragment());
        Callback::from(move |event: MouseEvent| {
            let link = event.current_target().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
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
                <a class="topbar-link" href={path} target="_blank" rel="noopener" data-testid="embed-open" {onclick}>{ scene.text(shell::EMBED_OPEN) }</a>
            </div>
        </header>
    }
}
