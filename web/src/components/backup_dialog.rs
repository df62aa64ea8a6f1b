//! Everything into one file, and back from it.

use dynalab_playground::protocol::backup::{BackupFailure, SavedBackup};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::backups::{self, BackupStage};
use crate::components::icon::Icon;
use crate::scene::Scene;
use crate::state::Action;
use crate::{figures, workspaces};

pub fn view(scene: &Scene, stage: &BackupStage) -> Html {
    // Whoever has the focus keeps it meanwhile: nothing is disabled, and nothing happens.
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
                // So that the same file can be chosen again.
                input.set_value("");
                if let Some(file) = file.filter(|_| !busy) {
                    backups::restore(&scene, file.into());
                }
            }
        })
    };
    html! {
        <div class="backup" aria-busy={busy.to_string()}>
            <p>{ scene.text("backup-about") }</p>
            if scene.app.workspace == WorkspaceChoice::Visiting {
                <p class="finding finding--warn">{ Icon::Warning.draw() }<span>{ scene.text("backup-not-the-copy") }</span></p>
            }
            <button class="button button--go" type="button" data-testid="backup-save" aria-disabled={busy.then_some("true")} onclick={save}>{ Icon::Disk.draw() }{ scene.text("backup-save") }</button>
            <div class="backup-field">
                <label class="backup-label" for="backup-file">{ scene.text("backup-file") }</label>
                <p>{ scene.text("backup-file-about") }</p>
                <input class="backup-file" id="backup-file" type="file" data-testid="backup-file" {onchange} />
            </div>
            { outcome(scene, stage) }
        </div>
    }
}

fn outcome(scene: &Scene, stage: &BackupStage) -> Html {
    match stage {
        BackupStage::Asking => html! {},
        BackupStage::Saving => status(html! { { scene.text("backup-saving") } }),
        BackupStage::Restoring => status(html! { { scene.text("backup-restoring") } }),
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
    let facts = [("workspaces", u64::from(saved.workspaces).into()), ("size", size.as_str().into())];
    let names = saved.left_out.join(" · ");
    html! {
        <>
            { status(html! { { scene.messages().fill("backup-saved", facts) } }) }
            if !names.is_empty() {
                <p class="finding finding--warn" data-testid="backup-left-out">
                    { Icon::Warning.draw() }<span>{ scene.messages().fill("backup-left-out", [("names", names.as_str().into())]) }</span>
                </p>
            }
        </>
    }
}

fn restored_view(scene: &Scene, ids: &[WorkspaceId]) -> Html {
    let facts = [("workspaces", (ids.len() as u64).into())];
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
            { status(html! { { scene.messages().fill("backup-restored", facts) } }) }
            <ul class="backup-list" data-testid="backup-restored">
                { for ids.iter().map(|id| html! {
                    <li key={id.as_str().to_owned()}>
                        <button class="menu-entry" type="button" onclick={opens(id)}>{ Icon::Arrow.draw() }<span class="menu-name">{ workspaces::title_of(&scene.app, id) }</span></button>
                    </li>
                }) }
            </ul>
        </>
    }
}

fn failed_view(scene: &Scene, failure: &BackupFailure) -> Html {
    let (sentence, detail) = match failure {
        BackupFailure::NotABackup => ("backup-foreign", None),
        BackupFailure::NewerVersion => ("backup-newer", None),
        BackupFailure::Damaged { detail } => ("backup-damaged", Some(detail)),
        BackupFailure::TooLarge => ("backup-too-large", None),
        BackupFailure::StorageFull => ("backup-storage-full", None),
        BackupFailure::StorageFailed { detail } => ("backup-storage-failed", Some(detail)),
        BackupFailure::Stopped => ("backup-stopped", None),
    };
    html! {
        <div class="finding finding--bad" role="alert" data-testid="backup-failed" data-failure={sentence}>
            { Icon::Warning.draw() }
            <div>
                <p>{ scene.text(sentence) }</p>
                <p>{ scene.text("backup-unchanged") }</p>
                if let Some(detail) = detail { <p class="finding-message" lang="en">{ detail }</p> }
            </div>
        </div>
    }
}
