//! The answers of the worker, by the question that they belong to.

use dynalab_playground::protocol::files::FilesAnswer;
use dynalab_playground::protocol::{Refusal, Space, ToPage};
use dynalab_playground::views::items::{Around, ItemsView};
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::views::trace::TraceLine;

#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub status: u16,
    pub body: String,
    pub trace: Vec<TraceLine>,
    pub revision: u64,
    /// Its entry in the history, if it has one.
    pub entry: Option<u64>,
}

/// A request of the history with its response.
#[derive(Clone, Debug, PartialEq)]
pub struct RecalledRequest {
    pub operation: String,
    pub request: String,
    pub status: u16,
    pub body: String,
    pub trace: Vec<TraceLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoadedWorkspace {
    pub tables: Vec<String>,
    pub items: u64,
    pub revision: u64,
}

/// The rows of a table or index that a view shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemsQuestion {
    pub space: Space,
    pub table: String,
    pub index: Option<String>,
    pub around: Around,
    pub limit: u32,
}

/// Reads the answer to a request.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn executed(answer: ToPage) -> Result<Answered, Refusal> {
    match answer {
        ToPage::Answer { status, body, trace, revision, entry, .. } => {
            Ok(Answered { status, body, trace, revision, entry })
        }
        other => Err(unexpected(&other)),
    }
}

/// Reads the timeline and its revision.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn timeline(answer: ToPage) -> Result<(TimelineView, u64), Refusal> {
    match answer {
        ToPage::Timeline { timeline, revision, .. } => Ok((timeline, revision)),
        other => Err(unexpected(&other)),
    }
}

/// Reads a request of the history.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn recalled(answer: ToPage) -> Result<RecalledRequest, Refusal> {
    match answer {
        ToPage::Recalled { operation, request, status, body, trace, .. } => {
            Ok(RecalledRequest { operation, request, status, body, trace })
        }
        other => Err(unexpected(&other)),
    }
}

/// Reads the tables and their revision.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn tables(answer: ToPage) -> Result<(Vec<TableSummary>, u64), Refusal> {
    match answer {
        ToPage::Tables { tables, revision, .. } => Ok((tables, revision)),
        other => Err(unexpected(&other)),
    }
}

/// Reads rows.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn items(answer: ToPage) -> Result<ItemsView, Refusal> {
    match answer {
        ToPage::Items { items, .. } => Ok(items),
        other => Err(unexpected(&other)),
    }
}

/// Reads what was loaded.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn loaded(answer: ToPage) -> Result<LoadedWorkspace, Refusal> {
    match answer {
        ToPage::Loaded { tables, items, revision, .. } => Ok(LoadedWorkspace { tables, items, revision }),
        other => Err(unexpected(&other)),
    }
}

/// Reads the content of a document.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn tables_text(answer: ToPage) -> Result<String, Refusal> {
    match answer {
        ToPage::TablesText { text, .. } => Ok(text),
        other => Err(unexpected(&other)),
    }
}

/// Reads an answer about objects in buckets.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn files(answer: ToPage) -> Result<FilesAnswer, Refusal> {
    match answer {
        ToPage::Files { answer, .. } => Ok(answer),
        other => Err(unexpected(&other)),
    }
}

/// Reads the bytes of an answer about damaged data.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn salvaged(answer: ToPage) -> Result<Vec<u8>, Refusal> {
    match answer {
        ToPage::Salvaged { answer, .. } => Ok(answer),
        other => Err(unexpected(&other)),
    }
}

/// Reads an answer without a result.
///
/// # Errors
/// Returns a refusal if the message answers something else.
pub fn done(answer: ToPage) -> Result<(), Refusal> {
    match answer {
        ToPage::Done { .. } => Ok(()),
        other => Err(unexpected(&other)),
    }
}

fn unexpected(answer: &ToPage) -> Refusal {
    let _ = answer;
    Refusal::BadRequest { detail: "the engine answered with another kind of message".to_owned() }
}
