//! Messages for lessons: the worker empties its temporary copy, and compares the learner's requests with the goals.

use dynalab_lessons::proof_answer::{ProofAnswer, ProofQuestion};
use dynalab_lessons::{Attempt, Verdict};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};

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
    pub async fn check_lesson(&self, attempt: &Attempt) -> Result<Verdict, Refusal> {
        let no_bytes = || bad_request("the attempt cannot be written as bytes".to_owned());
        let attempt = message_bytes::write(attempt).ok_or_else(no_bytes)?;
        match self.ask(|id| ToWorker::CheckLesson { id, attempt: attempt.clone() }).await? {
            ToPage::LessonChecked { verdict, .. } => {
                message_bytes::read(&verdict).map_err(|error| bad_request(error.to_string()))
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Reads the text of a lesson, and plays its proof if the question requests it.
    ///
    /// # Errors
    /// Returns an error if the worker cannot be reached, has another version, or was ended meanwhile.
    pub async fn prove_lesson(&self, question: &ProofQuestion) -> Result<ProofAnswer, Refusal> {
        let no_bytes = || bad_request("the question cannot be written as bytes".to_owned());
        let question = message_bytes::write(question).ok_or_else(no_bytes)?;
        match self.ask(|id| ToWorker::ProveLesson { id, question: question.clone() }).await? {
            ToPage::LessonProved { answer, .. } => {
                message_bytes::read(&answer).map_err(|error| bad_request(error.to_string()))
            }
            other => Err(unexpected(&other)),
        }
    }
}

fn bad_request(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}
