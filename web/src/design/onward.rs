//! Links from a checked design to the capacity calculators and the partition lab. They carry its whole load.

use dynalab_app::calculator::linked_inputs::LinkedInputs;
use dynalab_app::design::editor::Variant;
use dynalab_app::design::onward::{to_calculators, to_lab};
use dynalab_app::shared::Shared;
use dynalab_modeling::Report;
use yew::prelude::*;

use super::design_context::DesignContext;
use crate::address::route::Route;
use crate::page::scene::Scene;
use crate::page::sentences::design as words;

/// Renders the links. The calculators get the shown design, the lab gets the design and its branch.
pub fn view(desk: &DesignContext) -> Html {
    let shown = desk.editor.now().report().filter(|report| !report.patterns.is_empty());
    let Some(shown) = shown.cloned() else { return html! {} };
    let (a, b) = (desk.editor.a.report().cloned(), desk.editor.b.as_ref().and_then(Variant::report).cloned());
    html! { <OnwardLinks scene={desk.scene.clone()} {shown} {a} {b} /> }
}

#[derive(PartialEq, Properties)]
struct OnwardLinksProps {
    scene: Scene,
    shown: Shared<Report>,
    a: Option<Shared<Report>>,
    b: Option<Shared<Report>>,
}

/// Writes the links only after a check, because a load can be long.
#[component]
fn OnwardLinks(props: &OnwardLinksProps) -> Html {
    let scene = &props.scene;
    let calculators = use_memo(props.shown.clone(), |shown| to_calculators(shown).to_link());
    let lab = use_memo((props.a.clone(), props.b.clone()), |(a, b)| {
        let inputs = to_lab(a.as_deref()?, b.as_deref())?;
        Some(inputs.to_link())
    });
    html! {
        <p class="design-note design-onward">
            { scene.link_with_inputs(Route::Capacity, (*calculators).clone(), "design-to-capacity", "link", html! { scene.text(words::DESIGN_TO_CAPACITY) }) }
            if let Some(lab) = (*lab).clone() {
                { scene.link_with_inputs(Route::Scale, lab, "design-to-lab", "link", html! { scene.text(words::DESIGN_TO_LAB) }) }
            }
        </p>
    }
}
