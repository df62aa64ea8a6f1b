//! From the core of the engine, which the home page loads, to the complete engine: when somebody opens the workbench or asks for more
//! than the core has, another worker takes the place of the first, and goes on where it stood.

use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use wasm_bindgen_futures::spawn_local;

use crate::engine_handle::{EngineHandle, refuse_all};
use crate::engine_start::EngineSize;

impl EngineHandle {
    /// Replaces the worker by one that has every operation, if that has not been done yet. What waits for an answer gets it
    /// first, and what is asked meanwhile waits for the new one.
    ///
    /// # Errors
    /// When another workspace was opened meanwhile: what was asked was meant for the one before.
    pub(super) async fn complete(&self) -> Result<(), Refusal> {
        let shared = &self.0;
        if shared.size.replace(EngineSize::Complete) == EngineSize::Complete {
            return Ok(());
        }
        let workspace = self.workspace();
        let farewell = |id| ToWorker::HandOver { id };
        let answer = self.replace_worker(workspace.clone(), farewell).await;
        if self.workspace() != workspace {
            return Err(Refusal::Restarted);
        }
        if let Ok(ToPage::HandedOver { chunks, .. }) = answer {
            *shared.handed_over.borrow_mut() = chunks;
        }
        Ok(())
    }

    /// The same before anybody asks for more than the core has, so that no request has to wait for it.
    pub fn complete_soon(&self) {
        let engine = self.clone();
        // Where another workspace was opened meanwhile, its own requests ask for what they need.
        spawn_local(async move { drop(engine.complete().await) });
    }

    /// The worker has found that what is stored is for the complete engine.
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

    /// To a worker that has just become ready, before anything else.
    pub(super) fn give_what_was_handed_over(&self) {
        let chunks = self.0.handed_over.take();
        if !chunks.is_empty() {
            self.post(ToWorker::TakeIn { chunks });
        }
    }
}
