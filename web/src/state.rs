//! The one state of the app and everything that can happen to it.

use std::rc::Rc;

use dynalab_playground::protocol::{Durability, Refusal, Role, StorageHealth};
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use yew::{Reducible, UseReducerHandle};

use crate::arrival::OpenForm;
use crate::backups::BackupStage;
use crate::files::FilesPane;
use crate::formats::Problem;
use crate::history::{History, RequestCard};
use crate::language::Language;
use crate::messages::Messages;
use crate::request_templates::RequestTemplate;
use crate::samples::{Question, SampleEntry};
use crate::share_form::ShareForm;
use crate::shared::Shared;
use crate::theme::Theme;
use crate::workspaces::WorkspaceEntry;

pub type AppContext = UseReducerHandle<AppState>;
pub type AppDispatcher = yew::UseReducerDispatcher<AppState>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineStatus {
    Starting,
    Ready,
    /// It stopped too often; only a reload helps.
    Stopped,
}

/// The request as it stands in the editor, and what stood there for other operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The table that was open when it was begun.
    pub table: Option<String>,
    pub operation: String,
    pub body: String,
    pub others: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    EngineRestarted,
    SampleLoaded {
        name: String,
        items: u64,
    },
    Refused(Refusal),
    /// Another tab has deleted what this one showed.
    WorkspaceDeleted,
    /// The last change of the last visit was not completely stored.
    DiscardedTail,
    /// A file of the site did not arrive.
    FetchFailed(String),
    /// What a part of the page has to say.
    Said(String),
}

/// The one dialog that is open, with what has been written into it.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Samples,
    DeleteTable(String),
    Share(ShareForm),
    Open(OpenForm),
    Name {
        purpose: NamePurpose,
        name: String,
    },
    /// By its number.
    DeleteBranch(u32),
    /// The one that is open.
    DeleteWorkspace,
    Backup(BackupStage),
    Files(FilesPane),
    DeleteFile {
        bucket: String,
        key: String,
    },
    /// Every place and command, found by typing.
    Palette,
    Item(ItemToEdit),
    /// The form of a table: a new one, or the one with this name.
    Table(Option<String>),
    /// Import, export and generation of items. The draft may be exported.
    Transfer,
    /// Generation of items for the open table.
    Generate,
    /// What is readable of stored data that cannot be opened.
    Salvage,
}

/// The item that is edited: a new one when it has no key.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemToEdit {
    pub table: String,
    /// DynamoDB JSON.
    pub key: Option<String>,
}

/// What is named, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePurpose {
    NewWorkspace,
    RenameWorkspace,
    KeepCopy,
    /// By its number.
    Branch(u32),
    /// By its id.
    Moment(u64),
}

#[derive(Clone, PartialEq)]
pub struct AppState {
    pub messages: Messages,
    /// The language that the person prefers, while the page offers to change to it.
    pub offered_language: Option<Language>,
    pub theme: Theme,
    pub status: EngineStatus,
    /// What this tab shows.
    pub workspace: WorkspaceChoice,
    pub workspaces: Shared<Vec<WorkspaceEntry>>,
    /// What the copy that is looked at calls itself; its name when it is kept.
    pub visited_title: String,
    /// How often a worker has become ready: what lives in its memory only must be loaded again when this changes.
    pub starts: u32,
    pub role: Option<Role>,
    pub health: StorageHealth,
    pub durability: Durability,
    pub revision: u64,
    /// What the last start took: items, milliseconds.
    pub loaded: Option<(u64, f64)>,
    /// None until the first list has arrived.
    pub tables: Option<Shared<Vec<TableSummary>>>,
    pub tables_revision: u64,
    pub draft: Shared<Draft>,
    /// The editor's text cannot be read as a request, so the draft is not what is shown.
    pub unread: bool,
    /// None until the worker has told it.
    pub timeline: Option<Shared<TimelineView>>,
    /// That of the request that was answered last.
    pub last_moment: Option<u64>,
    /// The number of the moment that is being gone to.
    pub going_to: Option<u32>,
    pub history: Shared<History>,
    pub running: bool,
    pub samples: Shared<Vec<SampleEntry>>,
    /// Empty until they have been fetched.
    pub templates: Shared<Vec<RequestTemplate>>,
    /// Questions by sample.
    pub questions: Shared<Vec<(String, Shared<Vec<Question>>)>>,
    pub notices: Shared<Vec<Notice>>,
    pub dialog: Option<Dialog>,
    /// Why the dialog's request was not done.
    pub dialog_failed: Option<Shared<RequestCard>>,
    pub loading_sample: bool,
    /// Why the design in the address could not be opened.
    pub arrival_failed: Option<Problem>,
    /// Whether to delete everything has been asked, and not answered yet.
    pub asked_to_delete_all: bool,
}

