//! What every part of the page is given, and its controls: a number with its slider, one of a few, a panel.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::inputs::{Change, Choice, Input, Inputs, Number, Side};
use crate::field_events::written;
use crate::figures;
use crate::messages::{Message, Sentence};
use crate::pages::capacity::inputs::SLIDER_STEPS;
use crate::scene::Scene;
use crate::sentences::scale as words;

#[derive(Clone, Copy)]
pub struct Desk<'a> {
    pub scene: &'a Scene,
    pub inputs: &'a Inputs,
    pub change: &'a Callback<Change>,
}

/// Of an input in the test ids: inputs of the traffic have no letter.
fn id_of(input: impl Input, name: &str, side: Side) -> String {
    if input.is_shared() { format!("scale-{name}") } else { format!("scale-{}-{name}", side.name()) }
}

impl Desk<'_> {
    pub fn text(&self, message: impl Message) -> String {
        self.scene.text(message)
    }

    pub fn option_label(&self, choice: Choice, option: &str) -> String {
        self.scene.text_or(words::scale_option(&format!("{}-{option}", choice.name())), option)
    }

    pub fn emit(&self, change: Change) -> Callback<MouseEvent> {
        let emit = self.change.clone();
        Callback::from(move |_: MouseEvent| emit.emit(change.clone()))
    }

    /// A button that changes inputs.
    pub fn button(&self, name: Sentence, change: Change) -> Html {
        html! { <button class="button" type="button" data-testid={name.name()} onclick={self.emit(change)}>{ self.text(name) }</button> }
    }

    pub fn number(&self, side: Side, number: Number) -> Html {
        let (range, value) = (number.range(), self.inputs.number(side, number));
        let id = id_of(number, number.name(), side);
        let label = self.scene.text_or(words::scale_number(number.name()), number.name());
        let emit = self.change.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Ok(value) = written(&event).trim().replace(',', "").parse() {
                emit.emit(Change::Number(side, number, value));
            }
        });
        let emit = self.change.clone();
        let oninput = Callback::from(move |event: InputEvent| {
            let place =
                event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
            if let Some(place) = place {
                emit.emit(Change::Number(side, number, number.range().moved(value, place)));
            }
        });
        let shown = figures::grouped_decimal(value);
        html! {
            <div class="slider">
                <label class="slider-label" for={id.clone()}>{ label.clone() }</label>
                <input class="field slider-field" type="text" inputmode="decimal" autocomplete="off" data-testid={id.clone()} id={id.clone()} value={shown.clone()} {onchange} />
                <input class="range slider-range" type="range" min="0" max={SLIDER_STEPS.to_string()} step="1" value={range.place_of(value).to_string()} aria-label={label} aria-valuetext={shown} data-testid={format!("{id}-slider")} {oninput} />
            </div>
        }
    }

    pub fn choice(&self, side: Side, choice: Choice) -> Html {
        let label = self.scene.text_or(words::scale_choice(choice.name()), choice.name());
        let id = id_of(choice, choice.name(), side);
        html! {
            <div class="choice" role="group" aria-label={label.clone()}>
                <span class="choice-label" aria-hidden="true">{ label }</span>
                <span class="choice-set">{ for choice.options().iter().enumerate().map(|(place, option)| {
                    let pressed = (self.inputs.choice(side, choice) == place).to_string();
                    html! { <button class="choice-option" type="button" aria-pressed={pressed} data-testid={format!("{id}-{option}")} onclick={self.emit(Change::Choice(side, choice, place))}>{ self.option_label(choice, option) }</button> }
                }) }</span>
            </div>
        }
    }

    /// A titled box. `name` is the id of its title.
    pub fn panel(&self, name: String, title: String, side: Html, body: Html) -> Html {
        panel(name, title, side, body)
    }
}

pub fn panel(name: String, title: String, side: Html, body: Html) -> Html {
    html! {
        <section class="panel calc-panel" aria-labelledby={name.clone()}>
            <div class="calc-head"><h2 class="calc-title" id={name}>{ title }</h2><span class="calc-side">{ side }</span></div>
            <div class="panel-body">{ body }</div>
        </section>
    }
}
