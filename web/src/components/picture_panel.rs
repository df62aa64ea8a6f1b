//! The place for pictures beside the items. What is in it is drawn by a module of its own, which is fetched when this is opened.

use yew::prelude::*;

use crate::sentences;
use crate::components::module_frame;
use crate::page_module::PICTURES;
use crate::page_place;
use crate::scene::Scene;

pub fn is_open(scene: &Scene) -> bool {
    scene.query.picture.is_some() && scene.table_name().is_some()
}

pub fn view(scene: &Scene) -> Html {
    let inside =
        module_frame::view(scene, &PICTURES, "module-frame", page_place::of_pictures(scene), html! {});
    html! { <section class="workbench-picture" aria-label={scene.text(sentences::workbench::PICTURES)} data-testid="pictures">{ inside }</section> }
}
