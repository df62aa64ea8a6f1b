//! Requests that change nothing: they are answered at once, and stored when nothing else is to be done.

use dynalab_storage::Store;

use super::service::HostService;
use super::{BatchResult, CommitResult, Host};

impl<T: Store, S: HostService> Host<T, S> {
    /// Whether requests that changed nothing wait for the next commit. They are in the history, and a reload would lose them.
    pub fn has_waiting(&self) -> bool {
        self.store.is_some() && self.elected && !self.is_opening() && self.saved.waiting_chunk().is_some()
    }

    /// Keeps requests that changed nothing. If the store fails, they wait again, and everything else is as it was.
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
