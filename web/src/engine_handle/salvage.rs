//! A workspace whose stored data cannot be read as a whole: the worker reads what is readable of it.

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::salvage::{SalvageQuestion, SalvageView};
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceId;

use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// What is readable of the stored data of this workspace, and what is not.
    ///
    /// # Errors
    /// When nothing is stored, or the browser does not list what is.
    pub async fn read_damaged(&self) -> Result<SalvageView, Refusal> {
        let bytes = self.ask_about_damage(SalvageQuestion::Report).await?;
        message_bytes::read(&bytes).map_err(|error| Refusal::BadRequest { detail: error.to_string() })
    }

    /// A file with every stored value of this workspace.
    ///
    /// # Errors
    /// As [`EngineHandle::read_damaged`].
    pub async fn raw_file(&self) -> Result<Vec<u8>, Refusal> {
        self.ask_about_damage(SalvageQuestion::RawFile).await
    }

    /// Puts what is readable into a new workspace, which is not opened yet.
    ///
    /// # Errors
    /// As [`EngineHandle::read_damaged`], and when the copy cannot be stored. Then it is deleted.
    pub async fn copy_readable(&self, workspace: &WorkspaceId) -> Result<(), Refusal> {
        let question = SalvageQuestion::CopyTo { workspace: workspace.as_str().to_owned() };
        match self.look(|id| ToWorker::Salvage { id, question: question.clone() }).await? {
            ToPage::Done { .. } => Ok(()),
            other => Err(unexpected(&other)),
        }
    }

    async fn ask_about_damage(&self, question: SalvageQuestion) -> Result<Vec<u8>, Refusal> {
        match self.look(|id| ToWorker::Salvage { id, question: question.clone() }).await? {
            ToPage::Salvaged { answer, .. } => Ok(answer),
            other => Err(unexpected(&other)),
        }
    }
}
