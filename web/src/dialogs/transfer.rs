//! Imports items from files, exports them to a file, and generates them from a seed.

mod chosen_files;
mod export_form;
mod generate_form;
mod import_form;
mod new_table;
mod progress;

use dynalab_app::state::Action;
use dynalab_app::table::facts::TableFacts;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::described_table;
use crate::components::dialog::DialogFrame;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct TransferProps {
    pub scene: Scene,
}

/// The data about tables that the forms need.
#[derive(Clone, Default, PartialEq)]
pub struct TransferData {
    pub tables: Vec<String>,
    /// The facts of the open table.
    pub facts: TableFacts,
}

/// Fetches the data once, when the dialog opens.
#[hook]
fn use_known(scene: &Scene) -> UseStateHandle<Option<TransferData>> {
    let known = use_state(|| None::<TransferData>);
    {
        let (known, table) = (known.setter(), scene.table_name().unwrap_or_default().to_owned());
        let page = scene.page.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                let tables = page.list_tables().await.unwrap_or_default();
                let facts = match table.is_empty() {
                    true => TableFacts::default(),
                    false => described_table::ask(&page, &table).await.unwrap_or_default(),
                };
                known.set(Some(TransferData { tables, facts }));
            });
        });
    }
    known
}

/// The dialog that only generates items, opened from the table's bar.
#[component]
pub fn Generate(props: &TransferProps) -> Html {
    let scene = &props.scene;
    let messages = scene.messages();
    let known = use_known(scene);
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    html! {
        <DialogFrame
            name="generate-dialog" title={messages.text(sentences::workbench::GENERATE_ITEMS)} close={messages.text(sentences::shell::CLOSE)}
            {on_close}
        >
            { match &*known {
                None => html! { <p class="items-waiting">{ messages.text(sentences::dialogs::DIALOG_WAITING) }</p> },
                Some(known) => html! { <generate_form::GenerateForm known={known.clone()} scene={scene.clone()} /> },
            } }
        </DialogFrame>
    }
}

#[component]
pub fn Transfer(props: &TransferProps) -> Html {
    let scene = &props.scene;
    let messages = scene.messages();
    let known = use_known(scene);
    let tab = use_state(|| "import");
    let one = |name: &'static str, label: Sentence| {
        let tab = tab.clone();
        let pressed = (*tab == name).to_string();
        let onclick = Callback::from(move |_: MouseEvent| tab.set(name));
        html! {
            <button class="button" type="button" data-testid={format!("transfer-{name}")} aria-pressed={pressed} {onclick}>{ messages.text(label) }</button>
        }
    };
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    html! {
        <DialogFrame name="transfer-dialog" title={messages.text(sentences::dialogs::TRANSFER_TITLE)} close={messages.text(sentences::shell::CLOSE)} {on_close}>
            <div class="request-row" role="group" aria-label={messages.text(sentences::dialogs::TRANSFER_TITLE)}>
                { one("import", sentences::dialogs::TRANSFER_IMPORT) }
                { one("export", sentences::dialogs::TRANSFER_EXPORT) }
                { one("generate", sentences::dialogs::TRANSFER_GENERATE) }
            </div>
            { match (&*known, *tab) {
                (None, _) => html! { <p class="items-waiting">{ messages.text(sentences::dialogs::DIALOG_WAITING) }</p> },
                (Some(known), "export") => html! { <export_form::ExportForm known={known.clone()} scene={scene.clone()} /> },
                (Some(known), "generate") => html! { <generate_form::GenerateForm known={known.clone()} scene={scene.clone()} /> },
                (Some(known), _) => html! { <import_form::ImportForm known={known.clone()} scene={scene.clone()} /> },
            } }
        </DialogFrame>
    }
}

/// Returns an id that separates one import from the imports before and after it.
fn import_id() -> String {
    format!("{:x}", js_sys::Date::now() as u64)
}
