//! Shows the readable part of a workspace whose stored data cannot be opened. It can be saved as a new workspace, and the stored
//! bytes as a file. Nothing is deleted.

mod sentences_of_loss;

use dynalab_app::state::{Action, workspace_list};
use dynalab_playground::protocol::Refusal;
use dynalab_playground::protocol::salvage::SalvageView;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use js_sys::{Array, Uint8Array};
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;
use yew::prelude::*;

use crate::browser::{download, figures};
use crate::components::dialog::DialogFrame;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::engine::backups;
use crate::engine::workspaces;
use crate::page::scene::Scene;
use crate::page::sentences;

const FILE_EXTENSION: &str = ".dynalab-raw";

#[derive(PartialEq, Properties)]
pub struct SalvageProps {
    pub scene: Scene,
}

/// The progress of the buttons.
#[derive(Clone, Debug, PartialEq)]
enum Progress {
    Nothing,
    Opening,
    Saving,
    Saved {
        file: String,
        size_bytes: u64,
    },
    /// The browser did not save the file.
    NotSaved,
    Refused(Refusal),
}

#[component]
pub fn Salvage(props: &SalvageProps) -> Html {
    let scene = &props.scene;
    let report = use_state(|| None::<Result<SalvageView, Refusal>>);
    let progress = use_state(|| Progress::Nothing);
    {
        let (engine, report) = (scene.page.engine.clone(), report.setter());
        use_effect_with((), move |()| {
            spawn_local(async move { report.set(Some(engine.read_damaged().await)) });
        });
    }
    let inside = match &*report {
        None => html! { <p role="status">{ scene.text(sentences::dialogs::SALVAGE_READING) }</p> },
        Some(Err(refusal)) => refused(scene, refusal),
        Some(Ok(view)) => html! {
            <>
                { readable(scene, view) }
                { sentences_of_loss::list(scene, &view.losses) }
                { buttons(scene, view, &progress) }
                { outcome(scene, &progress) }
            </>
        },
    };
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    html! {
        <DialogFrame name="salvage-dialog" title={scene.text(sentences::dialogs::SALVAGE_TITLE)} close={scene.text(sentences::shell::CLOSE)} {on_close}>
            <p>{ scene.text(sentences::dialogs::SALVAGE_ABOUT) }</p>
            { inside }
        </DialogFrame>
    }
}

fn readable(scene: &Scene, view: &SalvageView) -> Html {
    let size = figures::size(view.stored_bytes);
    let stored =
        sentences::dialogs::SalvageStored { chunks: view.stored_chunks.into(), size: size.as_str().into() };
    html! {
        <>
            <p data-testid="salvage-stored">{ scene.text(stored) }</p>
            if view.tables.is_empty() {
                <p data-testid="salvage-no-table">{ scene.text(sentences::dialogs::SALVAGE_NO_TABLE) }</p>
            } else {
                <h3 class="salvage-title">{ scene.text(sentences::dialogs::SALVAGE_READABLE) }</h3>
                <ul class="salvage-list" data-testid="salvage-tables">
                    { for view.tables.iter().map(|table| html! {
                        <li key={table.name.clone()}>
                            <b>{ &table.name }</b>{ " · " }{ scene.text(sentences::shell::ItemCount { items: table.items.into() }) }
                        </li>
                    }) }
                </ul>
                <p class="dialog-hint">{ scene.text(sentences::dialogs::SALVAGE_LEFT_OUT) }</p>
            }
        </>
    }
}

