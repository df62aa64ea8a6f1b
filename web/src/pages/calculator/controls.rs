//! Controls of the calculators: number with slider, choice, panel, large figures, remark.

use dynalab_app::calculator::inputs::{Range, SLIDER_STEPS};
use dynalab_app::plain_number::plain_number;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::browser::figures;
use crate::components::icon::Icon;

/// A choice with more options than this is a drop-down list.
const OPTIONS_SHOWN_MAX: usize = 7;

/// Renders a field and a slider for one number. The slider's test id is the field's id and "-slider".
pub fn slider(id: String, label: String, range: Range, value: f64, change: Callback<f64>) -> Html {
    let emit = change.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Ok(value) = plain_number(written(&event).trim()).parse() {
            emit.emit(value);
        }
    });
    let oninput = Callback::from(move |event: InputEvent| {
        let place = event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
        if let Some(place) = place {
            change.emit(range.moved(value, place));
        }
    });
    let shown = figures::grouped_decimal(value);
    html! {
        <div class="slider">
            <label class="slider-label" for={id.clone()}>{ label.clone() }</label>
            <input
                class="field slider-field" type="text" inputmode="decimal" autocomplete="off" data-testid={id.clone()} id={id.clone()}
                value={shown.clone()} {onchange}
            />
            <input
                class="range slider-range" type="range" min="0" max={SLIDER_STEPS.to_string()} step="1" value={range.place_of(value).to_string()}
                aria-label={label} aria-valuetext={shown}
                data-testid={format!("{id}-slider")} {oninput}
            />
        </div>
    }
}

/// Renders a choice of one option. `options` are names, for test ids, with labels. `change` receives the position of the chosen option.
pub fn choice(
    id: &str,
    label: String,
    options: Vec<(&'static str, String)>,
    chosen: usize,
    change: Callback<usize>,
) -> Html {
    if options.len() > OPTIONS_SHOWN_MAX {
        return list(id, label, options, chosen, change);
    }
    let buttons = options.into_iter().enumerate().map(|(place, (name, text))| {
        let emit = change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(place));
        option_button(format!("{id}-{name}"), text, place == chosen, onclick)
    });
    group(label, html! { <>{ for buttons }</> })
}

/// Renders buttons side by side after their label.
pub fn group(label: String, buttons: Html) -> Html {
    html! {
        <div class="choice" role="group" aria-label={label.clone()}>
            <span class="choice-label" aria-hidden="true">{ label }</span>
            <span class="choice-set">{ buttons }</span>
        </div>
    }
}

pub fn option_button(id: String, text: String, is_chosen: bool, onclick: Callback<MouseEvent>) -> Html {
    html! { <button class="choice-option" type="button" aria-pressed={is_chosen.to_string()} data-testid={id} {onclick}>{ text }</button> }
}

fn list(
    id: &str,
    label: String,
    options: Vec<(&'static str, String)>,
    chosen: usize,
    change: Callback<usize>,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Ok(place) = written(&event).parse() {
            change.emit(place);
        }
    });
    html! {
        <label class="choice"><span class="choice-label">{ label }</span>
            <select class="field" data-testid={id.to_owned()} {onchange}>
                { for options.into_iter().enumerate().map(|(place, (_, text))| {
                    html! { <option value={place.to_string()} selected={place == chosen}>{ text }</option> }
                }) }
            </select>
        </label>
    }
}

/// Renders a titled box. `name` is the id of its title.
pub fn panel(name: String, title: String, side: Html, body: Html) -> Html {
    html! {
        <section class="panel calc-panel" aria-labelledby={name.clone()}>
            <div class="calc-head"><h2 class="calc-title" id={name}>{ title }</h2><span class="calc-side">{ side }</span></div>
            <div class="panel-body">{ body }</div>
        </section>
    }
}

/// Renders large figures. Each part has a text, a name and a class.
pub fn answer(
    parts: &[(String, String, &'static str)],
    test_id: String,
    class: Option<&'static str>,
) -> Html {
    html! {
        <div class={classes!("answer", class)} data-testid={test_id} aria-live="polite">
            { for parts.iter().map(|(value, label, class)| html! {
                <div class="answer-part"><span class={classes!("answer-value", *class)}>{ value }</span><span class="answer-label">{ label }</span></div>
            }) }
        </div>
    }
}

/// Renders panels in two columns. On a narrow page the left column is first.
pub fn columns(left: Vec<Html>, right: Vec<Html>) -> Html {
    html! { <div class="calc-split"><div class="calc-column">{ for left }</div><div class="calc-column">{ for right }</div></div> }
}

/// Renders a remark with a colored edge. `kind` is "ok", "warn" or "bad".
pub fn finding(kind: &'static str, text: String) -> Html {
    let icon = if kind == "ok" { Icon::Check } else { Icon::Warning };
    html! { <div class={classes!("finding", "calc-finding", format!("finding--{kind}"))}>{ icon.draw() }<p>{ text }</p></div> }
}
