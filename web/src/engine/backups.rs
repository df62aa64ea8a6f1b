//! The page's side of the worker that writes and reads backups, and the progress of a backup.

use dynalab_app::state::Action;
use dynalab_app::state::backup_stage::BackupStage;
use dynalab_app::state::workspace_list::{self, WorkspaceEntry};
use dynalab_playground::backup::FILE_EXTENSION;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::backup::{
    BackupFailure, FromBackupWorker, ListedWorkspace, SavedBackup, ToBackupWorker,
};
use dynalab_playground::workspace_choice::WorkspaceId;
use js_sys::{Array, Date, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::address::site;
use crate::browser::download;
use crate::browser::trusted;
use crate::engine::workspaces;
use crate::page::language::Language;
use crate::page::messages::Messages;
use crate::page::scene::Scene;

const WORKER: &str = "backups.js";

pub fn save(scene: &Scene) {
    let messages = *scene.messages();
    run(scene, BackupStage::Saving, async move { saved(&messages).await.map(BackupStage::Saved) });
}

pub fn restore(scene: &Scene, file: Blob) {
    let (messages, dispatcher) = (*scene.messages(), scene.dispatcher());
    run(scene, BackupStage::Restoring, async move {
        let restored = restored(&messages, file).await;
        workspaces::read_into(dispatcher);
        restored.map(BackupStage::Restored)
    });
}

fn run(
    scene: &Scene,
    meanwhile: BackupStage,
    work: impl Future<Output = Result<BackupStage, BackupFailure>> + 'static,
) {
    let dispatcher = scene.dispatcher();
    dispatcher.dispatch(Action::BackedUp(meanwhile));
    spawn_local(async move {
        dispatcher.dispatch(Action::BackedUp(work.await.unwrap_or_else(BackupStage::Failed)));
    });
}

async fn saved(messages: &Messages) -> Result<SavedBackup, BackupFailure> {
    let entries = workspaces::all().await;
    let listed = entries.iter().map(|entry| ListedWorkspace {
        id: entry.id.as_str().to_owned(),
        name: entry.title(messages),
        made_ms: entry.created_ms as u64,
        used_ms: entry.used_ms as u64,
    });
    let message = ToBackupWorker::Save { workspaces: listed.collect() };
    match ask(&message, None).await? {
        (FromBackupWorker::Saved(saved), Some(file)) => {
            if saved.workspaces > 0 {
                download::save_blob(&file_name(FILE_EXTENSION), &file).map_err(stopped)?;
            }
            Ok(saved)
        }
        (answer, _) => Err(failure_in(answer)),
    }
}

/// Returns a file name with the date of today in the device's time zone.
pub fn file_name(extension: &str) -> String {
    let today = Date::new_0();
    let (year, month, day) = (today.get_full_year(), today.get_month() + 1, today.get_date());
    format!("dynalab-{year}-{month:02}-{day:02}{extension}")
}

async fn restored(messages: &Messages, file: Blob) -> Result<Vec<WorkspaceId>, BackupFailure> {
    let restored = match ask(&ToBackupWorker::Restore, Some(&file)).await? {
        (FromBackupWorker::Restored { workspaces }, _) => workspaces,
        (answer, _) => return Err(failure_in(answer)),
    };
    let mut taken: Vec<String> = Vec::new();
    for entry in workspaces::listed() {
        // A workspace without a name has a different title in each language, so both are taken.
        taken.extend(
            [Language::English, Language::Japanese].map(|language| entry.title(&Messages::new(language))),
        );
    }
    let mut ids = Vec::new();
    for workspace in restored {
        let Some(id) = WorkspaceId::parse(&workspace.id) else { continue };
        let (created_ms, used_ms) = (workspace.made_ms as f64, workspace.used_ms as f64);
        let mut entry =
            WorkspaceEntry { id, name: workspace_list::clean(&workspace.name), created_ms, used_ms };
        let name = workspace_list::free_name(&entry.title(messages), &taken);
        taken.push(name.clone());
        entry.name = Some(name);
        workspaces::write(&entry);
        ids.push(entry.id);
    }
    Ok(ids)
}

/// Starts a worker and sends it one message.
async fn ask(
    message: &ToBackupWorker,
    file: Option<&Blob>,
) -> Result<(FromBackupWorker, Option<Blob>), BackupFailure> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = trusted::new_worker(&site::program_file(WORKER), &options).map_err(stopped)?;
    let asked = async {
        next(&worker).await?;
        let bytes = message_bytes::write(message).unwrap_or_default();
        let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
        if let Some(file) = file {
            parts.push(file);
        }
        worker.post_message(&parts).map_err(stopped)?;
        next(&worker).await
    };
    let answer = asked.await;
    worker.terminate();
    answer
}

/// Returns the worker's next message. The worker sends a message only in response to one.
async fn next(worker: &Worker) -> Result<(FromBackupWorker, Option<Blob>), BackupFailure> {
    let said = Promise::new(&mut |resolve, reject| {
        worker.set_onmessage(Some(&resolve));
        worker.set_onerror(Some(&reject));
    });
    let event: MessageEvent = JsFuture::from(said).await.map_err(stopped)?.unchecked_into();
    let parts = Array::from(&event.data());
    let bytes = Uint8Array::new(&parts.get(0)).to_vec();
    let message = message_bytes::read(&bytes).map_err(|_| BackupFailure::Stopped)?;
    Ok((message, parts.get(1).dyn_into().ok()))
}

fn stopped(_: JsValue) -> BackupFailure {
    BackupFailure::Stopped
}

fn failure_in(answer: FromBackupWorker) -> BackupFailure {
    match answer {
        FromBackupWorker::Failed(failure) => failure,
        _ => BackupFailure::Stopped,
    }
}
