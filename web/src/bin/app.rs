//! The page's entry point: mounts the app in place of the skeleton that `index.html` shows first.

use dynalab_web::app::App;
use gloo::utils::document;

fn main() {
    if let Some(root) = document().get_element_by_id("app") {
        yew::Renderer::<App>::with_root(root).render();
    }
}
