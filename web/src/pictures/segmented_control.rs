//! A choice of one option, as a row of buttons.

use yew::prelude::*;

use super::Canvas;
use crate::page::messages::Sentence;

pub fn switch(
    canvas: &Canvas,
    name: Sentence,
    words: fn(&str) -> Option<Sentence>,
    options: &[&'static str],
    chosen: &str,
    on_choose: Callback<&'static str>,
) -> Html {
    html! {
        <span class="picture-switch" role="group" aria-label={canvas.text(name)}>
            { for options.iter().map(|option| {
                let option = *option;
                let (pressed, on_choose) = ((option == chosen).to_string(), on_choose.clone());
                let onclick = Callback::from(move |_: MouseEvent| on_choose.emit(option));
                html! {
                    <button
                        type="button" class="button button--quiet" aria-pressed={pressed} data-testid={format!("{}-{option}", name.name())} {onclick}
                    >{ canvas.text_or(words(option), option) }</button>
                }
            }) }
        </span>
    }
}
