//! The state of the app, and the actions that change it.

pub mod backup_stage;
pub mod files_pane;
mod heard;
pub mod notices;
mod open_dialog;
pub mod share_form;
pub mod theme;
pub mod watched;
pub mod workspace_list;

use dynalab_messages::{Language, Messages};
use dynalab_playground::protocol::{Durability, Role, StorageHealth};
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use dynalab_programs::files::Problem;
use serde::{Deserialize, Serialize};

use crate::engine::event::LongWork;
use crate::reduce::Reduce;
use crate::request::history::{History, RequestCard};
use crate::request::template::RequestTemplate;
use crate::samples::{Question, SampleEntry};
use crate::shared::Shared;
use crate::state::backup_stage::BackupStage;
use crate::state::files_pane::FilesPane;
use crate::state::notices::Notices;
use crate::state::share_form::ShareForm;
use crate::state::theme::Theme;
use crate::state::workspace_list::WorkspaceEntry;

pub use notices::Notice;
pub use open_dialog::{Dialog, ItemToEdit, NamePurpose, OpenForm};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineStatus {
    Starting,
    Ready,
    /// The engine stopped too often. The person must reload the page.
    Stopped,
}

/// The request in the editor, and the earlier requests of other operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The table that was open when the request was begun.
    pub table: Option<String>,
    pub operation: String,
    pub body: String,
    pub others: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AppState {
    pub messages: Messages,
    /// The person's preferred language, while the page offers it.
    pub offered_language: Option<Language>,
    pub theme: Theme,
    pub status: EngineStatus,
    /// Whether the engine stopped because the saved tables need more memory than it has.
    pub does_not_fit: bool,
    /// Work that takes long.
    pub work: Option<LongWork>,
    /// What is said while a link or a file is read that takes long.
    pub reading: Option<String>,
    /// The time of the device's clock and the time of the engine, which does not follow it.
    pub clock_ahead: Option<(u64, u64)>,
    /// The workspace of this tab.
    pub workspace: WorkspaceChoice,
    pub workspaces: Shared<Vec<WorkspaceEntry>>,
    /// The title of the temporary copy, and its name when it is saved.
    pub visited_title: String,
    /// Counts the starts of a worker. Data that is only in the worker's memory must be loaded again when it changes.
    pub starts: u32,
    pub role: Option<Role>,
    pub health: StorageHealth,
    pub durability: Durability,
    pub revision: u64,
    /// The number of items and the milliseconds of the last start.
    pub loaded: Option<(u64, f64)>,
    /// The tables; none until the first list has arrived.
    pub tables: Option<Shared<Vec<TableSummary>>>,
    /// The tables without their counts and sizes, which change with each write. What does not show those reads this.
    pub definitions: Option<Shared<Vec<TableSummary>>>,
    pub tables_revision: u64,
    pub draft: Shared<Draft>,
    /// Whether the editor shows a text that is not a valid request. The draft then differs from it.
    pub unread: bool,
    /// The history; none until the worker has sent it.
    pub timeline: Option<Shared<TimelineView>>,
    /// The id of the history entry of the last request.
    pub last_entry: Option<u64>,
    /// The number of the history entry that is being opened.
    pub going_to: Option<u32>,
    pub history: Shared<History>,
    pub running: bool,
    pub samples: Shared<Vec<SampleEntry>>,
    /// The templates; empty until they are fetched.
    pub templates: Shared<Vec<RequestTemplate>>,
    /// The access patterns of each sample.
    pub questions: Shared<Vec<(String, Shared<Vec<Question>>)>>,
    pub notices: Shared<Notices>,
    pub dialog: Option<Dialog>,
    /// The error of the dialog's request.
    pub dialog_failed: Option<Shared<RequestCard>>,
    pub loading_sample: bool,
    /// Why the design in the address could not be opened.
    pub arrival_failed: Option<Problem>,
    /// Whether the person must confirm the deletion of all data.
    pub asked_to_delete_all: bool,
}

