//! Replaces one worker with another. The first answers its requests and ends, then the next one starts.

use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use gloo::timers::callback::Timeout;

use crate::engine_handle::{EngineEvent, EngineHandle, refuse_all};
use crate::engine_start::{EngineSize, WorkerEnd};

/// A worker that stops this often without ever becoming ready is not started again by itself.
const START_ATTEMPTS_MAX: u32 = 3;
/// Milliseconds after which a worker that does not end by itself is terminated.
const LEAVE_PATIENCE_MS: u32 = 10_000;

impl EngineHandle {
    pub(super) async fn leave_for(
        &self,
        next: WorkspaceChoice,
        farewell: impl FnOnce(u32) -> ToWorker,
    ) -> Result<ToPage, Refusal> {
        self.0.on_event.emit(EngineEvent::Opening(next.clone()));
        self.0.handed_over.borrow_mut().clear();
        self.0.role.set(None);
        self.replace_worker(next, farewell).await
    }

    /// Starts another worker in the place of one that ended, unless that would not help.
    pub(super) fn restart(&self, generation: u32, end: WorkerEnd) {
        let shared = &self.0;
        if generation != shared.generation.get() {
            return;
        }
        let Some(stopped) = shared.worker.borrow_mut().take() else { return };
        stopped.terminate();
        let mut refusal = Refusal::Restarted;
        let was_ready = shared.ready.replace(false);
        // A start loads what is stored. Another one would end in the same way.
        let does_not_fit = !was_ready && end == WorkerEnd::Trapped;
        if !was_ready && !does_not_fit {
            shared.failed_starts.set(shared.failed_starts.get() + 1);
            // It may be that it could not be fetched. The core can do most things, and asks for it again.
            if shared.size.get() == EngineSize::Complete {
                shared.size.set(EngineSize::Core);
                refusal = Refusal::NeedsCompleteEngine;
            }
        }
        shared.outbox.borrow_mut().clear();
        refuse_all(shared.waiting.take(), &refusal);
        if does_not_fit {
            shared.on_event.emit(EngineEvent::DoesNotFit);
        } else if shared.failed_starts.get() >= START_ATTEMPTS_MAX {
            shared.on_event.emit(EngineEvent::Stopped);
        } else {
            shared.on_event.emit(EngineEvent::Restarting);
            self.start_worker();
        }
    }

    /// Sends a last message to the worker and starts the next one. Returns the response to that message.
    pub(super) async fn replace_worker(
        &self,
        next: WorkspaceChoice,
        farewell: impl FnOnce(u32) -> ToWorker,
    ) -> Result<ToPage, Refusal> {
        let shared = &self.0;
        let leaving = shared.worker.borrow_mut().take();
        let was_ready = shared.ready.replace(false);
        let generation = self.next_generation();
        *shared.workspace.borrow_mut() = next;
        let (last, answer) = self.expect_answer();
        shared.outbox.borrow_mut().clear();
        let mut left = Err(Refusal::Restarted);
        match leaving {
            Some(worker) if was_ready => {
                worker.post(&farewell(last));
                shared.leaving.borrow_mut().push((last, worker));
                let handle = self.clone();
                let _patience =
                    Timeout::new(LEAVE_PATIENCE_MS, move || handle.answer(last, Err(Refusal::Restarted)));
                left = answer.await.unwrap_or(Err(Refusal::Restarted));
                self.end_leaving(last);
            }
            Some(worker) => worker.terminate(),
            None => {}
        }
        // Requests to the ended worker fail. Requests for the next worker keep waiting.
        let (gone, waiting) = shared.waiting.take().into_iter().partition(|(id, _)| *id <= last);
        *shared.waiting.borrow_mut() = waiting;
        refuse_all(gone, &Refusal::Restarted);
        if shared.generation.get() == generation {
            shared.failed_starts.set(0);
            self.start_worker();
        }
        left
    }

    fn end_leaving(&self, last: u32) {
        let mut leaving = self.0.leaving.borrow_mut();
        if let Some(position) = leaving.iter().position(|(id, _)| *id == last) {
            leaving.swap_remove(position).1.terminate();
        }
    }
}
