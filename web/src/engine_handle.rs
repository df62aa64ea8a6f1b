//! The page's side of the worker: each request is a message with an id, and each response completes the future with that id. A worker
//! that stops is replaced by another, which starts from the stored data.

mod complete_engine;
mod lesson;
mod page_cache;
mod replacement;
mod salvage;
mod working;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_playground::protocol::files::{FilesAnswer, FilesQuestion};
use dynalab_playground::protocol::{
    Durability, Refusal, Role, Space, StorageHealth, ToPage, ToWorker, Travel,
};
use dynalab_playground::views::items::{Around, ItemsView};
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::views::trace::TraceLine;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use futures_channel::oneshot;
use yew::Callback;

use crate::asks::{AskError, Asks};
use crate::engine_start::{self, EngineSize, FromWorker, RunningWorker, WorkerEnd};

pub use working::{LongWork, Stop};

/// Notices of the worker that respond to no request.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEvent {
    Ready {
        role: Role,
        revision: u64,
        loaded_items: u64,
        loaded_ms: f64,
    },
    Changed {
        space: Space,
        revision: u64,
    },
    Role(Role),
    Storage(StorageHealth),
    /// The last change of the last visit was not completely stored.
    DiscardedTail,
    /// The long work that a request waits for. `None` when it has ended.
    Working(Option<LongWork>),
    /// The person has stopped a jump of the clock.
    StoppedJump,
    /// Another workspace is being opened. Views of the previous one are out of date.
    Opening(WorkspaceChoice),
    /// The worker stopped. Another one starts from the stored data.
    Restarting,
    /// The page came back from the browser's page cache. A worker starts from the stored data.
    Resuming,
    /// It stopped too often while starting. Only a reload helps.
    Stopped,
    /// The stored data needs more memory than a worker has. It is not loaded again.
    DoesNotFit,
    /// The device's clock is far ahead, and the engine does not follow it.
    ClockAhead {
        device_ms: u64,
        engine_ms: u64,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub status: u16,
    pub body: String,
    pub trace: Vec<TraceLine>,
    pub revision: u64,
    /// Its entry in the history, if it has one.
    pub moment: Option<u64>,
}

/// A request of the history with its response.
#[derive(Clone, Debug, PartialEq)]
pub struct RecalledRequest {
    pub operation: String,
    pub request: String,
    pub status: u16,
    pub body: String,
    pub trace: Vec<TraceLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoadedWorkspace {
    pub tables: Vec<String>,
    pub items: u64,
    pub revision: u64,
}

/// The rows of a table or index that a view shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemsQuestion {
    pub space: Space,
    pub table: String,
    pub index: Option<String>,
    pub around: Around,
    pub limit: u32,
}

#[derive(Clone)]
pub struct EngineHandle(Rc<Shared>);

impl PartialEq for EngineHandle {
    fn eq(&self, other: &EngineHandle) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

type Waiting = oneshot::Sender<Result<ToPage, Refusal>>;

struct Shared {
    worker: RefCell<Option<RunningWorker>>,
    /// Workers that received `Leave`, each with the id of its last response.
    leaving: RefCell<Vec<(u32, RunningWorker)>>,
    /// The last role that the worker of the open workspace reported.
    role: Cell<Option<Role>>,
    /// True while the page is in the browser's page cache, when no worker may run.
    is_put_away: Cell<bool>,
    workspace: RefCell<WorkspaceChoice>,
    /// Incremented per worker. Events of an older generation are ignored, except its last responses.
    generation: Cell<u32>,
    ready: Cell<bool>,
    /// Encoded messages for a worker that is not ready yet.
    outbox: RefCell<Vec<ToWorker>>,
    waiting: RefCell<Vec<(u32, Waiting)>>,
    /// The checks of a lesson.
    asks: RefCell<Asks>,
    last_id: Cell<u32>,
    durability: Cell<Durability>,
    failed_starts: Cell<u32>,
    size: Cell<EngineSize>,
    /// The state that a worker handed over, until the next one takes it.
    handed_over: RefCell<Vec<Vec<u8>>>,
    working: working::Working,
    on_event: Callback<EngineEvent>,
}

impl EngineHandle {
    pub fn start(
        on_event: Callback<EngineEvent>,
        durability: Durability,
        workspace: WorkspaceChoice,
        size: EngineSize,
    ) -> EngineHandle {
        EngineHandle::start_with(size, on_event, durability, workspace)
    }

