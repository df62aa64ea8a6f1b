//! The confirmation before a table is deleted, with its size.

use yew::prelude::*;

use crate::components::dialog::danger_foot;
use crate::components::service_error_card::card_error;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene, table: &str) -> Html {
    let messages = scene.app.messages();
    let items = scene.app.table(table).map_or(0, |table| table.item_count);
    let delete = {
        let (scene, body) = (scene.clone(), serde_json::json!({"TableName": table}).to_string());
        Callback::from(move |_| scene.run_from_dialog("DeleteTable", body.clone(), |_| ()))
    };
    html! {
        <>
            <p>{ messages.text(sentences::workbench::DeleteDialogQuestion { items: items.into() }) }</p>
            if let Some(card) = scene.app.dialog_failed() { { card_error(card, messages) } }
            { danger_foot(scene, sentences::workbench::DELETE_TABLE_YES, delete) }
        </>
    }
}
