//! Answers one message of the page from one workspace.

use dynalab_engine::TraceLevel;
use dynalab_engine::operations::Request;
use dynalab_types::Timestamp;

use crate::history::HistoryEntryId;
use crate::host::{Reply, level};
use crate::opening::{self, drop_table, open_document};
use crate::protocol::{Refusal, Space, ToPage, ToWorker, Travel};
use crate::share::tables_text::tables_text;
use crate::views;
use crate::workspace::service::WorkspaceService;
use crate::workspace::{Answer, JUMP, TravelError, Workspace, is_read_only};

/// The maximum size of a DynamoDB request, in bytes.
const REQUEST_MAX_BYTES: usize = 16 * 1024 * 1024;

/// Returns the database of a message. `None` for messages about the worker itself.
pub(crate) fn space_of(message: &ToWorker) -> Option<Space> {
    match message {
        ToWorker::Execute { space, .. }
        | ToWorker::DryRun { space, .. }
        | ToWorker::Tables { space, .. }
        | ToWorker::Items { space, .. }
        | ToWorker::OpenDocument { space, .. }
        | ToWorker::TablesText { space, .. }
        | ToWorker::Clear { space, .. } => Some(*space),
        ToWorker::Travel { .. } | ToWorker::Recall { .. } => Some(Space::Saved),
        ToWorker::TakeOver
        | ToWorker::SetDurability { .. }
        | ToWorker::Keep { .. }
        | ToWorker::ExportState { .. }
        | ToWorker::ImportState { .. }
        | ToWorker::Stop
        | ToWorker::Files { .. }
        | ToWorker::Salvage { .. }
        | ToWorker::StartOver { .. }
        | ToWorker::Leave { .. }
        | ToWorker::ForcePanic
        | ToWorker::Ping
        | ToWorker::Hidden
        | ToWorker::TrustClock => None,
    }
}

/// Returns the id of a message that makes the tables larger, or may. Reads and deletions are none of them.
pub(crate) fn id_of_growth<S: WorkspaceService>(message: &ToWorker) -> Option<u32> {
    match message {
        ToWorker::Execute { id, operation, .. } => {
            let name = operation.strip_prefix("Dynalab.").unwrap_or(operation);
            let is_harmless = name.starts_with("Delete") || is_read_only::<S>(operation);
            (!is_harmless).then_some(*id)
        }
        ToWorker::OpenDocument { id, .. } => Some(*id),
        _ => None,
    }
}

/// Answers a message. The caller sets the revision when it sends the reply.
pub(crate) fn answer<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    message: ToWorker,
    wall: Timestamp,
    writes_allowed: bool,
) -> Option<Reply> {
    // The clock of a reading tab does not advance, because only the writer runs scheduled work.
    let at = if writes_allowed { workspace.time(wall) } else { workspace.engine().now() };
    let message = match message {
        ToWorker::Execute { id, body, .. } | ToWorker::DryRun { id, body, .. }
            if body.len() > REQUEST_MAX_BYTES =>
        {
            ToPage::Refused { id, refusal: Refusal::TooLarge { bytes: body.len() as u64 } }
        }
        ToWorker::Execute { id, operation, body, trace, .. } => {
            let access_mode = if writes_allowed { AccessMode::ReadWrite } else { AccessMode::ReadOnly };
            execute(workspace, id, (&operation, &body), at, level(trace), access_mode)
        }
        ToWorker::DryRun { id, operation, body, .. } => {
            execute(workspace, id, (&operation, &body), at, TraceLevel::Off, AccessMode::DryRun)
        }
        ToWorker::Travel { id, to } if !writes_allowed && !to.only_looks() => {
            ToPage::Refused { id, refusal: Refusal::NotWriter }
        }
        ToWorker::Travel { id, to } => match travel(workspace, to) {
            Ok(()) => {
                workspace.follow_clock(wall);
                let at = if writes_allowed { workspace.time(wall) } else { at };
                show_timeline(workspace, id, at)
            }
            Err(error) => cannot(id, &error),
        },
        ToWorker::Recall { id, entry } => recall(workspace, id, HistoryEntryId(entry)),
        ToWorker::Tables { id, .. } => {
            ToPage::Tables { id, tables: views::tables::tables(workspace.engine()), revision: 0 }
        }
        ToWorker::Items { id, table, index, around, limit, .. } => {
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            let items = views::items::items(workspace.engine(), &table, index.as_deref(), &around, limit);
            items.map_or_else(|error| cannot(id, &error), |items| ToPage::Items { id, items, revision: 0 })
        }
        ToWorker::OpenDocument { id, .. } | ToWorker::Clear { id, .. } if !writes_allowed => {
            ToPage::Refused { id, refusal: Refusal::NotWriter }
        }
        ToWorker::OpenDocument { id, document, .. } => {
            opening::message(id, open_document(workspace, &document, at))
        }
        ToWorker::TablesText { id, data, steps, .. } => write_tables(workspace, id, data, steps),
        ToWorker::Clear { id, .. } => clear_all(workspace, id, at),
        other => {
            debug_assert!(space_of(&other).is_none(), "{other:?} has a workspace, and no answer");
            return None;
        }
    };
    let immediate = matches!(message, ToPage::Refused { .. });
    Some(Reply { message, waits_for_commit: !immediate && workspace.has_uncommitted() })
}

