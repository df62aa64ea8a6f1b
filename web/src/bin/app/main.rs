//! The page's program: fetches the sentences that the first page says and, where more than the home page is shown first, what that
//! shows; then starts the app. Built with `split`, its parts are programs of their own.

mod parts;

use dynalab_web::app::{App, AppProps};
use dynalab_web::language::Language;
use dynalab_web::messages::{self, Part};
use dynalab_web::parts::Parts;
use dynalab_web::style_sheets;
use futures_util::future::join;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;

fn main() {
    spawn_local(async {
        let language = Language::of_this_visit();
        let needs_all = needs_all();
        let styles = async {
            if needs_all {
                style_sheets::link(style_sheets::WORKBENCH).await;
            }
        };
        let sentences = [Part::Home].into_iter().chain(needs_all.then_some(Part::Workbench));
        let (loaded, ()) = join(messages::load(language, sentences), styles).await;
        match (loaded, document().get_element_by_id("app"), document().document_element()) {
            (Ok(()), Some(root), _) => {
                let props = AppProps { parts: Parts(&parts::FETCHES) };
                yew::Renderer::<App>::with_root_and_props(root, props).render();
            }
            // The page says in both languages that it did not arrive whole, and what to do.
            (Err(_), _, Some(document)) => drop(document.set_attribute("data-boot", "failed")),
            _ => {}
        }
    });
}

/// Whether more is shown first than the home page.
fn needs_all() -> bool {
    window().location().pathname().is_ok_and(|path| path != "/")
}
