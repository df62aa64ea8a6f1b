//! The engine's thread: takes the page's messages in batches, hands them to the host, and tells the page what came. Its programs differ in
//! the engine: `src/bin/worker.rs` and `src/bin/complete_worker.rs`. The programs beside the engine are in `bench.rs` and
//! `reader.rs`.

pub mod bench;
mod complete_service;
mod files;
mod lock;
mod page;
mod program;
pub mod reader;
mod salvage;
pub mod service;
mod tabs;

use dynalab_engine::EngineConfig;
use dynalab_playground::host::device_clock::DeviceClock;
use dynalab_playground::host::{self, BatchResult, Host};
use dynalab_playground::protocol::{Refusal, Role, StorageHealth, ToPage, ToWorker, UnreadableCause};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use dynalab_storage::{StoreError, Unavailability};
use dynalab_types::Timestamp;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use gloo::timers::callback::Timeout;

use lock::WriterLock;
use program::Question;
use service::WorkerService;
use tabs::Tabs;

#[cfg(target_arch = "wasm32")]
pub type PageStore = dynalab_storage::IndexedDbStore;
/// Lets the crate compile natively. A worker runs only in a browser.
#[cfg(not(target_arch = "wasm32"))]
pub type PageStore = dynalab_storage::MemoryStore;

/// The events of a worker, in the order in which they happened.
enum Event {
    FromPage(ToWorker),
    /// A question about the tables that is none to the engine.
    Asked(Question),
    /// Another tab has appended to the store.
    Appended,
    /// This tab holds the writer's lock now.
    LockGranted,
    /// Another tab has taken the writer's lock.
    LockLost,
    /// Scheduled work is due.
    Due,
    /// No request arrived for a while.
    Idle,
}

/// Answers questions about the tables that are none to the engine, from bytes to bytes. `None` for a question that has no answer.
type Answers<S> = Box<dyn Fn(&mut Host<PageStore, S>, &[u8]) -> Option<Vec<u8>>>;

/// Starts a worker. It is all that a program calls.
pub fn start<S: WorkerService + 'static>() {
    start_with::<S>(None, Box::new(|_, _| None));
}

/// `memory_bytes_max` is the limit of a program that has one.
fn start_with<S: WorkerService + 'static>(memory_bytes_max: Option<u64>, answers: Answers<S>) {
    page::report_panics();
    let (sender, events) = unbounded();
    page::listen(sender.clone());
    let workspace = match WorkspaceChoice::of_worker(&page::worker_name()) {
        WorkspaceChoice::Stored { id } => Some(id),
        WorkspaceChoice::Visiting => None,
    };
    wasm_bindgen_futures::spawn_local(run::<S>((events, sender), workspace, memory_bytes_max, answers));
}

#[cfg(target_arch = "wasm32")]
async fn open_store(name: &str) -> Result<PageStore, StoreError> {
    PageStore::open(name).await
}

#[cfg(target_arch = "wasm32")]
async fn delete_store(name: &str) -> Result<(), StoreError> {
    PageStore::delete(name).await
}

#[cfg(not(target_arch = "wasm32"))]
async fn open_store(_: &str) -> Result<PageStore, StoreError> {
    Ok(PageStore::default())
}

#[cfg(not(target_arch = "wasm32"))]
async fn delete_store(_: &str) -> Result<(), StoreError> {
    Ok(())
}

