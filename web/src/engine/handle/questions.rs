//! The questions to the worker, as futures.

use dynalab_app::engine::answers::{self, Answered, ItemsQuestion, LoadedWorkspace, RecalledRequest};
use dynalab_app::engine::machine::{Input, Reply};
use dynalab_lessons::{Attempt, Verdict};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::files::{FilesAnswer, FilesQuestion};
use dynalab_playground::protocol::salvage::{SalvageQuestion, SalvageView};
use dynalab_playground::protocol::{Refusal, Space, ToPage, ToWorker, Travel};
use dynalab_playground::views::items::ItemsView;
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use dynalab_programs::Ask;
use dynalab_programs::bench::CheckLesson;

use crate::engine::handle::EngineHandle;

/// The state machine sets the id of each message.
const ID: u32 = 0;

/// A question whose answer is awaited. The machine receives `Abandon` if it is dropped.
struct Open<'a> {
    engine: &'a EngineHandle,
    question: u32,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.engine.0.abandon(self.question);
    }
}

impl EngineHandle {
    pub async fn execute(&self, space: Space, operation: String, body: String) -> Result<Answered, Refusal> {
        let message = ToWorker::Execute { id: ID, space, operation, body, trace: true };
        answers::executed(self.ask(message).await?)
    }

    /// Executes a dry run of a control at the entry that is shown. Returns status and JSON body. The history does not change.
    pub async fn look_at(&self, operation: String, body: String) -> Result<(u16, String), Refusal> {
        let message = ToWorker::DryRun { id: ID, space: Space::Saved, operation, body };
        answers::executed(self.ask(message).await?).map(|answer| (answer.status, answer.body))
    }

    /// Moves in the history of the saved tables. Returns the timeline and its revision.
    pub async fn travel(&self, to: Travel) -> Result<(TimelineView, u64), Refusal> {
        answers::timeline(self.look(ToWorker::Travel { id: ID, to }).await?)
    }

    /// Returns the request and the response of a history entry.
    pub async fn recall(&self, entry: u64) -> Result<RecalledRequest, Refusal> {
        answers::recalled(self.look(ToWorker::Recall { id: ID, entry }).await?)
    }

    /// Returns the tables and their revision.
    pub async fn tables(&self, space: Space) -> Result<(Vec<TableSummary>, u64), Refusal> {
        answers::tables(self.look(ToWorker::Tables { id: ID, space }).await?)
    }

    pub async fn items(&self, question: ItemsQuestion) -> Result<ItemsView, Refusal> {
        let ItemsQuestion { space, table, index, around, limit } = question;
        answers::items(self.look(ToWorker::Items { id: ID, space, table, index, around, limit }).await?)
    }

    /// `document` is the text of a sample, of a file or of a link.
    pub async fn open_document(&self, space: Space, document: String) -> Result<LoadedWorkspace, Refusal> {
        answers::loaded(self.ask(ToWorker::OpenDocument { id: ID, space, document }).await?)
    }

    /// Returns the content for a document.
    pub async fn tables_text(&self, space: Space, data: bool, steps: u32) -> Result<String, Refusal> {
        answers::tables_text(self.ask(ToWorker::TablesText { id: ID, space, data, steps }).await?)
    }

    pub async fn clear(&self, space: Space) -> Result<LoadedWorkspace, Refusal> {
        answers::loaded(self.ask(ToWorker::Clear { id: ID, space }).await?)
    }

    pub async fn files(&self, question: FilesQuestion) -> Result<FilesAnswer, Refusal> {
        answers::files(self.ask(ToWorker::Files { id: ID, question }).await?)
    }

    /// Closes the open workspace and opens another. Earlier requests are answered first, by the workspace that they were sent to. Later
    /// requests wait for the new one. The caller need not wait.
    pub async fn open_workspace(&self, workspace: WorkspaceChoice) {
        // A worker that does not respond is ended. Its acknowledged writes are stored.
        let _ = self.leave_for(workspace, false).await;
    }

    /// Deletes the open workspace with its content, and opens another.
    pub async fn delete_workspace(&self, next: WorkspaceChoice) -> Result<(), Refusal> {
        self.leave_for(next, true).await.map(drop)
    }

    async fn leave_for(&self, next: WorkspaceChoice, delete: bool) -> Result<Reply, Refusal> {
        self.wait_for(|question| Input::Leave { question, next, delete }).await
    }

    /// Stores the temporary copy as a new workspace, and continues there.
    pub async fn keep_as(&self, workspace: WorkspaceId) -> Result<(), Refusal> {
        let name = workspace.as_str().to_owned();
        answers::done(self.ask(ToWorker::Keep { id: ID, workspace: name }).await?)?;
        self.0.receive(Input::Keep(workspace));
        Ok(())
    }

    /// Empties the temporary copy.
    ///
    /// # Errors
    /// Returns an error if the workspace has a store, or if the worker cannot be reached.
    pub async fn start_over(&self) -> Result<(), Refusal> {
        answers::done(self.ask(ToWorker::StartOver { id: ID }).await?)
    }

    /// Compares the requests since the start of the lesson with its goals.
    ///
    /// # Errors
    /// Returns an error if the worker no longer has the requests. Also fails if the worker cannot be reached or has another version.
    pub async fn check_lesson(&self, attempt: Attempt) -> Result<Verdict, Refusal> {
        let message = message_bytes::write(&CheckLesson { attempt }.message());
        let message =
            message.ok_or_else(|| bad_request("the attempt cannot be written as bytes".to_owned()))?;
        let reply = self.wait_for(|question| Input::CheckLesson { question, message }).await?;
        let Reply::Bytes(bytes) = reply else { return Err(Refusal::Restarted) };
        let checked: <CheckLesson as Ask>::Answer =
            message_bytes::read(&bytes).map_err(|error| bad_request(error.to_string()))?;
        checked.map_err(|error| bad_request(error.to_string()))
    }

    /// Returns which stored data of this workspace is readable, and which is lost.
    ///
    /// # Errors
    /// Returns an error if nothing is stored, or if the browser cannot list the stored data.
    pub async fn read_damaged(&self) -> Result<SalvageView, Refusal> {
        let bytes = self.ask_about_damage(SalvageQuestion::Report).await?;
        message_bytes::read(&bytes).map_err(|error| bad_request(error.to_string()))
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
        answers::done(self.look(ToWorker::Salvage { id: ID, question }).await?)
    }

    async fn ask_about_damage(&self, question: SalvageQuestion) -> Result<Vec<u8>, Refusal> {
        answers::salvaged(self.look(ToWorker::Salvage { id: ID, question }).await?)
    }

    async fn ask(&self, message: ToWorker) -> Result<ToPage, Refusal> {
        match self.wait_for(|question| Input::Ask { question, message }).await? {
            Reply::Message(message) => Ok(message),
            Reply::Bytes(_) => Err(Refusal::Restarted),
        }
    }

    /// Requests content for a view. Fails if the workspace was closed meanwhile.
    async fn look(&self, message: ToWorker) -> Result<ToPage, Refusal> {
        let workspace = self.workspace();
        let answer = self.ask(message).await?;
        if self.workspace() == workspace { Ok(answer) } else { Err(Refusal::Restarted) }
    }

    async fn wait_for(&self, input: impl FnOnce(u32) -> Input) -> Result<Reply, Refusal> {
        let (question, answer) = self.0.expect();
        let _open = Open { engine: self, question };
        self.0.receive(input(question));
        answer.await.unwrap_or(Err(Refusal::Restarted))
    }
}

fn bad_request(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}
