//! Fields for the attributes of a key, and for those of a whole item.

use dynalab_app::request::attribute::AttributeText;
use dynalab_app::request::form::RequestForm;
use dynalab_playground::views::tables::KeyNames;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::attribute_field::AttributeField;
use crate::components::icon::Icon;
use crate::components::request_form_panel::Change;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Renders `Key`: a row for each key attribute of the table.
pub fn key(form: &RequestForm, names: &KeyNames, on_change: &Change, messages: &Messages) -> Html {
    key_rows(form, "Key", names, on_change, messages)
}

/// Renders `Item`: the key attributes, then the other attributes, then a button that adds one.
pub fn item(form: &RequestForm, names: &KeyNames, on_change: &Change, messages: &Messages) -> Html {
    let is_key = |name: &str| name == names.partition || Some(name) == names.sort.as_deref();
    let attributes = form.attributes("Item");
    let add = {
        let (form, on_change) = (form.clone(), on_change.clone());
        Callback::from(move |_| {
            let mut next = form.clone();
            let mut numbered = (1..).map(|number| format!("attribute{number}"));
            let free = numbered.find(|name| next.attribute("Item", name).is_none()).unwrap_or_default();
            next.set_attribute("Item", &free, AttributeText::new("S", "").write());
            on_change.emit(next);
        })
    };
    html! {
        <>
            { key_rows(form, "Item", names, on_change, messages) }
            { for attributes.into_iter().filter(|(name, _)| !is_key(name)).map(|(name, value)| free_row(form, name, value, on_change, messages)) }
            <span></span>
            <div class="request-row">
                <button class="button button--quiet" type="button" onclick={add}>
                    { Icon::Plus.draw() }{ messages.text(sentences::workbench::ADD_ATTRIBUTE) }
                </button>
            </div>
        </>
    }
}

fn key_rows(
    form: &RequestForm,
    field: &'static str,
    names: &KeyNames,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let sort = names.sort.as_ref().zip(names.sort_type.as_ref());
    let parts = std::iter::once((&names.partition, &names.partition_type)).chain(sort);
    html! {
        <>{ for parts.map(|(name, data_type)| {
            let value = form.attribute(field, name).unwrap_or_else(|| AttributeText::new(data_type, ""));
            html! {
                <>
                    <span class="request-label request-label--data">{ name }</span>
                    <div class="request-row">
                        <AttributeField
                            label={name.clone()} type_label={messages.text(sentences::workbench::DATA_TYPE)} {value} key_type={data_type.clone()}
                            on_change={set_value(form, field, name.clone(), on_change)}
                        />
                    </div>
                </>
            }
        }) }</>
    }
}

fn free_row(
    form: &RequestForm,
    name: String,
    value: AttributeText,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let rename = {
        let (form, on_change, from) = (form.clone(), on_change.clone(), name.clone());
        Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let mut next = form.clone();
                next.rename_attribute("Item", &from, input.value().trim());
                on_change.emit(next);
            }
        })
    };
    let remove = {
        let (form, on_change, name) = (form.clone(), on_change.clone(), name.clone());
        Callback::from(move |_| {
            let mut next = form.clone();
            next.set_attribute("Item", &name, None);
            on_change.emit(next);
        })
    };
    let remove_label = messages.text(sentences::workbench::RemoveAttribute { name: name.as_str().into() });
    html! {
        <>
            <input
                class="field" aria-label={messages.text(sentences::workbench::ATTRIBUTE_NAME)} autocomplete="off" spellcheck="false"
                value={name.clone()} onchange={rename}
            />
            <div class="request-row">
                <AttributeField
                    label={name.clone()} type_label={messages.text(sentences::workbench::DATA_TYPE)} {value}
                    on_change={set_value(form, "Item", name, on_change)}
                />
                <button class="button button--quiet" type="button" aria-label={remove_label} onclick={remove}>{ Icon::Cross.draw() }</button>
            </div>
        </>
    }
}

fn set_value(
    form: &RequestForm,
    field: &'static str,
    name: String,
    on_change: &Change,
) -> Callback<AttributeText> {
    let (form, on_change) = (form.clone(), on_change.clone());
    Callback::from(move |value: AttributeText| {
        let mut next = form.clone();
        next.set_attribute(field, &name, value.write());
        on_change.emit(next);
    })
}
