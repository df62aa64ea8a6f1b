//! Replaces the core worker with the complete engine when the workbench opens or a request needs it. The complete engine
//! continues from the same state.

use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use wasm_bindgen_futures::spawn_local;

use crate::engine_handle::{EngineHandle, refuse_all};
use crate::engine_start::EngineSize;

impl EngineHandle {
    /// Replaces the worker with one that has every operation, unless that was done before. Requests in progress get their
    /// response first; later requests wait for the new worker.
    ///
    /// # Errors
    /// Returns an error if another workspace was opened meanwhile. The request was for the earlier one.
    pub(super) async fn complete(&self) -> Result<(), Refusal> {
        let shared = &self.0;
        if shared.size.get() != EngineSize::Core {
            return Ok(());
        }
        shared.size.set(EngineSize::Complete);
        let workspace = self.workspace();
        let farewell = |id| ToWorker::ExportState { id };
        let answer = self.replace_worker(workspace.clone(), farewell).await;
        if self.workspace() != workspace {
            return Err(Refusal::Restarted);
        }
        if let Ok(ToPage::HandedOver { chunks, .. }) = answer {
            *shared.handed_over.borrow_mut() = chunks;
        }
        Ok(())
    }

    /// Starts the replacement early, so that no request has to wait for it.
    pub fn complete_soon(&self) {
        let engine = self.clone();
        // If another workspace was opened meanwhile, its own requests start the replacement.
        spawn_local(async move { drop(engine.complete().await) });
    }

    /// Starts the complete engine, because the worker found stored data that only the complete engine can read.
    pub(super) fn start_complete(&self, generation: u32) {
        let shared = &self.0;
        if generation != shared.generation.get() {
            return;
        }
        shared.size.set(EngineSize::Complete);
        if let Some(core) = shared.worker.borrow_mut().take() {
            core.terminate();
        }
        if shared.ready.replace(false) {
            refuse_all(shared.waiting.take(), &Refusal::Restarted);
        }
        self.start_worker();
    }

    /// Sends the handed-over state to a worker that has just become ready, before any other message.
    pub(super) fn give_what_was_handed_over(&self) {
        let chunks = self.0.handed_over.take();
        if !chunks.is_empty() {
            self.post(ToWorker::ImportState { chunks });
        }
    }
}
