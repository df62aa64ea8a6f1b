//! Checks of key designs. The worker runs them on a scratch engine, beside the tables that it has.

use dynalab_modeling::migrate::run::StepResult;
use dynalab_modeling::{Design, Report};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};

use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// Runs the access patterns of a design on its sample. Also returns the duration in milliseconds.
    ///
    /// # Errors
    /// Returns an error if the worker cannot be reached or has another version.
    pub async fn check_design(&self, design: &Design) -> Result<(Report, f64), Refusal> {
        let text = dynalab_modeling::write(design).into_bytes();
        match self.ask(|id| ToWorker::CheckDesign { id, design: text.clone() }).await? {
            ToPage::DesignChecked { report, took_ms, .. } => message_bytes::read(&report)
                .map(|report| (report, took_ms))
                .map_err(|error| Refusal::BadRequest { detail: error.to_string() }),
            other => Err(unexpected(&other)),
        }
    }

    /// Runs the migration from one design to another on the sample. Returns the result of each step.
    ///
    /// # Errors
    /// Returns the errors of [`EngineHandle::check_design`].
    pub async fn run_migration(&self, from: &Design, to: &Design) -> Result<Vec<StepResult>, Refusal> {
        let [from, to] = [from, to].map(|design| dynalab_modeling::write(design).into_bytes());
        match self.ask(|id| ToWorker::RunMigration { id, from: from.clone(), to: to.clone() }).await? {
            ToPage::MigrationRun { results, .. } => message_bytes::read(&results)
                .map_err(|error| Refusal::BadRequest { detail: error.to_string() }),
            other => Err(unexpected(&other)),
        }
    }
}
