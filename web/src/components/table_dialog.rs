//! A new table: its name, its keys, how its capacity is paid. The engine has the last word, in its own words.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::components::service_error_card::card_error;
use crate::scene::Scene;
use crate::state::{Action, Dialog};
use crate::table_form::TableForm;

pub fn view(scene: &Scene, form: &TableForm) -> Html {
    let messages = &scene.app.messages;
    let onsubmit = {
        let (scene, form) = (scene.clone(), form.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let name = form.name.clone();
            scene.runs_in_dialog("CreateTable", form.request(), move |scene| scene.opens_table(name));
        })
    };
    html! {
        <form class="table-form" {onsubmit}>
            { name_field(scene, form) }
            { key_fields(scene, form, true) }
            { key_fields(scene, form, false) }
            { capacity_fields(scene, form) }
            if let Some(card) = &scene.app.dialog_failed { { card_error(card, messages) } }
            <div class="dialog-foot">
                <button class="button button--go" type="submit" data-testid="create-table">{ messages.text("create-table") }</button>
            </div>
        </form>
    }
}

/// A change of one text of the form.
fn change<E: AsRef<web_sys::Event> + 'static>(
    scene: &Scene,
    form: &TableForm,
    apply: fn(&mut TableForm, String),
) -> Callback<E> {
    let (dispatcher, form) = (scene.dispatcher(), form.clone());
    Callback::from(move |event: E| {
        let mut next = form.clone();
        apply(&mut next, value_of(event.as_ref()));
        dispatcher.dispatch(Action::OpenDialog(Dialog::NewTable(next)));
    })
}

fn value_of(event: &web_sys::Event) -> String {
    let Some(target) = event.target() else { return String::new() };
    match target.dyn_into::<HtmlInputElement>() {
        Ok(input) => input.value(),
        Err(other) => other.dyn_into::<HtmlSelectElement>().map(|select| select.value()).unwrap_or_default(),
    }
}

fn name_field(scene: &Scene, form: &TableForm) -> Html {
    let messages = &scene.app.messages;
    let oninput = change::<InputEvent>(scene, form, |form, text| form.name = text);
    html! {
        <>
            <label class="request-label" for="table-name">{ messages.text("table-name") }</label>
            <input class="field" id="table-name" data-testid="table-name" required=true autocomplete="off" spellcheck="false" value={form.name.clone()} {oninput} />
        </>
    }
}

fn key_fields(scene: &Scene, form: &TableForm, partition: bool) -> Html {
    let messages = &scene.app.messages;
    let (id, label, name, data_type) = match partition {
        true => ("table-partition-key", "partition-key", &form.partition_key, &form.partition_type),
        false => ("table-sort-key", "sort-key", &form.sort_key, &form.sort_type),
    };
    let (oninput, onchange) = match partition {
        true => (
            change::<InputEvent>(scene, form, |form, text| form.partition_key = text),
            change::<Event>(scene, form, |form, text| form.partition_type = text),
        ),
        false => (
            change::<InputEvent>(scene, form, |form, text| form.sort_key = text),
            change::<Event>(scene, form, |form, text| form.sort_type = text),
        ),
    };
    html! {
        <>
            <label class="request-label" for={id}>{ messages.text(label) }</label>
            <div class="request-row">
                <input class="field field--grow" {id} data-testid={id} required={partition} autocomplete="off" spellcheck="false" placeholder={(!partition).then(|| messages.text("sort-key-none"))} value={name.clone()} {oninput} />
                <select class="field" aria-label={messages.text("data-type")} {onchange}>
                    { for ["S", "N", "B"].map(|code| html! {
                        <option value={code} selected={code == data_type}>{ messages.text(&format!("data-type-{code}")) }</option>
                    }) }
                </select>
            </div>
        </>
    }
}

fn capacity_fields(scene: &Scene, form: &TableForm) -> Html {
    let messages = &scene.app.messages;
    let mode = |provisioned: Option<(u64, u64)>, label: &str| {
        let next = TableForm { provisioned, ..form.clone() };
        let onchange = scene.does(move || Action::OpenDialog(Dialog::NewTable(next.clone())));
        html! {
            <label class="check"><input type="radio" name="billing" checked={form.provisioned.is_some() == provisioned.is_some()} onchange={onchange as Callback<Event>} />{ messages.text(label) }</label>
        }
    };
    let units = |label: &str, value: u64, apply: fn(&mut TableForm, String)| {
        html! {
            <label class="check">{ messages.text(label) }
                <input class="field field--short" type="number" min="1" value={value.to_string()} oninput={change::<InputEvent>(scene, form, apply)} />
            </label>
        }
    };
    html! {
        <>
            <span class="request-label">{ messages.text("capacity-mode") }</span>
            <div class="request-row" role="group" aria-label={messages.text("capacity-mode")}>
                { mode(None, "on-demand") }
                { mode(Some((5, 5)), "provisioned") }
                if let Some((read, write)) = form.provisioned {
                    { units("read-units", read, |form, text| set_units(form, text, true)) }
                    { units("write-units", write, |form, text| set_units(form, text, false)) }
                }
            </div>
        </>
    }
}

fn set_units(form: &mut TableForm, text: String, read: bool) {
    if let (Some(units), Ok(number)) = (&mut form.provisioned, text.parse()) {
        match read {
            true => units.0 = number,
            false => units.1 = number,
        }
    }
}
