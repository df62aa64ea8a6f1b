//! One item as DynamoDB JSON: to look at, to change, to delete. Every change is a real request.

use dynalab_playground::protocol::Role;
use dynalab_playground::views::tables::TableSummary;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::request_json::problem_sentence;
use crate::components::service_error_card::card_error;
use crate::json_text;
use crate::request_form::{RequestForm, template};
use crate::scene::Scene;
use crate::state::{Action, Dialog, EditedItem};

pub fn view(scene: &Scene, item: &EditedItem) -> Html {
    let messages = &scene.app.messages;
    let problem = json_text::problem(&item.text);
    let oninput = {
        let (dispatcher, item) = (scene.dispatcher(), item.clone());
        Callback::from(move |event: InputEvent| {
            if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
                let next = EditedItem { text: area.value(), ..item.clone() };
                dispatcher.dispatch(Action::OpenDialog(Dialog::Item(next)));
            }
        })
    };
    html! {
        <>
            <textarea class="code code--edit code--inset" rows="16" data-testid="item-json" aria-label={messages.text("item-json")} spellcheck="false" autocapitalize="off" value={item.text.clone()} {oninput} />
            <p class="request-problem" role="status">{ problem.as_ref().map(|problem| problem_sentence(problem, messages)).unwrap_or_default() }</p>
            if let Some(card) = &scene.app.dialog_failed { { card_error(card, messages) } }
            if scene.app.role != Some(Role::Follower) {
                <div class="dialog-foot">
                    if let Some(key_json) = &item.key_json { { delete_button(scene, &item.table, key_json) } }
                    { save_button(scene, item, problem.is_some()) }
                </div>
            }
        </>
    }
}

fn save_button(scene: &Scene, item: &EditedItem, broken: bool) -> Html {
    let save = {
        let (scene, item) = (scene.clone(), item.clone());
        Callback::from(move |_| {
            if let Ok(value) = serde_json::from_str::<Value>(&item.text) {
                let body =
                    json!({"TableName": item.table, "Item": value, "ReturnConsumedCapacity": "INDEXES"});
                scene.runs_in_dialog("PutItem", written(&body), |_| ());
            }
        })
    };
    html! {
        <button class="button button--go" type="button" data-testid="save-item" disabled={broken} onclick={save}>{ scene.text("save-item") }</button>
    }
}

fn delete_button(scene: &Scene, table: &str, key_json: &str) -> Html {
    let key: Value = serde_json::from_str(key_json).unwrap_or_default();
    let body = json!({"TableName": table, "Key": key, "ReturnConsumedCapacity": "INDEXES"});
    let delete = {
        let (scene, body) = (scene.clone(), written(&body));
        Callback::from(move |_| scene.runs_in_dialog("DeleteItem", body.clone(), |_| ()))
    };
    html! {
        <button class="button button--danger" type="button" data-testid="delete-item" onclick={delete}>{ Icon::Bin.draw() }{ scene.text("delete-item") }</button>
    }
}

pub fn new_item(table: &TableSummary) -> Dialog {
    let put = RequestForm::read(&template::request("PutItem", Some(table), None, &[]));
    let text = put.and_then(|form| form.json("Item")).unwrap_or_else(|| "{}".to_owned());
    Dialog::Item(EditedItem { table: table.name.clone(), key_json: None, text: json_text::pretty(&text) })
}

/// Opens an item of the grid, as it is at the moment that is shown.
pub fn open(scene: &Scene, table: String, key_json: String) {
    let scene = scene.clone();
    spawn_local(async move {
        let key: Value = serde_json::from_str(&key_json).unwrap_or_default();
        let body = json!({"TableName": table, "Key": key, "ConsistentRead": true}).to_string();
        let answer = scene.engine.look_at("GetItem".to_owned(), body).await;
        let body: Value =
            answer.ok().and_then(|(_, body)| serde_json::from_str(&body).ok()).unwrap_or_default();
        if let Some(found) = body.get("Item") {
            let text = json_text::pretty(&found.to_string());
            scene.app.dispatch(Action::OpenDialog(Dialog::Item(EditedItem {
                table,
                key_json: Some(key_json),
                text,
            })));
        }
    });
}

fn written(body: &Value) -> String {
    RequestForm::read(&body.to_string()).map_or_else(|| body.to_string(), |form| form.write())
}
