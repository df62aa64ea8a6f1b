//! The attributes of a key, and those of a whole item.

use dynalab_playground::views::tables::KeyNames;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app_context::use_app;
use crate::attribute::AttributeText;
use crate::components::attribute_field::AttributeField;
use crate::components::icon::Icon;
use crate::request_form::RequestForm;

#[derive(PartialEq, Properties)]
pub struct AttributeRowsProps {
    pub form: RequestForm,
    pub key_names: KeyNames,
    pub on_change: Callback<RequestForm>,
}

/// `Key`: a row for each key attribute of the table.
#[component]
pub fn KeyRows(props: &AttributeRowsProps) -> Html {
    html! { <>{ key_rows(props, "Key") }</> }
}

/// `Item`: the key first, then whatever else the item has, then a button for more.
#[component]
pub fn AttributeRows(props: &AttributeRowsProps) -> Html {
    let app = use_app();
    let messages = &app.messages;
    let key = &props.key_names;
    let is_key = |name: &str| name == key.partition || Some(name) == key.sort.as_deref();
    let attributes = props.form.attributes("Item");
    let add = {
        let (form, on_change) = (props.form.clone(), props.on_change.clone());
        Callback::from(move |_| {
            let mut next = form.clone();
            let free = (1..)
                .map(|number| format!("attribute{number}"))
                .find(|name| next.attribute("Item", name).is_none());
            next.set_attribute("Item", &free.unwrap_or_default(), AttributeText::new("S", "").write());
            on_change.emit(next);
        })
    };
    html! {
        <>
            { key_rows(props, "Item") }
            { for attributes.into_iter().filter(|(name, _)| !is_key(name)).map(|(name, value)| free_row(props, name, value, messages)) }
            <span></span>
            <div class="request-row"><button class="button button--quiet" type="button" onclick={add}>{ Icon::Plus.draw() }{ messages.text("add-attribute") }</button></div>
        </>
    }
}

fn key_rows(props: &AttributeRowsProps, field: &'static str) -> Html {
    let key = &props.key_names;
    let sort = key.sort.as_ref().zip(key.sort_type.as_ref());
    let parts = std::iter::once((&key.partition, &key.partition_type)).chain(sort);
    html! {
        <>{ for parts.map(|(name, data_type)| {
            let value = props.form.attribute(field, name).unwrap_or_else(|| AttributeText::new(data_type, ""));
            html! {
                <>
                    <span class="request-label request-label--data">{ name }</span>
                    <div class="request-row"><AttributeField label={name.clone()} {value} key_type={data_type.to_owned()} on_change={set_value(props, field, name.clone())} /></div>
                </>
            }
        }) }</>
    }
}

fn free_row(
    props: &AttributeRowsProps,
    name: String,
    value: AttributeText,
    messages: &crate::messages::Messages,
) -> Html {
    let rename = {
        let (form, on_change, from) = (props.form.clone(), props.on_change.clone(), name.clone());
        Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let mut next = form.clone();
                next.rename_attribute("Item", &from, input.value().trim());
                on_change.emit(next);
            }
        })
    };
    let remove = {
        let (form, on_change, name) = (props.form.clone(), props.on_change.clone(), name.clone());
        Callback::from(move |_| {
            let mut next = form.clone();
            next.set_attribute("Item", &name, None);
            on_change.emit(next);
        })
    };
    let remove_label = messages.fill("remove-attribute", [("name", name.as_str().into())]);
    html! {
        <>
            <input class="field" aria-label={messages.text("attribute-name")} autocomplete="off" spellcheck="false" value={name.clone()} onchange={rename} />
            <div class="request-row">
                <AttributeField label={name.clone()} {value} on_change={set_value(props, "Item", name)} />
                <button class="button button--quiet" type="button" aria-label={remove_label} onclick={remove}>{ Icon::Cross.draw() }</button>
            </div>
        </>
    }
}

fn set_value(props: &AttributeRowsProps, field: &'static str, name: String) -> Callback<AttributeText> {
    let (form, on_change) = (props.form.clone(), props.on_change.clone());
    Callback::from(move |value: AttributeText| {
        let mut next = form.clone();
        next.set_attribute(field, &name, value.write());
        on_change.emit(next);
    })
}