pub enum Action {
    SetLanguage(Language),
    /// The person reads on in the language of the address.
    DeclineLanguage,
    SetTheme(Theme),
    EngineReady {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    EngineRestarting,
    /// The page came back from the browser's page cache.
    EngineResuming,
    EngineStopped,
    /// Another workspace is being opened: nothing that was shown is of it.
    OpeningWorkspace(WorkspaceChoice),
    WorkspacesRead(Vec<WorkspaceEntry>),
    Visited {
        title: String,
    },
    /// The copy that was looked at is a workspace now.
    Kept(WorkspaceId),
    SetRole(Role),
    SetHealth(StorageHealth),
    SetDurability(Durability),
    /// Something may have changed the saved tables: whoever shows them asks again.
    Revision(u64),
    TablesRead {
        tables: Vec<TableSummary>,
        revision: u64,
    },
    TimelineRead {
        timeline: TimelineView,
        revision: u64,
    },
    /// To a moment by its number; none when it could not be reached.
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
    /// Whether the editor's text cannot be read as a request.
    Unread(bool),
    /// An operation and a body for the table that has been opened.
    StartDraft {
        table: Option<String>,
        draft: (String, String),
    },
    Running,
    Answered(RequestCard),
    /// Shows the answer of a moment; none when no answer is known.
    ShowMoment(u64),
    Recalled(RequestCard),
    Tell(Notice),
    Dismiss(usize),
    /// Opens a dialog, or changes what is written in it.
    OpenDialog(Dialog),
    DialogFailed(RequestCard),
    CloseDialog,
    /// Something came of what was chosen in the share dialog.
    Shared(ShareForm),
    /// A backup has come so far. Its dialog may have been closed meanwhile: what came of it is told all the same.
    BackedUp(BackupStage),
    /// What has been told of the files, if anybody still looks.
    FilesTold(FilesPane),
    ArrivalFailed(Option<Problem>),
    LoadingSample(bool),
    AskToDeleteAll(bool),
    /// A notice has been there long enough.
    Forget(Notice),
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
            tables_revision: 0,
            draft: Shared::default(),
            unread: false,
            timeline: None,
            last_moment: None,
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

    /// The moment that is looked at, when it is not the one where the tables stand.
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

    fn apply(&mut self, action: Action) {
        match action {
            Action::SetLanguage(language) => {
                self.messages = Messages::new(language);
                self.offered_language = None;
            }
            Action::DeclineLanguage => self.offered_language = None,
            Action::SetTheme(theme) => self.theme = theme,
            Action::EngineReady { role, revision, loaded_items, loaded_ms } => {
                self.status = EngineStatus::Ready;
                self.starts += 1;
                self.role = Some(role);
                self.revision = revision;
                // The worker tells its own next, unless it is this.
                self.health = StorageHealth::Fine;
                self.loaded = Some((loaded_items, loaded_ms));
            }
            Action::EngineRestarting => {
                self.status = EngineStatus::Starting;
                self.tell(Notice::EngineRestarted);
            }
            Action::EngineResuming => self.status = EngineStatus::Starting,
            Action::EngineStopped => self.status = EngineStatus::Stopped,
            Action::OpeningWorkspace(workspace) => self.leave_for(workspace),
            Action::WorkspacesRead(workspaces) => self.workspaces = Shared::new(workspaces),
            Action::Visited { title } => self.visited_title = title,
            Action::Kept(id) => self.workspace = WorkspaceChoice::Stored { id },
            Action::SetRole(role) => self.role = Some(role),
            Action::SetHealth(health) => self.health = health,
            Action::SetDurability(durability) => self.durability = durability,
            Action::Revision(revision) => self.revision = revision,
            Action::TablesRead { tables, revision } => {
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
                self.last_moment = card.moment.or(self.last_moment);
                self.history.make_mut().add(card);
            }
            Action::ShowMoment(moment) => self.history.make_mut().show_moment(moment),
            Action::Recalled(card) => self.history.make_mut().add(card),
            Action::Tell(notice) => self.tell(notice),
            Action::Forget(notice) => self.notices.make_mut().retain(|told| *told != notice),
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::DialogFailed(card) => self.dialog_failed = Some(Shared::new(card)),
            Action::CloseDialog => (self.dialog, self.dialog_failed) = (None, None),
            Action::Shared(form) => self.show_shared(form),
            Action::BackedUp(stage) => self.show_backup(stage),
            Action::FilesTold(pane) => self.show_files(pane),
            Action::ArrivalFailed(problem) => self.arrival_failed = problem,
            Action::LoadingSample(loading) => self.loading_sample = loading,
            Action::AskToDeleteAll(asked) => self.asked_to_delete_all = asked,
            Action::Dismiss(position) => self.dismiss(position),
        }
    }

    /// A choice that was changed meanwhile is being written anew.
    fn show_shared(&mut self, form: ShareForm) {
        if matches!(&self.dialog, Some(Dialog::Share(shown)) if shown.same_choice(&form)) {
            self.dialog = Some(Dialog::Share(form));
        }
    }

    /// Only what does not belong to any workspace stays.
    fn leave_for(&mut self, workspace: WorkspaceChoice) {
        let left = AppState::new(self.messages.language, self.theme, self.durability, workspace);
        let left = std::mem::replace(self, left);
        self.messages = left.messages;
        self.workspaces = left.workspaces;
        self.samples = left.samples;
        self.questions = left.questions;
        self.notices = left.notices;
        self.notices.make_mut().retain(|notice| !matches!(notice, Notice::SampleLoaded { .. }));
        self.starts = left.starts;
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

    fn dismiss(&mut self, position: usize) {
        let notices = self.notices.make_mut();
        if position < notices.len() {
            notices.remove(position);
        }
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

    fn tell(&mut self, notice: Notice) {
        let notices = self.notices.make_mut();
        notices.retain(|told| *told != notice);
        notices.push(notice);
    }
}

impl Reducible for AppState {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = AppState::clone(&self);
        next.apply(action);
        Rc::new(next)
    }
}
