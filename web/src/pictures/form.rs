//! Fields of the forms beside pictures.

use yew::prelude::*;

use super::Canvas;
use super::draft_field::DraftField;
use crate::field_events::written;

/// One of a few; the words are `{name}-{option}`.
pub fn choice(
    canvas: &Canvas,
    name: &str,
    options: &[&'static str],
    chosen: &str,
    on_choose: Callback<String>,
) -> Html {
    let onchange = Callback::from(move |event: Event| on_choose.emit(written(&event)));
    html! {
        <label>{ canvas.text(name) }{ " " }<select class="field" data-testid={name.to_owned()} {onchange}>
            { for options.iter().map(|option| html! {
                <option value={*option} selected={*option == chosen}>{ canvas.text(&format!("{name}-{option}")) }</option>
            }) }
        </select></label>
    }
}

pub fn number(canvas: &Canvas, name: &str, value: u64, most: u64, on_change: Callback<String>) -> Html {
    html! {
        <label>{ canvas.text(name) }{ " " }<DraftField class="picture-number" kind="number" {most} value={value.to_string()} test_id={name.to_owned()} on_write={on_change.clone()} on_settle={on_change} /></label>
    }
}
