//! Messages for lessons: the worker empties its temporary copy, and compares the learner's requests with the goals.

use dynalab_lessons::{Attempt, Verdict};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_programs::Ask;
use dynalab_programs::bench::CheckLesson;

use crate::asks::AskError;
use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// Empties the temporary copy.
    ///
    /// # Errors
    /// Returns an error if the workspace has a store, or if the worker cannot be reached.
    pub async fn start_over(&self) -> Result<(), Refusal> {
        match self.ask(|id| ToWorker::StartOver { id }).await? {
            ToPage::Done { .. } => Ok(()),
            other => Err(unexpected(&other)),
        }
    }

    /// Compares the requests since the start of the lesson with its goals.
    ///
    /// # Errors
    /// Returns an error if the worker no longer has the requests. Also fails if the worker cannot be reached or has another version.
    pub async fn check_lesson(&self, attempt: Attempt) -> Result<Verdict, Refusal> {
        let message = message_bytes::write(&CheckLesson { attempt }.message());
        let message =
            message.ok_or_else(|| bad_request("the attempt cannot be written as bytes".to_owned()))?;
        let id = self.next_id();
        let answer = self.0.asks.borrow_mut().wait_for(id);
        match self.0.worker.borrow().as_ref() {
            Some(worker) if self.0.ready.get() => worker.ask(id, &message),
            _ => self.0.asks.borrow_mut().answer(id, Err(AskError::Stopped)),
        }
        let _watch = self.watch(id);
        let bytes = answer.await.ok().and_then(Result::ok).ok_or(Refusal::Restarted)?;
        let checked: <CheckLesson as Ask>::Answer =
            message_bytes::read(&bytes).map_err(|error| bad_request(error.to_string()))?;
        checked.map_err(|error| bad_request(error.to_string()))
    }
}

fn bad_request(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}
