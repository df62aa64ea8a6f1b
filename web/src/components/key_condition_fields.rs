//! The fields of a key condition: one value of the partition key, and a test of the sort key.

use dynalab_app::request::attribute::AttributeText;
use dynalab_app::request::form::RequestForm;
use dynalab_app::request::form::key_condition::{KeyCondition, SortTest};
use dynalab_playground::views::tables::KeyNames;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::attribute_field::AttributeField;
use crate::components::request_form_panel::Change;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Renders the fields. `key` is the key of the queried table or index.
pub fn view(form: &RequestForm, key: &KeyNames, on_change: &Change, messages: &Messages) -> Html {
    let Some(condition) = form.key_condition(key) else { return as_text(form, on_change, messages) };
    let field = |placeholder: &str, label: &str, data_type: &str| {
        value_field(form, placeholder, (label, data_type), on_change, messages)
    };
    html! {
        <>
            <span class="request-label request-label--data">{ &key.partition }</span>
            <div class="request-row"><span class="request-sign">{ "=" }</span>
                { field(&condition.partition_value, &key.partition, &key.partition_type) }
            </div>
            if let (Some(name), Some(data_type)) = (&key.sort, &key.sort_type) {
                <span class="request-label request-label--data">{ name }</span>
                <div class="request-row">
                    { test_select(form, key, &condition, on_change, messages) }
                    if let Some(sort) = &condition.sort {
                        { for sort.values.iter().map(|placeholder| field(placeholder, name, data_type)) }
                    }
                </div>
            }
        </>
    }
}

fn test_select(
    form: &RequestForm,
    key: &KeyNames,
    condition: &KeyCondition,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let now = condition.sort.as_ref().map(|sort| sort.test);
    let onchange = {
        let (form, on_change) = (form.clone(), on_change.clone());
        let (key, condition) = (key.clone(), condition.clone());
        Callback::from(move |event: Event| {
            let mut next = form.clone();
            next.set_key_condition(&condition.with_sort_test(SortTest::of_symbol(&written(&event))), &key);
            on_change.emit(next);
        })
    };
    html! {
        <select class="field" aria-label={messages.text(sentences::workbench::SORT_TEST)} {onchange}>
            <option value="" selected={now.is_none()}>{ messages.text(sentences::shell::SORT_TEST_ANY) }</option>
            { for SortTest::ALL.map(|test| {
                let label = match test {
                    SortTest::BeginsWith => messages.text(sentences::workbench::SORT_TEST_BEGINS_WITH),
                    SortTest::Between => messages.text(sentences::workbench::SORT_TEST_BETWEEN),
                    other => other.symbol().to_owned(),
                };
                html! { <option value={test.symbol()} selected={now == Some(test)}>{ label }</option> }
            }) }
        </select>
    }
}

fn value_field(
    form: &RequestForm,
    placeholder: &str,
    (label, data_type): (&str, &str),
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let value = form.value(placeholder).unwrap_or_else(|| AttributeText::new(data_type, ""));
    let on_change = {
        let (form, on_change, placeholder) = (form.clone(), on_change.clone(), placeholder.to_owned());
        Callback::from(move |value: AttributeText| {
            let mut next = form.clone();
            next.set_value(&placeholder, &value);
            on_change.emit(next);
        })
    };
    html! {
        <AttributeField
            label={label.to_owned()} type_label={messages.text(sentences::workbench::DATA_TYPE)} {value} key_type={data_type.to_owned()} {on_change}
        />
    }
}

/// Renders the condition as editable text if the fields cannot show it.
fn as_text(form: &RequestForm, on_change: &Change, messages: &Messages) -> Html {
    let oninput = {
        let (form, on_change) = (form.clone(), on_change.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = form.clone();
            next.set_text("KeyConditionExpression", &written(&event));
            on_change.emit(next);
        })
    };
    html! {
        <>
            <label class="request-label" for="KeyConditionExpression">{ messages.text(sentences::workbench::KEY_CONDITION) }</label>
            <input
                class="field" id="KeyConditionExpression" autocomplete="off" spellcheck="false" value={form.text("KeyConditionExpression").to_owned()}
                {oninput}
            />
        </>
    }
}
