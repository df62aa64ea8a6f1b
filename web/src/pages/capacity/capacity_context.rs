//! The context that every section receives, and the shared controls with this page's inputs and sentences.

use dynalab_app::capacity::inputs::{Change, Choice, Inputs, Number};
use dynalab_app::regions::region_label;
use yew::prelude::*;

use crate::page::messages::{Message, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls;

#[derive(Clone, Copy)]
pub struct CapacityContext<'a> {
    pub scene: &'a Scene,
    pub inputs: &'a Inputs,
    pub change: &'a Callback<Change>,
}

impl CapacityContext<'_> {
    pub fn text(&self, message: impl Message) -> String {
        self.scene.text(message)
    }

    pub fn number_label(&self, number: Number) -> String {
        self.scene.text_or(words::calc_number(number.name()), number.name())
    }

    pub fn option_label(&self, choice: Choice, option: &str) -> String {
        if choice == Choice::Place {
            return region_label(option, self.scene.app.language());
        }
        let name = format!("{}-{option}", choice.name());
        self.scene.text_or(words::calc_option(&name), option)
    }

    /// Renders a button that changes inputs.
    pub fn button(&self, name: Sentence, change: Change) -> Html {
        let emit = self.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(change.clone()));
        html! { <button class="button" type="button" data-testid={name.name()} {onclick}>{ self.text(name) }</button> }
    }

    pub fn number(&self, number: Number) -> Html {
        let change = self.change.reform(move |value| Change::Number(number, value));
        let (range, value) = (number.range(), self.inputs.number(number));
        controls::slider(format!("calc-{}", number.name()), self.number_label(number), range, value, change)
    }

    pub fn numbers(&self, numbers: &[Number]) -> Html {
        html! { <>{ for numbers.iter().map(|number| self.number(*number)) }</> }
    }

    pub fn choice(&self, choice: Choice) -> Html {
        let label = self.scene.text_or(words::calc_choice(choice.name()), choice.name());
        let options = choice.options().iter().map(|option| (*option, self.option_label(choice, option)));
        let change = self.change.reform(move |place| Change::Choice(choice, place));
        let chosen = self.inputs.choice(choice);
        controls::choice(&format!("calc-{}", choice.name()), label, options.collect(), chosen, change)
    }

    /// Renders a titled box. The id is the name of the title's sentence.
    pub fn panel(&self, title: Sentence, side: Html, body: Html) -> Html {
        controls::panel(title.name().to_owned(), self.text(title), side, body)
    }

    /// Renders large figures with their names.
    pub fn answer(&self, parts: &[(String, String, &'static str)], test_id: &'static str) -> Html {
        controls::answer(parts, test_id.to_owned(), None)
    }
}
