//! The menu of workspaces: the current one, switching, and actions on the current one.

use dynalab_app::state::backup_stage::BackupStage;
use dynalab_app::state::{Dialog, NamePurpose, workspace_list};
use dynalab_playground::protocol::Role;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::menu;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

const MENU: &str = "workspace-popover";

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let title = workspace_list::title_of_this(app);
    let shown = match app.workspace() {
        WorkspaceChoice::Stored { id } => id.as_str().to_owned(),
        WorkspaceChoice::Visiting => "visiting".to_owned(),
    };
    let label = app.messages().text(sentences::workbench::WorkspaceButton { name: title.as_str().into() });
    html! {
        <>
            <button class="workspace-button" type="button" popovertarget={MENU} aria-label={label} data-testid="workspace-menu" data-workspace={shown}>
                { Icon::Stack.draw() }<span class="workspace-name" title={title.clone()}>{ title }</span>{ Icon::Fold.draw() }
            </button>
            <div class="menu" id={MENU} popover="auto">
                <h2 class="menu-heading">{ scene.text(sentences::workbench::WORKSPACES) }</h2>
                <ul class="workspace-list">{ for app.workspaces().iter().map(|entry| one(scene, &entry.id)) }</ul>
                <div class="menu-actions">{ actions(scene) }</div>
            </div>
        </>
    }
}

fn one(scene: &Scene, id: &WorkspaceId) -> Html {
    let choice = WorkspaceChoice::Stored { id: id.clone() };
    let here = *scene.app.workspace() == choice;
    let onclick = {
        let engine = scene.page.engine.clone();
        Callback::from(move |_: MouseEvent| {
            let (engine, choice) = (engine.clone(), choice.clone());
            if engine.workspace() != choice {
                spawn_local(async move { engine.open_workspace(choice).await });
            }
        })
    };
    let title = workspace_list::title_of(&scene.app, id);
    let inside = html! {
        <>
            <span class="menu-mark">if here { { Icon::Check.draw() } }</span>
            <span class="menu-name" title={title.clone()}>{ title }</span>
        </>
    };
    html! { <li key={id.as_str().to_owned()}>{ menu::entry(MENU, format!("workspace-{}", id.as_str()), here, onclick, inside) }</li> }
}

fn actions(scene: &Scene) -> Html {
    let app = &scene.app;
    let act = |test_id: &str, icon: Icon, text: Sentence, dialog: Dialog| {
        let inside = html! { <>{ icon.draw() }{ scene.text(text) }</> };
        menu::entry(MENU, test_id.to_owned(), false, menu::open_dialog_callback(scene, dialog), inside)
    };
    let name =
        |test_id, icon, text, purpose, name: String| act(test_id, icon, text, Dialog::Name { purpose, name });
    let of_this = match app.workspace() {
        WorkspaceChoice::Visiting => name(
            "workspace-keep",
            Icon::Disk,
            sentences::shell::KEEP_COPY,
            NamePurpose::KeepCopy,
            app.visited_title().clone(),
        ),
        WorkspaceChoice::Stored { id } => {
            let title = workspace_list::title_of(app, id);
            let rename = name(
                "workspace-rename",
                Icon::Pen,
                sentences::workbench::WORKSPACE_RENAME,
                NamePurpose::RenameWorkspace,
                title,
            );
            let may_go = !id.is_first() && *app.role() != Some(Role::MemoryOnly);
            html! {
                <>
                    { rename }
                    if may_go { { act("workspace-delete", Icon::Bin, sentences::workbench::WORKSPACE_DELETE, Dialog::DeleteWorkspace) } }
                </>
            }
        }
    };
    html! {
        <>
            if !workspace_list::would_be_lost(app) {
                { name("workspace-new", Icon::Plus, sentences::workbench::WORKSPACE_NEW, NamePurpose::NewWorkspace, String::new()) }
            }
            { of_this }
            { act("workspace-backup", Icon::Disk, sentences::workbench::BACKUP, Dialog::Backup(BackupStage::Asking)) }
        </>
    }
}
