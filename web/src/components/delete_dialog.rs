//! Asks before a table goes, and says how much goes with it.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::dialog::Dialog;
use crate::components::icon::Icon;
use crate::components::service_error_card::CardError;
use crate::history::RequestCard;
use crate::submit;

#[derive(PartialEq, Properties)]
pub struct DeleteDialogProps {
    pub table: String,
    pub on_close: Callback<()>,
}

#[component]
pub fn DeleteDialog(props: &DeleteDialogProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let failed = use_state(|| Option::<RequestCard>::None);
    let items = app.table(&props.table).map_or(0, |table| table.item_count);
    let delete = {
        let (dispatcher, table, failed, on_close) =
            (app.dispatcher(), props.table.clone(), failed.clone(), props.on_close.clone());
        Callback::from(move |_| {
            let body = serde_json::json!({"TableName": table}).to_string();
            let (engine, dispatcher) = (engine.clone(), dispatcher.clone());
            let (failed, on_close) = (failed.clone(), on_close.clone());
            spawn_local(async move {
                let card = submit::run_saved(&engine, &dispatcher, "DeleteTable", &body).await;
                match card.succeeded() {
                    true => on_close.emit(()),
                    false => failed.set(Some(card)),
                }
            });
        })
    };
    let close = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <Dialog name="delete-dialog" title={messages.fill("delete-dialog-title", [("table", props.table.as_str().into())])} on_close={props.on_close.clone()}>
            <p>{ messages.fill("delete-dialog-question", [("items", items.into())]) }</p>
            if let Some(card) = failed.as_ref() {
                <CardError card={card.clone()} />
            }
            <div class="dialog-foot">
                <button class="button" type="button" onclick={close}>{ messages.text("cancel") }</button>
                <button class="button button--danger" type="button" data-testid="delete-table-yes" onclick={delete}>{ Icon::Bin.draw() }{ messages.text("delete-table-yes") }</button>
            </div>
        </Dialog>
    }
}
