//! The dialog that saves all workspaces into one file and restores them from it.

use dynalab_app::state::backup_stage::BackupStage;
use dynalab_app::state::{Action, workspace_list};
use dynalab_playground::protocol::backup::{BackupFailure, SavedBackup};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::engine::backups;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene, stage: &BackupStage) -> Html {
    // The buttons stay enabled while busy so that they keep the focus, but a click has no effect.
    let busy = stage.is_busy();
    let save = {
        let scene = scene.clone();
        Callback::from(move |_| {
            if !busy {
                backups::save(&scene);
            }
        })
    };
    let onchange = {
        let scene = scene.clone();
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input {
                let file = input.files().and_then(|files| files.get(0));
                // An empty input allows a person to choose the same file again.
                input.set_value("");
                if let Some(file) = file.filter(|_| !busy) {
                    backups::restore(&scene, file.into());
                }
            }
        })
    };
    html! {
        <div class="backup" aria-busy={busy.to_string()}>
            <p>{ scene.text(sentences::workbench::BACKUP_ABOUT) }</p>
            if *scene.app.workspace() == WorkspaceChoice::Visiting {
                <p class="finding finding--warn">{ Icon::Warning.draw() }<span>{ scene.text(sentences::workbench::BACKUP_NOT_THE_COPY) }</span></p>
            }
            <button class="button button--go" type="button" data-testid="backup-save" aria-disabled={busy.then_some("true")} onclick={save}>
                { Icon::Disk.draw() }
                { scene.text(sentences::workbench::BACKUP_SAVE) }
            </button>
            <div class="backup-field">
                <label class="backup-label" for="backup-file">{ scene.text(sentences::workbench::BACKUP_FILE) }</label>
                <p>{ scene.text(sentences::workbench::BACKUP_FILE_ABOUT) }</p>
                <input class="backup-file" id="backup-file" type="file" data-testid="backup-file" {onchange} />
            </div>
            { outcome(scene, stage) }
        </div>
    }
}

fn outcome(scene: &Scene, stage: &BackupStage) -> Html {
    match stage {
        BackupStage::Asking => html! {},
        BackupStage::Saving => status(html! { { scene.text(sentences::workbench::BACKUP_SAVING) } }),
        BackupStage::Restoring => status(html! { { scene.text(sentences::workbench::BACKUP_RESTORING) } }),
        BackupStage::Saved(saved) => saved_view(scene, saved),
        BackupStage::Restored(ids) => restored_view(scene, ids),
        BackupStage::Failed(failure) => failed_view(scene, failure),
    }
}

fn status(inside: Html) -> Html {
    html! { <p role="status" data-testid="backup-status">{ inside }</p> }
}

fn saved_view(scene: &Scene, saved: &SavedBackup) -> Html {
    let size = figures::size(saved.bytes);
    let facts = sentences::workbench::BackupSaved {
        workspaces: u64::from(saved.workspaces).into(),
        size: size.as_str().into(),
    };
    let names = saved.left_out.join(" · ");
    html! {
        <>
            { status(html! { { scene.text(facts) } }) }
            if !names.is_empty() {
                <p class="finding finding--warn" data-testid="backup-left-out">
                    { Icon::Warning.draw() }<span>{ scene.messages().text(sentences::workbench::BackupLeftOut { names: names.as_str().into() }) }</span>
                </p>
            }
        </>
    }
}

fn restored_view(scene: &Scene, ids: &[WorkspaceId]) -> Html {
    let facts = sentences::workbench::BackupRestored { workspaces: (ids.len() as u64).into() };
    let opens = |id: &WorkspaceId| {
        let (engine, dispatcher, id) = (scene.page.engine.clone(), scene.dispatcher(), id.clone());
        Callback::from(move |_: MouseEvent| {
            dispatcher.dispatch(Action::CloseDialog);
            let (engine, choice) = (engine.clone(), WorkspaceChoice::Stored { id: id.clone() });
            spawn_local(async move { engine.open_workspace(choice).await });
        })
    };
    html! {
        <>
            { status(html! { { scene.text(facts) } }) }
            <ul class="backup-list" data-testid="backup-restored">
                { for ids.iter().map(|id| html! {
                    <li key={id.as_str().to_owned()}>
                        <button class="menu-entry" type="button" onclick={opens(id)}>
                            { Icon::Arrow.draw() }<span class="menu-name">{ workspace_list::title_of(&scene.app, id) }</span>
                        </button>
                    </li>
                }) }
            </ul>
        </>
    }
}

fn failed_view(scene: &Scene, failure: &BackupFailure) -> Html {
    let (sentence, detail) = match failure {
        BackupFailure::NotABackup => (sentences::workbench::BACKUP_FOREIGN, None),
        BackupFailure::NewerVersion => (sentences::workbench::BACKUP_NEWER, None),
        BackupFailure::Damaged { detail } => (sentences::workbench::BACKUP_DAMAGED, Some(detail)),
        BackupFailure::TooLarge => (sentences::workbench::BACKUP_TOO_LARGE, None),
        BackupFailure::StorageFull => (sentences::workbench::BACKUP_STORAGE_FULL, None),
        BackupFailure::StorageFailed { detail } => {
            (sentences::workbench::BACKUP_STORAGE_FAILED, Some(detail))
        }
        BackupFailure::Stopped => (sentences::workbench::BACKUP_STOPPED, None),
    };
    html! {
        <div class="finding finding--bad" role="alert" data-testid="backup-failed" data-failure={sentence.name()}>
            { Icon::Warning.draw() }
            <div>
                <p>{ scene.text(sentence) }</p>
                <p>{ scene.text(sentences::workbench::BACKUP_UNCHANGED) }</p>
                if let Some(detail) = detail { <p class="finding-message" lang="en">{ detail }</p> }
            </div>
        </div>
    }
}
