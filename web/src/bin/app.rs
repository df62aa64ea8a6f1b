//! The page's entry point: mounts the app in place of the skeleton that `index.html` shows first.

use dynalab_web::app::App;
use dynalab_web::workbench_styles;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;

fn main() {
    spawn_local(async {
        if needs_all() {
            workbench_styles::link().await;
        }
        if let Some(root) = document().get_element_by_id("app") {
            drop(yew::Renderer::<App>::with_root(root).render());
        }
    });
}

/// Whether more is shown first than the home page.
fn needs_all() -> bool {
    window().location().pathname().is_ok_and(|path| path != "/")
}
