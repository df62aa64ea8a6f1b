//! The values of the placeholders `#name` and `:value` in expressions, one row each.

use dynalab_app::request::attribute::AttributeText;
use dynalab_app::request::form::RequestForm;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::attribute_field::AttributeField;
use crate::components::request_form_panel::Change;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Renders the rows. `taken` are the placeholders that have fields elsewhere.
pub fn view(form: &RequestForm, taken: &[String], on_change: &Change, messages: &Messages) -> Html {
    html! {
        <>{ for form.free_placeholders(taken).into_iter().map(|placeholder| {
            let label = placeholder.clone();
            html! {
                <>
                    <span class="request-label request-label--data">{ label }</span>
                    <div class="request-row">{ match placeholder.starts_with('#') {
                        true => name_field(form, placeholder, on_change, messages),
                        false => value_field(form, placeholder, on_change, messages),
                    } }</div>
                </>
            }
        }) }</>
    }
}

fn name_field(form: &RequestForm, placeholder: String, on_change: &Change, messages: &Messages) -> Html {
    let value = form.name(&placeholder).unwrap_or_default();
    let label = placeholder.clone();
    let oninput = {
        let (form, on_change) = (form.clone(), on_change.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = form.clone();
            next.set_name(&placeholder, &written(&event));
            on_change.emit(next);
        })
    };
    html! {
        <input
            class="field field--grow" aria-label={label} placeholder={messages.text(sentences::workbench::PLACEHOLDER_ATTRIBUTE)} autocomplete="off"
            spellcheck="false" {value} {oninput}
        />
    }
}

fn value_field(form: &RequestForm, placeholder: String, on_change: &Change, messages: &Messages) -> Html {
    let value = form.value(&placeholder).unwrap_or_else(|| AttributeText::new("S", ""));
    let label = placeholder.clone();
    let on_change = {
        let (form, on_change) = (form.clone(), on_change.clone());
        Callback::from(move |value: AttributeText| {
            let mut next = form.clone();
            next.set_value(&placeholder, &value);
            on_change.emit(next);
        })
    };
    html! { <AttributeField {label} type_label={messages.text(sentences::workbench::DATA_TYPE)} {value} {on_change} /> }
}
