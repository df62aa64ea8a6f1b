//! One item as DynamoDB JSON: to look at, to change, to delete. Every change is a real request.

use dynalab_playground::protocol::{Role, Space};
use dynalab_playground::views::tables::TableSummary;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::dialog::Dialog;
use crate::components::icon::Icon;
use crate::components::request_json::problem_sentence;
use crate::components::service_error_card::CardError;
use crate::engine_handle::EngineHandle;
use crate::history::RequestCard;
use crate::json_text;
use crate::request_form::{RequestForm, template};
use crate::submit;

#[derive(Clone, Debug, PartialEq)]
pub enum EditedItem {
    New,
    /// An index may hold a part of the item only: then the table is asked for all of it first.
    Existing {
        key_json: String,
        item_json: String,
        from_index: bool,
    },
}

#[derive(PartialEq, Properties)]
pub struct ItemDialogProps {
    pub table: TableSummary,
    pub item: EditedItem,
    pub on_close: Callback<()>,
}

#[component]
pub fn ItemDialog(props: &ItemDialogProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let text = use_state(|| first_text(&props.table, &props.item));
    let failed = use_state(|| Option::<RequestCard>::None);
    use_whole_item(props, &engine, &text);
    let send = {
        let (dispatcher, failed, on_close) = (app.dispatcher(), failed.clone(), props.on_close.clone());
        Callback::from(move |(operation, body): (&'static str, Value)| {
            let (engine, dispatcher) = (engine.clone(), dispatcher.clone());
            let (failed, on_close) = (failed.clone(), on_close.clone());
            spawn_local(async move {
                let card = submit::run_saved(&engine, &dispatcher, operation, &written(&body)).await;
                match card.succeeded() {
                    true => on_close.emit(()),
                    false => failed.set(Some(card)),
                }
            });
        })
    };
    let problem = json_text::problem(&text);
    let save = {
        let (send, table, text) = (send.clone(), props.table.name.clone(), text.clone());
        Callback::from(move |_| {
            if let Ok(item) = serde_json::from_str::<Value>(&text) {
                let body = json!({"TableName": table, "Item": item, "ReturnConsumedCapacity": "INDEXES"});
                send.emit(("PutItem", body));
            }
        })
    };
    let oninput = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
                text.set(area.value());
            }
        })
    };
    let title = match &props.item {
        EditedItem::New => "item-dialog-new",
        EditedItem::Existing { .. } => "item-dialog-title",
    };
    let may_write = app.role != Some(Role::Follower);
    html! {
        <Dialog name="item-dialog" title={messages.text(title)} on_close={props.on_close.clone()}>
            <textarea class="code code--edit code--inset" rows="16" data-testid="item-json" aria-label={messages.text("item-json")} spellcheck="false" autocapitalize="off" value={(*text).clone()} {oninput} />
            <p class="request-problem" role="status">{ problem.as_ref().map(|problem| problem_sentence(problem, messages)).unwrap_or_default() }</p>
            if let Some(card) = failed.as_ref() {
                <CardError card={card.clone()} />
            }
            if may_write {
                <div class="dialog-foot">
                    if let EditedItem::Existing { key_json, .. } = &props.item {
                        { delete_button(&props.table.name, key_json, send, messages.text("delete-item")) }
                    }
                    <button class="button button--go" type="button" data-testid="save-item" disabled={problem.is_some()} onclick={save}>{ messages.text("save-item") }</button>
                </div>
            }
        </Dialog>
    }
}

fn delete_button(table: &str, key_json: &str, send: Callback<(&'static str, Value)>, label: String) -> Html {
    let (table, key) = (table.to_owned(), serde_json::from_str::<Value>(key_json).unwrap_or_default());
    let delete = Callback::from(move |_| {
        let body = json!({"TableName": table, "Key": key, "ReturnConsumedCapacity": "INDEXES"});
        send.emit(("DeleteItem", body));
    });
    html! {
        <button class="button button--danger" type="button" data-testid="delete-item" onclick={delete}>{ Icon::Bin.draw() }{ label }</button>
    }
}

fn first_text(table: &TableSummary, item: &EditedItem) -> String {
    match item {
        EditedItem::Existing { item_json, .. } => json_text::pretty(item_json),
        EditedItem::New => {
            let put = RequestForm::read(&template::request("PutItem", Some(table), None));
            json_text::pretty(&put.and_then(|form| form.json("Item")).unwrap_or_else(|| "{}".to_owned()))
        }
    }
}

#[hook]
fn use_whole_item(props: &ItemDialogProps, engine: &EngineHandle, text: &UseStateHandle<String>) {
    let (engine, text, table) = (engine.clone(), text.clone(), props.table.name.clone());
    use_effect_with(props.item.clone(), move |item| {
        let EditedItem::Existing { key_json, from_index: true, .. } = item else { return };
        let key: Value = serde_json::from_str(key_json).unwrap_or_default();
        let body = json!({"TableName": table, "Key": key, "ConsistentRead": true});
        spawn_local(async move {
            let (card, _) = submit::run(&engine, Space::Saved, "GetItem", &body.to_string()).await;
            // When the item is gone meanwhile, what the index showed stays on the screen.
            if let Some(item) = card.summary().and_then(|summary| summary.items.first()) {
                text.set(json_text::pretty(&Value::Object(item.clone()).to_string()));
            }
        });
    });
}

fn written(body: &Value) -> String {
    RequestForm::read(&body.to_string()).map_or_else(|| body.to_string(), |form| form.write())
}
