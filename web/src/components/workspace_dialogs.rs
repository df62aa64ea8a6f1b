//! A name for a workspace that is made, renamed or kept; and the question before one is deleted.

use dynalab_playground::protocol::Refusal;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::scene::Scene;
use crate::state::{Action, Dialog, NamePurpose};
use crate::submit;
use crate::workspaces::{self, WorkspaceEntry};

impl NamePurpose {
    /// The dialog's title, and the word on its button.
    pub fn titles(self) -> (&'static str, &'static str) {
        match self {
            NamePurpose::New => ("workspace-new", "workspace-create"),
            NamePurpose::Rename => ("workspace-rename", "workspace-save-name"),
            NamePurpose::Keep => ("keep-copy", "workspace-keep"),
        }
    }
}

pub fn name_view(scene: &Scene, purpose: NamePurpose, name: &str) -> Html {
    let oninput = {
        let dispatcher = scene.dispatcher();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let dialog = Dialog::NameWorkspace { purpose, name: input.value() };
                dispatcher.dispatch(Action::OpenDialog(dialog));
            }
        })
    };
    let onsubmit = {
        let (scene, name) = (scene.clone(), name.to_owned());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(name) = workspaces::clean(&name) {
                scene.app.dispatch(Action::CloseDialog);
                named(&scene, purpose, name);
            }
        })
    };
    let maxlength = workspaces::NAME_CHARACTERS_MAX.to_string();
    let about = (purpose != NamePurpose::Rename).then(|| {
        scene.text(match purpose {
            NamePurpose::Keep => "keep-copy-about",
            _ => "workspace-new-about",
        })
    });
    html! {
        <form class="workspace-form" {onsubmit}>
            if let Some(about) = about { <p>{ about }</p> }
            <label class="request-label" for="workspace-name">{ scene.text("workspace-name") }</label>
            <input class="field" id="workspace-name" data-testid="workspace-name" required=true autofocus=true autocomplete="off" {maxlength} value={name.to_owned()} {oninput} />
            <div class="dialog-foot">
                <button class="button" type="button" onclick={scene.does(|| Action::CloseDialog)}>{ scene.text("cancel") }</button>
                <button class="button button--go" type="submit" data-testid="workspace-save">{ scene.text(purpose.titles().1) }</button>
            </div>
        </form>
    }
}

fn named(scene: &Scene, purpose: NamePurpose, name: String) {
    let (engine, dispatcher) = (scene.engine.clone(), scene.dispatcher());
    let this = scene.app.workspace.clone();
    let taken = |except: Option<&WorkspaceId>| {
        let others = scene.app.workspaces.iter().filter(|entry| Some(&entry.id) != except);
        others.map(|entry| entry.title(&scene.app.messages)).collect::<Vec<String>>()
    };
    match (purpose, this) {
        (NamePurpose::Rename, WorkspaceChoice::Stored { id }) => {
            workspaces::rename(&id, &workspaces::free_name(&name, &taken(Some(&id))));
            workspaces::read_into(dispatcher);
        }
        (NamePurpose::Keep, WorkspaceChoice::Visiting) => {
            let entry =
                WorkspaceEntry::named(workspaces::new_id(), &workspaces::free_name(&name, &taken(None)));
            spawn_local(async move {
                match engine.keep_as(entry.id.clone()).await {
                    // The data first: a store without an entry is found again.
                    Ok(()) => {
                        entry.write();
                        workspaces::remember(&engine.workspace());
                        dispatcher.dispatch(Action::Kept(entry.id));
                        workspaces::read_into(dispatcher);
                    }
                    Err(refusal) => submit::tell_refusal(&dispatcher, refusal),
                }
            });
        }
        (NamePurpose::New, _) => {
            let entry =
                WorkspaceEntry::named(workspaces::new_id(), &workspaces::free_name(&name, &taken(None)));
            entry.write();
            workspaces::read_into(dispatcher);
            spawn_local(async move { engine.open_workspace(WorkspaceChoice::Stored { id: entry.id }).await });
        }
        // Another tab has changed what this one shows while the dialog was open.
        (NamePurpose::Rename | NamePurpose::Keep, _) => {}
    }
}

/// Names what is lost.
pub fn delete_view(scene: &Scene) -> Html {
    let app = &scene.app;
    let tables = app.tables.as_ref().map_or(0, |tables| tables.len() as u64);
    let items = app.tables.iter().flat_map(|tables| tables.iter()).map(|table| table.item_count).sum::<u64>();
    let facts = [("tables", tables.into()), ("items", items.into())];
    let delete = {
        let scene = scene.clone();
        Callback::from(move |_| {
            scene.app.dispatch(Action::CloseDialog);
            delete(&scene);
        })
    };
    html! {
        <>
            <p>{ app.messages.fill("workspace-delete-question", facts) }</p>
            <div class="dialog-foot">
                <button class="button" type="button" onclick={scene.does(|| Action::CloseDialog)}>{ scene.text("cancel") }</button>
                <button class="button button--danger" type="button" data-testid="workspace-delete-yes" onclick={delete}>{ Icon::Bin.draw() }{ scene.text("workspace-delete-yes") }</button>
            </div>
        </>
    }
}

fn delete(scene: &Scene) {
    let WorkspaceChoice::Stored { id } = scene.app.workspace.clone() else { return };
    let (engine, dispatcher) = (scene.engine.clone(), scene.dispatcher());
    spawn_local(async move {
        // Tabs that show it leave when its entry goes.
        workspaces::forget(&id);
        let next = WorkspaceChoice::Stored { id: WorkspaceId::first() };
        if let Err(refusal) = engine.delete_workspace(next).await {
            // What could not be deleted is found again, and the list says so.
            let not_done = Refusal::StorageFailed { detail: "the workspace could not be deleted".to_owned() };
            let refusal = if refusal == Refusal::Restarted { not_done } else { refusal };
            submit::tell_refusal(&dispatcher, refusal);
        }
        workspaces::read_into(dispatcher);
    });
}
