//! Salvages a workspace whose stored data cannot be read as a whole: a list of what is readable, a copy of it, and the stored bytes.

use dynalab_engine::EngineConfig;
use dynalab_playground::history::Window;
use dynalab_playground::host;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::salvage::SalvageQuestion;
use dynalab_playground::protocol::{Refusal, ToPage};
use dynalab_playground::salvage::{Salvaged, salvage, view};
use dynalab_playground::workspace_choice::WorkspaceId;
use dynalab_storage::raw::{RawChunks, file};
use dynalab_storage::{StoreError, Unavailability};

/// Answers a request about the database with this name, which is only read.
pub async fn answer(id: u32, database: &str, question: SalvageQuestion) -> ToPage {
    let answered = match question {
        SalvageQuestion::Report => report(database).await,
        SalvageQuestion::RawFile => read_raw(database).await.map(|raw| Some(file::write(&raw))),
        SalvageQuestion::CopyTo { workspace } => copy_to(database, &workspace).await.map(|()| None),
    };
    match answered {
        Ok(Some(answer)) => ToPage::Salvaged { id, answer },
        Ok(None) => ToPage::Done { id },
        Err(error) => ToPage::Refused { id, refusal: host::refusal_of(&error) },
    }
}

/// The answer for a workspace that is not stored.
pub fn refuse(id: u32) -> ToPage {
    let detail = "the workspace has no store".to_owned();
    ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
}

async fn report(database: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let raw = read_raw(database).await?;
    let no_bytes = || StoreError::unreadable_content("the report cannot be written as bytes");
    message_bytes::write(&view(&raw, &readable(&raw))).map(Some).ok_or_else(no_bytes)
}

async fn copy_to(database: &str, workspace: &str) -> Result<(), StoreError> {
    let id = WorkspaceId::parse(workspace).ok_or(Unavailability::NoSuchWorkspace)?;
    let mut copy = readable(&read_raw(database).await?).workspace;
    let name = id.database_name();
    let store = crate::open_store(&name).await?;
    match host::store_in_new(&mut copy, &store).await {
        Ok(_) => Ok(()),
        // The name belongs to another workspace.
        Err(error @ StoreError::Conflict { .. }) => Err(error),
        Err(error) => {
            drop(store);
            drop(crate::delete_store(&name).await);
            Err(error)
        }
    }
}

fn readable(raw: &RawChunks) -> Salvaged {
    salvage(raw, crate::new_seed(), EngineConfig::instant(), Window::PAGE)
}

#[cfg(target_arch = "wasm32")]
async fn read_raw(database: &str) -> Result<RawChunks, StoreError> {
    crate::PageStore::read_raw(database).await
}

#[cfg(not(target_arch = "wasm32"))]
async fn read_raw(_: &str) -> Result<RawChunks, StoreError> {
    Ok(RawChunks::default())
}
