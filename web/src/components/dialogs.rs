//! Renders the open dialog, if any.

use dynalab_app::state::{Action, Dialog, workspace_list};
use yew::prelude::*;

use crate::components::dialog::DialogFrame;
use crate::components::part::{Around, Part};
use crate::components::{
    backup_dialog, branch_menu, delete_dialog, files_dialog, keyboard_keys, name_dialog, notices,
    open_dialog, sample_choice, share_dialog, workspace_dialogs,
};
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let Some(dialog) = scene.app.dialog() else { return html! {} };
    let messages = scene.app.messages();
    let (name, title, inside) = match dialog {
        Dialog::Palette
        | Dialog::Item(_)
        | Dialog::Table(_)
        | Dialog::Transfer
        | Dialog::Generate
        | Dialog::Salvage => {
            let part = scene.page.parts.dialogs();
            return html! { <Part {part} scene={scene.still()} around={Around::Dialog} /> };
        }
        Dialog::Samples => (
            "sample-dialog",
            messages.text(sentences::workbench::SAMPLE_DIALOG_TITLE),
            sample_choice::view(scene),
        ),
        Dialog::Keys => (
            "keys-dialog",
            messages.text(sentences::workbench::ABOUT_KEYBOARD),
            keyboard_keys::view(messages),
        ),
        Dialog::Notices => {
            ("notices-dialog", messages.text(sentences::shell::NOTICES_TITLE), notices::told_view(scene))
        }
        Dialog::DeleteTable(table) => {
            let title =
                messages.text(sentences::workbench::DeleteDialogTitle { table: table.as_str().into() });
            ("delete-dialog", title, delete_dialog::view(scene, table))
        }
        Dialog::Open(form) => (
            "open-dialog",
            messages.text(sentences::workbench::OPEN_DIALOG_TITLE),
            open_dialog::view(scene, form),
        ),
        Dialog::Share(form) => (
            "share-dialog",
            messages.text(sentences::workbench::SHARE_DIALOG_TITLE),
            share_dialog::view(scene, form),
        ),
        Dialog::Name { purpose, name } => {
            let inside = name_dialog::view(scene, *purpose, name);
            ("name-dialog", messages.text(purpose.titles().0), inside)
        }
        Dialog::DeleteBranch(number) => {
            let title = messages.text(sentences::workbench::BRANCH_DELETE_YES);
            ("branch-delete-dialog", title, branch_menu::delete_view(scene, *number))
        }
        Dialog::Backup(stage) => {
            ("backup-dialog", messages.text(sentences::workbench::BACKUP), backup_dialog::view(scene, stage))
        }
        Dialog::Files(pane) => {
            ("files-dialog", messages.text(sentences::workbench::FILES), files_dialog::view(scene, pane))
        }
        Dialog::DeleteFile { bucket, key } => {
            let title = messages.text(sentences::workbench::DeleteDialogTitle { table: key.as_str().into() });
            ("file-delete-dialog", title, files_dialog::delete_view(scene, bucket, key))
        }
        Dialog::DeleteWorkspace => {
            let title = workspace_list::title_of_this(&scene.app);
            let title =
                messages.text(sentences::workbench::DeleteDialogTitle { table: title.as_str().into() });
            ("workspace-delete-dialog", title, workspace_dialogs::delete_view(scene))
        }
    };
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    // Each dialog has its own frame. If one follows another, the focus moves into the next.
    html! { <DialogFrame key={name} {name} {title} close={messages.text(sentences::shell::CLOSE)} {on_close}>{ inside }</DialogFrame> }
}