    /// Starts the engine of a lesson with a temporary copy, beside the engine of the page. End it with [`EngineHandle::end`].
    pub fn start_lesson(on_event: Callback<EngineEvent>) -> EngineHandle {
        let workspace = WorkspaceChoice::Visiting;
        EngineHandle::start_with(EngineSize::Bench, on_event, Durability::default(), workspace)
    }

    fn start_with(
        size: EngineSize,
        on_event: Callback<EngineEvent>,
        durability: Durability,
        workspace: WorkspaceChoice,
    ) -> EngineHandle {
        let handle = EngineHandle(Rc::new(Shared {
            worker: RefCell::new(None),
            leaving: RefCell::new(Vec::new()),
            role: Cell::new(None),
            is_put_away: Cell::new(false),
            workspace: RefCell::new(workspace),
            generation: Cell::new(0),
            ready: Cell::new(false),
            outbox: RefCell::new(Vec::new()),
            waiting: RefCell::new(Vec::new()),
            asks: RefCell::default(),
            last_id: Cell::new(0),
            durability: Cell::new(durability),
            failed_starts: Cell::new(0),
            size: Cell::new(size),
            handed_over: RefCell::new(Vec::new()),
            working: working::Working::default(),
            on_event,
        }));
        handle.start_worker();
        handle
    }

