//! The engine's thread: takes the page's messages in batches, hands them to the host, and tells the page what came.

mod lock;
mod page;
mod tabs;

use dynalab_engine::EngineConfig;
use dynalab_playground::host::Host;
use dynalab_playground::protocol::ToWorker;
use dynalab_types::Timestamp;
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use futures_util::StreamExt;

use lock::WriterLock;
use tabs::Tabs;

#[cfg(target_arch = "wasm32")]
type PageStore = dynalab_storage::IndexedDbStore;
/// Only so that the crate can be looked at natively; a worker runs in a browser.
#[cfg(not(target_arch = "wasm32"))]
type PageStore = dynalab_storage::MemoryStore;

/// The database, the lock and the channel that all tabs of this origin share.
const WORKSPACE: &str = "dynalab";

/// What can happen to a worker, in the order in which it happened.
pub enum Event {
    FromPage(ToWorker),
    /// Another tab has appended to the store.
    Appended,
    /// This tab holds the writer's lock now.
    LockGranted,
    /// Another tab has taken it.
    LockLost,
}

fn main() {
    page::report_panics();
    let (sender, events) = unbounded();
    page::listen(sender.clone());
    let tabs = Tabs::listen(WORKSPACE, sender.clone());
    let lock = WriterLock::new(WORKSPACE, sender);
    wasm_bindgen_futures::spawn_local(run(events, tabs, lock));
}

#[cfg(target_arch = "wasm32")]
async fn open_store() -> Result<PageStore, dynalab_storage::StoreError> {
    PageStore::open(WORKSPACE).await
}

#[cfg(not(target_arch = "wasm32"))]
async fn open_store() -> Result<PageStore, dynalab_storage::StoreError> {
    Ok(PageStore::default())
}

async fn run(mut events: UnboundedReceiver<Event>, tabs: Option<Tabs>, lock: WriterLock) {
    let started_ms = js_sys::Date::now();
    let seed = (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64;
    let mut host = Host::open(open_store().await, seed, EngineConfig::instant()).await;
    let mut early = Vec::new();
    // A moment's patience: after a restart the lock of the worker before is about to come free.
    if lock.acquire_soon().await {
        early = host.become_writer().await;
    }
    page::tell(&host.ready(js_sys::Date::now() - started_ms));
    early.iter().for_each(page::tell);
    if *host.health() != dynalab_playground::protocol::StorageHealth::Fine {
        page::tell(&dynalab_playground::protocol::ToPage::Storage { health: host.health().clone() });
    }
    let mut runner = Runner { host, tabs, lock, batch: Vec::new() };
    while let Some(event) = events.next().await {
        runner.take(event).await;
        // Everything that arrived while the last batch was being written makes the next one.
        while let Ok(event) = events.try_recv() {
            runner.take(event).await;
        }
        runner.flush().await;
    }
}

struct Runner {
    host: Host<PageStore>,
    tabs: Option<Tabs>,
    lock: WriterLock,
    batch: Vec<ToWorker>,
}

impl Runner {
    async fn take(&mut self, event: Event) {
        match event {
            Event::FromPage(ToWorker::TakeOver) => self.lock.steal(),
            Event::FromPage(ToWorker::SetDurability { durability }) => {
                self.flush().await;
                self.host.set_durability(durability);
            }
            Event::FromPage(ToWorker::ForcePanic) => force_panic(),
            Event::FromPage(message) => self.batch.push(message),
            Event::Appended => {
                self.flush().await;
                self.host.follow().await.iter().for_each(page::tell);
            }
            Event::LockGranted => {
                self.flush().await;
                self.host.become_writer().await.iter().for_each(page::tell);
            }
            Event::LockLost => {
                self.flush().await;
                page::tell(&self.host.step_down());
                self.lock.queue();
            }
        }
    }

    async fn flush(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let batch = std::mem::take(&mut self.batch);
        let now = Timestamp::from_epoch_ms(js_sys::Date::now() as u64);
        let processed = self.host.process(batch, now).await;
        processed.messages.iter().for_each(page::tell);
        if processed.appended
            && let Some(tabs) = &self.tabs
        {
            tabs.tell_appended();
        }
        if processed.deposed {
            self.lock.release();
            self.lock.queue();
        }
    }
}

/// So that recovery can be seen and tested.
#[cfg(debug_assertions)]
fn force_panic() {
    panic!("a panic was asked for");
}

#[cfg(not(debug_assertions))]
fn force_panic() {}
