//! The content of the worker: the stored workspace and the demonstration. It answers the page's messages in batches, with one commit
//! for each batch.
//!
//! Memory runs ahead of the store by at most one batch. A response that changed or read new data is sent only after the commit. If the
//! commit fails, the engine undoes the batch and the response becomes a refusal with the reason.

mod complete_service;
mod deferred_reads;
pub mod device_clock;
mod elapsed_time;
mod external_jobs;
mod load_test;
mod log_upkeep;
pub mod service;
mod store_errors;
mod traffic;
mod work;
mod workspace_move;

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use dynalab_engine::{EngineConfig, TraceLevel, Unreadable};
use dynalab_storage::{Epoch, LogTail, Revision, SavedContent, Store, StoreError};
use dynalab_types::Timestamp;

use crate::history::Window;
use crate::protocol::{Durability, Refusal, Role, Space, StorageHealth, ToPage, ToWorker};
use crate::reply;
use crate::workspace::Workspace;
pub use external_jobs::OpenJob;
use log_upkeep::Log;
use service::HostService;
pub use store_errors::refusal_of;
use store_errors::{health_of, unreadable, unreadable_or_fine};
use work::Work;
pub use workspace_move::store_in_new;

/// With this much memory taken, requests that may need more are refused, unless the thread has a limit of its own.
const MEMORY_BYTES_MAX: u64 = 3584 * 1024 * 1024;

pub struct Host<T, S: HostService> {
    store: Option<T>,
    config: EngineConfig,
    seed: u64,
    saved: Workspace<S>,
    demo: Workspace<S>,
    /// This tab holds the lock. The store may not know yet, because a claim needs space too.
    elected: bool,
    /// The epoch of the writer, once the store has its claim.
    epoch: Option<Epoch>,
    revision: Revision,
    durability: Durability,
    /// The memory of the thread is nearly full, so nothing may make the tables larger.
    has_full_memory: bool,
    memory_bytes_max: u64,
    health: StorageHealth,
    log: Log,
    /// The log ended with the beginning of a chunk.
    discarded_tail: bool,
    traffic: S::Traffic,
    load_test: S::LoadTest,
    /// The long work in progress, and messages deferred until it ends.
    work: Option<Work>,
    put_off: VecDeque<ToWorker>,
}

/// A message for the page that may have to wait for the commit.
pub struct Reply {
    pub message: ToPage,
    pub waits_for_commit: bool,
}

/// The result of storing a batch.
#[derive(Default)]
struct CommitResult {
    messages: Vec<ToPage>,
    appended: bool,
    deposed: bool,
}

/// The result of a batch.
#[derive(Debug)]
pub struct BatchResult<M = ToPage> {
    pub messages: Vec<M>,
    /// True if a chunk was appended: notify the other tabs.
    pub appended: bool,
    /// True if another tab has taken over: release the lock.
    pub deposed: bool,
}

impl<T: Store, S: HostService> Host<T, S> {
    /// Loads the content of the store. Without a store, or with one that cannot be read, everything works in memory and the store
    /// stays as it is.
    pub async fn open(store: Result<T, StoreError>, seed: u64, config: EngineConfig) -> Host<T, S> {
        let new = |window| Workspace::new(seed, config.clone(), window);
        let mut host = Host {
            store: None,
            saved: new(Window::PAGE),
            demo: new(Window::NOTHING),
            config: config.clone(),
            seed,
            elected: false,
            epoch: None,
            revision: Revision::ZERO,
            durability: Durability::Strict,
            has_full_memory: false,
            memory_bytes_max: MEMORY_BYTES_MAX,
            health: StorageHealth::Fine,
            log: Log::default(),
            discarded_tail: false,
            traffic: S::Traffic::default(),
            load_test: S::LoadTest::default(),
            work: None,
            put_off: VecDeque::new(),
        };
        match store {
            Ok(store) => {
                host.store = Some(store);
                if let Err(error) = host.reload().await {
                    host.store = None;
                    host.health = unreadable(&error);
                }
            }
            Err(error) => host.health = unreadable_or_fine(&error),
        }
        host
    }

    pub fn role(&self) -> Role {
        match (&self.store, self.elected) {
            (None, _) => Role::MemoryOnly,
            (Some(_), true) => Role::Writer,
            (Some(_), false) => Role::Follower,
        }
    }

