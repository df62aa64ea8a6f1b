//! Fields of the forms beside pictures.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::Canvas;

/// One of a few; the words are `{name}-{option}`.
pub fn choice(
    canvas: &Canvas,
    name: &str,
    options: &[&'static str],
    chosen: &str,
    on_choose: Callback<String>,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
            on_choose.emit(select.value());
        }
    });
    html! {
        <label>{ canvas.text(name) }{ " " }<select class="field" data-testid={name.to_owned()} {onchange}>
            { for options.iter().map(|option| html! {
                <option value={*option} selected={*option == chosen}>{ canvas.text(&format!("{name}-{option}")) }</option>
            }) }
        </select></label>
    }
}

pub fn number(canvas: &Canvas, name: &str, value: u64, most: u64, on_change: Callback<String>) -> Html {
    let entered = move |event: &Event| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            on_change.emit(input.value());
        }
    };
    let onchange = {
        let entered = entered.clone();
        Callback::from(move |event: Event| entered(&event))
    };
    // With every key too: what is drawn anew meanwhile would take back what was typed.
    let oninput = Callback::from(move |event: InputEvent| entered(&event));
    html! {
        <label>{ canvas.text(name) }{ " " }<input class="field picture-number" type="number" min="0" max={most.to_string()} value={value.to_string()} data-testid={name.to_owned()} {oninput} {onchange} /></label>
    }
}
