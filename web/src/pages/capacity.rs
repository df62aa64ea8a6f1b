//! The page of the capacity calculators: item size, units, partitions, mode and price, auto scaling. All inputs are in the link.

mod curve;
pub mod desk;
pub mod figure;
pub mod inputs;
mod item_size;
mod item_text;
mod load;
mod partitions;
mod price;
mod scaling;
mod units;

use std::rc::Rc;

use dynalab_pricing::Preset;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use self::desk::Desk;
use self::inputs::{Change, Choice, Inputs};
use crate::clipboard;
use crate::scene::Scene;
use crate::sentences::capacity as words;
use crate::state::{Action, Notice};

/// A slider that moves writes one link, not hundreds: a browser limits how often an address changes.
const LINK_DELAY_MS: u32 = 250;

#[derive(PartialEq, Properties)]
pub struct CapacityPageProps {
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
pub fn CapacityPage(props: &CapacityPageProps) -> Html {
    let state = use_reducer_eq(|| State(Inputs::from_link(&hash())));
    use_link(&state);
    let dispatcher = state.dispatcher();
    let change = use_callback((), move |change: Change, ()| dispatcher.dispatch(change));
    let desk = Desk { scene: &props.scene, inputs: &state.0, change: &change };
    html! {
        <div class="page calc" data-testid="capacity-page">
            { head(&desk) }
            { conventions(&desk) }
            { section(&desk) }
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
    use_effect_with(link.clone(), |link| {
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
            let sentence = if copied { words::CALC_LINK_COPIED } else { words::CALC_LINK_NOT_COPIED };
            scene.app.dispatch(Action::Tell(Notice::Said(scene.text(sentence))));
        });
    });
    html! {
        <div class="page-head">
            <div><h1 class="page-title">{ desk.text(words::CALC_TITLE) }</h1><p class="page-lead">{ desk.text(words::CALC_LEAD) }</p></div>
            <div class="page-tools">
                { desk.choice(Choice::Place) }
                <button class="button" type="button" data-testid="calc-copy-link" {onclick}>{ desk.text(words::CALC_COPY_LINK) }</button>
                { desk.button(words::CALC_RESET, Change::Open(Box::default())) }
            </div>
        </div>
    }
}

/// What a month, a GB and a KB are, and whether the free tier counts.
fn conventions(desk: &Desk) -> Html {
    let presets = Preset::ALL.into_iter().map(|preset| {
        let emit = desk.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(Change::Preset(preset)));
        let (name, sentence) = match preset {
            Preset::PricePage => ("price-page", words::CALC_PRESET_PRICE_PAGE),
            Preset::McpCalculator => ("mcp", words::CALC_PRESET_MCP),
            Preset::AgentSkill => ("skill", words::CALC_PRESET_SKILL),
        };
        let pressed = desk.inputs.has_preset(preset).to_string();
        html! { <button class="choice-option" type="button" aria-pressed={pressed} data-testid={format!("calc-preset-{name}")} {onclick}>{ desk.text(sentence) }</button> }
    });
    let label = desk.text(words::CALC_PRESET);
    let body = html! {
        <div class="calc-row">
            <div class="choice" role="group" aria-label={label.clone()}><span class="choice-label" aria-hidden="true">{ label }</span><span class="choice-set">{ for presets }</span></div>
            { desk.choice(Choice::Month) }
            { desk.choice(Choice::Gb) }
            { desk.choice(Choice::Kb) }
            { desk.choice(Choice::FreeTier) }
        </div>
    };
    desk.panel(words::CALC_CONVENTIONS, html! { desk.text(words::CALC_CONVENTIONS_SIDE) }, body)
}

fn section(desk: &Desk) -> Html {
    let options = Choice::Section.options();
    let tabs = options.iter().enumerate().map(|(place, option)| {
        let emit = desk.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(Change::Choice(Choice::Section, place)));
        let current = (desk.inputs.choice(Choice::Section) == place).then_some("true");
        html! { <button class="calc-tab" type="button" aria-current={current} data-testid={format!("calc-section-{option}")} {onclick}>{ desk.option_label(Choice::Section, option) }</button> }
    });
    let shown = match desk.inputs.option(Choice::Section) {
        "units" => units::view(desk),
        "partitions" => partitions::view(desk),
        "price" => price::view(desk),
        "scaling" => scaling::view(desk),
        _ => item_size::view(desk),
    };
    html! {
        <>
            <nav class="calc-tabs" aria-label={desk.text(words::CALC_SECTIONS)}>{ for tabs }</nav>
            { shown }
        </>
    }
}