    pub async fn execute(&self, space: Space, operation: String, body: String) -> Result<Answered, Refusal> {
        let message = |id| ToWorker::Execute {
            id,
            space,
            operation: operation.clone(),
            body: body.clone(),
            trace: true,
        };
        let answer = self.ask(message).await?;
        match answer {
            ToPage::Answer { status, body, trace, revision, moment, .. } => {
                Ok(Answered { status, body, trace, revision, moment })
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Executes a dry run of a control at the entry that is shown. Returns status and JSON body. The history does not change.
    pub async fn look_at(&self, operation: String, body: String) -> Result<(u16, String), Refusal> {
        let space = Space::Saved;
        let message = |id| ToWorker::DryRun { id, space, operation: operation.clone(), body: body.clone() };
        match self.ask(message).await? {
            ToPage::Answer { status, body, .. } => Ok((status, body)),
            other => Err(unexpected(&other)),
        }
    }

    /// Moves in the history of the saved tables. Returns the timeline and its revision.
    pub async fn travel(&self, to: Travel) -> Result<(TimelineView, u64), Refusal> {
        match self.look(|id| ToWorker::Travel { id, to: to.clone() }).await? {
            ToPage::Timeline { timeline, revision, .. } => Ok((timeline, revision)),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns the request and the response of a history entry.
    pub async fn recall(&self, moment: u64) -> Result<RecalledRequest, Refusal> {
        match self.look(|id| ToWorker::Recall { id, moment }).await? {
            ToPage::Recalled { operation, request, status, body, trace, .. } => {
                Ok(RecalledRequest { operation, request, status, body, trace })
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Returns the tables and their revision.
    pub async fn tables(&self, space: Space) -> Result<(Vec<TableSummary>, u64), Refusal> {
        match self.look(|id| ToWorker::Tables { id, space }).await? {
            ToPage::Tables { tables, revision, .. } => Ok((tables, revision)),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn items(&self, question: ItemsQuestion) -> Result<ItemsView, Refusal> {
        let message = |id| {
            let ItemsQuestion { space, table, index, around, limit } = question.clone();
            ToWorker::Items { id, space, table, index, around, limit }
        };
        match self.look(message).await? {
            ToPage::Items { items, .. } => Ok(items),
            other => Err(unexpected(&other)),
        }
    }

    /// `document` is the text of a sample, of a file or of a link.
    pub async fn open_document(&self, space: Space, document: String) -> Result<LoadedWorkspace, Refusal> {
        loaded(self.ask(|id| ToWorker::OpenDocument { id, space, document: document.clone() }).await?)
    }

    /// Returns the content for a document.
    pub async fn tables_text(&self, space: Space, data: bool, steps: u32) -> Result<String, Refusal> {
        match self.ask(|id| ToWorker::TablesText { id, space, data, steps }).await? {
            ToPage::TablesText { text, .. } => Ok(text),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn clear(&self, space: Space) -> Result<LoadedWorkspace, Refusal> {
        loaded(self.ask(|id| ToWorker::Clear { id, space }).await?)
    }

    pub async fn files(&self, question: FilesQuestion) -> Result<FilesAnswer, Refusal> {
        match self.ask(|id| ToWorker::Files { id, question: question.clone() }).await? {
            ToPage::Files { answer, .. } => Ok(answer),
            other => Err(unexpected(&other)),
        }
    }

    pub fn workspace(&self) -> WorkspaceChoice {
        self.0.workspace.borrow().clone()
    }

    /// Closes the open workspace and opens another. Earlier requests are answered first, by the workspace that they were sent to. Later
    /// requests wait for the new one. The caller need not wait.
    pub async fn open_workspace(&self, workspace: WorkspaceChoice) {
        // A worker that does not respond is ended. Its acknowledged writes are stored.
        let _ = self.leave_for(workspace, |id| ToWorker::Leave { id, delete: false }).await;
    }

    /// Deletes the open workspace with its content, and opens another.
    pub async fn delete_workspace(&self, next: WorkspaceChoice) -> Result<(), Refusal> {
        self.leave_for(next, |id| ToWorker::Leave { id, delete: true }).await.map(drop)
    }

    /// Stores the temporary copy as a new workspace, and continues there.
    pub async fn keep_as(&self, workspace: WorkspaceId) -> Result<(), Refusal> {
        let name = workspace.as_str().to_owned();
        match self.ask(|id| ToWorker::Keep { id, workspace: name.clone() }).await? {
            ToPage::Done { .. } => {
                *self.0.workspace.borrow_mut() = WorkspaceChoice::Stored { id: workspace };
                Ok(())
            }
            other => Err(unexpected(&other)),
        }
    }

    pub fn take_over(&self) {
        self.post(ToWorker::TakeOver);
    }

    /// Confirms that the device's clock is right.
    pub fn trust_clock(&self) {
        self.post(ToWorker::TrustClock);
    }

    /// Tells the worker that the page is hidden: the browser may end it.
    pub fn tell_hidden(&self) {
        if self.0.ready.get() {
            self.post(ToWorker::Hidden);
        }
    }

    pub fn set_durability(&self, durability: Durability) {
        self.0.durability.set(durability);
        self.post(ToWorker::SetDurability { durability });
    }

    /// Ends the worker, with the data that is only in its memory.
    pub fn end(&self) {
        self.next_generation();
        self.0.is_put_away.set(true);
        self.0.ready.set(false);
        if let Some(worker) = self.0.worker.borrow_mut().take() {
            worker.terminate();
        }
        self.0.outbox.borrow_mut().clear();
        refuse_all(self.0.waiting.take(), &Refusal::Restarted);
    }

    /// Sends a message that the plain engine cannot answer again, to the complete engine.
    async fn ask(&self, message: impl Fn(u32) -> ToWorker) -> Result<ToPage, Refusal> {
        match self.ask_once(&message).await {
            Err(Refusal::NeedsCompleteEngine) => {
                self.complete().await?;
                self.ask_once(&message).await
            }
            answer => answer,
        }
    }

    async fn ask_once(&self, message: impl FnOnce(u32) -> ToWorker) -> Result<ToPage, Refusal> {
        let (id, answer) = self.expect_answer();
        self.post(message(id));
        let _watch = self.watch(id);
        answer.await.unwrap_or(Err(Refusal::Restarted))
    }

    /// Requests content for a view. Returns `None` if the workspace was closed meanwhile.
    async fn look(&self, message: impl Fn(u32) -> ToWorker) -> Result<ToPage, Refusal> {
        let workspace = self.workspace();
        let answer = self.ask(message).await?;
        if self.workspace() == workspace { Ok(answer) } else { Err(Refusal::Restarted) }
    }

    fn expect_answer(&self) -> (u32, oneshot::Receiver<Result<ToPage, Refusal>>) {
        let id = self.next_id();
        let (sender, receiver) = oneshot::channel();
        self.0.waiting.borrow_mut().push((id, sender));
        (id, receiver)
    }

    fn next_id(&self) -> u32 {
        let id = self.0.last_id.get().wrapping_add(1);
        self.0.last_id.set(id);
        id
    }

    fn next_generation(&self) -> u32 {
        let next = self.0.generation.get().wrapping_add(1);
        self.0.generation.set(next);
        self.0.asks.borrow_mut().fail(AskError::Stopped);
        next
    }

    fn post(&self, message: ToWorker) {
        if !self.0.ready.get() {
            self.0.outbox.borrow_mut().push(message);
            return;
        }
        if let Some(worker) = self.0.worker.borrow().as_ref() {
            worker.post(&message);
        }
    }

    fn start_worker(&self) {
        if self.0.is_put_away.get() {
            return;
        }
        let (on_message, on_stop) = (self.clone(), self.clone());
        let generation = self.next_generation();
        let started = engine_start::start(
            self.0.size.get(),
            &self.0.workspace.borrow().worker_name(),
            Callback::from(move |message| on_message.receive(generation, message)),
            Callback::from(move |end| on_stop.restart(generation, end)),
        );
        match started {
            Some(worker) => *self.0.worker.borrow_mut() = Some(worker),
            None => self.0.on_event.emit(EngineEvent::Stopped),
        }
    }

    fn receive(&self, generation: u32, message: FromWorker) {
        self.note_heard();
        match message {
            FromWorker::Message(message) => self.receive_message(generation, message),
            FromWorker::Answer { id, bytes } if generation == self.0.generation.get() => {
                self.0.asks.borrow_mut().answer(id, Ok(bytes));
            }
            FromWorker::Answer { .. } => {}
        }
    }

    fn receive_message(&self, generation: u32, message: ToPage) {
        match message {
            ToPage::Refused { id, refusal } => self.answer(id, Err(refusal)),
            ToPage::Answer { id, .. }
            | ToPage::Tables { id, .. }
            | ToPage::Items { id, .. }
            | ToPage::Loaded { id, .. }
            | ToPage::TablesText { id, .. }
            | ToPage::Timeline { id, .. }
            | ToPage::Recalled { id, .. }
            | ToPage::Files { id, .. }
            | ToPage::Salvaged { id, .. }
            | ToPage::HandedOver { id, .. }
            | ToPage::Done { id } => self.answer(id, Ok(message)),
            _ if generation != self.0.generation.get() => {}
            ToPage::Ready { role, revision, loaded_items, loaded_ms } => {
                self.0.role.set(Some(role));
                self.become_ready();
                self.0.on_event.emit(EngineEvent::Ready { role, revision, loaded_items, loaded_ms });
            }
            ToPage::Changed { space, revision } => {
                self.0.on_event.emit(EngineEvent::Changed { space, revision });
            }
            ToPage::Role { role } => {
                self.0.role.set(Some(role));
                self.0.on_event.emit(EngineEvent::Role(role));
            }
            ToPage::Storage { health } => self.0.on_event.emit(EngineEvent::Storage(health)),
            ToPage::Working { id, work, permille } => self.note_progress(id, work, permille),
            ToPage::DiscardedTail => self.0.on_event.emit(EngineEvent::DiscardedTail),
            ToPage::NeedsCompleteEngine => self.start_complete(generation),
            ToPage::Panicked { .. } => self.restart(generation, WorkerEnd::Failed),
            ToPage::Pong => {}
            ToPage::ClockAhead { device_ms, engine_ms } => {
                self.0.on_event.emit(EngineEvent::ClockAhead { device_ms, engine_ms });
            }
        }
    }

    fn become_ready(&self) {
        self.0.ready.set(true);
        self.0.failed_starts.set(0);
        if self.0.durability.get() != Durability::default() {
            self.post(ToWorker::SetDurability { durability: self.0.durability.get() });
        }
        self.give_what_was_handed_over();
        for message in self.0.outbox.take() {
            self.post(message);
        }
    }

    fn answer(&self, id: u32, answer: Result<ToPage, Refusal>) {
        // The receiver may be gone, with its page.
        let mut waiting = self.0.waiting.borrow_mut();
        if let Some(position) = waiting.iter().position(|(asked, _)| *asked == id) {
            let _ = waiting.swap_remove(position).1.send(answer);
        }
    }
}

fn refuse_all(waiting: Vec<(u32, Waiting)>, refusal: &Refusal) {
    for (_, waiting) in waiting {
        // The receiver may be gone.
        let _ = waiting.send(Err(refusal.clone()));
    }
}

fn loaded(answer: ToPage) -> Result<LoadedWorkspace, Refusal> {
    match answer {
        ToPage::Loaded { tables, items, revision, .. } => Ok(LoadedWorkspace { tables, items, revision }),
        other => Err(unexpected(&other)),
    }
}

fn unexpected(answer: &ToPage) -> Refusal {
    let _ = answer;
    Refusal::BadRequest { detail: "the engine answered with another kind of message".to_owned() }
}
