//! Creates, renames or saves a workspace under a given name, and confirms its deletion.

use dynalab_app::state::{Action, NamePurpose, workspace_list};
use dynalab_playground::protocol::Refusal;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::dialog::danger_foot;
use crate::engine::submit;
use crate::engine::workspaces;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Creates, renames or saves a workspace under a name.
pub fn named(scene: &Scene, purpose: NamePurpose, name: String) {
    let (engine, dispatcher) = (scene.page.engine.clone(), scene.dispatcher());
    let this = scene.app.workspace().clone();
    let taken = |except: Option<&WorkspaceId>| {
        let others = scene.app.workspaces().iter().filter(|entry| Some(&entry.id) != except);
        others.map(|entry| entry.title(scene.app.messages())).collect::<Vec<String>>()
    };
    match (purpose, this) {
        (NamePurpose::RenameWorkspace, WorkspaceChoice::Stored { id }) => {
            workspaces::rename(&id, &workspace_list::free_name(&name, &taken(Some(&id))));
            workspaces::read_into(dispatcher);
        }
        (NamePurpose::KeepCopy, WorkspaceChoice::Visiting) => {
            let entry = workspaces::new_entry(&workspace_list::free_name(&name, &taken(None)));
            spawn_local(async move {
                match engine.keep_as(entry.id.clone()).await {
                    // The data is stored first, because the list also finds a store without an entry.
                    Ok(()) => {
                        workspaces::write(&entry);
                        workspaces::remember(&engine.workspace());
                        workspaces::forget_visit();
                        dispatcher.dispatch(Action::Kept(entry.id));
                        workspaces::read_into(dispatcher);
                    }
                    Err(refusal) => submit::tell_refusal(&dispatcher, refusal),
                }
            });
        }
        (NamePurpose::NewWorkspace, _) => {
            let entry = workspaces::new_entry(&workspace_list::free_name(&name, &taken(None)));
            workspaces::write(&entry);
            workspaces::read_into(dispatcher);
            spawn_local(async move { engine.open_workspace(WorkspaceChoice::Stored { id: entry.id }).await });
        }
        // Another tab changed the workspace while the dialog was open, or the name is not for a workspace.
        _ => {}
    }
}

/// Renders the confirmation of the deletion, with the number of tables and items.
pub fn delete_view(scene: &Scene) -> Html {
    let app = &scene.app;
    let tables = app.tables().as_ref().map_or(0, |tables| tables.len() as u64);
    let items =
        app.tables().iter().flat_map(|tables| tables.iter()).map(|table| table.item_count).sum::<u64>();
    let question =
        sentences::workbench::WorkspaceDeleteQuestion { tables: tables.into(), items: items.into() };
    let question = app.messages().text(question);
    let delete = {
        let scene = scene.clone();
        Callback::from(move |_| {
            scene.app.dispatch(Action::CloseDialog);
            delete(&scene);
        })
    };
    html! {
        <>
            <p>{ question }</p>
            { danger_foot(scene, sentences::workbench::WORKSPACE_DELETE_YES, delete) }
        </>
    }
}

fn delete(scene: &Scene) {
    let WorkspaceChoice::Stored { id } = scene.now().app.workspace().clone() else { return };
    let (engine, dispatcher) = (scene.page.engine.clone(), scene.dispatcher());
    spawn_local(async move {
        // Other tabs leave the workspace when its entry is removed.
        workspaces::forget(&id);
        let next = WorkspaceChoice::Stored { id: WorkspaceId::first() };
        if let Err(refusal) = engine.delete_workspace(next).await {
            // The list still finds a workspace that was not deleted.
            let not_done = Refusal::StorageFailed { detail: "the workspace could not be deleted".to_owned() };
            let refusal = if refusal == Refusal::Restarted { not_done } else { refusal };
            submit::tell_refusal(&dispatcher, refusal);
        }
        workspaces::read_into(dispatcher);
    });
}