    pub fn health(&self) -> &StorageHealth {
        &self.health
    }

    pub fn saved(&self) -> &Workspace<S> {
        &self.saved
    }

    /// The saved workspace, for views of its history. Changes through it are not stored.
    pub fn saved_mut(&mut self) -> &mut Workspace<S> {
        &mut self.saved
    }

    /// Empties a temporary copy. Returns false for a workspace with a store, which stays as it is.
    pub fn start_over(&mut self) -> bool {
        if self.store.is_some() {
            return false;
        }
        self.saved = Workspace::new(self.seed, self.config.clone(), Window::PAGE);
        self.load_test = S::LoadTest::default();
        self.revision = Revision(self.revision.0 + 1);
        true
    }

    /// Returns the state that a worker with the complete engine cannot read from a store. Call it when everything is answered.
    pub fn hand_over(&mut self) -> Vec<Vec<u8>> {
        if self.store.is_some() {
            return Vec::new();
        }
        self.saved.look_at_head();
        self.saved.snapshot().unwrap_or_default()
    }

    /// Takes the state that [`hand_over`](Host::hand_over) returned.
    ///
    /// # Errors
    /// If the chunks cannot be decoded. Then nothing is changed.
    pub fn take_in(&mut self, chunks: Vec<Vec<u8>>) -> Result<Option<ToPage>, Unreadable> {
        if chunks.is_empty() {
            return Ok(None);
        }
        let saved = SavedContent { snapshot: chunks, ..SavedContent::default() };
        self.saved = Workspace::restore(&saved, self.seed, self.config.clone(), Window::PAGE)?;
        Ok(Some(ToPage::Changed { space: Space::Saved, revision: self.revision.0 }))
    }

    /// Returns true if the stored data needs the complete engine.
    pub fn needs_complete_engine(&self) -> bool {
        self.saved.engine().needs_complete_engine()
    }

    /// Returns the first message of a worker.
    pub fn ready(&self, loaded_ms: f64) -> ToPage {
        let loaded_items =
            self.saved.engine().database().tables().map(|table| table.items.len() as u64).sum();
        ToPage::Ready { role: self.role(), revision: self.revision.0, loaded_items, loaded_ms }
    }

    /// Returns the notice about a change that was not completely stored when the browser ended. Only once.
    pub fn take_discarded_tail(&mut self) -> Option<ToPage> {
        std::mem::take(&mut self.discarded_tail).then_some(ToPage::DiscardedTail)
    }

    /// Claims the store and reads what the last writer stored. A claim that fails, for example because the store is full, is repeated
    /// with the first write.
    pub async fn become_writer(&mut self) -> Vec<ToPage> {
        self.elected = true;
        self.epoch = None;
        let mut messages = Vec::new();
        if let Err(error) = self.claimed().await {
            self.health = health_of(&error);
            messages.push(ToPage::Storage { health: self.health.clone() });
        }
        messages.extend(self.catch_up().await);
        messages.push(ToPage::Role { role: self.role() });
        messages
    }

    /// Returns the epoch of this writer. Claims it now if that failed before.
    async fn claimed(&mut self) -> Result<Option<Epoch>, StoreError> {
        if let (Some(store), true, None) = (&self.store, self.elected, self.epoch) {
            self.epoch = Some(store.claim().await?.epoch);
        }
        Ok(self.epoch)
    }

    /// Becomes a follower, because another tab has taken the lock.
    pub fn step_down(&mut self) -> ToPage {
        self.elected = false;
        self.epoch = None;
        ToPage::Role { role: self.role() }
    }

    /// Reads what another writer stored.
    pub async fn catch_up(&mut self) -> Vec<ToPage> {
        let Some(store) = &self.store else { return Vec::new() };
        let before = self.revision;
        let followed = match store.load_after(self.revision).await {
            Ok(LogTail::Chunks(chunks)) => {
                chunks.iter().for_each(|chunk| self.log.add(chunk.payload.len()));
                let applied = self.saved.apply_chunks(&chunks);
                if let Some(last) = chunks.last() {
                    self.revision = last.revision;
                }
                // If a chunk fails, reload everything.
                if applied.is_err() { self.reload().await } else { Ok(()) }
            }
            Ok(LogTail::Replaced) => self.reload().await,
            Err(error) => Err(error),
        };
        match followed {
            Err(error) => {
                self.health = health_of(&error);
                vec![ToPage::Storage { health: self.health.clone() }]
            }
            Ok(()) if self.revision == before => Vec::new(),
            Ok(()) => vec![ToPage::Changed { space: Space::Saved, revision: self.revision.0 }],
        }
    }

