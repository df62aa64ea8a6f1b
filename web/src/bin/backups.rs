//! The worker that writes and reads backups. It is fetched with the first backup, answers one message, and is ended
//! then: what it needs of memory goes with it, and the engine never waits for it.

use dynalab_playground::backup;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::backup::{
    BackupFailure, FromBackupWorker, ListedWorkspace, ToBackupWorker,
};
use dynalab_playground::workspace_choice::WorkspaceId;
use dynalab_storage::StoreError;
use dynalab_storage::backup::BYTES_MAX;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

#[cfg(target_arch = "wasm32")]
type PageStore = dynalab_storage::IndexedDbStore;
/// Only so that the crate can be looked at natively; a worker runs in a browser.
#[cfg(not(target_arch = "wasm32"))]
type PageStore = dynalab_storage::MemoryStore;

/// So much of a file is held here; the browser keeps the rest, and not in memory if it is large.
const PIECE_BYTES: usize = 4 * 1024 * 1024;

fn main() {
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        spawn_local(async move {
            let (answer, file) = answer_to(&Array::from(&event.data())).await;
            post_message(&answer, file);
        });
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post_message(&FromBackupWorker::Ready, None);
}

/// `parts` are the message and, if there is one, the file.
async fn answer_to(parts: &Array) -> (FromBackupWorker, Option<Blob>) {
    let message = parts.get(0).dyn_into::<Uint8Array>().ok();
    let message = message.and_then(|bytes| message_bytes::read(&bytes.to_vec()).ok());
    let answered = match (message, parts.get(1).dyn_into::<Blob>()) {
        (Some(ToBackupWorker::Save { workspaces }), _) => save(&workspaces).await,
        (Some(ToBackupWorker::Restore), Ok(file)) => {
            restore(&file).await.map(|workspaces| (FromBackupWorker::Restored { workspaces }, None))
        }
        // From a page of another version.
        _ => Err(BackupFailure::Stopped),
    };
    answered.unwrap_or_else(|failure| (FromBackupWorker::Failed(failure), None))
}

async fn save(workspaces: &[ListedWorkspace]) -> Result<(FromBackupWorker, Option<Blob>), BackupFailure> {
    let mut pieces = Pieces::default();
    let saved = backup::save(workspaces, open_existing, |piece| pieces.add(piece)).await?;
    let file = pieces.end().map_err(|_| BackupFailure::Stopped)?;
    Ok((FromBackupWorker::Saved(saved), Some(file)))
}

async fn restore(file: &Blob) -> Result<Vec<ListedWorkspace>, BackupFailure> {
    if file.size() > BYTES_MAX as f64 {
        return Err(BackupFailure::TooLarge);
    }
    // A file that was moved or deleted after it was chosen.
    let gone = |_| BackupFailure::Damaged { detail: "the browser cannot read it".to_owned() };
    let bytes = Uint8Array::new(&JsFuture::from(file.array_buffer()).await.map_err(gone)?).to_vec();
    backup::restore(&bytes, new_id, open_new, discard).await
}

fn new_id() -> WorkspaceId {
    WorkspaceId::from_random((js_sys::Math::random() * 9_007_199_254_740_992.0) as u64)
}

/// A file that is being written.
#[derive(Default)]
struct Pieces {
    finished: Array,
    unfinished: Vec<u8>,
    failure: Option<JsValue>,
}

impl Pieces {
    fn add(&mut self, piece: &[u8]) {
        self.unfinished.extend_from_slice(piece);
        if self.unfinished.len() >= PIECE_BYTES {
            self.finish();
        }
    }

    fn finish(&mut self) {
        let bytes = Uint8Array::from(self.unfinished.as_slice());
        self.unfinished.clear();
        match Blob::new_with_u8_array_sequence(&Array::of1(&bytes)) {
            Ok(piece) => drop(self.finished.push(&piece)),
            Err(error) => self.failure = Some(error),
        }
    }

    fn end(mut self) -> Result<Blob, JsValue> {
        self.finish();
        match self.failure {
            Some(failure) => Err(failure),
            None => Blob::new_with_blob_sequence(&self.finished),
        }
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post_message(message: &FromBackupWorker, file: Option<Blob>) {
    if let Some(bytes) = message_bytes::write(message) {
        let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
        if let Some(file) = file {
            parts.push(&file);
        }
        // A page that is gone receives nothing, and nothing is lost by that.
        drop(scope().post_message(&parts));
    }
}

#[cfg(target_arch = "wasm32")]
async fn open_existing(id: &WorkspaceId) -> Result<Option<PageStore>, StoreError> {
    PageStore::open_existing(&id.database_name()).await
}

#[cfg(target_arch = "wasm32")]
async fn open_new(id: &WorkspaceId) -> Result<PageStore, StoreError> {
    PageStore::open(&id.database_name()).await
}

#[cfg(target_arch = "wasm32")]
async fn discard(id: &WorkspaceId) {
    // What cannot be deleted is found again as a workspace, and can be deleted there.
    drop(PageStore::delete(&id.database_name()).await);
}

#[cfg(not(target_arch = "wasm32"))]
async fn open_existing(_: &WorkspaceId) -> Result<Option<PageStore>, StoreError> {
    Ok(None)
}

#[cfg(not(target_arch = "wasm32"))]
async fn open_new(_: &WorkspaceId) -> Result<PageStore, StoreError> {
    Ok(PageStore::default())
}

#[cfg(not(target_arch = "wasm32"))]
async fn discard(_: &WorkspaceId) {}
