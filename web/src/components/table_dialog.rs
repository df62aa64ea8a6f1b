//! A new table: its name, its keys, how its capacity is paid. The engine has the last word, in its own words.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::dialog::Dialog;
use crate::components::service_error_card::CardError;
use crate::history::RequestCard;
use crate::messages::Messages;
use crate::submit;
use crate::table_form::TableForm;

#[derive(PartialEq, Properties)]
pub struct TableDialogProps {
    pub on_close: Callback<()>,
    /// With the name of the new table.
    pub on_created: Callback<String>,
}

#[component]
pub fn TableDialog(props: &TableDialogProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let form = use_state(TableForm::default);
    let failed = use_state(|| Option::<RequestCard>::None);
    let create = {
        let (dispatcher, form, failed, on_created) =
            (app.dispatcher(), form.clone(), failed.clone(), props.on_created.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let (engine, dispatcher, form) = (engine.clone(), dispatcher.clone(), form.clone());
            let (failed, on_created) = (failed.clone(), on_created.clone());
            spawn_local(async move {
                let card = submit::run_saved(&engine, &dispatcher, "CreateTable", &form.request()).await;
                match card.succeeded() {
                    true => on_created.emit(form.name.clone()),
                    false => failed.set(Some(card)),
                }
            });
        })
    };
    html! {
        <Dialog name="table-dialog" title={messages.text("table-dialog-title")} on_close={props.on_close.clone()}>
            <form class="table-form" onsubmit={create}>
                { name_field(&form, messages) }
                { key_fields(&form, messages, true) }
                { key_fields(&form, messages, false) }
                { capacity_fields(&form, messages) }
                if let Some(card) = failed.as_ref() {
                    <CardError card={card.clone()} />
                }
                <div class="dialog-foot">
                    <button class="button button--go" type="submit" data-testid="create-table">{ messages.text("create-table") }</button>
                </div>
            </form>
        </Dialog>
    }
}

type Form = UseStateHandle<TableForm>;

/// A change of one text of the form.
fn change<E: AsRef<web_sys::Event> + 'static>(form: &Form, apply: fn(&mut TableForm, String)) -> Callback<E> {
    let form = form.clone();
    Callback::from(move |event: E| {
        let mut next = (*form).clone();
        apply(&mut next, value_of(event.as_ref()));
        form.set(next);
    })
}

fn value_of(event: &web_sys::Event) -> String {
    let Some(target) = event.target() else { return String::new() };
    match target.dyn_into::<HtmlInputElement>() {
        Ok(input) => input.value(),
        Err(other) => other.dyn_into::<HtmlSelectElement>().map(|select| select.value()).unwrap_or_default(),
    }
}

fn name_field(form: &Form, messages: &Messages) -> Html {
    let oninput = change::<InputEvent>(form, |form, text| form.name = text);
    html! {
        <>
            <label class="request-label" for="table-name">{ messages.text("table-name") }</label>
            <input class="field" id="table-name" data-testid="table-name" required=true autocomplete="off" spellcheck="false" value={form.name.clone()} {oninput} />
        </>
    }
}

fn key_fields(form: &Form, messages: &Messages, partition: bool) -> Html {
    let (id, label, name, data_type) = match partition {
        true => ("table-partition-key", "partition-key", &form.partition_key, &form.partition_type),
        false => ("table-sort-key", "sort-key", &form.sort_key, &form.sort_type),
    };
    let (oninput, onchange) = match partition {
        true => (
            change::<InputEvent>(form, |form, text| form.partition_key = text),
            change::<Event>(form, |form, text| form.partition_type = text),
        ),
        false => (
            change::<InputEvent>(form, |form, text| form.sort_key = text),
            change::<Event>(form, |form, text| form.sort_type = text),
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

fn capacity_fields(form: &Form, messages: &Messages) -> Html {
    let mode = |provisioned: Option<(u64, u64)>, label: &str| {
        let form_now = form.clone();
        let onchange = Callback::from(move |_: Event| {
            form_now.set(TableForm { provisioned, ..(*form_now).clone() });
        });
        html! {
            <label class="check"><input type="radio" name="billing" checked={form.provisioned.is_some() == provisioned.is_some()} {onchange} />{ messages.text(label) }</label>
        }
    };
    let units = |label: &str, value: u64, apply: fn(&mut TableForm, String)| {
        html! {
            <label class="check">{ messages.text(label) }
                <input class="field field--short" type="number" min="1" value={value.to_string()} oninput={change::<InputEvent>(form, apply)} />
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