    /// Executes a batch of messages, stores their changes, and responds.
    pub async fn process(&mut self, batch: Vec<ToWorker>, now: Timestamp) -> BatchResult {
        let processed = self.process_into(batch, now, ToPage::clone).await;
        self.fold().await;
        processed
    }

    /// Like [`process`](Host::process), but encodes replies with `write` while the store appends. Call [`fold`](Host::fold) after the
    /// replies are sent.
    pub async fn process_into<M>(
        &mut self,
        batch: Vec<ToWorker>,
        now: Timestamp,
        write: impl Fn(&ToPage) -> M,
    ) -> BatchResult<M> {
        self.log.has_grown = false;
        let mut replies = Vec::with_capacity(batch.len());
        let is_stopped = batch.contains(&ToWorker::Stop);
        if self.work.is_none() && self.put_off.is_empty() {
            replies.extend(S::let_time_pass(self, now));
        } else if !is_stopped {
            replies.extend(self.next_part(now));
        }
        self.reply_to_all(batch, now, &mut replies);
        let mut news = CommitResult::default();
        let mut written = None;
        let failure = match (!self.is_opening()).then(|| self.saved.uncommitted_chunk()).flatten() {
            None => None,
            Some(chunk) => {
                let mut meanwhile = |revision: Revision| {
                    let answers = replies.iter_mut().map(|reply| {
                        reply::set_revision(&mut reply.message, revision.0);
                        write(&reply.message)
                    });
                    written = Some(answers.collect());
                };
                self.keep(chunk, &mut meanwhile, &mut news).await.err()
            }
        };
        if let Some(refusal) = &failure {
            replies.extend(self.end_unkept_work(refusal));
        }
        let answers = match (failure, written) {
            (None, Some(written)) => written,
            (failure, _) => {
                self.finish_replies(replies, failure.as_ref()).iter().map(&write).collect::<Vec<M>>()
            }
        };
        let CommitResult { messages, appended, deposed } = news;
        let messages = messages.iter().map(write).chain(answers).collect();
        BatchResult { messages, appended, deposed }
    }

    fn finish_replies(&self, replies: Vec<Reply>, failure: Option<&Refusal>) -> Vec<ToPage> {
        let told = replies.into_iter().map(|Reply { mut message, waits_for_commit }| match failure {
            Some(refusal) if waits_for_commit => reply::refused(&message, refusal.clone()),
            _ => {
                reply::set_revision(&mut message, self.revision.0);
                message
            }
        });
        told.collect()
    }

    fn reply(&mut self, message: ToWorker, now: Timestamp) -> Option<Reply> {
        if self.has_full_memory
            && let Some(id) = reply::id_of_growth::<S>(&message)
        {
            let message = ToPage::Refused { id, refusal: Refusal::MemoryFull };
            return Some(Reply { message, waits_for_commit: false });
        }
        let message = match self.begin_work(message, now) {
            Ok(reply) => return reply,
            Err(message) => message,
        };
        if let Some(reply) = S::about_traffic(self, &message, now) {
            return Some(reply);
        }
        let role = self.role();
        let space = reply::space_of(&message)?;
        let (workspace, writes_allowed) = match space {
            Space::Demo => (&mut self.demo, true),
            Space::Saved => (&mut self.saved, role != Role::Follower),
        };
        let mut reply = reply::answer(workspace, message, now, writes_allowed)?;
        workspace.follow_clock(now);
        if space == Space::Demo {
            self.demo.commit();
            reply.waits_for_commit = false;
        }
        Some(reply)
    }

