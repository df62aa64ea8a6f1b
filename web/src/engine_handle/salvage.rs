//! Reads the readable part of a workspace whose stored data is damaged.

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::salvage::{SalvageQuestion, SalvageView};
use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceId;

use crate::engine_handle::{EngineHandle, unexpected};

impl EngineHandle {
    /// Returns which stored data of this workspace is readable, and which is lost.
    ///
    /// # Errors
    /// Returns an error if nothing is stored, or if the browser cannot list the stored data.
    pub async fn read_damaged(&self) -> Result<SalvageView, Refusal> {
        let bytes = self.ask_about_damage(SalvageQuestion::Report).await?;
        message_bytes::read(&bytes).map_err(|error| Refusal::BadRequest { detail: error.to_string() })
    }

    /// Returns a file with every stored value of this workspace.
    ///
    /// # Errors
    /// Returns the errors of [`EngineHandle::read_damaged`].
    pub async fn raw_file(&self) -> Result<Vec<u8>, Refusal> {
        self.ask_about_damage(SalvageQuestion::RawFile).await
    }

    /// Copies the readable data into a new workspace, which is not opened yet.
    ///
    /// # Errors
    /// Returns the errors of [`EngineHandle::read_damaged`], or an error if the copy cannot be stored. The copy is then deleted.
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
