//! The dials: which profile, and every delay and limit of the service with what it is about.

use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::door::{self, use_described};
use super::{Canvas, words};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Described {
    profile: String,
    seed: u64,
    dials: Vec<Dial>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Dial {
    name: String,
    value: u64,
    instant: u64,
    realistic: u64,
    most: u64,
    about: String,
}

#[derive(PartialEq, Properties)]
pub struct DialsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Dials(props: &DialsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let described = use_described::<Described>(canvas, "Dynalab.DescribeDials", json!({}));
    let Some(described) = described else { return words::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return words::refused(why),
    };
    let set = {
        let refusal = refusal.setter();
        move |body: serde_json::Value| {
            refusal.set(None);
            let refusal = refusal.clone();
            door::turn("Dynalab.SetDials", body, Callback::from(move |why| refusal.set(Some(why))));
        }
    };
    let disabled = !canvas.is_live();
    html! {
        <div class="dials">
            <p class="picture-caption">{ canvas.text("dials-about") }</p>
            <div class="dials-profiles" role="group" aria-label={canvas.text("profile")}>
                { for ["instant", "realistic"].into_iter().map(|profile| {
                    let onclick = { let set = set.clone(); Callback::from(move |_| set(json!({ "Profile": profile }))) };
                    let pressed = (described.profile == profile).to_string();
                    html! { <button class="button" type="button" aria-pressed={pressed} data-testid={format!("profile-{profile}")} {disabled} {onclick}>{ canvas.text(&format!("profile-{profile}")) }</button> }
                }) }
                <label class="dials-seed">{ canvas.text("seed") }{ " " }<input class="field" type="number" min="0" value={described.seed.to_string()} {disabled} onchange={{ let set = set.clone(); Callback::from(move |event: yew::Event| {
                    if let Some(seed) = number_of(&event) { set(json!({ "Seed": seed })); }
                }) }} /></label>
            </div>
            if let Some(why) = refusal.as_ref() { { words::refused(why) } }
            <table class="sheet dials-sheet">
                <thead><tr><th scope="col">{ canvas.text("dial") }</th><th scope="col">{ canvas.text("value") }</th><th scope="col">{ canvas.text("profile-realistic") }</th></tr></thead>
                <tbody>{ for described.dials.iter().map(|dial| row(canvas, dial, &described.profile, set.clone(), disabled)) }</tbody>
            </table>
        </div>
    }
}

fn row(
    canvas: &Canvas,
    dial: &Dial,
    profile: &str,
    set: impl Fn(serde_json::Value) + 'static,
    disabled: bool,
) -> Html {
    let untouched = if profile == "realistic" { dial.realistic } else { dial.instant };
    let name = dial.name.clone();
    let onchange = Callback::from(move |event: yew::Event| {
        if let Some(value) = number_of(&event) {
            set(json!({ "Dials": { name.as_str(): value } }));
        }
    });
    let class = (dial.value != untouched).then_some("dials-turned");
    // In the reader's language where there is one; what is new is told in English.
    let about = canvas.messages.find(&format!("dial-{}", dial.name.replace('_', "-")), &[]);
    let about = about.unwrap_or_else(|| dial.about.clone());
    html! {
        <tr key={dial.name.clone()} {class}>
            <th scope="row"><code>{ &dial.name }</code><small>{ about }</small></th>
            <td><input class="field" type="number" min="0" max={dial.most.to_string()} value={dial.value.to_string()} aria-label={dial.name.clone()} data-testid={format!("dial-{}", dial.name)} {disabled} {onchange} /></td>
            <td class="sheet-num">{ dial.realistic }</td>
        </tr>
    }
}

fn number_of(event: &yew::Event) -> Option<u64> {
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    input.value().trim().parse().ok()
}
