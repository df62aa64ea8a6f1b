//! The place for pictures beside the items. What is in it is a part that is fetched when this is first opened.

use yew::prelude::*;

use crate::components::part::Part;
use crate::scene::Scene;

pub fn is_open(scene: &Scene) -> bool {
    scene.query.picture.is_some() && scene.table_name().is_some()
}

pub fn view(scene: &Scene) -> Html {
    html! {
        <section class="workbench-picture" aria-label={scene.text("pictures")} data-testid="pictures">
            <Part part={scene.page.parts.pictures()} scene={scene.clone()} />
        </section>
    }
}