fn clear_all<S: WorkspaceService>(workspace: &mut Workspace<S>, id: u32, at: Timestamp) -> ToPage {
    clear(workspace, at);
    ToPage::Loaded { id, tables: Vec::new(), items: 0, revision: 0 }
}

fn show_timeline<S: WorkspaceService>(workspace: &Workspace<S>, id: u32, at: Timestamp) -> ToPage {
    let clock = workspace.clock_face(at);
    let timeline = views::timeline::timeline(workspace.history(), clock, workspace.is_limited());
    ToPage::Timeline { id, timeline, revision: 0 }
}

/// How a request may access the workspace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessMode {
    ReadWrite,
    /// Reads only: the tab is not the writer, or it is viewing the past.
    ReadOnly,
    /// A dry run. Writes of items are allowed and reverted immediately.
    DryRun,
}

fn is_item_write(operation: &str) -> bool {
    matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "TransactWriteItems")
}

fn execute<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    id: u32,
    (operation, body): (&str, &str),
    at: Timestamp,
    level: TraceLevel,
    access_mode: AccessMode,
) -> ToPage {
    if Request::<S>::needs_complete_engine(operation, body) {
        return ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine };
    }
    let may = match access_mode {
        AccessMode::ReadWrite => true,
        AccessMode::ReadOnly => is_read_only::<S>(operation),
        AccessMode::DryRun => is_read_only::<S>(operation) || is_item_write(operation),
    };
    if !may {
        return ToPage::Refused { id, refusal: Refusal::NotWriter };
    }
    let last = workspace.history().next_id();
    let answer = match access_mode {
        AccessMode::ReadWrite => workspace.execute(at, operation, body, level),
        AccessMode::ReadOnly | AccessMode::DryRun => workspace.peek(at, operation, body, level),
    };
    answered(workspace, id, last, answer)
}

/// The message with an answer. `last` was the next entry of the history before the request.
fn answered<S: WorkspaceService>(
    workspace: &Workspace<S>,
    id: u32,
    last: HistoryEntryId,
    answer: Answer,
) -> ToPage {
    let entry = (workspace.history().next_id() > last).then(|| workspace.history().head().0);
    let trace = views::trace::trace_lines::<S>(&answer.trace);
    ToPage::Answer { id, status: answer.status, body: answer.body, trace, revision: 0, entry }
}

/// Executes a jump of the clock, or its first part. Returns the time to which it continues.
pub(crate) fn jump<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    id: u32,
    body: &str,
    wall: Timestamp,
    level: TraceLevel,
) -> (ToPage, Option<Timestamp>) {
    let last = workspace.history().next_id();
    let at = workspace.time(wall);
    let (answer, left) = workspace.execute_part(at, JUMP, body, level);
    (answered(workspace, id, last, answer), left)
}