    /// Appends the records since the last commit. On failure the engine is at the last commit. `meanwhile` is called while the store
    /// appends, with the expected revision.
    async fn keep(
        &mut self,
        chunk: Vec<u8>,
        meanwhile: &mut impl FnMut(Revision),
        news: &mut CommitResult,
    ) -> Result<(), Refusal> {
        let epoch = match self.claimed().await {
            Ok(epoch) => epoch,
            Err(error) => return Err(self.not_kept(error, news).await),
        };
        let (Some(store), Some(epoch)) = (&self.store, epoch) else {
            if self.store.is_none() {
                self.saved.commit();
                self.revision = Revision(self.revision.0 + 1);
                return Ok(());
            }
            self.saved.roll_back();
            return Err(Refusal::NotWriter);
        };
        let durability = match self.durability {
            Durability::Strict => dynalab_storage::Durability::Strict,
            Durability::Relaxed => dynalab_storage::Durability::Relaxed,
        };
        let next = Revision(self.revision.0 + 1);
        let appending = store.append(epoch, self.revision, &chunk, durability);
        match first_begin(appending, || meanwhile(next)).await {
            Ok(revision) => {
                self.kept(revision, chunk.len(), news);
                Ok(())
            }
            Err(error @ StoreError::Interrupted { .. }) => self.find_out(chunk, error, news).await,
            Err(error) => Err(self.not_kept(error, news).await),
        }
    }

    fn kept(&mut self, revision: Revision, bytes: usize, news: &mut CommitResult) {
        self.saved.commit();
        self.revision = revision;
        self.log.add(bytes);
        self.log.has_grown = true;
        news.appended = true;
        self.set_health(StorageHealth::Fine, news);
    }

    /// The store does not know whether the chunk was appended: reads it to find out.
    async fn find_out(
        &mut self,
        chunk: Vec<u8>,
        error: StoreError,
        news: &mut CommitResult,
    ) -> Result<(), Refusal> {
        let expected = Revision(self.revision.0 + 1);
        let Some(store) = &self.store else { return Err(refusal_of(&error)) };
        if let Ok(saved) = store.load().await
            && saved.revision == expected
            && saved.log.last().is_some_and(|last| last.payload == chunk)
        {
            self.kept(expected, chunk.len(), news);
            return Ok(());
        }
        Err(self.not_kept(error, news).await)
    }

    async fn not_kept(&mut self, error: StoreError, news: &mut CommitResult) -> Refusal {
        self.saved.roll_back();
        let deposed = matches!(error, StoreError::Deposed | StoreError::Conflict { .. });
        if deposed {
            self.elected = false;
            self.epoch = None;
            news.deposed = true;
            news.messages.push(ToPage::Role { role: self.role() });
            let followed = self.catch_up().await;
            news.messages.extend(followed);
            return Refusal::NotWriter;
        }
        self.set_health(health_of(&error), news);
        news.messages.push(ToPage::Changed { space: Space::Saved, revision: self.revision.0 });
        refusal_of(&error)
    }

    fn set_health(&mut self, health: StorageHealth, news: &mut CommitResult) {
        if self.health != health {
            self.health = health.clone();
            news.messages.push(ToPage::Storage { health });
        }
    }

    /// Notes how many bytes of memory the thread has taken. It has at most 4 GB, or what [`Host::limit_memory`] says, and ends if that is
    /// not enough.
    pub fn note_memory(&mut self, taken_bytes: u64) {
        self.has_full_memory = taken_bytes > self.memory_bytes_max;
    }

    /// Sets the most memory that the thread can have, in bytes. The host refuses growth above seven eighths of it.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.memory_bytes_max = bytes / 8 * 7;
    }

    pub fn set_durability(&mut self, durability: Durability) {
        self.durability = durability;
    }

    async fn reload(&mut self) -> Result<(), StoreError> {
        let Some(store) = &self.store else { return Ok(()) };
        let saved: SavedContent = store.load().await?;
        let unreadable = |error: Unreadable| StoreError::unreadable_content(error);
        self.saved =
            Workspace::restore(&saved, self.seed, self.config.clone(), Window::PAGE).map_err(unreadable)?;
        self.discarded_tail |= saved.discarded_tail;
        self.revision = saved.revision;
        self.log = Log::of_loaded(&saved);
        Ok(())
    }
}

/// Polls the future once, does some work, and then completes the future.
async fn first_begin<T>(begins: impl Future<Output = T>, work: impl FnOnce()) -> T {
    let mut begins = pin!(begins);
    let begun = poll_fn(|context| Poll::Ready(begins.as_mut().poll(context))).await;
    work();
    match begun {
        Poll::Ready(ended) => ended,
        Poll::Pending => begins.await,
    }
}

/// Returns the level of the trace: full if the page asks for it.
pub(crate) fn level(trace: bool) -> TraceLevel {
    if trace { TraceLevel::Full } else { TraceLevel::Off }
}
