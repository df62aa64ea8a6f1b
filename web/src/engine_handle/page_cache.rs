//! The browser's page cache, which may keep a page that the person left and restore it later.
//!
//! A cached page must not hold the writer's lock, or the next page could not write. Therefore its worker ends. All writes that
//! the worker acknowledged are stored. When the page is restored, another worker starts from the store.

use dynalab_playground::protocol::{Refusal, Role};
use dynalab_playground::workspace_choice::WorkspaceChoice;

use crate::engine_handle::{EngineEvent, EngineHandle, refuse_all};

impl EngineHandle {
    /// Ends the worker because the page is left (`pagehide`). Requests that the worker has received but not answered fail.
    /// Requests that it has not received wait until the page is restored.
    pub fn put_away(&self) {
        let shared = &self.0;
        // A worker with data in memory only holds no lock, and ending it would lose the data.
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

    /// Starts a worker because the page is restored (`pageshow`). `workspace` differs from the earlier one if that was deleted meanwhile.
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