fn buttons(scene: &Scene, view: &SalvageView, progress: &UseStateHandle<Progress>) -> Html {
    let busy = matches!(**progress, Progress::Opening | Progress::Saving);
    let onclick = |act: fn(&Scene, UseStateSetter<Progress>)| {
        let (scene, progress) = (scene.clone(), progress.setter());
        Callback::from(move |_: MouseEvent| {
            if !busy {
                act(&scene, progress.clone());
            }
        })
    };
    let disabled = busy.then_some("true");
    let has_tables = scene.app.definitions().as_ref().is_some_and(|tables| !tables.is_empty());
    html! {
        <>
            if !view.tables.is_empty() && has_tables && workspace_list::would_be_lost(&scene.app) {
                <p class="finding finding--warn" data-testid="salvage-memory">
                    { Icon::Warning.draw() }<span>{ scene.text(sentences::dialogs::SALVAGE_MEMORY) }</span>
                </p>
            }
            <p class="dialog-hint">{ scene.text(sentences::dialogs::SALVAGE_SAVE_ABOUT) }</p>
            <div class="dialog-foot">
                <button class="button" type="button" data-testid="salvage-save" aria-disabled={disabled} onclick={onclick(save_raw_bytes)}>
                    { Icon::Disk.draw() }
                    { scene.text(sentences::dialogs::SALVAGE_SAVE) }
                </button>
                if !view.tables.is_empty() {
                    <button class="button button--go" type="button" data-testid="salvage-open" aria-disabled={disabled} onclick={onclick(open_copy)}>
                        { Icon::Arrow.draw() }
                        { scene.text(sentences::dialogs::SALVAGE_OPEN) }
                    </button>
                }
            </div>
        </>
    }
}

fn outcome(scene: &Scene, progress: &Progress) -> Html {
    let sentence = match progress {
        Progress::Nothing => return html! {},
        Progress::Opening => scene.text(sentences::dialogs::SALVAGE_OPENING),
        Progress::Saving => scene.text(sentences::dialogs::SALVAGE_SAVING),
        Progress::Saved { file, size_bytes } => {
            let size = figures::size(*size_bytes);
            scene.text(sentences::dialogs::SalvageSaved {
                size: size.as_str().into(),
                file: file.as_str().into(),
            })
        }
        Progress::NotSaved => scene.text(sentences::dialogs::SALVAGE_NOT_SAVED),
        Progress::Refused(refusal) => return refused(scene, refusal),
    };
    html! { <p role="status" data-testid="salvage-status">{ sentence }</p> }
}

fn refused(scene: &Scene, refusal: &Refusal) -> Html {
    html! {
        <div class="finding finding--bad" role="alert" data-testid="salvage-refused">
            { Icon::Warning.draw() }
            <div>
                <p>{ refusal_sentence(refusal, scene.messages()) }</p>
                <p>{ scene.text(sentences::dialogs::SALVAGE_UNCHANGED) }</p>
            </div>
        </div>
    }
}

fn open_copy(scene: &Scene, progress: UseStateSetter<Progress>) {
    let title = workspace_list::title_of_this(&scene.app);
    let taken: Vec<String> =
        scene.app.workspaces().iter().map(|entry| entry.title(scene.messages())).collect();
    let name = scene.text(sentences::dialogs::SalvageName { title: title.as_str().into() });
    let opened = scene.text(sentences::dialogs::SalvageOpened { title: title.as_str().into() });
    let entry = workspaces::new_entry(&workspace_list::free_name(&name, &taken));
    let (page, dispatcher) = (scene.page.clone(), scene.dispatcher());
    progress.set(Progress::Opening);
    spawn_local(async move {
        if let Err(refusal) = page.engine.copy_readable(&entry.id).await {
            progress.set(Progress::Refused(refusal));
            return;
        }
        // The data is stored first, because the list also finds a store without an entry.
        workspaces::write(&entry);
        workspaces::read_into(dispatcher);
        page.close_dialog();
        page.show_message(opened);
        page.engine.open_workspace(WorkspaceChoice::Stored { id: entry.id }).await;
    });
}

fn save_raw_bytes(scene: &Scene, progress: UseStateSetter<Progress>) {
    let engine = scene.page.engine.clone();
    progress.set(Progress::Saving);
    spawn_local(async move {
        progress.set(match engine.raw_file().await {
            Ok(bytes) => hand_over(&bytes),
            Err(refusal) => Progress::Refused(refusal),
        });
    });
}

fn hand_over(bytes: &[u8]) -> Progress {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let file = backups::file_name(FILE_EXTENSION);
    let saved = Blob::new_with_u8_array_sequence(&parts).and_then(|blob| download::save_blob(&file, &blob));
    match saved {
        Ok(()) => Progress::Saved { file, size_bytes: bytes.len() as u64 },
        Err(_) => Progress::NotSaved,
    }
}
