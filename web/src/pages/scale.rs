//! The partition lab: a day of traffic to two designs, simulated in a worker of its own. All inputs are in the link.

mod charts;
mod cost;
mod desk;
mod form;
mod heat;
mod inputs;
mod presets;
mod results;
mod run;

use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use self::desk::Desk;
use self::inputs::{Change, Choice, Inputs, Side};
use self::results::Results;
use self::run::{Progress, use_run};
use crate::clipboard;
use crate::scene::Scene;
use crate::sentences::scale as words;
use crate::state::{Action, Notice};

/// A slider that moves writes one link, not hundreds: a browser limits how often an address changes.
const LINK_DELAY_MS: u32 = 250;

#[derive(PartialEq, Properties)]
pub struct ScalePageProps {
    pub scene: Scene,
}

/// The inputs, and what a person changes about them.
#[derive(PartialEq)]
struct State(Inputs);

impl Reducible for State {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut inputs = self.0.clone();
        inputs.apply(change);
        Rc::new(State(inputs))
    }
}

#[component]
pub fn ScalePage(props: &ScalePageProps) -> Html {
    let state = use_reducer_eq(|| State(Inputs::from_link(&hash())));
    use_link(&state);
    let run = use_run(&props.scene, &state.0);
    let dispatcher = state.dispatcher();
    let change = use_callback((), move |change: Change, ()| dispatcher.dispatch(change));
    let desk = Desk { scene: &props.scene, inputs: &state.0, change: &change };
    html! {
        <div class="page page--wide calc lab" data-testid="scale-page">
            { head(&desk) }
            { form::traffic(&desk) }
            { run.view(&desk) }
            { form::what_if(&desk) }
            <div class="calc-split lab-split">
                { for Side::ALL.into_iter().map(|side| html! {
                    <div class="calc-column">
                        { form::design(&desk, side) }
                        if let Some(outcome) = &run.outcome {
                            <Results scene={props.scene.clone()} {side} outcome={outcome.clone()} is_old={run.progress != Progress::Done} />
                        }
                    </div>
                }) }
            </div>
            if let Some(outcome) = &run.outcome {
                <div class="calc-wide">{ results::reasons(&desk, outcome) }</div>
            }
            <p class="picture-caption lab-note">{ desk.text(words::SCALE_NOTE) }</p>
        </div>
    }
}

fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address follows the inputs, and the inputs follow an address that a person opens.
#[hook]
fn use_link(state: &UseReducerHandle<State>) {
    let link = state.0.to_link();
    use_effect_with(link, |link| {
        let link = link.clone();
        let timeout = Timeout::new(LINK_DELAY_MS, move || write_link(&link));
        move || drop(timeout)
    });
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        let opens = move |_: &web_sys::Event| {
            // A link within the page, such as the one that skips to the content, has no inputs.
            let hash = hash();
            if hash.contains('=') {
                dispatcher.dispatch(Change::Open(Box::new(Inputs::from_link(&hash))));
            }
        };
        let listener = EventListener::new(&window(), "hashchange", opens);
        move || drop(listener)
    });
}

fn write_link(link: &str) {
    let location = window().location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = if link.is_empty() { path } else { format!("{path}#{link}") };
    // A browser refuses only a flood of changes; the next change writes the link again.
    let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&address));
}

fn head(desk: &Desk) -> Html {
    let (scene, link) = (desk.scene.clone(), desk.inputs.to_link());
    let onclick = Callback::from(move |_: MouseEvent| {
        write_link(&link);
        let scene = scene.clone();
        spawn_local(async move {
            let copied = clipboard::copy(&window().location().href().unwrap_or_default(), None).await;
            let sentence = if copied { words::SCALE_LINK_COPIED } else { words::SCALE_LINK_NOT_COPIED };
            scene.app.dispatch(Action::Tell(Notice::Said(scene.text(sentence))));
        });
    });
    html! {
        <div class="page-head">
            <div><h1 class="page-title">{ desk.text(words::SCALE_TITLE) }</h1><p class="page-lead">{ desk.text(words::SCALE_LEAD) }</p></div>
            <div class="page-tools">
                { desk.choice(Side::A, Choice::Place) }
                <button class="button" type="button" data-testid="scale-copy-link" {onclick}>{ desk.text(words::SCALE_COPY_LINK) }</button>
                { desk.button(words::SCALE_RESET, Change::Open(Box::default())) }
            </div>
        </div>
    }
}
