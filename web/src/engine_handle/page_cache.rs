//! The browser's page cache: a page that is left may be kept as it is, and shown again later.
//!
//! A page that is put away must not hold the writer's lock, or the next page could not write. Its worker ends. What the
//! worker has acknowledged is stored. When the page comes back, another worker starts from the store.

use dynalab_playground::protocol::{Refusal, Role};
use dynalab_playground::workspace_choice::WorkspaceChoice;

use crate::engine_handle::{EngineEvent, EngineHandle, refuse_all};

impl EngineHandle {
    /// The page is left (`pagehide`). Requests that a worker has received, and not answered, are refused. Requests that no
    /// worker has received wait until the page is shown again.
    pub fn put_away(&self) {
        let shared = &self.0;
        // A worker that has its data in memory only holds no lock, and the data would be lost.
        if shared.role.get() == Some(Role::MemoryOnly) || shared.is_put_away.replace(true) {
            return;
        }
        self.next_generation();
        if let Some(worker) = shared.worker.borrow_mut().take() {
            worker.terminate();
        }
        if shared.ready.replace(false) {
            refuse_all(shared.waiting.take(), &Refusal::Restarted);
        }
        let leaving = shared.leaving.take();
        for (last, worker) in leaving {
            worker.terminate();
            self.answer(last, Err(Refusal::Restarted));
        }
    }

    pub fn is_put_away(&self) -> bool {
        self.0.is_put_away.get()
    }

    /// The page is shown again (`pageshow`), with this workspace: another one when the one before was deleted meanwhile.
    pub fn bring_back(&self, workspace: WorkspaceChoice) {
        let shared = &self.0;
        if !shared.is_put_away.replace(false) {
            return;
        }
        if self.workspace() == workspace {
            shared.on_event.emit(EngineEvent::Resuming);
        } else {
            shared.outbox.borrow_mut().clear();
            refuse_all(shared.waiting.take(), &Refusal::Restarted);
            shared.on_event.emit(EngineEvent::Opening(workspace.clone()));
            *shared.workspace.borrow_mut() = workspace;
        }
        shared.failed_starts.set(0);
        self.start_worker();
    }
}
