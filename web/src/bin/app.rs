//! The page's entry point: mounts the app in place of the skeleton that `index.html` shows first, as soon as the
//! sentences of its language are here.

use dynalab_web::app::App;
use dynalab_web::language::Language;
use dynalab_web::{messages, workbench_styles};
use futures_util::future::join;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;

fn main() {
    spawn_local(async {
        let language = Language::of_this_visit();
        let needs_all = needs_all();
        let styles = async {
            if needs_all {
                workbench_styles::link().await;
            }
        };
        let (loaded, ()) = join(messages::load_all(language, needs_all), styles).await;
        match (loaded, document().get_element_by_id("app"), document().document_element()) {
            (Ok(()), Some(root), _) => drop(yew::Renderer::<App>::with_root(root).render()),
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
