//! The form for the six operations on items. It reads the draft's JSON and writes the JSON after every change.

use dynalab_app::request::form::{RequestForm, template};
use dynalab_playground::views::tables::TableSummary;
use serde_json::Value;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::filter_fields::FilterFields;
use crate::components::{attribute_rows, key_condition_fields, placeholder_rows};
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

/// Receives the changed form.
pub type Change = Callback<RequestForm>;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let operation = app.draft().operation.clone();
    let on_change: Change = {
        let (scene, operation) = (scene.clone(), operation.clone());
        Callback::from(move |mut form: RequestForm| {
            if form.text("ReturnConsumedCapacity").is_empty() {
                form.set_text("ReturnConsumedCapacity", "INDEXES");
            }
            scene.edit_request(&operation, form.write());
        })
    };
    if operation.is_empty() {
        return html! { <p class="request-hint">{ messages.text(sentences::workbench::FORM_NO_TABLE) }</p> };
    }
    if !template::has_form(&operation) {
        return html! { <p class="request-hint">{ messages.text(sentences::workbench::FormJsonOnly { operation: operation.as_str().into() }) }</p> };
    }
    let Some(form) = RequestForm::read(&app.draft().body) else {
        return html! { <p class="request-hint">{ messages.text(sentences::workbench::FORM_BROKEN_JSON) }</p> };
    };
    let table = app.definition(form.text("TableName")).cloned();
    let tables: Vec<TableSummary> =
        app.definitions().as_ref().map(|tables| tables.to_vec()).unwrap_or_default();
    html! {
        <form class="request-form" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            { source_row(&operation, &form, &tables, &on_change, messages) }
            if let Some(table) = table {
                { fields(&operation, &form, &table, &on_change, messages) }
            } else {
                <p class="request-hint request-wide">{ messages.text(sentences::workbench::FORM_UNKNOWN_TABLE) }</p>
            }
        </form>
    }
}

fn fields(
    operation: &str,
    form: &RequestForm,
    table: &TableSummary,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    use sentences::workbench as words;
    let text = |field, label, example| text_row(form, (field, label, example), on_change, messages);
    let index = Some(form.text("IndexName")).filter(|index| !index.is_empty());
    let key = template::key_names(table, index).clone();
    let tests = |field, label, example| {
        html! {
            <FilterFields form={form.clone()} {field} {label} {example} on_change={on_change.clone()} messages={*messages} />
        }
    };
    let condition = (operation == "Query").then(|| form.key_condition(&key)).flatten();
    let mut taken = condition.map(|condition| condition.placeholders()).unwrap_or_default();
    let filters =
        ["FilterExpression", "ConditionExpression"].into_iter().filter_map(|field| form.filter(field));
    taken.extend(filters.flat_map(|filter| filter.placeholders()));
    let rows = html! { <>{ placeholder_rows::view(form, &taken, on_change, messages) }</> };
    match operation {
        "Query" => html! { <>
            { key_condition_fields::view(form, &key, on_change, messages) }
            { tests("FilterExpression", words::FILTER, words::FILTER_EXAMPLE) }{ rows }
            { read_options(form, true, index.is_some(), on_change, messages) }
        </> },
        "Scan" => html! { <>
            { tests("FilterExpression", words::FILTER, words::FILTER_EXAMPLE) }{ rows }
            { read_options(form, false, index.is_some(), on_change, messages) }
        </> },
        "GetItem" => html! { <>
            { attribute_rows::key(form, &key, on_change, messages) }
            { text("ProjectionExpression", words::PROJECTION, words::PROJECTION_EXAMPLE) }{ rows }
            <span></span><div class="request-row">{ flag(form, "ConsistentRead", sentences::workbench::CONSISTENT, on_change, messages) }</div>
        </> },
        "PutItem" => html! { <>
            { attribute_rows::item(form, &key, on_change, messages) }
            { tests("ConditionExpression", words::CONDITION, words::CONDITION_EXAMPLE) }{ rows }
        </> },
        "UpdateItem" => html! { <>
            { attribute_rows::key(form, &key, on_change, messages) }
            { text("UpdateExpression", words::UPDATE, words::UPDATE_EXAMPLE) }
            { tests("ConditionExpression", words::CONDITION, words::CONDITION_EXAMPLE) }
            { rows }
            { return_values(form, &["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"], on_change, messages) }
        </> },
        _ => html! { <>
            { attribute_rows::key(form, &key, on_change, messages) }
            { tests("ConditionExpression", words::CONDITION, words::CONDITION_EXAMPLE) }{ rows }
            { return_values(form, &["NONE", "ALL_OLD"], on_change, messages) }
        </> },
    }
}

