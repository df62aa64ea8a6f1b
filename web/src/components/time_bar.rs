//! The time bar: a slider over the history, undo and redo, one request back and forward, the clock, and the branches.

use dynalab_playground::protocol::{Role, Travel};
use dynalab_playground::views::timeline::TimelineView;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::browser::figures;
use crate::components::branch_menu;
use crate::components::clock::Clock;
use crate::components::icon::Icon;
use crate::components::waits::Waits;
use crate::engine::time_travel;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let nothing = TimelineView::default();
    let timeline = scene.app.timeline().as_deref().unwrap_or(&nothing);
    let past = timeline.shown != timeline.head;
    let at = figures::grouped(u64::from(timeline.shown));
    let newest = figures::grouped(u64::from(timeline.newest));
    let place = scene
        .text(sentences::workbench::TimeAt { shown: at.as_str().into(), newest: newest.as_str().into() });
    html! {
        <section class={classes!("timebar", past.then_some("timebar--past"))} aria-label={scene.text(sentences::workbench::TIME_BAR)} data-testid="time-bar">
            <Waits scene={scene.still()} />
            <div class="timebar-keys">
                { key(scene, sentences::workbench::UNDO, Icon::Undo, Travel::Undo) }
                { key(scene, sentences::workbench::REDO, Icon::Redo, Travel::Redo) }
                { step(scene, sentences::workbench::TIME_BACK, Icon::Back, (timeline.shown > timeline.oldest).then(|| timeline.shown - 1)) }
                { step(scene, sentences::workbench::TIME_FORTH, Icon::Step, (timeline.shown < timeline.newest).then(|| timeline.shown + 1)) }
            </div>
            <Clock class="clock--bar" scene={scene.still()} />
            <div class="timebar-track">{ marks(timeline) }{ slider(scene, timeline, &place) }</div>
            <span
                class="timebar-at" role="status" data-testid="time-at" data-shown={timeline.shown.to_string()} data-head={timeline.head.to_string()}
                data-newest={timeline.newest.to_string()}
            >
                { place }
            </span>
            if past { { looking_back(scene, timeline) } }
            { branch_menu::view(scene, timeline) }
        </section>
    }
}

fn button(scene: &Scene, name: Sentence, icon: Icon, enabled: bool, onclick: Callback<MouseEvent>) -> Html {
    let label = scene.text(name);
    html! {
        <button
            class="button button--quiet" type="button" title={label.clone()} aria-label={label} data-testid={name.name()} disabled={!enabled}
            {onclick}
        >{ icon.draw() }</button>
    }
}

fn key(scene: &Scene, name: Sentence, icon: Icon, to: Travel) -> Html {
    let enabled = time_travel::can(&scene.app, &to);
    let scene_to_go = scene.clone();
    button(
        scene,
        name,
        icon,
        enabled,
        Callback::from(move |_| time_travel::go(&scene_to_go.page, to.clone())),
    )
}

fn step(scene: &Scene, name: Sentence, icon: Icon, to: Option<u32>) -> Html {
    let looking = scene.clone();
    let onclick = Callback::from(move |_| {
        if let Some(number) = to {
            time_travel::look_at(&looking.page, number);
        }
    });
    button(scene, name, icon, to.is_some(), onclick)
}

fn slider(scene: &Scene, timeline: &TimelineView, place: &str) -> Html {
    let oninput = {
        let scene = scene.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(number) = written(&event).parse() {
                time_travel::look_at(&scene.page, number);
            }
        })
    };
    let nothing_there = timeline.oldest == timeline.newest;
    html! {
        <input class="range" type="range" data-testid="time-slider" aria-label={scene.text(sentences::workbench::TIME_SLIDER)}
            aria-valuetext={place.to_owned()} disabled={nothing_there}
            min={timeline.oldest.to_string()} max={timeline.newest.to_string()} value={scene.app.going_to().unwrap_or(timeline.shown).to_string()} {oninput} />
    }
}

/// Renders a mark above the slider for each listed history entry. It is high if the entry has a name and red if the request failed.
fn marks(timeline: &TimelineView) -> Html {
    let span = f64::from(timeline.newest.saturating_sub(timeline.oldest)).max(1.0);
    html! {
        <svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
            { for timeline.steps.iter().map(|step| {
                let x = f64::from(step.number.saturating_sub(timeline.oldest)) / span * 1000.0;
                let height = if step.name.is_some() { 12 } else { 5 };
                let class = match (step.status >= 400, step.name.is_some()) {
                    (true, _) => "timebar-mark timebar-mark--bad",
                    (false, true) => "timebar-mark timebar-mark--named",
                    (false, false) => "timebar-mark",
                };
                html! { <rect key={step.id} {class} x={((x - 1.0) as i32).to_string()} y={(12 - height).to_string()} width="2" height={height.to_string()} /> }
            }) }
        </svg>
    }
}

fn looking_back(scene: &Scene, timeline: &TimelineView) -> Html {
    let go_on = {
        let scene = scene.clone();
        Callback::from(move |_| {
            time_travel::go(&scene.page, Travel::ContinueHere);
            focus_slider();
        })
    };
    let return_to_head = {
        let (scene, head) = (scene.clone(), timeline.head);
        Callback::from(move |_| {
            time_travel::look_at(&scene.page, head);
            focus_slider();
        })
    };
    html! {
        <>
            <span class="timebar-past">{ scene.text(sentences::workbench::TIME_PAST) }</span>
            if *scene.app.role() != Some(Role::Follower) {
                <button class="button" type="button" title={scene.text(sentences::workbench::TIME_GO_ON_ABOUT)} data-testid="time-go-on" onclick={go_on}>
                    { scene.text(sentences::workbench::TIME_GO_ON) }
                </button>
            }
            <button class="button" type="button" data-testid="time-return" onclick={return_to_head}>{ scene.text(sentences::workbench::TIME_RETURN) }</button>
        </>
    }
}

/// Moves the focus to the slider, because the pressed button disappears.
fn focus_slider() {
    let slider = document().query_selector("[data-testid=time-slider]").ok().flatten();
    if let Some(slider) = slider.and_then(|slider| slider.dyn_into::<HtmlInputElement>().ok()) {
        // A slider that cannot take the focus is not an error.
        let _ = slider.focus();
    }
}
