//! The ids of messages: a question has one, and its answer has the same.

use dynalab_playground::protocol::{ToPage, ToWorker};

/// Returns the message with this id. A message that has no answer has no id.
pub fn with_id(mut message: ToWorker, new: u32) -> ToWorker {
    match &mut message {
        ToWorker::Execute { id, .. }
        | ToWorker::DryRun { id, .. }
        | ToWorker::Tables { id, .. }
        | ToWorker::Items { id, .. }
        | ToWorker::OpenDocument { id, .. }
        | ToWorker::TablesText { id, .. }
        | ToWorker::Clear { id, .. }
        | ToWorker::Travel { id, .. }
        | ToWorker::Recall { id, .. }
        | ToWorker::Keep { id, .. }
        | ToWorker::ExportState { id }
        | ToWorker::Files { id, .. }
        | ToWorker::Salvage { id, .. }
        | ToWorker::StartOver { id }
        | ToWorker::Leave { id, .. } => *id = new,
        ToWorker::TakeOver
        | ToWorker::SetDurability { .. }
        | ToWorker::ImportState { .. }
        | ToWorker::Stop
        | ToWorker::ForcePanic
        | ToWorker::Ping
        | ToWorker::Hidden
        | ToWorker::TrustClock => {}
    }
    message
}

/// Returns the id of the question that the message answers. A refusal answers one too.
pub fn answered(message: &ToPage) -> Option<u32> {
    match message {
        ToPage::Answer { id, .. }
        | ToPage::Tables { id, .. }
        | ToPage::Items { id, .. }
        | ToPage::Loaded { id, .. }
        | ToPage::TablesText { id, .. }
        | ToPage::Timeline { id, .. }
        | ToPage::Recalled { id, .. }
        | ToPage::Files { id, .. }
        | ToPage::Salvaged { id, .. }
        | ToPage::HandedOver { id, .. }
        | ToPage::Refused { id, .. }
        | ToPage::Done { id } => Some(*id),
        ToPage::Ready { .. }
        | ToPage::NeedsCompleteEngine
        | ToPage::Changed { .. }
        | ToPage::Role { .. }
        | ToPage::Storage { .. }
        | ToPage::DiscardedTail
        | ToPage::Working { .. }
        | ToPage::Panicked { .. }
        | ToPage::Pong
        | ToPage::ClockAhead { .. } => None,
    }
}
