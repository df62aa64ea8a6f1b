//! The start and the end of workers, and the browser's page cache, which may keep a page that the person left and restore it later.
//!
//! A cached page must not hold the writer's lock, or the next page could not write. Therefore its worker ends. All writes that
//! the worker acknowledged are stored. When the page is restored, another worker starts from the store.

use dynalab_playground::protocol::{Durability, Refusal, Role, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceChoice;

use super::{Effect, Machine};
use crate::engine::event::{EngineEvent, EngineSize, WorkerEnd};

/// A worker that stops this often without ever becoming ready is not started again by itself.
const START_ATTEMPTS_MAX: u32 = 3;

impl Machine {
    pub(super) fn next_generation(&mut self) -> u32 {
        self.generation = self.generation.wrapping_add(1);
        self.fail_checks();
        self.generation
    }

    pub(super) fn start_worker(&mut self) {
        if self.is_put_away {
            return;
        }
        self.is_stopped = false;
        let worker = self.next_generation();
        self.worker = Some(worker);
        let name = self.workspace.worker_name();
        self.effects.push(Effect::Start { worker, size: self.size, name });
    }

    pub(super) fn note_not_started(&mut self, worker: u32) {
        if self.worker.take_if(|running| *running == worker).is_some() {
            self.is_stopped = true;
            self.outbox.clear();
            self.refuse_waiting(&Refusal::NoWorker);
        }
        self.tell(EngineEvent::Stopped);
    }

    /// The state that was handed over goes to the worker before any other message.
    pub(super) fn become_ready(&mut self) {
        self.is_ready = true;
        self.failed_starts = 0;
        if self.durability != Durability::default() {
            self.post(ToWorker::SetDurability { durability: self.durability });
        }
        let chunks = std::mem::take(&mut self.handed_over);
        if !chunks.is_empty() {
            self.post(ToWorker::ImportState { chunks });
        }
        for message in std::mem::take(&mut self.outbox) {
            self.post(message);
        }
    }

    /// Starts another worker in the place of one that ended, unless that would not help.
    pub(super) fn restart(&mut self, worker: u32, end: WorkerEnd) {
        if worker != self.generation {
            return;
        }
        let Some(stopped) = self.worker.take() else { return };
        self.terminate(stopped);
        let mut refusal = Refusal::Restarted;
        let was_ready = std::mem::take(&mut self.is_ready);
        // A start loads what is stored. Another one would end in the same way.
        let does_not_fit = !was_ready && end == WorkerEnd::Trapped;
        if !was_ready && !does_not_fit {
            self.failed_starts += 1;
            // It may be that it could not be fetched. The core can do most things, and asks for it again.
            if self.size == EngineSize::Complete {
                self.size = EngineSize::Core;
                refusal = Refusal::NeedsCompleteEngine;
            }
        }
        self.outbox.clear();
        let waiting = std::mem::take(&mut self.waiting);
        self.refuse_all(waiting, &refusal);
        self.fail_checks();
        self.is_stopped = does_not_fit || self.failed_starts >= START_ATTEMPTS_MAX;
        if does_not_fit {
            self.tell(EngineEvent::DoesNotFit);
        } else if self.is_stopped {
            self.tell(EngineEvent::Stopped);
        } else {
            self.tell(EngineEvent::Restarting);
            self.start_worker();
        }
    }

    /// Starts the complete engine, because the worker found stored data that only the complete engine can read.
    pub(super) fn start_complete(&mut self) {
        self.size = EngineSize::Complete;
        if let Some(core) = self.worker.take() {
            self.terminate(core);
        }
        if std::mem::take(&mut self.is_ready) {
            self.refuse_waiting(&Refusal::Restarted);
        }
        self.start_worker();
    }

    pub(super) fn end(&mut self) {
        self.next_generation();
        self.is_put_away = true;
        self.is_stopped = true;
        self.is_ready = false;
        if let Some(worker) = self.worker.take() {
            self.terminate(worker);
        }
        self.outbox.clear();
        self.refuse_waiting(&Refusal::Restarted);
    }

    /// Ends the worker because the page is left. Questions that the worker has received but not answered fail. Questions that it has not
    /// received wait until the page is restored.
    pub(super) fn put_away(&mut self) {
        // A worker with data in memory only holds no lock, and ending it would lose the data.
        if self.role == Some(Role::MemoryOnly) || std::mem::replace(&mut self.is_put_away, true) {
            return;
        }
        self.next_generation();
        if let Some(worker) = self.worker.take() {
            self.terminate(worker);
        }
        if std::mem::take(&mut self.is_ready) {
            self.refuse_waiting(&Refusal::Restarted);
        }
        for leaving in std::mem::take(&mut self.leaving) {
            self.terminate(leaving.worker);
            self.settle(leaving.last, Err(Refusal::Restarted));
        }
    }

    pub(super) fn bring_back(&mut self, workspace: WorkspaceChoice) {
        if !std::mem::take(&mut self.is_put_away) {
            return;
        }
        if self.workspace == workspace {
            self.tell(EngineEvent::Resuming);
        } else {
            self.outbox.clear();
            self.refuse_waiting(&Refusal::Restarted);
            self.tell(EngineEvent::Opening(workspace.clone()));
            self.workspace = workspace;
        }
        self.failed_starts = 0;
        self.start_worker();
    }

    fn refuse_waiting(&mut self, refusal: &Refusal) {
        let waiting = std::mem::take(&mut self.waiting);
        self.refuse_all(waiting, refusal);
    }
}
