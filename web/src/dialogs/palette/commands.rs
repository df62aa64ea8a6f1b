//! Commands of the page that the palette offers.

use dynalab_app::state::backup_stage::BackupStage;
use dynalab_app::state::share_form::ShareForm;
use dynalab_app::state::{Action, Dialog, ItemToEdit, NamePurpose, Notice, OpenForm, workspace_list};
use dynalab_playground::protocol::Travel;
use dynalab_playground::protocol::files::FilesQuestion;

use crate::address::share_form;
use crate::components::{request_panel, top_bar};
use crate::engine::{files, time_travel};
use crate::page::scene::Scene;
use crate::page::sentences;

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Begins a request of this operation.
    Operation(String),
    RunDraft,
    Undo,
    Redo,
    NewTable,
    NewItem,
    Transfer,
    Samples,
    Share,
    Open,
    Files,
    Backup,
    NewWorkspace,
    SwitchLanguage,
    SwitchTheme,
    /// Shows the list of the keyboard shortcuts.
    Keys,
    /// Shows the last notices.
    Notices,
    /// Shows the branch with this number.
    Branch(u32),
}

impl Command {
    pub fn run(&self, scene: &Scene) {
        let scene = &scene.now();
        let open = |dialog| scene.app.dispatch(Action::OpenDialog(dialog));
        match self {
            Command::Operation(operation) => request_panel::choose_operation(scene, operation),
            Command::RunDraft => request_panel::run_draft(scene),
            Command::Undo => time_travel::step(&scene.page, Travel::Undo),
            Command::Redo => time_travel::step(&scene.page, Travel::Redo),
            Command::NewTable => open(Dialog::Table(None)),
            Command::NewItem => {
                if let Some(table) = scene.table_name() {
                    open(Dialog::Item(ItemToEdit { table: table.to_owned(), key: None }));
                }
            }
            Command::Transfer => open(Dialog::Transfer),
            Command::Samples => open(Dialog::Samples),
            Command::Share => share_form::write(scene, ShareForm::default()),
            Command::Open => open(Dialog::Open(OpenForm::default())),
            Command::Files => files::open(&scene.page, FilesQuestion::List),
            Command::Backup => open(Dialog::Backup(BackupStage::Asking)),
            Command::NewWorkspace if workspace_list::would_be_lost(&scene.app) => {
                scene
                    .app
                    .dispatch(Action::Tell(Notice::Failed(scene.text(sentences::shell::BANNER_MEMORY_ONLY))));
            }
            Command::NewWorkspace => {
                open(Dialog::Name { purpose: NamePurpose::NewWorkspace, name: String::new() });
            }
            Command::Keys => open(Dialog::Keys),
            Command::Notices => open(Dialog::Notices),
            Command::Branch(branch) => time_travel::go(&scene.page, Travel::SwitchTo { branch: *branch }),
            Command::SwitchLanguage => top_bar::switch_language(scene),
            Command::SwitchTheme => top_bar::switch_theme(scene),
        }
    }
}