async fn run<S: WorkerService>(
    (mut events, sender): (UnboundedReceiver<Event>, UnboundedSender<Event>),
    workspace: Option<WorkspaceId>,
    memory_bytes_max: Option<u64>,
    answers: Answers<S>,
) {
    let started_ms = js_sys::Date::now();
    let place = workspace.map(|id| Place::open(&id, &sender));
    let store = match &place {
        Some(place) => open_store(&place.name).await,
        None => Err(Unavailability::NotKept.into()),
    };
    // Without a store, nothing is shared with other tabs.
    let place = place.filter(|_| !matches!(store, Err(StoreError::Unavailable { .. })));
    let mut host = Host::<_, S>::open(store, new_seed(), EngineConfig::instant()).await;
    if let Some(bytes) = memory_bytes_max {
        host.limit_memory(bytes);
    }
    if host.needs_complete_engine() {
        return page::post_message(&ToPage::NeedsCompleteEngine);
    }
    let mut early = Vec::new();
    // Wait briefly: after a restart, the previous worker is about to release the lock.
    if let Some(place) = &place
        && host.role() != Role::MemoryOnly
        && place.lock.acquire_soon().await
    {
        early = host.become_writer().await;
        place.tell_others();
    }
    page::post_message(&host.ready(js_sys::Date::now() - started_ms));
    early.iter().for_each(page::post_message);
    if *host.health() != StorageHealth::Fine {
        page::post_message(&ToPage::Storage { health: host.health().clone() });
    }
    if let Some(message) = host.take_discarded_tail() {
        page::post_message(&message);
    }
    let mut runner = Runner {
        clock: clock_after(&host),
        host,
        beside: S::beside(place.is_some()),
        answers,
        place,
        sender,
        batch: Vec::new(),
        due: None,
        idle: None,
    };
    // Continue the jobs that the previous worker did not end.
    runner.run_external_jobs().await;
    runner.wait_for_what_is_due();
    while let Some(event) = events.next().await {
        // If storing failed, it is tried again after the next request, not at once.
        let mut has_tried = matches!(event, Event::Idle);
        runner.take(event).await;
        // The messages that arrived while the last batch was written are the next batch.
        while let Ok(event) = events.try_recv() {
            has_tried = false;
            runner.take(event).await;
        }
        runner.flush().await;
        runner.wait_for_what_is_due();
        if !has_tried {
            runner.wait_until_idle();
        }
    }
}

/// Requests that change nothing are stored after this time, if no other request arrives.
const IDLE_MS: u32 = 300;

/// Work that is due sooner is executed together, because each time costs a commit.
const DUE_EVERY_MS: u64 = 200;
/// The longest delay of a browser's timer, which has 32 bits.
const DUE_AT_MOST_MS: u64 = 24 * 60 * 60 * 1000;

/// What a stored workspace shares with other tabs.
struct Place {
    /// The name of the database, the lock and the channel.
    name: String,
    tabs: Option<Tabs>,
    lock: WriterLock,
}

impl Place {
    fn open(id: &WorkspaceId, events: &UnboundedSender<Event>) -> Place {
        let name = id.database_name();
        let tabs = Tabs::listen(&name, events.clone());
        let lock = WriterLock::new(&name, events.clone());
        Place { name, tabs, lock }
    }

    /// A writer that has just begun does so as well: the one before may have had no time left.
    fn tell_others(&self) {
        if let Some(tabs) = &self.tabs {
            tabs.tell_appended();
        }
    }
}

struct Runner<S: WorkerService> {
    host: Host<PageStore, S>,
    clock: DeviceClock,
    beside: S::Beside,
    answers: Answers<S>,
    /// `None` for a temporary copy.
    place: Option<Place>,
    sender: UnboundedSender<Event>,
    batch: Vec<ToWorker>,
    /// The timer for scheduled work. Replacing it stops it.
    due: Option<Timeout>,
    /// The timer for requests that wait to be stored.
    idle: Option<Timeout>,
}

impl<S: WorkerService> Runner<S> {
    async fn take(&mut self, event: Event) {
        match event {
            Event::FromPage(ToWorker::TakeOver) => self.with_lock(WriterLock::steal),
            Event::FromPage(ToWorker::SetDurability { durability }) => {
                self.flush().await;
                self.host.set_durability(durability);
            }
            Event::FromPage(ToWorker::ExportState { id }) => {
                self.finish_work().await;
                self.settle().await;
                let chunks = self.host.hand_over();
                // Nothing is deleted here, so nothing can fail.
                drop(self.leave(false).await);
                page::post_message(&ToPage::HandedOver { id, chunks });
            }
            Event::FromPage(ToWorker::ImportState { chunks }) => self.take_in(chunks).await,
            Event::FromPage(
                message @ (ToWorker::Keep { .. }
                | ToWorker::Files { .. }
                | ToWorker::Salvage { .. }
                | ToWorker::StartOver { .. }
                | ToWorker::Leave { .. }),
            ) => {
                if let ToWorker::Leave { .. } | ToWorker::Keep { .. } | ToWorker::StartOver { .. } = message {
                    self.stop_work().await;
                }
                self.settle().await;
                if let Some(answer) = self.answer_alone(message).await {
                    page::post_message(&answer);
                }
            }
            Event::Asked(Question { id, bytes, .. }) => {
                self.finish_work().await;
                self.settle().await;
                program::post_answer(id, (self.answers)(&mut self.host, &bytes));
            }
            Event::FromPage(ToWorker::ForcePanic) => force_panic(),
            Event::FromPage(ToWorker::TrustClock) => self.clock.trust(device_time(), page::counted_ms()),
            Event::FromPage(ToWorker::Hidden) | Event::Idle => self.pause().await,
            Event::FromPage(message) => self.batch.push(message),
            Event::Appended => {
                self.flush().await;
                self.host.catch_up().await.iter().for_each(page::post_message);
                self.say_whether_the_core_does();
            }
            Event::LockGranted => {
                self.flush().await;
                self.host.become_writer().await.iter().for_each(page::post_message);
                self.say_whether_the_core_does();
                if let Some(place) = &self.place {
                    place.tell_others();
                }
                self.run_external_jobs().await;
            }
            Event::LockLost => {
                self.stop_work().await;
                self.flush().await;
                page::post_message(&self.host.step_down());
                self.with_lock(WriterLock::queue);
            }
            Event::Due => {
                self.flush().await;
                self.process(Vec::new()).await;
            }
        }
    }

