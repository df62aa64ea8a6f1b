//! Requests that change nothing: their responses are sent at once, and their entries are stored when the host is idle.

use dynalab_storage::Store;

use super::service::HostService;
use super::{BatchResult, CommitResult, Host};

impl<T: Store, S: HostService> Host<T, S> {
    /// Returns true if requests that changed nothing wait for the next commit. They are in the history, and a reload would lose them.
    pub fn has_waiting(&self) -> bool {
        self.store.is_some() && self.elected && !self.is_opening() && self.saved.waiting_chunk().is_some()
    }

    /// Stores requests that changed nothing. If the store fails, they wait again.
    pub async fn keep_waiting(&mut self) -> BatchResult {
        let mut news = CommitResult::default();
        if self.has_waiting()
            && let Some(chunk) = self.saved.waiting_chunk()
        {
            // They were answered already, so a failure has no answer to change.
            let _ = self.keep(chunk, &mut |_| {}, &mut news).await;
        }
        let CommitResult { messages, appended, deposed } = news;
        BatchResult { messages, appended, deposed }
    }
}
