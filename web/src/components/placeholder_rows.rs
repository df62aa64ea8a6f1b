//! What the expressions' `#names` and `:values` stand for: a row for each, as soon as it is written.

use yew::prelude::*;

use crate::app_context::use_app;
use crate::attribute::AttributeText;
use crate::components::attribute_field::AttributeField;
use crate::components::request_form_panel::input_value;
use crate::request_form::RequestForm;
use crate::request_form::key_condition::KeyCondition;

#[derive(PartialEq, Properties)]
pub struct PlaceholderRowsProps {
    pub form: RequestForm,
    /// Its placeholders have fields of their own.
    pub condition: Option<KeyCondition>,
    pub on_change: Callback<RequestForm>,
}

#[component]
pub fn PlaceholderRows(props: &PlaceholderRowsProps) -> Html {
    let app = use_app();
    let placeholders = props.form.free_placeholders(props.condition.as_ref());
    html! {
        <>{ for placeholders.into_iter().map(|placeholder| {
            let label = placeholder.clone();
            html! {
                <>
                    <span class="request-label request-label--data">{ label }</span>
                    <div class="request-row">{ if placeholder.starts_with('#') {
                        name_field(props, placeholder, app.messages.text("placeholder-attribute"))
                    } else {
                        value_field(props, placeholder)
                    } }</div>
                </>
            }
        }) }</>
    }
}

fn name_field(props: &PlaceholderRowsProps, placeholder: String, hint: String) -> Html {
    let value = props.form.name(&placeholder).unwrap_or_default();
    let label = placeholder.clone();
    let (form, on_change) = (props.form.clone(), props.on_change.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let mut next = form.clone();
        next.set_name(&placeholder, &input_value(&event));
        on_change.emit(next);
    });
    html! { <input class="field field--grow" aria-label={label} placeholder={hint} autocomplete="off" spellcheck="false" {value} {oninput} /> }
}

fn value_field(props: &PlaceholderRowsProps, placeholder: String) -> Html {
    let value = props.form.value(&placeholder).unwrap_or_else(|| AttributeText::new("S", ""));
    let label = placeholder.clone();
    let (form, changed) = (props.form.clone(), props.on_change.clone());
    let on_change = Callback::from(move |value: AttributeText| {
        let mut next = form.clone();
        next.set_value(&placeholder, &value);
        changed.emit(next);
    });
    html! { <AttributeField {label} {value} {on_change} /> }
}
