//! The context that every part of the page receives, and the shared controls with its inputs and sentences.

use dynalab_app::regions::region_label;
use dynalab_app::scale::inputs::{Change, Choice, Input, Inputs, Number, Side};
use yew::prelude::*;

use crate::page::messages::{Message, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;
use crate::pages::calculator::controls;

#[derive(Clone, Copy)]
pub struct ScaleContext<'a> {
    pub scene: &'a Scene,
    pub inputs: &'a Inputs,
    pub change: &'a Callback<Change>,
}

/// Returns the test id of an input. Inputs of the traffic have no design letter.
fn id_of(input: impl Input, name: &str, side: Side) -> String {
    if input.is_shared() { format!("scale-{name}") } else { format!("scale-{}-{name}", side.name()) }
}

impl ScaleContext<'_> {
    pub fn text(&self, message: impl Message) -> String {
        self.scene.text(message)
    }

    pub fn option_label(&self, choice: Choice, option: &str) -> String {
        if choice == Choice::Place {
            return region_label(option, self.scene.app.language());
        }
        self.scene.text_or(words::scale_option(&format!("{}-{option}", choice.name())), option)
    }

    pub fn emit(&self, change: Change) -> Callback<MouseEvent> {
        let emit = self.change.clone();
        Callback::from(move |_: MouseEvent| emit.emit(change.clone()))
    }

    /// Renders a button that changes inputs.
    pub fn button(&self, name: Sentence, change: Change) -> Html {
        html! { <button class="button" type="button" data-testid={name.name()} onclick={self.emit(change)}>{ self.text(name) }</button> }
    }

    pub fn number(&self, side: Side, number: Number) -> Html {
        self.number_of(side, number, self.inputs.number(side, number))
    }

    /// Renders the slider and field of a number that shows this value.
    pub fn number_of(&self, side: Side, number: Number, value: f64) -> Html {
        let label = self.scene.text_or(words::scale_number(number.name()), number.name());
        let change = self.change.reform(move |value| Change::Number(side, number, value));
        let range = number.range();
        controls::slider(id_of(number, number.name(), side), label, range, value, change)
    }

    pub fn choice(&self, side: Side, choice: Choice) -> Html {
        let label = self.scene.text_or(words::scale_choice(choice.name()), choice.name());
        let options = choice.options().iter().map(|option| (*option, self.option_label(choice, option)));
        let change = self.change.reform(move |place| Change::Choice(side, choice, place));
        let chosen = self.inputs.choice(side, choice);
        controls::choice(&id_of(choice, choice.name(), side), label, options.collect(), chosen, change)
    }
}
