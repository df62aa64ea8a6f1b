//! The switch of the throughput limits: off, or as in DynamoDB.

use dynalab_app::state::{Action, Notice};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::page::context::PageContext;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Turns all limits on or off. With limits on, consumed capacity is recorded for the capacity diagram.
pub fn set(page: &PageContext, limited: bool, refused: Callback<String>) {
    let dials = match limited {
        true => SetDials::from_values(&[("capacity_history", 1)]),
        false => SetDials::default(),
    };
    let request = SetDials { limits: Some(limited), ..dials };
    page.send_control(request.request(), refused);
}

/// Renders the switch in the bar of the table.
pub fn switch(scene: &Scene) -> Html {
    let limited = scene.app.timeline().as_ref().is_some_and(|timeline| timeline.limited);
    let disabled = scene.is_follower() || scene.app.looked_at().is_some();
    let option = |on: bool, test_id: &'static str, name| {
        let scene_to_turn = scene.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            let dispatcher = scene_to_turn.dispatcher();
            let refused =
                Callback::from(move |why: String| dispatcher.dispatch(Action::Tell(Notice::Failed(why))));
            set(&scene_to_turn.page, on, refused);
        });
        let pressed = on == limited;
        html! {
            <button class="choice-option" type="button" aria-pressed={pressed.to_string()} data-testid={test_id} disabled={disabled} {onclick}>
                if pressed { { Icon::Check.draw() } }{ scene.text(name) }
            </button>
        }
    };
    html! {
        <div class="choice" role="group" aria-label={scene.text(sentences::workbench::LIMITS)}>
            <span class="term" title={scene.text(sentences::workbench::LIMITS_ABOUT)}>{ scene.text(sentences::workbench::LIMITS) }</span>
            <span class="choice-set">
                { option(false, "limits-off", sentences::workbench::LIMITS_OFF) }
                { option(true, "limits-on", sentences::workbench::LIMITS_ON) }
            </span>
        </div>
    }
}