    /// Takes the state that the previous worker handed over.
    async fn take_in(&mut self, chunks: Vec<Vec<u8>>) {
        match self.host.take_in(chunks) {
            Ok(told) => {
                told.iter().for_each(page::post_message);
                self.run_external_jobs().await;
            }
            Err(error) => page::post_message(&ToPage::Storage {
                health: StorageHealth::Unreadable {
                    cause: UnreadableCause::Damaged,
                    detail: format!("what the last worker handed over: {error}"),
                },
            }),
        }
    }

    /// Answers a message that is in no batch. All earlier messages are answered.
    async fn answer_alone(&mut self, message: ToWorker) -> Option<ToPage> {
        Some(match message {
            ToWorker::Keep { id, workspace } => done(id, self.keep(&workspace).await),
            ToWorker::StartOver { id } if self.host.start_over() => ToPage::Done { id },
            ToWorker::StartOver { id } => {
                let detail = "the workspace has a store".to_owned();
                ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
            }
            ToWorker::Leave { id, delete } => done(id, self.leave(delete).await),
            message => {
                let database = self.place.as_ref().map(|place| place.name.as_str());
                return S::answer(&mut self.beside, database, message).await;
            }
        })
    }

    /// Another tab, with the complete engine, may have stored data that the plain engine cannot serve.
    fn say_whether_the_core_does(&self) {
        if self.host.needs_complete_engine() {
            page::post_message(&ToPage::NeedsCompleteEngine);
        }
    }

    fn with_lock(&self, act: impl FnOnce(&WriterLock)) {
        if let Some(place) = &self.place {
            act(&place.lock);
        }
    }

    /// Moves a temporary copy into a store of its own.
    async fn keep(&mut self, workspace: &str) -> Result<(), StoreError> {
        let id = WorkspaceId::parse(workspace).ok_or(Unavailability::NoSuchWorkspace)?;
        if self.place.is_some() {
            return Err(Unavailability::KeptAlready.into());
        }
        let place = Place::open(&id, &self.sender);
        if !place.lock.acquire_soon().await {
            return Err(Unavailability::WrittenElsewhere.into());
        }
        let moved = match open_store(&place.name).await {
            Ok(store) => self.host.move_into(store).await,
            Err(error) => Err(error),
        };
        match moved {
            Ok(told) => {
                told.iter().for_each(page::post_message);
                self.place = Some(place);
                S::keep(&mut self.beside).await;
                Ok(())
            }
            Err(error) => {
                place.lock.release();
                // What remains is empty, or belongs to another workspace.
                if !matches!(error, StoreError::Conflict { .. }) {
                    drop(delete_store(&place.name).await);
                }
                Err(error)
            }
        }
    }

    async fn leave(&mut self, delete: bool) -> Result<(), StoreError> {
        let Some(place) = self.place.take() else { return Ok(()) };
        let left = if delete { delete_store(&place.name).await } else { Ok(()) };
        place.lock.release();
        left
    }

    async fn flush(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let batch = std::mem::take(&mut self.batch);
        self.process(batch).await;
    }

