//! The samples: what each is about, and a button that loads it. A sample that replaces a table of the person's says so.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::dialog::Dialog;
use crate::components::icon::Icon;
use crate::state::AppState;
use crate::submit;

#[derive(PartialEq, Properties)]
pub struct SampleDialogProps {
    pub on_close: Callback<()>,
    /// With the name of the sample's first table.
    pub on_loaded: Callback<String>,
}

#[component]
pub fn SampleDialog(props: &SampleDialogProps) -> Html {
    let app = use_app();
    html! {
        <Dialog name="sample-dialog" title={app.messages.text("sample-dialog-title")} on_close={props.on_close.clone()}>
            <SampleChoice on_loaded={props.on_loaded.clone()} />
        </Dialog>
    }
}

#[derive(PartialEq, Properties)]
pub struct SampleChoiceProps {
    pub on_loaded: Callback<String>,
}

/// The list itself; the empty workbench shows it without a dialog around it.
#[component]
pub fn SampleChoice(props: &SampleChoiceProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let loading = use_state(|| Option::<String>::None);
    html! {
        <ul class="samples">
            { for app.samples.iter().map(|entry| {
                let name = entry.name.pick(app.language()).to_owned();
                let replaced = replaced_tables(&app, &entry.tables);
                let onclick = {
                    let (engine, dispatcher, id, name) = (engine.clone(), app.dispatcher(), entry.id.clone(), name.clone());
                    let (loading, on_loaded) = (loading.clone(), props.on_loaded.clone());
                    Callback::from(move |_| {
                        loading.set(Some(id.clone()));
                        let (engine, dispatcher, id, name) = (engine.clone(), dispatcher.clone(), id.clone(), name.clone());
                        let (loading, on_loaded) = (loading.clone(), on_loaded.clone());
                        spawn_local(async move {
                            let tables = submit::load_sample(&engine, &dispatcher, &id, &name).await;
                            loading.set(None);
                            if let Some(first) = tables.and_then(|tables| tables.into_iter().next()) {
                                on_loaded.emit(first);
                            }
                        });
                    })
                };
                html! {
                    <li class="samples-entry" key={entry.id.clone()}>
                        <div>
                            <h3 class="samples-name">{ &name }</h3>
                            <p class="samples-about">{ entry.description.pick(app.language()) }</p>
                            <p class="samples-facts">
                                { messages.fill("sample-facts", [("items", entry.items.into()), ("tables", (entry.tables.len() as u64).into())]) }
                                if let Some(replaced) = &replaced {
                                    <span class="chip chip--warn">{ Icon::Warning.draw() }{ messages.fill("sample-replaces", [("tables", replaced.as_str().into())]) }</span>
                                }
                            </p>
                        </div>
                        <button class="button" type="button" data-testid={format!("sample-{}", entry.id)} disabled={loading.is_some()} {onclick}>
                            { messages.text(if replaced.is_some() { "sample-replace" } else { "sample-load" }) }
                        </button>
                    </li>
                }
            }) }
        </ul>
    }
}

fn replaced_tables(app: &AppState, tables: &[String]) -> Option<String> {
    let replaced: Vec<&str> =
        tables.iter().filter(|name| app.table(name).is_some()).map(String::as_str).collect();
    (!replaced.is_empty()).then(|| replaced.join(", "))
}
