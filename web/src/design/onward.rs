//! Links from a checked design to the capacity calculators and the partition lab. They carry its whole load.

use dynalab_app::calculator::linked_inputs::LinkedInputs;
use dynalab_app::design::onward::{to_calculators, to_lab};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor::Variant;
use crate::route::Route;
use crate::sentences::design as words;

/// Renders the links. The calculators get the shown design, the lab gets the design and its branch.
pub fn view(desk: &DesignContext) -> Html {
    let Some(report) = desk.report().filter(|report| !report.patterns.is_empty()) else { return html! {} };
    let branch = desk.editor.b.as_ref().and_then(Variant::report).map(|report| &**report);
    let lab = desk.editor.a.report().and_then(|report| to_lab(report, branch));
    html! {
        <p class="design-note design-onward">
            { desk.scene.link_with_inputs(Route::Capacity, to_calculators(report).to_link(), "design-to-capacity", "link", html! { desk.text(words::DESIGN_TO_CAPACITY) }) }
            if let Some(lab) = lab {
                { desk.scene.link_with_inputs(Route::Scale, lab.to_link(), "design-to-lab", "link", html! { desk.text(words::DESIGN_TO_LAB) }) }
            }
        </p>
    }
}
