//! Days of the partition lab: a worker of their own simulates them, a short while for each message.

use dynalab_playground::lab::{DayAnswer, DayQuestion};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};

use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// Begins days, or goes on with them.
    ///
    /// # Errors
    /// When the worker cannot be reached, is of another version, or a number is outside its range.
    pub async fn simulate_day(&self, question: &DayQuestion) -> Result<DayAnswer, Refusal> {
        let bad = |detail: String| Refusal::BadRequest { detail };
        let question = message_bytes::write(question)
            .ok_or_else(|| bad("the question cannot be written as bytes".to_owned()))?;
        match self.ask(|id| ToWorker::SimulateDay { id, question: question.clone() }).await? {
            ToPage::DaySimulated { answer, .. } => {
                message_bytes::read(&answer).map_err(|error| bad(error.to_string()))
            }
            other => Err(unexpected(&other)),
        }
    }
}