/// Continues a jump, whose answer becomes that of the newest part.
pub(crate) fn continue_jump<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    message: &mut ToPage,
    until: Timestamp,
) -> Option<Timestamp> {
    let (answer, left) = workspace.continue_part(until);
    if let ToPage::Answer { status, body, entry, .. } = message {
        (*status, *body) = (answer.status, answer.body);
        *entry = Some(workspace.history().head().0);
    }
    left
}

fn write_tables<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    id: u32,
    data: bool,
    steps: u32,
) -> ToPage {
    match workspace.with_log(steps, |engine, log| tables_text(engine, data, log)) {
        Ok(Ok(text)) => ToPage::TablesText { id, text, revision: 0 },
        Ok(Err(error)) => cannot(id, &error),
        Err(error) => cannot(id, &error),
    }
}

/// Deletes all tables as one step of the history.
fn clear<S: WorkspaceService>(workspace: &mut Workspace<S>, at: Timestamp) {
    let tables = workspace.engine().database().tables();
    let names: Vec<String> = tables.map(|table| table.definition.name.to_string()).collect();
    workspace.together(|workspace| names.iter().for_each(|name| drop_table(workspace, name, at)));
}

fn travel<S: WorkspaceService>(workspace: &mut Workspace<S>, to: Travel) -> Result<(), TravelError> {
    match to {
        Travel::Nowhere => Ok(()),
        Travel::LookAt { number } => workspace.look_at(number),
        Travel::LookAtHead => {
            workspace.look_at_head();
            Ok(())
        }
        Travel::ContinueHere => workspace.continue_here(),
        Travel::Undo => workspace.undo(),
        Travel::Redo => workspace.redo(),
        Travel::SwitchTo { branch } => workspace.switch_to(branch),
        Travel::RenameBranch { branch, name } => workspace.rename_branch(branch, &name),
        Travel::DeleteBranch { branch } => workspace.delete_branch(branch),
        Travel::NameEntry { entry, name } => workspace.name_entry(HistoryEntryId(entry), &name),
    }
}

fn recall<S: WorkspaceService>(workspace: &mut Workspace<S>, id: u32, entry: HistoryEntryId) -> ToPage {
    if let Some(request) = workspace.history().entry(entry)
        && Request::<S>::needs_complete_engine(&request.operation, &request.body)
    {
        return ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine };
    }
    let answer = match workspace.recall(entry) {
        Ok(answer) => answer,
        Err(error) => return cannot(id, &error),
    };
    let request = workspace.history().entry(entry);
    let (operation, request) =
        request.map(|entry| (entry.operation.to_string(), entry.body.to_string())).unwrap_or_default();
    let trace = views::trace::trace_lines::<S>(&answer.trace);
    ToPage::Recalled { id, operation, request, status: answer.status, body: answer.body, trace }
}

fn cannot(id: u32, error: &dyn std::error::Error) -> ToPage {
    ToPage::Refused { id, refusal: bad_request(error.to_string()) }
}

fn bad_request(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}

/// Returns the rejection of a message whose changes were not stored.
pub(crate) fn refused(message: &ToPage, refusal: Refusal) -> ToPage {
    match message {
        ToPage::Answer { id, .. }
        | ToPage::Tables { id, .. }
        | ToPage::Items { id, .. }
        | ToPage::Loaded { id, .. }
        | ToPage::TablesText { id, .. }
        | ToPage::Timeline { id, .. }
        | ToPage::Recalled { id, .. }
        | ToPage::Refused { id, .. } => ToPage::Refused { id: *id, refusal },
        other => other.clone(),
    }
}

pub(crate) fn set_revision(message: &mut ToPage, now: u64) {
    match message {
        ToPage::Answer { revision, .. }
        | ToPage::Tables { revision, .. }
        | ToPage::Items { revision, .. }
        | ToPage::Timeline { revision, .. }
        | ToPage::Loaded { revision, .. }
        | ToPage::Changed { revision, .. }
        | ToPage::TablesText { revision, .. } => *revision = now,
        _ => {}
    }
}
