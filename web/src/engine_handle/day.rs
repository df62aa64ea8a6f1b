//! Days of the partition lab. A second worker simulates them, a short while per message.

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_traffic::lab::{DayAnswer, DayQuestion};

use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// Begins or continues the simulation of days.
    ///
    /// # Errors
    /// Returns an error if a number is out of range. Also fails if the worker cannot be reached or has another version.
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
