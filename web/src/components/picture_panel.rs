//! The panel of diagrams beside the items. Its content is a part that is fetched when the panel first opens.

use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::part::Part;
use crate::page::scene::Scene;
use crate::page::sentences;

/// The diagram that needs no table.
pub const SETTINGS: &str = "dials";

/// Returns true if a diagram is chosen and has its table. In a workspace without tables, the settings are shown, and any other
/// diagram says what it needs.
pub fn is_open(scene: &Scene) -> bool {
    if scene.query.picture.is_none() {
        return false;
    }
    let is_empty = scene.app.definitions().as_ref().is_some_and(|tables| tables.is_empty());
    scene.table_name().is_some() || is_empty
}

/// Renders the panel. `expanded` is whether it fills the work area.
pub fn view(scene: &Scene, expanded: &UseStateHandle<bool>) -> Html {
    let is_expanded = **expanded;
    let onclick = {
        let expanded = expanded.setter();
        Callback::from(move |_: MouseEvent| expanded.set(!is_expanded))
    };
    let onkeydown = {
        let expanded = expanded.setter();
        Callback::from(move |event: KeyboardEvent| {
            if is_expanded && event.key() == "Escape" && !event.default_prevented() {
                expanded.set(false);
            }
        })
    };
    let label = scene.text(match is_expanded {
        true => sentences::workbench::PICTURE_SHRINK,
        false => sentences::workbench::PICTURE_EXPAND,
    });
    html! {
        <section class="workbench-picture" aria-label={scene.text(sentences::workbench::PICTURES)} data-testid="pictures" {onkeydown}>
            <button
                class="button button--quiet workbench-expand" type="button" aria-pressed={is_expanded.to_string()} data-testid="picture-expand"
                {onclick}
            >{ Icon::Expand.draw() }{ label }</button>
            <Part part={scene.page.parts.pictures()} scene={scene.still()} />
        </section>
    }
}