fn source_row(
    operation: &str,
    form: &RequestForm,
    tables: &[TableSummary],
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let named = form.text("TableName").to_owned();
    let table = tables.iter().find(|table| table.name == named);
    let choose_table = {
        let (on_change, operation, tables) = (on_change.clone(), operation.to_owned(), tables.to_vec());
        Callback::from(move |event: Event| {
            let name = written(&event);
            let table = tables.iter().find(|table| table.name == name);
            if let Some(form) = RequestForm::read(&template::request(&operation, table, None, &[])) {
                on_change.emit(form);
            }
        })
    };
    let indexes = table
        .filter(|_| matches!(operation, "Query" | "Scan"))
        .map(|table| table.indexes.clone())
        .unwrap_or_default();
    let choose_index = {
        let (on_change, form, operation, table) =
            (on_change.clone(), form.clone(), operation.to_owned(), table.cloned());
        Callback::from(move |event: Event| {
            let mut next = form.clone();
            next.set_text("IndexName", &written(&event));
            // Another index has another key, so the key condition is reset.
            let fresh = (operation == "Query")
                .then(|| RequestForm::read(&template::request("Query", table.as_ref(), Some(&next), &[])));
            on_change.emit(fresh.flatten().unwrap_or(next));
        })
    };
    html! {
        <>
            <label class="request-label" for="form-table">{ messages.text(sentences::workbench::FORM_ON) }</label>
            <div class="request-row">
                <select class="field" id="form-table" onchange={choose_table}>
                    if table.is_none() { <option value={named.clone()} selected=true>{ &named }</option> }
                    { for tables.iter().map(|table| html! { <option value={table.name.clone()} selected={table.name == named}>{ &table.name }</option> }) }
                </select>
                if !indexes.is_empty() {
                    <select class="field" aria-label={messages.text(sentences::workbench::TABLE_OR_INDEX)} onchange={choose_index}>
                        <option value="" selected={form.text("IndexName").is_empty()}>{ messages.text(sentences::workbench::BASE_TABLE) }</option>
                        { for indexes.iter().map(|index| html! {
                            <option value={index.name.clone()} selected={index.name == form.text("IndexName")}>{ &index.name }</option>
                        }) }
                    </select>
                }
            </div>
        </>
    }
}

fn text_row(
    form: &RequestForm,
    (field, label, example): (&'static str, Sentence, Sentence),
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let oninput = {
        let (on_change, form) = (on_change.clone(), form.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = form.clone();
            next.set_text(field, &written(&event));
            on_change.emit(next);
        })
    };
    html! {
        <>
            <label class="request-label" for={field}>{ messages.text(label) }</label>
            <input
                class="field" id={field} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder={messages.text(example)}
                value={form.text(field).to_owned()} {oninput}
            />
        </>
    }
}

fn read_options(
    form: &RequestForm,
    query: bool,
    on_index: bool,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let order = {
        let (on_change, form) = (on_change.clone(), form.clone());
        Callback::from(move |event: Event| {
            let mut next = form.clone();
            next.set("ScanIndexForward", (written(&event) == "descending").then(|| Value::from(false)));
            on_change.emit(next);
        })
    };
    let limit = {
        let (on_change, form) = (on_change.clone(), form.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = form.clone();
            next.set("Limit", written(&event).parse::<u64>().ok().map(Value::from));
            on_change.emit(next);
        })
    };
    let forward = form.flag("ScanIndexForward", true);
    html! {
        <>
            <span class="request-label">{ messages.text(sentences::workbench::OPTIONS) }</span>
            <div class="request-row">
                if query {
                    <select class="field" aria-label={messages.text(sentences::workbench::ORDER)} onchange={order}>
                        <option value="ascending" selected={forward}>{ messages.text(sentences::shell::ORDER_ASCENDING) }</option>
                        <option value="descending" selected={!forward}>{ messages.text(sentences::shell::ORDER_DESCENDING) }</option>
                    </select>
                }
                <label class="check">
                    { "Limit" }
                    <input
                        class="field field--short" type="number" min="1"
                        value={form.number("Limit").map(|limit| limit.to_string()).unwrap_or_default()} oninput={limit}
                    />
                </label>
                if !on_index || form.flag("ConsistentRead", false) { { flag(form, "ConsistentRead", sentences::workbench::CONSISTENT, on_change, messages) } }
            </div>
        </>
    }
}

fn flag(
    form: &RequestForm,
    field: &'static str,
    label: Sentence,
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let set = form.flag(field, false);
    let onchange = {
        let (on_change, form) = (on_change.clone(), form.clone());
        Callback::from(move |_: Event| {
            let mut next = form.clone();
            next.set(field, (!set).then(|| Value::from(true)));
            on_change.emit(next);
        })
    };
    html! { <label class="check"><input type="checkbox" checked={set} {onchange} />{ messages.text(label) }</label> }
}

fn return_values(
    form: &RequestForm,
    choices: &[&'static str],
    on_change: &Change,
    messages: &Messages,
) -> Html {
    let now = form.text("ReturnValues").to_owned();
    let onchange = {
        let (on_change, form) = (on_change.clone(), form.clone());
        Callback::from(move |event: Event| {
            let mut next = form.clone();
            let chosen = written(&event);
            next.set_text("ReturnValues", if chosen == "NONE" { "" } else { &chosen });
            on_change.emit(next);
        })
    };
    html! {
        <>
            <label class="request-label" for="ReturnValues">{ messages.text(sentences::workbench::RETURN_VALUES) }</label>
            <div class="request-row"><select class="field" id="ReturnValues" {onchange}>
                { for choices.iter().map(|choice| html! {
                    <option value={*choice} selected={now == *choice || (now.is_empty() && *choice == "NONE")}>{ *choice }</option>
                }) }
            </select></div>
        </>
    }
}
