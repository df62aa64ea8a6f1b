//! Items in and out of a table: from files, to a file, or made from a seed.

mod export_form;
mod generate_form;
mod import_form;
mod new_table;
mod progress;

use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::place::DialogPlace;
use super::table_facts::{TableFacts, rows};
use crate::components::dialog::DialogFrame;
use crate::door;
use crate::messages::Messages;

#[derive(PartialEq, Properties)]
pub struct TransferProps {
    pub place: DialogPlace,
    pub messages: Messages,
}

/// What the forms know of the tables there are.
#[derive(Clone, Default, PartialEq)]
pub struct Known {
    pub tables: Vec<String>,
    /// The one that is open.
    pub facts: TableFacts,
}

/// `{"tab":"export"}`, or nothing; with `operation` and `body`, that request may be exported.
#[component]
pub fn Transfer(props: &TransferProps) -> Html {
    let TransferProps { place, messages } = props;
    let known = use_state(|| None::<Known>);
    let argument: Value = serde_json::from_str(&place.argument).unwrap_or_default();
    let tab = use_state(|| argument["tab"].as_str().unwrap_or("import").to_owned());
    {
        let (known, table) = (known.setter(), place.page.table.clone());
        use_effect_with((), move |()| {
            spawn_local(async move {
                let listed: Value = door::look("ListTables", &json!({})).await.unwrap_or_default();
                let tables = rows(&listed["TableNames"]).filter_map(|name| Some(name.as_str()?.to_owned()));
                let facts = match table.is_empty() {
                    true => TableFacts::default(),
                    false => TableFacts::ask(&table).await.unwrap_or_default(),
                };
                known.set(Some(Known { tables: tables.collect(), facts }));
            });
        });
    }
    let one = |name: &'static str| {
        let tab = tab.clone();
        let pressed = (*tab == name).to_string();
        let onclick = Callback::from(move |_: MouseEvent| tab.set(name.to_owned()));
        html! { <button class="button" type="button" data-testid={format!("transfer-{name}")} aria-pressed={pressed} {onclick}>{ messages.text(&format!("transfer-{name}")) }</button> }
    };
    let on_close = Callback::from(|()| door::act("close-dialog", &Value::Null));
    html! {
        <DialogFrame name="transfer-dialog" title={messages.text("transfer")} close={messages.text("close")} {on_close}>
            <div class="request-row" role="group" aria-label={messages.text("transfer")}>{ one("import") }{ one("export") }{ one("generate") }</div>
            { match (&*known, tab.as_str()) {
                (None, _) => html! { <p class="items-waiting">{ messages.text("dialog-waiting") }</p> },
                (Some(known), "export") => html! { <export_form::ExportForm known={known.clone()} {argument} index={place.page.index.clone()} messages={messages.clone()} /> },
                (Some(known), "generate") => html! { <generate_form::GenerateForm known={known.clone()} messages={messages.clone()} follows={place.page.follows} /> },
                (Some(known), _) => html! { <import_form::ImportForm known={known.clone()} messages={messages.clone()} follows={place.page.follows} /> },
            } }
        </DialogFrame>
    }
}

/// What tells one import from those before and after it.
fn import_id() -> String {
    format!("{:x}", js_sys::Date::now() as u64)
}
