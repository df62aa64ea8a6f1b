//! Fields of the forms beside diagrams.

use yew::prelude::*;

use super::Canvas;
use super::draft_field::DraftField;
use crate::browser::field_events::written;
use crate::page::messages::Sentence;

/// Renders a select with a few options. `words` returns the sentence of each option.
pub fn choice(
    canvas: &Canvas,
    name: Sentence,
    words: fn(&str) -> Option<Sentence>,
    options: &[&'static str],
    chosen: &str,
    on_choose: Callback<String>,
) -> Html {
    let onchange = Callback::from(move |event: Event| on_choose.emit(written(&event)));
    html! {
        <label>{ canvas.text(name) }{ " " }<select class="field" data-testid={name.name()} {onchange}>
            { for options.iter().map(|option| html! {
                <option value={*option} selected={*option == chosen}>{ canvas.text_or(words(option), option) }</option>
            }) }
        </select></label>
    }
}

pub fn number(canvas: &Canvas, name: Sentence, value: u64, most: u64, on_change: Callback<String>) -> Html {
    html! {
        <label>
            { canvas.text(name) }
            { " " }
            <DraftField
                class="picture-number" kind="number" {most} value={value.to_string()} test_id={name.name()} on_write={on_change.clone()}
                on_settle={on_change}
            />
        </label>
    }
}