    async fn process(&mut self, batch: Vec<ToWorker>) {
        // The messages are encoded already: only sending them is left after the commit.
        self.host.note_memory(page::taken_bytes());
        let now = self.now();
        let processed = self.host.process_into(batch, now, page::written).await;
        processed.messages.iter().for_each(page::send);
        // In memory only, nothing is appended.
        let may_be_wanted = processed.appended || self.host.role() == Role::MemoryOnly;
        self.tell_others(&processed);
        self.host.fold().await;
        if may_be_wanted || S::has_open_job(&self.beside) {
            self.run_external_jobs().await;
        }
    }

    /// Stops the long work, and executes the messages that waited for it.
    async fn stop_work(&mut self) {
        self.flush().await;
        while self.host.has_work() {
            self.process(vec![ToWorker::Stop]).await;
        }
    }

    /// Executes the long work to its end.
    async fn finish_work(&mut self) {
        self.flush().await;
        while self.host.has_work() {
            self.process(Vec::new()).await;
        }
    }

    /// Answers all requests, and stores also those that changed nothing.
    async fn settle(&mut self) {
        self.flush().await;
        let processed = self.host.keep_waiting().await;
        processed.messages.iter().for_each(page::post_message);
        self.tell_others(&processed);
    }

    /// Uses a pause: stores what waits, and the length of the log.
    async fn pause(&mut self) {
        self.settle().await;
        self.host.use_pause().await;
    }

    fn wait_until_idle(&mut self) {
        let sender = self.sender.clone();
        self.idle = (self.host.has_waiting() || self.host.is_unsealed()).then(|| {
            // The worker may have ended by then.
            Timeout::new(IDLE_MS, move || drop(sender.unbounded_send(Event::Idle)))
        });
    }

    /// Sets a timer, because due work arrives without a request.
    fn wait_for_what_is_due(&mut self) {
        let sender = self.sender.clone();
        let work_in_ms = (self.host.has_more_to_do() || S::has_open_job(&self.beside)).then_some(0);
        let now = self.now();
        let due_in_ms =
            || S::due_in_ms(&self.host, now).map(|ms| ms.clamp(DUE_EVERY_MS, DUE_AT_MOST_MS) as u32);
        self.due = work_in_ms.or_else(due_in_ms).map(|wait_ms| {
            Timeout::new(wait_ms, move || {
                // The receiver is gone when the worker has ended.
                let _ = sender.unbounded_send(Event::Due);
            })
        });
    }

    async fn run_external_jobs(&mut self) {
        let now = self.now();
        if let Some(processed) = S::run_external_jobs(&mut self.host, &mut self.beside, now).await {
            processed.messages.iter().for_each(page::post_message);
            self.tell_others(&processed);
        }
    }

    /// Returns the time of the device, unless its clock has jumped.
    fn now(&mut self) -> Timestamp {
        let device = device_time();
        let reading = self.clock.read(device, page::counted_ms());
        if reading.jumped_to.is_some() {
            let (device_ms, engine_ms) = (device.epoch_ms, reading.at.epoch_ms);
            page::post_message(&ToPage::ClockAhead { device_ms, engine_ms });
        }
        reading.at
    }

    /// Notifies other tabs of an append, and releases the lock if another tab has it now.
    fn tell_others<M>(&self, processed: &BatchResult<M>) {
        let Some(place) = &self.place else { return };
        if processed.appended {
            place.tell_others();
        }
        if processed.deposed {
            place.lock.release();
            place.lock.queue();
        }
    }
}

fn new_seed() -> u64 {
    (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
}

fn device_time() -> Timestamp {
    Timestamp::from_epoch_ms(js_sys::Date::now() as u64)
}

/// The time of tables with a virtual clock says nothing about the device's clock.
fn clock_after<S: WorkerService>(host: &Host<PageStore, S>) -> DeviceClock {
    let stored = host.saved().engine().now();
    let has_own_clock = host.saved().clock_face(stored).rate.is_some();
    let stored = if has_own_clock { Timestamp::from_epoch_ms(0) } else { stored };
    DeviceClock::after(stored, page::counted_ms())
}

fn done(id: u32, outcome: Result<(), StoreError>) -> ToPage {
    match outcome {
        Ok(()) => ToPage::Done { id },
        Err(error) => ToPage::Refused { id, refusal: host::refusal_of(&error) },
    }
}

/// Panics, so that recovery can be tested.
fn force_panic() {
    panic!("a panic was asked for");
}
