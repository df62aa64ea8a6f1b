//! The page's requests about the files in the buckets, and the last response.

use dynalab_app::shared::Shared;
use dynalab_app::state::files_pane::{FilesPane, FilesProblem};
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::protocol::files::{FileSummary, FilesAnswer, FilesQuestion, NewFile};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File};

use crate::browser::download;
use crate::page::context::PageContext;

/// Maximum size in bytes of all files in one upload, because they pass through the page's memory.
const PUT_BYTES_MAX: f64 = 100e6;

/// Opens the dialog and sends a first request.
pub fn open(page: &PageContext, question: FilesQuestion) {
    page.app.dispatch(Action::OpenDialog(Dialog::Files(FilesPane::default())));
    ask(page, FilesPane::default(), async { Ok(question) }, String::new());
}

pub fn save(page: &PageContext, pane: &FilesPane, file: &FileSummary) {
    let question = FilesQuestion::Get { bucket: file.bucket.clone(), key: file.key.clone() };
    let name = file.key.rsplit('/').next().unwrap_or_default().to_owned();
    ask(page, pane.clone(), async { Ok(question) }, name);
}

pub fn put(page: &PageContext, pane: &FilesPane, bucket: String, prefix: String, chosen: Vec<File>) {
    let question = async move {
        if chosen.iter().map(|file| file.size()).sum::<f64>() > PUT_BYTES_MAX {
            return Err(FilesProblem::TooLarge);
        }
        let mut files = Vec::new();
        for file in chosen {
            let bytes = JsFuture::from(file.array_buffer()).await.map_err(unreadable)?;
            files.push(NewFile { name: file.name(), bytes: Uint8Array::new(&bytes).to_vec() });
        }
        Ok(FilesQuestion::Put { bucket, prefix, files })
    };
    ask(page, pane.clone(), question, String::new());
}

/// Sends a request and shows its result. `name` is the name under which a downloaded file is saved.
fn ask(
    page: &PageContext,
    mut pane: FilesPane,
    question: impl Future<Output = Result<FilesQuestion, FilesProblem>> + 'static,
    name: String,
) {
    let (engine, dispatcher) = (page.engine.clone(), page.app.clone());
    spawn_local(async move {
        let told = async {
            match engine.files(question.await?).await.map_err(FilesProblem::Refused)? {
                FilesAnswer::List(files) => Ok(Some(Shared::new(files))),
                FilesAnswer::Bytes(bytes) => save_bytes(&name, &bytes).map(|()| None).map_err(unreadable),
            }
        };
        match told.await {
            Ok(listed) => (pane.listed, pane.problem) = (listed.or(pane.listed), None),
            Err(problem) => pane.problem = Some(problem),
        }
        dispatcher.dispatch(Action::FilesTold(pane));
    });
}

fn save_bytes(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    download::save_blob(name, &blob)
}

fn unreadable(_: JsValue) -> FilesProblem {
    FilesProblem::Unreadable
}