/// What happens to the app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    SetLanguage(Language),
    /// The person keeps the language of the address.
    DeclineLanguage,
    SetTheme(Theme),
    EngineReady {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    EngineRestarting,
    /// The browser restored the page from its page cache.
    EngineResuming,
    EngineStopped,
    EngineDoesNotFit,
    ClockAhead(Option<(u64, u64)>),
    Working(Option<LongWork>),
    Reading(Option<String>),
    /// Another workspace is being opened, so all data of the earlier one is dropped.
    OpeningWorkspace(WorkspaceChoice),
    WorkspacesRead(Vec<WorkspaceEntry>),
    Visited {
        title: String,
    },
    /// The temporary copy was saved as a workspace.
    Kept(WorkspaceId),
    SetRole(Role),
    SetHealth(StorageHealth),
    SetDurability(Durability),
    /// The saved tables may have changed, so views of them read again.
    Revision(u64),
    TablesRead {
        tables: Vec<TableSummary>,
        revision: u64,
    },
    TimelineRead {
        timeline: TimelineView,
        revision: u64,
    },
    /// Opens the history entry with this number; none if it could not be opened.
    GoTo(Option<u32>),
    SamplesRead(Vec<SampleEntry>),
    TemplatesRead(Vec<RequestTemplate>),
    QuestionsRead {
        sample: String,
        questions: Vec<Question>,
    },
    Edit {
        operation: String,
        body: String,
    },
    /// Sets whether the editor's text is not a valid request.
    Unread(bool),
    /// Sets an operation and a body for the table that was opened.
    StartDraft {
        table: Option<String>,
        draft: (String, String),
    },
    Running,
    Answered(RequestCard),
    /// Shows the response of a history entry, or no response if it is unknown.
    ShowEntry(u64),
    /// The response of a history entry that the page no longer had completely, or never had.
    Recalled(RequestCard),
    Tell(Notice),
    Dismiss(usize),
    /// Opens a dialog, or changes its content.
    OpenDialog(Dialog),
    DialogFailed(RequestCard),
    CloseDialog,
    /// The link of the share dialog was written, or could not be.
    Shared(ShareForm),
    /// The stage of a backup. If its dialog was closed meanwhile, a notice shows the result.
    BackedUp(BackupStage),
    /// The files in the buckets. Ignored if the dialog is closed.
    FilesTold(FilesPane),
    ArrivalFailed(Option<Problem>),
    LoadingSample(bool),
    AskToDeleteAll(bool),
    /// Removes a notice that was shown long enough, unless it was shown again meanwhile.
    Forget(u32),
}

impl AppState {
    pub fn new(
        language: Language,
        theme: Theme,
        durability: Durability,
        workspace: WorkspaceChoice,
    ) -> AppState {
        AppState {
            messages: Messages::new(language),
            offered_language: None,
            theme,
            status: EngineStatus::Starting,
            does_not_fit: false,
            work: None,
            reading: None,
            clock_ahead: None,
            workspace,
            workspaces: Shared::default(),
            visited_title: String::new(),
            starts: 0,
            role: None,
            health: StorageHealth::Fine,
            durability,
            revision: 0,
            loaded: None,
            tables: None,
            definitions: None,
            tables_revision: 0,
            draft: Shared::default(),
            unread: false,
            timeline: None,
            last_entry: None,
            going_to: None,
            history: Shared::default(),
            running: false,
            samples: Shared::default(),
            templates: Shared::default(),
            questions: Shared::default(),
            notices: Shared::default(),
            dialog: None,
            dialog_failed: None,
            loading_sample: false,
            arrival_failed: None,
            asked_to_delete_all: false,
        }
    }

    pub fn table(&self, name: &str) -> Option<&TableSummary> {
        self.tables.as_ref()?.iter().find(|table| table.name == name)
    }

    /// Returns the id of the shown history entry if it is not the present state of the tables.
    pub fn looked_at(&self) -> Option<u64> {
        let timeline = self.timeline.as_ref()?;
        (timeline.shown != timeline.head).then_some(timeline.shown_id)
    }

    pub fn language(&self) -> Language {
        self.messages.language
    }

    pub fn questions_of(&self, sample: &str) -> Option<&Shared<Vec<Question>>> {
        self.questions.iter().find(|(name, _)| name == sample).map(|(_, questions)| questions)
    }

    /// The engine has started, with this role and revision, and has loaded so many items in so many milliseconds.
    fn begin_with_engine(&mut self, (role, revision): (Role, u64), loaded: (u64, f64)) {
        self.status = EngineStatus::Ready;
        self.does_not_fit = false;
        self.starts += 1;
        self.role = Some(role);
        self.revision = revision;
        // The worker sends its storage state next, unless it is `Fine`.
        self.health = StorageHealth::Fine;
        self.loaded = Some(loaded);
    }
}

impl Reduce for AppState {
    type Action = Action;

    fn apply(&mut self, action: Action) {
        match action {
            Action::SetLanguage(language) => {
                self.messages = Messages::new(language);
                self.offered_language = None;
            }
            Action::DeclineLanguage => self.offered_language = None,
            Action::SetTheme(theme) => self.theme = theme,
            Action::EngineReady { role, revision, loaded_items, loaded_ms } => {
                self.begin_with_engine((role, revision), (loaded_items, loaded_ms));
            }
            Action::EngineRestarting => {
                self.status = EngineStatus::Starting;
                self.notices.make_mut().tell(Notice::EngineRestarted);
            }
            Action::EngineResuming => self.status = EngineStatus::Starting,
            Action::Working(work) => self.work = work,
            Action::Reading(told) => self.reading = told,
            Action::EngineStopped => self.status = EngineStatus::Stopped,
            Action::EngineDoesNotFit => {
                (self.status, self.does_not_fit) = (EngineStatus::Stopped, true);
            }
            Action::ClockAhead(times) => self.clock_ahead = times,
            Action::OpeningWorkspace(workspace) => self.leave_for(workspace),
            Action::WorkspacesRead(workspaces) => self.workspaces = Shared::new(workspaces),
            Action::Visited { title } => self.visited_title = title,
            Action::Kept(id) => self.workspace = WorkspaceChoice::Stored { id },
            Action::SetRole(role) => self.role = Some(role),
            Action::SetHealth(health) => self.health = health,
            Action::SetDurability(durability) => self.durability = durability,
            Action::Revision(revision) => self.revision = revision,
            Action::TablesRead { tables, revision } => {
                self.keep_definitions(&tables);
                self.tables = Some(Shared::new(tables));
                self.tables_revision = revision;
            }
            Action::GoTo(number) => self.going_to = number,
            Action::TimelineRead { timeline, revision } => self.show_timeline(timeline, revision),
            Action::SamplesRead(samples) => self.samples = Shared::new(samples),
            Action::TemplatesRead(templates) => self.templates = Shared::new(templates),
            Action::QuestionsRead { sample, questions } => self.keep_questions(sample, questions),
            Action::Edit { operation, body } => self.edit(operation, body),
            Action::Unread(unread) => self.unread = unread,
            Action::StartDraft { table, draft: (operation, body) } => {
                self.edit(operation, body);
                self.draft.make_mut().table = table;
            }
            Action::Running => self.running = true,
            Action::Answered(card) => {
                self.running = false;
                self.last_entry = card.entry.or(self.last_entry);
                self.history.make_mut().add(card);
            }
            Action::ShowEntry(entry) => self.history.make_mut().show_entry(entry),
            Action::Recalled(card) => self.history.make_mut().put_back(card),
            Action::Tell(notice) => self.notices.make_mut().tell(notice),
            Action::Forget(number) => self.notices.make_mut().forget(number),
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::DialogFailed(card) => self.dialog_failed = Some(Shared::new(card)),
            Action::CloseDialog => (self.dialog, self.dialog_failed) = (None, None),
            Action::Shared(form) => self.show_shared(form),
            Action::BackedUp(stage) => self.show_backup(stage),
            Action::FilesTold(pane) => self.show_files(pane),
            Action::ArrivalFailed(problem) => self.arrival_failed = problem,
            Action::LoadingSample(loading) => self.loading_sample = loading,
            Action::AskToDeleteAll(asked) => self.asked_to_delete_all = asked,
            Action::Dismiss(position) => self.notices.make_mut().dismiss(position),
        }
    }
}

impl AppState {
    /// Shows the written link. If a choice was changed meanwhile, another write follows.
    fn show_shared(&mut self, form: ShareForm) {
        if matches!(&self.dialog, Some(Dialog::Share(shown)) if shown.same_choice(&form)) {
            self.dialog = Some(Dialog::Share(form));
        }
    }

    /// Resets the state, except for data that belongs to no workspace.
    fn leave_for(&mut self, workspace: WorkspaceChoice) {
        let left = AppState::new(self.messages.language, self.theme, self.durability, workspace);
        let left = std::mem::replace(self, left);
        self.messages = left.messages;
        self.workspaces = left.workspaces;
        self.samples = left.samples;
        self.questions = left.questions;
        self.notices = left.notices;
        self.notices.make_mut().leave_tables();
        self.starts = left.starts;
    }

    /// Replaces the definitions, unless they are the same.
    fn keep_definitions(&mut self, tables: &[TableSummary]) {
        let definitions: Vec<TableSummary> = tables.iter().map(TableSummary::without_counts).collect();
        if self.definitions.as_deref() != Some(&definitions) {
            self.definitions = Some(Shared::new(definitions));
        }
    }

    fn show_timeline(&mut self, timeline: TimelineView, revision: u64) {
        self.going_to = self.going_to.filter(|number| *number != timeline.shown);
        self.timeline = Some(Shared::new(timeline));
        self.revision = revision;
    }

    fn keep_questions(&mut self, sample: String, questions: Vec<Question>) {
        let known = self.questions.make_mut();
        known.retain(|(name, _)| *name != sample);
        known.push((sample, Shared::new(questions)));
    }

    fn show_backup(&mut self, stage: BackupStage) {
        if matches!(&self.dialog, None | Some(Dialog::Backup(_))) {
            self.dialog = Some(Dialog::Backup(stage));
        }
    }

    fn show_files(&mut self, pane: FilesPane) {
        if matches!(&self.dialog, Some(Dialog::Files(_))) {
            self.dialog = Some(Dialog::Files(pane));
        }
    }

    fn edit(&mut self, operation: String, body: String) {
        self.unread = false;
        let draft = self.draft.make_mut();
        let left = std::mem::replace(&mut draft.operation, operation);
        let left_body = std::mem::replace(&mut draft.body, body);
        if left != draft.operation && !left.is_empty() {
            draft.others.retain(|(operation, _)| *operation != left);
            draft.others.push((left, left_body));
        }
    }
}
